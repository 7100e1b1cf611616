// The chance bar: results in order, each with a colour that keeps its meaning without hue through order and percent.

import { percent } from './words';

export interface Chance {
  name: string;
  share: number;
  text: string;
  colour: string;
  ink: string;
}

const GOLD = 'var(--c3)';
const COLOURS = ['var(--c1)', 'var(--c2)', GOLD, 'var(--c5)', 'var(--c6)'];
const NOTHING = ['var(--c4)', 'var(--c4-more)'];

const MOST = 6; // results that are told apart
const isNumber = ([name]: [string, number]): boolean => /^\d+$/.test(name);

/** The results that can happen; the browser puts names that are numbers first, so that those go by their chance. */
function inOrder(results: Record<string, number>): [string, number][] {
  const all = Object.entries(results).filter(([, share]) => share > 0);
  if (all.some(isNumber)) all.sort((a, b) => b[1] - a[1]);
  if (all.length <= MOST) return all;
  const rest = all.slice(MOST - 1);
  return [...all.slice(0, MOST - 1), [`others (${rest.length})`, rest.reduce((sum, each) => sum + each[1], 0)]];
}

/** The results that can happen, in the order of the game; the last of many are one. `no effect` is grey. */
export function chances(results: Record<string, number>): Chance[] {
  let next = 0;
  let nothing = 0;
  const choose = (name: string): string =>
    /^(no |nothing|none|others)/.test(name) ? NOTHING[nothing++ % NOTHING.length] : COLOURS[next++ % COLOURS.length];
  return inOrder(results).map(([name, share]) => {
    const colour = choose(name);
    return { name, share, text: percent(share), colour, ink: colour === GOLD ? 'var(--c3-ink)' : 'var(--c-ink)' };
  });
}
