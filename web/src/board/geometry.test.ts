import { describe, expect, test } from 'vitest';
import { syntheticBoard } from '../lab/synthetic';
import {
  Buckets,
  HexGrid,
  R,
  type Segment,
  W,
  chains,
  cornersOf,
  hashOf,
  outlines,
  random,
  smooth,
  spline,
  stepsOf,
} from './geometry';
import { Sheet } from './sheet';

describe.each(['pointy', 'flat'] as const)('%s hexes', (shape) => {
  const { layout } = syntheticBoard(400, shape);
  const sheet = new Sheet(layout);

  test('pick inverts centre on every hex', () => {
    sheet.centres.forEach((c, i) => expect(sheet.grid.pick(c.x, c.y)).toBe(i));
  });

  test('a point just inside each side belongs to the hex, just outside to the neighbour', () => {
    const steps = stepsOf(shape);
    sheet.centres.forEach((c, h) =>
      steps.forEach((s, d) => {
        expect(sheet.grid.pick(c.x + s.x * 0.49, c.y + s.y * 0.49)).toBe(h);
        expect(sheet.grid.pick(c.x + s.x * 0.51, c.y + s.y * 0.51)).toBe(layout.neighbours[h][d]);
      }),
    );
  });

  test('nothing is picked off the sheet', () => {
    expect(sheet.grid.pick(sheet.box.x0 - 1, sheet.box.y0)).toBe(-1);
    expect(sheet.grid.pick(sheet.box.x1 + 5 * W, sheet.box.y1)).toBe(-1);
  });

  test('side d lies between corners d and d + 1 and faces neighbour d', () => {
    const corners = cornersOf(shape);
    stepsOf(shape).forEach((s, d) => {
      const [a, b] = [corners[d], corners[(d + 1) % 6]];
      expect((a.x + b.x) / 2).toBeCloseTo(s.x / 2);
      expect((a.y + b.y) / 2).toBeCloseTo(s.y / 2);
    });
  });
});

describe('outlines', () => {
  const { layout } = syntheticBoard(100, 'pointy');
  const { centres } = new Sheet(layout);
  const around = (hexes: number[]) => {
    const set = new Set(hexes);
    return outlines(hexes, (h) => set.has(h), centres, layout.neighbours, cornersOf('pointy'));
  };

  test('of one hex has six points, of two neighbours ten', () => {
    expect(around([44]).map((l) => l.length)).toEqual([6]);
    expect(around([44, 45]).map((l) => l.length)).toEqual([10]);
  });

  test('of two hexes apart are two loops', () => {
    expect(around([11, 88])).toHaveLength(2);
  });

  test('of a ring has a hole', () => {
    const loops = around(layout.neighbours[44]);
    expect(loops.map((l) => l.length).sort((a, b) => a - b)).toEqual([6, 18]);
  });

  test('smoothing keeps a loop closed and inside its corners', () => {
    const [loop] = around([44]);
    const round = smooth(loop, 2);
    expect(round).toHaveLength(24);
    for (const p of round) expect(Math.hypot(p.x - centres[44].x, p.y - centres[44].y)).toBeLessThanOrEqual(R);
  });

  test('close round every patch of a large map, whatever the figures are rounded to', () => {
    const large = syntheticBoard(4000, 'flat').layout;
    const middles = large.centres.map(([x, y]) => ({ x: Number((x * W).toFixed(3)), y: Number((y * W).toFixed(3)) }));
    const draw = random(7);
    const set = new Set(large.names.map((_, h) => h).filter(() => draw() < 0.5));
    const sides = [...set].flatMap((h) => large.neighbours[h].filter((n) => n < 0 || !set.has(n))).length;
    const loops = outlines(set, (h) => set.has(h), middles, large.neighbours, cornersOf('flat'));
    expect(loops.reduce((n, loop) => n + loop.length, 0)).toBe(sides);
    for (const loop of loops)
      expect(Math.hypot(loop[0].x - loop.at(-1)!.x, loop[0].y - loop.at(-1)!.y)).toBeLessThan(R * 1.01);
  });
});

describe('chains', () => {
  const p = (x: number, y: number) => ({ x, y });

  test('join segments in any order and direction', () => {
    const segments: Segment[] = [
      [p(20, 0), p(10, 0)],
      [p(0, 0), p(10, 0)],
      [p(20, 0), p(30, 5)],
      [p(90, 90), p(99, 99)],
    ];
    const runs = chains(segments);
    expect(runs.map((r) => r.length).sort()).toEqual([2, 4]);
    const long = runs.find((r) => r.length === 4)!;
    const xs = long.map((q) => q.x);
    expect([...xs].sort((a, b) => a - b)).toEqual([0, 10, 20, 30]);
    expect(xs[0] === 0 || xs[0] === 30).toBe(true);
  });

  test('use every segment once where three meet', () => {
    const runs = chains([
      [p(0, 0), p(10, 0)],
      [p(10, 0), p(20, 0)],
      [p(10, 0), p(10, 10)],
    ]);
    expect(runs.reduce((n, r) => n + r.length - 1, 0)).toBe(3);
  });
});

test('a spline runs through its points', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 5 },
    { x: 20, y: 0 },
    { x: 30, y: 9 },
  ];
  const curve = spline(points, 8);
  for (const p of points) expect(curve.some((q) => Math.hypot(p.x - q.x, p.y - q.y) < 1e-9)).toBe(true);
});

test('buckets find what lies in a box', () => {
  const points = Array.from({ length: 200 }, (_, i) => ({ x: (i * 37) % 900, y: (i * 91) % 700 }));
  const box = { x0: 100, y0: 200, x1: 400, y1: 450 };
  const expected = points
    .map((p, i) => (p.x >= 100 && p.x <= 400 && p.y >= 200 && p.y <= 450 ? i : -1))
    .filter((i) => i >= 0);
  expect(new Buckets(points, 64).within(box)).toEqual(expected);
});

test('random numbers repeat and differ by seed', () => {
  const take = (salt: number, a: number): number[] => {
    const rnd = random(salt, a);
    return [rnd(), rnd(), rnd()];
  };
  expect(take(1, 2)).toEqual(take(1, 2));
  expect(take(1, 2)).not.toEqual(take(1, 3));
  for (const n of take(5, 9)) expect(n >= 0 && n < 1).toBe(true);
  expect(hashOf('lava')).not.toBe(hashOf('snow'));
});

test('a grid of no hexes picks nothing', () => {
  expect(new HexGrid([], 'pointy').pick(0, 0)).toBe(-1);
});
