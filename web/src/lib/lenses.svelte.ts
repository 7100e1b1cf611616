// The map looked at for one thing: supply, zones of control, and the like, as the game shows it.

import type { LensInfo, Overview } from '../wire';
import type { Play } from './play.svelte';

const DELAY = 120;

export class Lenses {
  isOpen = $state(false); // the list of lenses is shown
  lens = $state.raw<LensInfo | null>(null);
  seen = $state.raw<Overview | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly play: Play) {}

  all = $derived.by(() => this.play.table.lenses);
  /** The unit that a lens is about. */
  unit = $derived.by(() => {
    const counter = this.play.looked?.counter;
    return this.lens?.is_of_unit && counter?.kind === 'unit' ? counter.id : null;
  });

  choose(lens: LensInfo): void {
    this.lens = lens;
    this.isOpen = false;
  }

  toggle(): void {
    if (this.lens) this.lens = null;
    else if (this.all.length) this.isOpen = !this.isOpen;
  }

  /** Ask what the lens shows now. */
  ask(): void {
    clearTimeout(this.timer);
    const { lens, unit } = this;
    if (!lens) this.seen = null;
    else this.timer = setTimeout(() => void this.fetch(lens, unit), this.seen ? DELAY : 0);
  }

  private async fetch(lens: LensInfo, unit: string | null): Promise<void> {
    const seen = await this.play.table.api.lens(lens.id, unit).catch(() => null);
    if (this.lens === lens && this.unit === unit) this.seen = seen;
  }

  clear(): boolean {
    const had = this.isOpen || this.lens !== null;
    this.isOpen = false;
    this.lens = null;
    return had;
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
