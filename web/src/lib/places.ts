// Where things are: in a hex or a box of the sheet, or in a display beside it. Things are known by their kind and id.

import type { Counter, GameEvent, Layout, Scene } from '../wire';
import { keysOf } from './displays';

interface Thing {
  kind: string;
  id: string;
}

const strings = (value: unknown): string[] => [value].flat(2).filter((each) => typeof each === 'string');

/** The things that an event names. */
export const thingsIn = ({ args }: GameEvent): Thing[] =>
  Object.values(args).flatMap(([kind, value]) => (kind ? strings(value).map((id) => ({ kind, id })) : []));

/** The things that a question is about. */
export const thingsAbout = (about: Record<string, unknown>): Thing[] =>
  Object.entries(about).flatMap(([kind, value]) => strings(value).map((id) => ({ kind, id })));

/** The hexes that an event names. */
export const hexesIn = (event: GameEvent): string[] => [
  ...new Set(thingsIn(event).flatMap(({ kind, id }) => (kind === 'hex' ? [id] : []))),
];

/** The counters, as `kind:id`, that an event names. */
export function countersIn(event: GameEvent, scene: Scene | null): string[] {
  const keys = new Set(thingsIn(event).map(({ kind, id }) => `${kind}:${id}`));
  return (scene?.counters ?? []).map(({ kind, id }) => `${kind}:${id}`).filter((key) => keys.has(key));
}

/** Finds things on the sheet of a game and in a scene. */
export class Finder {
  private readonly hexes: ReadonlySet<string>;
  private readonly spots: ReadonlyMap<string, string>; // by id, as counters say it, and by `kind:id`
  private readonly counters: ReadonlyMap<string, Counter>;

  constructor(
    layout: Layout,
    private readonly scene: Scene | null,
  ) {
    this.hexes = new Set(layout.names);
    const keys = layout.spots.map(({ kind, id }) => ({ id, key: `${kind}:${id}` }));
    this.spots = new Map([
      ...keys.map(({ id, key }) => [id, key] as const).reverse(),
      ...keys.map(({ key }) => [key, key] as const),
    ]);
    this.counters = new Map((scene?.counters ?? []).map((counter) => [`${counter.kind}:${counter.id}`, counter]));
  }

  /** Where a thing is on the sheet: the name of a hex, or a box as `kind:id`; null if it is not there. */
  onSheet({ kind, id }: Thing): string | null {
    if (kind === 'hex') return this.hexes.has(id) ? id : null;
    const counter = this.counters.get(`${kind}:${id}`);
    if (counter?.hex) return counter.hex;
    return this.spots.get(counter?.spot ?? '') ?? this.spots.get(`${kind}:${id}`) ?? null;
  }

  /** Whether a place on the sheet is a hex, not a box. */
  isHex(place: string): boolean {
    return this.hexes.has(place);
  }

  /** Where some things are on the sheet. */
  allOnSheet(things: readonly Thing[]): string[] {
    return [...new Set(things.flatMap((thing) => this.onSheet(thing) ?? []))];
  }

  /** The places of an event on the sheet: those that it names, or else those where what it names lies. */
  placesOf(event: GameEvent): string[] {
    const things = thingsIn(event);
    const named = this.allOnSheet(things.filter(({ kind, id }) => kind === 'hex' || this.spots.has(`${kind}:${id}`)));
    return named.length ? named : this.allOnSheet(things);
  }

  /** The display in which lies what an event names. */
  displayOf(event: GameEvent): string | null {
    const keys = new Set(thingsIn(event).map(({ kind, id }) => `${kind}:${id}`));
    return this.scene?.displays?.find((display) => keysOf(display).some((key) => keys.has(key)))?.id ?? null;
  }
}
