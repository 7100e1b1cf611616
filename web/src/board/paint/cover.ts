// What covers the ground of a hex: dunes, valley floors, rocks, woods, houses, marsh, floods, hills, and anything else.

import { R, W, hashOf, random, traceHex } from '../geometry';
import { FLAT, MAP } from '../palette';
import type { Point } from '../types';
import { type Job, blobs, clipLoops, fillLoops, isClose, scatter, strokeLoops } from './brush';
import { isRunning } from './rivers';
import type { Roads } from './roads';
import { Stamps } from './stamps';

const KNOWN = new Set(Object.keys(FLAT));

function hexesOf(job: Job, brush: string): number[] {
  return job.land.near(job.box, 1.2 * W).filter((h) => job.land.is(h, brush));
}

function wash({ g, land }: Job, hexes: readonly number[], style: string, k: number): void {
  g.beginPath();
  for (const h of hexes) traceHex(g, land.centres[h], land.corners, k);
  g.fillStyle = style;
  g.fill();
}

export function paintDunes(job: Job): void {
  const { g, land } = job;
  const hexes = hexesOf(job, 'dune');
  wash(job, hexes, MAP.dune, 1.01);
  if (!isClose(job)) return;
  g.lineWidth = 0.8;
  for (const h of hexes) {
    const rnd = random(31, h);
    const { x, y } = land.centres[h];
    g.strokeStyle = 'rgba(112,124,62,.38)';
    g.beginPath();
    for (let i = 0; i < 34; i++) {
      const [px, py, len] = [x + (rnd() - 0.5) * W * 0.94, y + (rnd() - 0.5) * R * 1.35, 2.2 + rnd() * 2.6];
      g.moveTo(px - 1.6, py - len);
      g.lineTo(px, py);
      g.lineTo(px + 1.4, py - len * 0.9);
    }
    g.stroke();
  }
}

export function paintValleys(job: Job): void {
  const { g, land, box } = job;
  const hexes = hexesOf(job, 'valley');
  if (!hexes.length) return;
  const loops = land.loops(box, (h) => land.is(h, 'valley'), 2);
  fillLoops(g, loops, MAP.valley);
  g.save();
  clipLoops(g, loops);
  for (const [w, a] of [
    [34, 0.1],
    [24, 0.12],
    [14, 0.14],
    [7, 0.16],
  ])
    strokeLoops(g, loops, `rgba(92,74,36,${a})`, w);
  for (const h of hexes) {
    const { x, y } = land.centres[h];
    const rnd = random(32, h);
    g.fillStyle = 'rgba(214,208,160,.45)';
    g.beginPath();
    g.ellipse(x, y, R * 0.46, R * 0.5, 0, 0, 7);
    g.fill();
    if (!isClose(job)) continue;
    g.fillStyle = 'rgba(96,108,52,.32)';
    blobs(
      g,
      Array.from({ length: 16 }, () => ({
        x: x + (rnd() - 0.5) * W * 0.9,
        y: y + (rnd() - 0.5) * R * 1.5,
        r: 0.8 + rnd() * 1.3,
      })),
    );
  }
  g.restore();
}

export function paintRough(job: Job): void {
  const { g, land } = job;
  const hexes = hexesOf(job, 'rough');
  wash(job, hexes, 'rgba(150,140,110,.55)', 0.98);
  for (const h of hexes) {
    const rnd = random(33, h);
    g.strokeStyle = 'rgba(60,52,36,.5)';
    g.lineWidth = 0.6;
    for (let i = 0; i < (isClose(job) ? 40 : 16); i++) {
      const { x, y } = scatter(land.centres[h], rnd, 0.82);
      const s = (isClose(job) ? 1.8 : 3) + rnd() * 4;
      g.beginPath();
      g.moveTo(x - s, y + s * 0.5);
      g.lineTo(x - s * 0.3, y - s * 0.8);
      g.lineTo(x + s * 0.8, y - s * 0.3);
      g.lineTo(x + s, y + s * 0.6);
      g.closePath();
      g.fillStyle = rnd() < 0.5 ? MAP.rock : MAP.rockLight;
      g.fill();
      if (isClose(job)) g.stroke();
    }
  }
}

export function paintMarsh(job: Job): void {
  const { g, land } = job;
  const hexes = hexesOf(job, 'marsh');
  wash(job, hexes, 'rgba(158,184,150,.6)', 1);
  const tufts = hexes.flatMap((h) => {
    const rnd = random(34, h);
    return Array.from({ length: isClose(job) ? 12 : 5 }, () => scatter(land.centres[h], rnd, 0.8));
  });
  g.lineCap = 'round';
  g.lineWidth = 1.3;
  g.strokeStyle = 'rgba(84,132,142,.7)';
  g.beginPath();
  for (const { x, y } of tufts) {
    g.moveTo(x - 6, y);
    g.lineTo(x + 6, y);
    g.moveTo(x - 3, y + 3);
    g.lineTo(x + 4, y + 3);
  }
  g.stroke();
  g.strokeStyle = 'rgba(70,104,52,.8)';
  g.beginPath();
  for (const { x, y } of tufts)
    for (const k of [-2.4, 0, 2.4]) {
      g.moveTo(x + k * 0.5, y - 0.5);
      g.lineTo(x + k, y - 5);
    }
  g.stroke();
}

export function paintFloods(job: Job): void {
  const { g, land, box } = job;
  const hexes = hexesOf(job, 'flooded');
  if (!hexes.length) return;
  const loops = land.loops(box, (h) => land.is(h, 'flooded'), 3);
  fillLoops(g, loops, 'rgba(126,172,178,.72)');
  strokeLoops(g, loops, 'rgba(240,246,240,.6)', 2.4);
  strokeLoops(g, loops, 'rgba(70,116,130,.6)', 1);
  g.strokeStyle = 'rgba(255,255,255,.35)';
  g.lineWidth = 1.2;
  for (const h of hexes) {
    const rnd = random(35, h);
    g.beginPath();
    for (let i = 0; i < 9; i++) {
      const { x, y } = scatter(land.centres[h], rnd, 0.75);
      g.moveTo(x - 5 - rnd() * 5, y);
      g.lineTo(x + 5, y);
    }
    g.stroke();
  }
}

export function paintHills(job: Job): void {
  const { g, land, box } = job;
  if (!hexesOf(job, 'hill').length) return;
  const loops = land.loops(box, (h) => land.is(h, 'hill'), 3);
  fillLoops(g, loops, 'rgba(186,150,92,.34)');
  g.save();
  clipLoops(g, loops);
  for (const [w, a] of [
    [26, 0.12],
    [16, 0.14],
    [7, 0.2],
  ])
    strokeLoops(g, loops, `rgba(120,84,36,${a})`, w);
  g.restore();
  strokeLoops(g, loops, 'rgba(120,84,36,.5)', 1.2);
}

/** Ground that no painter knows: a plain tint, its own for every word, with its name. */
export function paintUnknown(job: Job): void {
  const { land, box } = job;
  for (const h of land.near(box))
    for (const word of land.brushes[h])
      if (!KNOWN.has(word) && !isRunning(word)) wash(job, [h], `hsla(${hashOf(word) % 360},34%,58%,.5)`, 0.97);
}

export function paintWoods(job: Job): void {
  const { g, land, box } = job;
  const hexes = hexesOf(job, 'woods');
  if (!hexes.length) return;
  const whole = (h: number): boolean => land.brushes[h][0] === 'woods';
  fillLoops(g, land.loops(box, whole, 2), 'rgba(86,112,58,.5)');
  const trees = hexes.flatMap((h) => treesOf(job, h, whole(h)));
  const k = treeSize(job.px);
  g.fillStyle = MAP.woodShadow;
  blobs(g, trees, 2.2, 2.6);
  const kinds = MAP.wood.length * TREE_SIZES;
  const stamps = new Stamps(job.px, kinds, 6.5 * k, (s, kind) => drawTree(s, kind, k));
  stamps.put(
    g,
    box,
    trees.sort((m, n) => m.y - n.y),
  );
}

const TREE_SIZES = 4;

/** Seen from far away there are fewer trees, and larger ones. */
const treeSize = (px: number): number => (px > 0.4 ? 1 : px > 0.16 ? 1.35 : 2.3);

const treeRadius = (kind: number): number => 3.8 + (kind % TREE_SIZES) * 0.8;

function drawTree(g: OffscreenCanvasRenderingContext2D, kind: number, k: number): void {
  const r = treeRadius(kind) * k;
  g.fillStyle = MAP.wood[Math.floor(kind / TREE_SIZES)];
  g.beginPath();
  g.arc(0, 0, r, 0, 7);
  g.fill();
  g.fillStyle = 'rgba(190,212,134,.30)';
  g.beginPath();
  g.arc(-r * 0.3, -r * 0.36, r * 0.48, 0, 7);
  g.fill();
}

function treesOf(job: Job, h: number, isWhole: boolean): { x: number; y: number; r: number; kind: number }[] {
  const { land, px } = job;
  const rnd = random(36, h);
  const count = (isWhole ? 50 : 26) * (px > 0.4 ? 1 : px > 0.16 ? 0.5 : 0.14);
  return Array.from({ length: Math.round(count) }, () => {
    const p = scatter(land.centres[h], rnd, isWhole ? 0.84 : 0.72);
    const kind = Math.floor(rnd() * MAP.wood.length * TREE_SIZES);
    return { x: p.x, y: p.y, r: treeRadius(kind) * treeSize(px), kind };
  });
}

interface House {
  x: number;
  y: number;
  turn: number;
  w: number;
  h: number;
  tone: number;
}

/** How many houses a place has, how large they are, and how far from the middle of the hex they stand. */
const PLANS = {
  tactical: { town: { most: 16, size: 1, reach: 0.8 }, city: { most: 34, size: 1, reach: 0.8 } },
  operational: { town: { most: 12, size: 0.66, reach: 0.46 }, city: { most: 44, size: 0.7, reach: 0.84 } },
};

/** Houses along the roads of villages and towns. */
export function paintTowns(job: Job, roads: Roads): void {
  const { g, land } = job;
  const isTown = (h: number): boolean => land.is(h, 'town') || land.is(h, 'city');
  const hexes = land.near(job.box, 1.2 * W).filter(isTown);
  if (land.layout.scale === 'operational') paintCities(job);
  else
    wash(
      job,
      hexes.filter((h) => land.brushes[h][0] !== 'valley'),
      'rgba(214,196,158,.55)',
      0.95,
    );
  roads.paint(job);
  for (const h of hexes) paintHouses(g, housesOf(job, h, roads), isClose(job));
}

/** The built-up ground of cities, which is seen from far away. */
function paintCities({ g, land, box }: Job): void {
  const loops = land.loops(box, (h) => land.is(h, 'city'), 2);
  fillLoops(g, loops, 'rgba(196,146,120,.62)');
  strokeLoops(g, loops, 'rgba(122,66,48,.55)', 1.4);
}

function housesOf(job: Job, h: number, roads: Roads): House[] {
  const { land, px } = job;
  const at = land.centres[h];
  const rnd = random(37, h);
  const isCity = land.is(h, 'city');
  const plan = PLANS[land.layout.scale][isCity ? 'city' : 'town'];
  const street = roads.pointsAt(at);
  const houses: House[] = [];
  const grown = px > 0.3 ? 1 : px > 0.16 ? 1.35 : 2;
  const put = (x: number, y: number, turn: number): void => {
    const w = (7 + rnd() * 4) * grown * plan.size;
    const tall = (4.9 + rnd() * 2) * grown * plan.size;
    const tone = Math.floor(rnd() * 4);
    if (Math.hypot(x - at.x, y - at.y) > R * plan.reach) return;
    if (street.some((p) => Math.hypot(p.x - x, p.y - y) < 7.6 * plan.size)) return;
    if (houses.some((o) => Math.hypot(o.x - x, o.y - y) < (o.w + w) * 0.55)) return;
    houses.push({ x, y, turn, w, h: tall, tone });
  };
  alongStreet(street, at, rnd, put);
  const most = plan.most * (px > 0.16 ? 1 : 0.4);
  for (let i = 0; i < plan.most * 3 * (px > 0.16 ? 1 : 0.3) && houses.length < most; i++) {
    const p = scatter(at, rnd, plan.reach);
    put(p.x, p.y, Math.floor(rnd() * 6) * (Math.PI / 6));
  }
  return houses.sort((a, b) => a.y - b.y);
}

function alongStreet(
  street: readonly Point[],
  at: Point,
  rnd: () => number,
  put: (x: number, y: number, turn: number) => void,
): void {
  for (let i = 1; i < street.length; i += 2) {
    const [a, b] = [street[i - 1], street[i]];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length < 0.5 || length > R || Math.hypot(b.x - at.x, b.y - at.y) > R) continue;
    const turn = Math.atan2(b.y - a.y, b.x - a.x);
    for (const s of [-1, 1]) {
      if (rnd() < 0.15) continue;
      const off = (9.4 + rnd() * 2) * s;
      put(b.x - Math.sin(turn) * off, b.y + Math.cos(turn) * off, turn);
    }
  }
}

function paintHouses(g: Job['g'], houses: readonly House[], isNear: boolean): void {
  for (const o of houses) {
    g.save();
    g.translate(o.x, o.y);
    g.rotate(o.turn);
    g.fillStyle = 'rgba(44,28,16,.40)';
    g.fillRect(-o.w / 2 + 1.6, -o.h / 2 + 1.9, o.w, o.h);
    g.fillStyle = MAP.roof[o.tone];
    g.fillRect(-o.w / 2, -o.h / 2, o.w, o.h);
    if (isNear) {
      g.fillStyle = 'rgba(255,232,205,.45)';
      g.fillRect(-o.w / 2, -o.h / 2, o.w, o.h * 0.44);
      g.strokeStyle = 'rgba(60,28,18,.75)';
      g.lineWidth = 0.6;
      g.strokeRect(-o.w / 2, -o.h / 2, o.w, o.h);
    }
    g.restore();
  }
}
