// Arrows from hex to hex: close attack, ranged fire, a move, a choice that was refused.

import { R, trace } from './geometry';
import type { Pencil } from './overlays';
import type { Canvas2D } from './paint/brush';
import { HIGHLIGHT } from './palette';
import { smooth } from './routes';
import type { ArrowKind, Point } from './types';

/** Draw an arrow: shafts pass below the counters, heads and signs lie on them. */
export function drawArrow(
  { g }: Pencil,
  kind: ArrowKind,
  from: Point,
  to: Point,
  isBelow: boolean,
  through: readonly Point[] = [],
): void {
  g.save();
  if (kind === 'ranged') drawArc(g, from, to, isBelow);
  else if (kind === 'move') drawMove(g, [from, ...through], to, isBelow);
  else if (!isBelow && kind === 'close') drawThrust(g, from, to);
  else if (!isBelow) drawRefused(g, from, to);
  g.restore();
}

function head(g: Canvas2D, at: Point, angle: number, colour: string, size: number): void {
  g.save();
  g.translate(at.x, at.y);
  g.rotate(angle);
  g.lineJoin = 'round';
  g.beginPath();
  g.moveTo(size, 0);
  g.lineTo(-size * 0.67, -size);
  g.lineTo(-size * 0.33, 0);
  g.lineTo(-size * 0.67, size);
  g.closePath();
  g.strokeStyle = '#fff';
  g.lineWidth = 4;
  g.stroke();
  g.fillStyle = colour;
  g.fill();
  g.restore();
}

/** An arrowhead on the hexside, in the gap between two counters. */
function drawThrust(g: Canvas2D, a: Point, b: Point): void {
  head(g, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, Math.atan2(b.y - a.y, b.x - a.x), HIGHLIGHT.target, 10);
}

/** A no-entry sign on the way. */
function drawRefused(g: Canvas2D, a: Point, b: Point): void {
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  g.fillStyle = '#fff';
  g.beginPath();
  g.arc(x, y, 11, 0, 7);
  g.fill();
  g.strokeStyle = '#b3261e';
  g.lineWidth = 3.2;
  g.beginPath();
  g.arc(x, y, 8, 0, 7);
  g.moveTo(x - 5.4, y + 5.4);
  g.lineTo(x + 5.4, y - 5.4);
  g.stroke();
}

/** A dashed arc that passes beside the units in between. */
function drawArc(g: Canvas2D, a: Point, b: Point, isBelow: boolean): void {
  const d = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const bend = Math.min(2.3 * R, 0.45 * d + 0.4 * R);
  const c = {
    x: (a.x + b.x) / 2 + ((b.y - a.y) / d) * bend,
    y: (a.y + b.y) / 2 - ((b.x - a.x) / d) * bend,
  };
  const t = Math.max(0.5, 1 - (0.72 * R) / d);
  const at = (u: number): Point => ({
    x: (1 - u) ** 2 * a.x + 2 * u * (1 - u) * c.x + u * u * b.x,
    y: (1 - u) ** 2 * a.y + 2 * u * (1 - u) * c.y + u * u * b.y,
  });
  const end = at(t);
  const before = at(t - 0.05);
  if (!isBelow) return head(g, end, Math.atan2(end.y - before.y, end.x - before.x), HIGHLIGHT.target, 9.5);
  for (const [width, colour, dash] of [
    [6.6, 'rgba(255,255,255,.95)', []],
    [3.7, HIGHLIGHT.target, [9, 5]],
  ] as [number, string, number[]][]) {
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.setLineDash(dash);
    g.beginPath();
    for (let u = 0; u <= 1; u += 1 / 24) g.lineTo(at(u * t).x, at(u * t).y);
    g.stroke();
  }
  g.setLineDash([]);
}

/** A line through points to the last, which its head points at. */
function drawMove(g: Canvas2D, points: readonly Point[], b: Point, isBelow: boolean): void {
  const a = points[points.length - 1];
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  const end = { x: b.x - Math.cos(angle) * R * 0.3, y: b.y - Math.sin(angle) * R * 0.3 };
  if (!isBelow) return head(g, end, angle, HIGHLIGHT.move, 11);
  g.lineCap = 'round';
  for (const [width, colour] of [
    [8, '#fff'],
    [4.6, HIGHLIGHT.move],
  ] as const) {
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.beginPath();
    trace(g, smooth([...points, end]), false);
    g.stroke();
  }
}
