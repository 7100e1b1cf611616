import { describe, expect, it } from 'vitest';
import type { GameEvent, Layout, PackedDecision, Scene, TableChange } from '../wire';
import { patch, unpack, unpackDecision, type Change } from './changes';
import made from './changes.fixtures.json';
import { unfolded } from './merge';

interface Made {
  changes: { before: object; change: Change; after: object }[];
  events: { events: GameEvent[]; more: TableChange['more']; whole: GameEvent[] }[];
  names: { names: string[]; args: (string | null)[]; packed: Parameters<typeof unpack>[0] }[];
}
const fixtures = made as unknown as Made;

describe('changes that the server made', () => {
  it.each(fixtures.changes.map((each, i) => [i, each] as const))('lead from one scene to the next (%i)', (_, each) => {
    const before = JSON.stringify(each.before);
    expect(patch(each.before, each.change)).toEqual(each.after);
    expect(JSON.stringify(each.before)).toBe(before);
  });
  it('leave alone what they do not name', () => {
    const scene: Scene = {
      heading: 'Turn 1',
      counters: [1, 2].map((n) => ({ kind: 'u', id: `${n}`, tone: '', name: '' })),
    };
    const after = patch(scene, { counters: { at: [[1, { hex: '0101' }]] } });
    expect(after.counters?.[0]).toBe(scene.counters?.[0]);
    expect(after.counters?.[1].hex).toBe('0101');
  });
});

describe('events that the server folded', () => {
  it.each(fixtures.events.map((each, i) => [i, each] as const))('are all there (%i)', (_, { whole, ...told }) => {
    expect(unfolded(told as TableChange).events).toEqual(whole);
  });
});

describe('names that the server packed', () => {
  it.each(fixtures.names.map((each, i) => [i, each] as const))('are the names (%i)', (_, each) => {
    expect(unpack(each.packed, each.names)).toEqual(each.args);
  });
  it('stand in the order of the sheet, or of the counters', () => {
    const verb = { label: '', role: '' as const };
    const decision: PackedDecision = {
      side: 'us',
      default: null,
      guards: [],
      closed: [],
      prompt: '',
      rule: '',
      about: {},
      options: {
        move: { ...verb, kind: 'hex', args: [[1, 3]] },
        unit: { ...verb, kind: 'unit', args: [[0, 2], 'Z'] },
        done: { ...verb, kind: '', args: [null] },
      },
    };
    const scene: Scene = {
      heading: '',
      counters: ['unit:A', 'gun:X', 'unit:B'].map((key) => {
        const [kind, id] = key.split(':');
        return { kind, id, tone: '', name: '' };
      }),
    };
    const layout = { names: ['0101', '0102', '0103', '0104'] } as Layout;
    const { options } = unpackDecision(decision, scene, layout)!;
    expect(options.move.args).toEqual(['0102', '0103', '0104']);
    expect(options.unit.args).toEqual(['A', 'B', 'Z']);
    expect(options.done.args).toEqual([null]);
    expect(unpackDecision(null, scene, layout)).toBeNull();
  });
});
