// The chance bar: what each result is to the one who looks. Colour follows from whom it favours, and so do the mark beside
// its words and the pattern of its bar, so that nothing hangs on hue.

import type { Preview } from '../wire';
import { percent } from './words';

export type Tone = 'good' | 'bad' | 'even';

export interface Chance {
  name: string;
  share: number;
  text: string;
  tone: Tone;
  shade: number; // 0 or 1: neighbours of one tone are told apart
}

type Result = Preview['results'][number];

const MOST = 6; // results that are told apart

/** What a result is to a seat; spectators favour nobody. */
export function toneOf(favours: string, seat: string | null): Tone {
  if (!favours || seat === null) return 'even';
  return favours === seat ? 'good' : 'bad';
}

/** The results that can happen, in the order of the game; the last of many are one. */
export function chances(results: readonly Result[], seat: string | null): Chance[] {
  const all = results.filter((result) => result.chance > 0);
  const kept = all.length > MOST ? all.slice(0, MOST - 1) : all;
  const rest = all.slice(kept.length);
  const bars = kept.map(({ words, chance, favours }) => ({ name: words, share: chance, tone: toneOf(favours, seat) }));
  if (rest.length) bars.push({ name: `others (${rest.length})`, share: sum(rest), tone: toneOfAll(rest, seat) });
  const seen = { good: 0, bad: 0, even: 0 };
  return bars.map((bar) => ({ ...bar, text: percent(bar.share), shade: seen[bar.tone]++ % 2 }));
}

const sum = (results: readonly Result[]): number => results.reduce((total, { chance }) => total + chance, 0);

function toneOfAll(results: readonly Result[], seat: string | null): Tone {
  const tones = new Set(results.map(({ favours }) => toneOf(favours, seat)));
  return tones.size === 1 ? [...tones][0] : 'even';
}
