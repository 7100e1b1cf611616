// Country where a hex is kilometres wide: hedgerows, fields and woods are textures, so that grid, heights and counters
// stand out. A texture is a square of the world that repeats.

import { type Box, W, drift, random, trace } from '../geometry';
import { MAP } from '../palette';
import type { Point } from '../types';
import { type Canvas2D, type Job, clipLoops, fillLoops, strokeLoops } from './brush';
import { NOT_FARMED, cellOf } from './fields';

const SIDE = 4 * W; // of a texture, in world units
const FLAT_BELOW = 0.1; // pixels per world unit: nothing of a texture would be seen

/** How often outlines are rounded off: seen from afar once is enough. */
const roundsAt = (px: number): number => (px > 0.3 ? 3 : 1);

type Draw = (g: OffscreenCanvasRenderingContext2D) => void;

interface Cell {
  poly: Point[];
  tone: number;
}

/** A patchwork that repeats after `SIDE`, with as many cells across. */
function cells(across: number, salt: number): Cell[] {
  const known = made.get(salt);
  if (known) return known;
  const step = SIDE / across;
  const seedAt = (i: number, j: number): Point => {
    const rnd = random(salt, ((i % across) + across) % across, ((j % across) + across) % across);
    return { x: (i + 0.5 + (rnd() - 0.5) * 0.8) * step, y: (j + 0.5 + (rnd() - 0.5) * 0.8) * step };
  };
  const found: Cell[] = [];
  // one ring more, so that what hangs over the edge is there on the other side too
  for (let j = -1; j <= across; j++)
    for (let i = -1; i <= across; i++) {
      const rnd = random(salt + 1, (i + across) % across, (j + across) % across);
      found.push({ poly: cellOf(seedAt(i, j), i, j, step, seedAt), tone: rnd() });
    }
  made.set(salt, found);
  return found;
}

const made = new Map<number, Cell[]>();

function patch(g: Canvas2D, list: readonly Cell[], tones: readonly string[]): void {
  tones.forEach((tone, n) => {
    g.beginPath();
    for (const c of list) if (Math.floor(c.tone * tones.length) === n) trace(g, c.poly, true);
    g.fillStyle = tone;
    g.fill();
    // without a seam of the ground between two fields of one tone
    g.strokeStyle = tone;
    g.lineWidth = 0.5;
    g.stroke();
  });
}

const drawFields: Draw = (g) => {
  const list = cells(11, 82);
  patch(g, list, MAP.country.fields);
  g.beginPath();
  for (const c of list) trace(g, c.poly, true);
  g.strokeStyle = MAP.country.furrow;
  g.lineWidth = 0.7;
  g.stroke();
};

const drawBocage: Draw = (g) => {
  const list = cells(21, 84);
  patch(g, list, MAP.country.bocage);
  g.beginPath();
  for (const c of list) trace(g, c.poly, true);
  g.strokeStyle = MAP.country.hedge;
  g.lineWidth = 1.1;
  g.stroke();
  g.fillStyle = MAP.country.tree;
  g.beginPath();
  for (const { poly, tone } of list) {
    const at = poly[Math.floor(tone * poly.length)];
    g.moveTo(at.x + 1.5, at.y);
    g.arc(at.x, at.y, 1 + tone * 0.7, 0, 7);
  }
  g.fill();
};

const TREES = 26; // across

const drawWoods: Draw = (g) => {
  const step = SIDE / TREES;
  g.fillStyle = MAP.country.floor;
  g.fillRect(0, 0, SIDE, SIDE);
  for (let j = -1; j <= TREES; j++)
    for (let i = -1; i <= TREES; i++) {
      const rnd = random(87, (i + TREES) % TREES, (j + TREES) % TREES);
      const [x, y, r] = [(i + 0.5 + (rnd() - 0.5) * 0.9) * step, (j + 0.5 + (rnd() - 0.5) * 0.9) * step, 4 + rnd() * 2];
      const tone = MAP.wood[Math.floor(rnd() * MAP.wood.length)];
      for (const [dx, dy, k, colour] of [
        [1.2, 1.4, 1, 'rgba(28,40,18,.45)'],
        [0, 0, 1, tone],
        [-1.2, -1.4, 0.45, 'rgba(196,216,140,.22)'],
      ] as const) {
        g.fillStyle = colour;
        g.beginPath();
        g.arc(x + dx, y + dy, r * k, 0, 7);
        g.fill();
      }
    }
};

/** Textures, each drawn once for every scale at which it is wanted. */
class Texture {
  private drawn: { px: number; sheet: OffscreenCanvas } | null = null;

  constructor(
    private readonly plain: string,
    private readonly draw: Draw,
  ) {}

  /** What to fill a part of the world with that is seen at `px` pixels for each of its units. */
  style(g: Canvas2D, px: number): CanvasPattern | string {
    if (px < FLAT_BELOW) return this.plain;
    const side = Math.max(8, Math.round(SIDE * px));
    if (this.drawn?.px !== px) {
      const sheet = new OffscreenCanvas(side, side);
      const pen = sheet.getContext('2d');
      if (!pen) return this.plain;
      pen.setTransform(side / SIDE, 0, 0, side / SIDE, 0, 0);
      this.draw(pen);
      this.drawn = { px, sheet };
    }
    const pattern = g.createPattern(this.drawn.sheet, 'repeat');
    pattern?.setTransform(new DOMMatrix().scale(SIDE / side));
    return pattern ?? this.plain;
  }
}

export class Country {
  private readonly fields = new Texture(MAP.country.fields[0], drawFields);
  private readonly bocage = new Texture(MAP.country.bocage[0], drawBocage);
  private readonly woods = new Texture(MAP.wood[1], drawWoods);

  /** Open fields, and hedgerow country as a finer texture within its border. */
  paintFields(job: Job): void {
    const { g, land, box, px } = job;
    const isFarmed = (h: number): boolean => !NOT_FARMED.has(land.brushes[h][0]);
    const near = land.near(box, 1.5 * W);
    if (!near.some(isFarmed)) return;
    g.save();
    if (!near.every(isFarmed)) clipLoops(g, land.loops(box, isFarmed, Math.min(2, roundsAt(px))));
    this.fillBox(g, box, this.fields.style(g, px));
    const isHedged = (h: number): boolean => land.isHedged(h);
    if (near.some(isHedged)) {
      const isAll = near.every(isHedged);
      if (!isAll) clipLoops(g, land.loops(box, isHedged, roundsAt(px)).map(wander));
      this.fillBox(g, box, this.bocage.style(g, px));
    }
    g.restore();
  }

  /** Woods: a canopy with a dark edge to the south-east. */
  paintWoods(job: Job): void {
    const { g, land, box, px } = job;
    const isWood = (h: number): boolean => land.is(h, 'woods');
    if (!land.near(box, 1.5 * W).some(isWood)) return;
    const loops = land.loops(box, isWood, roundsAt(px));
    g.save();
    g.translate(2, 2.4);
    fillLoops(g, loops, MAP.woodShadow);
    g.restore();
    g.save();
    clipLoops(g, loops);
    this.fillBox(g, box, this.woods.style(g, px));
    g.restore();
    strokeLoops(g, loops, 'rgba(40,58,26,.7)', 1.4);
  }

  private fillBox(g: Canvas2D, box: Box, style: CanvasPattern | string): void {
    g.fillStyle = style;
    g.fillRect(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
  }
}

/** The border between hedges and open fields runs where the land has it, not along the hexes. */
const wander = (loop: readonly Point[]): Point[] =>
  loop.map((p) => {
    const d = drift(p);
    return { x: p.x + d.x * BORDER, y: p.y + d.y * BORDER };
  });

const BORDER = 0.3 * W;
const HACHURE = 5.2; // between two, in world units
const LENGTH = 6.5;

/** Heights: a lighter crown, dark shoulders, and hachures down their slopes. */
export function paintHeights(job: Job): void {
  const { g, land, box, px } = job;
  if (!land.near(box, 1.2 * W).some((h) => land.is(h, 'hill'))) return;
  const loops = land.loops(box, (h) => land.is(h, 'hill'), roundsAt(px));
  fillLoops(g, loops, 'rgba(205,164,98,.5)');
  g.save();
  clipLoops(g, loops);
  for (const [width, strength] of [
    [30, 0.1],
    [18, 0.13],
    [8, 0.2],
  ])
    strokeLoops(g, loops, `rgba(112,74,26,${strength})`, width);
  g.restore();
  if (px > 0.16) {
    g.beginPath();
    for (const loop of loops) traceHachures(g, loop);
    g.strokeStyle = 'rgba(92,58,20,.8)';
    g.lineWidth = 1.1;
    g.lineCap = 'butt';
    g.stroke();
  }
  strokeLoops(g, loops, 'rgba(92,58,20,.85)', 1.3);
}

/** Strokes away from a closed line that runs clockwise. */
function traceHachures(g: Canvas2D, loop: readonly Point[]): void {
  let rest = 0;
  let isLong = true;
  loop.forEach((a, i) => {
    const b = loop[(i + 1) % loop.length];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const [dx, dy] = [(b.x - a.x) / (length || 1), (b.y - a.y) / (length || 1)];
    for (; rest < length; rest += HACHURE, isLong = !isLong) {
      const [x, y, far] = [a.x + dx * rest, a.y + dy * rest, isLong ? LENGTH : LENGTH * 0.6];
      g.moveTo(x, y);
      g.lineTo(x + dy * far, y - dx * far);
    }
    rest -= length;
  });
}
