// What the server sends to those who have a table already: how a scene has changed, and names without the names.
// The other side of it: beachhead/display/changes.py and beachhead/server/news.py.

import type { Decision, Layout, PackedDecision, Scene } from '../wire';

type Plain = Record<string, unknown>;

/** What differs between two objects. */
export type Change = Plain;

/** How a list is made from an old one: what differs at some places, and the stretches it is put together from. */
interface ListChange {
  at?: [place: number, change: Change][];
  list?: ([first: number, count: number] | Plain)[];
}

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
  return value;
}

function patchedList(old: readonly Plain[], { at = [], list }: ListChange): Plain[] {
  const found = [...old];
  for (const [place, change] of at) found[place] = patch(found[place], change);
  if (!list) return found;
  return list.flatMap((piece) => (Array.isArray(piece) ? found.slice(piece[0], piece[0] + piece[1]) : [piece]));
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
