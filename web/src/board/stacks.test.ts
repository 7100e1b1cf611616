import { describe, expect, test } from 'vitest';
import { syntheticBoard } from '../lab/synthetic';
import type { Counter } from '../wire';
import { Sheet } from './sheet';
import { SIZE, fanOf, pile, stacksOf, topAt } from './stacks';

const made = syntheticBoard(100, 'pointy');
const layout = {
  ...made.layout,
  spots: [
    { kind: 'box', id: 'X1', x: 3, y: 12, width: 0.85, height: 0.85, label: 'X1', is_plain: false },
    { kind: 'pool', id: 'P', x: 5, y: 12, width: 0.85, height: 0.85, label: '', is_plain: true },
  ],
};
const sheet = new Sheet(layout);
const unit = (id: string, more: Partial<Counter>): Counter => ({ kind: 'unit', id, tone: 'blue', name: id, ...more });

describe('stacks', () => {
  test('gather counters by hex and by place, and leave the rest out', () => {
    const stacks = stacksOf(sheet, [
      unit('a', { hex: '0404' }),
      unit('b', { spot: 'X1' }),
      unit('c', { hex: '0404' }),
      unit('d', {}),
      unit('e', { spot: 'pool:P' }),
      unit('f', { hex: '9999' }),
    ]);
    expect(stacks.map((s) => s.members.map((m) => m.counter.id))).toEqual([['a', 'c'], ['b'], ['e']]);
    expect(stacks[0].hex).toBe(44);
    expect(stacks[1].place?.spot.id).toBe('X1');
    expect(stacks[0].members[0].key).toBe('unit:a');
  });

  test('lie by layer, otherwise in their order', () => {
    const [stack] = stacksOf(sheet, [
      unit('a', { hex: '0404', layer: 2 }),
      unit('b', { hex: '0404' }),
      unit('c', { hex: '0404', layer: 2 }),
      unit('d', { hex: '0404', layer: 1 }),
    ]);
    expect(stack.members.map((m) => m.counter.id)).toEqual(['b', 'd', 'a', 'c']);
  });

  test('one counter lies in the middle of its hex', () => {
    const [{ members, at }] = stacksOf(sheet, [unit('a', { hex: '0505' })]);
    expect(members[0]).toMatchObject({ x: at.x, y: at.y, size: SIZE });
  });

  test('the name of the lower counter stays in sight', () => {
    const [low, high] = pile(2, 100);
    expect(high.y - low.y).toBeGreaterThanOrEqual(0.25 * low.size);
    expect(high.x).toBeGreaterThan(low.x);
  });

  test.each([2, 3, 5, 9])('a pile of %i stays near its hex', (count) => {
    const spread = pile(count, SIZE);
    expect(spread).toHaveLength(count);
    for (const { x, y, size } of spread) {
      expect(Math.abs(y) + size / 2).toBeLessThan(SIZE);
      expect(Math.abs(x) + size / 2).toBeLessThan(SIZE);
    }
  });

  test('a pile in a named place leaves its name free', () => {
    const [{ members, place }] = stacksOf(sheet, [unit('a', { spot: 'X1' }), unit('b', { spot: 'X1' })]);
    for (const m of members) expect(m.y + m.size / 2).toBeLessThanOrEqual(place!.box.y1 - 9);
  });
});

describe('a fan', () => {
  const stackOf = (count: number) =>
    stacksOf(
      sheet,
      Array.from({ length: count }, (_, i) => unit(String(i), { hex: '0505' })),
    )[0];

  test.each([2, 3, 5, 7, 12])('of %i counters shows all of them side by side', (count) => {
    const fan = fanOf(stackOf(count));
    for (const a of fan)
      for (const b of fan)
        if (a !== b) expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThan(a.size);
  });

  test('is centred on its hex', () => {
    const fan = fanOf(stackOf(4));
    const { at } = stackOf(4);
    expect(fan.reduce((n, m) => n + m.x, 0) / 4).toBeCloseTo(at.x);
    expect(fan.reduce((n, m) => n + m.y, 0) / 4).toBeCloseTo(at.y);
  });
});

test('the topmost counter is the one that is hit', () => {
  const [{ members, at }] = stacksOf(sheet, [unit('low', { hex: '0505' }), unit('high', { hex: '0505', layer: 1 })]);
  expect(topAt(members, at.x, at.y)?.counter.id).toBe('high');
  expect(topAt(members, members[0].x, members[0].y - members[0].size / 2 + 1)?.counter.id).toBe('low');
  expect(topAt(members, at.x + 3 * SIZE, at.y)).toBeNull();
});
