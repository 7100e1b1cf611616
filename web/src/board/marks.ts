// Things in a hex that are no counters: obstacles and lanes through them, pennants, clouds, crosses, bursts.

import type { Mark } from '../wire';
import { five } from './badges';
import { drawEmblem, emblemAt } from './emblems';
import { SANS } from './fonts';
import { R, random } from './geometry';
import type { Pencil } from './overlays';
import type { Canvas2D } from './paint/brush';
import { PLAIN_TONE } from './palette';
import type { Sheet } from './sheet';
import type { Point } from './types';
import { wrapWords } from './wrap';

type Draw = (g: Canvas2D, at: Point, mark: Mark, sheet: Sheet) => void;

/** Steel stars and stakes along the waterline of a hex. */
export function drawObstacles({ g, sheet }: Pencil, hexes: readonly number[]): void {
  g.lineCap = 'round';
  for (const [width, colour] of [
    [2.6, 'rgba(255,246,220,.7)'],
    [1.2, '#4b3a2a'],
  ] as const) {
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.beginPath();
    for (const h of hexes) traceObstacles(g, sheet.centres[h], h);
    g.stroke();
  }
}

function traceObstacles(g: Canvas2D, { x, y }: Point, hex: number): void {
  const rnd = random(61, hex);
  const s = 3;
  for (let i = 1; i < 6; i++) {
    const px = x - R * 0.66 + i * R * 0.22;
    const py = y + R * 0.5 + (i % 2 ? -4 : 3.5) + (rnd() - 0.5) * 3;
    g.moveTo(px - s, py + s * 0.8);
    g.lineTo(px + s, py - s * 0.8);
    g.moveTo(px - s, py - s * 0.8);
    g.lineTo(px + s, py + s * 0.8);
    g.moveTo(px, py - s * 1.1);
    g.lineTo(px, py + s * 1.1);
  }
}

/** A pale lane with green tape on both sides. */
const lane: Draw = (g, { x, y }) => {
  const tape: [number, number][] = [
    [-9, R * 0.74],
    [-9, -R * 0.5],
    [0, -R * 0.76],
    [9, -R * 0.5],
    [9, R * 0.74],
  ];
  g.beginPath();
  for (const [dx, dy] of tape) g.lineTo(x + dx, y + dy);
  g.fillStyle = 'rgba(255,252,238,.55)';
  g.fill();
  g.strokeStyle = '#1d7a52';
  g.lineWidth = 1.8;
  g.setLineDash([4, 2.6]);
  g.stroke();
  g.setLineDash([]);
};

const NOTE = 18; // characters of a line
const LINE = 12;

function plate(g: Canvas2D, text: string, x: number, y: number, fill: string): void {
  g.font = `700 11px ${SANS}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  const w = g.measureText(text).width + 9;
  g.fillStyle = fill;
  g.strokeStyle = '#fffaf0';
  g.lineWidth = 1.4;
  g.beginPath();
  g.roundRect(x - w / 2, y - 7.5, w, 15, 3);
  g.fill();
  g.stroke();
  g.fillStyle = '#fff';
  g.fillText(text, x, y + 0.6);
}

/** The emblem of a place in the colour and with the letter of whoever holds it. */
const held: Draw = (g, at, { hex, tone }, { layout }) => {
  const plate = layout.plates.find((each) => layout.names[each.hex] === hex);
  const shape = (plate && layout.colours[plate.colour]?.shape) || 'star';
  const { line, band } = layout.tones[tone ?? ''] ?? PLAIN_TONE;
  drawEmblem(g, shape, emblemAt(at), 1.12, line ?? band, (tone ?? '').charAt(0).toUpperCase());
};

/** A flag on a post, in the colour of whose it is. */
const pennant: Draw = (g, { x, y }, { tone }, { layout }) => {
  const [px, py] = [x - R * 0.5, y - R * 0.3];
  g.strokeStyle = '#2a2417';
  g.lineWidth = 2.2;
  g.lineCap = 'round';
  g.beginPath();
  g.moveTo(px, py - 12);
  g.lineTo(px, py + 12);
  g.stroke();
  g.fillStyle = layout.tones[tone ?? '']?.line ?? '#1f5f4a';
  g.strokeStyle = '#fffaf0';
  g.lineWidth = 1.4;
  g.beginPath();
  g.moveTo(px, py - 12);
  g.lineTo(px + 19, py - 7);
  g.lineTo(px, py - 1);
  g.closePath();
  g.fill();
  g.stroke();
};

/** Crossed strokes at the lower left. */
const cross: Draw = (g, { x, y }) => {
  const [px, py] = [x - R * 0.56, y + R * 0.36];
  for (const [width, colour] of [
    [5, '#fff'],
    [2.6, '#b3261e'],
  ] as const) {
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.lineCap = 'round';
    g.beginPath();
    g.moveTo(px - 5, py - 5);
    g.lineTo(px + 5, py + 5);
    g.moveTo(px + 5, py - 5);
    g.lineTo(px - 5, py + 5);
    g.stroke();
  }
};

/** Small discs with horns along the lower edge. */
const mines: Draw = (g, { x, y }) => {
  for (const dx of [-15, 0, 15]) {
    const [px, py] = [x + dx, y + R * 0.62];
    g.fillStyle = '#7d1f1a';
    g.strokeStyle = '#fffaf0';
    g.lineWidth = 1.3;
    g.beginPath();
    g.arc(px, py, 4.6, 0, 7);
    g.fill();
    g.stroke();
    g.strokeStyle = '#7d1f1a';
    g.lineWidth = 1.6;
    g.beginPath();
    for (const a of [-2.2, -1.57, -0.94]) {
      g.moveTo(px + Math.cos(a) * 4.6, py + Math.sin(a) * 4.6);
      g.lineTo(px + Math.cos(a) * 7.6, py + Math.sin(a) * 7.6);
    }
    g.stroke();
  }
};

/** A coil along the lower edge. */
const wire: Draw = (g, { x, y }) => {
  for (const [width, colour] of [
    [3.4, 'rgba(255,250,240,.85)'],
    [1.5, '#33302a'],
  ] as const) {
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.beginPath();
    for (let i = 0; i <= 44; i++) {
      const a = (i / 44) * Math.PI * 9;
      g.lineTo(x - R * 0.5 + (i / 44) * R + Math.sin(a) * 4, y + R * 0.6 - Math.cos(a) * 4.6);
    }
    g.stroke();
  }
};

/** A burst at the lower right. */
const burst: Draw = (g, { x, y }) => {
  const [px, py] = [x + R * 0.56, y + R * 0.36];
  for (const [k, fill] of [
    [1.35, '#fff'],
    [1, '#7a3b12'],
    [0.55, '#f0a63a'],
  ] as const) {
    g.fillStyle = fill;
    g.beginPath();
    for (let i = 0; i < 14; i++) {
      const a = (Math.PI / 7) * i - Math.PI / 2;
      const r = (i % 2 ? 4 : 7.6) * k;
      g.lineTo(px + Math.cos(a) * r, py + Math.sin(a) * r);
    }
    g.closePath();
    g.fill();
  }
};

const cloud: Draw = (g, { x, y }) => {
  for (const [dx, dy, r] of [
    [-14, 8, 12],
    [2, 10, 14],
    [16, 6, 11],
    [-6, -4, 14],
    [10, -6, 12],
    [0, -16, 9],
  ]) {
    g.fillStyle = 'rgba(236,236,230,.62)';
    g.strokeStyle = 'rgba(120,122,118,.35)';
    g.lineWidth = 1;
    g.beginPath();
    g.arc(x + dx, y + dy, r, 0, 7);
    g.fill();
    g.stroke();
  }
};

const disc: Draw = (g, { x, y }) => five(g, x + R * 0.7, y - R * 0.62, R * 0.21, '');

/** A note has as many lines as its words need. */
const note: Draw = (g, { x, y }, mark) => {
  const lines = wrapWords(mark.text || mark.kind, NOTE);
  lines.forEach((line, i) => plate(g, line, x, y + R * 0.62 + (i - lines.length + 1) * LINE, '#3b4046'));
};

const BELOW: Record<string, Draw> = { lane, pennant, cloud };
const ABOVE: Record<string, Draw> = { held, cross, mines, wire, burst, five: disc };

/** Marks that lie under counters, or those that lie on them. */
export function drawMarks({ g, sheet }: Pencil, marks: readonly Mark[], isAbove: boolean): void {
  for (const mark of marks) {
    const at = sheet.centres[sheet.hex(mark.hex)];
    if (!at) continue;
    const draw = (isAbove ? ABOVE : BELOW)[mark.kind];
    if (draw) draw(g, at, mark, sheet);
    else if (isAbove && !(mark.kind in BELOW)) note(g, at, mark, sheet);
  }
}
