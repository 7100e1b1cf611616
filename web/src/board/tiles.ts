// The printed sheet in square pictures, painted on demand and kept. A tile is named by its scale (pixels per world
// unit) and its place; tile (0, 0) starts at the upper left corner of the paper.

import type { Box } from './geometry';

export const TILE = 512;
export const MOST_TILES = 96;

export interface Address {
  scale: number;
  tx: number;
  ty: number;
}

interface Tile extends Address {
  bitmap: ImageBitmap;
  look: number;
}

export const nameOf = ({ scale, tx, ty }: Address): string => `${scale}/${tx}/${ty}`;

/** The scale of the pyramid that is nearest to a scale: a power of two. */
export function levelFor(scale: number): number {
  return 2 ** Math.min(2, Math.max(-5, Math.round(Math.log2(scale))));
}

/** The tiles of the paper that a box of the world touches, `ring` more on every side. */
export function tilesIn(view: Box, paper: Box, scale: number, ring = 0): Address[] {
  const step = TILE / scale;
  const last = (from: number, to: number): number => Math.ceil((to - from) / step) - 1;
  const clamp = (n: number, most: number): number => Math.min(most, Math.max(0, n));
  const [lx, ly] = [last(paper.x0, paper.x1), last(paper.y0, paper.y1)];
  if (view.x1 <= paper.x0 || view.x0 >= paper.x1 || view.y1 <= paper.y0 || view.y0 >= paper.y1) return [];
  const x0 = clamp(Math.floor((view.x0 - paper.x0) / step) - ring, lx);
  const x1 = clamp(Math.floor((view.x1 - paper.x0) / step) + ring, lx);
  const y0 = clamp(Math.floor((view.y0 - paper.y0) / step) - ring, ly);
  const y1 = clamp(Math.floor((view.y1 - paper.y0) / step) + ring, ly);
  const found: Address[] = [];
  for (let ty = y0; ty <= y1; ty++) for (let tx = x0; tx <= x1; tx++) found.push({ scale, tx, ty });
  return found;
}

/** The part of the world that a tile shows. */
export function boxOf({ scale, tx, ty }: Address, paper: Box): Box {
  const step = TILE / scale;
  const [x0, y0] = [paper.x0 + tx * step, paper.y0 + ty * step];
  return { x0, y0, x1: Math.min(paper.x1, x0 + step), y1: Math.min(paper.y1, y0 + step) };
}

/** Nearest to the middle of a box first. */
export function byDistance(list: Address[], view: Box, paper: Box): Address[] {
  const [cx, cy] = [(view.x0 + view.x1) / 2, (view.y0 + view.y1) / 2];
  const away = (a: Address): number => {
    const b = boxOf(a, paper);
    return Math.hypot((b.x0 + b.x1) / 2 - cx, (b.y0 + b.y1) / 2 - cy);
  };
  return list
    .map((a) => ({ a, d: away(a) }))
    .sort((m, n) => m.d - n.d)
    .map(({ a }) => a);
}

/** Painted tiles, the longest unused dropped first. */
export class TileCache {
  private readonly tiles = new Map<string, Tile>();

  get(address: Address): Tile | undefined {
    const name = nameOf(address);
    const tile = this.tiles.get(name);
    if (!tile) return undefined;
    this.tiles.delete(name);
    this.tiles.set(name, tile);
    return tile;
  }

  has(address: Address): boolean {
    return this.tiles.has(nameOf(address));
  }

  put(tile: Tile): void {
    const name = nameOf(tile);
    this.tiles.get(name)?.bitmap.close();
    this.tiles.delete(name);
    this.tiles.set(name, tile);
    for (const [old, { bitmap }] of this.tiles) {
      if (this.tiles.size <= MOST_TILES) break;
      this.tiles.delete(old);
      bitmap.close();
    }
  }

  /** The scales at hand, the one nearest to `scale` first; finer ones win over coarser ones. */
  scalesNear(scale: number): number[] {
    const away = (s: number): number => (s >= scale ? Math.log2(s / scale) * 0.7 : Math.log2(scale / s));
    return [...new Set([...this.tiles.values()].map((t) => t.scale))].sort((a, b) => away(a) - away(b));
  }

  clear(): void {
    for (const { bitmap } of this.tiles.values()) bitmap.close();
    this.tiles.clear();
  }
}
