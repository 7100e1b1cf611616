// Water: depth, swell, breakers, and the beach that the tide leaves and takes.

import { R, W, outlines, random, smooth, trace } from '../geometry';
import { MAP } from '../palette';
import { type Job, clipLoops, fillLoops, isClose } from './brush';
import type { Land, Water } from './land';

const FINEST = 10; // world units per sample of the depth picture
const MOST_SAMPLES = 160000;
const RAMP: [distance: number, colour: [number, number, number]][] = [
  [0, [142, 184, 184]],
  [0.45 * R, [122, 170, 175]],
  [1.6 * R, [97, 148, 160]],
  [3.6 * R, [74, 129, 150]],
  [6.5 * R, [58, 111, 135]],
  [11 * R, [47, 96, 120]],
];

export const hasSea = (land: Land): boolean => land.brushes.some((b) => b[0] === 'sea');

/** The picture of the sea's depth, by how far the shore is; painted once for each height of the water. */
export class Depths {
  private readonly pictures = new Map<Water, OffscreenCanvas>();

  constructor(private readonly land: Land) {}

  draw({ g, water, box }: Job): void {
    let picture = this.pictures.get(water);
    if (!picture) this.pictures.set(water, (picture = this.paint(water)));
    const { x0, y0, x1, y1 } = this.land.sheet.box;
    g.fillStyle = MAP.deep;
    g.fillRect(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
    g.imageSmoothingEnabled = true;
    g.drawImage(picture, x0, y0, x1 - x0, y1 - y0);
  }

  private paint(water: Water): OffscreenCanvas {
    const { x0, y0, x1, y1 } = this.land.sheet.box;
    const step = Math.max(FINEST, Math.sqrt(((x1 - x0) * (y1 - y0)) / MOST_SAMPLES));
    const [w, h] = [Math.ceil((x1 - x0) / step), Math.ceil((y1 - y0) / step)];
    const canvas = new OffscreenCanvas(w, h);
    const g = canvas.getContext('2d', { willReadFrequently: true });
    if (!g) return canvas;
    g.setTransform(w / (x1 - x0), 0, 0, h / (y1 - y0), (-x0 * w) / (x1 - x0), (-y0 * h) / (y1 - y0));
    const land = this.land;
    const dry = land.centres.map((_, i) => i).filter((i) => !land.isWater(i, water));
    const set = new Set(dry);
    g.beginPath();
    for (const l of outlines(dry, (i) => set.has(i), land.centres, land.neighbours, land.corners))
      trace(g, smooth(l, 2), true);
    g.fill('evenodd');
    const image = g.getImageData(0, 0, w, h);
    colour(image, distances(image), step);
    g.putImageData(image, 0, 0);
    return canvas;
  }
}

/** How far each sample is from land, in samples (two sweeps of a chamfer mask). */
function distances({ data, width, height }: ImageData): Float32Array {
  const d = new Float32Array(width * height);
  for (let i = 0; i < d.length; i++) d[i] = data[i * 4 + 3] > 127 ? 0 : 1e6;
  const reach = (i: number, j: number, step: number): void => {
    if (d[j] + step < d[i]) d[i] = d[j] + step;
  };
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (x) reach(i, i - 1, 1);
      if (y) reach(i, i - width, 1);
      if (x && y) reach(i, i - width - 1, 1.4142);
      if (y && x < width - 1) reach(i, i - width + 1, 1.4142);
    }
  for (let y = height - 1, i = d.length - 1; y >= 0; y--)
    for (let x = width - 1; x >= 0; x--, i--) {
      if (x < width - 1) reach(i, i + 1, 1);
      if (y < height - 1) reach(i, i + width, 1);
      if (x < width - 1 && y < height - 1) reach(i, i + width + 1, 1.4142);
      if (x && y < height - 1) reach(i, i + width - 1, 1.4142);
    }
  return d;
}

function colour({ data, width }: ImageData, away: Float32Array, step: number): void {
  const k = step / FINEST;
  const wave = (x: number, y: number): number =>
    Math.sin(x * 0.021 * k + y * 0.03 * k) * Math.sin(y * 0.043 * k - x * 0.017 * k);
  for (let i = 0; i < away.length; i++) {
    const far = away[i] * step;
    const d = far ? far * (1 + 0.16 * wave(i % width, i / width)) : 0;
    let n = 1;
    while (n < RAMP.length - 1 && RAMP[n][0] < d) n++;
    const [d0, c0] = RAMP[n - 1];
    const [d1, c1] = RAMP[n];
    const t = Math.min(1, Math.max(0, (d - d0) / (d1 - d0)));
    for (let part = 0; part < 3; part++) data[i * 4 + part] = c0[part] + (c1[part] - c0[part]) * t;
    data[i * 4 + 3] = 255;
  }
}

/** Swell and breakers. */
export function paintWaves(job: Job): void {
  const { g, land, box, water } = job;
  const wet = land.near(box).filter((h) => land.isWater(h, water));
  if (!wet.length) return;
  g.lineCap = 'round';
  if (job.px > 0.16) for (let i = 0; i < SWELL.length; i++) paintSwell(job, wet, i);
  const shore = dryLine(land, water);
  shore.stroke(g, box, 'rgba(240,246,240,.14)', 44, [64, 36], 'round');
  shore.stroke(g, box, 'rgba(116,166,172,.5)', 41, [64, 36], 'round');
  shore.stroke(g, box, 'rgba(240,246,240,.26)', 25, [80, 22], 'round');
  shore.stroke(g, box, 'rgba(124,171,176,.6)', 22, [80, 22], 'round');
  shore.stroke(g, box, 'rgba(240,246,240,.55)', 11);
  shore.stroke(g, box, '#98bdb9', 8);
}

const SWELL: [strength: number, width: number, perHex: number][] = [
  [0.05, 1.3, 3],
  [0.08, 0.8, 3],
  [0.12, 1, 2],
];

/** Short strokes along the waves, of one strength at a time. */
function paintSwell(job: Job, hexes: readonly number[], kind: number): void {
  const { g, land } = job;
  const [strength, width, perHex] = SWELL[kind];
  g.strokeStyle = `rgba(255,255,255,${strength})`;
  g.lineWidth = width;
  g.beginPath();
  for (const h of hexes) {
    const rnd = random(11 + kind, h);
    const { x, y } = land.centres[h];
    for (let i = 0; i < (isClose(job) ? perHex : 1); i++) {
      const px = x + (rnd() - 0.5) * W;
      const py = y + (rnd() - 0.5) * R * 1.6;
      const len = 6 + rnd() * 20;
      g.moveTo(px, py);
      g.quadraticCurveTo(px + len / 2, py - 3 - rnd() * 3, px + len, py + rnd() * 2);
    }
  }
  g.stroke();
}

const dryLine = (land: Land, water: Water) => land.outline(`dry-${water}`, (h) => !land.isWater(h, water));

/** Sand in three bands, what lies under the water showing through it; tide lines. */
export function paintShore(job: Job): void {
  const { g, land, box, water } = job;
  const above = (line: Water, rounds = 3) => land.loops(box, (h) => !land.isWater(h, line), rounds);
  const bands: [Water, string][] = [
    [1, MAP.wetSand],
    [2, MAP.midSand],
    [3, MAP.drySand],
  ];
  for (const [line, style] of bands) if (line >= water) fillLoops(g, above(line), style);
  paintGrain(job);
  const lines: [Water, string, number[]][] = [
    [2, '#5f8e97', [9, 5]],
    [3, '#7d9a94', [3, 4]],
  ];
  for (const [line, style, dash] of lines) {
    if (line < water) continue;
    const course = dryLine(land, line);
    course.stroke(g, box, 'rgba(255,255,255,.5)', 4.4);
    course.stroke(g, box, style, 1.7, dash);
  }
  dryLine(land, water).stroke(g, box, 'rgba(255,253,242,.95)', 3.2);
}

/** Flats under water: paler where the sand shines through, with the line of the lower tide. */
export function paintFlats(job: Job): void {
  const { g, land, box, water } = job;
  if (water === 1) return;
  fillLoops(
    g,
    land.loops(box, (h) => !land.isSea(h), 3),
    'rgba(196,186,142,.34)',
  );
  for (let line = 1; line < water; line++)
    dryLine(land, line as Water).stroke(g, box, 'rgba(255,255,255,.4)', 1.6, [9, 6]);
}

function paintGrain(job: Job): void {
  const { g, land, box, water } = job;
  if (!isClose(job)) return;
  g.save();
  clipLoops(
    g,
    land.loops(box, (h) => !land.isWater(h, water), 3),
  );
  g.lineCap = 'round';
  for (const h of land.near(box)) {
    if (!land.tide[h] || land.isWater(h, water)) continue;
    const { x, y } = land.centres[h];
    const rnd = random(15, h);
    const isWet = land.tide[h] === 1;
    for (let i = 0; i < (isWet ? 6 : 2); i++) {
      const [px, py, len] = [x + (rnd() - 0.5) * W, y + (rnd() - 0.5) * R * 1.6, 10 + rnd() * 24];
      g.strokeStyle = isWet ? `rgba(122,160,160,${0.16 + rnd() * 0.22})` : `rgba(150,136,98,${0.1 + rnd() * 0.12})`;
      g.lineWidth = 1.2 + rnd() * 2.2;
      g.beginPath();
      g.moveTo(px, py);
      g.bezierCurveTo(px + len * 0.3, py - 4, px + len * 0.6, py + 4, px + len, py - 1);
      g.stroke();
    }
    g.fillStyle = 'rgba(104,80,42,.2)';
    for (let i = 0; i < 30; i++) g.fillRect(x + (rnd() - 0.5) * W, y + (rnd() - 0.5) * R * 1.7, 0.9, 0.9);
  }
  g.restore();
}
