// Ways to sit down at a table: start one, open a save, follow a link.

import type { GameInfo, NewTable, ScenarioInfo } from '../wire';
import * as api from './api';
import { router } from './router.svelte';
import { arrive, keepCreated, keepTable, readLink } from './seats';

export interface StartAbout {
  title: string;
  mine?: string[];
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
  const own = keepCreated(created, { game: '', scenario: '', title: '', mine: Object.keys(created.tokens) });
  if (!Object.keys(own.mine).length) keepTable({ ...own, mine: { '': created.spectator } });
  router.go(`/table/${created.id}`);
}

const SAMPLE_WAIT = 60;

/** Let the computer play a game against itself, and open it at its start. */
export async function watchSample(game: GameInfo, scenario: ScenarioInfo): Promise<void> {
  const seats = Object.fromEntries(scenario.seats.map((seat) => [seat, game.players[0]]));
  const created = await api.createTable({ game: game.id, scenario: scenario.id, seats });
  const table = new api.TableApi(created.id, created.spectator);
  for (let i = 0; i < SAMPLE_WAIT; i++) {
    if ((await table.state(1_000_000)).outcome) break;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  const own = keepCreated(created, { game: game.id, scenario: scenario.id, title: scenario.title });
  keepTable({ ...own, mine: { '': created.spectator }, sample: true });
  router.go(`/table/${created.id}`);
}

/** Follow a link that somebody sent; answers whether it was one. */
export function followLink(text: string): boolean {
  const link = readLink(text);
  if (!link) return false;
  arrive(link.id, link.token);
  router.go(`/table/${link.id}`);
  return true;
}
