import { describe, expect, it } from 'vitest';
import type { Pick } from '../board';
import type { Counter, Decision } from '../wire';
import { assignKeys, DONE, readKey } from './keys';
import { question } from './questions.fixtures';
import {
  backOption,
  buttonRows,
  closedOptions,
  groupOptions,
  listOptions,
  matchPick,
  optionLabel,
  primaryOption,
  stepOption,
  verbTitle,
  isWorthFanning,
  whyGuesses,
  type Places,
} from './options';

const places: Places = {
  hexes: new Set(['0613', '0614', '0812']),
  counters: new Set(['unit:E/2/16', 'unit:1/A/741', 'position:WN62N']),
  spots: new Set(['box:FG1']),
};

const decision = (options: Decision['options'], more: Partial<Decision> = {}) => question(options, more);

const choose = decision({
  free: { kind: 'unit', label: 'Free action:', role: '', args: ['E/2/16'] },
  paid: { kind: 'unit', label: 'Spend an action on', role: '', args: ['E/2/16', '1/A/741'] },
  attack: { kind: 'hex', label: 'Attack {}', role: '', args: ['0812'] },
  'rally-all': { kind: '', label: 'Remove all disruption (free)', role: '', args: [null] },
  done: { kind: '', label: 'End the action phase', role: 'done', args: [null] },
});
const where = decision({
  move: { kind: 'hex', label: 'Move to', role: '', args: ['0613', '0614'] },
  with: { kind: 'unit', label: 'Together with', role: '', args: ['1/A/741'] },
  back: { kind: '', label: 'Back', role: 'back', args: [null] },
});
const force = decision({
  join: { kind: 'unit', label: '{} attacks', role: '', args: ['1/A/741'] },
  resolve: { kind: '', label: 'Resolve the attack', role: 'confirm', args: [null] },
  back: { kind: '', label: 'Back', role: 'back', args: [null] },
});

const counter = (kind: string, id: string): Counter => ({ kind, id, tone: 'us', name: id });

function pick(parts: Partial<Pick>): Pick {
  return { hex: null, spot: null, counter: null, stack: parts.counter ? [parts.counter] : [], ...parts };
}

describe('labels', () => {
  it('puts the argument where the braces are, or at the end', () => {
    expect(optionLabel('Attack {}', '0812')).toBe('Attack 0812');
    expect(optionLabel('Move to', '0613')).toBe('Move to 0613');
    expect(optionLabel('Done', null)).toBe('Done');
  });
  it('names a verb without its argument', () => {
    expect(verbTitle('Attack {}')).toBe('Attack');
    expect(verbTitle('{} attacks')).toBe('Attacks');
    expect(verbTitle('Drift {} boxes east')).toBe('Drift … boxes east');
    expect(verbTitle('Free action:')).toBe('Free action');
  });
});

describe('options', () => {
  it('lists every option and says which have a place on the board', () => {
    const options = listOptions(choose, places);
    expect(options.map((option) => option.id)).toEqual([
      'free E/2/16',
      'paid E/2/16',
      'paid 1/A/741',
      'attack 0812',
      'rally-all',
      'done',
    ]);
    expect(options.filter((option) => !option.isOnBoard).map((option) => option.verb)).toEqual(['rally-all', 'done']);
    expect(listOptions(null, places)).toEqual([]);
  });
  it('makes a button of a unit that is not on the board, and a place of a spot', () => {
    const mixed = decision({
      hit: { kind: 'unit', label: 'Hit', role: '', args: ['lost'] },
      place: { kind: 'box', label: 'Place in {}', role: '', args: ['FG1'] },
    });
    expect(listOptions(mixed, places).map((option) => option.isOnBoard)).toEqual([false, true]);
  });
  it('groups by verb with the letter of each', () => {
    const keys = assignKeys([{ verb: 'move', label: 'Move to' }]);
    const groups = groupOptions(where, listOptions(where, places), keys);
    expect(groups.map((group) => [group.title, group.key, group.options.length])).toEqual([
      ['Move to one of 2 hexes', 'm', 2],
      ['Together with 1/A/741', '', 1],
      ['Back', '', 1],
    ]);
  });
  it('leaves to the game what may be taken without a look', () => {
    const resolve = { ...force, default: { verb: 'resolve', arg: null } };
    expect(primaryOption(resolve, listOptions(resolve, places))?.verb).toBe('resolve');
    expect(primaryOption(force, listOptions(force, places))).toBeNull();
    const swim = decision({
      swim: { kind: '', label: 'Swim ashore', role: '', args: [null] },
      ferry: { kind: '', label: 'Land from the craft', role: '', args: [null] },
    });
    expect(primaryOption(swim, listOptions(swim, places))).toBeNull();
    expect(primaryOption(null, [])).toBeNull();
    expect(backOption(listOptions(where, places))?.verb).toBe('back');
    expect(backOption(listOptions(choose, places))).toBeNull();
  });
  it('steps around the end', () => {
    const options = listOptions(where, places);
    expect(stepOption(options, null, 1)?.id).toBe('move 0613');
    expect(stepOption(options, 'back', 1)?.id).toBe('move 0613');
    expect(stepOption(options, 'move 0613', -1)?.id).toBe('back');
    expect(stepOption([], null, 1)).toBeNull();
  });
});

describe('clicks', () => {
  it('finds all that a click on a counter may mean', () => {
    const options = listOptions(choose, places);
    const found = matchPick(options, pick({ hex: '0613', counter: counter('unit', 'E/2/16') }));
    expect(found.map((option) => option.id)).toEqual(['free E/2/16', 'paid E/2/16']);
    expect(matchPick(options, pick({ counter: counter('unit', 'E/2/16') }), 'paid').map((o) => o.verb)).toEqual([
      'paid',
    ]);
  });
  it('offers the hex under a counter together with the counter', () => {
    const found = matchPick(listOptions(where, places), pick({ hex: '0613', counter: counter('unit', '1/A/741') }));
    expect(found.map((option) => option.verb)).toEqual(['move', 'with']);
  });
  it('looks into the stack only when what was clicked is not an option', () => {
    const stack = [counter('unit', '1/A/741'), counter('unit', 'other')];
    const found = matchPick(listOptions(force, places), pick({ hex: '0507', counter: stack[1], stack }));
    expect(found.map((option) => option.id)).toEqual(['join 1/A/741']);
  });
  it('guesses what an illegal click tried', () => {
    expect(whyGuesses(where, pick({ hex: '0715' }))).toEqual([{ verb: 'move', arg: '0715' }]);
    expect(whyGuesses(choose, pick({ hex: '0613', counter: counter('unit', 'B/1/16') }))).toEqual([
      { verb: 'free', arg: 'B/1/16' },
      { verb: 'paid', arg: 'B/1/16' },
      { verb: 'attack', arg: '0613' },
    ]);
    expect(whyGuesses(choose, pick({ hex: '0613' }), 'paid')).toEqual([]);
  });
  it('asks about verbs that are closed too', () => {
    const closed = [{ verb: 'move', kind: 'hex', label: 'Move to', role: '' as const, ruling: null }];
    const waiting = decision({ done: choose.options.done }, { closed });
    expect(whyGuesses(waiting, pick({ hex: '4022' }))).toEqual([{ verb: 'move', arg: '4022' }]);
  });
});

describe('what is closed', () => {
  const ruling = { rule: '7.2a', sentence: 'The 29th Division has still to act', units: [], hexes: [] };
  const close = (verb: string, role: 'done' | 'back' | 'confirm' | '', more = {}) => ({
    verb,
    kind: '',
    label: `To ${verb}`,
    role,
    ruling,
    ...more,
  });
  const closed = [close('done', 'done'), close('resolve', 'confirm'), close('rally', ''), close('back', 'back')];
  const more = [...closed, close('move', '', { kind: 'hex', ruling: null })];
  it('is told with its ruling, among the buttons where it would stand there', () => {
    const shown = closedOptions(decision({ move: where.options.move }, { closed: more }));
    expect(shown.map(({ title, isButton }) => [title, isButton])).toEqual([
      ['To done', true],
      ['To resolve', true],
      ['To rally', false],
    ]);
    expect(shown[0].ruling).toBe(ruling);
  });
  it('leaves out an end where another is open', () => {
    const shown = closedOptions(decision({ next: choose.options.done }, { closed: more }));
    expect(shown.map(({ verb }) => verb)).toEqual(['resolve', 'rally']);
  });
});

describe('keys', () => {
  it('gives each verb a letter of its own that is not reserved', () => {
    const keys = assignKeys(Object.entries(choose.options).map(([verb, { label }]) => ({ verb, label })));
    expect(new Set(keys.values()).size).toBe(keys.size);
    expect(keys.get('paid')).toBe('p');
    for (const letter of keys.values()) expect('urdlfo').not.toContain(letter);
  });
  it('leaves stepping back to Esc', () => {
    expect(assignKeys([{ verb: 'back', label: 'Back', role: 'back' }]).size).toBe(0);
  });
  it('ends every phase with the same key, which means nothing else and lies beside no other', () => {
    for (const verb of ['done', 'next', 'command-done', 'hold'])
      expect(assignKeys([{ verb, label: 'That is all', role: 'done' }]).get(verb)).toBe(DONE);
    const verbs = 'wade storm seal exit east swim zero ferry strike'.split(' ').map((verb) => ({ verb, label: verb }));
    for (const letter of assignKeys(verbs).values()) expect('ewsrdz').not.toContain(letter);
  });
  it('reads verbs before fixed keys, and nothing with a modifier', () => {
    const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, shiftKey: false, altKey: false, metaKey: false });
    const keys = new Map([['move', 'm']]);
    expect(readKey(press('M'), keys)).toEqual({ do: 'verb', verb: 'move' });
    expect(readKey(press('u'), keys)).toEqual({ do: 'undo' });
    expect(readKey(press('Enter'), keys)).toEqual({ do: 'enter' });
    expect(readKey(press('m', true), keys)).toBeNull();
    expect(readKey(press('q'), keys)).toBeNull();
  });
});

describe('a stack', () => {
  const stack = [counter('unit', 'E/2/16'), counter('unit', 'K/3/16')];
  it('is spread where one of it can be chosen, or where no hex is asked for', () => {
    expect(isWorthFanning(listOptions(choose, places), stack)).toBe(true);
    expect(isWorthFanning([], stack)).toBe(true);
  });
  it('stays closed where it would cover the hexes that are asked for', () => {
    const onlyHexes = decision({ move: where.options.move, back: where.options.back });
    expect(isWorthFanning(listOptions(onlyHexes, places), stack)).toBe(false);
    expect(isWorthFanning(listOptions(choose, places), stack.slice(1))).toBe(false);
    const others = [counter('unit', 'K/3/16'), counter('unit', 'L/3/16')];
    const joiners = decision({ join: { kind: 'unit', label: 'Join', role: '', args: ['E/2/16'] } });
    expect(isWorthFanning(listOptions(joiners, places), others)).toBe(true);
    expect(isWorthFanning(listOptions(joiners, places), others, true)).toBe(false); // they join at a target
  });
});

describe('buttons of one verb', () => {
  const asked = decision({
    fail: { kind: 'number', label: 'Give up when lost', role: '', args: ['2', '4', '8'], words: { '2': '2 units' } },
    wide: { kind: 'number', label: 'The corridor reaches', role: '', args: ['1', '5'] },
    done: { kind: '', label: 'Done', role: 'done', args: [null] },
  });

  it('stand in a row behind its words when they are three or more', () => {
    const [alone, rows] = buttonRows(asked, listOptions(asked, places));
    expect(alone.map(({ id }) => id)).toEqual(['wide 1', 'wide 5', 'done']);
    expect(rows.map(({ title, options }) => [title, options.map(({ word }) => word)])).toEqual([
      ['Give up when lost', ['2 units', '4', '8']],
    ]);
  });
});
