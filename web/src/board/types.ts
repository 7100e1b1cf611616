// What the board's users pass in and get back.

import type { Counter } from '../wire';

export type HexGlow = 'legal' | 'risky' | 'illegal' | 'target' | 'hover' | 'cause' | 'focus';
export type CounterGlow = 'legal' | 'selected' | 'joining' | 'target' | 'cause';
export type SpotGlow = 'legal' | 'selected' | 'cause';
export type ArrowKind = 'close' | 'ranged' | 'move' | 'refused';

/** What is lit on the board. Counters and spots are named `kind:id`, hexes by their printed names. */
export interface Highlights {
  hexes?: Map<string, { kind: HexGlow; label?: string }>;
  counters?: Map<string, CounterGlow>;
  spots?: Map<string, SpotGlow>;
  arrows?: { from: string; to: string; kind: ArrowKind; through?: readonly string[] }[];
  /** The way of a move. */
  way?: readonly Waypoint[];
  /** The number of the field in `layout.fields` that is shown strongly. */
  field?: number | null;
  /** Hexes that a counter could reach. */
  reach?: readonly string[];
  sights?: readonly SightLine[];
  /** The counters that are looked at, as `kind:id`: their ways and their ground stand out. */
  looked?: ReadonlySet<string>;
  turn?: Turnable | null;
}

/** A hex of a way, and what has been paid by then; nothing where it starts. */
export interface Waypoint {
  hex: string;
  cost: string;
}

/** A line of sight; `blocks` are the hexes in its way. */
export interface SightLine {
  from: string;
  to: string;
  isClear: boolean;
  blocks: readonly string[];
}

/** A hex whose counter can be turned: the hexsides that it may face, and the one that is aimed at. */
export interface Turnable {
  hex: string;
  sides: readonly number[];
  ghost: number | null;
  /** How many hexsides it looks through. */
  front: number;
}

/** What lies under a point of the canvas. `stack` holds all counters of that hex or spot, lowest first. */
export interface Pick {
  hex: string | null;
  spot: { kind: string; id: string } | null;
  counter: Counter | null;
  stack: Counter[];
}

export interface Point {
  x: number;
  y: number;
}
