// The whole sheet at the size of a stamp, with its counters and the part in sight.

import { type Box, W } from './geometry';
import type { Canvas2D } from './paint/brush';
import { PLAIN_TONE } from './palette';
import type { Sheet } from './sheet';
import type { Stack } from './stacks';

/** Keeps the picture of sheet and counters, so that only the frame is drawn when the camera moves. */
export class MiniMap {
  private backdrop: OffscreenCanvas | null = null;
  private shown: unknown[] = [];

  constructor(private readonly sheet: Sheet) {}

  draw(
    canvas: HTMLCanvasElement,
    picture: ImageBitmap | null,
    stacks: readonly Stack[],
    view: Box,
    ratio: number,
  ): void {
    const width = Math.round((canvas.clientWidth || canvas.width / ratio) * ratio);
    const height = Math.round((canvas.clientHeight || canvas.height / ratio) * ratio);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const g = canvas.getContext('2d');
    if (!g || !width || !height) return;
    const { x0, y0, x1, y1 } = this.sheet.box;
    const k = Math.min(width / (x1 - x0), height / (y1 - y0));
    const [left, top] = [(width - (x1 - x0) * k) / 2 - x0 * k, (height - (y1 - y0) * k) / 2 - y0 * k];
    const wanted = [picture, stacks, width, height];
    if (!this.backdrop || wanted.some((v, i) => v !== this.shown[i])) {
      this.shown = wanted;
      this.backdrop = new OffscreenCanvas(width, height);
      const b = this.backdrop.getContext('2d');
      b?.setTransform(k, 0, 0, k, left, top);
      if (b) this.paint(b, picture, stacks, ratio / k);
    }
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.clearRect(0, 0, width, height);
    g.drawImage(this.backdrop, 0, 0);
    g.setTransform(k, 0, 0, k, left, top);
    frame(g, this.sheet.box, view, ratio / k);
  }

  private paint(g: Canvas2D, picture: ImageBitmap | null, stacks: readonly Stack[], px: number): void {
    const { x0, y0, x1, y1 } = this.sheet.box;
    g.imageSmoothingQuality = 'high';
    g.fillStyle = '#8fa89a';
    g.fillRect(x0, y0, x1 - x0, y1 - y0);
    if (picture) g.drawImage(picture, x0, y0, x1 - x0, y1 - y0);
    const block = Math.min(W, Math.max(26, 3.4 * px));
    for (const { members } of stacks) {
      const { x, y, counter } = members[members.length - 1];
      const tone = this.sheet.layout.tones[counter.tone] ?? PLAIN_TONE;
      g.fillStyle = 'rgba(255,255,255,.9)';
      g.fillRect(x - block * 0.68, y - block * 0.68, block * 1.36, block * 1.36);
      g.fillStyle = tone.band || tone.edge;
      g.fillRect(x - block / 2, y - block / 2, block, block);
    }
  }
}

function frame(g: CanvasRenderingContext2D, paper: Box, view: Box, px: number): void {
  const x0 = Math.max(view.x0, paper.x0 + px);
  const y0 = Math.max(view.y0, paper.y0 + px);
  const w = Math.min(view.x1, paper.x1 - px) - x0;
  const h = Math.min(view.y1, paper.y1 - px) - y0;
  for (const [width, colour] of [
    [3.4, 'rgba(255,255,255,.95)'],
    [1.7, '#d81e2c'],
  ] as const) {
    g.strokeStyle = colour;
    g.lineWidth = width * px;
    g.strokeRect(x0, y0, w, h);
  }
}
