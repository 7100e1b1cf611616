// Where names go: as near to their place as they can without covering a plate, a box or another name.

import type { Label, Layout } from '../../wire';
import { type Box, W, grow } from '../geometry';
import type { Sheet } from '../sheet';
import type { Point } from '../types';

const OFFSETS: Point[] = [0, -0.5, 0.5, -0.95, 0.95].flatMap((y) =>
  [0, 0.5, -0.5, 1, -1].map((x) => ({ x: x * W, y: y * W })),
);

/** The middles of all labels; only names of villages give way. */
export function placeNames(sheet: Sheet): Point[] {
  const { layout } = sheet;
  const taken: Box[] = [...plateBoxes(sheet, layout), ...sheet.places.map((p) => p.box)];
  for (const label of layout.labels) if (label.style !== 'village') taken.push(boxOf(label, at(label)));
  return layout.labels.map((label) => {
    if (label.style !== 'village') return at(label);
    const best = OFFSETS.map((o) => ({ x: at(label).x + o.x, y: at(label).y + o.y, far: Math.hypot(o.x, o.y) }))
      .map((p) => ({ p, cost: cost(boxOf(label, p), taken, sheet.box) + p.far * 9 }))
      .reduce((a, b) => (b.cost < a.cost ? b : a)).p;
    taken.push(boxOf(label, best));
    return { x: best.x, y: best.y };
  });
}

const at = (label: Label): Point => ({ x: label.x * W, y: label.y * W });

function plateBoxes(sheet: Sheet, layout: Layout): Box[] {
  return layout.plates.map(({ hex }) => {
    const { x, y } = sheet.centres[hex];
    return grow({ x0: x, y0: y, x1: x, y1: y }, W * 0.42);
  });
}

/** The room that a name takes, seen from a little way off. */
function boxOf({ text }: Label, { x, y }: Point): Box {
  const [w, h] = [text.length * 4.6, 12];
  return { x0: x - w, y0: y - h, x1: x + w, y1: y + h };
}

/** How much of a box is covered already or lies off the paper. */
function cost(box: Box, taken: readonly Box[], paper: Box): number {
  const common = (b: Box): number =>
    Math.max(0, Math.min(box.x1, b.x1) - Math.max(box.x0, b.x0)) *
    Math.max(0, Math.min(box.y1, b.y1) - Math.max(box.y0, b.y0));
  const area = (box.x1 - box.x0) * (box.y1 - box.y0);
  return taken.reduce((sum, b) => sum + common(b), 0) + 4 * (area - common(paper));
}
