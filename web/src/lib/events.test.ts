import { describe, expect, it } from 'vitest';
import type { GameEvent, TableState } from '../wire';
import { commentAt, readStep } from './commentary';
import { boldNames, countersIn, hexesIn, iconOf, isLoss } from './events';
import { filterLabels, groupLog, isSaidAgain, lastPhase, ruleTitles } from './log';
import { isNews, mergeEvents, sharedEvents } from './merge';

let next = 0;
function event(kind: string, parts: Partial<GameEvent> = {}): GameEvent {
  return { number: next++, step: 1, sign: 'note', rule: '', text: kind, ...parts, kind };
}

const hit = event('unit_hit', {
  sign: 'hit',
  unit: 'E/2/16',
  hex: '0514',
  firer: 'WN62',
  text: 'WN62 hits E/2/16 in 0514',
  why: 'steady',
});

describe('events', () => {
  it('finds the hexes and the counters they name', () => {
    expect(hexesIn(hit, new Set(['0514', '0515']))).toEqual(['0514']);
    const scene = { heading: '', counters: [{ kind: 'unit', id: 'E/2/16', tone: '', name: '' }] };
    expect(countersIn(hit, scene)).toEqual(['unit:E/2/16']);
    expect(countersIn(hit, null)).toEqual([]);
  });
  it('sets names apart in the sentence', () => {
    expect(
      boldNames(hit)
        .filter((part) => part.bold)
        .map((part) => part.text),
    ).toEqual(['WN62', 'E/2/16', '0514']);
    expect(boldNames(event('x', { text: 'plain (1)' }))).toEqual([{ text: 'plain (1)', bold: false }]);
  });
  it('tells losses from moves', () => {
    expect(iconOf(event('step_lost', { sign: 'loss' }))).toBe('loss');
    expect(iconOf(event('moved', { sign: 'move' }))).toBe('move');
    expect(iconOf(event('who_knows'))).toBe('note');
    expect(isLoss(event('eliminated', { sign: 'loss' }))).toBe(true);
    expect(isLoss(hit)).toBe(false);
  });
});

describe('the log', () => {
  it('is grouped by turn and by the phases the game names', () => {
    const turns = groupLog(
      [
        event('us_set_up'),
        event('phase_began', { text: 'Landing phase' }),
        event('landed'),
        event('turn_began', { text: 'Turn 2' }),
        event('phase_began', { text: 'German fire phase' }),
        hit,
        event('step_lost'),
      ],
      new Map(),
    );
    expect(
      turns.map((turn) => [turn.title, turn.phases.map((phase) => `${phase.title}: ${phase.events.length}`)]),
    ).toEqual([
      ['Set-up', [': 1', 'Landing phase: 1']],
      ['Turn 2', ['German fire phase: 2']],
    ]);
  });
  it('goes by the chapters of the rules where the game names no phases', () => {
    const titles = ruleTitles([{ id: '6', title: 'Fire', text: '' }]);
    const turns = groupLog([event('a', { rule: '6.1' }), event('b', { rule: 'EV.x' })], titles);
    expect(turns[0].phases).toHaveLength(1);
    expect(turns[0].phases[0].title).toBe('Fire');
  });
  it('filters, and leaves out a draw that the next line shows', () => {
    const drawn = event('drawn');
    const shown = event('fire_card', { card: { kind: 'fire', title: '1' } });
    expect(isSaidAgain(drawn, shown)).toBe(true);
    expect(isSaidAgain(drawn, hit)).toBe(false);
    const turns = groupLog([drawn, shown, event('step_lost', { sign: 'loss' })], new Map(), 'losses');
    expect(turns.flatMap((turn) => turn.phases.flatMap((phase) => phase.events.map((e) => e.kind)))).toEqual([
      'step_lost',
    ]);
    expect(groupLog([drawn, shown], new Map())[0].phases[0].events).toEqual([shown]);
  });
  it('calls the filter for cards after what was drawn or thrown', () => {
    const card = event('fire_card', { card: { kind: 'fire', title: '1' } });
    const dice = event('rolled', { card: { kind: 'dice', title: 'Wind' } });
    expect(filterLabels([hit]).cards).toBe('');
    expect(filterLabels([hit, dice]).cards).toBe('Dice');
    expect(filterLabels([card, dice]).cards).toBe('Cards');
  });
  it('knows the phase that plays', () => {
    expect(lastPhase([event('phase_began', { text: 'Fire' }), hit])).toBe('Fire');
    expect(lastPhase([hit])).toBe('');
  });
});

describe('what the server sends', () => {
  const state = (parts: Partial<TableState>): TableState =>
    ({ id: 't', seq: 1, since: 0, events: [], ...parts }) as TableState;
  const [a, b, c] = [0, 1, 2].map((number) => event('x', { number, text: `e${number}` }));

  it('goes on top of what is known', () => {
    expect(mergeEvents([a], state({ since: 1, events: [b, c] }))).toEqual([a, b, c]);
  });
  it('replaces what was taken back', () => {
    expect(mergeEvents([a, b, c], state({ since: 1, events: [] }))).toEqual([a]);
    expect(sharedEvents([a, b, c], [a])).toBe(1);
  });
  it('is asked for again when something is missing', () => {
    expect(mergeEvents([a], state({ since: 2, events: [c] }))).toBeNull();
  });
  it('is old when its record is shorter', () => {
    expect(isNews(null, state({}))).toBe(true);
    expect(isNews(state({ seq: 3 }), state({ seq: 2 }))).toBe(false);
    expect(isNews(state({ seq: 3 }), state({ seq: 3 }))).toBe(true);
  });
});

describe('comments', () => {
  it('tell the weightiest events of a step in their order', () => {
    const reading = readStep({ step: 3, side: 'us', text: 'done', label: 'End the phase', landmark: '' }, [
      event('whatever'),
      hit,
      event('step_lost', { text: 'E/2/16 loses a step', sign: 'loss', rule: '6.32' }),
    ]);
    expect(reading.title).toBe('US: End the phase');
    expect(reading.lines).toEqual(['WN62 hits E/2/16 in 0514.', 'E/2/16 loses a step.']);
    expect(reading.rules).toContain('6.32');
  });
  it('have words for a step in which nothing happens', () => {
    expect(readStep(null, [])).toEqual({ title: 'The set-up', lines: [], rules: [] });
  });
  it('stand until the next one', () => {
    const comments = [2, 5].map((step) => ({ step, title: '', text: '', rule: '', hexes: [] }));
    expect([1, 2, 4, 5, 9].map((step) => commentAt(comments, step))).toEqual([-1, 0, 0, 1, 1]);
  });
});
