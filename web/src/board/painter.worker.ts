// Paints pieces of the sheet away from the page; or gives the painter to a page that can have no worker.

import type { Layout } from '../wire';
import { loadFonts } from './fonts';
import { SheetPainter } from './paint/painter';
import { PaintQueue, type ToWorker } from './queue';

export interface PainterScope {
  makePainter?: (layout: Layout) => SheetPainter;
}

interface WorkerScope extends PainterScope {
  fonts: FontFaceSet;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

const scope = self as unknown as WorkerScope;
let queue: PaintQueue | null = null;

const listen: WorkerScope['onmessage'] = ({ data }) => {
  if (data.kind === 'want') {
    queue?.want(data.list);
    return;
  }
  const lettering = loadFonts(scope.fonts);
  const painter = Promise.resolve(new SheetPainter(data.layout));
  queue = new PaintQueue(painter, lettering, (picture) => scope.postMessage(picture, [picture.bitmap]));
};

if (typeof document === 'undefined') scope.onmessage = listen;
else scope.makePainter = (layout) => new SheetPainter(layout);
