// Dragging a counter from a display to a box or a hex: to take it up is one choice, to put it down the next.

import type { BoardView, Pick } from '../board';
import type { Counter } from '../wire';
import { aboutKeys, counterKey } from './displays';
import { matchPick } from './options';
import type { Play } from './play.svelte';

const FAR = 6; // pixels before a press becomes a drag
const NOTHING: Pick = { hex: null, spot: null, counter: null, stack: [] };

export interface Stage {
  board: BoardView | null;
  frame: HTMLElement | undefined;
}

export class Drag {
  held = $state.raw<{ counter: Counter; x: number; y: number } | null>(null);
  over = $state<string | null>(null); // the box under it, as `kind:id`
  private start: { counter: Counter; x: number; y: number } | null = null;
  private taken: Promise<boolean> = Promise.resolve(false);
  private endedAt = 0;

  constructor(
    private readonly play: Play,
    private readonly stage: () => Stage,
  ) {}

  /** Whether a drag has just ended, so that the click that follows it means nothing. */
  get hasJustEnded(): boolean {
    return performance.now() - this.endedAt < 60;
  }

  begin(event: PointerEvent, counter: Counter): void {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    this.start = { counter, x: event.clientX, y: event.clientY };
    addEventListener('pointermove', this.move);
    addEventListener('pointerup', this.drop);
    addEventListener('pointercancel', this.stop);
  }

  private move = (event: PointerEvent): void => {
    const { start } = this;
    if (!start) return;
    if (!this.held) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < FAR) return;
      if (!this.canTake(start.counter)) return this.stop();
      this.taken = this.take(start.counter);
    }
    this.held = { counter: start.counter, x: event.clientX, y: event.clientY };
    const pick = this.under(event);
    this.over = pick.spot ? `${pick.spot.kind}:${pick.spot.id}` : null;
    this.play.light(matchPick(this.play.options, pick)[0] ?? null);
  };

  private isTaken = (counter: Counter): boolean => aboutKeys(this.play.decision).includes(counterKey(counter));

  private canTake(counter: Counter): boolean {
    return this.isTaken(counter) || matchPick(this.play.options, { ...NOTHING, counter }).length === 1;
  }

  private async take(counter: Counter): Promise<boolean> {
    if (this.isTaken(counter)) return true;
    await this.play.take(matchPick(this.play.options, { ...NOTHING, counter })[0]);
    return this.isTaken(counter);
  }

  /** What lies under the pointer: a box of a display, or a place on the map. */
  private under({ clientX, clientY }: PointerEvent): Pick {
    const element = document.elementFromPoint(clientX, clientY);
    const box = element?.closest<HTMLElement>('[data-box]');
    if (box?.dataset.kind) return { ...NOTHING, spot: { kind: box.dataset.kind, id: box.dataset.box ?? '' } };
    const { board, frame } = this.stage();
    if (!board || !frame || !element || !frame.contains(element)) return NOTHING;
    const at = frame.getBoundingClientRect();
    return board.pickAt(clientX - at.left, clientY - at.top);
  }

  private drop = async (event: PointerEvent): Promise<void> => {
    const { play, held } = this;
    const pick = this.under(event);
    this.stop();
    if (!held) return;
    this.endedAt = performance.now();
    if (!(await this.taken)) return;
    const found = matchPick(play.options, pick);
    if (found.length) await play.take(found[0]);
    else if (play.back) await play.take(play.back);
  };

  private stop = (): void => {
    this.start = this.held = this.over = null;
    this.play.light(null);
    removeEventListener('pointermove', this.move);
    removeEventListener('pointerup', this.drop);
    removeEventListener('pointercancel', this.stop);
  };
}
