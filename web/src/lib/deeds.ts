// Who acts upon whom in what is told: games say it with their events, and the board shows it.

import type { GameEvent, Layout } from '../wire';
import { Finder } from './places';

/** Somebody who acts, upon somebody or somewhere; places are those of the sheet, counters `kind:id`. */
export interface Deed {
  by: string[];
  counters: string[];
  at: string[];
  /** The field of fire from which it comes, by its number in the layout. */
  field: number | null;
}

const strings = (value: unknown): string[] => [value].flat(2).filter((each) => typeof each === 'string');

/** The things that an argument of an event names. */
function named({ args }: GameEvent, key: string | undefined): { kind: string; id: string }[] {
  const [kind, value] = (key && args[key]) || ['', null];
  return kind ? strings(value).map((id) => ({ kind, id })) : [];
}

/** What an event shows of a deed. Finders know the table, the first as it stood before. */
export function deedIn(event: GameEvent, layout: Layout, finders: readonly Finder[]): Deed | null {
  const places = (key: string | undefined): string[] => {
    const found = named(event, key).flatMap((thing) => finders.map((each) => each.onSheet(thing)).find(Boolean) ?? []);
    return [...new Set(found)];
  };
  const at = places(event.at);
  const by = places(event.by).filter((place) => !at.includes(place));
  if (!by.length && !at.length) return null;
  const counters = named(event, event.by).map(({ kind, id }) => `${kind}:${id}`);
  return { by, counters, at, field: fieldFrom(by, layout) };
}

function fieldFrom(places: readonly string[], layout: Layout): number | null {
  const numbers = places.map((place) => layout.names.indexOf(place));
  return layout.plates.find(({ hex, field }) => field >= 0 && numbers.includes(hex))?.field ?? null;
}
