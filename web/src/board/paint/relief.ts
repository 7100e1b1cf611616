// Hexsides of the ground: cliffs, bluffs and slopes as hachures that point downhill, shingle.

import { R, W, random } from '../geometry';
import { MAP } from '../palette';
import { type Job, isClose } from './brush';
import type { Edge } from './land';
import { Stamps } from './stamps';

interface Hachure {
  length: number;
  gap: number;
  width: number;
  colour: string;
  crest: number;
  shadow: string;
  isBlunt?: boolean;
}

const HACHURES: Record<string, Hachure> = {
  slope: { length: 10, gap: 4.8, width: 0.95, colour: MAP.slope, crest: 1, shadow: 'rgba(120,84,36,.20)' },
  bluff: { length: 17, gap: 4, width: 1.6, colour: MAP.bluff, crest: 3.2, shadow: 'rgba(98,62,24,.38)' },
  'scaleable-cliff': { length: 12, gap: 6.6, width: 2.4, colour: MAP.cliff, crest: 3.4, shadow: 'rgba(60,44,26,.45)' },
  'sheer-cliff': {
    length: 15,
    gap: 4.4,
    width: 2,
    colour: MAP.cliff,
    crest: 5,
    shadow: 'rgba(40,30,18,.55)',
    isBlunt: true,
  },
};
HACHURES.cliff = HACHURES['sheer-cliff'];

export function paintRelief(job: Job): void {
  const { g, land, box } = job;
  for (const [word, style] of Object.entries(HACHURES)) {
    const edges = land.edgesNear(word, box);
    for (const e of edges) paintShadow(job, e, style);
    g.fillStyle = style.colour;
    for (const e of edges) paintTeeth(job, e, style);
    land.lineOf(word)?.stroke(g, box, style.colour, style.crest, [], 'round');
  }
  for (const e of land.edgesNear('scaleable-cliff', box)) paintRungs(job, e);
}

function paintShadow({ g }: Job, { p, q, middle, down }: Edge, { length, shadow }: Hachure): void {
  const [dx, dy] = [down.x * length * 1.8, down.y * length * 1.8];
  const fade = g.createLinearGradient(middle.x, middle.y, middle.x + dx, middle.y + dy);
  fade.addColorStop(0, shadow);
  fade.addColorStop(1, 'rgba(90,60,20,0)');
  g.fillStyle = fade;
  g.beginPath();
  g.moveTo(p.x, p.y);
  g.lineTo(q.x, q.y);
  g.lineTo(q.x + dx, q.y + dy);
  g.lineTo(p.x + dx, p.y + dy);
  g.closePath();
  g.fill();
}

function paintTeeth(job: Job, { a, b, p, q, down }: Edge, style: Hachure): void {
  const { g } = job;
  const rnd = random(41, a, b);
  const n = Math.round(R / (isClose(job) ? style.gap : style.gap * 1.8));
  const width = isClose(job) ? style.width : style.width * 1.5;
  const [tx, ty] = [(q.x - p.x) / R, (q.y - p.y) / R];
  const end = style.isBlunt ? width * 0.8 : 0.15;
  g.beginPath();
  for (let i = 0; i <= n; i++) {
    const t = (i + 0.5 * (rnd() - 0.5)) / n;
    const [x, y] = [p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t];
    const length = style.length * (0.7 + rnd() * 0.45) * (i % 2 ? 0.72 : 1);
    g.moveTo(x - tx * width, y - ty * width);
    g.lineTo(x + tx * width, y + ty * width);
    g.lineTo(x + down.x * length + tx * end, y + down.y * length + ty * end);
    g.lineTo(x + down.x * length - tx * end, y + down.y * length - ty * end);
    g.closePath();
  }
  g.fill();
}

/** Two white rungs, so that a cliff that can be climbed is not taken for a sheer one. */
function paintRungs({ g }: Job, { p, q, middle, down }: Edge): void {
  const [tx, ty] = [(q.x - p.x) / R, (q.y - p.y) / R];
  g.strokeStyle = 'rgba(255,250,232,.9)';
  g.lineWidth = 1.5;
  g.lineCap = 'butt';
  g.beginPath();
  for (const d of [3.4, 6.8]) {
    g.moveTo(middle.x + down.x * d - tx * 7, middle.y + down.y * d - ty * 7);
    g.lineTo(middle.x + down.x * d + tx * 7, middle.y + down.y * d + ty * 7);
  }
  g.stroke();
}

const STONE_SIZES = 3;

/** A bank of stones on the seaward side of its hexside. */
export function paintShingle(job: Job): void {
  const { g, land, box, px } = job;
  const edges = land.edgesNear('shingle', box, 1.2 * W);
  if (!edges.length) return;
  const k = isClose(job) ? 1 : 1.7;
  const kinds = MAP.shingle.length * STONE_SIZES;
  const stamps = new Stamps(px, kinds + 1, 5 * k, (s, kind) => drawStone(s, kind, k, kind === kinds));
  const stones = edges.flatMap(({ a, b, p, q, down }) => {
    const rnd = random(42, a, b);
    return Array.from({ length: isClose(job) ? 120 : 40 }, () => {
      const t = rnd() * 1.06 - 0.03;
      const d = (rnd() + rnd()) * 6.6 - 3.4;
      return {
        x: p.x + (q.x - p.x) * t + down.x * d,
        y: p.y + (q.y - p.y) * t + down.y * d,
        kind: Math.floor(rnd() * kinds),
      };
    });
  });
  const shadows = stones.map(({ x, y }) => ({ x: x + 0.9, y: y + 1.3, kind: kinds }));
  stamps.put(g, box, shadows);
  stamps.put(
    g,
    box,
    stones.sort((m, n) => m.y - n.y),
  );
}

function drawStone(g: OffscreenCanvasRenderingContext2D, kind: number, k: number, isShadow: boolean): void {
  const r = isShadow ? 2.4 * k : (1.4 + (kind % STONE_SIZES) * 0.7) * k;
  g.fillStyle = isShadow ? 'rgba(70,54,28,.28)' : MAP.shingle[Math.floor(kind / STONE_SIZES)];
  g.beginPath();
  g.ellipse(0, 0, r * 1.15, r * 0.85, kind * 0.9, 0, 7);
  g.fill();
  if (isShadow) return;
  g.strokeStyle = 'rgba(52,44,32,.45)';
  g.lineWidth = 0.5;
  g.stroke();
}
