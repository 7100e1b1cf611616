// Where counters lie: stacked in their hex or place, or fanned out side by side.

import type { Counter } from '../wire';
import { R } from './geometry';
import type { Place, Sheet } from './sheet';
import type { Point } from './types';

/** The size of a counter in world units. */
export const SIZE = R * 1.22;

export interface Placed {
  key: string;
  counter: Counter;
  x: number;
  y: number;
  size: number;
}

/** The counters of one hex or place, lowest first. */
export interface Stack {
  hex: number;
  place: Place | null;
  at: Point;
  members: Placed[];
}

export const keyOf = (counter: Counter): string => `${counter.kind}:${counter.id}`;

/** All stacks of a scene. Counters without a place on the sheet are left out. */
export function stacksOf(sheet: Sheet, counters: readonly Counter[]): Stack[] {
  const groups = new Map<string, { hex: number; place: Place | null; list: Counter[] }>();
  for (const counter of counters) {
    const hex = sheet.hex(counter.hex);
    const place = hex < 0 ? (sheet.place(counter.spot) ?? null) : null;
    if (hex < 0 && !place) continue;
    const name = place ? place.key : String(hex);
    const group = groups.get(name);
    if (group) group.list.push(counter);
    else groups.set(name, { hex, place, list: [counter] });
  }
  return [...groups.values()].map(({ hex, place, list }) => stack(sheet, hex, place, list));
}

function stack(sheet: Sheet, hex: number, place: Place | null, list: Counter[]): Stack {
  const sorted = [...list].sort((a, b) => (a.layer ?? 0) - (b.layer ?? 0));
  const at = place ? middleOf(place) : sheet.centres[hex];
  const size = place ? sizeIn(place, sorted.length) : SIZE;
  const spread = pile(sorted.length, size);
  const members = sorted.map((counter, i) => ({
    key: keyOf(counter),
    counter,
    x: at.x + spread[i].x,
    y: at.y + spread[i].y,
    size: spread[i].size,
  }));
  return { hex, place, at, members };
}

const LABEL = 13; // world units at the foot of a place that has a name

function middleOf({ spot, centre }: Place): Point {
  return { x: centre.x, y: centre.y - (spot.label ? LABEL * 0.75 : 0) };
}

/** As large as fits into a place above its name; a pile may look over its upper edge a little. */
function sizeIn({ spot, box }: Place, count: number): number {
  const tall = box.y1 - box.y0 - (spot.label ? LABEL : 0) + 3;
  const wide = (box.x1 - box.x0) * 0.84;
  const reach = count === 1 ? 1 : (count === 2 ? 0.9 : 0.84) * (1 + (count === 2 ? 0.3 : 0.62));
  return Math.min(SIZE * 0.86, wide, tall / reach);
}

/** Offsets of `count` counters on a pile: the lower one keeps its name in sight as long as there is room. */
export function pile(count: number, size: number): { x: number; y: number; size: number }[] {
  if (count === 1) return [{ x: 0, y: 0, size }];
  const s = size * (count === 2 ? 0.9 : 0.84);
  const down = s * Math.min(0.3, 0.62 / (count - 1));
  const right = s * Math.min(0.07, 0.18 / (count - 1));
  return Array.from({ length: count }, (_, i) => {
    const n = i - (count - 1) / 2;
    return { x: n * right, y: n * down, size: s };
  });
}

const ACROSS = 5;

/** The same counters side by side, in rows of five at most. */
export function fanOf(pileUp: Stack, size = SIZE): Placed[] {
  const { members, at } = pileUp;
  const rows = Math.ceil(members.length / ACROSS);
  const across = Math.ceil(members.length / rows);
  return members.map((m, i) => {
    const row = Math.floor(i / across);
    const inRow = Math.min(across, members.length - row * across);
    return {
      ...m,
      size,
      x: at.x + ((i % across) - (inRow - 1) / 2) * size * 1.12,
      y: at.y + (row - (rows - 1) / 2) * size * 1.14,
    };
  });
}

/** The topmost counter at a point. */
export function topAt(members: readonly Placed[], x: number, y: number): Placed | null {
  for (let i = members.length - 1; i >= 0; i--) {
    const m = members[i];
    if (Math.abs(x - m.x) <= m.size / 2 && Math.abs(y - m.y) <= m.size / 2) return m;
  }
  return null;
}
