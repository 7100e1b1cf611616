// The log: events by turn and by phase.

import type { GameEvent } from '../wire';
import { isCard, isLoss, pictureOf } from './events';

export type LogFilter = 'all' | 'losses' | 'cards';

interface LogPhase {
  title: string;
  events: GameEvent[];
}

interface LogTurn {
  title: string;
  phases: LogPhase[];
}

export const FILTERS: Record<LogFilter, { label: string; keeps: (event: GameEvent) => boolean }> = {
  all: { label: 'All', keeps: () => true },
  losses: { label: 'Losses', keeps: isLoss },
  cards: { label: 'Cards', keeps: isCard },
};

/** What the filters are called; that for cards after what was drawn or thrown, and nothing before the first. */
export function filterLabels(events: readonly GameEvent[]): Record<LogFilter, string> {
  const kinds = new Set(events.filter(isCard).map((event) => pictureOf(event)?.kind));
  const cards = kinds.size === 1 && kinds.has('dice') ? 'Dice' : FILTERS.cards.label;
  return { all: FILTERS.all.label, losses: FILTERS.losses.label, cards: kinds.size ? cards : '' };
}

const isTurn = (event: GameEvent): boolean => event.kind === 'turn_began';
const isPhase = (event: GameEvent): boolean => event.kind === 'phase_began';

/** How many turns and phases have begun. */
export const beginnings = (events: readonly GameEvent[]): number =>
  events.filter((event) => isTurn(event) || isPhase(event)).length;

/** A line that only says that a card was drawn, when the next one shows the card. */
export function isSaidAgain(event: GameEvent, next: GameEvent | undefined): boolean {
  return event.kind === 'drawn' && next !== undefined && pictureOf(next) !== null;
}

/** The phase that the game is in after these events. */
export function lastPhase(events: readonly GameEvent[]): string {
  return events.findLast((event) => isPhase(event) || isTurn(event))?.text ?? '';
}

/** Events under turns and phases, as the game tells when they begin. */
export function groupLog(events: readonly GameEvent[], filter: LogFilter = 'all'): LogTurn[] {
  const turns: LogTurn[] = [];
  let title = '';
  let phase: LogPhase | null = null;
  events.forEach((event, i) => {
    if (isTurn(event) || !turns.length) {
      turns.push({ title: isTurn(event) ? event.text : 'Set-up', phases: [] });
      phase = null;
      title = '';
    }
    if (isTurn(event)) return;
    if (isPhase(event)) {
      title = event.text;
      return;
    }
    if (!FILTERS[filter].keeps(event) || isSaidAgain(event, events[i + 1])) return;
    if (!phase || phase.title !== title) {
      phase = { title, events: [] };
      turns[turns.length - 1].phases.push(phase);
    }
    phase.events.push(event);
  });
  return turns.filter((turn, i) => turn.phases.length || (filter === 'all' && i === turns.length - 1));
}
