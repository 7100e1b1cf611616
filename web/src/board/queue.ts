// Pictures of the sheet, painted one after another.

import type { Layout } from '../wire';
import type { Box } from './geometry';
import type { Look, SheetPainter } from './paint/painter';

export interface PictureRequest {
  name: string;
  box: Box;
  scale: number;
  /** CSS pixels to device pixels. */
  ratio: number;
  look: Look;
  lookNumber: number;
  hasPrint: boolean;
}

export interface Picture {
  name: string;
  lookNumber: number;
  bitmap: ImageBitmap;
}

export type ToWorker = { kind: 'layout'; layout: Layout } | { kind: 'want'; list: PictureRequest[] };

/** Paint one picture. */
function paintPicture(painter: SheetPainter, request: PictureRequest): Picture | null {
  const { box, scale, ratio, look, hasPrint, name, lookNumber } = request;
  const width = Math.max(1, Math.ceil((box.x1 - box.x0) * scale - 1e-6));
  const height = Math.max(1, Math.ceil((box.y1 - box.y0) * scale - 1e-6));
  const canvas = new OffscreenCanvas(width, height);
  const g = canvas.getContext('2d');
  if (!g) return null;
  g.setTransform(scale, 0, 0, scale, -box.x0 * scale, -box.y0 * scale);
  painter.paint(g, box, scale, ratio, look, hasPrint);
  return { name, lookNumber, bitmap: canvas.transferToImageBitmap() };
}

/** A queue of pictures, painted one after another with a pause for messages in between. */
export class PaintQueue {
  private list: PictureRequest[] = [];
  private readonly sent = new Map<string, number>();
  private isRunning = false;

  constructor(
    private readonly painter: Promise<SheetPainter>,
    /** Kept when the letters are there; pictures without print do not wait for it. */
    private readonly lettering: Promise<void>,
    private readonly deliver: (picture: Picture) => void,
  ) {}

  want(list: PictureRequest[]): void {
    // what was sent a moment ago may not have arrived when the list was made
    const recent = performance.now() - 400;
    for (const [name, time] of this.sent) if (time < recent) this.sent.delete(name);
    this.list = list.filter((r) => !this.sent.has(`${r.lookNumber}:${r.name}`));
    if (!this.isRunning) void this.run();
  }

  stop(): void {
    this.list = [];
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    const painter = await this.painter;
    for (let next = this.list.shift(); next; next = this.list.shift()) {
      if (next.hasPrint) await this.lettering;
      this.paint(painter, next);
      await new Promise((done) => setTimeout(done, 0));
    }
    this.isRunning = false;
  }

  private paint(painter: SheetPainter, request: PictureRequest): void {
    try {
      const picture = paintPicture(painter, request);
      if (picture) this.deliver(picture);
    } catch (error) {
      // one bad picture must not stop the others
      reportError(error);
    }
    this.sent.set(`${request.lookNumber}:${request.name}`, performance.now());
  }
}
