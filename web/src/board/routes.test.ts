import { describe, expect, it } from 'vitest';
import type { Trace } from '../wire';
import { smooth, standsOut } from './routes';

describe('a way through hexes', () => {
  const corner = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
  ];

  it('begins and ends where its hexes do', () => {
    const way = smooth(corner);
    expect(way[0]).toEqual(corner[0]);
    expect(way[way.length - 1]).toEqual(corner[2]);
  });
  it('goes round a bend inside of it', () => {
    const nearest = Math.min(...smooth(corner).map(({ x, y }) => Math.hypot(x - 100, y)));
    expect(nearest).toBeGreaterThan(10);
    expect(nearest).toBeLessThan(40);
  });
  it('is straight between two hexes', () => {
    expect(smooth(corner.slice(0, 2))).toEqual(corner.slice(0, 2));
  });
  it('stands out by itself, or while one of its counters is looked at', () => {
    const trace: Trace = { id: 'order 1', hexes: ['0101', '0102'], counters: ['unit:A'] };
    expect(standsOut(trace, new Set())).toBe(false);
    expect(standsOut(trace, new Set(['unit:A']))).toBe(true);
    expect(standsOut({ ...trace, counters: [], is_strong: true }, new Set())).toBe(true);
  });
});
