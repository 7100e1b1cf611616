import { beforeEach, describe, expect, it, vi } from 'vitest';
import { arrive, forgetTable, keepClaimed, keepCreated, keepTable, ownTable, ownTables } from './seats';

const about = { game: 'omaha', scenario: 's', title: 'S' };

beforeEach(() => {
  const box = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => box.get(key) ?? null,
    setItem: (key: string, value: string) => void box.set(key, value),
    removeItem: (key: string) => void box.delete(key),
  });
});

describe('the tables of this browser', () => {
  it('keep the seats taken here apart from those to be given away', () => {
    const own = keepCreated(
      { id: 'a', tokens: { '1st': 'x' }, spectator: 'w', invites: { '29th': 'y' }, origin: '' },
      about,
    );
    expect(own.mine).toEqual({ '1st': 'x' });
    expect(own.others).toEqual({ '29th': 'y' });
    expect(ownTable('a')?.spectator).toBe('w');
  });
  it('have the other seats of this screen too when a save of them comes back', () => {
    const tokens = { us: 'x', german: 'y' };
    keepCreated({ id: 'a', tokens, spectator: 'w', invites: {}, origin: '' }, about);
    const back = { id: 'b', tokens: { us: 'new' }, spectator: 'v', invites: {}, origin: 'a' };
    expect(keepCreated(back, about).mine).toEqual({ us: 'new', german: 'y' });
  });
  it('keep a seat that was claimed', () => {
    expect(keepClaimed('b', 'german', 't').mine).toEqual({ german: 't' });
    expect(keepClaimed('b', 'british', 'u').mine).toEqual({ german: 't', british: 'u' });
  });
  it('are listed with the latest first, and can be forgotten', () => {
    vi.useFakeTimers();
    for (const id of ['a', 'b']) {
      vi.advanceTimersByTime(1000);
      keepCreated({ id, tokens: { us: 'x' }, spectator: 'w', invites: {}, origin: '' }, about);
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
    keepCreated({ id: 'a', tokens: { us: 'x' }, spectator: 'w', invites: {}, origin: '' }, about);
    expect(arrive('a', 'w')?.mine).toEqual({ us: 'x' });
  });
});
