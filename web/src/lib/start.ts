// Ways to sit down at a table: start one, open a save, follow a link.

import type { GameInfo, NewTable, ScenarioInfo } from '../wire';
import * as api from './api';
import { router } from './router.svelte';
import { arrive, keepCreated, keepTable, readLink, tokenIn } from './seats';

interface StartAbout {
  title: string;
  coach?: boolean;
}

/** Set a table up and go there. */
export async function startTable(table: NewTable, about: StartAbout): Promise<void> {
  const created = await api.createTable(table);
  keepCreated(created, { game: table.game, scenario: table.scenario ?? '', ...about });
  router.go(`/table/${created.id}`);
}

/** Open a save file: this screen gets the seats that come with it, or watches where none do. */
export async function openSave(file: Blob): Promise<void> {
  const created = await api.importSave(file);
  const own = keepCreated(created, { game: '', scenario: '', title: '' });
  if (!Object.keys(own.mine).length) keepTable({ ...own, mine: { '': created.spectator } });
  router.go(`/table/${created.id}`);
}

/** Put the sample of a game on a table, and open it at its start. */
export async function watchSample(game: GameInfo): Promise<void> {
  const created = await api.openSample(game.id);
  const own = keepCreated(created, { game: game.id, scenario: '', title: game.sample });
  keepTable({ ...own, mine: { '': created.spectator }, sample: true });
  router.go(`/table/${created.id}`);
}

/** The game for newcomers, and the scenario to begin with: the one that has a course. */
export function firstGame(games: readonly GameInfo[]): { game: GameInfo; scenario: ScenarioInfo } | null {
  const game = games.find((each) => each.course) ?? games[0];
  const scenario = game?.scenarios.find((each) => each.id === game.course) ?? game?.scenarios[0];
  return game && scenario ? { game, scenario } : null;
}

/** Follow a link that somebody sent; answers whether it was one. */
export function followLink(text: string): boolean {
  const link = readLink(text);
  if (!link) return false;
  const token = tokenIn(link.hash);
  if (token) arrive(link.id, token);
  router.go(`/table/${link.id}${token ? '' : link.hash}`);
  return true;
}
