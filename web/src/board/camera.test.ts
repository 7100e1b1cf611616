import { expect, test } from 'vitest';
import { Camera } from './camera';
import { W } from './geometry';

function camera(): Camera {
  const made = new Camera({ x0: 0, y0: 0, x1: 2500, y1: 1300 });
  made.width = 1000;
  made.height = 600;
  return made;
}

test('screen and world invert each other', () => {
  const c = camera();
  Object.assign(c, { x: 300, y: 200, scale: 0.8 });
  const p = c.toScreen({ x: 411, y: 97 });
  const q = c.toWorld(p.x, p.y);
  expect(q.x).toBeCloseTo(411);
  expect(q.y).toBeCloseTo(97);
});

test('the view has the size of the screen', () => {
  const c = camera();
  c.scale = 2;
  expect(c.view.x1 - c.view.x0).toBe(500);
  expect(c.view.y1 - c.view.y0).toBe(300);
});

test('the scale stays between the whole sheet and a close look', () => {
  const c = camera();
  expect(c.limit(100)).toBeLessThan(3);
  expect(c.limit(0)).toBeCloseTo(c.fitScale * 0.9);
});

test('a sheet smaller than the view is centred, a larger one stays in sight', () => {
  const c = camera();
  Object.assign(c, { x: -5000, y: 9000, scale: c.fitScale });
  c.settle();
  expect([c.x, c.y]).toEqual([1250, 650]);
  Object.assign(c, { x: -5000, y: 9000, scale: 1.5 });
  c.settle();
  expect(c.view.x1).toBeGreaterThan(100);
  expect(c.view.y0).toBeLessThan(1200);
});

test('framing shows all points with room around them', () => {
  const c = camera();
  const points = [
    { x: 200, y: 300 },
    { x: 900, y: 500 },
  ];
  Object.assign(c, c.framing(points));
  for (const p of points) {
    const s = c.toScreen(p);
    expect(s.x).toBeGreaterThan(0.5 * W * c.scale);
    expect(s.x).toBeLessThan(1000 - 0.5 * W * c.scale);
    expect(s.y).toBeGreaterThan(0);
    expect(s.y).toBeLessThan(600);
  }
});

test('a look at a corner shows hardly any table beside the paper', () => {
  const c = camera();
  Object.assign(c, c.framing([{ x: 10, y: 1290 }]));
  expect(c.view.x0).toBeCloseTo(-0.06 * (c.view.x1 - c.view.x0));
  expect(c.view.y1).toBeCloseTo(1300 + 0.06 * (c.view.y1 - c.view.y0));
});
