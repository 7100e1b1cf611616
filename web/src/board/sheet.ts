// The sheet in world units: what board and painters both need to know of a layout.

import type { Layout, Spot } from '../wire';
import { type Box, HexGrid, R, W, boxAround, grow } from './geometry';
import type { Point } from './types';

const MARGIN = 0.3 * W;

/** A rectangle of the sheet that holds counters. */
export interface Place {
  spot: Spot;
  key: string;
  box: Box;
  centre: Point;
}

export class Sheet {
  readonly centres: Point[];
  readonly grid: HexGrid;
  /** The paper: all hexes and places, and a margin. */
  readonly box: Box;
  readonly places: Place[];
  private readonly numbers: Map<string, number>;
  private readonly placeAt: Map<string, Place>;

  constructor(readonly layout: Layout) {
    this.centres = layout.centres.map(([x, y]) => ({ x: x * W, y: y * W }));
    this.grid = new HexGrid(this.centres, layout.shape);
    this.numbers = new Map(layout.names.map((name, i) => [name, i]));
    this.places = layout.spots.map(placeOf);
    this.placeAt = new Map();
    for (const p of this.places) {
      this.placeAt.set(p.key, p);
      if (!this.placeAt.has(p.spot.id)) this.placeAt.set(p.spot.id, p);
    }
    this.box = this.paper();
  }

  /** The number of a hex by its printed name; -1 if there is none. */
  hex(name: string | null | undefined): number {
    return name ? (this.numbers.get(name) ?? -1) : -1;
  }

  /** The middle of a hex by its printed name, or of a place by `kind:id`. */
  middle(name: string): Point | undefined {
    return this.centres[this.hex(name)] ?? this.placeAt.get(name)?.centre;
  }

  /** A place by `kind:id`, or by its id alone. */
  place(key: string | undefined): Place | undefined {
    return key ? this.placeAt.get(key) : undefined;
  }

  private paper(): Box {
    const ends: Point[] = [];
    for (const c of this.centres) for (const k of this.grid.corners) ends.push({ x: c.x + k.x, y: c.y + k.y });
    for (const { box } of this.places) ends.push({ x: box.x0, y: box.y0 }, { x: box.x1, y: box.y1 });
    for (const { x, y, style } of this.layout.labels) if (style !== 'exit') ends.push({ x: x * W, y: y * W });
    if (!ends.length) ends.push({ x: 0, y: 0 }, { x: 8 * R, y: 6 * R });
    return grow(boxAround(ends), MARGIN);
  }
}

function placeOf(spot: Spot): Place {
  const [x, y, w, h] = [spot.x * W, spot.y * W, (spot.width * W) / 2, (spot.height * W) / 2];
  return {
    spot,
    key: `${spot.kind}:${spot.id}`,
    box: { x0: x - w, y0: y - h, x1: x + w, y1: y + h },
    centre: { x, y },
  };
}
