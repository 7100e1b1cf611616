// Where pictures of the sheet come from: a worker, so that painting never holds up the hand; or, in a browser that
// has no canvas in workers, the page itself, one picture at a time.

import type { Layout } from '../wire';
import { loadFonts } from './fonts';
import { PaintQueue, type Picture, type PictureRequest, type ToWorker } from './queue';

export interface PictureSource {
  /** Paint these, in this order, instead of what was wanted before. */
  want(list: PictureRequest[]): void;
  destroy(): void;
}

class WorkerSource implements PictureSource {
  private readonly worker = new Worker(new URL('./painter.worker.ts', import.meta.url), { type: 'module' });

  constructor(layout: Layout, deliver: (picture: Picture) => void) {
    this.worker.onmessage = (event: MessageEvent<Picture>) => deliver(event.data);
    this.send({ kind: 'layout', layout });
  }

  want(list: PictureRequest[]): void {
    this.send({ kind: 'want', list });
  }

  destroy(): void {
    this.worker.terminate();
  }

  private send(message: ToWorker): void {
    this.worker.postMessage(message);
  }
}

class PageSource implements PictureSource {
  private readonly queue: PaintQueue;

  constructor(layout: Layout, deliver: (picture: Picture) => void) {
    const painter = import('./paint/painter').then(({ SheetPainter }) => new SheetPainter(layout));
    this.queue = new PaintQueue(painter, loadFonts(document.fonts), deliver);
  }

  want(list: PictureRequest[]): void {
    this.queue.want(list);
  }

  destroy(): void {
    this.queue.stop();
  }
}

function canPaintInWorker(): boolean {
  return typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined';
}

export function openSource(layout: Layout, deliver: (picture: Picture) => void): PictureSource {
  return canPaintInWorker() ? new WorkerSource(layout, deliver) : new PageSource(layout, deliver);
}
