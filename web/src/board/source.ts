// Where pictures of the sheet come from: a worker, so that painting never holds up the hand; or, where no worker can
// be had, the page itself, one picture at a time.

import type { Layout } from '../wire';
import { loadFonts } from './fonts';
import type { PainterScope } from './painter.worker';
import workerFile from './painter.worker.ts?worker&url';
import { PaintQueue, type Picture, type PictureRequest, type ToWorker } from './queue';

export interface PictureSource {
  /** Paint these, in this order, instead of what was wanted before. */
  want(list: PictureRequest[]): void;
  destroy(): void;
}

type Deliver = (picture: Picture) => void;

class WorkerSource implements PictureSource {
  private readonly worker = new Worker(workerFile, { type: 'module' });

  constructor(layout: Layout, deliver: Deliver, onfail: () => void) {
    this.worker.onmessage = (event: MessageEvent<Picture>) => deliver(event.data);
    this.worker.onerror = onfail;
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

/** The painter, out of the same file that a worker would run: a page gets it from there as a global. */
async function loadPainter(): Promise<NonNullable<PainterScope['makePainter']>> {
  await import(/* @vite-ignore */ workerFile);
  const { makePainter } = globalThis as PainterScope;
  if (!makePainter) throw new Error('the painter does not come');
  return makePainter;
}

class PageSource implements PictureSource {
  private readonly queue: PaintQueue;

  constructor(layout: Layout, deliver: Deliver) {
    const painter = loadPainter().then((makePainter) => makePainter(layout));
    this.queue = new PaintQueue(painter, loadFonts(document.fonts), deliver);
  }

  want(list: PictureRequest[]): void {
    this.queue.want(list);
  }

  destroy(): void {
    this.queue.stop();
  }
}

/** A worker; the page, if the worker fails before its first picture. */
class SafeSource implements PictureSource {
  private source: PictureSource;
  private wanted: PictureRequest[] = [];
  private hasPainted = false;

  constructor(
    private readonly layout: Layout,
    private readonly deliver: Deliver,
  ) {
    const take: Deliver = (picture) => {
      this.hasPainted = true;
      deliver(picture);
    };
    this.source = new WorkerSource(layout, take, () => this.fallBack());
  }

  want(list: PictureRequest[]): void {
    this.wanted = list;
    this.source.want(list);
  }

  destroy(): void {
    this.source.destroy();
  }

  private fallBack(): void {
    if (this.hasPainted || this.source instanceof PageSource) return;
    this.source.destroy();
    this.source = new PageSource(this.layout, this.deliver);
    this.source.want(this.wanted);
  }
}

export function openSource(layout: Layout, deliver: Deliver): PictureSource {
  return typeof Worker === 'undefined' ? new PageSource(layout, deliver) : new SafeSource(layout, deliver);
}
