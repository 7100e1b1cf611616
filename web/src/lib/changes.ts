// What the server sends to those who have a table already: how a scene has changed, and names without the names.
// The other side of it: beachhead/display/changes.py and beachhead/server/news.py.

import type { Decision, Layout, PackedDecision, Scene } from '../wire';

type Plain = Record<string, unknown>;

/** What differs between two objects. */
export type Change = Plain;

type Stretch = [first: number, count: number];
/** A thing that is like one that stands so many places before it. */
export type Likeness = [back: number, change: Change];
/** The same with the shape of a change that was told before: its number, and what stands in its places. */
type Terse = [back: number, shape: number, values: unknown[]];

/** How a list is made from an old one: what differs at some places, and what it is put together from. */
interface ListChange {
  at?: [place: number, change: Change, count?: number][];
  list?: (Stretch | Likeness | Terse | Plain)[];
}

/** How many letters of a text stay at its beginning, what comes then, and how many stay at its end. */
type TextChange = [first: number, text: string, last: number];

const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object after a change; the one before stays as it is. */
export function patch<T extends object>(before: T, change: Change): T {
  const found = { ...before } as Plain;
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete found[name];
    else found[name] = patched(found[name], value);
  }
  return found as T;
}

function patched(old: unknown, value: unknown): unknown {
  if (isObject(value) && isObject(old)) return patch(old, value);
  if (isObject(value) && Array.isArray(old)) return patchedList(old as Plain[], value);
  if (Array.isArray(value) && typeof old === 'string') {
    const [first, text, last] = value as TextChange;
    return old.slice(0, first) + text + old.slice(old.length - last);
  }
  return made(value);
}

/** Something that was not there before. */
function made(value: unknown): unknown {
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  if (names.length === 1 && names[0] === 'list') return patchedList([], value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, made(inner)]));
}

const isStretch = (piece: Stretch | Likeness): piece is Stretch => typeof piece[1] === 'number';

/** Likenesses with all their names again, where some were told by the number of a shape. */
export function atLength<T>(told: readonly (T | Terse)[]): T[] {
  const shapes: Plain[] = [];
  return told.map((piece) => {
    if (!Array.isArray(piece)) return piece as T;
    if (piece.length > 2) return [piece[0], filled(shapes[piece[1]], (piece as Terse)[2].values())] as T;
    if (isObject(piece[1]) && Object.keys(piece[1]).length) shapes.push(piece[1]);
    return piece as T;
  });
}

/** A change of the shape of another with these values. */
function filled(shape: unknown, values: Iterator<unknown>): unknown {
  if (!isObject(shape) || !Object.keys(shape).length) return values.next().value;
  return Object.fromEntries(Object.entries(shape).map(([name, inner]) => [name, filled(inner, values)]));
}

function patchedList(old: readonly Plain[], { at = [], list }: ListChange): Plain[] {
  const found = [...old];
  for (const [first, change, count = 1] of at) {
    for (let place = first; place < first + count; place++) found[place] = patch(found[place], change);
  }
  if (!list) return found;
  const whole: Plain[] = [];
  for (const piece of atLength<Stretch | Likeness | Plain>(list)) {
    if (!Array.isArray(piece)) whole.push(made(piece) as Plain);
    else if (isStretch(piece)) whole.push(...found.slice(piece[0], piece[0] + piece[1]));
    else whole.push(patch(whole[whole.length - piece[0]], piece[1]));
  }
  return whole;
}

type Packed = PackedDecision['options'][string]['args'];

/** Names that came as stretches of a list. */
export function unpack(args: Packed, names: readonly string[]): (string | null)[] {
  return args.flatMap((arg) => (Array.isArray(arg) ? names.slice(arg[0], arg[0] + arg[1]) : [arg]));
}

/** A decision with all its names: hexes stand in the order of the sheet, everything else in that of the counters. */
export function unpackDecision(
  decision: PackedDecision | null,
  scene: Scene | null,
  layout: Layout | null,
): Decision | null {
  if (!decision) return null;
  const known = (kind: string): string[] =>
    kind === 'hex'
      ? (layout?.names ?? [])
      : (scene?.counters ?? []).filter((counter) => counter.kind === kind).map((counter) => counter.id);
  const options = Object.entries(decision.options).map(([verb, offer]) => {
    const isPacked = offer.args.some(Array.isArray);
    return [verb, { ...offer, args: unpack(offer.args, isPacked ? known(offer.kind) : []) }];
  });
  return { ...decision, options: Object.fromEntries(options) };
}
