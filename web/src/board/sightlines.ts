// Lines of sight, and the ground that a counter could reach.

import { R, outlines, trace } from './geometry';
import type { Pencil } from './overlays';
import type { Canvas2D } from './paint/brush';
import { HIGHLIGHT, alpha } from './palette';
import type { Point, SightLine } from './types';

const CLEAR = '#12805c';
const BLOCKED = '#c8202c';

/** A line from middle to middle: solid as far as it is clear, broken beyond what is in its way. */
export function drawSight({ g, sheet, zoom }: Pencil, line: SightLine): void {
  const [a, b] = [sheet.centres[sheet.hex(line.from)], sheet.centres[sheet.hex(line.to)]];
  if (!a || !b) return;
  const k = Math.max(1, 0.6 / zoom);
  const walls = line.blocks.map((name) => sheet.centres[sheet.hex(name)]).filter(Boolean);
  const end = line.isClear ? b : walls.length ? onLine(a, b, middleOf(walls)) : a;
  g.save();
  g.lineCap = 'round';
  if (!line.isClear) stroke(g, end, b, BLOCKED, k, [3 * k, 8 * k]);
  stroke(g, a, end, CLEAR, k, []);
  for (const [at, colour] of [
    [a, line.isClear || walls.length ? CLEAR : BLOCKED],
    [b, line.isClear ? CLEAR : BLOCKED],
  ] as const)
    disc(g, at, 6 * k, colour);
  if (!line.isClear) cross(g, walls.length ? end : b, 11 * k);
  g.restore();
}

function stroke(g: Canvas2D, a: Point, b: Point, colour: string, k: number, dash: number[]): void {
  if (a === b) return;
  for (const [width, style, pattern] of [
    [7.5, 'rgba(255,255,255,.95)', []],
    [4.2, colour, dash],
  ] as [number, string, number[]][]) {
    g.strokeStyle = style;
    g.lineWidth = width * k;
    g.setLineDash(pattern);
    g.beginPath();
    g.moveTo(a.x, a.y);
    g.lineTo(b.x, b.y);
    g.stroke();
  }
  g.setLineDash([]);
}

function disc(g: Canvas2D, { x, y }: Point, r: number, colour: string): void {
  g.beginPath();
  g.arc(x, y, r, 0, 7);
  g.fillStyle = '#fff';
  g.fill();
  g.beginPath();
  g.arc(x, y, r * 0.66, 0, 7);
  g.fillStyle = colour;
  g.fill();
}

/** Where the line ends: a red disc with a cross. */
function cross(g: Canvas2D, { x, y }: Point, r: number): void {
  disc(g, { x, y }, r * 1.25, BLOCKED);
  g.strokeStyle = '#fff';
  g.lineWidth = r * 0.28;
  const d = r * 0.34;
  g.beginPath();
  g.moveTo(x - d, y - d);
  g.lineTo(x + d, y + d);
  g.moveTo(x + d, y - d);
  g.lineTo(x - d, y + d);
  g.stroke();
}

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
  y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
});

/** The point of a line that is nearest to another one. */
function onLine(a: Point, b: Point, p: Point): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1);
  const k = Math.min(1, Math.max(0, t));
  return { x: a.x + dx * k, y: a.y + dy * k };
}

/** The ground that a counter could reach: tinted, with one bold line around it. */
export function drawReach({ g, sheet, zoom }: Pencil, names: readonly string[]): void {
  const hexes = new Set(names.map((name) => sheet.hex(name)).filter((h) => h >= 0));
  if (!hexes.size) return;
  const loops = outlines(hexes, (h) => hexes.has(h), sheet.centres, sheet.layout.neighbours, sheet.grid.corners);
  g.save();
  g.lineJoin = 'round';
  g.beginPath();
  for (const loop of loops) trace(g, loop, true);
  g.fillStyle = alpha(HIGHLIGHT.move, 0.15);
  g.fill('evenodd');
  for (const [width, colour, dash] of [
    [R * 0.17, 'rgba(255,255,255,.92)', []],
    [R * 0.1, HIGHLIGHT.move, [R * 0.34, R * 0.2]],
  ] as [number, string, number[]][]) {
    g.strokeStyle = colour;
    g.lineWidth = Math.max(width, (width * 0.4) / zoom);
    g.setLineDash(dash);
    g.stroke();
  }
  g.restore();
}
