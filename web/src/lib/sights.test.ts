import { describe, expect, it } from 'vitest';
import type { Pick } from '../board';
import type { Counter, Scene } from '../wire';
import { highlights, type Lights } from './highlights';
import { question } from './questions.fixtures';
import type { Option } from './options';
import { lookOf, pinAt, type Eyes } from './sights';

const at = (id: string, hex: string, reach: number): Counter => ({ kind: 'unit', id, name: id, tone: 'a', hex, reach });
const flak = at('Flak', '0814', 3);
const foot = at('1/16', '0817', 1);
const staff = at('HQ', '0804', 0);
const scene: Scene = { heading: '', counters: [flak, foot, staff] };
const over = (hex: string, ...stack: Counter[]): Pick => ({ hex, spot: null, counter: stack.at(-1) ?? null, stack });
const option = (verb: string, kind: string, arg: string, role: Option['role'] = ''): Option => ({
  id: `${verb} ${arg}`,
  verb,
  arg,
  kind,
  role,
  label: '',
  word: '',
  isOnBoard: true,
});
const none: Eyes = { pin: null, looked: null, lit: null, decision: null, options: [], subject: null, scene };
const about = (what: Record<string, string | string[]>) => question({}, { about: what });

describe('a line of sight', () => {
  it('leads from a unit to the target in question', () => {
    const decision = about({ hex: '0817', unit: [] });
    expect(lookOf({ ...none, decision, looked: over('0814', flak) })).toEqual({
      from: '0814',
      to: '0817',
      unit: 'Flak',
    });
    const lit = option('firer', 'unit', 'Flak');
    expect(lookOf({ ...none, decision, lit })).toEqual({ from: '0814', to: '0817', unit: 'Flak' });
    expect(lookOf({ ...none, decision, looked: over('0804', staff) })).toBeNull();
    expect(lookOf({ ...none, decision, looked: over('0817', foot) })).toBeNull();
  });
  it('leads from the unit in question to others that it could hit', () => {
    const subject = { id: 'Flak', hex: '0814' };
    expect(lookOf({ ...none, subject, looked: over('0817', foot) })?.to).toBe('0817');
    expect(lookOf({ ...none, subject, looked: over('0815') })).toBeNull();
    const options = [option('move', 'hex', '0817')];
    expect(lookOf({ ...none, subject, options, looked: over('0817', foot) })).toBeNull();
    expect(lookOf({ ...none, subject: { id: '1/16', hex: '0817' }, looked: over('0814', flak) })).toBeNull();
  });
  it('can be held anywhere', () => {
    expect(pinAt({ ...none, looked: over('0814', flak) })).toEqual({ hex: '0814', unit: 'Flak' });
    expect(pinAt({ ...none, looked: over('0804', staff) })).toEqual({ hex: '0804', unit: null });
    expect(pinAt({ ...none, lit: option('move', 'hex', '0815') })).toEqual({ hex: '0815', unit: null });
    expect(pinAt({ ...none, lit: option('firer', 'unit', 'Flak') })).toEqual({ hex: '0814', unit: 'Flak' });
    expect(pinAt({ ...none, subject: { id: 'Flak', hex: '0814' } })).toEqual({ hex: '0814', unit: 'Flak' });
    expect(pinAt(none)).toBeNull();
    const pin = { hex: '0814', unit: null };
    expect(lookOf({ ...none, pin, looked: over('0820') })).toEqual({ from: '0814', to: '0820', unit: null });
    expect(lookOf({ ...none, pin, lit: option('move', 'hex', '0821') })?.to).toBe('0821');
    expect(lookOf({ ...none, pin, looked: over('0814', flak) })).toBeNull();
  });
});

describe('what glows', () => {
  const layout = {
    names: ['0804', '0814', '0816', '0817'],
    neighbours: [[], [2], [1, 3], [2]],
    plates: [],
    spots: [],
  } as never;
  const dark: Lights = {
    decision: null,
    options: [],
    lit: null,
    ruling: null,
    hoverHex: null,
    scene,
    hexes: [],
    counters: [],
  };
  it('shows targets in red, and who would fire at the one that is lit', () => {
    const fire = option('fire', 'hex', '0817', 'attack');
    const preview = { rule: '', figures: {}, modifiers: [], results: [], hexes: [], units: ['Flak'], way: [] };
    const found = highlights({ ...dark, options: [fire], lit: fire, preview }, layout);
    expect(found.arrows).toEqual([{ from: '0814', to: '0817', kind: 'ranged' }]);
    expect(highlights({ ...dark, options: [fire] }, layout).hexes?.get('0817')?.kind).toBe('target');
  });
  it('marks what blocks a line, and the range of a preview', () => {
    const preview = { rule: '', figures: {}, modifiers: [], results: [], hexes: ['0816'], units: [], way: [] };
    const found = highlights({ ...dark, preview, blocks: ['0816'] }, layout);
    expect(found.hexes?.get('0816')?.kind).toBe('cause');
    expect(found.reach).toEqual(['0816']);
  });
  it('shows the way of a move in the place of a straight arrow', () => {
    const decision = about({ unit: 'Flak' });
    const lit = option('move', 'hex', '0817', '');
    const way = ['0814', '0815', '0816', '0817'].map((hex, i) => ({ hex, cost: i ? `${i}` : '' }));
    const preview = { rule: '', figures: {}, modifiers: [], results: [], hexes: [], units: [], way };
    expect(highlights({ ...dark, decision, lit }, layout).arrows).toEqual([{ from: '0814', to: '0817', kind: 'move' }]);
    const found = highlights({ ...dark, decision, lit, preview }, layout);
    expect([found.arrows, found.way]).toEqual([[], way]);
  });
  it('takes a hex where a counter is to lie for no target', () => {
    const decision = about({ hex: '0816', unit: '9/9' });
    expect(highlights({ ...dark, decision, isTurning: true }, layout).hexes?.get('0816')?.kind).toBe('focus');
    expect(highlights({ ...dark, decision }, layout).hexes?.get('0816')?.kind).toBe('target');
  });
});
