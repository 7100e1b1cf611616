// The games of one person on the way to another device of his: in a link, whose fragment no browser sends to a server, or
// in a file. There are no accounts: whoever has the tokens is the person.

import { receiptOf, keepReceipt, type Receipt } from './receipts';
import { mergeTables, type OwnTable } from './seats';

const VERSION = 1;
export const MOST_IN_A_LINK = 10; // a square with more is hard to read for a phone

type Packed = [
  id: string,
  game: string,
  scenario: string,
  mine: Record<string, string>,
  others: Record<string, string>,
  spectator: string,
  opened: number,
];

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

const toText = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const toBytes = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

/** The link that brings games and a name to another device. A token to watch with travels where there is no other. */
export function parcelLink(origin: string, tables: readonly OwnTable[], name: string): string {
  const packed = tables.map((table): Packed => {
    const hasSeat = Object.keys(table.mine).some(Boolean);
    const { id, game, scenario, mine, others, spectator, opened } = table;
    return [id, game, scenario, mine, others, hasSeat ? '' : spectator, Math.round(opened / 1000)];
  });
  const text = toText(new TextEncoder().encode(JSON.stringify([VERSION, name, packed])));
  return `${origin}/bring#games=${text}`;
}

const isWords = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((word) => typeof word === 'string');

function unpack(packed: unknown): OwnTable | null {
  if (!Array.isArray(packed)) return null;
  const [id, game, scenario, mine, others, spectator, opened] = packed as unknown[];
  const words = [id, game, scenario, spectator];
  if (!words.every((word) => typeof word === 'string') || !id || !isWords(mine) || !isWords(others)) return null;
  const [table, ofGame, ofScenario, watching] = words as string[];
  return {
    id: table,
    game: ofGame,
    scenario: ofScenario,
    title: '',
    mine,
    others,
    spectator: watching,
    coach: false,
    opened: Number(opened) * 1000 || 0,
  };
}

/** What a link brings; null if it is none. */
export function readParcelLink(hash: string): Parcel | null {
  const text = new URLSearchParams(hash.replace(/^#/, '')).get('games');
  if (!text) return null;
  try {
    const [version, name, packed] = JSON.parse(new TextDecoder().decode(toBytes(text))) as unknown[];
    if (version !== VERSION || !Array.isArray(packed)) return null;
    const tables = packed.map(unpack).filter((table) => table !== null);
    return tables.length === packed.length
      ? { name: typeof name === 'string' ? name.slice(0, 24) : '', tables, receipts: [] }
      : null;
  } catch {
    return null; // cut short on its way
  }
}

/** Everything that this browser keeps of its games, as a file. */
export function parcelFile(tables: readonly OwnTable[], name: string): Blob {
  const receipts = tables.map(({ id }) => receiptOf(id)).filter(({ heads, numbers }) => heads.length || numbers);
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
