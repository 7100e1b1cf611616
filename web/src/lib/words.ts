// Small words for people.

import type { Outcome } from '../wire';

/** A side as people read it: `us` is `US`, `german` is `German`. */
export function sideName(side: string | null | undefined): string {
  if (!side) return 'Nobody';
  return /^[a-z]{1,2}$/.test(side) ? side.toUpperCase() : side.charAt(0).toUpperCase() + side.slice(1);
}

/** A computer player as people call it: `veteran:doctrine=bold` is `veteran, bold`. */
export const computerName = (player: string): string => player.replaceAll(/:\w+=/g, ', ');

/** Who plays a side: its name, and whose it is where he has one. */
export function playerName(side: string | null | undefined, seats: readonly { side: string; name: string }[]): string {
  const name = seats.find((seat) => seat.side === side)?.name;
  return name ? `${name} (${sideName(side)})` : sideName(side);
}

/** Who says something. */
export const speaker = ({ side, name }: { side: string | null; name: string }): string =>
  side === null ? 'A spectator' : name ? `${name}, ${sideName(side)}` : sideName(side);

/** How a game ended, as a title. */
export function outcomeTitle(outcome: Outcome): string {
  return outcome.level ? labelOf(outcome.level) : outcome.winner ? `${sideName(outcome.winner)} victory` : 'A draw';
}

export const percent = (chance: number): string => {
  const value = chance * 100;
  return value > 0 && value < 1 ? '<1%' : value > 99 && value < 100 ? '>99%' : `${Math.round(value)}%`;
};

/** Put a text on the clipboard, or show it where the browser keeps that closed; whether it is there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    prompt('Copy this:', text);
    return false;
  }
}

/** `in 3 hours`-like words for the past: `just now`, `12 minutes ago`. */
export function ago(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} minute${minutes === 1 ? '' : 's'} ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} hour${hours === 1 ? '' : 's'} ago`;
  const days = Math.floor(hours / 24);
  return `${days} day${days === 1 ? '' : 's'} ago`;
}

export function playTime(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const hours = minutes / 60;
  return `${Number.isInteger(hours) ? hours : hours.toFixed(1)} h`;
}

/** A figure's name as a label: `german strength` is `German strength`. */
export const labelOf = (key: string): string => {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A value that is a row of codes such as `BG BR DE`, as its parts. */
export function codesIn(value: string | number): string[] | null {
  const text = String(value);
  return /^[A-Z]{2,3}( [A-Z]{2,3})*$/.test(text) ? text.split(' ') : null;
}

export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
