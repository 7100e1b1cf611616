// The games of one person on the way to another device of his: in a link, whose fragment no browser sends to a server, or
// in a file. There are no accounts: whoever has the tokens is the person.

import { receiptOf, keepReceipt, type Receipt } from './receipts';
import { mergeTables, type OwnTable } from './seats';

const KIND = '#games=1'; // what the fragment begins with, and the version of what follows
export const MOST_IN_A_LINK = 12; // a square with more is hard to read for a phone

interface GamesFile {
  format: 'beachhead-games';
  name: string;
  tables: OwnTable[];
  receipts: Receipt[];
}

export interface Parcel {
  name: string;
  tables: OwnTable[];
  receipts: Receipt[];
}

// In a link each table is one word, as short as can be: `id!opened!side=token,side=token!side=invite!watching`.

const safe = (text: string): string => encodeURIComponent(text).replace(/[!~*'()]/g, (sign) => `%${hex(sign)}`);
const hex = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase();

const pairs = (words: Record<string, string>): string =>
  Object.entries(words)
    .map(([side, token]) => `${safe(side)}=${safe(token)}`)
    .join(',');

/** The link that brings games and a name to another device. A token to watch with travels where there is no other. */
export function parcelLink(origin: string, tables: readonly OwnTable[], name: string): string {
  const words = tables.map(({ id, mine, others, spectator, opened }) => {
    const hasSeat = Object.keys(mine).some(Boolean);
    const when = Math.round(opened / 1000).toString(36);
    return [safe(id), when, pairs(mine), pairs(others), hasSeat ? '' : safe(spectator)].join('!');
  });
  return `${origin}/bring${[KIND, safe(name), ...words].join('~')}`;
}

const isWords = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((word) => typeof word === 'string');

function readPairs(text: string): Record<string, string> | null {
  const found = text.split(',').filter(Boolean);
  const each = found.map((pair) => pair.split('=').map(decodeURIComponent));
  return each.every((pair) => pair.length === 2) ? (Object.fromEntries(each) as Record<string, string>) : null;
}

function readWord(word: string): OwnTable | null {
  const [id, opened, mine, others, spectator, ...more] = word.split('!');
  if (!id || spectator === undefined || more.length) return null;
  const [seats, invites] = [readPairs(mine), readPairs(others)];
  if (!seats || !invites) return null;
  const when = Number.parseInt(opened, 36) * 1000 || 0;
  const blank = { game: '', scenario: '', title: '', coach: false };
  const about = { id: decodeURIComponent(id), mine: seats, others: invites, opened: when };
  return { ...blank, ...about, spectator: decodeURIComponent(spectator) };
}

/** What a link brings; null if it is none. */
export function readParcelLink(hash: string): Parcel | null {
  const [kind, name, ...words] = hash.split('~');
  if (kind !== KIND || name === undefined) return null;
  try {
    const tables = words.map(readWord);
    if (tables.includes(null)) return null;
    return { name: decodeURIComponent(name).slice(0, 24), tables: tables as OwnTable[], receipts: [] };
  } catch {
    return null; // cut short on its way
  }
}

/** Everything that this browser keeps of its games, as a file. */
export function parcelFile(tables: readonly OwnTable[], name: string): Blob {
  const receipts = tables
    .map(({ id }) => receiptOf(id))
    .filter(({ heads, numbers }) => heads.length || Object.keys(numbers).length);
  const file: GamesFile = { format: 'beachhead-games', name, tables: [...tables], receipts };
  return new Blob([JSON.stringify(file, null, 1)], { type: 'application/json' });
}

/** What a file brings; null if it is none of ours. */
export function readParcelFile(text: string): Parcel | null {
  try {
    const file = JSON.parse(text) as Partial<GamesFile>;
    if (file.format !== 'beachhead-games' || !Array.isArray(file.tables)) return null;
    const isTable = ({ id, mine, others }: OwnTable) => typeof id === 'string' && isWords(mine) && isWords(others);
    if (!file.tables.every(isTable)) return null;
    return { name: String(file.name ?? '').slice(0, 24), tables: file.tables, receipts: file.receipts ?? [] };
  } catch {
    return null; // no JSON
  }
}

/** Put what a parcel brings to what is here; answers how many games are new. Nothing that is here is lost. */
export function takeIn(parcel: Parcel): number {
  for (const receipt of parcel.receipts) {
    const here = receiptOf(receipt.table);
    const isFuller = receipt.heads.length > here.heads.length;
    const numbers = { ...receipt.numbers, ...here.numbers };
    keepReceipt({ ...(isFuller ? receipt : here), numbers });
  }
  return mergeTables(parcel.tables);
}
