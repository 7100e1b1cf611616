// Paints pieces of the sheet away from the page.

import { loadFonts } from './fonts';
import { SheetPainter } from './paint/painter';
import { PaintQueue, type ToWorker } from './queue';

interface WorkerScope {
  fonts: FontFaceSet;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

const scope = self as unknown as WorkerScope;
let queue: PaintQueue | null = null;

scope.onmessage = ({ data }) => {
  if (data.kind === 'want') {
    queue?.want(data.list);
    return;
  }
  const lettering = loadFonts(scope.fonts);
  const painter = Promise.resolve(new SheetPainter(data.layout));
  queue = new PaintQueue(painter, lettering, (picture) => scope.postMessage(picture, [picture.bitmap]));
};
