// How else a game could have gone: what a fan of games played on from a moment says in words and lines.

import type { FanLine, Fan } from '../wire';
import { sideName } from './words';

export interface Line {
  points: { turn: number; value: number }[];
  winner: string | null;
}

/** A figure of a course, turn by turn. */
export const lineOf = (course: FanLine, figure: string): Line => ({
  points: course.turns.map((turn, i) => ({ turn, value: course.figures[figure]?.[i] ?? 0 })),
  winner: course.winner,
});

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

const ended = (course: FanLine, figure: string): number => course.figures[figure]?.at(-1) ?? 0;

/** Who won how many of the games, the most frequent first. */
export function winners(fan: Fan): { name: string; games: number }[] {
  const counts = new Map<string, number>();
  for (const { winner } of fan.games) {
    const name = winner ? sideName(winner) : 'Nobody';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, games]) => ({ name, games })).sort((a, b) => b.games - a.games);
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** The figure of the fan in one sentence, beside what really came of it. */
export function sentence(fan: Fan, figure: string): string {
  const values = fan.games.map((game) => ended(game, figure));
  if (!values.length) return '';
  const [low, high] = [quantile(values, 0.25), quantile(values, 0.75)].map(round);
  const half =
    low === high ? `Half of the games and more end at ${low}` : `Half of the games end between ${low} and ${high}`;
  if (!fan.actual) return `${half}.`;
  const real = ended(fan.actual, figure);
  const more = values.filter((value) => value > real).length;
  const share = `${more} of ${values.length} ${more === 1 ? 'ends' : 'end'} higher`;
  return `${half}; this one ended at ${round(real)}, and ${share}.`;
}

/** The first and the last turn that any course names. */
export function turnsOf(fan: Fan): [number, number] {
  const turns = [...fan.games, ...(fan.actual ? [fan.actual] : [])].flatMap((course) => course.turns);
  return turns.length ? [Math.min(...turns), Math.max(...turns)] : [0, 1];
}
