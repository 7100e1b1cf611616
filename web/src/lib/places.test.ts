import { describe, expect, it } from 'vitest';
import type { GameEvent, Layout, Scene } from '../wire';
import { countersIn, Finder, hexesIn, thingsAbout, thingsIn } from './places';

const event = (args: GameEvent['args']): GameEvent => ({
  number: 0,
  step: 1,
  kind: 'told',
  sign: 'note',
  rule: '',
  text: '',
  args,
});
const counter = (id: string, parts: object = {}) => ({ kind: 'unit', id, tone: '', name: id, ...parts });
const layout = {
  names: ['0514', '0630'],
  spots: [
    { kind: 'box', id: 'FG1' },
    { kind: 'pile', id: 'us' },
  ],
} as Layout;
const scene: Scene = {
  heading: '',
  counters: [counter('E/2/16', { hex: '0514' }), counter('A/1/16', { spot: 'FG1' }), counter('C/1/16')],
  displays: [
    { id: 'landing', title: 'Landing', boxes: [{ id: 'wave 1', kind: 'box', title: '', counters: ['unit:C/1/16'] }] },
  ],
};
const finder = new Finder(layout, scene);

describe('what an event names', () => {
  const hit = event({ unit: ['unit', 'E/2/16'], hex: ['hex', '0514'], time: ['', '0630'], hits: ['', 2] });

  it('is what the game says it is, and never guessed', () => {
    expect(thingsIn(hit)).toEqual([
      { kind: 'unit', id: 'E/2/16' },
      { kind: 'hex', id: '0514' },
    ]);
    expect(hexesIn(hit)).toEqual(['0514']);
    expect(hexesIn(event({ time: ['', '0630'] }))).toEqual([]);
    expect(countersIn(hit, scene)).toEqual(['unit:E/2/16']);
    expect(countersIn(hit, null)).toEqual([]);
  });
  it('may be several of a kind', () => {
    expect(hexesIn(event({ hexes: ['hex', ['0514', '0630', '0514']] }))).toEqual(['0514', '0630']);
    expect(thingsAbout({ unit: ['A', 'B'], naval: true })).toHaveLength(2);
  });
});

describe('the places of an event', () => {
  it('are those it names', () => {
    expect(finder.placesOf(event({ unit: ['unit', 'A/1/16'], hex: ['hex', '0514'] }))).toEqual(['0514']);
    expect(finder.placesOf(event({ unit: ['unit', 'E/2/16'], box: ['box', 'FG1'] }))).toEqual(['box:FG1']);
  });
  it('or else where the counters lie that it names', () => {
    expect(finder.placesOf(event({ unit: ['unit', 'E/2/16'] }))).toEqual(['0514']);
    expect(finder.placesOf(event({ unit: ['unit', 'A/1/16'] }))).toEqual(['box:FG1']);
    expect(finder.placesOf(event({ unit: ['unit', 'C/1/16'] }))).toEqual([]);
    expect(finder.placesOf(event({ time: ['', '0630'], hex: ['hex', '9999'] }))).toEqual([]);
  });
  it('may be in a display', () => {
    expect(finder.displayOf(event({ unit: ['unit', 'C/1/16'] }))).toBe('landing');
    expect(finder.displayOf(event({ box: ['box', 'wave 1'] }))).toBe('landing');
    expect(finder.displayOf(event({ unit: ['unit', 'E/2/16'] }))).toBeNull();
  });
});
