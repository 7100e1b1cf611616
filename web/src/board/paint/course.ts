// Long lines cut into pieces, so that a tile strokes only what it shows and dashes still run on from tile to tile.

import { type Box, boxAround, grow, touches, trace } from '../geometry';
import type { Point } from '../types';
import type { Canvas2D } from './brush';

const LENGTH = 48;

interface Piece {
  points: Point[];
  box: Box;
  start: number;
}

export class Courses {
  private readonly pieces: Piece[] = [];

  constructor(runs: readonly (readonly Point[])[], isClosed = false) {
    for (const run of runs) this.cut(isClosed && run.length ? [...run, run[0]] : run);
  }

  /** Stroke what comes near a box. */
  stroke(g: Canvas2D, box: Box, style: string, width: number, dash: number[] = [], cap: CanvasLineCap = 'butt'): void {
    g.strokeStyle = style;
    g.lineWidth = width;
    g.lineJoin = 'round';
    g.lineCap = cap;
    const shown = this.near(box, width);
    if (!dash.length) {
      g.beginPath();
      for (const p of shown) trace(g, p.points);
      g.stroke();
      return;
    }
    g.setLineDash(dash);
    for (const p of shown) {
      g.lineDashOffset = p.start;
      g.beginPath();
      trace(g, p.points);
      g.stroke();
    }
    g.lineDashOffset = 0;
    g.setLineDash([]);
  }

  /** The points that come near a box. */
  pointsNear(box: Box, by: number): Point[] {
    return this.near(box, by).flatMap((p) => p.points);
  }

  private near(box: Box, by: number): Piece[] {
    const wide = grow(box, by);
    return this.pieces.filter((p) => touches(p.box, wide));
  }

  private cut(run: readonly Point[]): void {
    let start = 0;
    for (let i = 0; i < run.length - 1; i += LENGTH) {
      const points = run.slice(i, i + LENGTH + 1);
      this.pieces.push({ points, box: boxAround(points), start });
      for (let k = 1; k < points.length; k++)
        start += Math.hypot(points[k].x - points[k - 1].x, points[k].y - points[k - 1].y);
    }
  }
}
