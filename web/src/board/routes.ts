// Ways and stretches of ground that lie under the counters: axes of advance, retreats, objectives, smoke, light.

import type { Patch, Trace } from '../wire';
import { SANS } from './fonts';
import { R, outlines, trace } from './geometry';
import type { Pencil } from './overlays';
import type { Canvas2D } from './paint/brush';
import { alpha } from './palette';
import type { Sheet } from './sheet';
import type { Point } from './types';

const FAINT = 0.42;
const PLAIN = '#3b4046';

/** The colour of whoever it belongs to. */
const colourOf = (sheet: Sheet, tone: string | undefined): string =>
  (tone && (sheet.layout.tones[tone]?.line ?? sheet.layout.tones[tone]?.edge)) || PLAIN;

/** Whether it stands out: by itself, or because one of its counters is looked at. */
export const standsOut = (shown: Trace | Patch, looked: ReadonlySet<string>): boolean =>
  Boolean(shown.is_strong) || (shown.counters ?? []).some((key) => looked.has(key));

/** A smooth line through points: straight into the first and out of the last, round in between. */
export function smooth(points: readonly Point[]): Point[] {
  if (points.length < 3) return [...points];
  const found: Point[] = [points[0]];
  for (let i = 1; i < points.length - 1; i++) {
    const [a, b, c] = [points[i - 1], points[i], points[i + 1]];
    const from = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const to = { x: (b.x + c.x) / 2, y: (b.y + c.y) / 2 };
    for (let step = 0; step <= 6; step++) {
      const t = step / 6;
      found.push({
        x: (1 - t) ** 2 * from.x + 2 * t * (1 - t) * b.x + t * t * to.x,
        y: (1 - t) ** 2 * from.y + 2 * t * (1 - t) * b.y + t * t * to.y,
      });
    }
  }
  found.push(points[points.length - 1]);
  return found;
}

export function drawTraces(pencil: Pencil, traces: readonly Trace[], looked: ReadonlySet<string>): void {
  for (const shown of traces) {
    const points = shown.hexes.flatMap((name) => pencil.sheet.middle(name) ?? []);
    if (points.length < 2) continue;
    const isStrong = standsOut(shown, looked);
    pencil.g.save();
    pencil.g.globalAlpha = isStrong ? 1 : FAINT;
    drawWay(pencil, smooth(points), shown, isStrong);
    pencil.g.restore();
  }
}

function drawWay({ g, sheet, zoom }: Pencil, way: readonly Point[], shown: Trace, isStrong: boolean): void {
  const colour = colourOf(sheet, shown.tone);
  const width = Math.max(isStrong ? 7 : 5, 2.6 / zoom);
  g.lineCap = 'round';
  g.lineJoin = 'round';
  for (const [wide, ink] of [
    [width + Math.max(4, 1.6 / zoom), 'rgba(255,255,255,.9)'],
    [width, colour],
  ] as const) {
    g.strokeStyle = ink;
    g.lineWidth = wide;
    g.setLineDash(shown.style === 'dashed' && ink === colour ? [width * 2.4, width * 1.8] : []);
    g.beginPath();
    trace(g, way, false);
    g.stroke();
  }
  g.setLineDash([]);
  if (shown.style !== 'line') drawHead(g, way, colour, width * 2.6);
  if (shown.label && (isStrong || zoom > 0.4)) drawLabel(g, shown.label, way[Math.floor(way.length / 2)], colour, zoom);
}

function drawHead(g: Canvas2D, way: readonly Point[], colour: string, size: number): void {
  const [before, end] = [way[way.length - 2], way[way.length - 1]];
  g.save();
  g.translate(end.x, end.y);
  g.rotate(Math.atan2(end.y - before.y, end.x - before.x));
  g.beginPath();
  g.moveTo(size, 0);
  g.lineTo(-size * 0.5, -size * 0.8);
  g.lineTo(-size * 0.5, size * 0.8);
  g.closePath();
  g.lineWidth = Math.max(2, size * 0.18);
  g.strokeStyle = '#fff';
  g.stroke();
  g.fillStyle = colour;
  g.fill();
  g.restore();
}

function drawLabel(g: Canvas2D, label: string, { x, y }: Point, colour: string, zoom: number): void {
  const size = Math.min(26, Math.max(13, 11 / zoom));
  g.font = `700 ${size}px ${SANS}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  const wide = g.measureText(label).width + size * 0.9;
  g.fillStyle = '#fffdf6';
  g.strokeStyle = colour;
  g.lineWidth = Math.max(1.6, 1.2 / zoom);
  g.beginPath();
  g.roundRect(x - wide / 2, y - size * 0.72, wide, size * 1.44, size * 0.3);
  g.fill();
  g.stroke();
  g.fillStyle = colour;
  g.fillText(label, x, y + size * 0.05);
}

export function drawPatches(pencil: Pencil, patches: readonly Patch[], looked: ReadonlySet<string>): void {
  for (const shown of patches) {
    if (!shown.hexes.length) {
      drawEverywhere(pencil, shown, patches);
      continue;
    }
    const hexes = hexesOf(pencil.sheet, shown);
    if (!hexes.length) continue;
    pencil.g.save();
    drawGround(pencil, hexes, shown, patches, standsOut(shown, looked));
    pencil.g.restore();
  }
}

const hexesOf = (sheet: Sheet, shown: Patch): number[] =>
  shown.hexes.map((name) => sheet.hex(name)).filter((hex) => hex >= 0);

/** Over the whole map, except where there is light. */
function drawEverywhere({ g, sheet }: Pencil, shown: Patch, patches: readonly Patch[]): void {
  const { x0, y0, x1, y1 } = sheet.box;
  const shape = new Path2D();
  shape.rect(x0, y0, x1 - x0, y1 - y0);
  for (const light of patches) if (light.style === 'light') shape.addPath(shapeOf(sheet, hexesOf(sheet, light), light));
  g.fillStyle = lookOf(shown, PLAIN, false).fill;
  g.fill(shape, 'evenodd');
}

interface Look {
  fill: string;
  edge: string;
  isHatched: boolean;
}

function lookOf(shown: Patch, colour: string, isStrong: boolean): Look {
  switch (shown.style) {
    case 'smoke':
      return { fill: 'rgba(225,226,222,.66)', edge: 'rgba(120,122,118,.7)', isHatched: false };
    case 'water':
      return { fill: 'rgba(70,120,142,.62)', edge: 'rgba(238,246,246,.75)', isHatched: false };
    case 'light':
      return { fill: 'rgba(255,236,150,.34)', edge: 'rgba(214,160,20,.9)', isHatched: false };
    case 'front':
      return { fill: alpha(colour, 0.2), edge: colour, isHatched: false };
    case 'dark':
      return { fill: 'rgba(14,20,42,.46)', edge: 'rgba(14,20,42,.5)', isHatched: false };
    default:
      return {
        fill: alpha(colour, isStrong ? 0.26 : 0.1),
        edge: alpha(colour, isStrong ? 0.95 : 0.5),
        isHatched: shown.style === 'hatched',
      };
  }
}

/** The shape of each patch that is shown: it is drawn in every frame, and changes with the scene alone. */
const shapes = new WeakMap<Patch, Path2D>();

function shapeOf(sheet: Sheet, hexes: readonly number[], shown: Patch): Path2D {
  const known = shapes.get(shown);
  if (known) return known;
  const inside = new Set(hexes);
  const isIn = (hex: number): boolean => inside.has(hex);
  const shape = new Path2D();
  for (const loop of outlines(inside, isIn, sheet.centres, sheet.layout.neighbours, sheet.grid.corners))
    trace(shape, loop, true);
  shapes.set(shown, shape);
  return shape;
}

function drawGround(
  pencil: Pencil,
  hexes: readonly number[],
  shown: Patch,
  all: readonly Patch[],
  isStrong: boolean,
): void {
  const { g, sheet, zoom } = pencil;
  const colour = colourOf(sheet, shown.tone);
  const look = lookOf(shown, colour, isStrong);
  const shape = shapeOf(sheet, hexes, shown);
  g.lineJoin = 'round';
  g.fillStyle = look.fill;
  g.fill(shape, 'evenodd');
  g.strokeStyle = look.edge;
  if (shown.style === 'front') return drawFront(pencil, hexes, shown, all);
  g.lineWidth = Math.max(isStrong ? 4 : 2.6, (isStrong ? 2.2 : 1.4) / zoom);
  g.stroke(shape);
  if (look.isHatched) drawHatching(pencil, shape, hexes, look.edge);
  if (shown.label && (isStrong || zoom > 0.4)) drawLabel(g, shown.label, topOf(sheet, hexes), colour, zoom);
}

const fronts = new WeakMap<Patch, Path2D>();

/** The sides where ground meets that of somebody else. */
function frontOf(sheet: Sheet, hexes: readonly number[], shown: Patch, all: readonly Patch[]): Path2D {
  const known = fronts.get(shown);
  if (known) return known;
  const others = all.filter((patch) => patch.style === 'front' && patch !== shown);
  const beyond = new Set(others.flatMap((patch) => hexesOf(sheet, patch)));
  const { layout, centres, grid } = sheet;
  const line = new Path2D();
  for (const h of hexes)
    layout.neighbours[h].forEach((n, d) => {
      if (!beyond.has(n)) return;
      const [a, b] = [grid.corners[d], grid.corners[(d + 1) % 6]];
      line.moveTo(centres[h].x + a.x * 0.94, centres[h].y + a.y * 0.94);
      line.lineTo(centres[h].x + b.x * 0.94, centres[h].y + b.y * 0.94);
    });
  fronts.set(shown, line);
  return line;
}

/** A line along the front, light around dark, so that it is seen on any ground. */
function drawFront({ g, sheet, zoom }: Pencil, hexes: readonly number[], shown: Patch, all: readonly Patch[]): void {
  const line = frontOf(sheet, hexes, shown, all);
  const wide = Math.max(6, 2.6 / zoom);
  g.lineCap = 'round';
  g.strokeStyle = 'rgba(255,255,255,.85)';
  g.lineWidth = wide * 1.7;
  g.stroke(line);
  g.strokeStyle = colourOf(sheet, shown.tone);
  g.lineWidth = wide;
  g.stroke(line);
}

/** Slanting strokes inside a shape. */
function drawHatching({ g, sheet }: Pencil, shape: Path2D, hexes: readonly number[], ink: string): void {
  g.save();
  g.clip(shape, 'evenodd');
  g.strokeStyle = ink;
  g.lineWidth = 2;
  g.beginPath();
  for (const hex of hexes) {
    const { x, y } = sheet.centres[hex];
    for (let i = -2; i <= 2; i++) {
      g.moveTo(x + (i * R) / 2 - R, y + R);
      g.lineTo(x + (i * R) / 2 + R, y - R);
    }
  }
  g.stroke();
  g.restore();
}

/** Above the northernmost hex: where a label covers least. */
function topOf(sheet: Sheet, hexes: readonly number[]): Point {
  const top = hexes.map((hex) => sheet.centres[hex]).reduce((a, b) => (b.y < a.y ? b : a));
  return { x: top.x, y: top.y - R * 0.62 };
}
