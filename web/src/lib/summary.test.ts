import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Summary } from '../wire';
import { deeds, isEmpty, keepVisit, sinceVisit, titleOf } from './summary';

const nothing: Summary = {
  since: 3,
  until: 9,
  then: '6 June',
  now: '7 June',
  stories: [],
  tolls: [],
  came: [],
  front: null,
};

describe('a summary', () => {
  it('has no part without anything in it', () => {
    expect(deeds(nothing)).toEqual([]);
    expect(isEmpty(nothing)).toBe(true);
  });
  it('tells fighting apart from what else happened', () => {
    const line = (text: string) => [{ text }];
    const stories: Summary['stories'] = [
      { sign: 'flag', lines: line('Bayeux is taken') },
      { sign: 'fire', lines: line('1/16 attacks') },
    ];
    expect(deeds({ ...nothing, stories }).map(({ title }) => title)).toEqual(['What happened', 'Fighting']);
  });
  it('is headed by its days', () => {
    expect(titleOf(nothing)).toBe('6 June to 7 June');
    expect(titleOf({ ...nothing, then: '7 June' })).toBe('7 June');
  });
});

describe('coming back to a table', () => {
  const HOUR = 3_600_000;
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });
  it('tells a newcomer nothing', () => expect(sinceVisit('t', 'allied', 12)).toBeNull());
  it('tells what others have done since', () => {
    keepVisit('t', 'allied', 12);
    expect(sinceVisit('t', 'allied', 20)).toBe(12);
    expect(sinceVisit('t', 'german', 20)).toBeNull();
    expect(sinceVisit('t', 'allied', 12)).toBeNull();
  });
  it('reminds who was away for long', () => {
    keepVisit('t', 'allied', 12, 0);
    expect(sinceVisit('t', 'allied', 12, { now: HOUR })).toBeNull();
    expect(sinceVisit('t', 'allied', 12, { now: 12 * HOUR })).toBeUndefined();
  });
});
