// Small signs that map, counters and highlights share.

import type { Colour } from '../wire';
import { SANS } from './fonts';
import { R } from './geometry';
import { shade } from './palette';
import type { Canvas2D } from './paint/brush';
import type { Point } from './types';

export function starPath(g: Canvas2D, x: number, y: number, r: number, inner = 0.44): void {
  g.beginPath();
  for (let i = 0; i < 10; i++) {
    const a = (Math.PI / 5) * i - Math.PI / 2;
    const k = i % 2 ? r * inner : r;
    g.lineTo(x + Math.cos(a) * k, y + Math.sin(a) * k);
  }
  g.closePath();
}

export function star(g: Canvas2D, x: number, y: number, r: number, fill: string): void {
  starPath(g, x, y, r);
  g.fillStyle = fill;
  g.fill();
}

/** Where the dots of a colour sit in a hex: one of six places, clockwise from the upper right. */
export function dotPlace(at: Point, place: number, k: number): Point {
  const a = (Math.PI / 3) * place - Math.PI / 3;
  return { x: at.x + Math.cos(a) * R * k, y: at.y + Math.sin(a) * R * k };
}

const RADIUS = [0, 2.9, 3.6, 4.4];

/** A dot of a field: full for the strongest, half full, hollow. */
export function drawDot(
  g: Canvas2D,
  x: number,
  y: number,
  level: number,
  colour: Colour,
  size = 1,
  hasLetter = false,
): void {
  const r = RADIUS[Math.min(3, Math.max(1, level))] * size;
  g.lineWidth = 1.3 * Math.sqrt(size);
  g.fillStyle = 'rgba(255,252,240,.92)';
  g.beginPath();
  g.arc(x, y, r + 1.2 * size, 0, 7);
  g.fill();
  g.fillStyle = g.strokeStyle = colour.value;
  if (level === 2) {
    g.beginPath();
    g.arc(x, y, r, Math.PI * 0.5, Math.PI * 1.5);
    g.closePath();
    g.fill();
  }
  g.beginPath();
  g.arc(x, y, r, 0, 7);
  if (level === 3) {
    g.fill();
    g.strokeStyle = shade(colour.value, 0.6);
  }
  g.stroke();
  if (!hasLetter || level < 3) return;
  g.fillStyle = '#fff';
  g.font = `700 ${r * 1.5}px ${SANS}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillText(colour.letter, x, y + r * 0.12);
}
