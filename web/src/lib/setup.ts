// A new game as it is being chosen.

import type { GameInfo, NewTable, ScenarioInfo, TableState } from '../wire';

import { clockOf, type ClockWish } from './clock';

export type UndoPolicy = TableState['undo'];

export type Sitter = 'me' | 'friend' | `bot:${string}`;

/** A computer as somebody sits down against it: its level, and its style unless it plays as usual. */
export interface Computer {
  level: string;
  style: string;
}

/** The computer that sits there, if one does. */
export function computer(sitter: Sitter): Computer | null {
  const [, level, style] = /^bot:([^:]+)(?::doctrine=(.+))?$/.exec(sitter) ?? [];
  return level ? { level, style: style ?? '' } : null;
}

export const sitterOf = ({ level, style }: Computer): Sitter => `bot:${level}${style && `:doctrine=${style}`}`;

export interface Setup {
  game: string;
  scenario: string;
  options: Record<string, unknown>;
  sitters: Record<string, Sitter>;
  undo: UndoPolicy;
  hints: boolean; // people may ask what the computer would do though several play
  seed: string;
  clock?: ClockWish;
  overlay: string; // the name of an owner's corrections; empty for the data as packaged
}

/** The sides that decide: those of the scenario, or of an option that changes them. */
export function seatsOf(game: GameInfo, scenario: ScenarioInfo, options: Record<string, unknown>): string[] {
  const changing = optionsOf(game, scenario.id).find((option) => option.seats.length && options[option.id] === true);
  return changing?.seats ?? scenario.seats;
}

/** The options that a scenario can take. */
export function optionsOf(game: GameInfo, scenario: string): GameInfo['options'] {
  const able = game.scenarios.find((each) => each.id === scenario)?.options ?? [];
  return game.options.filter((option) => able.includes(option.id));
}

/** Who sits where until the player says otherwise: you first, then a friend if the seats were split, else the computer. */
export function defaultSitters(game: GameInfo, seats: readonly string[], isShared: boolean): Record<string, Sitter> {
  const other: Sitter = isShared || !game.players.length ? 'friend' : `bot:${game.players[0]}`;
  return Object.fromEntries(seats.map((seat, i) => [seat, i === 0 ? 'me' : other]));
}

/** The sides of other people, who are invited. */
export const invited = (sitters: Setup['sitters']): string[] =>
  Object.entries(sitters)
    .filter(([, sitter]) => sitter === 'friend')
    .map(([seat]) => seat);

/** How many people sit down. */
export const people = (sitters: Setup['sitters']): number =>
  Object.values(sitters).filter((sitter) => !sitter.startsWith('bot:')).length;

/** What is sent to the server: only options that differ from their default. */
export function newTable(game: GameInfo, setup: Setup): NewTable {
  const changed = optionsOf(game, setup.scenario)
    .filter((option) => option.id in setup.options && setup.options[option.id] !== option.default)
    .map((option) => [option.id, setup.options[option.id]]);
  const friends = invited(setup.sitters);
  return {
    game: game.id,
    scenario: setup.scenario,
    options: Object.fromEntries(changed),
    seats: Object.fromEntries(
      Object.entries(setup.sitters).map(([seat, sitter]) => [
        seat,
        sitter.startsWith('bot:') ? sitter.slice(4) : 'human',
      ]),
    ),
    undo: setup.undo,
    hints: setup.hints && people(setup.sitters) > 1,
    overlay: setup.overlay,
    invites: friends,
    ...(setup.clock && people(setup.sitters) > 1 ? { clock: clockOf(setup.clock) } : {}),
    ...(setup.seed.trim() && !friends.length ? { seed: setup.seed.trim() } : {}),
  };
}
