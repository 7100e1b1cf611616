// Water that runs: along hexsides, and through hexes that are river, with the bridges over it.

import { R, type Segment, W, chains, random, spline, stepsOf } from '../geometry';
import { MAP } from '../palette';
import type { Point } from '../types';
import type { Job } from './brush';
import { Courses } from './course';
import type { Land } from './land';
import type { Roads } from './roads';

/** Brushes of hexes that a river fills, with its breadth. */
const BREADTHS: Record<string, number> = { stream: 0.12 * W, river: 0.36 * W, canal: 0.3 * W, 'river-wide': 0.66 * W };
const ALONG_SIDES: [word: string, breadth: number][] = [
  ['stream', 4],
  ['river', 11],
  ['canal', 9],
];
const AFAR = 0.72; // of the breadth, where a hex is kilometres wide

export const isRunning = (word: string): boolean => word in BREADTHS || word === 'bridge';

export class Rivers {
  private readonly beds: { line: Courses; breadth: number }[] = [];
  private readonly bridges: { at: Point; breadth: number; across: number }[] = [];

  constructor(
    private readonly land: Land,
    private readonly roads: Roads,
  ) {
    const wet = land.brushes.map((words) => words.find((w) => w in BREADTHS) ?? null);
    for (const word of new Set(wet)) {
      if (!word) continue;
      const hexes = wet.flatMap((w, h) => (w === word || (land.is(h, 'bridge') && this.isBy(h, wet, word)) ? [h] : []));
      this.beds.push({ line: this.bed(hexes), breadth: BREADTHS[word] });
      for (const h of hexes)
        if (land.is(h, 'bridge'))
          this.bridges.push({ at: land.centres[h], breadth: BREADTHS[word], across: this.turn(h) });
    }
  }

  paint(job: Job): void {
    const { g, box } = job;
    for (const [word, breadth] of ALONG_SIDES) {
      const line = this.land.lineOf(word);
      if (line) stroke(job, line, this.land.layout.scale === 'operational' ? breadth * AFAR : breadth);
    }
    for (const { line, breadth } of this.beds) stroke(job, line, breadth);
    for (const { line, breadth } of this.beds)
      line.stroke(g, box, 'rgba(255,255,255,.22)', Math.max(1, breadth * 0.04), [22, 14], 'round');
    for (const b of this.bridges) paintBridge(job, b.at, b.breadth, b.across);
  }

  private isBy(hex: number, wet: readonly (string | null)[], word: string): boolean {
    return this.land.neighbours[hex].some((n) => n >= 0 && wet[n] === word);
  }

  /** Lines from centre to centre; a river that ends at the border runs on over it. */
  private bed(hexes: readonly number[]): Courses {
    const { land } = this;
    const set = new Set(hexes);
    const steps = stepsOf(land.layout.shape);
    const segments: Segment[] = [];
    for (const h of hexes) {
      const c = this.middle(h);
      const ways = land.neighbours[h].flatMap((n, d) => (set.has(n) ? [d] : []));
      for (const d of ways) if (land.neighbours[h][d] > h) segments.push([c, this.middle(land.neighbours[h][d])]);
      const beyond = ways.length === 1 ? land.neighbours[h][(ways[0] + 3) % 6] : -1;
      if (ways.length === 1 && (beyond < 0 || beyond >= land.printed)) {
        const s = steps[(ways[0] + 3) % 6];
        segments.push([c, { x: c.x + s.x * 1.6, y: c.y + s.y * 1.6 }]);
      }
    }
    return new Courses(chains(segments).map((run) => spline(run)));
  }

  /** A river winds a little, except under a bridge. */
  private middle(hex: number): Point {
    const { x, y } = this.land.centres[hex];
    if (this.land.is(hex, 'bridge')) return { x, y };
    const rnd = random(71, hex);
    return { x: x + (rnd() - 0.5) * 0.16 * W, y: y + (rnd() - 0.5) * 0.16 * W };
  }

  /** The direction of the road over a bridge, or square to the river. */
  private turn(hex: number): number {
    const c = this.land.centres[hex];
    const road = this.roads.pointsAt(c).filter((p) => Math.hypot(p.x - c.x, p.y - c.y) < R * 0.6);
    const [a, b] = [road[0], road[road.length - 1]];
    if (a && b && Math.hypot(a.x - b.x, a.y - b.y) > 4) return Math.atan2(b.y - a.y, b.x - a.x);
    const d = this.land.neighbours[hex].findIndex((n) => n >= 0 && this.land.brushes[n].some((w) => w in BREADTHS));
    const step = stepsOf(this.land.layout.shape)[Math.max(0, d)];
    return Math.atan2(step.y, step.x) + Math.PI / 2;
  }
}

function stroke({ g, box }: Job, line: Courses, breadth: number): void {
  line.stroke(g, box, 'rgba(96,104,58,.35)', breadth + 7, [], 'round');
  line.stroke(g, box, MAP.riverBank, breadth + 2.4, [], 'round');
  line.stroke(g, box, MAP.river, breadth, [], 'round');
}

/** A deck with parapets, under the road. */
function paintBridge({ g }: Job, at: Point, breadth: number, turn: number): void {
  const half = breadth / 2 + 8;
  g.save();
  g.translate(at.x, at.y);
  g.rotate(turn);
  g.fillStyle = 'rgba(30,40,44,.35)';
  g.fillRect(-half + 3, -5, half * 2, 15);
  g.fillStyle = '#8d8577';
  g.fillRect(-half, -8, half * 2, 16);
  g.fillStyle = '#4a4236';
  g.fillRect(-half - 3, -9.5, half * 2 + 6, 3);
  g.fillRect(-half - 3, 6.5, half * 2 + 6, 3);
  g.restore();
}
