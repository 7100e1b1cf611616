// The tables of this browser: the tokens of the seats taken here, kept in local storage by table.

import type { Created } from '../wire';
import { newNumber } from './dice';
import { forgetReceipt } from './receipts';

export interface OwnTable {
  id: string;
  game: string;
  scenario: string;
  title: string; // of the scenario
  mine: Record<string, string>; // token by seat; '' is a spectator's
  others: Record<string, string>; // invites to the seats of other people, each good for one claim
  spectator: string; // the token for those who only watch
  coach: boolean; // a guided game
  read?: string[]; // pages of its coach that have been read
  isOpen?: boolean; // several seats at this screen, and no secrets between them
  sample?: boolean; // a game to watch, from its start
  from?: string; // a sandbox, and the page that it was begun from
  opened: number;
}

const KEY = 'beachhead.tables';
const MOST = 60;
const MOST_TRIED = 5; // sandboxes are soon forgotten

type Box = Record<string, OwnTable>;

function load(): Box {
  try {
    const box: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof box === 'object' && box !== null ? (box as Box) : {};
  } catch {
    return {}; // unreadable: as if nothing was kept
  }
}

function store(box: Box): void {
  const all = Object.values(box).sort((a, b) => b.opened - a.opened);
  const tried = new Set(all.filter((table) => table.from).slice(MOST_TRIED));
  const newest = all.filter((table) => !tried.has(table)).slice(0, MOST);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest.map((table) => [table.id, table]))));
}

/** The tables opened here, the latest first. */
export const ownTables = (): OwnTable[] => Object.values(load()).sort((a, b) => b.opened - a.opened);

export const ownTable = (id: string): OwnTable | null => load()[id] ?? null;

export function keepTable(table: OwnTable): void {
  store({ ...load(), [table.id]: { ...table, opened: Date.now() } });
}

export function forgetTable(id: string): void {
  const box = load();
  delete box[id];
  store(box);
  forgetReceipt(id);
}

/** Keep a table made here: this screen has the seats whose tokens it was given, and the invites to the others. */
export function keepCreated(
  created: Created,
  about: { game: string; scenario: string; title: string; coach?: boolean },
): OwnTable {
  const table: OwnTable = {
    id: created.id,
    game: about.game,
    scenario: about.scenario,
    title: about.title,
    mine: { ...ownTable(created.origin)?.mine, ...created.tokens },
    others: created.invites ?? {},
    spectator: created.spectator,
    coach: about.coach ?? false,
    opened: Date.now(),
  };
  keepTable(table);
  return table;
}

const wordIn = (hash: string, name: string): string | null => new URLSearchParams(hash.replace(/^#/, '')).get(name);

/** The token in a link's fragment, such as `#token=abc`. */
export const tokenIn = (hash: string): string | null => wordIn(hash, 'token');

/** The invite in a link's fragment, such as `#invite=abc`. */
export const inviteIn = (hash: string): string | null => wordIn(hash, 'invite');

const blank = (id: string): OwnTable => ({
  id,
  game: '',
  scenario: '',
  title: '',
  mine: {},
  others: {},
  spectator: '',
  coach: false,
  opened: 0,
});

/**
 * The seat of this browser at a table: from the link that was opened, or from an earlier visit. The token of a link is
 * kept under '' until the server has said whose it is; seats held before stay.
 */
export function arrive(id: string, token: string | null): OwnTable | null {
  const known = ownTable(id);
  const isKnown = known && (Object.values(known.mine).includes(token ?? '') || known.spectator === token);
  if (token === null || isKnown) return known;
  const base = known ?? blank(id);
  const own = { ...base, mine: { ...base.mine, '': token } };
  keepTable(own);
  return own;
}

/** A link that gives a seat away. The token is in the fragment, which no browser sends to a server. */
export const seatLink = (origin: string, id: string, token: string): string => `${origin}/table/${id}#token=${token}`;

/** A link that invites somebody to a seat. It works once: the token that it turns into is the claimer's alone. */
export const inviteLink = (origin: string, id: string, invite: string): string =>
  `${origin}/table/${id}#invite=${invite}`;

/** What only this browser knows when it claims a seat, kept so that it can ask again if the answer is lost. */
export function claimSecret(invite: string): string {
  const key = `beachhead.claim.${invite}`;
  const secret = sessionStorage.getItem(key) ?? newNumber();
  sessionStorage.setItem(key, secret);
  return secret;
}

/** Keep a seat that was claimed. */
export function keepClaimed(id: string, side: string, token: string): OwnTable {
  const base = ownTable(id) ?? blank(id);
  const own = { ...base, mine: { ...base.mine, [side]: token } };
  keepTable(own);
  return own;
}

/** Put tables of another device to those that are here; answers how many are new. A seat that is here stays. */
export function mergeTables(tables: readonly OwnTable[]): number {
  const box = load();
  const fresh = tables.filter(({ id }) => !box[id]).length;
  for (const table of tables) {
    const here = box[table.id];
    box[table.id] = here
      ? {
          ...here,
          mine: { ...table.mine, ...here.mine },
          others: { ...table.others, ...here.others },
          spectator: here.spectator || table.spectator,
          opened: Math.max(here.opened, table.opened),
        }
      : table;
  }
  store(box);
  return fresh;
}

/** The table and the fragment of a link somebody was given, or null. */
export function readLink(text: string): { id: string; hash: string } | null {
  try {
    const url = new URL(text.trim());
    const id = /^\/table\/([^/]+)\/?$/.exec(url.pathname)?.[1];
    return id && (tokenIn(url.hash) || inviteIn(url.hash)) ? { id: decodeURIComponent(id), hash: url.hash } : null;
  } catch {
    return null;
  }
}
