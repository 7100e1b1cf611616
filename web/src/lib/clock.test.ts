import { describe, expect, it } from 'vitest';
import type { ClockInfo } from '../wire';
import { clockOf, lateSide, left, NO_CLOCK, timeWords } from './clock';

const clock: ClockInfo = {
  kind: 'total',
  seconds: 100,
  increment: 5,
  left: { us: 10, german: 50 },
  running: 'us',
  grace: 2,
  late: null,
};
const heard = { clock, at: 1000 };

describe('a clock', () => {
  it('runs on for who is to decide, after what a move gives back', () => {
    expect(left(heard, 'us', 3000)).toBe(10);
    expect(left(heard, 'us', 7000)).toBe(6);
    expect(left(heard, 'german', 7000)).toBe(50);
  });
  it('shows nothing below nothing, and says whose time is over', () => {
    expect(lateSide(heard, 12_900)).toBeNull();
    expect(left(heard, 'us', 99_000)).toBe(0);
    expect(lateSide(heard, 13_000)).toBe('us');
    expect(lateSide({ clock: { ...clock, late: 'german', running: null }, at: 0 }, 0)).toBe('german');
  });
  it('is read as people say it', () => {
    expect([59.2, 61, 3600, 90_000].map(timeWords)).toEqual(['1:00', '1:01', '1:00:00', '1 d 1 h']);
  });
  it('is sent in seconds', () => {
    expect(clockOf(NO_CLOCK)).toBeNull();
    expect(clockOf({ ...NO_CLOCK, kind: 'total' })).toEqual({ kind: 'total', seconds: 3600, increment: 30 });
    expect(clockOf({ ...NO_CLOCK, kind: 'days' })).toEqual({ kind: 'days', seconds: 259_200, increment: 0 });
  });
});
