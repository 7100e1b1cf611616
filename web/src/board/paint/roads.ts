// Roads, rails, trails and streams: lines through the middle of hexes.

import { type Box, R, W, drift, grow, spline, stepsOf } from '../geometry';
import { MAP } from '../palette';
import type { Point } from '../types';
import type { Job } from './brush';
import { Courses } from './course';
import type { Land } from './land';

type Stroke = [width: number, colour: string, dash?: number[]];

/** By brush, from the ground up: all first strokes are drawn before all second ones, so that crossings join. */
const STROKES: Record<string, Stroke[]> = {
  stream: [
    [4.4, MAP.riverBank],
    [2.8, MAP.river],
  ],
  river: [
    [11, MAP.riverBank],
    [8.4, MAP.river],
  ],
  trail: [
    [2.8, 'rgba(255,248,222,.6)'],
    [1.6, MAP.trail, [5, 3.2]],
  ],
  'mined-trail': [
    [3.4, 'rgba(255,248,222,.75)'],
    [1.9, MAP.mine, [5, 3.2]],
  ],
  secondary: [
    [6, MAP.roadCase],
    [4, MAP.road2],
  ],
  mined: [
    [6.4, MAP.mine],
    [4.4, MAP.road2],
    [1.4, MAP.mine, [3, 5]],
  ],
  road: [
    [6.6, MAP.roadCase],
    [4.6, MAP.road],
  ],
  primary: [
    [7.8, MAP.roadCase],
    [5.6, MAP.road],
  ],
  rail: [
    [3, '#3b352c'],
    [7, '#3b352c', [1.4, 7]],
  ],
};
const WANDER = 0.24 * W; // from the straight way
const BESIDE = 7; // world units between road and railway
const PLAIN: Stroke[] = [[3, 'rgba(70,56,34,.75)']];
const WATER = new Set(['river', 'stream']);

/** Lines of one net join where they meet; those of different nets only cross. */
const netOf = (word: string): string => (WATER.has(word) ? 'water' : word === 'rail' ? 'rail' : 'road');

export class Roads {
  /** From hex to hex, the lower number first. */
  private readonly roadSteps = new Set<string>();
  /** Where a hex is kilometres wide no road runs straight, except over a bridge. */
  private readonly wanders: boolean;
  private readonly bridged: ReadonlySet<number>;
  private readonly kinds: { word: string; line: Courses }[] = [];

  constructor(private readonly land: Land) {
    const { paths } = land.layout;
    this.wanders = land.layout.scale === 'operational';
    this.bridged = new Set((land.layout.sides.bridge ?? []).flat());
    const order = Object.keys(STROKES);
    const words = Object.keys(paths).sort((a, b) => order.indexOf(a) - order.indexOf(b));
    const uses = new Map(
      ['road', 'rail', 'water'].map((net) => [net, usesOf(words.flatMap((w) => (netOf(w) === net ? paths[w] : [])))]),
    );
    for (const word of words)
      if (netOf(word) === 'road')
        for (const path of paths[word])
          for (let i = 1; i < path.length; i++)
            this.roadSteps.add([path[i - 1], path[i]].sort((m, n) => m - n).join('/'));
    for (const word of words) {
      const runs = paths[word].map((path) =>
        this.curve(path, uses.get(netOf(word)) ?? new Map(), netOf(word) === 'rail'),
      );
      this.kinds.push({ word, line: new Courses(runs) });
    }
  }

  /** Streams and rivers that run through hexes. */
  paintWater(job: Job): void {
    this.strokeAll(
      job,
      this.kinds.filter((k) => WATER.has(k.word)),
    );
  }

  paint(job: Job): void {
    const light = new Set(['trail', 'mined-trail']);
    const roads = this.kinds.filter((k) => !WATER.has(k.word));
    this.strokeAll(
      job,
      roads.filter((k) => light.has(k.word)),
    );
    this.strokeAll(
      job,
      roads.filter((k) => !light.has(k.word)),
    );
  }

  /** Points of all roads in the hex around a centre. */
  pointsAt(at: Point): Point[] {
    const near: Box = grow({ x0: at.x, y0: at.y, x1: at.x, y1: at.y }, R);
    return this.kinds
      .filter((k) => !WATER.has(k.word))
      .flatMap((k) => k.line.pointsNear(near, 0))
      .filter((p) => Math.hypot(p.x - at.x, p.y - at.y) < R * 1.1);
  }

  private strokeAll({ g, box, zoom }: Job, kinds: readonly { word: string; line: Courses }[]): void {
    const wider = Math.min(1.9, Math.max(1, 0.34 / zoom));
    for (let i = 0; i < 3; i++)
      for (const { word, line } of kinds) {
        const stroke = (STROKES[word] ?? PLAIN)[i];
        if (stroke) line.stroke(g, box, stroke[1], stroke[0] * wider, stroke[2] ?? [], stroke[2] ? 'butt' : 'round');
      }
  }

  /** A path as a curve: eased, but through the centre at crossings and bridges, and on to an exit it ends at. */
  private curve(path: readonly number[], uses: Map<number, number>, isRail: boolean): Point[] {
    const { centres } = this.land;
    const beside = isRail ? this.aside(path) : null;
    const points = path.map((h, i) => {
      const way = beside?.get(h);
      if (way) return { x: centres[h].x + way.x, y: centres[h].y + way.y };
      const c = centres[h];
      const [a, b] = [centres[path[i - 1]], centres[path[i + 1]]];
      if (!a || !b || (uses.get(h) ?? 0) > 1 || this.land.is(h, 'bridge')) return c;
      const wander = this.wanders && !this.bridged.has(h) ? drift(c) : { x: 0, y: 0 };
      return {
        x: c.x * 0.56 + (a.x + b.x) * 0.22 + wander.x * WANDER,
        y: c.y * 0.56 + (a.y + b.y) * 0.22 + wander.y * WANDER,
      };
    });
    const ends = path.length;
    const first = this.exitNear(path[0]) ?? this.overEdge(path[0], path[1], uses);
    const last = this.exitNear(path[ends - 1]) ?? this.overEdge(path[ends - 1], path[ends - 2], uses);
    return spline([...(first ? [first] : []), ...points, ...(last ? [last] : [])]);
  }

  /** Where a railway takes the way of a road it runs beside it, always on the same side. */
  private aside(path: readonly number[]): Map<number, Point> {
    const { centres } = this.land;
    const found = new Map<number, Point>();
    for (let i = 1; i < path.length; i++) {
      const [a, b] = [path[i - 1], path[i]].sort((m, n) => m - n);
      if (!this.roadSteps.has(`${a}/${b}`)) continue;
      const [dx, dy] = [(centres[b].x - centres[a].x) / W, (centres[b].y - centres[a].y) / W];
      for (const h of [a, b]) found.set(h, { x: -dy * BESIDE, y: dx * BESIDE });
    }
    return found;
  }

  /** A path that ends in a hex at the edge of the map runs on over it, as straight as it can. */
  private overEdge(hex: number, before: number | undefined, uses: ReadonlyMap<number, number>): Point | undefined {
    const { land } = this;
    if (before === undefined || (uses.get(hex) ?? 0) > 1) return undefined;
    const [c, from] = [land.centres[hex], land.centres[before]];
    const straight = ({ x, y }: Point): number => ((c.x - from.x) * x + (c.y - from.y) * y) / (W * W);
    const ways = stepsOf(land.layout.shape).filter((step, d) => {
      const n = land.neighbours[hex][d];
      return n >= land.printed && !land.isSea(n) && straight(step) > 0.2;
    });
    if (!ways.length) return undefined;
    const step = ways.reduce((a, b) => (straight(b) > straight(a) ? b : a));
    return { x: c.x + step.x * 1.6, y: c.y + step.y * 1.6 };
  }

  private exitNear(hex: number): Point | undefined {
    const c = this.land.centres[hex];
    const isExit = Object.entries(this.land.layout.areas).some(
      ([name, list]) => /^exit/.test(name) && list.includes(hex),
    );
    if (!isExit) return undefined;
    return this.land.layout.labels
      .filter((l) => l.style === 'exit')
      .map((l) => ({ x: l.x * W, y: l.y * W }))
      .find((p) => Math.hypot(p.x - c.x, p.y - c.y) < 1.2 * W);
  }
}

function usesOf(paths: readonly (readonly number[])[]): Map<number, number> {
  const uses = new Map<number, number>();
  for (const path of paths) for (const h of path) uses.set(h, (uses.get(h) ?? 0) + 1);
  return uses;
}
