// The tables of this browser as they stand now.

import type { Brief, GameInfo } from '../wire';
import { timeWords } from './clock';
import type { OwnTable } from './seats';
import { ago, outcomeTitle, playerName } from './words';

export interface TableRow {
  own: OwnTable;
  brief: Brief | null; // null: it was not asked yet, or cannot be
  gameTitle: string;
  scenarioTitle: string;
  against: string; // who else plays
  isYourMove: boolean;
  turn: string; // whose turn it is, in words
  time: string; // how much of it is left to who is to decide
  when: string; // when something happened last
  corrections: string[] | null; // those that it is played with
}

/** What is asked of a table when nothing more is known of it than that it is there. */
const STAGES: Partial<Record<Brief['stage'], string>> = {
  gathering: 'Waiting for players',
  gone: 'Gone',
  apart: 'Other data',
  away: 'Out of reach',
};

/** Whether something waits for whoever holds the seats in `mine`: a decision, or an answer to one who asks. */
export function isYours(brief: Brief, mine: readonly string[]): boolean {
  if (brief.stage !== 'running' || brief.waiting_for.length) return false;
  if (brief.asked_by) return mine.some((side) => side !== '' && side !== brief.asked_by);
  return brief.deciding !== null && !brief.thinking && mine.includes(brief.deciding);
}

function turnWords(brief: Brief | null, mine: readonly string[]): string {
  if (!brief) return 'Out of reach';
  if (brief.outcome) return outcomeTitle(brief.outcome);
  const words = STAGES[brief.stage];
  if (words) return words;
  if (brief.thinking) return 'Computer thinking';
  if (isYours(brief, mine)) return brief.asked_by ? 'You are asked' : 'Your move';
  return `${playerName(brief.deciding, brief.seats)} to play`;
}

const RANKS: Brief['stage'][] = ['running', 'gathering', 'away', 'apart', 'over', 'gone'];

/** Those that wait for you first, then those that run, those that are over, those that are gone; the latest first. */
export function inOrder(rows: readonly TableRow[]): TableRow[] {
  const rank = ({ brief, isYourMove }: TableRow): number => (isYourMove ? -1 : brief ? RANKS.indexOf(brief.stage) : 2);
  const moved = ({ brief, own }: TableRow): number => (brief?.moved ? brief.moved * 1000 : own.opened);
  return [...rows].sort((a, b) => rank(a) - rank(b) || moved(b) - moved(a));
}

/** A table as the list shows it. */
export function rowOf(own: OwnTable, brief: Brief | null, games: readonly GameInfo[], now: number): TableRow {
  const game = games.find(({ id }) => id === (brief?.game || own.game));
  const mine = Object.keys(own.mine);
  const side = brief?.side ?? '';
  const others = (brief?.seats ?? []).filter((seat) => !mine.includes(seat.side) && seat.side !== side);
  const scenario = game?.scenarios.find(({ id }) => id === (brief?.scenario || own.scenario));
  return {
    own,
    brief,
    gameTitle: game?.title ?? own.game,
    scenarioTitle: scenario?.title ?? own.title,
    against: others
      .map(({ name }) => name)
      .filter(Boolean)
      .join(', '),
    isYourMove: brief !== null && isYours(brief, mine),
    turn: turnWords(brief, mine),
    time: brief?.until ? `${timeWords(Math.max(0, brief.until - now / 1000))} left` : '',
    when: ago(brief?.moved ? brief.moved * 1000 : own.opened, now),
    corrections: brief?.overlay ? (game?.overlays.find(({ name }) => name === brief.overlay)?.corrections ?? []) : null,
  };
}
