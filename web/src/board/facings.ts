// How counters lie: a wedge at the hexside that a counter faces, and the facings that can be chosen.

import type { Counter, Layout } from '../wire';
import { R, W, stepsOf } from './geometry';
import type { Pencil } from './overlays';
import type { Canvas2D } from './paint/brush';
import { HIGHLIGHT, PLAIN_TONE } from './palette';
import type { Placed } from './stacks';
import type { Point, Turnable } from './types';

type Words = Pick<Layout, 'directions' | 'shape' | 'tones'>;

const CREAM = '#fffdf2';
const REACH = 0.525; // from the middle of a hex to the tip of a wedge: just beyond the hexside
const APART = 15; // world units between the wedges of one hexside

/** The number of the hexside that a counter faces; -1 for none. */
export function sideOf(layout: Pick<Layout, 'directions'>, word: string | undefined): number {
  return word ? layout.directions.indexOf(word) : -1;
}

const angleOf = ({ shape }: Pick<Layout, 'shape'>, side: number): number =>
  ((60 * side - (shape === 'flat' ? 90 : 60)) * Math.PI) / 180;

/** A wedge that points outward, its tip at (0, 0), drawn for a direction to the right. */
function wedge(g: Canvas2D, at: Point, angle: number, size: number, fill: string, edge: string): void {
  g.save();
  g.translate(at.x, at.y);
  g.rotate(angle);
  g.beginPath();
  g.moveTo(0, 0);
  g.lineTo(-size, -size * 0.82);
  g.lineTo(-size * 0.72, 0);
  g.lineTo(-size, size * 0.82);
  g.closePath();
  g.lineJoin = 'round';
  g.strokeStyle = edge;
  g.lineWidth = size * 0.42;
  g.stroke();
  g.fillStyle = fill;
  g.fill();
  g.restore();
}

/** The wedges of the counters of a hex, beside each other where several face the same hexside. */
export function drawFacings(pencil: Pencil, at: Point, members: readonly Placed[]): void {
  const { g, sheet } = pencil;
  const steps = stepsOf(sheet.layout.shape);
  const bySide = new Map<number, Counter[]>();
  for (const { counter } of members) {
    const side = sideOf(sheet.layout, counter.facing);
    if (side >= 0) bySide.set(side, [...(bySide.get(side) ?? []), counter]);
  }
  for (const [side, list] of bySide)
    list.forEach((counter, i) => {
      const out = { x: steps[side].x / W, y: steps[side].y / W };
      const along = (i - (list.length - 1) / 2) * APART;
      const tip = { x: at.x + out.x * W * REACH - out.y * along, y: at.y + out.y * W * REACH + out.x * along };
      const tone = sheet.layout.tones[counter.tone] ?? PLAIN_TONE;
      wedge(g, tip, angleOf(sheet.layout, side), Math.max(9.5, 5.5 / pencil.zoom), tone.edge, CREAM);
    });
}

/** The wedge of one counter at its own edge, for counters beside the map or in the air. */
export function drawOwnFacing(g: Canvas2D, counter: Counter, layout: Words, x: number, y: number, size: number): void {
  const side = sideOf(layout, counter.facing);
  if (side < 0) return;
  const angle = angleOf(layout, side);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const out = size * (0.5 / Math.max(Math.abs(cos), Math.abs(sin)) + 0.13);
  const tone = layout.tones[counter.tone] ?? PLAIN_TONE;
  wedge(g, { x: x + cos * out, y: y + sin * out }, angle, size * 0.22, tone.edge, CREAM);
}

/** The hexsides to choose from, and the one that is aimed at with all that it would look through. */
export function drawTurn(pencil: Pencil, { hex, sides, ghost, front }: Turnable): void {
  const { g, sheet } = pencil;
  const at = sheet.centres[sheet.hex(hex)];
  if (!at) return;
  const { layout } = sheet;
  const steps = stepsOf(layout.shape);
  const tipOf = (side: number, k: number): Point => ({ x: at.x + steps[side].x * k, y: at.y + steps[side].y * k });
  if (ghost !== null) drawFront(pencil, at, ghost, front);
  for (const side of sides)
    if (side !== ghost)
      wedge(g, tipOf(side, REACH), angleOf(layout, side), Math.max(8.5, 5 / pencil.zoom), CREAM, HIGHLIGHT.legal);
  if (ghost === null) return;
  wedge(g, tipOf(ghost, 0.62), angleOf(layout, ghost), Math.max(15, 10 / pencil.zoom), HIGHLIGHT.selected, '#2a2006');
}

/** The hexsides that a counter looks through, as one bold line. */
function drawFront({ g, sheet }: Pencil, at: Point, middle: number, front: number): void {
  const { corners } = sheet.grid;
  const half = (front - 1) / 2;
  g.lineJoin = g.lineCap = 'round';
  for (const [width, colour] of [
    [R * 0.22, '#2a2006'],
    [R * 0.13, HIGHLIGHT.selected],
  ] as const) {
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.beginPath();
    for (let i = middle - half; i <= middle + half + 1; i++) {
      const corner = corners[(i + 12) % 6];
      g.lineTo(at.x + corner.x * 0.97, at.y + corner.y * 0.97);
    }
    g.stroke();
  }
}
