import { describe, expect, it } from 'vitest';
import type { Brief } from '../wire';
import { inOrder, isYours, rowOf } from './running';
import type { OwnTable } from './seats';

const own = (id: string, side = 'us'): OwnTable => ({
  id,
  game: 'g',
  scenario: 's',
  title: 'S',
  mine: { [side]: 't' },
  others: {},
  spectator: '',
  coach: false,
  opened: 0,
});
const brief = (table: string, more: Partial<Brief> = {}): Brief => ({
  table,
  stage: 'running',
  side: 'us',
  game: 'g',
  scenario: 's',
  overlay: '',
  heading: 'Turn 1',
  progress: 0,
  moved: 0,
  deciding: 'german',
  thinking: null,
  asked_by: null,
  waiting_for: [],
  outcome: null,
  until: null,
  seats: [
    { side: 'us', player: 'human', connected: true, name: 'Ann' },
    { side: 'german', player: 'human', connected: false, name: 'Karl' },
  ],
  ...more,
});
const row = (id: string, more: Partial<Brief> = {}) => rowOf(own(id), brief(id, more), [], 0);

describe('the list of my games', () => {
  it('begins with those that wait for me, then those that moved last', () => {
    const rows = [
      row('over', { stage: 'over', moved: 90 }),
      row('theirs', { moved: 50 }),
      row('old', { deciding: 'us', moved: 10 }),
      row('theirs too', { moved: 60 }),
      row('new', { deciding: 'us', moved: 20 }),
      row('gone', { stage: 'gone', moved: 99 }),
    ];
    expect(inOrder(rows).map((each) => each.own.id)).toEqual(['new', 'old', 'theirs too', 'theirs', 'over', 'gone']);
  });
  it('says whose move it is by name', () => {
    expect(row('a').turn).toBe('Karl (German) to play');
    expect(row('a').against).toBe('Karl');
    expect(row('a', { deciding: 'us' }).turn).toBe('Your move');
    expect(row('a', { asked_by: 'german' }).turn).toBe('You are asked');
    expect(rowOf(own('a'), null, [], 0).turn).toBe('Out of reach');
  });
  it('waits for nobody whose people are not all there', () => {
    expect(isYours(brief('a', { deciding: 'us', waiting_for: ['german'] }), ['us'])).toBe(false);
    expect(isYours(brief('a', { asked_by: 'us', deciding: 'us' }), ['us'])).toBe(false);
    expect(isYours(brief('a', { side: null }), [''])).toBe(false);
  });
});
