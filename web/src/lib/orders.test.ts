import { describe, expect, it } from 'vitest';
import type { FormationInfo } from '../wire';
import { formationsOf, larger, planWords } from './orders';

const figures = { strength: [3, 4], lost: 0, place: 'Saint-Lô' };
const corps: FormationInfo = {
  id: 'VII',
  title: 'VII Corps',
  units: ['a', 'b', 'hq', 'chief'],
  leader: 'chief',
  within: '',
  ...figures,
};
const division: FormationInfo = {
  id: '30',
  title: '30th Division',
  units: ['a', 'hq'],
  leader: 'hq',
  within: 'VII',
  ...figures,
};
const all = [corps, division];

describe('formations', () => {
  it('are found by a unit, the smallest first', () => {
    expect(formationsOf(all, 'a')).toEqual([division, corps]);
    expect(formationsOf(all, 'b')).toEqual([corps]);
    expect(formationsOf(all, 'x')).toEqual([]);
  });
  it('begin with the one that a headquarters leads', () => {
    expect(formationsOf(all, 'chief')[0]).toBe(corps);
    expect(formationsOf(all, 'hq')[0]).toBe(division);
  });
  it('are followed by the next larger one', () => {
    expect(larger(all, division)).toBe(corps);
    expect(larger(all, corps)).toBeNull();
  });
});

describe('a plan', () => {
  const end = { unit: 'a', start: '0101', end: '0102', way: [] };
  it('is told in a sentence', () => {
    expect(planWords({ actions: [], ends: [end], stays: [] })).toBe('1 unit would go.');
    expect(planWords({ actions: [], ends: [end, end], stays: [{ unit: 'b', ruling: null }] })).toBe(
      '2 units would go, 1 would stay.',
    );
    expect(planWords({ actions: [], ends: [], stays: [] })).toBe('Nobody comes nearer to that hex.');
  });
});
