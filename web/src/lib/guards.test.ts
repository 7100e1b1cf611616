import { describe, expect, it } from 'vitest';
import type { Scene } from '../wire';
import { typedAmount } from './amounts';
import { guardOf, lossWords } from './guards';
import { listOptions } from './options';
import { question } from './questions.fixtures';

const sea = { rule: '5.21', sentence: 'Who stays in the sea is lost', units: ['A', 'B'], hexes: ['0613'] };
const decision = question(
  {
    next: { kind: '', label: 'Next', role: 'done', args: [null] },
    move: { kind: 'hex', label: 'Move to', role: '', args: ['0101', '0102'] },
  },
  {
    guards: [
      { verb: 'next', arg: null, ruling: sea },
      { verb: 'move', arg: '0102', ruling: { ...sea, rule: '7.63' } },
    ],
  },
);
const options = listOptions(decision, { hexes: new Set(['0101', '0102']), counters: new Set(), spots: new Set() });

describe('what would be lost', () => {
  it('is known of each option by itself', () => {
    expect(options.map((option) => guardOf(decision, option)?.rule)).toEqual(['5.21', undefined, '7.63']);
    expect(guardOf(null, options[0])).toBeNull();
  });
  it('names the units, or the first of many', () => {
    const scene: Scene = { heading: '', counters: [{ kind: 'unit', id: 'A', name: 'Able', tone: '' }] };
    expect(lossWords(sea, scene)).toBe('Who stays in the sea is lost: Able and B');
    const units = (count: number) => [...'ABCDEFG'].slice(0, count);
    expect(lossWords({ ...sea, units: units(1) }, scene)).toBe('Who stays in the sea is lost: Able');
    expect(lossWords({ ...sea, units: units(4) }, null)).toBe('Who stays in the sea is lost: A, B, C and D');
    expect(lossWords({ ...sea, units: units(7) }, null)).toBe('Who stays in the sea is lost: A, B, C and 4 more');
    expect(lossWords({ ...sea, units: [] }, scene)).toBe(sea.sentence);
    expect(lossWords({ ...sea, sentence: 'A and B drown' }, null)).toBe('A and B drown');
  });
});

describe('a typed amount', () => {
  const amount = { verb: 'points', label: '', least: 1, most: 30 };
  it('is what was typed, if it may be taken', () => {
    expect(typedAmount(amount, '30')).toBe(30);
    expect(typedAmount(amount, ' 7 ')).toBe(7);
    for (const text of ['', ' ', '0', '31', '2.5', 'x']) expect(typedAmount(amount, text)).toBeNull();
  });
});
