// A large made-up board with every kind of ground, side and path, for measuring and for looking at.

import type { Counter, Layout, Scene } from '../wire';
import { random } from '../board/geometry';

const LETTERS = { style: 'village', angle: 0, lean: [0, -1] as [number, number], size: 0.205, least: 10.5, since: 22 };
const HALF = Math.sqrt(3) / 2;

type Made = { layout: Layout; scene: Scene };

/** About `count` hexes and a counter on every sixth of them. */
export function syntheticBoard(count: number, shape: Layout['shape'], scale: Layout['scale'] = 'tactical'): Made {
  const across = Math.round(Math.sqrt(count));
  const names: string[] = [];
  const centres: [number, number][] = [];
  for (let r = 0; r < across; r++)
    for (let c = 0; c < across; c++) {
      names.push(String(r).padStart(2, '0') + String(c).padStart(2, '0'));
      centres.push(shape === 'pointy' ? [c + (r % 2 ? 0.5 : 0), r * HALF] : [c * HALF, r + (c % 2 ? 0.5 : 0)]);
    }
  const neighbours = names.map((_, h) => around(h, across, shape));
  const layout: Layout = {
    game: 'synthetic',
    title: 'Ten thousand hexes',
    shape,
    scale,
    names,
    centres,
    terrain: centres.map(([x, y], h) => groundAt(x / across, y / across, h)),
    neighbours,
    sides: sidesOf(neighbours),
    paths: pathsOf(neighbours, across),
    areas: {},
    labels: centres
      .filter((_, h) => h % 97 === 0)
      .map(([x, y], i) => ({ ...LETTERS, text: `Village ${i}`, x, y: y - 0.4, hex: i * 97 })),
    spots: [],
    plates: [],
    fields: [],
    colours: { red: { letter: 'R', value: '#c8141c', dash: [12, 4], place: 1, shape: 'star' } },
    tones: {
      blue: { face: '#86a3ad', edge: '#46616b', band: '#4e6b76', ink: '#0f181c' },
      green: { face: '#8d9a5b', edge: '#525c2e', band: '#5c6835', ink: '#15180b' },
      grey: { face: '#b9bab0', edge: '#4d5048', band: '#5b5f56', ink: '#16180f' },
      hidden: { face: '#757a70', edge: '#3b3f38', band: '#575c53', ink: '#e9ebe2' },
    },
    first_look: {},
    directions: [],
    front: 1,
  };
  return { layout, scene: { heading: 'Turn 1', counters: countersOf(names, Math.round(count * 0.17)) } };
}

function around(h: number, across: number, shape: Layout['shape']): number[] {
  const [r, c] = [Math.floor(h / across), h % across];
  const at = (row: number, col: number): number =>
    row < 0 || col < 0 || row >= across || col >= across ? -1 : row * across + col;
  if (shape === 'pointy') {
    const s = r % 2;
    return [at(r - 1, c + s), at(r, c + 1), at(r + 1, c + s), at(r + 1, c + s - 1), at(r, c - 1), at(r - 1, c + s - 1)];
  }
  const s = c % 2;
  return [at(r - 1, c), at(r + s - 1, c + 1), at(r + s, c + 1), at(r + 1, c), at(r + s, c - 1), at(r + s - 1, c - 1)];
}

function groundAt(x: number, y: number, h: number): string[] {
  const rnd = random(91, h);
  const shore = 0.78 + 0.05 * Math.sin(x * 9) + 0.02 * Math.sin(x * 31);
  if (y > shore + 0.03) return ['sea'];
  if (y > shore) return ['sand'];
  const wave = Math.sin(x * 17 + Math.sin(y * 13) * 2) * Math.sin(y * 15 + x * 5);
  if (wave > 0.82) return ['hill'];
  if (wave > 0.55) return ['woods'];
  if (wave < -0.85) return ['flooded'];
  if (wave < -0.72) return ['marsh'];
  const roll = rnd();
  if (roll < 0.03) return ['town'];
  if (roll < 0.04) return ['city'];
  if (roll < 0.06) return ['rough'];
  return [roll < 0.42 ? 'bocage' : 'field'];
}

function sidesOf(neighbours: readonly number[][]): Layout['sides'] {
  const sides: Record<string, [number, number][]> = { river: [], hedge: [], slope: [], bridge: [] };
  neighbours.forEach((row, h) => {
    const rnd = random(92, h);
    for (const d of [1, 2]) {
      const n = row[d];
      if (n < 0) continue;
      const roll = rnd();
      if (roll < 0.05) sides.hedge.push([h, n]);
      else if (roll < 0.07) sides.slope.push([h, n]);
      else if (roll < 0.075) sides.river.push([h, n]);
    }
  });
  sides.bridge.push(...sides.river.filter((_, i) => i % 9 === 0));
  return sides;
}

function pathsOf(neighbours: readonly number[][], across: number): Layout['paths'] {
  const walk = (start: number, turn: number, salt: number): number[] => {
    const rnd = random(93, start, salt);
    const path = [start];
    for (let h = start; path.length < across;) {
      h = neighbours[h][(turn + (rnd() < 0.3 ? 1 : 0)) % 6];
      if (h < 0) break;
      path.push(h);
    }
    return path;
  };
  const starts = Array.from({ length: Math.max(1, Math.floor(across / 12)) }, (_, i) => i * 12 * across);
  return {
    primary: starts.map((s) => walk(s, 1, 1)),
    secondary: starts.map((s) => walk(Math.floor(s / across) + 3, 2, 2)),
    trail: starts.map((s) => walk(s + Math.floor(across / 2), 2, 3)),
    rail: [walk(Math.floor(across / 5) * across, 1, 4)],
  };
}

const GLYPHS = ['infantry', 'tank', 'artillery', 'mechanized', 'recon', 'engineer', 'at', 'airborne', 'hq'];

function countersOf(names: readonly string[], count: number): Counter[] {
  return Array.from({ length: count }, (_, i) => {
    const rnd = random(94, i);
    const hex = names[Math.floor(rnd() * names.length)];
    const tone = ['blue', 'green', 'grey', 'hidden'][Math.floor(rnd() * 4)];
    const steps = 1 + Math.floor(rnd() * 3);
    return {
      kind: 'unit',
      id: String(i),
      hex,
      tone,
      name: `${1 + (i % 12)}/${i}`,
      glyph: GLYPHS[Math.floor(rnd() * GLYPHS.length)],
      left: String(1 + Math.floor(rnd() * 8)),
      left_small: rnd() < 0.3 ? '5' : undefined,
      symbol: ['circle', 'diamond', 'triangle'][Math.floor(rnd() * 3)],
      pips: steps,
      most_pips: 3,
      is_hidden: tone === 'hidden',
      badges: rnd() < 0.1 ? [{ kind: 'burst', text: 'Disrupted' }] : [],
    };
  });
}
