// Where the board looks, and what keeps the pointer from it.

import type { BoardView } from '../board';
import type { Layout, Scene } from '../wire';

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

const FEW = 6;

/** Move the map to the middle of some places, unless one is well in sight, or half of them where they are few. */
export function showMost(board: BoardView, places: readonly string[], frame: Frame): void {
  const seen = places.filter((place) => isInSight(board, place, frame, 60)).length;
  if (!places.length || (places.length > FEW ? seen > 0 : seen * 2 >= places.length)) return;
  const points = places.map((place) => board.screenOf(place));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const far = (point: { x: number; y: number }) => (point.x - x) ** 2 + (point.y - y) ** 2;
  const nearest = points.reduce((best, point, i) => (far(point) < far(points[best]) ? i : best), 0);
  board.centre(places[nearest]);
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

/** Those of some hexes that lie within so many columns, and rows, of one of them. */
export function hexesNear(
  layout: Layout,
  hexes: readonly string[],
  middle: string,
  columns: number,
  rows = Infinity,
): string[] {
  const at = (hex: string) => layout.centres[layout.names.indexOf(hex)] ?? [Infinity, Infinity];
  const [x, y] = at(middle);
  return hexes.filter((hex) => Math.abs(at(hex)[0] - x) <= columns && !(Math.abs(at(hex)[1] - y) > rows));
}

/** The one of some hexes that is nearest to the middle of all. */
export function middleOf(layout: Layout, hexes: readonly string[]): string {
  const centres = hexes.map((hex) => layout.centres[layout.names.indexOf(hex)]);
  const mean = (axis: 0 | 1) => centres.reduce((sum, centre) => sum + centre[axis], 0) / centres.length;
  const [x, y] = [mean(0), mean(1)];
  const far = (i: number) => (centres[i][0] - x) ** 2 + (centres[i][1] - y) ** 2;
  return hexes[centres.reduce((best, _, i) => (far(i) < far(best) ? i : best), 0)];
}

/** How wide a hex is on the screen now, in pixels. */
export function hexWidth(board: BoardView, layout: Layout): number {
  const first = layout.neighbours.findIndex((row) => row.some((hex) => hex >= 0));
  const other = layout.neighbours[first]?.find((hex) => hex >= 0);
  if (other === undefined) return Infinity;
  const [a, b] = [board.screenOf(layout.names[first]), board.screenOf(layout.names[other])];
  return Math.hypot(a.x - b.x, a.y - b.y);
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
