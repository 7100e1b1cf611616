import { describe, expect, it } from 'vitest';
import type { GameEvent, TableChange, TableState } from '../wire';
import { commentAt, readStep } from './commentary';
import { boldNames, iconOf, isLoss } from './events';
import { filterLabels, groupLog, isSaidAgain, lastPhase } from './log';
import { follow, isNews, mergeEvents, refreshed } from './merge';

let next = 0;
function event(kind: string, parts: Partial<GameEvent> = {}): GameEvent {
  return { number: next++, step: 1, sign: 'note', rule: '', text: kind, args: {}, ...parts, kind };
}

const hit = event('unit_hit', {
  sign: 'hit',
  text: 'WN62 hits E/2/16 in 0514 at 0630',
  args: {
    unit: ['unit', 'E/2/16'],
    hex: ['hex', '0514'],
    firer: ['position', 'WN62'],
    time: ['', '0630'],
    why: ['', 'steady'],
  },
});

describe('events', () => {
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
    const turns = groupLog([
      event('us_set_up'),
      event('phase_began', { text: 'Landing phase' }),
      event('landed'),
      event('turn_began', { text: 'Turn 2' }),
      event('phase_began', { text: 'German fire phase' }),
      hit,
      event('step_lost'),
    ]);
    expect(
      turns.map((turn) => [turn.title, turn.phases.map((phase) => `${phase.title}: ${phase.events.length}`)]),
    ).toEqual([
      ['Set-up', [': 1', 'Landing phase: 1']],
      ['Turn 2', ['German fire phase: 2']],
    ]);
  });
  it('says nothing of phases where the game names none', () => {
    const turns = groupLog([event('a', { rule: '6.1' }), event('b', { rule: '7.IV' })]);
    expect(turns[0].phases).toEqual([{ title: '', events: [expect.anything(), expect.anything()] }]);
  });
  it('filters, and leaves out a draw that the next line shows', () => {
    const drawn = event('drawn');
    const shown = event('fire_card', { card: { kind: 'bars', title: '1' } });
    expect(isSaidAgain(drawn, shown)).toBe(true);
    expect(isSaidAgain(drawn, hit)).toBe(false);
    const turns = groupLog([drawn, shown, event('step_lost', { sign: 'loss' })], 'losses');
    expect(turns.flatMap((turn) => turn.phases.flatMap((phase) => phase.events.map((e) => e.kind)))).toEqual([
      'step_lost',
    ]);
    expect(groupLog([drawn, shown])[0].phases[0].events).toEqual([shown]);
  });
  it('calls the filter for cards after what was drawn or thrown', () => {
    const card = event('fire_card', { card: { kind: 'bars', title: '1' } });
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

describe('a change', () => {
  const unit = (id: string, hex: string) => ({ kind: 'unit', id, hex, tone: '', name: id });
  const before = {
    id: 't',
    seq: 4,
    seats: [],
    events: [],
    scene: { heading: 'Turn 1', here: 0, counters: [unit('A', '0101'), unit('B', '0102')] },
    decision: { side: 'us' },
  } as unknown as TableState;
  const change = {
    base: 4,
    seq: 6,
    seats: [{ side: 'us', player: 'human', connected: true }],
    since: 0,
    events: [
      event('moved', { scene: { counters: { at: [[0, { hex: '0201' }]] } } }),
      event('rolled'),
      event('turn_began', { scene: { heading: 'Turn 2', here: 1 } }),
    ],
    decision: null,
    scene: { counters: { list: [[0, 1]] } },
  } as unknown as TableChange;

  it('shows everything as it was at each event, and then where it led', () => {
    const { state, beats } = follow(before, change, null);
    const shown = beats.map(({ scene }) => [scene?.heading, scene?.here, scene?.counters?.map((c) => c.hex).join()]);
    expect(shown).toEqual([
      ['Turn 1', 0, '0201,0102'],
      ['Turn 1', 0, '0201,0102'],
      ['Turn 2', 1, '0201,0102'],
    ]);
    expect(state.scene).toEqual({ heading: 'Turn 2', here: 1, counters: [unit('A', '0201')] });
    expect([state.id, state.seq, state.decision, 'base' in state]).toEqual(['t', 6, null, false]);
    expect(before.scene?.counters?.[0].hex).toBe('0101');
  });
  it('of the same moment says who is there', () => {
    const same = refreshed(before, { ...change, seq: 4 });
    expect(same.seats).toHaveLength(1);
    expect(same.decision).toBe(before.decision);
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
    expect(reading.lines).toEqual(['WN62 hits E/2/16 in 0514 at 0630.', 'E/2/16 loses a step.']);
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
