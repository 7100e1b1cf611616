// Where the board looks, and what keeps the pointer from it.

import type { BoardView } from '../board';
import type { Layout, Scene } from '../wire';
import { bestShift, roomIn } from './framing';

interface Frame {
  clientWidth: number;
  clientHeight: number;
}

/** Whether a hex or a box (`kind:id`) is in sight, not at the very edge. */
function isInSight(board: BoardView, place: string, frame: Frame, edge: number): boolean {
  const { x, y } = board.screenOf(place);
  return x >= edge && y >= edge && x <= frame.clientWidth - edge && y <= frame.clientHeight - edge;
}

/** Move the map only if a hex is out of sight or nearly so. */
export function showHex(board: BoardView, hex: string, frame: Frame): void {
  if (!isInSight(board, hex, frame, 60)) board.centre(hex);
}

/** Move the map to the first of some places, unless one of them is in sight. */
export function showAny(board: BoardView, places: readonly string[], frame: Frame): void {
  if (places.length && !places.some((place) => isInSight(board, place, frame, 24))) board.centre(places[0]);
}

/** Move the map so that places are in sight: all if they fit, else most, with those that must be. */
export function gather(
  board: BoardView,
  frame: Frame,
  { places, must = [] }: { places: readonly string[]; must?: readonly string[] },
  isGliding = true,
): void {
  board.takeSize();
  const at = (place: string) => board.restOf(place);
  const shift = bestShift(places.map(at), must.map(at), roomIn(frame));
  if (shift) board.shift(shift, isGliding);
}

const READABLE = 62; // a hex is at least this wide at first, so that counters can be read and pressed
const READABLE_IN_HAND = 44;
const HAND = 700; // a frame that is no wider is held in a hand

/** The first sight of the map: an area, with hexes large enough to be read, around the first places that matter. */
export function firstSight(
  board: BoardView,
  frame: Frame,
  area: readonly string[],
  wanted: { places: readonly string[]; must?: readonly string[] },
): void {
  if (area.length) board.look([...area]);
  else board.fit();
  const least = frame.clientWidth <= HAND ? READABLE_IN_HAND : READABLE;
  const middle = { x: frame.clientWidth / 2, y: frame.clientHeight / 2 };
  if (board.hexSize < least) board.zoomNow(least / board.hexSize, middle);
  gather(board, frame, wanted.places.length || wanted.must?.length ? wanted : { places: area }, false);
}

/** The hexes to see first: those the sheet names for the scenario, and all counters above and below them. */
export function firstHexes(layout: Layout, scene: Scene | null, scenario: string): string[] {
  const wanted = layout.first_look[scenario] ?? [];
  if (!wanted.length) return [];
  const xs = wanted.map((hex) => layout.centres[hex][0]);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const number = new Map(layout.names.map((name, i) => [name, i]));
  const near = (scene?.counters ?? []).flatMap(({ hex }) => {
    const at = hex === undefined ? undefined : number.get(hex);
    return at !== undefined && layout.centres[at][0] >= left && layout.centres[at][0] <= right
      ? [layout.names[at]]
      : [];
  });
  return [...new Set([...wanted.map((hex) => layout.names[hex]), ...near])];
}

/** The hexes for a picture of a scenario: where it begins, and the strong points before it. */
export function pictureHexes(layout: Layout, scenario: string): number[] {
  const first = layout.first_look[scenario] ?? [];
  if (!first.length) return [];
  const xs = first.map((hex) => layout.centres[hex][0]);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const isNear = (hex: number) => layout.centres[hex][0] >= left && layout.centres[hex][0] <= right;
  return [...first, ...layout.plates.filter((plate) => plate.is_strong && isNear(plate.hex)).map((plate) => plate.hex)];
}

/** How much larger the whole sheet must be for its hexes to fill a frame. */
export function coverFactor(board: BoardView, layout: Layout, frame: Frame): number {
  const points = layout.names.map((name) => board.screenOf(name));
  const span = (values: number[]) => Math.max(1, Math.max(...values) - Math.min(...values));
  const wide = frame.clientWidth / span(points.map((point) => point.x));
  const high = frame.clientHeight / span(points.map((point) => point.y));
  return Math.max(1, wide, high);
}

const EVENTS = ['pointerdown', 'pointermove', 'pointerup', 'wheel', 'dblclick', 'click', 'touchstart'] as const;

/** Keep what happens on a thing over the map from the map below. */
export function shield(node: HTMLElement): () => void {
  const stop = (event: Event) => {
    if (event.type !== 'click') event.stopPropagation();
  };
  for (const name of EVENTS) node.addEventListener(name, stop);
  return () => {
    for (const name of EVENTS) node.removeEventListener(name, stop);
  };
}
