import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameEvent } from '../wire';
import { holdTime, isRushed, Playback, SPEEDS } from './playback';

const event = (parts: Partial<GameEvent>): GameEvent => ({
  number: 0,
  step: 1,
  kind: 'position_fires',
  sign: 'fire',
  rule: '',
  text: '',
  args: {},
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

describe('playback', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const beats = (...numbers: number[]) =>
    numbers.map((number) => ({
      event: event({ number, args: { unit: ['unit', 'A'] } }),
      scene: { heading: `Turn ${number}` },
    }));
  const watch = (speed: 'slow' | 'fast' = 'fast') => {
    const seen: string[] = [];
    const done = vi.fn();
    const playback = new Playback(
      {
        show: ({ event: each, scene }, { at, of }) =>
          void seen.push(`${each.number} ${scene?.heading}, ${at} of ${of}`),
        done,
      },
      () => speed,
    );
    return { seen, done, playback };
  };

  it('tells one event after the other with its own scene, then ends', async () => {
    const { seen, done, playback } = watch();
    playback.add(beats(1, 2, 3));
    expect(seen).toEqual(['1 Turn 1, 1 of 3']);
    await vi.advanceTimersByTimeAsync(SPEEDS.fast);
    expect(seen).toHaveLength(2);
    expect(playback.isPlaying).toBe(true);
    await vi.advanceTimersByTimeAsync(SPEEDS.fast * 2);
    expect(seen.at(-1)).toBe('3 Turn 3, 3 of 3');
    expect(done).toHaveBeenCalledOnce();
    expect(playback.isPlaying).toBe(false);
  });
  it('can be skipped at any moment, and ends once', async () => {
    const { seen, done, playback } = watch('slow');
    playback.add(beats(1, 2, 3));
    playback.skip();
    playback.skip();
    await vi.advanceTimersByTimeAsync(SPEEDS.slow * 5);
    expect(seen).toHaveLength(1);
    expect(done).toHaveBeenCalledOnce();
  });
  it('goes on with what comes while it tells', async () => {
    const { seen, done, playback } = watch();
    playback.add(beats(1, 2));
    playback.add(beats(3));
    playback.add([]);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(SPEEDS.fast * 5);
    expect(seen.map((line) => line[0])).toEqual(['1', '2', '3']);
    expect(done).toHaveBeenCalledOnce();
    playback.add(beats(4));
    expect(seen.at(-1)).toBe('4 Turn 4, 1 of 1');
  });
  it('shows cards longer and lines without a place shorter', () => {
    const card = event({ card: { kind: 'bars', title: '1' } });
    const placed = event({ args: { hex: ['hex', '0101'] } });
    expect(holdTime(card, 'normal')).toBeGreaterThan(holdTime(placed, 'normal'));
    expect(holdTime(event({ args: { time: ['', '0630'] } }), 'normal')).toBeLessThan(holdTime(placed, 'normal'));
    expect(holdTime(card, 'off')).toBe(0);
  });
});
