// How the map is to be moved so that what matters is in sight, and what lies beyond its edges all the same.

import type { Point } from '../board';

interface Size {
  clientWidth: number;
  clientHeight: number;
}

export interface Room {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Side = 'left' | 'right' | 'top' | 'bottom';

/** Places of one side that are out of sight: how many, which is nearest, and where along the edge they lie. */
export interface Beyond<T> {
  side: Side;
  count: number;
  nearest: T;
  at: number;
}

const EDGE = 60;
const TOOLS = 80; // the buttons at the right
const SAMPLES = 24;

/** The part of a frame in which things are well in sight. */
export const roomIn = ({ clientWidth: width, clientHeight: height }: Size): Room => {
  const [x, y] = [Math.min(EDGE, width / 6), Math.min(EDGE, height / 6)];
  return { left: x, top: y, right: width - Math.min(TOOLS, width / 4), bottom: height - y };
};

export const isWithin = ({ x, y }: Point, room: Room): boolean =>
  x >= room.left && x <= room.right && y >= room.top && y <= room.bottom;

function around(points: readonly Point[]): Room {
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

const fits = (inner: Room, room: Room): boolean =>
  inner.right - inner.left <= room.right - room.left && inner.bottom - inner.top <= room.bottom - room.top;

/** The least move that brings a stretch into another one that is longer. */
const push = (from: number, to: number, low: number, high: number): number =>
  from < low ? low - from : to > high ? high - to : 0;

const toMiddle = (inner: Room, room: Room): Point => ({
  x: (room.left + room.right - inner.left - inner.right) / 2,
  y: (room.top + room.bottom - inner.top - inner.bottom) / 2,
});

/**
 * By how much to move what is seen so that points come into a room: all of them if they fit, else as many as can be, with
 * those that must be there. Null where it is well as it is: all are there, or, where not all fit, half of what could be.
 */
export function bestShift(points: readonly Point[], must: readonly Point[], room: Room): Point | null {
  const all = [...points, ...must];
  const seen = all.filter((point) => isWithin(point, room));
  if (seen.length === all.length) return null;
  const whole = around(all);
  if (fits(whole, room)) {
    if (!seen.length) return toMiddle(whole, room);
    return {
      x: push(whole.left, whole.right, room.left, room.right),
      y: push(whole.top, whole.bottom, room.top, room.bottom),
    };
  }
  const best = richest(all, must, room);
  const isWell = must.every((point) => isWithin(point, room)) && seen.length * 2 >= best.length;
  return isWell ? null : toMiddle(around(best), room);
}

/** The largest group of points that fits into a room, with those that must be in it as far as they fit. */
function richest(all: readonly Point[], must: readonly Point[], room: Room): Point[] {
  const needed = must.length && fits(around(must), room) ? must : must.slice(0, 1);
  const [width, height] = [room.right - room.left, room.bottom - room.top];
  const step = Math.max(1, Math.floor(all.length / SAMPLES));
  const sample = all.filter((_, i) => i % step === 0);
  let best: Point[] = [];
  for (const { x: left } of [...sample, ...needed])
    for (const { y: top } of [...sample, ...needed]) {
      const window = { left, top, right: left + width, bottom: top + height };
      if (!needed.every((point) => isWithin(point, window))) continue;
      const found = all.filter((point) => isWithin(point, window));
      if (found.length > best.length) best = found;
    }
  return best.length ? best : [...needed, ...all.slice(0, 1)].slice(0, 1);
}

/** What is out of sight, by the side on which it lies. */
export function beyond<T>(places: readonly { place: T; at: Point }[], frame: Size): Beyond<T>[] {
  const found = new Map<Side, { far: number; nearest: T; along: number[] }>();
  const { clientWidth, clientHeight } = frame; // asked once: the page may have to be laid out for it
  for (const { place, at } of places) {
    const over: [Side, number][] = [
      ['left', -at.x],
      ['right', at.x - clientWidth],
      ['top', -at.y],
      ['bottom', at.y - clientHeight],
    ];
    const [side, far] = over.reduce((most, each) => (each[1] > most[1] ? each : most));
    if (far <= 0) continue;
    const group = found.get(side) ?? { far: Infinity, nearest: place, along: [] };
    group.along.push(side === 'left' || side === 'right' ? at.y : at.x);
    if (far < group.far) Object.assign(group, { far, nearest: place });
    found.set(side, group);
  }
  return [...found].map(([side, { nearest, along }]) => ({
    side,
    nearest,
    count: along.length,
    at: along.reduce((sum, each) => sum + each, 0) / along.length,
  }));
}

const ARROW = 30; // half of it, and some air

/** Where an arrow at an edge stands along it: as near as it can to what it points at, beside a part that is taken. */
export function alongEdge({ side, at }: Pick<Beyond<unknown>, 'side' | 'at'>, frame: Size, taken: Room): number {
  const isUpright = side === 'left' || side === 'right';
  const isTaken = {
    left: taken.left < ARROW,
    right: taken.right > frame.clientWidth - ARROW,
    top: taken.top < ARROW,
    bottom: taken.bottom > frame.clientHeight - ARROW,
  }[side];
  const most = isUpright ? frame.clientHeight - 40 : frame.clientWidth - 80;
  const kept = Math.min(Math.max(ARROW, at), most);
  const [from, to] = isUpright ? [taken.top, taken.bottom] : [taken.left, taken.right];
  if (!isTaken || kept < from - ARROW || kept > to + ARROW) return kept;
  return from - ARROW >= ARROW ? from - ARROW : to + ARROW;
}

/** The corner that covers the fewest points; the present one, unless another covers less than half as many. */
export function freeCorner(points: readonly Point[], corners: readonly Room[], now: number): number {
  const covered = corners.map((corner) => points.filter((point) => isWithin(point, corner)).length);
  const least = Math.min(...covered);
  return least * 2 < covered[now] ? covered.indexOf(least) : now;
}
