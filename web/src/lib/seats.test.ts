import { beforeEach, describe, expect, it, vi } from 'vitest';
import { arrive, forgetTable, keepCreated, keepTable, ownTable, ownTables } from './seats';

const about = { game: 'omaha', scenario: 's', title: 'S' };

beforeEach(() => {
  const box = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => box.get(key) ?? null,
    setItem: (key: string, value: string) => void box.set(key, value),
  });
});

describe('the tables of this browser', () => {
  it('keep the seats taken here apart from those to be given away', () => {
    const own = keepCreated(
      { id: 'a', tokens: { '1st': 'x', '29th': 'y' }, spectator: 'w' },
      { ...about, mine: ['1st'] },
    );
    expect(own.mine).toEqual({ '1st': 'x' });
    expect(own.others).toEqual({ '29th': 'y' });
    expect(ownTable('a')?.spectator).toBe('w');
  });
  it('take the first seat when none is said', () => {
    expect(keepCreated({ id: 'a', tokens: { us: 'x' }, spectator: 'w' }, about).mine).toEqual({ us: 'x' });
  });
  it('are listed with the latest first, and can be forgotten', () => {
    vi.useFakeTimers();
    for (const id of ['a', 'b']) {
      vi.advanceTimersByTime(1000);
      keepCreated({ id, tokens: { us: 'x' }, spectator: 'w' }, about);
    }
    vi.useRealTimers();
    expect(ownTables().map((table) => table.id)).toEqual(['b', 'a']);
    forgetTable('b');
    expect(ownTables().map((table) => table.id)).toEqual(['a']);
  });
  it('survive what cannot be read', () => {
    localStorage.setItem('beachhead.tables', '{broken');
    expect(ownTables()).toEqual([]);
  });
});

describe('coming to a table', () => {
  it('needs a seat', () => {
    expect(arrive('a', null)).toBeNull();
  });
  it('keeps the token of a link until its seat is known, and the seats held before', () => {
    expect(arrive('a', 'tok')?.mine).toEqual({ '': 'tok' });
    keepTable({ ...ownTable('a')!, mine: { '1st': 'tok' } });
    expect(arrive('a', 'tok')?.mine).toEqual({ '1st': 'tok' });
    expect(arrive('a', 'other')?.mine).toEqual({ '1st': 'tok', '': 'other' });
  });
  it('does not trade a seat for that of a spectator', () => {
    keepCreated({ id: 'a', tokens: { us: 'x' }, spectator: 'w' }, about);
    expect(arrive('a', 'w')?.mine).toEqual({ us: 'x' });
  });
});
