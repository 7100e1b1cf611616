import { describe, expect, it } from 'vitest';
import type { Counter, Decision, Layout, Scene } from '../wire';
import { assignKeys } from './keys';
import { listOptions, type Option } from './options';
import { question } from './questions.fixtures';
import { facingAt, flipOptions, isTurnFirst, isTurnOption, sideAt, stepFacing, subjectOf, turnOf } from './turning';

const DIRECTIONS = ['N', 'NE', 'SE', 'S', 'SW', 'NW'];
const layout = { shape: 'flat', directions: DIRECTIONS } as Layout;
const unit: Counter = { kind: 'unit', id: '2/16', name: '2/16', tone: 'us', hex: '1018', facing: 'S' };
const scene: Scene = { heading: '', counters: [unit] };
const places = { hexes: new Set(['1019']), counters: new Set(['unit:2/16']), spots: new Set<string>() };

function asked(options: Decision['options'], about: Decision['about'] = { unit: '2/16' }): [Decision, Option[]] {
  const decision = question(options, { about });
  return [decision, listOptions(decision, places)];
}

const face = { kind: 'word', label: 'Face', role: 'turn', args: DIRECTIONS.filter((d) => d !== 'S') } as const;
const march = { kind: 'word', label: 'Movement mode, facing', role: 'flip', args: DIRECTIONS } as const;
const deploy = { kind: '', label: 'Combat mode', role: 'flip', args: [null] } as const;
const move = { kind: 'hex', label: 'Move to', role: '', args: ['1019'] } as const;
const spread = <T extends { args: readonly (string | null)[] }>(verb: T) => ({ ...verb, args: [...verb.args] });

describe('the counter in question', () => {
  it('is the one that a question is about', () => {
    expect(subjectOf(asked({})[0], scene)).toMatchObject({ id: '2/16', key: 'unit:2/16', hex: '1018', facing: 'S' });
    expect(subjectOf(asked({}, { unit: ['2/16'] })[0], scene)?.id).toBe('2/16');
    expect(subjectOf(asked({}, { unit: ['2/16', '3/16'] })[0], scene)).toBeNull();
    expect(subjectOf(asked({}, { hex: '1018' })[0], scene)).toBeNull();
    expect(subjectOf(null, scene)).toBeNull();
  });
  it('may be on its way to a hex', () => {
    expect(subjectOf(asked({}, { unit: '513/30', hex: '2227' })[0], scene)?.hex).toBe('2227');
    expect(subjectOf(asked({}, { unit: '513/30' })[0], scene)).toBeNull();
  });
});

describe('facings', () => {
  it('are the words of verbs that turn or flip', () => {
    const [decision, options] = asked({ face: spread(face), deploy: spread(deploy), move: spread(move) });
    const turn = turnOf(layout, subjectOf(decision, scene), options)!;
    expect(turn.isFlip).toBe(false);
    expect([...turn.options.keys()]).toEqual(['N', 'NE', 'SE', 'SW', 'NW']);
    expect(isTurnFirst(turn, options)).toBe(true);
    expect(options.filter((option) => isTurnOption(layout, option))).toHaveLength(5);
  });
  it('wait for the counter to be turned over where there is more to do', () => {
    const [decision, options] = asked({ march: spread(march), move: spread(move) });
    const turn = turnOf(layout, subjectOf(decision, scene), options)!;
    expect(turn.isFlip).toBe(true);
    expect(isTurnFirst(turn, options)).toBe(false);
    const [alone, only] = asked({ march: spread(march), deploy: spread(deploy) });
    expect(isTurnFirst(turnOf(layout, subjectOf(alone, scene), only), only)).toBe(true);
  });
  it('are none where no direction is offered', () => {
    const [decision, options] = asked({ exit: { kind: 'word', label: 'Leave by', role: '', args: ['N'] } });
    expect(turnOf(layout, subjectOf(decision, scene), options)).toBeNull();
    expect(turnOf({ ...layout, directions: [] }, subjectOf(decision, scene), options)).toBeNull();
  });
  it('are stepped through, and the present one means nothing', () => {
    const [decision, options] = asked({ face: spread(face) });
    const turn = turnOf(layout, subjectOf(decision, scene), options)!;
    const walk = (steps: (1 | -1)[]) =>
      steps.reduce<(string | null)[]>((all, by) => [...all, stepFacing(DIRECTIONS, turn, all.at(-1) ?? null, by)], []);
    expect(walk([1, 1, 1, 1, 1, 1, 1])).toEqual(['SW', 'NW', 'N', 'NE', 'SE', null, 'SW']);
    expect(walk([-1, 1, -1, -1])).toEqual(['SE', null, 'SE', 'NE']);
  });
  it('begin anywhere for a counter that faces nowhere', () => {
    const [decision, options] = asked({ march: spread(march) });
    const turn = turnOf(layout, subjectOf(decision, { heading: '', counters: [{ ...unit, facing: '' }] }), options)!;
    expect(stepFacing(DIRECTIONS, turn, null, 1)).toBe('N');
    expect(stepFacing(DIRECTIONS, turn, 'N', -1)).toBe('NW');
  });
});

describe('a drag', () => {
  it('means the hexside that it points to', () => {
    expect(facingAt(layout, 0, -50, 60)).toBe('N');
    expect(facingAt(layout, 50, -20, 60)).toBe('NE');
    expect(facingAt(layout, 50, 20, 60)).toBe('SE');
    expect(facingAt(layout, 3, 50, 60)).toBe('S');
    expect(facingAt(layout, -50, 20, 60)).toBe('SW');
    expect(facingAt(layout, -50, -20, 60)).toBe('NW');
  });
  it('means nothing near the middle, or where directions have no names', () => {
    expect(facingAt(layout, 5, 5, 60)).toBeNull();
    expect(facingAt({ ...layout, directions: [] }, 50, 0, 60)).toBeNull();
  });
  it('knows hexes with a point at the top', () => {
    expect([-60, 0, 60, 120, 180, 240].map((a) => sideAt('pointy', cos(a), sin(a)))).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
const sin = (degrees: number) => Math.sin((degrees * Math.PI) / 180);

describe('turning over', () => {
  it('means the counter in question, or the one that is pointed at', () => {
    const [decision, options] = asked({ deploy: spread(deploy), move: spread(move) });
    expect(flipOptions(options, subjectOf(decision, scene), null).map((option) => option.id)).toEqual(['deploy']);
    const over = { kind: 'unit', label: 'Movement mode for', role: 'flip', args: ['2/16', '3/16'] } as const;
    const [, all] = asked({ over: spread(over) }, {});
    expect(flipOptions(all, null, null)).toEqual([]);
    expect(flipOptions(all, null, { kind: 'unit', id: '3/16' }).map((option) => option.arg)).toEqual(['3/16']);
  });
  it('has one letter everywhere', () => {
    const verbs = [
      { verb: 'move', label: 'Move to', role: '' },
      { verb: 'march', label: 'Movement mode', role: 'flip' },
    ];
    expect([...assignKeys(verbs)]).toEqual([
      ['march', 'v'],
      ['move', 'm'],
    ]);
  });
});
