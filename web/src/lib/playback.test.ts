import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Counter, GameEvent, Scene } from '../wire';
import { holdTime, interim, isRushed, Playback, SPEEDS } from './playback';

const unit = (id: string, hex: string, pips = 3): Counter => ({ kind: 'unit', id, hex, pips, tone: 'us', name: id });
const scene = (...counters: Counter[]): Scene => ({ heading: 'Turn 1', counters });
const event = (parts: Partial<GameEvent>): GameEvent => ({
  number: 0,
  step: 1,
  kind: 'position_fires',
  sign: 'fire',
  rule: '',
  text: '',
  ...parts,
});

describe('a rush', () => {
  const moves = (count: number, step = 1) =>
    Array.from({ length: count }, () => event({ kind: 'placed', sign: 'move', step }));
  it('is made of many moves of one action', () => {
    const [first, ...rest] = moves(6);
    expect(isRushed(first, [first, ...rest])).toBe(true);
    expect(isRushed(first, rest)).toBe(false);
    expect(isRushed(first, [first, ...moves(9, 2)])).toBe(false);
    const shots = Array.from({ length: 9 }, () => event({}));
    expect(isRushed(shots[0], shots)).toBe(false);
  });
});

describe('the scene between two moments', () => {
  const before = scene(unit('A', '0101'), unit('B', '0102'), unit('C', '0103'));
  const after = scene(unit('A', '0201'), unit('B', '0102', 2), unit('D', '0104'));

  it('moves only the units that the event names', () => {
    const now = interim(before, after, event({ unit: 'A', hex: '0201' }));
    expect(now.counters?.map((c) => `${c.id} ${c.hex}`)).toEqual(['A 0201', 'B 0102', 'C 0103']);
  });
  it('changes what stays in the hex that the event names', () => {
    const now = interim(before, after, event({ kind: 'disrupted', hex: '0102' }));
    expect(now.counters?.find((c) => c.id === 'B')?.pips).toBe(2);
    expect(now.counters?.find((c) => c.id === 'A')?.hex).toBe('0101');
  });
  it('takes off the eliminated and puts on the arrived', () => {
    expect(interim(before, after, event({ unit: 'C' })).counters?.some((c) => c.id === 'C')).toBe(false);
    expect(interim(before, after, event({ unit: 'D' })).counters?.some((c) => c.id === 'D')).toBe(true);
  });
});

describe('playback', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const events = [1, 2, 3].map((number) => event({ number, unit: 'A' }));
  const watch = () => {
    const seen: number[] = [];
    const done = vi.fn();
    return { seen, done, player: { show: (e: GameEvent) => void seen.push(e.number), done } };
  };

  it('tells one event after the other, then ends', async () => {
    const { seen, done, player } = watch();
    const playback = new Playback();
    void playback.play(events, null, null, 'fast', player);
    expect(seen).toEqual([1]);
    await vi.advanceTimersByTimeAsync(SPEEDS.fast);
    expect(seen).toEqual([1, 2]);
    expect(playback.isPlaying).toBe(true);
    await vi.advanceTimersByTimeAsync(SPEEDS.fast * 2);
    expect(seen).toEqual([1, 2, 3]);
    expect(done).toHaveBeenCalledOnce();
    expect(playback.isPlaying).toBe(false);
  });
  it('can be skipped at any moment, and ends once', async () => {
    const { seen, done, player } = watch();
    const playback = new Playback();
    void playback.play(events, null, null, 'slow', player);
    playback.skip();
    playback.skip();
    await vi.advanceTimersByTimeAsync(SPEEDS.slow * 5);
    expect(seen).toEqual([1]);
    expect(done).toHaveBeenCalledOnce();
  });
  it('gives way to a newer run', async () => {
    const [old, fresh] = [watch(), watch()];
    const playback = new Playback();
    void playback.play(events, null, null, 'slow', old.player);
    void playback.play(events, null, null, 'slow', fresh.player);
    expect(old.done).toHaveBeenCalledOnce();
    expect(playback.isPlaying).toBe(true);
    await vi.advanceTimersByTimeAsync(SPEEDS.slow * 5);
    expect(old.seen).toEqual([1]);
    expect(fresh.seen).toEqual([1, 2, 3]);
  });
  it('shows cards longer and lines without a place shorter', () => {
    const card = event({ card: { kind: 'fire', title: '1' } });
    expect(holdTime(card, 'normal')).toBeGreaterThan(holdTime(event({ hex: '0101' }), 'normal'));
    expect(holdTime(event({}), 'normal')).toBeLessThan(holdTime(event({ hex: '0101' }), 'normal'));
    expect(holdTime(card, 'off')).toBe(0);
  });
});
