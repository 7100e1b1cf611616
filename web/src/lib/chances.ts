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

/** The results that can happen, in the order of the game. `no effect` is grey. */
export function chances(results: Record<string, number>): Chance[] {
  let next = 0;
  let nothing = 0;
  const choose = (name: string): string =>
    /^(no |nothing|none)/.test(name) ? NOTHING[nothing++ % NOTHING.length] : COLOURS[next++ % COLOURS.length];
  return Object.entries(results)
    .filter(([, share]) => share > 0)
    .map(([name, share]) => {
      const colour = choose(name);
      return { name, share, text: percent(share), colour, ink: colour === GOLD ? 'var(--c3-ink)' : 'var(--c-ink)' };
    });
}
