import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameEvent } from '../wire';
import { folded, holdTime, manyWords, Playback, SPEEDS, type Beat } from './playback';

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

describe('what is routine', () => {
  const moves = (count: number, kind = 'placed') =>
    Array.from({ length: count }, (_, i) => ({ event: event({ number: i, kind, sign: 'move' }), scene: null }));
  it('is told as one where there is much of it', () => {
    const shot = { event: event({ number: 9 }), scene: null };
    const found = folded([...moves(6), shot, ...moves(3)]);
    expect(found.map(({ event: each, many }) => [each.number, many?.length ?? 0])).toEqual([
      [5, 6],
      [9, 0],
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
    expect(manyWords(found[0].many ?? [])).toBe('6 moves');
    expect(folded([...moves(4), ...moves(4, 'other')])).toHaveLength(8);
    expect(folded(Array.from({ length: 9 }, () => shot))).toHaveLength(9);
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
  it('waits where it is told to, until it may go on', async () => {
    const seen: number[] = [];
    const done = vi.fn();
    const player = {
      show: ({ event: { number } }: Beat) => void seen.push(number),
      done,
      waits: ({ number }: GameEvent) => number === 2,
    };
    const playback = new Playback(player, () => 'fast');
    playback.add(beats(1, 2, 3));
    playback.goOn();
    await vi.advanceTimersByTimeAsync(SPEEDS.fast * 9);
    expect(seen).toEqual([1, 2]);
    playback.goOn();
    await vi.advanceTimersByTimeAsync(SPEEDS.fast * 9);
    expect(seen).toEqual([1, 2, 3]);
    expect(done).toHaveBeenCalledOnce();
  });
  it('shows cards longer and lines without a place shorter', () => {
    const card = event({ card: { kind: 'bars', title: '1' } });
    const placed = event({ args: { hex: ['hex', '0101'] } });
    expect(holdTime(card, 'normal')).toBeGreaterThan(holdTime(placed, 'normal'));
    expect(holdTime(event({ args: { time: ['', '0630'] } }), 'normal')).toBeLessThan(holdTime(placed, 'normal'));
    expect(holdTime(card, 'off')).toBe(0);
  });
});
