// A crowd of counters as one picture, a little larger than the view: moving the sheet then moves one picture.

import type { Frame } from './ground';
import type { Stack } from './stacks';

const RIM = 224; // pixels around the view

const MOST_STRETCH = 1.6;

export interface Stretched {
  picture: ImageBitmap;
  x: number;
  y: number;
  width: number;
  height: number;
}

export class CrowdLayer {
  private picture: ImageBitmap | null = null;
  private shown: { stacks: readonly Stack[]; scale: number; left: number; top: number; isExact: boolean } = {
    stacks: [],
    scale: 1,
    left: 0,
    top: 0,
    isExact: false,
  };

  /** Where the picture is to be put so that it fits the frame; null if it shows something else or not enough. */
  fit(frame: Frame, stacks: readonly Stack[]): Stretched | null {
    const { shown, picture } = this;
    if (!picture || !shown.isExact || shown.stacks !== stacks || shown.scale !== frame.scale) return null;
    if (picture.width !== frame.width + 2 * RIM || picture.height !== frame.height + 2 * RIM) return null;
    const [x, y] = [frame.left - shown.left, frame.top - shown.top];
    const { width, height } = picture;
    return Math.abs(x) <= RIM && Math.abs(y) <= RIM ? { picture, x: x - RIM, y: y - RIM, width, height } : null;
  }

  /** The same while zooming: the picture of a scale not too far off, stretched; null if it does not fill the view. */
  stretch(frame: Frame, stacks: readonly Stack[]): Stretched | null {
    const { shown, picture } = this;
    const k = frame.scale / shown.scale;
    if (!picture || shown.stacks !== stacks || k > MOST_STRETCH || k < 1 / MOST_STRETCH) return null;
    const [x, y] = [frame.left - (shown.left + RIM) * k, frame.top - (shown.top + RIM) * k];
    const [width, height] = [picture.width * k, picture.height * k];
    const isWhole = x <= 0 && y <= 0 && x + width >= frame.width && y + height >= frame.height;
    return isWhole ? { picture, x, y, width, height } : null;
  }

  /** Take a new picture of the view and its rim; `draw` gets a context and the frame to draw in. */
  take(
    frame: Frame,
    stacks: readonly Stack[],
    isExact: boolean,
    draw: (g: OffscreenCanvasRenderingContext2D, frame: Frame) => void,
  ): void {
    const [width, height] = [frame.width + 2 * RIM, frame.height + 2 * RIM];
    const canvas = new OffscreenCanvas(width, height);
    const g = canvas.getContext('2d');
    if (!g) return;
    const rim = RIM / frame.scale;
    const { x0, y0, x1, y1 } = frame.view;
    const view = { x0: x0 - rim, y0: y0 - rim, x1: x1 + rim, y1: y1 + rim };
    draw(g, { ...frame, left: frame.left + RIM, top: frame.top + RIM, width, height, view });
    this.picture?.close();
    this.picture = canvas.transferToImageBitmap();
    const { scale, left, top } = frame;
    this.shown = { stacks, scale, left, top, isExact };
  }

  clear(): void {
    this.picture?.close();
    this.picture = null;
  }
}
