// The lower canvas: the printed sheet put together from tiles, stretched from another scale while one is missing.

import type { Layout } from '../wire';
import { type Box, touches } from './geometry';
import { MAP } from './palette';
import type { Look } from './paint/painter';
import type { Picture, PictureRequest } from './queue';
import type { Sheet } from './sheet';
import { type PictureSource, openSource } from './source';
import { type Address, TILE, TileCache, boxOf, byDistance, levelFor, nameOf, tilesIn } from './tiles';

const OVERVIEW = 'overview';
const OVERVIEW_WIDTH = 640;

/** How world units fall on the pixels of the canvas. */
export interface Frame {
  /** Device pixels per world unit. */
  scale: number;
  /** Where the upper left corner of the paper falls: whole pixels. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** The part of the world in sight. */
  view: Box;
  ratio: number;
}

export class Ground {
  /** The whole sheet without print, for the mini-map and for gaps. */
  overview: ImageBitmap | null = null;
  private readonly cache = new TileCache();
  private readonly source: PictureSource;
  private overviewLook = -1;
  private lookNumber = 0;
  private asked = '';

  constructor(
    layout: Layout,
    private readonly sheet: Sheet,
    private look: Look,
    private readonly onpicture: (isOverview: boolean) => void,
  ) {
    this.source = openSource(layout, (picture) => this.take(picture));
  }

  /** Print the sheet anew; the old tiles stay until they are replaced. */
  setLook(change: Partial<Look>): void {
    const look = { ...this.look, ...change };
    if (JSON.stringify(look) === JSON.stringify(this.look)) return;
    this.look = look;
    this.lookNumber++;
  }

  destroy(): void {
    this.source.destroy();
    this.cache.clear();
    this.overview?.close();
  }

  /** Draw what is there at the wanted scale of tiles; answers whether nothing is missing. */
  draw(g: CanvasRenderingContext2D, frame: Frame, tileScale: number): boolean {
    this.drawTable(g, frame);
    const missing: Address[] = [];
    let scales: number[] | null = null;
    const isExact = tileScale === frame.scale;
    for (const address of tilesIn(frame.view, this.sheet.box, tileScale)) {
      const tile = this.cache.get(address);
      if (!tile || tile.look !== this.lookNumber) missing.push(address);
      if (!tile) this.drawStandIn(g, frame, address, (scales ??= this.cache.scalesNear(frame.scale)));
      else if (isExact) g.drawImage(tile.bitmap, frame.left + address.tx * TILE, frame.top + address.ty * TILE);
      else this.drawPart(g, frame, address, boxOf(address, this.sheet.box));
    }
    return !missing.length;
  }

  /** The scale of tiles to draw with while zooming: one at hand that is near enough and covers the view, if any. */
  scaleInMotion(frame: Frame): number {
    const isNear = (s: number): boolean => s > frame.scale * 0.55 && s < frame.scale * 2.2;
    const covers = (s: number): boolean => tilesIn(frame.view, this.sheet.box, s).every((a) => this.cache.has(a));
    return this.cache.scalesNear(frame.scale).find((s) => isNear(s) && covers(s)) ?? levelFor(frame.scale);
  }

  /** Ask for what the view lacks, nearest to its middle first, then a ring around it. */
  request(frame: Frame, tileScale: number, isResting: boolean): void {
    const paper = this.sheet.box;
    const lacks = (a: Address): boolean => this.cache.get(a)?.look !== this.lookNumber;
    const seen = byDistance(tilesIn(frame.view, paper, tileScale).filter(lacks), frame.view, paper);
    const near = isResting ? tilesIn(frame.view, paper, tileScale, 1).filter(lacks) : [];
    const list = [...new Map([...seen, ...near].map((a) => [nameOf(a), a])).values()].map((a) => this.tile(a, frame));
    if (this.overviewLook !== this.lookNumber) {
      const whole = this.wholeSheet(frame.ratio);
      if (this.overview) list.push(whole);
      else list.unshift(whole);
    }
    const names = list.map((r) => `${r.lookNumber}:${r.name}`).join();
    if (names === this.asked) return;
    this.asked = names;
    this.source.want(list);
  }

  private tile(a: Address, { ratio }: Frame): PictureRequest {
    const { look, lookNumber } = this;
    const box = boxOf(a, this.sheet.box);
    return { name: nameOf(a), box, scale: a.scale, ratio, look, lookNumber, hasPrint: true };
  }

  private wholeSheet(ratio: number): PictureRequest {
    const { look, lookNumber } = this;
    const { box } = this.sheet;
    const scale = Math.min(0.3, OVERVIEW_WIDTH / (box.x1 - box.x0));
    return { name: OVERVIEW, box, scale, ratio, look, lookNumber, hasPrint: false };
  }

  private take({ name, lookNumber, bitmap }: Picture): void {
    if (name === OVERVIEW) {
      this.overview?.close();
      this.overview = bitmap;
      this.overviewLook = lookNumber;
    } else {
      const [scale, tx, ty] = name.split('/').map(Number);
      this.cache.put({ scale, tx, ty, bitmap, look: lookNumber });
    }
    this.onpicture(name === OVERVIEW);
  }

  private drawTable(g: CanvasRenderingContext2D, frame: Frame): void {
    const { x0, y0, x1, y1 } = this.sheet.box;
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.imageSmoothingEnabled = true;
    const [left, top] = [frame.left, frame.top];
    const [w, h] = [(x1 - x0) * frame.scale, (y1 - y0) * frame.scale];
    const hasRim = left > 0 || top > 0 || left + w < frame.width || top + h < frame.height;
    if (!hasRim) return;
    // only what the paper leaves free: filling all of a large canvas takes time
    const [right, bottom] = [Math.round(left + w), Math.round(top + h)];
    g.fillStyle = this.look.isNight ? MAP.feltNight : MAP.felt;
    g.fillRect(0, 0, frame.width, Math.max(0, top));
    g.fillRect(0, bottom, frame.width, Math.max(0, frame.height - bottom));
    g.fillRect(0, top, Math.max(0, left), h);
    g.fillRect(right, top, Math.max(0, frame.width - right), h);
    for (let k = 1; k <= 5; k++) {
      const d = (k * 2.5 - 1.25) * frame.ratio;
      g.strokeStyle = `rgba(0,0,0,${0.36 - k * 0.066})`;
      g.lineWidth = 2.5 * frame.ratio;
      g.strokeRect(left - d, top - d, w + 2 * d, h + 2 * d);
    }
  }

  /** Fill the place of a missing tile from the nearest scale that covers it, else from the whole sheet stretched. */
  private drawStandIn(g: CanvasRenderingContext2D, frame: Frame, address: Address, scales: readonly number[]): void {
    const box = boxOf(address, this.sheet.box);
    const others = scales.map((scale) => tilesIn(box, this.sheet.box, scale));
    const whole = others.find((list) => list.every((a) => this.cache.has(a)));
    if (!whole) this.drawOverview(g, frame, box);
    for (const other of whole ?? others[0] ?? []) this.drawPart(g, frame, other, box);
  }

  private drawOverview(g: CanvasRenderingContext2D, frame: Frame, box: Box): void {
    const to = pixels(box, frame, this.sheet.box);
    if (this.overview) {
      const k = this.overview.width / (this.sheet.box.x1 - this.sheet.box.x0);
      const [sx, sy] = [(box.x0 - this.sheet.box.x0) * k, (box.y0 - this.sheet.box.y0) * k];
      const [sw, sh] = [(box.x1 - box.x0) * k, (box.y1 - box.y0) * k];
      g.drawImage(this.overview, sx, sy, sw, sh, to.x, to.y, to.w, to.h);
    } else {
      g.fillStyle = MAP.deep;
      g.fillRect(to.x, to.y, to.w, to.h);
    }
  }

  /** Draw the part of a tile that lies in a box, stretched to the frame. */
  private drawPart(g: CanvasRenderingContext2D, frame: Frame, address: Address, box: Box): void {
    const tile = this.cache.get(address);
    const own = boxOf(address, this.sheet.box);
    if (!tile || !touches(own, box)) return;
    const cut = {
      x0: Math.max(own.x0, box.x0),
      y0: Math.max(own.y0, box.y0),
      x1: Math.min(own.x1, box.x1),
      y1: Math.min(own.y1, box.y1),
    };
    const to = pixels(cut, frame, this.sheet.box);
    const k = address.scale;
    const [sw, sh] = [(cut.x1 - cut.x0) * k, (cut.y1 - cut.y0) * k];
    if (sw < 0.5 || sh < 0.5 || to.w < 1 || to.h < 1) return;
    g.drawImage(tile.bitmap, (cut.x0 - own.x0) * k, (cut.y0 - own.y0) * k, sw, sh, to.x, to.y, to.w, to.h);
  }
}

/** The whole pixels that a box of the world covers: neighbours share their edge, so no seam shows. */
function pixels(box: Box, { scale, left, top }: Frame, paper: Box): { x: number; y: number; w: number; h: number } {
  const x = Math.round(left + (box.x0 - paper.x0) * scale);
  const y = Math.round(top + (box.y0 - paper.y0) * scale);
  return {
    x,
    y,
    w: Math.round(left + (box.x1 - paper.x0) * scale) - x,
    h: Math.round(top + (box.y1 - paper.y0) * scale) - y,
  };
}
