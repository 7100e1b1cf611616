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

/** An event with everything that lies on the table when it has happened; or many that are told as one, the last of them. */
export interface Beat {
  event: GameEvent;
  scene: Scene | null;
  many?: readonly GameEvent[];
}

/** Events in which nobody is struck and nothing is thrown or drawn. */
const isRoutine = (event: GameEvent): boolean => isMove(event) || (event.sign === 'note' && !pictureOf(event));

/** Runs of events, those of one kind together where there are more than `most` of them in a row and they are routine. */
export function runsOf<T>(
  all: readonly T[],
  eventOf: (each: T) => GameEvent,
  most = MANY,
  isApart: (event: GameEvent) => boolean = () => false,
): T[][] {
  const runs: T[][] = [];
  for (const each of all) {
    const [event, last] = [eventOf(each), runs.at(-1)];
    const isLike = last && isRoutine(event) && eventOf(last[0]).kind === event.kind;
    if (isLike && !isApart(event) && !isApart(eventOf(last[0]))) last.push(each);
    else runs.push([each]);
  }
  return runs.flatMap((run) => (run.length > most ? [run] : run.map((each) => [each])));
}

/** What is routine is told as one, but for events at which the telling waits. */
export function folded(beats: readonly Beat[], waits?: (event: GameEvent) => boolean): Beat[] {
  return runsOf(beats, ({ event }) => event, MANY, waits).map((run) => {
    const last = run[run.length - 1];
    return run.length > 1 ? { ...last, many: run.map(({ event }) => event) } : last;
  });
}

/** Words for events that are told as one. */
export function manyWords(events: readonly GameEvent[]): string {
  const what = events.every((event) => event.sign === 'sea') ? 'craft move at sea' : 'moves';
  return `${events.length} ${events.every(isMove) ? what : 'orders'}`;
}

interface Player {
  show(beat: Beat, progress: { at: number; of: number }): void;
  done(): void;
  /** Whether the telling waits at an event until it is told to go on. */
  waits?(event: GameEvent): boolean;
}

/** Tells beats one after the other; what comes while it tells is told after. `skip` ends it at once. */
export class Playback {
  private run: Beat[] = [];
  private at = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isHeld = false;

  constructor(
    private readonly player: Player,
    private readonly speed: () => Speed,
  ) {}

  get isPlaying(): boolean {
    return this.run.length > 0;
  }

  add(beats: readonly Beat[]): void {
    const isIdle = !this.isPlaying;
    this.run.push(...folded(beats, this.player.waits?.bind(this.player)));
    if (isIdle && beats.length) this.next();
  }

  /** End it; what was not told yet is not told any more. */
  skip(): void {
    if (!this.isPlaying) return;
    clearTimeout(this.timer);
    this.run = [];
    this.at = 0;
    this.isHeld = false;
    this.player.done();
  }

  private next(): void {
    if (this.at >= this.run.length) return this.skip();
    const beat = this.run[this.at++];
    this.player.show(beat, { at: this.at, of: this.run.length });
    if (this.player.waits?.(beat.event)) {
      this.isHeld = true;
      return;
    }
    this.hurry(beat);
  }

  /** Go on where the telling waits. */
  goOn(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.next();
  }

  private hurry(beat: Beat): void {
    if (isSaidAgain(beat.event, this.run[this.at]?.event)) return this.next();
    this.timer = setTimeout(() => this.next(), holdTime(beat.event, this.speed()) * (beat.many ? 2 : 1));
  }
}
