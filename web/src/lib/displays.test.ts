import { describe, expect, it } from 'vitest';
import type { Decision, Scene } from '../wire';
import { amountIn, within } from './amounts';
import { chances } from './chances';
import { Desk } from './desk.svelte';
import { aboutKeys, askedDisplay, isAboutDisplay, isInstead } from './displays';
import { highlights } from './highlights';
import { readKey } from './keys';
import { listOptions, type Places } from './options';
import { question } from './questions.fixtures';

const verb = (kind: string, args: (string | null)[], label = 'Do') => ({ kind, label, role: '' as const, args });
const ask = (options: Decision['options'], about: Decision['about'] = {}): Decision => question(options, { about });
const unit = (id: string, hex = '') => ({ kind: 'unit', id, name: id, tone: 'us', ...(hex ? { hex } : {}) });
const scene: Scene = {
  heading: 'Turn 1',
  counters: [unit('A'), unit('B'), unit('C', '0101'), unit('D')],
  displays: [
    {
      id: 'waves',
      title: 'Waves',
      boxes: [{ kind: 'box', id: 'W1', title: 'Wave 1', counters: ['unit:A', 'unit:C'] }],
    },
    { id: 'later', title: 'Later', boxes: [{ id: 'T8', title: 'Turn 8', counters: ['unit:B', 'unit:A'] }] },
  ],
};
const places: Places = { hexes: new Set(['0101']), counters: new Set(), spots: new Set() };
const asked = (options: Decision['options']) => askedDisplay(scene, listOptions(ask(options), places));

describe('the display that a question is about', () => {
  it('is the first in which a counter or a box is offered', () => {
    expect(asked({ load: verb('unit', ['A']) })).toBe('waves');
    expect(asked({ load: verb('unit', ['B']) })).toBe('later');
    expect(asked({ put: verb('box', ['W1']) })).toBe('waves');
  });
  it('is none for what lies on the map, for hexes and for buttons', () => {
    expect(asked({ move: verb('unit', ['C']), go: verb('hex', ['0101']), done: verb('', [null]) })).toBeNull();
    expect(asked({ load: verb('unit', ['D']) })).toBeNull();
    expect(askedDisplay({ heading: '' }, [])).toBeNull();
  });
  it('stays as long as what is in question lies in it', () => {
    const decision = ask({ go: verb('hex', ['0101']) }, { unit: 'A' });
    expect(isAboutDisplay(scene, 'waves', decision)).toBe(true);
    expect(isAboutDisplay(scene, 'none', decision)).toBe(false);
    expect(isAboutDisplay(scene, 'waves', ask({}, { unit: ['D'] }))).toBe(false);
    expect(aboutKeys(ask({}, { unit: ['A', 'B'], hex: '0101' }))).toEqual(['unit:A', 'unit:B', 'hex:0101']);
  });
  it('takes another counter of the kind in question instead', () => {
    const decision = ask({ put: verb('box', ['W1']) }, { unit: 'A' });
    expect(isInstead(decision, unit('B'))).toBe(true);
    expect(isInstead(decision, unit('A'))).toBe(false);
    expect(isInstead(decision, { ...unit('B'), kind: 'dz' })).toBe(false);
  });
});

describe('the desk', () => {
  const never = () => false;
  it('opens what is asked for, and closes it when it no longer matters', () => {
    const desk = new Desk();
    desk.follow('waves', never);
    expect(desk.open).toBe('waves');
    desk.follow(null, (id) => id === 'waves');
    expect(desk.open).toBe('waves');
    desk.follow(null, never);
    expect(desk.open).toBeNull();
  });
  it('does not open again what was closed in the same question', () => {
    const desk = new Desk();
    desk.follow('waves', never);
    desk.toggle('waves');
    desk.follow('waves', never);
    expect(desk.open).toBeNull();
    desk.follow(null, never);
    desk.follow('waves', never);
    expect(desk.open).toBe('waves');
  });
  it('leaves open what was opened by hand', () => {
    const desk = new Desk();
    desk.toggle('later');
    desk.follow(null, never);
    expect(desk.open).toBe('later');
    desk.follow('waves', never);
    expect(desk.open).toBe('waves');
    desk.close();
    expect(desk.open).toBeNull();
  });
});

describe('amounts', () => {
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => String(from + i));
  it('are numbers in a row, and more than a few', () => {
    expect(amountIn(ask({ points: verb('number', numbers(1, 40), 'Add {}') }))).toEqual({
      verb: 'points',
      label: 'Add {}',
      least: 1,
      most: 40,
    });
    expect(amountIn(ask({ points: verb('number', numbers(1, 4)) }))).toBeNull();
    expect(amountIn(ask({ points: verb('number', ['1', '2', '4', '8', '16']) }))).toBeNull();
    expect(amountIn(ask({ go: verb('hex', numbers(1, 40)) }))).toBeNull();
    expect(amountIn(null)).toBeNull();
  });
  it('stay within their bounds', () => {
    const amount = { verb: 'points', label: '', least: 1, most: 9 };
    expect([0, 1, 4.6, 12, NaN].map((value) => within(amount, value))).toEqual([1, 1, 5, 9, 1]);
  });
});

describe('chances of places', () => {
  const result = (words: string, chance: number, favours = '') => ({ words, chance, favours });
  it('keep the order of the game, and the last of many are one', () => {
    const bars = chances([result('repeated', 0.6), result('0102', 0.3), result('0101', 0.1)], 'us');
    expect(bars.map((bar) => bar.name)).toEqual(['repeated', '0102', '0101']);
    const ten = Array.from({ length: 10 }, (_, i) => result(`r${i}`, 0.1));
    const many = chances(ten, 'us');
    expect(many).toHaveLength(6);
    expect(many[5].name).toBe('others (5)');
    expect(many[5].share).toBeCloseTo(0.5);
  });
  it('are written in their hexes', () => {
    const layout = { names: ['0101', '0102'], spots: [], plates: [], neighbours: [[], []] } as never;
    const lights = { decision: null, options: [], lit: null, ruling: null, hoverHex: null, hexes: [], counters: [] };
    const results = [result('0101 on the enemy', 0.25), result('repeated', 0.75), result('0102', 0)];
    const { hexes } = highlights(
      { ...lights, preview: { rule: '', figures: {}, modifiers: [], results, hexes: [], units: [], way: [] } },
      layout,
    );
    expect([...(hexes ?? [])]).toEqual([['0101', { kind: 'hover', label: '25%' }]]);
  });
});

it('digits open displays', () => {
  const press = { key: '2', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
  expect(readKey(press, new Map())).toEqual({ do: 'display', at: 1 });
});
