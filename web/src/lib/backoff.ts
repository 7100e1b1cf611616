// How long to wait before the next attempt to connect.

const FIRST = 500;
const MOST = 15_000;

/** Milliseconds before attempt `attempt` (from 0): doubling, with up to a quarter off so that clients spread. */
export function backoff(attempt: number, random: number = Math.random()): number {
  const full = Math.min(MOST, FIRST * 2 ** Math.min(attempt, 10));
  return Math.round(full * (1 - random / 4));
}
