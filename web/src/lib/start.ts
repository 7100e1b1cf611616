// Ways to sit down at a table: start one, open a save, follow a link.

import type { Created, GameInfo, NewTable, ScenarioInfo } from '../wire';
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

/** Sit down at a table on which something is tried out: all its seats are here, and nothing is hidden between them. */
export function tryOut(created: Created, about: { game: string; scenario: string; title: string }): void {
  const own = keepCreated(created, about);
  keepTable({ ...own, isOpen: true, from: location.pathname + location.search + location.hash });
  router.go(`/table/${created.id}`);
}

/** The games that have a course; first those that one learns alone, against the rules themselves. */
export function taughtGames(games: readonly GameInfo[]): GameInfo[] {
  const seats = (game: GameInfo) => game.scenarios.find(({ id }) => id === game.course)?.seats.length ?? 0;
  return games.filter((each) => each.course).sort((a, b) => seats(a) - seats(b));
}

/** The game for newcomers, and the scenario to begin with: the one that has a course. */
export function firstGame(games: readonly GameInfo[]): { game: GameInfo; scenario: ScenarioInfo } | null {
  const game = taughtGames(games)[0] ?? games[0];
  const scenario = game?.scenarios.find((each) => each.id === game.course) ?? game?.scenarios[0];
  return game && scenario ? { game, scenario } : null;
}

/** Follow a link that somebody sent; answers whether it was one. */
export function followLink(text: string): boolean {
  const parcel = text.trim().startsWith(`${location.origin}/bring#`);
  if (parcel) {
    router.go(text.trim().slice(location.origin.length));
    return true;
  }
  const link = readLink(text);
  if (!link) return false;
  const token = tokenIn(link.hash);
  if (token) arrive(link.id, token);
  router.go(`/table/${link.id}${token ? '' : link.hash}`);
  return true;
}
