// A deed on the map: a tracer runs from those who act to those whom it strikes, and bursts there.

import { R } from './geometry';
import { clamp01, ease } from './motion';
import type { Pencil } from './overlays';
import type { Canvas2D } from './paint/brush';
import { HIGHLIGHT } from './palette';
import type { Point } from './types';

/** From where to where something strikes, in the world, and since when. Without a beginning it comes from above. */
export interface Stroke {
  from: readonly Point[];
  to: readonly Point[];
  isHeavy: boolean;
  start: number;
  /** How long it takes, in milliseconds. */
  length: number;
}

export const STROKE = 780; // milliseconds, if there is time
const FLIGHT = 0.55; // of it the tracer flies
const TAIL = 0.34;
const MOST = 8;

/** Draw a stroke when `t` of its time, from 0 to 1, has gone by. */
export function drawStroke({ g, zoom }: Pencil, { from, to, isHeavy }: Stroke, t: number): void {
  const colour = isHeavy ? HIGHLIGHT.cause : HIGHLIGHT.target;
  const size = Math.max(1, 0.62 / zoom);
  g.save();
  g.lineCap = 'round';
  for (const b of to.slice(0, MOST)) {
    for (const a of from.slice(0, MOST)) tracer(g, a, b, t / FLIGHT, colour, size);
    const since = from.length ? (t - FLIGHT) / (1 - FLIGHT) : t;
    if (since > 0) burst(g, b, clamp01(since), colour, size);
  }
  g.restore();
}

function tracer(g: Canvas2D, a: Point, b: Point, t: number, colour: string, size: number): void {
  const at = (u: number): Point => ({ x: a.x + (b.x - a.x) * u, y: a.y + (b.y - a.y) * u });
  const head = at(ease(clamp01(t)));
  const fading = clamp01(2.4 - 1.4 * t);
  line(g, a, head, `rgba(255,255,255,${0.55 * fading})`, 5.4 * size);
  g.globalAlpha = 0.55 * fading;
  line(g, a, head, colour, 2.6 * size);
  g.globalAlpha = 1;
  if (t >= 1) return;
  const tail = at(Math.max(0, ease(clamp01(t)) - TAIL));
  line(g, tail, head, '#fff', 8 * size);
  line(g, tail, head, colour, 4.6 * size);
  g.fillStyle = '#fff';
  g.beginPath();
  g.arc(head.x, head.y, 5.4 * size, 0, 7);
  g.fill();
  g.fillStyle = colour;
  g.beginPath();
  g.arc(head.x, head.y, 3.4 * size, 0, 7);
  g.fill();
}

function line(g: Canvas2D, a: Point, b: Point, colour: string, width: number): void {
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.beginPath();
  g.moveTo(a.x, a.y);
  g.lineTo(b.x, b.y);
  g.stroke();
}

const RAYS = 9;

function burst(g: Canvas2D, { x, y }: Point, t: number, colour: string, size: number): void {
  const far = R * (0.35 + 0.75 * Math.sqrt(t)) * Math.max(1, size * 0.7);
  g.globalAlpha = 1 - t;
  for (const [width, ink] of [
    [6.5 * size, '#fff'],
    [3.6 * size, colour],
  ] as const) {
    g.strokeStyle = ink;
    g.lineWidth = width * (1 - 0.6 * t);
    g.beginPath();
    for (let ray = 0; ray < RAYS; ray++) {
      const angle = (ray / RAYS) * 2 * Math.PI + 0.3;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const reach = far * (ray % 2 ? 0.78 : 1);
      g.moveTo(x + cos * reach * 0.55, y + sin * reach * 0.55);
      g.lineTo(x + cos * reach, y + sin * reach);
    }
    g.stroke();
  }
  g.globalAlpha = 1;
}
