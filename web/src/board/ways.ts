// The way of a move: a line from hex to hex, and in each what has been paid by then.

import { SANS } from './fonts';
import { trace } from './geometry';
import type { Pencil } from './overlays';
import type { Canvas2D } from './paint/brush';
import { HIGHLIGHT } from './palette';
import { smooth } from './routes';
import type { Point, Waypoint } from './types';

const LEGIBLE = 0.34; // pixels of the screen for one of the world: below, only the end says what it costs
const INK = '#fff';

type Stop = Point & { hex: string; cost: string };

const stopsOf = ({ sheet }: Pencil, way: readonly Waypoint[]): Stop[] =>
  way.flatMap((each) => {
    const at = sheet.middle(each.hex);
    return at ? [{ ...each, ...at }] : [];
  });

/** The line; it passes below the counters. */
export function drawWay(pencil: Pencil, way: readonly Waypoint[]): void {
  const stops = stopsOf(pencil, way);
  if (stops.length > 1) drawLine(pencil, stops);
}

/** The costs; `isHeld` says of a hex that a counter lies there, which they leave legible. */
export function drawCosts(pencil: Pencil, way: readonly Waypoint[], isHeld: (hex: string) => boolean): void {
  const { g, zoom } = pencil;
  const size = Math.min(22, Math.max(13, 11 / zoom));
  const stops = stopsOf(pencil, way);
  stops.forEach((stop, i) => {
    if (i === stops.length - 1) drawCost(g, stop, stop.cost, size * 1.15, true);
    else if (stop.cost && zoom > LEGIBLE) drawCost(g, onLine(stops, i, isHeld(stop.hex)), stop.cost, size, false);
  });
}

/** A point of the line: in a hex, or where it is entered. */
function onLine(stops: readonly Stop[], i: number, isAtEntry: boolean): Point {
  const [before, here, after] = [stops[i - 1] ?? stops[i], stops[i], stops[i + 1]];
  if (isAtEntry) return { x: (before.x + here.x) / 2, y: (before.y + here.y) / 2 };
  return { x: (before.x + 6 * here.x + after.x) / 8, y: (before.y + 6 * here.y + after.y) / 8 };
}

function drawLine({ g, zoom }: Pencil, stops: readonly Point[]): void {
  const width = Math.max(5.6, 2.6 / zoom);
  g.save();
  g.lineCap = 'round';
  g.lineJoin = 'round';
  g.beginPath();
  trace(g, smooth(stops), false);
  for (const [wide, ink] of [
    [width * 1.75, INK],
    [width, HIGHLIGHT.move],
  ] as const) {
    g.strokeStyle = ink;
    g.lineWidth = wide;
    g.stroke();
  }
  g.restore();
}

function drawCost(g: Canvas2D, { x, y }: Point, cost: string, size: number, isEnd: boolean): void {
  g.save();
  g.font = `700 ${size}px ${SANS}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  const wide = Math.max(size * 1.35, g.measureText(cost).width + size * 0.7);
  g.fillStyle = isEnd ? HIGHLIGHT.move : INK;
  g.strokeStyle = isEnd ? INK : HIGHLIGHT.move;
  g.lineWidth = size * 0.13;
  g.beginPath();
  g.roundRect(x - wide / 2, y - size * 0.675, wide, size * 1.35, size * 0.675);
  g.fill();
  g.stroke();
  g.fillStyle = isEnd ? INK : HIGHLIGHT.move;
  g.fillText(cost, x, y + size * 0.06);
  g.restore();
}
