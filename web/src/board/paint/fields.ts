// Farmland: a patchwork of small fields, cells of a jittered grid cut by the bisectors to their neighbours.

import { type Box, R, W, grow, random, trace, traceHex } from '../geometry';
import { MAP } from '../palette';
import type { Point } from '../types';
import { type Job, clipLoops, isClose } from './brush';
import type { Land } from './land';
import { Stamps } from './stamps';

const STEP = R * 0.98;

interface Bush extends Point {
  r: number;
}

interface Patch {
  at: Point;
  poly: Point[];
  tone: number;
  angle: number;
  crop: number;
  isBocage: boolean;
  /** Along its edges, where they lie in bocage hexes. */
  bushes: Bush[] | null;
}

/** The fields of a land, worked out where they are looked at. */
export class Patchwork {
  private readonly patches = new Map<number, Patch>();

  constructor(private readonly land: Land) {}

  near(box: Box): Patch[] {
    const found: Patch[] = [];
    for (let j = Math.floor(box.y0 / STEP) - 1; j <= Math.ceil(box.y1 / STEP) + 1; j++)
      for (let i = Math.floor(box.x0 / STEP) - 1; i <= Math.ceil(box.x1 / STEP) + 1; i++) found.push(this.patch(i, j));
    return found;
  }

  bushesNear(box: Box): Bush[] {
    return this.near(box).flatMap((p) => (p.bushes ??= this.bushesOf(p)));
  }

  /** A hedgerow of bushes along the edges of a field; each edge belongs to the field that sees it from the left. */
  private bushesOf({ at, poly }: Patch): Bush[] {
    const { land } = this;
    const near = land.buckets.within(grow({ x0: at.x, y0: at.y, x1: at.x, y1: at.y }, 2.2 * R));
    if (!near.some((h) => land.is(h, 'bocage'))) return [];
    const bushes: Bush[] = [];
    poly.forEach((a, k) => {
      const b = poly[(k + 1) % poly.length];
      if (a.x > b.x) return;
      const rnd = random(23, Math.round(a.x * 8), Math.round(b.y * 8));
      const n = Math.max(2, Math.round(Math.hypot(b.x - a.x, b.y - a.y) / 3.1));
      for (let i = 0; i <= n; i++) {
        const x = a.x + ((b.x - a.x) * i) / n + (rnd() - 0.5) * 1.6;
        const y = a.y + ((b.y - a.y) * i) / n + (rnd() - 0.5) * 1.6;
        if (land.is(nearest(land, near, x, y), 'bocage')) bushes.push({ x, y, r: LEAST + rnd() * SPREAD });
      }
    });
    return bushes;
  }

  private patch(i: number, j: number): Patch {
    const key = (i + 5000) * 20000 + j + 5000;
    let patch = this.patches.get(key);
    if (!patch) this.patches.set(key, (patch = this.make(i, j)));
    return patch;
  }

  private make(i: number, j: number): Patch {
    const at = seed(i, j);
    const rnd = random(22, i, j);
    const hex = this.land.sheet.grid.pick(at.x, at.y);
    return {
      at,
      poly: cellOf(at, i, j, STEP, seed),
      tone: rnd(),
      angle: rnd() * Math.PI,
      crop: rnd(),
      isBocage: hex >= 0 && this.land.is(hex, 'bocage'),
      bushes: null,
    };
  }
}

function nearest(land: Land, hexes: readonly number[], x: number, y: number): number {
  let best = hexes[0];
  let least = Infinity;
  for (const h of hexes) {
    const d = (land.centres[h].x - x) ** 2 + (land.centres[h].y - y) ** 2;
    if (d < least) [best, least] = [h, d];
  }
  return best;
}

function seed(i: number, j: number): Point {
  const rnd = random(21, i, j);
  return { x: (i + (rnd() - 0.5) * 0.78) * STEP, y: (j + (rnd() - 0.5) * 0.78) * STEP };
}

/** The ground that is nearer to a seed than to its neighbours in a jittered grid. */
export function cellOf(
  at: Point,
  i: number,
  j: number,
  step: number,
  seedAt: (i: number, j: number) => Point,
): Point[] {
  let poly: Point[] = [
    { x: at.x - 2 * step, y: at.y - 2 * step },
    { x: at.x + 2 * step, y: at.y - 2 * step },
    { x: at.x + 2 * step, y: at.y + 2 * step },
    { x: at.x - 2 * step, y: at.y + 2 * step },
  ];
  for (const [di, dj] of AROUND) {
    const other = seedAt(i + di, j + dj);
    const half = Math.hypot(other.x - at.x, other.y - at.y) / 2;
    if (poly.some((v) => Math.hypot(v.x - at.x, v.y - at.y) > half)) poly = cut(poly, at, other);
  }
  return poly;
}

/** The cells around a cell, nearest first. */
const AROUND = Array.from({ length: 25 }, (_, n): [number, number] => [(n % 5) - 2, Math.floor(n / 5) - 2])
  .filter(([i, j]) => i || j)
  .sort((a, b) => Math.hypot(...a) - Math.hypot(...b));

/** What is left of a polygon on the near side of the line halfway between two points. */
function cut(poly: readonly Point[], p: Point, q: Point): Point[] {
  const [mx, my, nx, ny] = [(p.x + q.x) / 2, (p.y + q.y) / 2, q.x - p.x, q.y - p.y];
  const away = (v: Point): number => (v.x - mx) * nx + (v.y - my) * ny;
  const left: Point[] = [];
  poly.forEach((a, k) => {
    const b = poly[(k + 1) % poly.length];
    const [da, db] = [away(a), away(b)];
    if (da <= 0) left.push(a);
    if (da <= 0 !== db <= 0) {
      const t = da / (da - db);
      left.push({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
    }
  });
  return left;
}

export const NOT_FARMED = new Set(['sea', 'sand', 'dune']);

export function paintFields(job: Job, patchwork: Patchwork): void {
  const { g, land, box } = job;
  const isFarmed = (h: number): boolean => !NOT_FARMED.has(land.brushes[h][0]);
  const near = land.near(box, 1.5 * W);
  if (!near.some(isFarmed)) return;
  g.save();
  if (!near.every(isFarmed)) clipLoops(g, land.loops(box, isFarmed, 2));
  g.fillStyle = MAP.fields[0];
  g.fillRect(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
  if (job.px > 0.16) paintPatches(job, patchwork.near(box));
  g.beginPath();
  for (const h of land.near(box)) if (land.is(h, 'bocage')) traceHex(g, land.centres[h], land.corners);
  g.fillStyle = job.px > 0.16 ? 'rgba(120,148,72,.30)' : '#aabb7c';
  g.fill();
  g.restore();
}

function paintPatches(job: Job, patches: readonly Patch[]): void {
  const { g } = job;
  const tones = [...MAP.bocage, ...MAP.fields];
  const byTone: Patch[][] = tones.map(() => []);
  for (const p of patches) {
    const n = p.isBocage ? MAP.bocage.length : MAP.fields.length;
    byTone[(p.isBocage ? 0 : MAP.bocage.length) + Math.floor(p.tone * n)].push(p);
  }
  g.strokeStyle = 'rgba(110,112,62,.22)';
  g.lineWidth = 0.8;
  byTone.forEach((list, i) => {
    g.beginPath();
    for (const p of list) trace(g, p.poly, true);
    g.fillStyle = tones[i];
    g.fill();
    if (isClose(job)) g.stroke();
  });
  if (isClose(job)) for (const p of patches) if (p.crop > 0.55) paintRows(job, p);
}

/** Plough lines or rows of crops, cut to the field. */
function paintRows({ g }: Job, p: Patch): void {
  const [c, s] = [Math.cos(p.angle), Math.sin(p.angle)];
  g.strokeStyle = p.crop > 0.8 ? 'rgba(120,98,44,.17)' : 'rgba(74,96,40,.15)';
  g.lineWidth = 0.9;
  g.beginPath();
  for (let k = -R; k < R; k += 3.6) {
    const ends = crossings(p.poly, p.at.x - s * k, p.at.y + c * k, c, s);
    if (ends.length < 2) continue;
    g.moveTo(ends[0].x, ends[0].y);
    g.lineTo(ends[1].x, ends[1].y);
  }
  g.stroke();
}

/** Where the line through (x, y) in direction (c, s) enters and leaves a polygon. */
function crossings(poly: readonly Point[], x: number, y: number, c: number, s: number): Point[] {
  const side = (v: Point): number => (v.x - x) * s - (v.y - y) * c;
  const found: Point[] = [];
  poly.forEach((a, k) => {
    const b = poly[(k + 1) % poly.length];
    const [da, db] = [side(a), side(b)];
    if (da < 0 === db < 0) return;
    const t = da / (da - db);
    found.push({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
  });
  return found;
}

/** Thick hedgerows along the field edges of bocage hexes. */
export function paintBocage(job: Job, patchwork: Patchwork): void {
  if (isClose(job)) paintHedgerows(job, patchwork.bushesNear(job.box));
  else if (job.px > 0.16) paintHedgeLines(job, patchwork);
}

const KINDS = 5;
const [LEAST, SPREAD] = [1.8, 1.3];

function paintHedgerows({ g, px, box }: Job, bushes: readonly Bush[]): void {
  if (!bushes.length) return;
  const stamps = new Stamps(px, KINDS + 1, LEAST + SPREAD, (s, kind) => drawBush(s, kind));
  const kindOf = (r: number): number => Math.min(KINDS - 1, Math.floor(((r - LEAST) / SPREAD) * KINDS));
  stamps.put(
    g,
    box,
    bushes.map(({ x, y }) => ({ x: x + 1.6, y: y + 1.9, kind: KINDS })),
  );
  stamps.put(
    g,
    box,
    bushes.map(({ x, y, r }) => ({ x, y, kind: kindOf(r) })),
  );
}

/** The kinds are bushes by size; the last is their shadow, which lies over that of the next bush. */
function drawBush(g: OffscreenCanvasRenderingContext2D, kind: number): void {
  const isShadow = kind === KINDS;
  const r = isShadow ? LEAST + SPREAD / 2 : LEAST + (SPREAD * (kind + 0.5)) / KINDS;
  g.fillStyle = isShadow ? 'rgba(44,52,22,.19)' : MAP.hedge;
  g.beginPath();
  g.arc(0, 0, r, 0, 7);
  g.fill();
  if (isShadow) return;
  g.fillStyle = MAP.hedgeLight;
  g.beginPath();
  g.arc(-0.65, -0.65, r * 0.5, 0, 7);
  g.fill();
}

function paintHedgeLines({ g, box }: Job, patchwork: Patchwork): void {
  g.beginPath();
  for (const p of patchwork.near(box)) if (p.isBocage) trace(g, p.poly, true);
  g.strokeStyle = MAP.hedge;
  g.lineWidth = 3.6;
  g.stroke();
}
