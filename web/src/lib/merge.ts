// The events known so far, put together from what the server sends.

import type { GameEvent, TableState } from '../wire';

/** Known events up to `since`, and those of a fresh state after them. Null: some are missing between. */
export function mergeEvents(known: readonly GameEvent[], state: TableState): GameEvent[] | null {
  if (known.length < state.since) return null;
  return [...known.slice(0, state.since), ...state.events];
}

/** Whether a state is news: its record is as long or longer. */
export function isNews(current: TableState | null, next: TableState): boolean {
  return !current || current.id !== next.id || next.seq >= current.seq;
}

/** How many events, from the first, two lists share. */
export function sharedEvents(a: readonly GameEvent[], b: readonly GameEvent[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n].number === b[n].number && a[n].text === b[n].text) n++;
  return n;
}
