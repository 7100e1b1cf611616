// Plane geometry of hexes. World units: R from the centre of a hex to its corner, W from side to opposite side.
// A hex has corners 0 to 5 clockwise; side d runs from corner d to corner d + 1 and faces neighbour d.

import type { Layout } from '../wire';
import type { Point } from './types';

export const R = 40;
export const W = Math.sqrt(3) * R;

type Shape = Layout['shape'];
export type Segment = [Point, Point];

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** What path tracing needs; a canvas context and a Path2D both have it. */
interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
}

const FIRST_CORNER: Record<Shape, number> = { pointy: -90, flat: -120 };
const FIRST_SIDE: Record<Shape, number> = { pointy: -60, flat: -90 };

/** The six corners of a hex around (0, 0). */
export function cornersOf(shape: Shape): Point[] {
  return circle(FIRST_CORNER[shape], R);
}

/** The way from a centre to its six neighbours' centres. */
export function stepsOf(shape: Shape): Point[] {
  return circle(FIRST_SIDE[shape], W);
}

function circle(first: number, radius: number): Point[] {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = ((first + 60 * i) * Math.PI) / 180;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}

export function grow(box: Box, by: number): Box {
  return { x0: box.x0 - by, y0: box.y0 - by, x1: box.x1 + by, y1: box.y1 + by };
}

export function touches(a: Box, b: Box): boolean {
  return a.x0 <= b.x1 && a.x1 >= b.x0 && a.y0 <= b.y1 && a.y1 >= b.y0;
}

export function holds(box: Box, x: number, y: number): boolean {
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}

export function boxAround(points: Iterable<Point>): Box {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const p of points) {
    box.x0 = Math.min(box.x0, p.x);
    box.y0 = Math.min(box.y0, p.y);
    box.x1 = Math.max(box.x1, p.x);
    box.y1 = Math.max(box.y1, p.y);
  }
  return box;
}

/** Points by number, found by where they lie. */
export class Buckets {
  private readonly cells = new Map<number, number[]>();

  constructor(
    private readonly points: readonly Point[],
    private readonly size = 4 * W,
  ) {
    points.forEach((p, i) => {
      const key = this.key(Math.floor(p.x / size), Math.floor(p.y / size));
      const cell = this.cells.get(key);
      if (cell) cell.push(i);
      else this.cells.set(key, [i]);
    });
  }

  /** The numbers of the points in a box, ascending. */
  within(box: Box): number[] {
    const found: number[] = [];
    for (let j = Math.floor(box.y0 / this.size); j <= Math.floor(box.y1 / this.size); j++)
      for (let i = Math.floor(box.x0 / this.size); i <= Math.floor(box.x1 / this.size); i++)
        for (const n of this.cells.get(this.key(i, j)) ?? [])
          if (holds(box, this.points[n].x, this.points[n].y)) found.push(n);
    return found.sort((a, b) => a - b);
  }

  private key(i: number, j: number): number {
    return (i + 32768) * 65536 + j + 32768;
  }
}

/** The hexes of a sheet: where they lie, and which one a point is in. */
export class HexGrid {
  readonly corners: Point[];
  private readonly buckets: Buckets;

  constructor(
    readonly centres: readonly Point[],
    readonly shape: Shape,
  ) {
    this.corners = cornersOf(shape);
    this.buckets = new Buckets(centres, W);
  }

  /** The hex that holds a point; -1 for none. */
  pick(x: number, y: number): number {
    let best = -1;
    let least = Infinity;
    for (const n of this.buckets.within(grow({ x0: x, y0: y, x1: x, y1: y }, R * 1.01))) {
      const d = (this.centres[n].x - x) ** 2 + (this.centres[n].y - y) ** 2;
      if (d < least) [best, least] = [n, d];
    }
    return best >= 0 && this.isInside(best, x, y) ? best : -1;
  }

  within(box: Box): number[] {
    return this.buckets.within(box);
  }

  private isInside(hex: number, x: number, y: number): boolean {
    const dx = x - this.centres[hex].x;
    const dy = y - this.centres[hex].y;
    return stepsOf(this.shape).every((s) => (dx * s.x + dy * s.y) / W <= W / 2 + 1e-6);
  }
}

/**
 * Trace a hex, `k` times its size. It ends where it began without closing the path: browsers measure the whole path
 * at every close, which makes thousands of hexes in one path slow.
 */
export function traceHex(pen: Pen, at: Point, corners: readonly Point[], k = 1): void {
  pen.moveTo(at.x + corners[0].x * k, at.y + corners[0].y * k);
  for (let i = 1; i <= 6; i++) pen.lineTo(at.x + corners[i % 6].x * k, at.y + corners[i % 6].y * k);
}

/** Trace a hex on its own and close it, for broad strokes and dashes. */
export function traceRing(pen: Pen, at: Point, corners: readonly Point[], k = 1): void {
  traceHex(pen, at, corners, k);
  pen.closePath();
}

export function trace(pen: Pen, points: readonly Point[], isClosed = false): void {
  points.forEach((p, i) => (i ? pen.lineTo(p.x, p.y) : pen.moveTo(p.x, p.y)));
  if (isClosed && points.length) pen.lineTo(points[0].x, points[0].y);
}

/** A corner of a hex as all hexes around it know it: the first of them, and which of its corners it is. */
function cornerOf(neighbours: readonly (readonly number[])[], hex: number, d: number): number {
  const across = neighbours[hex][d];
  const behind = neighbours[hex][(d + 5) % 6];
  let [first, corner] = [hex, d];
  if (across >= 0 && across < first) [first, corner] = [across, (d + 4) % 6];
  if (behind >= 0 && behind < first) [first, corner] = [behind, (d + 2) % 6];
  return first * 6 + corner;
}

/** The closed outlines of a set of hexes, each as a list of points. */
export function outlines(
  hexes: Iterable<number>,
  isIn: (hex: number) => boolean,
  centres: readonly Point[],
  neighbours: readonly (readonly number[])[],
  corners: readonly Point[],
): Point[][] {
  const next = new Map<number, { at: Point; to: number }>();
  for (const h of hexes) {
    const c = centres[h];
    for (let d = 0; d < 6; d++) {
      const n = neighbours[h][d];
      if (n >= 0 && isIn(n)) continue;
      const to = cornerOf(neighbours, h, (d + 1) % 6);
      next.set(cornerOf(neighbours, h, d), { at: { x: c.x + corners[d].x, y: c.y + corners[d].y }, to });
    }
  }
  const loops: Point[][] = [];
  for (const key of [...next.keys()]) {
    const loop: Point[] = [];
    for (let side = next.get(key), k = key; side; k = side.to, side = next.get(k)) {
      next.delete(k);
      loop.push(side.at);
    }
    if (loop.length > 2) loops.push(loop);
  }
  return loops;
}

/** Round off corners by cutting them (Chaikin). */
export function smooth(points: readonly Point[], rounds = 2, isClosed = true): Point[] {
  let p = [...points];
  for (let n = 0; n < rounds; n++) {
    const q: Point[] = isClosed ? [] : [p[0]];
    const count = isClosed ? p.length : p.length - 1;
    for (let i = 0; i < count; i++) {
      const a = p[i];
      const b = p[(i + 1) % p.length];
      q.push({ x: a.x * 0.75 + b.x * 0.25, y: a.y * 0.75 + b.y * 0.25 });
      q.push({ x: a.x * 0.25 + b.x * 0.75, y: a.y * 0.25 + b.y * 0.75 });
    }
    if (!isClosed) q.push(p[p.length - 1]);
    p = q;
  }
  return p;
}

/** A curve through all points (Catmull-Rom). */
export function spline(points: readonly Point[], pieces = 8): Point[] {
  if (points.length < 3) return [...points];
  const out: Point[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const [b, c] = [points[i], points[i + 1]];
    const a = points[i - 1] ?? b;
    const d = points[i + 2] ?? c;
    for (let k = 0; k < pieces; k++) out.push(between(a, b, c, d, k / pieces));
  }
  out.push(points[points.length - 1]);
  return out;
}

function between(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const blend = (p: number, q: number, r: number, s: number): number =>
    0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t);
  return { x: blend(a.x, b.x, c.x, d.x), y: blend(a.y, b.y, c.y, d.y) };
}

const nameOf = (p: Point): number => Math.round((p.x + 2e5) * 2) * 1e6 + Math.round((p.y + 2e5) * 2);

/** Join segments that touch into runs, so that a ditch is drawn as one line. */
export function chains(segments: readonly Segment[]): Point[][] {
  const near = new Map<number, number[]>();
  segments.forEach((s, i) => {
    for (const p of s) near.set(nameOf(p), [...(near.get(nameOf(p)) ?? []), i]);
  });
  const used = new Set<number>();
  const extend = (run: Point[]): Point[] => {
    for (;;) {
      const end = run[run.length - 1];
      const i = near.get(nameOf(end))?.find((j) => !used.has(j));
      if (i === undefined) return run;
      used.add(i);
      const [a, b] = segments[i];
      run.push(nameOf(a) === nameOf(end) ? b : a);
    }
  };
  const runs: Point[][] = [];
  segments.forEach((s, i) => {
    if (used.has(i)) return;
    used.add(i);
    runs.push(extend(extend([s[0], s[1]]).reverse()));
  });
  return runs;
}

/** A repeatable source of numbers from 0 to 1, so that artwork never shimmers between drawings. */
export function random(salt: number, a = 0, b = 0): () => number {
  let h = Math.imul(salt + 1, 0x9e3779b1) ^ Math.imul(a + 7919, 0x85ebca6b) ^ Math.imul(b + 104729, 0xc2b2ae35);
  return () => {
    h = (h + 0x6d2b79f5) | 0;
    let t = Math.imul(h ^ (h >>> 15), 1 | h);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A smooth drift of a point by about one unit at most, so that lines wander as on real ground. */
export function drift({ x, y }: Point): Point {
  return {
    x: Math.sin(x * 0.0131 + y * 0.0287 + 1.3) * 0.6 + Math.sin(y * 0.0473 - x * 0.0211) * 0.4,
    y: Math.sin(y * 0.0149 - x * 0.0263 + 4.1) * 0.6 + Math.sin(x * 0.0457 + y * 0.0193 + 2.2) * 0.4,
  };
}

/** A number made of a word, for colours of words that no brush knows. */
export function hashOf(word: string): number {
  let h = 2166136261;
  for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 16777619);
  return h >>> 0;
}
