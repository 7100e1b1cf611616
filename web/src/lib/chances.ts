// The chance bar: results in order, each with a colour that keeps its meaning without hue through order and percent.

import { percent } from './words';

export interface Chance {
  name: string;
  share: number;
  text: string;
  colour: string;
}

const COLOURS = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c5)', 'var(--c6)'];
const NOTHING = ['var(--c4)', 'color-mix(in srgb, var(--c4) 62%, var(--panel))'];

/** The results that can happen, in the order of the game. `no effect` is grey. */
export function chances(results: Record<string, number>): Chance[] {
  let next = 0;
  let nothing = 0;
  return Object.entries(results)
    .filter(([, share]) => share > 0)
    .map(([name, share]) => ({
      name,
      share,
      text: percent(share),
      colour: /^(no |nothing|none)/.test(name) ? NOTHING[nothing++ % NOTHING.length] : COLOURS[next++ % COLOURS.length],
    }));
}
