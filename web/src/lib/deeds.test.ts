import { describe, expect, it } from 'vitest';
import type { GameEvent, Layout, Scene } from '../wire';
import { deedIn } from './deeds';
import { Finder } from './places';

const event = (parts: Partial<GameEvent>): GameEvent => ({
  number: 0,
  step: 1,
  kind: 'told',
  sign: 'fire',
  rule: '',
  text: '',
  args: {},
  ...parts,
});
const layout = {
  names: ['0101', '0102', '0203'],
  spots: [{ kind: 'box', id: 'FG1' }],
  fields: [{ name: 'WN62', colour: '', dots: [] }],
  plates: [{ hex: 0, field: 0 }],
} as unknown as Layout;
const counter = (id: string, parts: object) => ({ kind: 'unit', id, tone: '', name: id, ...parts });
const scene = (...counters: Scene['counters'] & object): Scene => ({ heading: '', counters });
const stood = new Finder(layout, scene(counter('A', { hex: '0101' }), counter('B', { spot: 'FG1' })));
const gone = new Finder(layout, scene(counter('A', { hex: '0102' })));

const fires = event({ by: 'units', at: 'hex', args: { units: ['unit', ['A']], hex: ['hex', '0203'] } });
const hit = event({ sign: 'hit', at: 'unit', args: { unit: ['unit', 'B'] } });

describe('deeds', () => {
  it('lead from those who act, where they stood, to what they act upon', () => {
    const deed = { by: ['0101'], counters: ['unit:A'], at: ['0203'], field: 0 };
    expect(deedIn(fires, layout, [stood, gone])).toEqual(deed);
    expect(deedIn(fires, layout, [gone])).toEqual({ ...deed, by: ['0102'], field: null });
  });

  it('come from nowhere if nobody is said to have done them', () => {
    expect(deedIn(hit, layout, [stood])).toEqual({ by: [], counters: [], at: ['box:FG1'], field: null });
  });

  it('find those who are gone where they stood', () => {
    expect(deedIn(hit, layout, [stood, gone])?.at).toEqual(['box:FG1']);
    expect(deedIn(hit, layout, [gone])).toBeNull();
  });

  it('are no part of what only happens', () => {
    expect(deedIn(event({ sign: 'move', args: { unit: ['unit', 'A'] } }), layout, [stood])).toBeNull();
  });
});
