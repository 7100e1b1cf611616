// The dice of a game between people: every seat promises a number, and tells it when all have promised.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Lobby } from '../wire';
import { ApiError, TableApi } from './api';
import { keepReceipt, receiptOf } from './receipts';
import type { OwnTable } from './seats';

/** A number that nobody can guess, as 64 hexadecimal digits. */
export const newNumber = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));

/** What a number is promised by: the SHA-256 of its digits. (The browser's own needs an encrypted connection.) */
export const promiseOf = (number: string): string => bytesToHex(sha256(utf8ToBytes(number)));

/** The number of a seat, made when it is first needed and kept: whoever loses it cannot begin the game. */
function numberOf(table: string, seat: string): string {
  const receipt = receiptOf(table);
  const number = receipt.numbers[seat] ?? newNumber();
  keepReceipt({ ...receipt, numbers: { ...receipt.numbers, [seat]: number } });
  return number;
}

/** Do for one seat of this browser what is due: promise its number, or tell it. */
async function helpOne(calls: TableApi): Promise<Lobby> {
  let lobby = await calls.lobby();
  const own = lobby.seats.find((seat) => seat.side === lobby.seat);
  if (!own || lobby.has_begun) return lobby;
  if (!own.promise) {
    const receipt = receiptOf(lobby.id);
    keepReceipt({ ...receipt, key: lobby.key, part: lobby.part });
    lobby = await calls.promise(promiseOf(numberOf(lobby.id, own.side)));
  }
  const seat = lobby.seats.find((each) => each.side === lobby.seat);
  const isOpen = lobby.seats.every((each) => each.player !== 'human' || each.promise);
  if (isOpen && seat && !seat.number && promiseOf(numberOf(lobby.id, seat.side)) === seat.promise)
    lobby = await calls.number(numberOf(lobby.id, seat.side));
  return lobby;
}

/** Do what is due for all seats of this browser; how far the table is then. */
export async function gather(own: OwnTable): Promise<Lobby> {
  let lobby: Lobby | null = null;
  for (const token of Object.values(own.mine)) lobby = await helpOne(new TableApi(own.id, token));
  if (!lobby) throw new ApiError(401, {});
  return lobby;
}

/** Whether a seat of this browser has promised a number that this browser does not have. */
export function isElsewhere(lobby: Lobby): boolean {
  const own = lobby.seats.find((seat) => seat.side === lobby.seat);
  const number = own && receiptOf(lobby.id).numbers[own.side];
  return Boolean(own?.promise && !own.number && (!number || promiseOf(number) !== own.promise));
}
