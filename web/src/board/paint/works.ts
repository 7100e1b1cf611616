// What men put along hexsides: hedges, sea walls, ditches, walls, bridges; and any side that no painter knows.

import { R, random } from '../geometry';
import { MAP } from '../palette';
import { type Job, blobs, isClose } from './brush';

type Stroke = [width: number, colour: string, dash?: number[]];

const WALLS: Record<string, Stroke[]> = {
  seawall: [
    [9, 'rgba(40,34,24,.4)'],
    [7.4, MAP.wallEdge],
    [5, MAP.wall],
    [5, 'rgba(93,87,76,.75)', [1.2, 7]],
  ],
  ditch: [
    [10, 'rgba(242,226,182,.85)'],
    [6.4, MAP.ditch],
    [3, '#2c2016'],
    [10, MAP.ditch, [2, 6]],
  ],
  wall: [
    [11, 'rgba(30,24,16,.5)'],
    [9, '#4b463d'],
    [6, '#a9a396', [7, 3]],
  ],
  breach: [
    [11, 'rgba(30,24,16,.45)'],
    [9, '#f4ecd2'],
    [4, '#1f549e', [5, 4]],
  ],
};
const OTHERS = new Set([
  ...Object.keys(WALLS),
  ...[
    'slope',
    'bluff',
    'cliff',
    'scaleable-cliff',
    'sheer-cliff',
    'shingle',
    'hedge',
    'river',
    'stream',
    'canal',
    'bridge',
  ],
]);

export function paintWalls({ g, land, box }: Job): void {
  for (const [word, strokes] of Object.entries(WALLS))
    for (const [width, colour, dash] of strokes) land.lineOf(word)?.stroke(g, box, colour, width, dash);
  for (const word of land.sideWords())
    if (!OTHERS.has(word)) land.lineOf(word)?.stroke(g, box, 'rgba(64,46,28,.85)', 3.4, [], 'round');
}

export function paintHedges(job: Job): void {
  const { g, land, box } = job;
  const n = isClose(job) ? 13 : 6;
  const bushes = land.edgesNear('hedge', box).flatMap(({ a, b, p, q }) => {
    const rnd = random(51, a, b);
    return Array.from({ length: n + 1 }, (_, i) => ({
      x: p.x + ((q.x - p.x) * i) / n + (rnd() - 0.5) * 1.6,
      y: p.y + ((q.y - p.y) * i) / n + (rnd() - 0.5) * 1.6,
      r: (2.3 + rnd() * 1.4) * (13 / n) ** 0.4,
    }));
  });
  g.fillStyle = 'rgba(40,48,20,.32)';
  blobs(g, bushes, 1.7, 2);
  g.fillStyle = '#56713a';
  blobs(g, bushes);
  g.fillStyle = '#8aa45c';
  blobs(g, bushes, -0.7, -0.9, 0.5);
}

/** Two parapets across a hexside. */
export function paintBridges({ g, land, box }: Job): void {
  for (const { p, q, middle, down } of land.edgesNear('bridge', box)) {
    const [tx, ty] = [(q.x - p.x) / R, (q.y - p.y) / R];
    for (const [width, colour] of [
      [13, '#4a4236'],
      [9, '#e9dcc0'],
    ] as const) {
      g.strokeStyle = colour;
      g.lineWidth = width;
      g.lineCap = 'butt';
      g.beginPath();
      g.moveTo(middle.x - down.x * 11, middle.y - down.y * 11);
      g.lineTo(middle.x + down.x * 11, middle.y + down.y * 11);
      g.stroke();
    }
    g.strokeStyle = '#4a4236';
    g.lineWidth = 1.4;
    g.beginPath();
    for (const s of [-1, 1])
      for (const e of [-1, 1]) {
        g.moveTo(middle.x + down.x * 11 * e + tx * 6 * s, middle.y + down.y * 11 * e + ty * 6 * s);
        g.lineTo(middle.x + down.x * 14 * e + tx * 9 * s, middle.y + down.y * 14 * e + ty * 9 * s);
      }
    g.stroke();
  }
}
