import { describe, expect, test } from 'vitest';
import type { Counter } from '../wire';
import { Change, FADE, FLIP, SLIDE } from './motion';
import type { Placed } from './stacks';

function placed(id: string, x: number, more: Partial<Counter> = {}): Placed {
  return { key: `unit:${id}`, counter: { kind: 'unit', id, tone: '', name: id, ...more }, x, y: 0, size: 50 };
}

describe('a change of scene', () => {
  test('slides what moved, and is over when it has arrived', () => {
    const change = new Change([placed('a', 0)], [placed('a', 100)], 1000);
    expect(change.end).toBe(1000 + SLIDE);
    expect(change.pose('unit:a', 1000)?.x).toBe(0);
    expect(change.pose('unit:a', 1000 + SLIDE / 2)?.x).toBeCloseTo(50);
    expect(change.pose('unit:a', 1000 + SLIDE)?.x).toBe(100);
  });

  test('flips what lost a step, and shows the new face in the second half', () => {
    const change = new Change([placed('a', 0, { pips: 3 })], [placed('a', 0, { pips: 2 })], 0);
    expect(change.end).toBe(FLIP);
    expect(change.pose('unit:a', FLIP * 0.4)?.counter.pips).toBe(3);
    expect(change.pose('unit:a', FLIP * 0.6)?.counter.pips).toBe(2);
    expect(change.pose('unit:a', FLIP * 0.5)?.turn).toBeCloseTo(0);
  });

  test('flips what is shown', () => {
    const change = new Change([placed('a', 0, { is_hidden: true })], [placed('a', 0)], 0);
    expect(change.end).toBe(FLIP);
  });

  test('moves first; then things come, go and turn', () => {
    const change = new Change([placed('a', 0), placed('b', 5)], [placed('a', 90), placed('c', 7)], 0);
    expect(change.end).toBe(SLIDE + FADE);
    expect(change.pose('unit:c', SLIDE)?.strength).toBe(0);
    expect(change.pose('unit:b', SLIDE)?.strength).toBe(1);
    expect(change.pose('unit:b', SLIDE + FADE)?.strength).toBe(0);
  });

  test('of nothing is over at once', () => {
    const change = new Change([placed('a', 0, { pips: 2 })], [placed('a', 0, { pips: 2 })], 7);
    expect(change.end).toBe(7);
    expect(change.pose('unit:a', 7)).toBeNull();
  });
});
