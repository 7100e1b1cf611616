// What every painter gets, and the strokes they share.

import { type Box, R, trace } from '../geometry';
import type { Point } from '../types';
import type { Land, Water } from './land';

export type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** One piece of the sheet to paint. */
export interface Job {
  g: Canvas2D;
  land: Land;
  /** The part of the world that shows. */
  box: Box;
  /** Pixels of the screen per world unit. */
  px: number;
  /** The same in CSS pixels: what size things appear at. */
  zoom: number;
  water: Water;
  isNight: boolean;
  hasDots: boolean;
}

/** From this zoom on small things are worth drawing. */
export const isClose = (job: Job): boolean => job.px > 0.4;

export function fillLoops(g: Canvas2D, loops: readonly Point[][], style: string): void {
  g.beginPath();
  for (const l of loops) trace(g, l, true);
  g.fillStyle = style;
  g.fill('evenodd');
}

export function clipLoops(g: Canvas2D, loops: readonly Point[][]): void {
  g.beginPath();
  for (const l of loops) trace(g, l, true);
  g.clip('evenodd');
}

export function strokeLoops(
  g: Canvas2D,
  loops: readonly Point[][],
  style: string,
  width: number,
  dash: number[] = [],
): void {
  g.beginPath();
  for (const l of loops) trace(g, l, true);
  g.strokeStyle = style;
  g.lineWidth = width;
  g.setLineDash(dash);
  g.lineJoin = 'round';
  g.stroke();
  g.setLineDash([]);
}

/** Round blobs as one path: bushes, stones. */
export function blobs(g: Canvas2D, list: readonly { x: number; y: number; r: number }[], dx = 0, dy = 0, k = 1): void {
  g.beginPath();
  for (const b of list) {
    g.moveTo(b.x + dx + b.r * k, b.y + dy);
    g.arc(b.x + dx, b.y + dy, b.r * k, 0, 7);
  }
  g.fill();
}

/** A point in a hex, evenly spread over a disc of `k` times its size. */
export function scatter(at: Point, rnd: () => number, k: number): Point {
  const angle = rnd() * Math.PI * 2;
  const d = Math.sqrt(rnd()) * R * k;
  return { x: at.x + Math.cos(angle) * d, y: at.y + Math.sin(angle) * d };
}
