import { describe, expect, test } from 'vitest';
import { syntheticBoard } from '../../lab/synthetic';
import type { Layout } from '../../wire';
import { boxAround, stepsOf } from '../geometry';
import { Sheet } from '../sheet';
import { Courses } from './course';
import { Land, waterOf } from './land';

function landOf(change: Partial<Layout>, shape: Layout['shape'] = 'pointy'): Land {
  return new Land(new Sheet({ ...syntheticBoard(100, shape).layout, ...change }));
}

describe.each(['pointy', 'flat'] as const)('the margin of %s hexes', (shape) => {
  const land = landOf({}, shape);

  test('covers the paper', () => {
    const covered = boxAround(land.centres);
    const { box } = land.sheet;
    expect(covered.x0).toBeLessThanOrEqual(box.x0);
    expect(covered.y0).toBeLessThanOrEqual(box.y0);
    expect(covered.x1).toBeGreaterThanOrEqual(box.x1);
    expect(covered.y1).toBeGreaterThanOrEqual(box.y1);
  });

  test('continues the grid: neighbours are one step away and know each other', () => {
    const steps = stepsOf(shape);
    land.neighbours.forEach((row, h) =>
      row.forEach((n, d) => {
        if (n < 0) return;
        expect(land.centres[n].x - land.centres[h].x).toBeCloseTo(steps[d].x, 1);
        expect(land.centres[n].y - land.centres[h].y).toBeCloseTo(steps[d].y, 1);
        expect(land.neighbours[n][(d + 3) % 6]).toBe(h);
      }),
    );
  });

  test('leaves sea sea, and puts no town beyond the sheet', () => {
    const isSea = landOf({ terrain: Array.from({ length: 100 }, () => ['sea']) }, shape);
    expect(isSea.brushes.every((b) => b[0] === 'sea')).toBe(true);
    const towns = landOf({ terrain: Array.from({ length: 100 }, () => ['town']) }, shape);
    expect(towns.brushes.slice(100).some((b) => b.includes('town'))).toBe(false);
  });
});

describe('the tide', () => {
  const terrain = Array.from({ length: 100 }, (_, h) => [h < 30 ? 'sand' : h < 40 ? 'sea' : 'field']);
  const land = landOf({ terrain, areas: { 'tide-low': [0, 1], 'tide-mid': [10, 11], 'tide-high': [20] } });

  test('takes the flats first', () => {
    const dry = (level: string) => [0, 10, 20].filter((h) => !land.isWater(h, waterOf(level)));
    expect(dry('low')).toEqual([0, 10, 20]);
    expect(dry('mid')).toEqual([10, 20]);
    expect(dry('high')).toEqual([20]);
    expect(dry('')).toEqual([0, 10, 20]);
  });

  test('knows other words for the same ground', () => {
    expect(land.isSea(35)).toBe(true);
    expect(land.is(50, 'field')).toBe(true);
  });
});

describe('hexsides', () => {
  test('point from the middle to their lower hex', () => {
    const [low, high] = [44, 45];
    const land = landOf({ sides: { bluff: [[low, high]], nonsense: [[0, 99]] } });
    const [edge] = land.edgesNear('bluff', land.sheet.box);
    expect(edge.down.x).toBeCloseTo(-1);
    expect(edge.down.y).toBeCloseTo(0);
    expect(land.edgesNear('nonsense', land.sheet.box)).toEqual([]);
  });
});

test('dashes run on from piece to piece of a long line', () => {
  const line = Array.from({ length: 120 }, (_, i) => ({ x: i * 2, y: 0 }));
  const offsets: number[] = [];
  const g = {
    beginPath: () => undefined,
    moveTo: () => undefined,
    lineTo: () => undefined,
    setLineDash: () => undefined,
    stroke: () => offsets.push(g.lineDashOffset),
    lineDashOffset: 0,
  };
  const courses = new Courses([line]);
  courses.stroke(g as never, { x0: 0, y0: -5, x1: 500, y1: 5 }, '#000', 2, [4, 3]);
  expect(offsets).toEqual([0, 96, 192]);
});
