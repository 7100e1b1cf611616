// The turn track: the curve that rises under it, and the names of its stretches.

import type { TrackCell } from '../wire';

interface Band {
  name: string;
  start: number;
}

/** Where each named stretch of the track begins. */
export function tideBands(cells: readonly TrackCell[]): Band[] {
  return cells.flatMap((cell, start) =>
    cell.band && cell.band !== cells[start - 1]?.band ? [{ name: cell.band, start }] : [],
  );
}

/** The outline of the water in a box ten units wide for each cell and twenty high. */
export function tidePath(cells: readonly TrackCell[]): string {
  const level = (cell: TrackCell) => (19 - (cell.height ?? 0) * 17).toFixed(1);
  let path = '';
  cells.forEach((cell, i) => {
    const y = level(cell);
    if (i === 0) path += `M0 ${y}`;
    else if (y !== level(cells[i - 1])) {
      const x = i * 10;
      path += `H${x - 3}C${x} ${level(cells[i - 1])} ${x} ${y} ${x + 3} ${y}`;
    }
  });
  return `${path}H${cells.length * 10}V20H0Z`;
}
