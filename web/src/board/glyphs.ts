// Unit types as NATO symbols, drawn in a frame of 54 x 32 around (0, 0).

import { SANS } from './fonts';
import type { Canvas2D } from './paint/brush';
import { star } from './signs';

const [W, H] = [54, 32];
const [X, Y] = [-W / 2, -H / 2];

interface Ink {
  line: string;
  fill: string;
}

type Strokes = (g: Canvas2D, ink: Ink) => void;

function path(g: Canvas2D, ...points: [number, number][]): void {
  g.beginPath();
  points.forEach(([x, y], i) => (i ? g.lineTo(x, y) : g.moveTo(x, y)));
  g.stroke();
}

function word(g: Canvas2D, text: string, ink: string, size = 14, y = 0): void {
  g.fillStyle = ink;
  g.font = `700 ${size}px ${SANS}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillText(text, 0, y + 0.8);
}

const cross: Strokes = (g) => {
  path(g, [X, Y], [X + W, Y + H]);
  path(g, [X + W, Y], [X, Y + H]);
};
const slash: Strokes = (g) => path(g, [X, Y + H], [X + W, Y]);
const oval: Strokes = (g) => {
  g.beginPath();
  g.ellipse(0, 0, 18, 9.5, 0, 0, 7);
  g.stroke();
};
const ball =
  (r: number): Strokes =>
  (g, ink) => {
    g.fillStyle = ink.line;
    g.beginPath();
    g.arc(0, 0, r, 0, 7);
    g.fill();
  };
const dome: Strokes = (g) => {
  g.beginPath();
  g.moveTo(X, Y + H);
  g.bezierCurveTo(X + 8, Y - 4, X + W - 8, Y - 4, X + W, Y + H);
  g.stroke();
};
const arrow: Strokes = (g) => {
  g.lineWidth = 4.5;
  path(g, [0, Y + 5], [0, Y + H - 5]);
  g.lineWidth = 3;
  path(g, [-7, Y + 12], [0, Y + 4], [7, Y + 12]);
};
const wave: Strokes = (g) => {
  g.beginPath();
  g.moveTo(X + 8, Y + H - 6);
  g.quadraticCurveTo(-8, Y + H - 12, 0, Y + H - 6);
  g.quadraticCurveTo(8, Y + H, X + W - 8, Y + H - 6);
  g.stroke();
};
const chevron: Strokes = (g) => path(g, [X, Y + H], [0, Y + 2], [X + W, Y + H]);
const tab =
  (text: string): Strokes =>
  (g, ink) => {
    g.fillStyle = ink.line;
    g.fillRect(-15, Y + H - 12, 30, 12);
    word(g, text, ink.fill, 12, Y + H - 6);
  };
const bridge: Strokes = (g) => path(g, [-15, 8], [-15, -5], [15, -5], [15, 8]);
const engineers: Strokes = (g) => {
  bridge(g, { line: '', fill: '' });
  path(g, [0, -5], [0, 4]);
};
const wings: Strokes = (g) => {
  g.beginPath();
  g.arc(-6, Y + H - 3, 6, Math.PI, 0);
  g.arc(6, Y + H - 3, 6, Math.PI, 0);
  g.stroke();
};
const bunker: Strokes = (g, ink) => {
  path(g, [X + 6, Y + H], [X + 12, Y + 8], [X + W - 12, Y + 8], [X + W - 6, Y + H]);
  g.fillStyle = ink.line;
  g.fillRect(-8, -4, 16, 5);
};
const rocket: Strokes = (g, ink) => {
  ball(4)(g, ink);
  path(g, [-8, -2], [0, -11], [8, -2]);
};
const mortar: Strokes = (g) => {
  g.beginPath();
  g.arc(0, 8, 4, 0, 7);
  g.stroke();
  path(g, [0, 4], [0, -11]);
  path(g, [-6, -5], [0, -11], [6, -5]);
};
const wheels: Strokes = (g) => {
  path(g, [X, Y + H - 9], [X + W, Y + H - 9]);
  for (const x of [-13, 0, 13]) {
    g.beginPath();
    g.arc(x, Y + H - 4.5, 3.2, 0, 7);
    g.stroke();
  }
};

const truck: Strokes = (g) => {
  path(g, [-20, 5], [20, 5], [20, -8], [-20, -8], [-20, 5]);
  for (const x of [-12, 12]) {
    g.beginPath();
    g.arc(x, 9, 3.4, 0, 7);
    g.stroke();
  }
};

/** What each type adds to its frame. */
const GLYPHS: Record<string, Strokes[]> = {
  infantry: [cross],
  heavy: [cross, arrow],
  'machine-gun': [cross, arrow],
  ranger: [cross, tab('RGR')],
  commando: [cross, tab('CDO')],
  airborne: [cross, wings],
  parachute: [cross, wings],
  glider: [cross, wings, tab('GL')],
  mechanized: [cross, oval],
  tank: [oval],
  armor: [oval],
  recon: [slash],
  cavalry: [slash],
  'armored-recon': [slash, oval],
  aa: [dome],
  'sp-aa': [dome, oval],
  artillery: [ball(6)],
  gun: [ball(6)],
  'sp-artillery': [oval, ball(4)],
  dukw: [ball(5), wave],
  at: [chevron],
  'anti-tank': [chevron],
  'sp-at': [chevron, oval],
  rocket: [rocket],
  mortar: [mortar],
  truck: [truck],
  engineer: [engineers],
  engineers: [engineers],
  bunker: [bunker],
  fort: [bunker],
  truck: [wheels],
};

/** Draw the symbol of a unit type; a type without one shows its first letters. */
export function drawGlyph(g: Canvas2D, type: string, line = '#14160c', fill = '#fbf9ee'): void {
  const ink = { line, fill };
  g.lineJoin = 'miter';
  g.lineCap = 'butt';
  g.lineWidth = 3;
  g.strokeStyle = line;
  g.fillStyle = fill;
  if (type === 'hq') return drawFlag(g, ink);
  if (type === 'general' || type === 'leader' || type === 'hero') {
    star(g, 0, 0, 23, line);
    return star(g, 0, 0, 18, '#f7d774');
  }
  g.beginPath();
  g.rect(X, Y, W, H);
  g.fill();
  g.stroke();
  const strokes = GLYPHS[type];
  g.save();
  g.beginPath();
  g.rect(X, Y, W, H);
  g.clip();
  if (strokes) for (const stroke of strokes) stroke(g, ink);
  else word(g, type.slice(0, 4).toUpperCase(), line, 17);
  g.restore();
}

function drawFlag(g: Canvas2D, { line }: Ink): void {
  path(g, [X + 6, Y - 4], [X + 6, Y + H + 6]);
  g.beginPath();
  g.rect(X + 6, Y - 4, W - 10, H - 8);
  g.fill();
  g.stroke();
  g.save();
  g.translate(2, 0);
  word(g, 'HQ', line, 19, Y + 8.4);
  g.restore();
}
