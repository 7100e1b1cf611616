// What happened since one looked last, made ready to be read; and when each table was looked at last in this browser.

import type { Happening, Layout, Patch, Summary } from '../wire';
import type { IconName } from './icons';

export interface Deeds {
  title: string;
  icon: IconName;
  stories: readonly (readonly Happening[])[]; // of one kind each
}

/** The parts of a summary that have anything to tell. */
export function deeds(summary: Summary): Deeds[] {
  const told = (...signs: string[]): Happening[][] =>
    summary.stories.filter(({ sign }) => signs.includes(sign)).map(({ lines }) => [...lines]);
  const all: Deeds[] = [
    { title: 'What happened', icon: 'flag', stories: told('star', 'flag', 'loss') },
    { title: 'Ground', icon: 'move', stories: [summary.front?.taken ?? []] },
    { title: 'Losses', icon: 'loss', stories: summary.tolls.map(({ lines }) => lines) },
    { title: 'Fighting', icon: 'fire', stories: told('fire') },
    { title: 'New on the map', icon: 'arrive', stories: [summary.came] },
  ];
  return all
    .map((each) => ({ ...each, stories: each.stories.filter((lines) => lines.length) }))
    .filter(({ stories }) => stories.length);
}

export const isEmpty = (summary: Summary): boolean => deeds(summary).length === 0;

/** `7 June to 8 June`, or the one day. */
export const titleOf = ({ then, now }: Summary): string => (then === now || !then ? now : `${then} to ${now}`);

/** Words for a number that is written before them, or after it. */
export const amount = (count: number, one: string, many: string, isWritten = false): string =>
  `${isWritten ? `${count} ` : ''}${count === 1 ? one : many}`;

const RIM = 4; // hexes of the sheet around what is shown

/** The hexes where the ground of one meets that of another, or has changed hands: what a map of the front shows. */
export function contested(layout: Layout, patches: readonly Patch[]): string[] {
  const owner = new Map<string, string>();
  for (const patch of patches) if (patch.style === 'front') for (const hex of patch.hexes) owner.set(hex, patch.id);
  const found = new Set(patches.filter(({ style }) => style !== 'front').flatMap(({ hexes }) => hexes));
  layout.names.forEach((name, hex) => {
    const mine = owner.get(name);
    if (mine && layout.neighbours[hex].some((n) => n >= 0 && (owner.get(layout.names[n]) ?? mine) !== mine))
      found.add(name);
  });
  return [...wide(layout, found)];
}

function wide(layout: Layout, hexes: ReadonlySet<string>): Set<string> {
  const numbers = new Map(layout.names.map((name, i) => [name, i]));
  let edge = [...hexes];
  const found = new Set(hexes);
  for (let i = 0; i < RIM; i++) {
    const next: string[] = [];
    for (const name of edge)
      for (const n of layout.neighbours[numbers.get(name) ?? -1] ?? [])
        if (n >= 0 && !found.has(layout.names[n])) {
          found.add(layout.names[n]);
          next.push(layout.names[n]);
        }
    edge = next;
  }
  return found;
}

// ---- when a table was looked at last ----

interface Visit {
  step: number;
  at: number;
}

const KEY = 'beachhead.visits';
const MOST = 60;
const LONG = 6 * 3_600_000; // away for so long, one wants to be told where one was

type Visits = Record<string, Visit>;

function visits(): Visits {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Visits) : {};
  } catch {
    return {}; // unreadable: as if nobody had been here
  }
}

const place = (table: string, seat: string | null): string => `${table} ${seat ?? ''}`;

/** Keep how far a seat of a table has been seen. */
export function keepVisit(table: string, seat: string | null, step: number, at = Date.now()): void {
  const all = Object.entries({ ...visits(), [place(table, seat)]: { step, at } });
  const newest = all.sort(([, a], [, b]) => b.at - a.at).slice(0, MOST);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
}

/**
 * From which step on to tell somebody who comes back: the one that was seen last if others have gone on since; undefined,
 * which is since the turn before, if he was away for long, or was called here and was never seen; null if there is
 * nothing to tell.
 */
export function sinceVisit(
  table: string,
  seat: string | null,
  step: number,
  { now = Date.now(), isCalled = false } = {},
): number | undefined | null {
  const seen = visits()[place(table, seat)];
  if (step === 0) return null;
  if (!seen) return isCalled ? undefined : null;
  if (step > seen.step) return seen.step;
  return now - seen.at > LONG ? undefined : null;
}
