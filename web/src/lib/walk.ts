// Walking the map hex by hex: where an arrow key leads, and what is to be said of a place.

import type { Pick } from '../board';
import type { Counter, Layout, Scene } from '../wire';
import { matchPick, type Option } from './options';

const WAYS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const isWay = (key: string): boolean => key in WAYS;

/** Where a walk stands, and the straight line that it keeps to although rows of hexes zigzag. */
export interface Walk {
  place: string;
  line: { x: number; y: number };
}

/** The hexes of a sheet by name, and back. */
export class Paths {
  private readonly numbers: ReadonlyMap<string, number>;

  constructor(private readonly layout: Layout) {
    this.numbers = new Map(layout.names.map((name, i) => [name, i]));
  }

  isHex(place: string): boolean {
    return this.numbers.has(place);
  }

  start(place: string): Walk {
    const [x, y] = this.layout.centres[this.numbers.get(place) ?? 0];
    return { place, line: { x, y } };
  }

  /** One hex on in the direction of an arrow key; the same walk at the edge of the map. */
  step(walk: Walk, key: string): Walk {
    const here = this.numbers.get(walk.place);
    const way = WAYS[key];
    if (here === undefined || !way) return walk;
    const { centres, neighbours, names } = this.layout;
    const [x, y] = centres[here];
    let best: { n: number; off: number } | null = null;
    for (const n of neighbours[here]) {
      if (n < 0) continue;
      const [dx, dy] = [centres[n][0] - x, centres[n][1] - y];
      if (dx * way[0] + dy * way[1] < 0.4) continue;
      const off = way[0] ? Math.abs(centres[n][1] - walk.line.y) : Math.abs(centres[n][0] - walk.line.x);
      if (!best || off < best.off - 1e-6) best = { n, off };
    }
    if (!best) return walk;
    const [nx, ny] = centres[best.n];
    return { place: names[best.n], line: way[0] ? { x: nx, y: walk.line.y } : { x: walk.line.x, y: ny } };
  }
}

/** The place after or before another one in a list, around the end. */
export function nextPlace(places: readonly string[], here: string, by: 1 | -1): string | null {
  if (!places.length) return null;
  const at = places.indexOf(here);
  if (at < 0) return by > 0 ? places[0] : places[places.length - 1];
  return places[(at + by + places.length) % places.length];
}

/** What lies at a place, as a click there would find it. */
export function pickOf(place: string, layout: Layout, scene: Scene | null): Pick {
  const isHex = layout.names.includes(place);
  const spot = layout.spots.find(({ kind, id }) => `${kind}:${id}` === place);
  const lies = ({ hex, spot: box }: Counter): boolean => (isHex ? hex === place : box !== '' && box === spot?.id);
  return {
    hex: isHex ? place : null,
    spot: spot ? { kind: spot.kind, id: spot.id } : null,
    counter: null,
    stack: (scene?.counters ?? []).filter(lies),
  };
}

/** A place in sentences: its name and ground, who stands there, what is marked there, and what may be done. */
export function sayPlace(pick: Pick, layout: Layout, scene: Scene | null, options: readonly Option[]): string {
  const { hex, spot, stack } = pick;
  const number = hex ? layout.names.indexOf(hex) : -1;
  const names = layout.labels.filter((label) => number >= 0 && label.hex === number).map(({ text }) => text);
  const ground = (layout.terrain[number] ?? []).join(', ').replaceAll('-', ' ');
  const box = spot && layout.spots.find(({ kind, id }) => kind === spot.kind && id === spot.id);
  const marks = (scene?.marks ?? []).filter((mark) => hex && mark.hex === hex && mark.text).map(({ text }) => text);
  const here = [[...names, hex ?? (box?.label || spot?.id)].join(', '), ground].filter(Boolean).join(': ');
  const units = stack.map(
    ({ words, name, badges }) => `${words || name}${(badges ?? []).map(({ text }) => `, ${text}`).join('')}`,
  );
  const may = matchPick(options, pick).map(({ label }) => label);
  const parts = [here, ...units, ...marks, ...(may.length ? [`You may: ${may.join('; ')}`] : [])];
  return parts.map((part) => `${part}.`).join(' ');
}
