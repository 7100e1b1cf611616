// Things that move: counters that slide, flip, come and go; the camera; pulses. Time comes from outside.

import type { Counter } from '../wire';
import type { Placed } from './stacks';

export const SLIDE = 220;
export const DRIFT = 620; // craft at sea
export const FLIP = 260;
export const FADE = 160;
export const PULSE = 620;

export const ease = (t: number): number => (t < 0.5 ? 4 * t * t * t : 1 - (2 - 2 * t) ** 3 / 2);
export const clamp01 = (t: number): number => Math.min(1, Math.max(0, t));

/** How a counter is drawn at a moment that is not where it rests. */
interface Pose {
  counter: Counter;
  x: number;
  y: number;
  size: number;
  /** 1 is flat on the table, 0 on its edge. */
  turn: number;
  strength: number;
}

interface Track {
  start: number;
  length: number;
  pose(t: number): Pose;
}

/** The change from one scene to the next. */
export class Change {
  private readonly tracks = new Map<string, Track>();
  readonly end: number;

  constructor(before: readonly Placed[], after: readonly Placed[], now: number, isAfloat = false) {
    const length = isAfloat ? DRIFT : SLIDE;
    const old = new Map(before.map((p) => [p.key, p]));
    const fresh = new Map(after.map((p) => [p.key, p]));
    let slides = false;
    for (const [key, p] of fresh) {
      const from = old.get(key);
      if (from && (Math.abs(from.x - p.x) > 0.5 || Math.abs(from.y - p.y) > 0.5)) {
        slides = true;
        this.tracks.set(key, { start: now, length, pose: isAfloat ? drift(from, p) : slide(from, p) });
      }
    }
    const later = now + (slides ? length : 0);
    for (const [key, p] of fresh) {
      const from = old.get(key);
      if (!from) this.tracks.set(key, { start: later, length: FADE, pose: appear(p) });
      else if (isTurned(from.counter, p.counter) && !this.tracks.has(key))
        this.tracks.set(key, { start: later, length: FLIP, pose: flip(from, p) });
    }
    for (const [key, p] of old)
      if (!fresh.has(key)) this.tracks.set(key, { start: later, length: FADE, pose: vanish(p) });
    this.end = Math.max(now, ...[...this.tracks.values()].map((t) => t.start + t.length));
  }

  /** The pose of a counter, if it moves in this change. */
  pose(key: string, now: number): Pose | null {
    const track = this.tracks.get(key);
    return track ? track.pose(clamp01((now - track.start) / track.length)) : null;
  }

  get keys(): Iterable<string> {
    return this.tracks.keys();
  }
}

function isTurned(a: Counter, b: Counter): boolean {
  const isOver = Boolean(a.is_hidden) !== Boolean(b.is_hidden) || Boolean(a.facing) !== Boolean(b.facing);
  return isOver || (b.pips ?? 0) < (a.pips ?? 0);
}

function slide(from: Placed, to: Placed): (t: number) => Pose {
  return (t) => {
    const k = ease(t);
    const lift = Math.sin(Math.PI * k) * 0.06;
    return {
      counter: to.counter,
      x: from.x + (to.x - from.x) * k,
      y: from.y + (to.y - from.y) * k,
      size: (from.size + (to.size - from.size) * k) * (1 + lift),
      turn: 1,
      strength: 1,
    };
  };
}

const WAVES = 2.5;

/** A craft rolls on the waves, and rests with a jolt where it grounds. */
function drift(from: Placed, to: Placed): (t: number) => Pose {
  return (t) => {
    const k = 1 - (1 - t) ** 2;
    const roll = Math.sin(WAVES * 2 * Math.PI * t) * (1 - t);
    const jolt = t > 0.9 ? Math.sin((t - 0.9) * 10 * Math.PI) * 0.05 : 0;
    return {
      counter: to.counter,
      x: from.x + (to.x - from.x) * k + roll * to.size * 0.03,
      y: from.y + (to.y - from.y) * k + Math.abs(roll) * to.size * 0.09,
      size: (from.size + (to.size - from.size) * k) * (1 + jolt),
      turn: 1,
      strength: 1,
    };
  };
}

function flip(from: Placed, to: Placed): (t: number) => Pose {
  return (t) => ({
    counter: t < 0.5 ? from.counter : to.counter,
    x: to.x,
    y: to.y,
    size: to.size * (1 + 0.1 * Math.sin(Math.PI * t)),
    turn: Math.abs(Math.cos(Math.PI * t)),
    strength: 1,
  });
}

function appear(p: Placed): (t: number) => Pose {
  return (t) => ({ ...p, size: p.size * (1.25 - 0.25 * ease(t)), turn: 1, strength: t });
}

function vanish(p: Placed): (t: number) => Pose {
  return (t) => ({ ...p, size: p.size * (1 + 0.2 * t), turn: 1, strength: 1 - t });
}
