// The land: every hex of the sheet with its brushes, and unprinted hexes around it so that terrain runs off the paper.

import type { Layout } from '../../wire';
import {
  type Box,
  Buckets,
  type Segment,
  W,
  chains,
  grow,
  holds,
  outlines,
  random,
  smooth,
  stepsOf,
} from '../geometry';
import type { Sheet } from '../sheet';
import type { Point } from '../types';
import { Courses } from './course';

/** How high the water stands: 1 low, 2 mid, 3 high. */
export type Water = 1 | 2 | 3;

export const waterOf = (level: string | undefined): Water => (level === 'high' ? 3 : level === 'mid' ? 2 : 1);

/** A hexside with its middle and the direction to its lower side. */
export interface Edge {
  a: number;
  b: number;
  p: Point;
  q: Point;
  middle: Point;
  down: Point;
}

/** Ground that is not carried on beyond the printed sheet as it is. */
const PLAIN_BEYOND = new Set([
  'town',
  'city',
  'valley',
  'rough',
  'hill',
  'river',
  'river-wide',
  'canal',
  'stream',
  'bridge',
]);

/** So many hexes beyond its edge land is carried on; where the paper is larger than the map, the rest of it is sea. */
const CARRIED = 2;

/** Ground that lies in hedgerow country and is painted over it. */
const SET_IN = new Set(['woods', 'hill', 'town']);

/** Hexsides that flow, where the map shows a country. */
const CURVED = new Set(['river', 'stream']);

export class Land {
  readonly layout: Layout;
  readonly printed: number;
  readonly centres: Point[];
  readonly neighbours: number[][];
  readonly brushes: string[][];
  /** 0 for dry land and open sea, else the water line that a beach lies behind: 1 low, 2 mid, 3 high. */
  readonly tide: number[];
  readonly corners: Point[];
  readonly buckets: Buckets;
  private readonly edges = new Map<string, { list: Edge[]; at: Buckets; line: Courses }>();
  private readonly found = new WeakMap<Box, Map<number, number[]>>();
  private readonly lines = new Map<string, Courses>();

  constructor(readonly sheet: Sheet) {
    const layout = (this.layout = sheet.layout);
    this.corners = sheet.grid.corners;
    this.printed = layout.names.length;
    this.centres = [...sheet.centres];
    this.neighbours = layout.neighbours.map((row) => [...row]);
    this.brushes = layout.terrain.map((words) => [...words]);
    this.tide = this.brushes.map((words) => (words[0] === 'sand' ? 3 : 0));
    (['low', 'mid', 'high'] as const).forEach((line, i) => {
      for (const h of layout.areas[`tide-${line}`] ?? []) this.tide[h] = i + 1;
    });
    this.addMargin();
    this.buckets = new Buckets(this.centres);
    for (const [word, pairs] of Object.entries(layout.sides)) this.addEdges(word, pairs);
  }

  /** Hexes near a box. */
  near(box: Box, by = W): number[] {
    let known = this.found.get(box);
    if (!known) this.found.set(box, (known = new Map()));
    let hexes = known.get(by);
    if (!hexes) known.set(by, (hexes = this.buckets.within(grow(box, by))));
    return hexes;
  }

  is(hex: number, brush: string): boolean {
    return this.brushes[hex].includes(brush);
  }

  /** Whether a hex is hedgerow country: by itself, or as woods, heights or a town in the midst of it. */
  isHedged(hex: number): boolean {
    if (this.is(hex, 'bocage')) return true;
    const hedged = this.neighbours[hex].filter((n) => n >= 0 && this.is(n, 'bocage')).length;
    return hedged > (this.brushes[hex][0] === 'town' ? 3 : 1) && SET_IN.has(this.brushes[hex][0]);
  }

  isSea(hex: number): boolean {
    return this.brushes[hex][0] === 'sea';
  }

  isWater(hex: number, water: Water): boolean {
    return this.isSea(hex) || (this.tide[hex] > 0 && this.tide[hex] < water);
  }

  /** The outlines of the hexes that pass a test, near a box, rounded off. */
  loops(box: Box, test: (hex: number) => boolean, rounds: number): Point[][] {
    const hexes = this.near(box, 4 * W).filter(test);
    const set = new Set(hexes);
    return outlines(hexes, (h) => set.has(h), this.centres, this.neighbours, this.corners).map((l) =>
      rounds ? smooth(l, rounds) : l,
    );
  }

  /** The hexsides of a kind near a box. */
  edgesNear(word: string, box: Box, by = W): Edge[] {
    const found = this.edges.get(word);
    return found ? found.at.within(grow(box, by)).map((i) => found.list[i]) : [];
  }

  /** The hexsides of a kind, joined to lines. */
  lineOf(word: string): Courses | undefined {
    return this.edges.get(word)?.line;
  }

  /** The whole outline of the hexes that pass a test, kept under a name. */
  outline(name: string, test: (hex: number) => boolean, rounds = 3): Courses {
    let line = this.lines.get(name);
    if (!line) {
      const hexes = this.centres.map((_, i) => i).filter(test);
      const set = new Set(hexes);
      const loops = outlines(hexes, (h) => set.has(h), this.centres, this.neighbours, this.corners);
      line = new Courses(
        loops.map((l) => smooth(l, rounds)),
        true,
      );
      this.lines.set(name, line);
    }
    return line;
  }

  sideWords(): string[] {
    return [...this.edges.keys()];
  }

  private addEdges(word: string, pairs: readonly (readonly [number, number])[]): void {
    const list = pairs.map(([a, b]) => this.edge(a, b)).filter((e) => e !== null);
    const at = new Buckets(list.map((e) => e.middle));
    const runs = chains(list.map((e): Segment => [e.p, e.q]));
    const isCurved = this.layout.scale === 'operational' && CURVED.has(word);
    this.edges.set(word, { list, at, line: new Courses(isCurved ? runs.map((run) => smooth(run, 2, false)) : runs) });
  }

  private edge(a: number, b: number): Edge | null {
    const d = this.neighbours[a]?.indexOf(b) ?? -1;
    if (d < 0) return null;
    const [p, q] = this.side(a, d);
    const middle = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
    const c = this.centres[a];
    return { a, b, p, q, middle, down: { x: ((c.x - middle.x) * 2) / W, y: ((c.y - middle.y) * 2) / W } };
  }

  private side(hex: number, d: number): Segment {
    const c = this.centres[hex];
    const [a, b] = [this.corners[d], this.corners[(d + 1) % 6]];
    return [
      { x: c.x + a.x, y: c.y + a.y },
      { x: c.x + b.x, y: c.y + b.y },
    ];
  }

  /** Carry the ground of the border on, ring by ring, until the paper is covered. */
  private addMargin(): void {
    const depth = this.centres.map(() => 0);
    const hasSea = this.brushes.some((words) => words[0] === 'sea');
    const reach = grow(this.sheet.box, W);
    const steps = stepsOf(this.layout.shape);
    const at = new Map<string, number>();
    const name = (p: Point): string => `${Math.round(p.x / 8)},${Math.round(p.y / 8)}`;
    this.centres.forEach((c, i) => at.set(name(c), i));
    const find = (p: Point): number | undefined => {
      for (const dx of [0, 3, -3])
        for (const dy of [0, 3, -3]) {
          const n = at.get(name({ x: p.x + dx, y: p.y + dy }));
          if (n !== undefined) return n;
        }
      return undefined;
    };
    for (let h = 0; h < this.centres.length; h++)
      for (let d = 0; d < 6; d++) {
        if (this.neighbours[h][d] >= 0) continue;
        const p = { x: this.centres[h].x + steps[d].x, y: this.centres[h].y + steps[d].y };
        let n = find(p);
        if (n === undefined && holds(reach, p.x, p.y)) {
          n = this.centres.length;
          at.set(name(p), n);
          this.centres.push(p);
          this.neighbours.push([-1, -1, -1, -1, -1, -1]);
          const isFar = hasSea && depth[h] >= CARRIED;
          this.brushes.push(isFar ? ['sea'] : this.beyond(h, n));
          this.tide.push(isFar ? 0 : this.tide[h]);
          depth.push(depth[h] + 1);
        }
        if (n === undefined) continue;
        this.neighbours[h][d] = n;
        this.neighbours[n][(d + 3) % 6] = h;
      }
  }

  private beyond(hex: number, seed: number): string[] {
    const ground = this.brushes[hex][0];
    if (!PLAIN_BEYOND.has(ground)) return [ground];
    return [random(3, seed)() < 0.4 ? 'bocage' : 'field'];
  }
}
