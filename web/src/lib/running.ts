// The tables of this browser as they stand now.

import type { TableState } from '../wire';
import * as api from './api';
import { ApiError, TableApi } from './api';
import { ownTables, type OwnTable } from './seats';
import { ago, outcomeTitle, sideName } from './words';

export interface TableRow {
  own: OwnTable;
  state: TableState | null; // null: it cannot be asked now
  gameTitle: string;
  scenarioTitle: string;
  isYourMove: boolean;
  turn: string; // whose turn it is, in words
  when: string;
  progress: number; // 0 to 1
  isGone: boolean;
}

const MOST = 12;

/** Whose turn it is, said to one who holds the seats in `mine`. */
function turnWords(state: TableState, mine: readonly string[]): string {
  if (state.outcome) return outcomeTitle(state.outcome);
  if (state.thinking) return 'Computer thinking';
  if (state.deciding && (state.deciding === state.seat || mine.includes(state.deciding))) return 'Your move';
  return `${sideName(state.deciding)} to play`;
}

async function fetchRow(own: OwnTable, titles: Map<string, [string, Map<string, string>]>): Promise<TableRow> {
  const tokens = Object.values(own.mine);
  let state: TableState | null = null;
  let isGone = false;
  let isGathering = false; // it waits for people to come
  let isOther = false; // it is played with corrections that the server has not
  try {
    state = await new TableApi(own.id, tokens[0] ?? '').state(1_000_000);
  } catch (error) {
    isGone = error instanceof ApiError && [401, 403, 404].includes(error.status);
    isGathering = error instanceof ApiError && error.refusal.error === 'gathering';
    isOther = error instanceof ApiError && error.refusal.error === 'other_data';
  }
  const [gameTitle, scenarios] = titles.get(state?.game ?? own.game) ?? [own.game, new Map<string, string>()];
  const turn = state
    ? turnWords(state, Object.keys(own.mine))
    : isGone
      ? 'Gone'
      : isOther
        ? 'Other data'
        : isGathering
          ? 'Waiting for players'
          : 'Out of reach';
  const cells = state?.scene?.track?.length ?? 0;
  return {
    own,
    state,
    gameTitle,
    scenarioTitle: scenarios.get(state?.scenario ?? own.scenario) ?? own.title,
    isYourMove: turn === 'Your move',
    turn,
    when: ago(own.opened, Date.now()),
    progress: state?.outcome ? 1 : cells ? ((state?.scene?.here ?? 0) + 1) / cells : 0,
    isGone,
  };
}

/** The latest tables of this browser, asked for one by one at once. */
export async function fetchTables(): Promise<TableRow[]> {
  const games = await api.games().catch(() => []);
  const titles = new Map(
    games.map((game) => [
      game.id,
      [game.title, new Map(game.scenarios.map((each) => [each.id, each.title]))] as [string, Map<string, string>],
    ]),
  );
  return Promise.all(
    ownTables()
      .slice(0, MOST)
      .map((own) => fetchRow(own, titles)),
  );
}
