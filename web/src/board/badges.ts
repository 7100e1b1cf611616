// Markers on the corners of a counter.

import type { Counter } from '../wire';
import { SANS } from './fonts';
import type { Canvas2D } from './paint/brush';
import { star, starPath } from './signs';

/** `text` is what is written on it. */
type Draw = (g: Canvas2D, x: number, y: number, r: number, text: string) => void;
type Corner = 'state' | 'leader' | 'ground' | 'order';

function disc(g: Canvas2D, x: number, y: number, r: number, fill: string, edge: string): void {
  for (const [k, style] of [
    [1.1, edge],
    [0.9, fill],
  ] as const) {
    g.fillStyle = style;
    g.beginPath();
    g.arc(x, y, r * k, 0, 7);
    g.fill();
  }
}

function letters(g: Canvas2D, text: string, x: number, y: number, size: number, ink: string): void {
  g.fillStyle = ink;
  g.font = `700 ${size}px ${SANS}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillText(text, x, y + size * 0.06);
}

function chevrons(g: Canvas2D, x: number, y: number, r: number, count: number, ink: string): void {
  g.strokeStyle = ink;
  g.lineWidth = r * 0.26;
  g.lineCap = g.lineJoin = 'round';
  for (let i = 0; i < count; i++) {
    const down = count === 1 ? 0 : (i - 0.5) * r * 0.56;
    g.beginPath();
    g.moveTo(x - r * 0.44, y + r * 0.24 + down);
    g.lineTo(x, y - r * 0.24 + down);
    g.lineTo(x + r * 0.44, y + r * 0.24 + down);
    g.stroke();
  }
}

const burst: Draw = (g, x, y, r, text) => {
  for (const [fill, valley, peak] of [
    ['#1c1a10', 0.86, 1.16],
    ['#f5c518', 0.68, 0.95],
  ] as const) {
    g.fillStyle = fill;
    g.beginPath();
    for (let i = 0; i < 16; i++) {
      const a = (Math.PI / 8) * i;
      const k = r * (i % 2 ? valley : peak);
      g.lineTo(x + Math.cos(a) * k, y + Math.sin(a) * k);
    }
    g.closePath();
    g.fill();
  }
  letters(g, text, x, y, r * 1.25, '#1c1a10');
};
const tick: Draw = (g, x, y, r) => {
  disc(g, x, y, r, '#3b4046', '#f2f4f5');
  g.strokeStyle = '#fff';
  g.lineWidth = r * 0.26;
  g.lineCap = g.lineJoin = 'round';
  g.beginPath();
  g.moveTo(x - r * 0.42, y);
  g.lineTo(x - r * 0.1, y + r * 0.34);
  g.lineTo(x + r * 0.46, y - r * 0.36);
  g.stroke();
};
const fullStar: Draw = (g, x, y, r) => {
  disc(g, x, y, r, '#fff6d6', '#6b4c00');
  star(g, x, y + r * 0.03, r * 0.8, '#c98a00');
};
const hollowStar: Draw = (g, x, y, r) => {
  disc(g, x, y, r, '#fff6d6', '#6b4c00');
  starPath(g, x, y, r * 0.72);
  g.strokeStyle = '#a06e00';
  g.lineWidth = r * 0.18;
  g.stroke();
};
/** A parapet: an open bow. */
const trench: Draw = (g, x, y, r) => {
  disc(g, x, y, r, '#e9dcc0', '#5d4428');
  g.strokeStyle = '#5d4428';
  g.lineWidth = r * 0.3;
  g.lineCap = 'butt';
  g.beginPath();
  g.arc(x, y + r * 0.32, r * 0.56, Math.PI, 0);
  g.stroke();
};
/** A plate with the number of an order. */
const order: Draw = (g, x, y, r, text) => {
  const wide = r * (text.length > 2 ? 1.35 : 1.05);
  g.fillStyle = '#fffdf2';
  g.strokeStyle = '#20304a';
  g.lineWidth = r * 0.2;
  g.beginPath();
  g.roundRect(x - wide, y - r * 0.85, wide * 2, r * 1.7, r * 0.3);
  g.fill();
  g.stroke();
  letters(g, text, x, y, r * 1.3, '#20304a');
};
const note: Draw = (g, x, y, r) => {
  disc(g, x, y, r, '#fdf6e0', '#3b4046');
  letters(g, 'i', x, y, r * 1.4, '#2d2a22');
};

/** A red disc with 5+ in it. */
export const five: Draw = (g, x, y, r) => {
  disc(g, x, y, r, '#c8202f', '#fff');
  letters(g, '5+', x, y, r * 1.3, '#fff');
};

const BADGES: Record<string, [Corner, Draw]> = {
  burst: ['state', burst],
  tick: ['state', tick],
  star: ['leader', fullStar],
  'hollow-star': ['leader', hollowStar],
  chevron: [
    'ground',
    (g, x, y, r) => {
      disc(g, x, y, r, '#f3ead6', '#5d4428');
      chevrons(g, x, y, r, 1, '#5d4428');
    },
  ],
  chevrons: [
    'ground',
    (g, x, y, r) => {
      disc(g, x, y, r, '#5d4428', '#f3ead6');
      chevrons(g, x, y, r, 2, '#fff6e0');
    },
  ],
  trench: ['ground', trench],
  order: ['order', order],
  note: ['ground', note],
};

/** Fixed places: state at the top right, orders below it, leaders at the top left, the ground on the lower edge. */
export function drawBadges(g: Canvas2D, counter: Counter, x: number, y: number, size: number): void {
  const r = size * 0.17;
  const h = size / 2;
  const taken = { state: 0, leader: 0, ground: 0, order: 0 };
  const right = size * (counter.left_small ? 0.3 : 0.06);
  for (const badge of counter.badges ?? []) {
    const [corner, draw] = BADGES[badge.kind] ?? ['ground', note];
    const n = taken[corner]++;
    const at = {
      state: [x + h - size * 0.03, y - h + size * 0.04 + n * r * 2],
      order: [x + h - size * 0.01, y + size * 0.15 + n * r * 2],
      leader: [x - h + size * 0.04, y - h + size * 0.04 + n * r * 2],
      ground: [x + right + n * r * 2.1 * (counter.left_small ? -1 : 1), y + h - size * 0.02],
    }[corner];
    draw(g, at[0], at[1], r, badge.label || badge.text.slice(0, 1));
  }
}
