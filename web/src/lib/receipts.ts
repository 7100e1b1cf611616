// What this browser keeps of a table to prove later what it was shown: the server's key, the heads of the record as they
// came, and the numbers that it has put into the dice.

import type { TableState } from '../wire';

export interface Receipt {
  format: 'beachhead-receipt';
  table: string;
  key: string;
  part: string; // the commitment to the server's part of the seed
  numbers: Record<string, string>; // by seat
  heads: { head: string; signature: string }[];
}

const MOST = 60;
const keyOf = (table: string): string => `beachhead.receipt.${table}`;

export function receiptOf(table: string): Receipt {
  const blank: Receipt = { format: 'beachhead-receipt', table, key: '', part: '', numbers: {}, heads: [] };
  try {
    return { ...blank, ...(JSON.parse(localStorage.getItem(keyOf(table)) ?? '{}') as Partial<Receipt>) };
  } catch {
    return blank; // unreadable: as if nothing was kept
  }
}

export function keepReceipt(receipt: Receipt): void {
  localStorage.setItem(keyOf(receipt.table), JSON.stringify(receipt));
}

export function forgetReceipt(table: string): void {
  localStorage.removeItem(keyOf(table));
}

/** Note what a state shows. The first head is kept, and the latest: each stands for everything before it. */
export function noteHead(table: string, shown: Pick<TableState, 'head' | 'signature'>, about?: TableState): void {
  const receipt = receiptOf(table);
  if (receipt.heads.at(-1)?.head === shown.head) return;
  const [first, ...rest] = [...receipt.heads, { head: shown.head, signature: shown.signature }];
  keepReceipt({
    ...receipt,
    key: receipt.key || (about?.key ?? ''),
    part: receipt.part || (about?.dice.part ?? ''),
    heads: first ? [first, ...rest.slice(1 - MOST)] : [],
  });
}

/** What is wrong with the dice of a table, as far as this browser can tell; empty if nothing is. */
export function diceProblem(state: TableState, receipt: Receipt): string {
  if (receipt.key && receipt.key !== state.key) return 'The server has another key than when you came to this table.';
  if (receipt.part && receipt.part !== state.dice.part)
    return 'The server has another part in the dice than it had promised.';
  const other = Object.entries(receipt.numbers).find(([seat, number]) => state.dice.numbers[seat] !== number);
  return other && state.dice.kind === 'joint' ? 'The number that you put into the dice is not in them.' : '';
}
