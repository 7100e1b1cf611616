// What part of the sheet is in sight, and how large.

import { type Box, W, boxAround, grow } from './geometry';
import type { Point } from './types';

const CLOSEST = 2.6; // CSS pixels per world unit
const FURTHEST = 0.9; // of the scale that shows the whole sheet
// How much of the view may be table beside the paper: where the player moves the map, and where the program does.
const WIDE = 0.35;
const NARROW = 0.06;

export class Camera {
  x = 0;
  y = 0;
  /** CSS pixels per world unit. */
  scale = 1;
  width = 1;
  height = 1;

  constructor(private readonly paper: Box) {
    this.x = (paper.x0 + paper.x1) / 2;
    this.y = (paper.y0 + paper.y1) / 2;
  }

  get fitScale(): number {
    const { x0, y0, x1, y1 } = this.paper;
    return Math.min(this.width / (x1 - x0), this.height / (y1 - y0)) * 0.985;
  }

  get view(): Box {
    const [w, h] = [this.width / this.scale / 2, this.height / this.scale / 2];
    return { x0: this.x - w, y0: this.y - h, x1: this.x + w, y1: this.y + h };
  }

  toWorld(px: number, py: number): Point {
    return { x: (px - this.width / 2) / this.scale + this.x, y: (py - this.height / 2) / this.scale + this.y };
  }

  toScreen(p: Point): Point {
    return { x: (p.x - this.x) * this.scale + this.width / 2, y: (p.y - this.y) * this.scale + this.height / 2 };
  }

  limit(scale: number): number {
    return Math.min(CLOSEST, Math.max(this.fitScale * FURTHEST, scale));
  }

  /** Keep the paper in sight: centred where it is smaller than the view, else with no more than a rim of table. */
  settle(): void {
    this.scale = this.limit(this.scale);
    const { x0, y0, x1, y1 } = this.paper;
    this.x = within(this.x, x0, x1, this.width / this.scale);
    this.y = within(this.y, y0, y1, this.height / this.scale);
  }

  /** Where the camera must stand to show these points with some room around them. */
  framing(points: readonly Point[]): { x: number; y: number; scale: number } {
    if (!points.length) return { x: this.x, y: this.y, scale: this.scale };
    const box = grow(boxAround(points), 0.9 * W);
    const scale = Math.min(this.width / (box.x1 - box.x0), this.height / (box.y1 - box.y0), 1.5);
    return this.onPaper((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, this.limit(scale));
  }

  /** A place near this one from which hardly any table is seen beside the paper. */
  onPaper(x: number, y: number, scale: number): { x: number; y: number; scale: number } {
    const { x0, y0, x1, y1 } = this.paper;
    return {
      x: within(x, x0, x1, this.width / scale, NARROW),
      y: within(y, y0, y1, this.height / scale, NARROW),
      scale,
    };
  }
}

function within(at: number, from: number, to: number, seen: number, part = WIDE): number {
  const rim = part * seen;
  if (to - from <= seen) return (from + to) / 2;
  return Math.min(to - seen / 2 + rim, Math.max(from + seen / 2 - rim, at));
}
