// The table put together from what the server sends: everything, or what has changed.

import type { GameEvent, Layout, Scene, TableChange, TableState } from '../wire';
import { atLength, patch, unpackDecision, type Likeness } from './changes';
import type { Beat } from './playback';
import { inFull } from './wording';

/** What the server answers to an action: everything, or what has changed. */
export type Answer = TableState | TableChange;

export const isChange = (answer: Answer): answer is TableChange => 'base' in answer;

/** Known events up to `since`, and fresh ones after them. Null: some are missing between. */
export function mergeEvents(
  known: readonly GameEvent[],
  { since, events }: Pick<TableState, 'since' | 'events'>,
): GameEvent[] | null {
  if (known.length < since) return null;
  return [...known.slice(0, since), ...events];
}

/** A change with all its events, those too that are told as they differ from others before them. */
export function unfolded(change: TableChange): TableChange {
  const events = [...change.events];
  for (const told of atLength(change.more as (Likeness | GameEvent)[])) {
    const number = events[events.length - 1].number + 1;
    if (!Array.isArray(told)) events.push({ ...told, number });
    else {
      const { scene: _, ...base } = events[events.length - told[0]];
      const { scene, ...differs } = told[1] as Partial<GameEvent>;
      const event = patch(base, differs);
      events.push({ ...event, number, ...(scene && { scene }) });
    }
  }
  const first = change.events.length;
  return { ...change, events: [...events.slice(0, first), ...events.slice(first).map(inFull)], more: [] };
}

/** Whether a state is news: its record is as long or longer. */
export function isNews(current: TableState | null, next: TableState): boolean {
  return !current || current.id !== next.id || next.seq >= current.seq;
}

interface Followed {
  state: TableState;
  beats: Beat[]; // each event with the scene that it led to
}

/** The table after a change from the state that it follows. */
export function follow(state: TableState, change: TableChange, layout: Layout | null): Followed {
  const { base: _, more: __, decision, scene: last, events, ...standing } = change;
  let scene: Scene | null = state.scene;
  const beats = events.map((event) => {
    if (scene && event.scene) scene = patch(scene, event.scene);
    return { event, scene };
  });
  if (scene) scene = patch(scene, last);
  const next = { ...state, ...standing, events, scene, decision: unpackDecision(decision, scene, layout) };
  return { state: next, beats };
}

/** The same moment of a table with what may be new about it: who is there, who thinks, who is waited for. */
export function refreshed(state: TableState, change: TableChange): TableState {
  const { seats, thinking, waiting_for, undo_asked_by, clock } = change;
  return { ...state, seats, thinking, waiting_for, undo_asked_by, clock };
}
