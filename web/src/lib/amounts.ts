// A verb whose arguments are numbers in a row is asked for with one control instead of a button for each number.

import type { Decision } from '../wire';

interface Amount {
  verb: string;
  label: string;
  least: number;
  most: number;
}

const FEW = 4; // so many numbers are buttons

/** The amount that a decision asks for, if it does. */
export function amountIn(decision: Decision | null): Amount | null {
  for (const [verb, { kind, label, args }] of Object.entries(decision?.options ?? {})) {
    if (kind !== 'number' || args.length <= FEW) continue;
    const numbers = args.map(Number);
    const least = numbers[0];
    if (numbers.every((number, i) => number === least + i))
      return { verb, label, least, most: least + args.length - 1 };
  }
  return null;
}

/** The number that was typed; null if it is none of those that may be taken. */
export function typedAmount({ least, most }: Amount, text: string): number | null {
  const value = Number(text);
  return text.trim() && Number.isInteger(value) && value >= least && value <= most ? value : null;
}

export const within = ({ least, most }: Amount, value: number): number =>
  Math.min(most, Math.max(least, Math.round(value) || least));
