// What happened, told event by event, each with the table as it stood then.

import type { GameEvent, Scene } from '../wire';
import { isLoss, isMove, pictureOf } from './events';
import { isSaidAgain } from './log';
import { thingsIn } from './places';

export type Speed = 'slow' | 'normal' | 'fast' | 'off';

export const SPEEDS: Record<Speed, number> = { slow: 1300, normal: 600, fast: 220, off: 0 };

/** How long an event stays, in milliseconds: cards and losses longer, moves and lines without a place shorter. */
export function holdTime(event: GameEvent, speed: Speed): number {
  const hasPlace = thingsIn(event).length > 0;
  const weight = pictureOf(event) ? 2 : event.at ? 1.5 : isLoss(event) ? 1.4 : !hasPlace || isMove(event) ? 0.6 : 1;
  return SPEEDS[speed] * weight;
}

const MANY = 5;

/** Whether an event is one of many moves of the same kind that a single action brought: they are told in a rush. */
export function isRushed(event: GameEvent, events: readonly GameEvent[]): boolean {
  if (!isMove(event)) return false;
  return events.filter(({ kind, step }) => kind === event.kind && step === event.step).length > MANY;
}

/** An event with everything that lies on the table when it has happened. */
export interface Beat {
  event: GameEvent;
  scene: Scene | null;
}

interface Player {
  show(beat: Beat, progress: { at: number; of: number }): void;
  done(): void;
}

/** Tells beats one after the other; what comes while it tells is told after. `skip` ends it at once. */
export class Playback {
  private run: Beat[] = [];
  private at = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly player: Player,
    private readonly speed: () => Speed,
  ) {}

  get isPlaying(): boolean {
    return this.run.length > 0;
  }

  add(beats: readonly Beat[]): void {
    const isIdle = !this.isPlaying;
    this.run.push(...beats);
    if (isIdle && beats.length) this.next();
  }

  /** End it; what was not told yet is not told any more. */
  skip(): void {
    if (!this.isPlaying) return;
    clearTimeout(this.timer);
    this.run = [];
    this.at = 0;
    this.player.done();
  }

  private next(): void {
    if (this.at >= this.run.length) return this.skip();
    const beat = this.run[this.at++];
    this.player.show(beat, { at: this.at, of: this.run.length });
    if (isSaidAgain(beat.event, this.run[this.at]?.event)) return this.next();
    const events = this.run.map(({ event }) => event);
    const rush = isRushed(beat.event, events) ? 0.2 : 1;
    this.timer = setTimeout(() => this.next(), holdTime(beat.event, this.speed()) * rush);
  }
}
