import { describe, expect, it } from 'vitest';
import type { Counter, FormationInfo, Layout, Scene } from '../wire';
import { branches, findThings, shareLeft, sidesOf } from './directory';

const layout = {
  names: ['0101', '0102', '0201'],
  centres: [
    [0, 0],
    [0, 1],
    [1, 0],
  ],
  labels: [{ text: 'Saint-Lô', x: 0, y: 0.6, hex: 1, style: 'village', angle: 0 }],
} as unknown as Layout;
const unit = (id: string, name: string, pips: number): Counter =>
  ({ kind: 'unit', id, name, hex: '0201', tone: 'allied', pips, most_pips: 3, words: `${name}, infantry` }) as Counter;
const scene = {
  heading: '',
  counters: [unit('a', '2/116 (29 US)', 2), unit('b', '1/115 (29 US)', 3), { ...unit('c', 'waiting', 1), hex: '' }],
} as unknown as Scene;

describe('what is looked for', () => {
  it('is found by the name of a place, without its accents', () => {
    expect(findThings('saint-lo', layout, scene).map(({ title, place }) => [title, place])).toEqual([
      ['Saint-Lô', '0102'],
    ]);
  });
  it('is found by the name of a counter, that of a word first', () => {
    expect(findThings('29', layout, scene).map(({ key }) => key)).toEqual(['unit:b', 'unit:a']);
    expect(findThings('116', layout, scene).map(({ key }) => key)).toEqual(['unit:a']);
  });
  it('is found by what a counter is', () => {
    expect(findThings('infantry', layout, scene)).toHaveLength(2);
  });
  it('is a hex where the number fits', () => {
    expect(findThings('0102', layout, scene)[0]).toMatchObject({ key: 'hex:0102', place: '0102' });
  });
  it('is nothing without words', () => {
    expect(findThings('  ', layout, scene)).toEqual([]);
  });
});

describe('formations', () => {
  const corps: FormationInfo = {
    id: 'V',
    title: 'V Corps',
    units: ['a', 'b'],
    leader: '',
    within: '',
    strength: [9, 9],
    lost: 1,
    place: '',
  };
  const division: FormationInfo = {
    id: '29',
    title: '29th',
    units: ['a'],
    leader: '',
    within: 'V',
    strength: [5, 5],
    lost: 2,
    place: '',
  };
  it('are a tree with what is left of them', () => {
    const found = branches([division, corps], scene);
    expect(found.map(({ formation, depth, units, steps, most }) => [formation.id, depth, units, steps, most])).toEqual([
      ['V', 0, 2, 5, 6],
      ['29', 1, 1, 2, 3],
    ]);
  });
  it('count what is gone below them too', () => {
    expect(branches([division, corps], scene).map(({ lost }) => lost)).toEqual([3, 2]);
  });
  it('have less left for units that are gone', () => {
    expect(shareLeft(branches([division], scene)[0])).toBeCloseTo((2 / 3) * (1 / 3));
  });
  it("are listed by side, one's own first", () => {
    const other = { ...division, id: 'x', units: ['b'], within: '' };
    const enemy = {
      ...scene,
      counters: (scene.counters ?? []).map((c) => (c.id === 'b' ? { ...c, tone: 'german' } : c)),
    };
    const tree = branches([other, division], enemy as Scene);
    expect(sidesOf(tree, 'german').map(({ tone }) => tone)).toEqual(['german', 'allied']);
    expect(sidesOf(tree, 'allied')[0]).toMatchObject({ tone: 'allied', units: 1, lost: 2 });
  });
  it('stand alone where the one above is not there', () => {
    expect(branches([division], scene)[0].depth).toBe(0);
  });
});
