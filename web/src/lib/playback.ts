// What happened, told step by step: one event at a time, each with the counters it changes.

import type { Counter, GameEvent, Scene } from '../wire';
import { isLoss, namesIn, pictureOf } from './events';
import { isSaidAgain } from './log';

export type Speed = 'slow' | 'normal' | 'fast' | 'off';

export const SPEEDS: Record<Speed, number> = { slow: 1300, normal: 600, fast: 220, off: 0 };

const keyOf = (counter: Counter): string => `${counter.kind}:${counter.id}`;
const placeOf = (counter: Counter | undefined): string => counter?.hex ?? counter?.spot ?? '';

/** How long an event stays, in milliseconds: cards and losses longer, moves and lines without a place shorter. */
export function holdTime(event: GameEvent, speed: Speed): number {
  const hasPlace = typeof event.hex === 'string' || typeof event.unit === 'string' || Array.isArray(event.hexes);
  const weight = pictureOf(event) ? 2 : isLoss(event) ? 1.4 : !hasPlace || event.sign === 'move' ? 0.6 : 1;
  return SPEEDS[speed] * weight;
}

const MANY = 5;

/** Whether an event is one of many moves of the same kind that a single action brought: they are told in a rush. */
export function isRushed(event: GameEvent, events: readonly GameEvent[]): boolean {
  if (event.sign !== 'move') return false;
  return events.filter(({ kind, step }) => kind === event.kind && step === event.step).length > MANY;
}

/**
 * The scene after one of several events: the counters that it names, and those that stay in the hex that it names,
 * are as they will be at the end; all others are as they were.
 */
export function interim(before: Scene, after: Scene, event: GameEvent): Scene {
  const names = new Set(namesIn(event));
  const later = new Map((after.counters ?? []).map((counter) => [keyOf(counter), counter]));
  const now = new Map((before.counters ?? []).map((counter) => [keyOf(counter), counter]));
  for (const [key, counter] of [...now]) {
    const next = later.get(key);
    const isNamed = names.has(counter.id);
    const isThere = names.has(placeOf(counter)) && placeOf(counter) === placeOf(next);
    if (!isNamed && !isThere) continue;
    if (next) now.set(key, next);
    else if (isNamed) now.delete(key);
  }
  for (const [key, counter] of later) if (!now.has(key) && names.has(counter.id)) now.set(key, counter);
  return { ...before, counters: [...now.values()] };
}

export interface Player {
  show(event: GameEvent, scene: Scene | null): void;
  done(): void;
}

/** Plays events one after the other; `skip` ends it at once. A newer run takes the place of an older one. */
export class Playback {
  private finish: (() => void) | null = null;

  get isPlaying(): boolean {
    return this.finish !== null;
  }

  async play(
    events: readonly GameEvent[],
    before: Scene | null,
    after: Scene | null,
    speed: Speed,
    player: Player,
  ): Promise<void> {
    this.skip();
    let isOver = false;
    let wake: () => void = () => undefined;
    const finish = () => {
      if (isOver) return;
      isOver = true;
      if (this.finish === finish) this.finish = null;
      wake();
      player.done();
    };
    this.finish = finish;
    let scene = before;
    for (const [i, event] of events.entries()) {
      if (isOver) return;
      if (scene && after) scene = interim(scene, after, event);
      player.show(event, scene);
      if (isSaidAgain(event, events[i + 1])) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, holdTime(event, speed) * (isRushed(event, events) ? 0.2 : 1));
      });
    }
    finish();
  }

  skip(): void {
    this.finish?.();
  }
}
