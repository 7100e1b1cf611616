import { describe, expect, it } from 'vitest';
import type { Counter, Layout, Scene } from '../wire';
import type { Option } from './options';
import { Paths, nextPlace, pickOf, sayPlace } from './walk';

const HALF = Math.sqrt(3) / 2;
const at = (r: number, c: number): number => (r < 0 || c < 0 || r > 3 || c > 3 ? -1 : r * 4 + c);
const cells = Array.from({ length: 16 }, (_, h) => [Math.floor(h / 4), h % 4]);
/** Four rows of four pointed hexes, odd rows half a hex to the right. */
const layout = {
  names: cells.map(([r, c]) => `${r}${c}`),
  centres: cells.map(([r, c]) => [c + (r % 2) / 2, r * HALF]),
  neighbours: cells.map(([r, c]) => {
    const s = r % 2;
    return [at(r - 1, c + s), at(r, c + 1), at(r + 1, c + s), at(r + 1, c + s - 1), at(r, c - 1), at(r - 1, c + s - 1)];
  }),
  terrain: cells.map(([r]) => (r ? ['field', 'river-wide'] : ['sea'])),
  labels: [{ text: 'Ranville', hex: 5 }],
  spots: [{ kind: 'box', id: 'A', label: 'Box A' }],
} as unknown as Layout;
const scene = {
  counters: [
    {
      kind: 'unit',
      id: 'a',
      hex: '11',
      spot: '',
      name: 'A Co',
      words: 'A Company, 2 steps',
      badges: [{ text: 'Moved' }],
    },
    { kind: 'unit', id: 'b', hex: '', spot: 'A', name: 'B Co' },
  ] as unknown as Counter[],
  marks: [{ kind: 'pennant', hex: '11', text: 'Beachhead' }],
} as unknown as Scene;
const options = [
  { id: 'move 11', verb: 'move', arg: '11', kind: 'hex', label: 'Move to 11' },
  { id: 'unit b', verb: 'unit', arg: 'b', kind: 'unit', label: 'Choose B Co' },
] as unknown as Option[];

describe('a walk', () => {
  const paths = new Paths(layout);
  const go = (from: string, ...keys: string[]): string =>
    keys.reduce((walk, key) => paths.step(walk, `Arrow${key}`), paths.start(from)).place;

  it('goes along a row', () => expect(go('10', 'Right', 'Right')).toBe('12'));
  it('keeps to a column although its hexes zigzag', () => {
    expect(go('01', 'Down', 'Down')).toBe('21');
    expect(go('31', 'Up', 'Up', 'Up').charAt(0)).toBe('0');
    expect(go('01', 'Down', 'Down', 'Up', 'Up')).toBe('01');
  });
  it('stays where the map ends', () => {
    expect(go('00', 'Left')).toBe('00');
    expect(go('33', 'Down', 'Right')).toBe('33');
  });
});

describe('places that are offered', () => {
  it('are gone through in a ring', () => {
    expect(nextPlace(['a', 'b', 'c'], 'c', 1)).toBe('a');
    expect(nextPlace(['a', 'b', 'c'], 'a', -1)).toBe('c');
    expect(nextPlace(['a', 'b'], 'x', -1)).toBe('b');
    expect(nextPlace([], 'x', 1)).toBeNull();
  });
});

describe('a place in words', () => {
  it('has its name, ground, units, marks and what may be done', () => {
    expect(sayPlace(pickOf('11', layout, scene), layout, scene, options)).toBe(
      'Ranville, 11: field, river wide. A Company, 2 steps, Moved. Beachhead. You may: Move to 11.',
    );
    expect(sayPlace(pickOf('00', layout, scene), layout, scene, options)).toBe('00: sea.');
  });
  it('may be a box beside the hexes', () => {
    const pick = pickOf('box:A', layout, scene);
    expect(pick.hex).toBeNull();
    expect(sayPlace(pick, layout, scene, options)).toBe('Box A. B Co. You may: Choose B Co.');
  });
});
