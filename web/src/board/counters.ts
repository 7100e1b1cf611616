// Counters. Every face is drawn in a box of 100 x 100, so one drawing serves all sizes.

import type { Colour, Counter, Layout } from '../wire';
import { drawBadges } from './badges';
import { drawOwnFacing } from './facings';
import { SANS } from './fonts';
import { drawGlyph } from './glyphs';
import type { Canvas2D } from './paint/brush';
import { PLAIN_COLOUR, PLAIN_TONE } from './palette';

/** How much of a counter is drawn: all of it, no words, a plate with its strength, a coloured block. */
export type Detail = 'full' | 'short' | 'plate' | 'block';

/** What can be read at this size in pixels. */
export function detailFor(size: number): Detail {
  if (size >= 33) return 'full';
  if (size >= 21) return 'short';
  return size >= 11 ? 'plate' : 'block';
}

type Palette = Pick<Layout, 'tones' | 'colours'>;
type Tone = Layout['tones'][string];

const ROOM = 82; // for the strength, of a hundred

const toneOf = (palette: Palette, tone: string): Tone => palette.tones[tone] ?? PLAIN_TONE;

/** Draw one counter with its upper left corner at (x, y), for panels. Badges reach a little beyond `size`. */
export function drawCounter(
  g: CanvasRenderingContext2D,
  counter: Counter,
  layout: Layout,
  x: number,
  y: number,
  size: number,
): void {
  drawFace(g, counter, layout, x + size / 2, y + size / 2, size, size >= 25 ? 'full' : 'short');
  drawOwnFacing(g, counter, layout, x + size / 2, y + size / 2, size);
}

/** Draw a counter with the marker under it and its badges, centred on (x, y). */
export function drawFace(
  g: Canvas2D,
  counter: Counter,
  palette: Palette,
  x: number,
  y: number,
  size: number,
  detail: Detail,
): void {
  if (detail === 'block' || detail === 'plate') return drawPlate(g, counter, palette, x, y, size, detail === 'plate');
  const { under } = counter;
  if (under && !under.is_hidden) {
    size *= 0.92;
    y -= size * 0.12;
    inBox(g, x, y + size * 0.26, size, 0, () => drawStrip(g, under, palette));
  } else if (under) {
    inBox(g, x + size * 0.11, y + size * 0.11, size, 0, () => drawNotched(g, toneOf(palette, under.tone)));
    x -= size * 0.03;
    y -= size * 0.03;
  }
  inBox(g, x, y, size, counter.is_tilted ? -0.1 : 0, () => {
    drawBody(g, toneOf(palette, counter.tone));
    if (counter.is_hidden) drawBack(g, counter, palette, detail);
    else drawFront(g, counter, palette, detail);
    drawState(g, counter);
  });
  drawBadges(g, counter, x, y, size);
}

function inBox(g: Canvas2D, x: number, y: number, size: number, turn: number, draw: () => void): void {
  g.save();
  g.translate(x, y);
  g.rotate(turn);
  g.scale(size / 100, size / 100);
  g.translate(-50, -50);
  draw();
  g.restore();
}

function panel(g: Canvas2D, x: number, y: number, w: number, h: number, r: number | number[], fill: string): void {
  g.fillStyle = fill;
  g.beginPath();
  g.roundRect(x, y, w, h, r);
  g.fill();
}

function write(g: Canvas2D, text: string, x: number, y: number, size: number, ink: string, most = 200): void {
  g.font = `700 ${size}px ${SANS}`;
  const k = Math.min(1, most / g.measureText(text).width);
  if (k < 1) g.font = `700 ${size * k}px ${SANS}`;
  g.fillStyle = ink;
  g.fillText(text, x, y);
}

function widthOf(g: Canvas2D, text: string, size: number): number {
  g.font = `700 ${size}px ${SANS}`;
  return g.measureText(text).width;
}

function drawBody(g: Canvas2D, tone: Tone): void {
  panel(g, 3, 5, 100, 100, 13, 'rgba(20,14,4,.20)');
  panel(g, 2, 3.5, 100, 100, 12, 'rgba(20,14,4,.34)');
  panel(g, 0, 0, 100, 100, 12, tone.edge);
  panel(g, 3, 3, 94, 94, 9.5, tone.face);
  panel(g, 3, 90, 94, 7, [0, 0, 9, 9], 'rgba(0,0,0,.10)');
}

function drawBand(g: Canvas2D, name: string, tone: Tone, colour: Colour | null, ink: string, detail: Detail): void {
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  if (detail === 'full') {
    panel(g, 3, 3, 94, 25, [9, 9, 0, 0], tone.band);
    panel(g, 3, 3, 94, 3.5, [9, 9, 0, 0], 'rgba(255,255,255,.18)');
    write(g, name, 50, 17, 23, ink, 88);
  }
  if (!colour) return;
  g.fillStyle = colour.value;
  if (detail === 'full') g.fillRect(3, 27, 94, 6);
  else panel(g, 3, 3, 94, 13, [9, 9, 0, 0], colour.value);
}

function drawFront(g: Canvas2D, counter: Counter, palette: Palette, detail: Detail): void {
  const tone = toneOf(palette, counter.tone);
  const isFull = detail === 'full';
  if (counter.corner) drawCorner(g, toneOf(palette, counter.corner).face);
  drawBand(g, counter.name, tone, colourOf(counter, palette), '#fffdf2', detail);
  if (counter.glyph) drawType(g, counter, isFull);
  drawStrength(g, counter, tone, isFull);
  const chips = counter.chips ?? [];
  chips.forEach((text, i) => drawChip(g, text, 94 - (chips.length - i) * 30, 69, '#1f2119', '#fff'));
  if (counter.symbol) drawSymbol(g, counter.symbol, 79, 80, isFull ? 13 : 14, counter.is_hollow ?? false);
  for (let i = 0; i < (counter.most_pips ?? 0); i++) drawPip(g, i, i < (counter.pips ?? 0));
}

function drawType(g: Canvas2D, counter: Counter, isFull: boolean): void {
  g.save();
  g.translate(50, isFull ? (counter.left || counter.chips?.length ? 47.5 : 60) : counter.colour ? 40 : 33);
  g.scale(isFull ? 0.96 : 1.2, isFull ? 0.86 : 1.1);
  drawGlyph(g, counter.glyph ?? '');
  g.restore();
}

function drawStrength(g: Canvas2D, { left, left_small: small }: Counter, tone: Tone, isFull: boolean): void {
  if (!left) return;
  g.textAlign = 'left';
  g.textBaseline = 'alphabetic';
  const [large, little] = isFull ? [41, 22] : [46, 26];
  const more = small && (/^\d/.test(small) ? '·' + small : small);
  const wide = widthOf(g, left, large) + (more ? 2 + widthOf(g, more, little) : 0);
  const k = Math.min(1, ROOM / wide);
  write(g, left, 9, 94.5, large * k, tone.ink);
  if (!more) return;
  const x = 9 + 2 * k + g.measureText(left).width;
  write(g, more, x, 94.5, little * Math.max(k, 0.9), tone.ink);
}

function drawCorner(g: Canvas2D, fill: string): void {
  g.fillStyle = fill;
  g.strokeStyle = 'rgba(20,14,4,.35)';
  g.lineWidth = 2;
  g.beginPath();
  g.moveTo(97, 54);
  g.lineTo(97, 88);
  g.quadraticCurveTo(97, 97, 88, 97);
  g.lineTo(54, 97);
  g.closePath();
  g.fill();
  g.beginPath();
  g.moveTo(97, 54);
  g.lineTo(54, 97);
  g.stroke();
}

function drawPip(g: Canvas2D, i: number, isLeft: boolean): void {
  g.beginPath();
  g.arc(12, 60 - i * 11, 4.2, 0, 7);
  g.fillStyle = isLeft ? '#fffdf2' : 'rgba(20,22,10,.25)';
  g.fill();
  g.strokeStyle = 'rgba(20,22,10,.75)';
  g.lineWidth = 1.6;
  g.stroke();
}

function drawChip(g: Canvas2D, text: string, x: number, y: number, fill: string, ink: string): void {
  panel(g, x, y, 28, 24, 4, fill);
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  write(g, text, x + 14, y + 13, 20, ink, 25);
}

/** The sign at the lower right: circle, diamond, triangle or square. */
function drawSymbol(g: Canvas2D, kind: string, x: number, y: number, r: number, isHollow: boolean): void {
  g.beginPath();
  if (kind === 'circle') g.arc(x, y, r * 0.95, 0, 7);
  else if (kind === 'square') g.rect(x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76);
  else if (kind === 'triangle')
    for (const [dx, dy] of [
      [0, -1],
      [1.12, 0.88],
      [-1.12, 0.88],
    ])
      g.lineTo(x + dx * r, y + dy * r);
  else
    for (const [dx, dy] of [
      [0, -1.14],
      [1.14, 0],
      [0, 1.14],
      [-1.14, 0],
    ])
      g.lineTo(x + dx * r, y + dy * r);
  g.closePath();
  g.fillStyle = isHollow ? '#ffffff' : '#14160c';
  g.fill();
  g.strokeStyle = isHollow ? '#20240f' : 'rgba(255,255,255,.55)';
  g.lineWidth = r * 0.18;
  g.lineJoin = 'round';
  g.stroke();
}

/** Face down: a hatched back with a question mark, its colour's letter and what is printed on it. */
function drawBack(g: Canvas2D, counter: Counter, palette: Palette, detail: Detail): void {
  const tone = toneOf(palette, counter.tone);
  const colour = colourOf(counter, palette);
  g.save();
  g.beginPath();
  g.roundRect(3, 3, 94, 94, 9.5);
  g.clip();
  g.strokeStyle = 'rgba(255,255,255,.10)';
  g.lineWidth = 6;
  g.beginPath();
  for (let i = -100; i < 120; i += 15) {
    g.moveTo(i, 100);
    g.lineTo(i + 100, 0);
  }
  g.stroke();
  g.restore();
  drawBand(g, counter.name, tone, colour, tone.ink, detail);
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  write(g, '?', 50, detail === 'full' ? 60 : 58, detail === 'full' ? 46 : 70, tone.ink);
  if (detail !== 'full') return;
  if (colour?.letter) {
    panel(g, 8, 71, 22, 22, 4, colour.value);
    write(g, colour.letter, 19, 83, 20, '#fff');
  }
  if (!counter.hint) return;
  g.textAlign = 'right';
  write(g, counter.hint, 92, 84, counter.hint.length > 3 ? 16 : 20, tone.ink, 58);
}

/** Yellowed when tilted, pale when done. */
function drawState(g: Canvas2D, counter: Counter): void {
  if (counter.is_faded) panel(g, 0, 0, 100, 100, 12, 'rgba(168,166,154,.46)');
  if (counter.is_tilted) panel(g, 3, 3, 94, 94, 9.5, 'rgba(245,197,24,.19)');
}

/** A marker under a unit that lies open: its strength and weapons on a strip below. */
function drawStrip(g: Canvas2D, under: Counter, palette: Palette): void {
  const tone = toneOf(palette, under.tone);
  drawBody(g, tone);
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  write(g, under.left ?? under.name, 9, 86.5, 25, tone.ink);
  const chips = under.chips ?? [];
  chips.forEach((text, i) => drawChip(g, text, 94 - (chips.length - i) * 30, 74, '#efefe6', '#1f2119'));
}

/** A marker under a unit that lies face down: a notched edge on two sides. */
function drawNotched(g: Canvas2D, tone: Tone): void {
  drawBody(g, tone);
  g.fillStyle = '#cfd2c6';
  for (let i = 0; i < 5; i++) {
    g.fillRect(13 + i * 17, 92, 9, 5);
    g.fillRect(92, 13 + i * 17, 5, 9);
  }
}

function colourOf(counter: Counter, palette: Palette): Colour | null {
  return counter.colour ? (palette.colours[counter.colour] ?? PLAIN_COLOUR) : null;
}

/** The counter from far away: its colours, and its strength if there is room. */
function drawPlate(
  g: Canvas2D,
  counter: Counter,
  palette: Palette,
  x: number,
  y: number,
  size: number,
  hasText: boolean,
): void {
  const tone = toneOf(palette, counter.tone);
  const colour = colourOf(counter, palette);
  inBox(g, x, y, size, 0, () => {
    panel(g, 5, 7, 100, 100, 14, 'rgba(20,14,4,.35)');
    panel(g, -5, -5, 110, 110, 15, 'rgba(255,253,240,.85)');
    panel(g, 0, 0, 100, 100, 12, tone.edge);
    panel(g, 7, 7, 86, 86, 6, tone.face);
    if (colour) panel(g, 7, 7, 86, hasText ? 24 : 34, [6, 6, 0, 0], colour.value);
    drawState(g, counter);
    if (!hasText) return;
    g.textAlign = 'center';
    g.textBaseline = 'middle';
    const text = counter.is_hidden ? '?' : (counter.left ?? '');
    write(g, text, 50, colour ? 65 : 55, colour ? 72 : 84, tone.ink);
    if (counter.badges?.some((b) => b.kind === 'burst')) panel(g, 62, -10, 48, 48, 24, '#f5c518');
  });
}
