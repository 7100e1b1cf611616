import { expect, test } from 'vitest';
import type { FanLine, Fan } from '../wire';
import { lineOf, quantile, sentence, turnsOf, winners } from './fan';

const course = (winner: string | null, ...points: number[]): FanLine => ({
  winner,
  level: '',
  turns: points.map((_, i) => i + 3),
  figures: { vp: points },
});
const fan = (games: FanLine[], actual: FanLine | null = course('us', 1, 9)): Fan => ({
  step: 7,
  wanted: 24,
  is_running: false,
  player: 'veteran',
  figures: [],
  actual,
  games,
  failure: '',
});

test('a course is a line of its figure', () => {
  expect(lineOf(course('us', 4, 6), 'vp').points).toEqual([
    { turn: 3, value: 4 },
    { turn: 4, value: 6 },
  ]);
});

test('quartiles', () => {
  expect(quantile([4, 1, 3, 2], 0.25)).toBe(2);
  expect(quantile([5], 0.75)).toBe(5);
});

test('winners are counted, the most frequent first', () => {
  const games = [course('german', 1), course(null, 2), course('german', 3)];
  expect(winners(fan(games))).toEqual([
    { name: 'German', games: 2 },
    { name: 'Nobody', games: 1 },
  ]);
});

test('the sentence sets the real end beside the others', () => {
  const games = [2, 4, 10, 12].map((end) => course('us', 0, end));
  expect(sentence(fan(games), 'vp')).toBe(
    'Half of the games end between 4 and 12; this one ended at 9, and 2 of 4 end higher.',
  );
  expect(sentence(fan([]), 'vp')).toBe('');
  expect(sentence(fan([course('us', 5)], null), 'vp')).toBe('Half of the games and more end at 5.');
});

test('the turns reach from the moment to the last end', () => {
  expect(turnsOf(fan([course('us', 1, 2, 3)]))).toEqual([3, 5]);
  expect(turnsOf(fan([], null))).toEqual([0, 1]);
});
