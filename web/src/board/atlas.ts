// Pictures of counters: each distinct face is drawn once per size and then only copied.

import type { Counter, Layout } from '../wire';
import { type Detail, drawFace } from './counters';

/** How much larger than a counter its picture is: badges and shadows reach beyond its edges. */
export const REACH = 1.6;

const MOST_PIXELS = 12e6;
const STEP = 1.3; // sizes that are kept while zooming

export class Atlas {
  private readonly pictures = new Map<string, { bitmap: ImageBitmap; size: number }>();
  private readonly latest = new Map<string, string>();
  private readonly faces = new WeakMap<Counter, Map<Detail, string>>();
  private readonly last = new WeakMap<Counter, { px: number; detail: Detail; bitmap: ImageBitmap }>();
  private pixels = 0;
  private budget = 0;

  constructor(private readonly layout: Layout) {}

  /** Allow so many milliseconds of drawing until the next call. */
  begin(milliseconds: number): void {
    this.budget = performance.now() + milliseconds;
  }

  /** Whether a picture of another size had to stand in since `begin`. */
  isBehind = false;

  /** The picture of a counter at `size` pixels, or of another size if time is up. */
  picture(counter: Counter, size: number, detail: Detail, isExact: boolean): ImageBitmap | null {
    const px = isExact ? Math.max(2, Math.round(size)) : stepFor(size);
    const last = this.last.get(counter);
    // a picture that was dropped has no width
    if (last && last.px === px && last.detail === detail && last.bitmap.width) return last.bitmap;
    const bitmap = this.find(counter, px, detail);
    if (bitmap && !this.isBehind) this.last.set(counter, { px, detail, bitmap });
    return bitmap;
  }

  private find(counter: Counter, px: number, detail: Detail): ImageBitmap | null {
    const face = this.faceOf(counter, detail);
    const key = `${px}|${face}`;
    const found = this.pictures.get(key);
    if (found) {
      this.pictures.delete(key);
      this.pictures.set(key, found);
      return found.bitmap;
    }
    const other = this.latest.get(face);
    if (performance.now() > this.budget) {
      this.isBehind = true;
      return (other && this.pictures.get(other)?.bitmap) || null;
    }
    return this.draw(counter, px, detail, face, key);
  }

  clear(): void {
    for (const { bitmap } of this.pictures.values()) bitmap.close();
    this.pictures.clear();
    this.latest.clear();
    this.pixels = 0;
  }

  private draw(counter: Counter, px: number, detail: Detail, face: string, key: string): ImageBitmap | null {
    const side = Math.ceil(px * REACH);
    const canvas = new OffscreenCanvas(side, side);
    const g = canvas.getContext('2d');
    if (!g) return null;
    // half-pixel centres would blur the edges of even sizes
    const middle = Math.floor(side / 2 - px / 2) + px / 2;
    drawFace(g, counter, this.layout, middle, middle, px, detail);
    const bitmap = canvas.transferToImageBitmap();
    this.pictures.set(key, { bitmap, size: side });
    this.latest.set(face, key);
    this.pixels += side * side;
    this.trim();
    return bitmap;
  }

  private trim(): void {
    for (const [key, { bitmap, size }] of this.pictures) {
      if (this.pixels <= MOST_PIXELS) return;
      this.pictures.delete(key);
      this.pixels -= size * size;
      bitmap.close();
    }
  }

  private faceOf(counter: Counter, detail: Detail): string {
    let byDetail = this.faces.get(counter);
    if (!byDetail) this.faces.set(counter, (byDetail = new Map()));
    let face = byDetail.get(detail);
    if (!face) byDetail.set(detail, (face = describe(counter, detail)));
    return face;
  }
}

function stepFor(size: number): number {
  return Math.max(2, Math.round(STEP ** Math.ceil(Math.log(size) / Math.log(STEP) - 1e-6)));
}

/** Everything that a face shows, as one word: counters that look alike share a picture. */
function describe(c: Counter, detail: Detail): string {
  const state = [c.tone, c.is_hidden ? 1 : 0, c.colour, c.is_faded ? 1 : 0, c.is_tilted ? 1 : 0, c.left];
  const badges = (c.badges ?? []).map((b) => (b.kind === 'burst' ? b.kind + b.text.slice(0, 1) : b.kind)).join('+');
  if (detail === 'plate' || detail === 'block') return [detail, ...state, badges.includes('burst')].join('|');
  const front = [c.glyph, c.left_small, c.symbol, c.is_hollow ? 1 : 0, c.pips, c.most_pips, c.corner];
  const under = c.under ? describe(c.under, detail) : '';
  const name = detail === 'full' ? [c.name, c.hint] : [];
  return [detail, ...state, badges, ...front, (c.chips ?? []).join('+'), ...name, under].join('|');
}
