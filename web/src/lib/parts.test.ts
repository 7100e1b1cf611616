import { describe, expect, it } from 'vitest';
import type { Course, GameEvent, GameInfo, Layout, Lesson, Report, TableState } from '../wire';
import { chances } from './chances';
import { advise, chapterOf, nextPage, pageOf, readMoment } from './coach';
import { readFigures } from './figures';
import { highlights } from './highlights';
import { spread } from './chart';
import { firstHexes, pictureHexes } from './look';
import type { Option } from './options';
import { question } from './questions.fixtures';
import { axis, reportCsv, running } from './report';
import { readRoute } from './route';
import { allRules, anchor, findRules, nearRules, withWords } from './rules';
import { inviteIn, inviteLink, readLink, seatLink, tokenIn } from './seats';
import { defaultSitters, newTable, optionsOf, seatsOf, type Setup } from './setup';
import { tideBands, tidePath } from './track';
import { ago, codesIn, percent, playTime, sideName } from './words';

describe('routes', () => {
  it('reads every path', () => {
    expect(readRoute({ pathname: '/' })).toEqual({ screen: 'home' });
    expect(readRoute({ pathname: '/new', search: '?game=omaha' })).toEqual({ screen: 'new', game: 'omaha' });
    expect(readRoute({ pathname: '/table/a1' })).toEqual({ screen: 'table', id: 'a1' });
    expect(readRoute({ pathname: '/rules/omaha', hash: '#8.3' })).toEqual({
      screen: 'rules',
      game: 'omaha',
      rule: '8.3',
      example: null,
    });
    expect(readRoute({ pathname: '/rules' })).toEqual({ screen: 'books' });
    expect(readRoute({ pathname: '/report/a1' })).toEqual({ screen: 'report', id: 'a1' });
    expect(readRoute({ pathname: '/table' })).toEqual({ screen: 'lost', path: '/table' });
    expect(readRoute({ pathname: '/table/a/b' }).screen).toBe('lost');
  });
});

describe('links', () => {
  it('carry the token in the fragment', () => {
    const link = seatLink('http://h', 'a1', 'tok');
    expect(link).toBe('http://h/table/a1#token=tok');
    expect(readLink(` ${link} `)).toEqual({ id: 'a1', hash: '#token=tok' });
    const invite = inviteLink('http://h', 'a1', 'inv');
    expect(readLink(invite)).toEqual({ id: 'a1', hash: '#invite=inv' });
    expect(inviteIn('#invite=inv')).toBe('inv');
    expect(tokenIn('#token=x&y=1')).toBe('x');
    expect(tokenIn('')).toBeNull();
  });
  it('are refused when they are none', () => {
    expect(readLink('hello')).toBeNull();
    expect(readLink('http://h/table/a1')).toBeNull();
    expect(readLink('http://h/rules/omaha#token=x')).toBeNull();
  });
});

describe('a new game', () => {
  const game = {
    id: 'omaha',
    players: ['veteran'],
    levels: [],
    styles: [],
    scenarios: [
      { id: 's', seats: ['us'], options: ['coop', 'armor'] },
      { id: 'small', seats: ['us'], options: [] },
    ],
    options: [
      { id: 'coop', default: false, choices: [false, true], seats: ['1st', '29th'] },
      { id: 'armor', default: false, choices: [false, true], seats: [] },
    ],
  } as unknown as GameInfo;

  it('has the seats of the scenario or of the option that changes them', () => {
    expect(seatsOf(game, game.scenarios[0], {})).toEqual(['us']);
    expect(seatsOf(game, game.scenarios[0], { coop: true })).toEqual(['1st', '29th']);
    expect(defaultSitters(game, ['1st', '29th'], true)).toEqual({ '1st': 'me', '29th': 'friend' });
    expect(defaultSitters(game, ['a', 'b'], false)).toEqual({ a: 'me', b: 'bot:veteran' });
  });
  it('asks for nothing that its scenario cannot take', () => {
    expect(optionsOf(game, 's').map(({ id }) => id)).toEqual(['coop', 'armor']);
    expect(optionsOf(game, 'small')).toEqual([]);
    const set = {
      game: 'omaha',
      scenario: 'small',
      options: { armor: true },
      sitters: {},
      undo: 'free' as const,
      hints: true,
      seed: '',
      overlay: '',
    };
    expect(newTable(game, set).options).toEqual({});
  });
  it('sends only what differs', () => {
    const setup: Setup = {
      game: 'omaha',
      scenario: 's',
      options: { coop: true, armor: false },
      sitters: { '1st': 'me', '29th': 'bot:veteran' },
      undo: 'ask',
      hints: true,
      seed: ' ',
      overlay: 'house',
    };
    expect(newTable(game, setup)).toEqual({
      game: 'omaha',
      scenario: 's',
      options: { coop: true },
      seats: { '1st': 'human', '29th': 'veteran' },
      invites: [],
      undo: 'ask',
      hints: false, // one person alone may ask anyway
      overlay: 'house',
    });
  });
  it('invites friends, and chooses no seed then', () => {
    const setup: Setup = {
      game: 'omaha',
      scenario: 's',
      options: {},
      sitters: { '1st': 'me', '29th': 'friend' },
      undo: 'free',
      hints: false,
      seed: 'loaded',
      overlay: '',
    };
    const sent = newTable(game, setup);
    expect(sent.invites).toEqual(['29th']);
    expect(sent.seats).toEqual({ '1st': 'human', '29th': 'human' });
    expect('seed' in sent).toBe(false);
  });
});

describe('highlights', () => {
  const layout = {
    names: ['0613', '0812'],
    neighbours: [[1], [0]],
    plates: [{ hex: 1, field: 4 }],
    spots: [{ kind: 'box', id: 'FG1' }],
  } as unknown as Layout;
  const nothing = { decision: null, options: [], lit: null, ruling: null, hoverHex: null, hexes: [], counters: [] };
  const option = (kind: string, arg: string): Option => ({
    id: arg,
    verb: 'v',
    arg,
    kind,
    role: '',
    label: '',
    word: '',
    isOnBoard: true,
  });

  it('light what may be chosen, by kind', () => {
    const options = [option('hex', '0613'), option('unit', 'A'), option('box', 'FG1')];
    const lights = highlights({ ...nothing, options }, layout);
    expect(lights.hexes?.get('0613')?.kind).toBe('legal');
    expect(lights.counters?.get('unit:A')).toBe('legal');
    expect(lights.spots?.get('box:FG1')).toBe('legal');
  });
  it('show the selected unit, the target, the cause and the field', () => {
    const decision = question({}, { about: { hex: '0812', unit: ['A'] } });
    const ruling = { rule: '', sentence: '', hexes: ['0613'], units: ['B'] };
    const lights = highlights({ ...nothing, decision, ruling, hoverHex: '0812' }, layout);
    expect(lights.hexes?.get('0812')?.kind).toBe('target');
    expect(lights.counters?.get('unit:A')).toBe('joining');
    expect(lights.counters?.get('unit:B')).toBe('cause');
    expect(lights.hexes?.get('0613')?.kind).toBe('cause');
    expect(lights.field).toBe(4);
  });
  it('say whose ways stand out: the chosen ones and those under the pointer', () => {
    const decision = question({}, { about: { unit: ['A'] } });
    const lights = highlights({ ...nothing, decision, options: [option('unit', 'B')], looked: ['unit:C'] }, layout);
    expect([...(lights.looked ?? [])]).toEqual(['unit:A', 'unit:C']);
  });
  it('point from the units that act to what they act on', () => {
    const decision = question({}, { about: { unit: 'A' } });
    const own = { kind: 'unit', id: 'A', hex: '0613', tone: '', name: '' };
    const enemy = { kind: 'position', id: 'WN', hex: '0812', tone: '', name: '' };
    const lit = option('hex', '0812');
    const move = highlights({ ...nothing, decision, lit, scene: { heading: '', counters: [own] } }, layout);
    expect(move.arrows).toEqual([{ from: '0613', to: '0812', kind: 'move' }]);
    const attack = highlights({ ...nothing, decision, lit, scene: { heading: '', counters: [own, enemy] } }, layout);
    expect(attack.arrows?.[0].kind).toBe('close');
    const fire = highlights({ ...nothing, options: [lit], scene: { heading: '', counters: [enemy] } }, layout);
    expect(fire.hexes?.get('0812')?.kind).toBe('target');
  });
});

describe('figures and chances', () => {
  it('set two strengths against each other', () => {
    const figures = readFigures({
      strength: 4,
      'German strength': '2 to 4',
      weapons: 'BG BR',
      'weapons that may be missing': 'NA',
    });
    expect(figures.versus?.map((figure) => figure.value)).toEqual(['4', '2–4']);
    expect(figures.rest.map((figure) => figure.codes)).toEqual([['BG', 'BR'], ['NA']]);
    expect(figures.rest[1].isMissing).toBe(true);
    expect(readFigures({ strength: 2 }).versus).toBeNull();
  });
  it('are good or bad for the one who looks, whatever their order', () => {
    const results = [
      { words: 'sunk', chance: 0.58, favours: 'german' },
      { words: 'safe', chance: 0.4, favours: 'american' },
      { words: 'no effect', chance: 0.02, favours: '' },
      { words: 'never', chance: 0, favours: 'american' },
    ];
    const tones = (seat: string | null) => chances(results, seat).map((bar) => bar.tone);
    expect(tones('american')).toEqual(['bad', 'good', 'even']);
    expect(tones('german')).toEqual(['good', 'bad', 'even']);
    expect(tones(null)).toEqual(['even', 'even', 'even']);
    expect(chances(results, 'american').map((bar) => bar.text)).toEqual(['58%', '40%', '2%']);
  });
});

describe('looking', () => {
  const layout = {
    names: ['a', 'b', 'c'],
    centres: [
      [0, 0],
      [5, 0],
      [10, 0],
    ],
    spots: [{ kind: 'box', id: 'FG1', x: 9, y: 2 }],
    first_look: { s: [0, 1] },
    plates: [
      { hex: 1, is_strong: true },
      { hex: 2, is_strong: true },
    ],
  } as unknown as Layout;

  it('begins where the scenario does, with the counters there', () => {
    const scene = { heading: '', counters: [{ kind: 'unit', id: 'x', hex: 'c', tone: '', name: '' }] };
    expect(firstHexes(layout, scene, 's')).toEqual(['a', 'b']);
    expect(firstHexes(layout, scene, 'other')).toEqual([]);
    expect(pictureHexes(layout, 's')).toEqual([0, 1, 1]);
  });
});

describe('the turn track', () => {
  const cells = [
    { label: '1', band: 'low', height: 0.1 },
    { label: '2', band: 'low', height: 0.1 },
    { label: '3', band: 'mid', height: 0.5 },
  ];
  it('names its stretches once', () => {
    expect(tideBands(cells)).toEqual([
      { name: 'low', start: 0 },
      { name: 'mid', start: 2 },
    ]);
  });
  it('draws one rise', () => {
    expect(tidePath(cells).match(/C/g)).toHaveLength(1);
  });
});

describe('rules', () => {
  const rule = (id: string, title: string, text: string) => ({ id, title, text, source: '' });
  const book = [
    {
      number: '8',
      title: 'Fighting',
      introduction: 'Who attacks whom.',
      rules: [rule('8', 'Combat', 'Attacks.'), rule('8.3', 'Result', 'Compare strengths.')],
    },
    { number: 'ADD 9', title: 'Coming in', introduction: '', rules: [rule('9', 'Entry', 'Attackers enter.')] },
  ];
  const rules = allRules(book);
  it('are found by number, title and text', () => {
    expect(findRules(rules, '8.3').map((rule) => rule.id)).toEqual(['8.3']);
    expect(findRules(rules, 'attack').map((rule) => rule.id)).toEqual(['8', '9']);
    expect(findRules(rules, 'combat zebra')).toEqual([]);
  });
  it('have neighbours in their chapter', () => {
    expect(nearRules(book, '8.3').map((rule) => rule.id)).toEqual(['8']);
    expect(nearRules(book, '9')).toEqual([]);
    expect(nearRules(book, '12')).toEqual([]);
  });
  it('keep their chapters when words are looked for', () => {
    const found = withWords(book, 'attack').map((chapter) => [chapter.number, chapter.rules.length]);
    expect(found).toEqual([
      ['8', 1],
      ['ADD 9', 1],
    ]);
    expect(withWords(book, 'strengths').map((chapter) => chapter.title)).toEqual(['Fighting']);
  });
  it('have links that an address can hold', () => {
    expect(anchor(book[1])).toBe('chapter-ADD-9');
  });
});

describe('the report', () => {
  const report = {
    turns: [{ name: 'Turn 1, "dawn"', step: 3, scores: { us: 2 }, losses: { 'us-1': 4 } }],
  } as unknown as Report;
  it('becomes a table', () => {
    expect(reportCsv(report)).toBe('turn,step,score us,steps lost us-1\n"Turn 1, ""dawn""",3,2,4\n');
  });
  it('has a round axis', () => {
    expect(axis(0, 7)).toEqual([0, 2, 4, 6, 8]);
    expect(axis(0, 1)).toEqual([0, 1]);
    expect(running([1, 2, 3])).toEqual([1, 3, 6]);
  });
});

describe('the names at the ends of lines', () => {
  it('stand where they are while there is room', () => {
    expect(spread([20, 100, 60])).toEqual([20, 100, 60]);
  });
  it('make room for each other upward', () => {
    expect(spread([100, 100, 95])).toEqual([86, 100, 72]);
  });
});

describe('the coach', () => {
  const state = (turn: number, options: Record<string, unknown>, about = {}, step = 5): TableState =>
    ({
      step,
      scene: { here: turn - 1 },
      decision: { options, about },
      outcome: null,
    }) as unknown as TableState;
  const lesson = (id: string, parts: Partial<Lesson> = {}): Lesson => ({
    ...{
      id,
      title: id,
      text: id,
      look: '',
      rule: '',
      is_first: false,
      until_turn: null,
      verbs: [],
      about: [],
      after: [],
      during: [],
    },
    ...parts,
  });
  const course = {
    last_turn: 2,
    lessons: [
      lesson('goal', { is_first: true }),
      lesson('hit', { during: ['step_lost', 'unit_hit'] }),
      lesson('unit', { about: ['unit'], verbs: ['move', 'preserve'] }),
      lesson('first-turn', { until_turn: 1, verbs: ['paid'] }),
      lesson('after-fire', { verbs: ['paid'], after: ['step_lost'] }),
      lesson('spend', { verbs: ['paid'] }),
    ],
    goodbye: lesson('goodbye'),
  } as unknown as Course;
  const lost = { kind: 'step_lost' } as GameEvent;
  const says = (moment: TableState, events: GameEvent[] = []) => advise(course, readMoment(moment, events))?.id;
  it('speaks to the moment', () => {
    expect(says(state(1, { paid: {} }))).toBe('first-turn');
    expect(says(state(1, { move: {} }, { unit: 'A' }))).toBe('unit');
    expect(says(state(1, { move: {} }))).toBeUndefined();
    expect(says(state(2, { paid: {} }, {}), [lost])).toBe('after-fire');
    expect(says(state(2, { paid: {} }, {}))).toBe('spend');
    expect(says(state(2, { strange: {} }))).toBeUndefined();
  });
  it('has pages that are read once: the goal, then what happened', () => {
    const next = (read: string[], turn = 1) =>
      nextPage(course, readMoment(state(turn, { paid: {} }), []), [lost], new Set(read))?.id;
    expect(next([])).toBe('goal');
    expect(next(['goal'])).toBe('hit');
    expect(next(['goal', 'hit'])).toBeUndefined();
    expect(next([], 3)).toBeUndefined();
    expect(pageOf(course, lost, new Set())?.id).toBe('hit');
    expect(pageOf(course, { kind: 'moved' } as GameEvent, new Set())).toBeNull();
  });
  it('knows the chapter of a scenario', () => {
    const whole = { ...course, scenario: 'one', chapters: [{ ...course, scenario: 'two' }] } as Course;
    expect(chapterOf(whole, 'one')).toBe(whole);
    expect(chapterOf(whole, 'two')).toBe(whole.chapters?.[0]);
    expect(chapterOf(whole, 'three')).toBeNull();
    expect(chapterOf(null, 'one')).toBeNull();
  });
  it('says goodbye after its last turn', () => {
    expect(says(state(3, { paid: {} }))).toBe('goodbye');
  });
});

describe('words', () => {
  it('are plain', () => {
    expect(sideName('us')).toBe('US');
    expect(sideName('29th')).toBe('29th');
    expect(sideName('german')).toBe('German');
    expect(percent(0.004)).toBe('<1%');
    expect(percent(0.5)).toBe('50%');
    expect(playTime(60)).toBe('1 h');
    expect(playTime(270)).toBe('4.5 h');
    expect(ago(0, 5 * 60_000)).toBe('5 minutes ago');
    expect(ago(0, 3 * 3_600_000)).toBe('3 hours ago');
    expect(codesIn('BG MO')).toEqual(['BG', 'MO']);
    expect(codesIn('diamond')).toBeNull();
  });
});
