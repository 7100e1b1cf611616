// Where things are: counters by what they are called, places by the names on the map, formations with what is left of them.

import type { Counter, FormationInfo, Layout, Scene } from '../wire';

export interface Found {
  key: string; // what it is: `unit:…` or `hex:…`
  title: string;
  words: string;
  place: string; // a hex or a box as the board knows it
  counter: Counter | null;
}

/** The hex under a label of the map: the nearest one. */
function hexUnder(layout: Layout, x: number, y: number): string {
  let best = 0;
  let least = Infinity;
  layout.centres.forEach(([cx, cy], hex) => {
    const away = (cx - x) ** 2 + (cy - y) ** 2;
    if (away < least) [best, least] = [hex, away];
  });
  return layout.names[best];
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** How well words fit what is looked for: 0 at the beginning, 1 at the beginning of a word, 2 anywhere, null not at all. */
function fit(words: string, wanted: string): number | null {
  const text = plain(words);
  const at = text.indexOf(wanted);
  if (at < 0) return null;
  return at === 0 ? 0 : /[\s(/-]/.test(text[at - 1]) ? 1 : 2;
}

/** Counters, places and hexes that are called so, the best first. */
export function findThings(query: string, layout: Layout, scene: Scene | null, most = 24): Found[] {
  const wanted = plain(query.trim());
  if (!wanted) return [];
  const found: { rank: number; thing: Found }[] = [];
  const add = (rank: number | null, make: () => Found): void => {
    if (rank !== null) found.push({ rank, thing: make() });
  };
  for (const { text, x, y, hex } of layout.labels)
    add(fit(text, wanted), () => {
      const place = layout.names[hex] ?? hexUnder(layout, x, y);
      return { key: `label:${text}:${x}`, title: text, words: `on the map, ${place}`, place, counter: null };
    });
  for (const name of layout.names)
    if (plain(name) === wanted)
      add(0, () => ({ key: `hex:${name}`, title: name, words: 'a hex', place: name, counter: null }));
  for (const counter of scene?.counters ?? []) {
    const place = counter.hex || (counter.spot ? `${counter.kind}:${counter.spot}` : '');
    if (place)
      add(fit(counter.name, wanted) ?? (fit(counter.words ?? '', wanted) === null ? null : 3), () => ({
        key: `${counter.kind}:${counter.id}`,
        title: counter.name,
        words: counter.words ?? '',
        place,
        counter,
      }));
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.thing.title.localeCompare(b.thing.title))
    .slice(0, most)
    .map(({ thing }) => thing);
}

export interface Branch {
  formation: FormationInfo;
  depth: number;
  units: number;
  steps: number; // that its counters on the map have left
  most: number; // of as many
  lost: number; // units that are gone, those of formations within it too
  tone: string; // whose it is
}

/** Formations as a tree from the largest down, with what each has left on the map. */
export function branches(all: readonly FormationInfo[], scene: Scene | null): Branch[] {
  const counters = new Map((scene?.counters ?? []).map((counter) => [`${counter.kind}:${counter.id}`, counter]));
  const branch = (formation: FormationInfo, depth: number): Branch[] => {
    const mine = formation.units.flatMap((unit) => counters.get(`unit:${unit}`) ?? []);
    const sum = (value: (counter: Counter) => number): number => mine.reduce((n, each) => n + value(each), 0);
    const own: Branch = {
      formation,
      depth,
      units: mine.length,
      steps: sum((each) => each.pips ?? 0),
      most: sum((each) => each.most_pips ?? 0),
      lost: formation.lost,
      tone: mine[0]?.tone ?? '',
    };
    const below = all.filter((each) => each.within === formation.id).sort(byTitle);
    const within = below.flatMap((each) => branch(each, depth + 1));
    for (const each of within) if (each.depth === depth + 1) own.lost += each.lost;
    return [own, ...within];
  };
  const ids = new Set(all.map(({ id }) => id));
  const above = all.filter(({ within }) => !within || !ids.has(within));
  return above.sort(byTitle).flatMap((each) => branch(each, 0));
}

/** How much of a formation is left, units that are gone counted like the others. */
export function shareLeft({ units, lost, steps, most }: Branch): number {
  return most && units ? (steps / most) * (units / (units + lost)) : 0;
}

/** By what they are called, figures as numbers: the 2nd before the 12th. */
function byTitle(a: FormationInfo, b: FormationInfo): number {
  return a.title.localeCompare(b.title, 'en', { numeric: true });
}

export interface Side {
  tone: string;
  units: number;
  lost: number;
  branches: Branch[];
}

/** The tree of each side, that of `own` first. */
export function sidesOf(tree: readonly Branch[], own: string | null): Side[] {
  const tones = [...new Set(tree.filter(({ depth }) => depth === 0).map(({ tone }) => tone))];
  const found: Side[] = tones.map((tone) => ({ tone, units: 0, lost: 0, branches: [] }));
  let side: Side | undefined;
  for (const each of tree) {
    if (each.depth === 0) {
      side = found.find(({ tone }) => tone === each.tone);
      if (side) {
        side.units += each.units;
        side.lost += each.lost;
      }
    }
    side?.branches.push(each);
  }
  return found.sort((a, b) => Number(b.tone === own) - Number(a.tone === own));
}
