// Small things that are many and alike, such as bushes and stones: each kind is drawn once and then stamped.

import type { Box } from '../geometry';
import type { Point } from '../types';
import type { Canvas2D } from './brush';

export class Stamps {
  private readonly sheet: OffscreenCanvas;
  private readonly side: number;

  /** `draw` draws one kind around (0, 0) in world units, reaching no further than `reach`. */
  constructor(
    private readonly px: number,
    readonly kinds: number,
    reach: number,
    draw: (g: OffscreenCanvasRenderingContext2D, kind: number) => void,
  ) {
    this.side = Math.ceil(reach * 2 * px) + 2;
    this.sheet = new OffscreenCanvas(this.side * kinds, this.side);
    const g = this.sheet.getContext('2d');
    for (let k = 0; g && k < kinds; k++) {
      g.setTransform(px, 0, 0, px, this.side * (k + 0.5), this.side / 2);
      draw(g, k);
    }
  }

  /** Put stamps onto whole pixels of a picture whose upper left corner shows `origin`. */
  put(g: Canvas2D, origin: Box, list: Iterable<Point & { kind: number }>): void {
    const { side, px } = this;
    const half = side / 2;
    g.save();
    g.setTransform(1, 0, 0, 1, 0, 0);
    for (const { x, y, kind } of list) {
      const left = Math.round((x - origin.x0) * px - half);
      const top = Math.round((y - origin.y0) * px - half);
      g.drawImage(this.sheet, kind * side, 0, side, side, left, top, side, side);
    }
    g.restore();
  }
}
