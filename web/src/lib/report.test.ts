import { describe, expect, it } from 'vitest';
import type { Report, Scene } from '../wire';
import { gathered, radius, toneNames, turnsOf } from './report';

const panel = (tone: string, label: string) => ({ panels: [{ slots: [{ tone, label }] }] }) as unknown as Scene;

describe('names of tones', () => {
  it('are those of sides, whatever boxes the table has in their colours', () => {
    expect(toneNames(panel('german', 'Not used'), ['allied', 'german'])('german')).toBe('German');
  });
  it('are those of boxes where a side has several tones, else the words', () => {
    const nameOf = toneNames(panel('us-1', '1st'), ['us']);
    expect([nameOf('us-1'), nameOf('us-29')]).toEqual(['1st', 'Us 29']);
  });
});

describe('turns', () => {
  it('do not count what was before the first', () => {
    const report = { turns: ['Set-up', 'Game Turn 1', 'Game Turn 2'].map((name) => ({ name })) } as Report;
    expect(turnsOf(report)).toBe(2);
  });
});

describe('circles of losses', () => {
  const total = (spots: readonly { count: number }[]): number => spots.reduce((all, { count }) => all + count, 0);

  it('stay where they are while they are apart', () => {
    const spots = [
      { x: 0, y: 0, count: 4 },
      { x: 200, y: 0, count: 1 },
    ];
    expect(gathered(spots)).toEqual(spots);
  });

  it('become one in their middle where they would overlap, until none do', () => {
    const found = gathered([0, 20, 34, 48, 300].map((x) => ({ x, y: 0, count: 1 })));
    expect(total(found)).toBe(5);
    expect(found.map(({ count }) => count)).toEqual([4, 1]);
    expect(found[1].x - found[0].x).toBeGreaterThan(radius(found[0]) + radius(found[1]));
    expect(found[0].x).toBeCloseTo(25.5);
  });
});
