// The map looked at for one thing: supply, zones of control, the danger of a hex, and the like, as the game shows it.

import type { Goal, LensInfo, Overview } from '../wire';
import type { Play } from './play.svelte';

const DELAY = 120;

export class Lenses {
  isOpen = $state(false); // the list of lenses is shown
  lens = $state.raw<LensInfo | null>(null);
  seen = $state.raw<Overview | null>(null);
  goal = $state.raw<Goal | null>(null); // one that is pointed at
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly play: Play) {}

  all = $derived.by(() => this.play.table.lenses);
  /** What a lens is about: the unit or the hex that is looked at. */
  about = $derived.by<{ unit?: string; place?: string }>(() => {
    const { counter, hex } = this.play.looked ?? {};
    if (this.lens?.is_of_unit && counter?.kind === 'unit') return { unit: counter.id };
    return this.lens?.is_of_hex && hex ? { place: hex } : {};
  });
  /** It as a text, by which it is known again. */
  subject = $derived(`${this.about.unit ?? ''} ${this.about.place ?? ''}`);

  choose(lens: LensInfo): void {
    this.lens = lens;
    this.goal = null;
    this.isOpen = false;
  }

  /** The lens with that number in the list; whether there is one. */
  chooseAt(number: number): boolean {
    const lens = this.isOpen ? this.all[number] : undefined;
    if (lens) this.choose(lens);
    return lens !== undefined;
  }

  toggle(): void {
    if (this.lens) this.clear();
    else if (this.all.length) this.isOpen = !this.isOpen;
  }

  /** Ask what the lens shows now. What was seen of a unit or a hex stays until the pointer is on another. */
  ask(): void {
    clearTimeout(this.timer);
    const { lens, about, subject } = this;
    if (!lens) this.seen = null;
    else this.timer = setTimeout(() => void this.fetch(lens, about, subject), this.seen ? DELAY : 0);
  }

  private async fetch(lens: LensInfo, about: { unit?: string; place?: string }, subject: string): Promise<void> {
    const seen = await this.play.table.api.lens(lens.id, about).catch(() => null);
    if (this.lens === lens && this.subject === subject) this.seen = seen;
  }

  clear(): boolean {
    const had = this.isOpen || this.lens !== null;
    this.isOpen = false;
    this.lens = this.goal = null;
    return had;
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
