// What the clocks of a table show, as they run on here after the server has said how they stand.

import type { ClockInfo } from '../wire';

export interface Heard {
  clock: ClockInfo;
  at: number; // when it was heard, in milliseconds
}

/** The seconds that a side has left now; 0 when its time is over. */
export function left({ clock, at }: Heard, side: string, now: number): number {
  const told = clock.left[side] ?? 0;
  const gone = clock.running === side ? Math.max(0, (now - at) / 1000 - clock.grace) : 0;
  return Math.max(0, told - gone);
}

/** The side whose time is over now, if there is one. */
export function lateSide(heard: Heard, now: number): string | null {
  const { clock } = heard;
  if (clock.late !== null) return clock.late;
  return clock.running !== null && left(heard, clock.running, now) === 0 ? clock.running : null;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** `2 d 4 h`, `1:04:09`, `12:30`: the longer the rougher. */
export function timeWords(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [days, hours, minutes] = [Math.floor(whole / 86_400), Math.floor(whole / 3600), Math.floor(whole / 60)];
  if (days) return `${days} d ${hours % 24} h`;
  if (hours) return `${hours}:${two(minutes % 60)}:${two(whole % 60)}`;
  return `${minutes}:${two(whole % 60)}`;
}

const DAY = 86_400;

/** The clocks that can be chosen for a table. */
export const CLOCKS = {
  none: 'None: everybody takes the time he needs',
  total: 'Time for the game',
  days: 'Days for each move, for play by correspondence',
} as const;

export interface ClockWish {
  kind: keyof typeof CLOCKS;
  minutes: number;
  increment: number; // seconds that a move gives back
  days: number;
}

export const NO_CLOCK: ClockWish = { kind: 'none', minutes: 60, increment: 30, days: 3 };

/** What is sent to the server. */
export function clockOf(wish: ClockWish): { kind: 'total' | 'days'; seconds: number; increment: number } | null {
  if (wish.kind === 'total')
    return { kind: 'total', seconds: Math.round(wish.minutes * 60), increment: Math.round(wish.increment) };
  return wish.kind === 'days' ? { kind: 'days', seconds: Math.round(wish.days * DAY), increment: 0 } : null;
}

/** What a table's clock is, in words. */
export function ruleWords({ kind, seconds, increment }: ClockInfo): string {
  if (kind === 'days') return `${timeWords(seconds)} for each move`;
  return `${timeWords(seconds)} for the game${increment ? `; a move gives back up to ${increment} seconds` : ''}`;
}
