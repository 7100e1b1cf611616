// The highlight language: what may be clicked, what is chosen, what is aimed at, what was the cause.

import type { Field } from '../wire';
import { SANS } from './fonts';
import { type Box, R, outlines, trace, traceRing } from './geometry';
import { HIGHLIGHT, PLAIN_COLOUR, alpha } from './palette';
import type { Canvas2D } from './paint/brush';
import type { Sheet } from './sheet';
import { dotPlace, drawDot } from './signs';
import type { CounterGlow, HexGlow, Point, SpotGlow } from './types';

/** A context in world units, and how large they are on the screen. */
export interface Pencil {
  g: Canvas2D;
  sheet: Sheet;
  /** CSS pixels per world unit. */
  zoom: number;
}

/** A line width in world units that stays visible from far away. */
const thick = ({ zoom }: Pencil, width: number): number => Math.max(width, (width * 0.55) / zoom);

const MANY = 40; // legal hexes

function traceAll({ g, sheet }: Pencil, hexes: readonly number[], k: number): void {
  g.beginPath();
  for (const h of hexes) traceRing(g, sheet.centres[h], sheet.grid.corners, k);
}

/** Hexes of one kind and one strength, drawn together. */
export function drawHexes(
  pencil: Pencil,
  kind: HexGlow,
  hexes: readonly { hex: number; label?: string }[],
  strength = 1,
): void {
  const list = hexes.map((h) => h.hex);
  if (!list.length) return;
  pencil.g.save();
  pencil.g.globalAlpha = strength;
  if (kind === 'legal' || kind === 'risky') {
    const isRange = list.length > MANY;
    if (isRange) drawRange(pencil, list);
    else drawLegal(pencil, list);
    for (const { hex, label } of hexes) {
      const text = label ?? (kind === 'risky' ? '!' : '');
      if (text || !isRange) drawDisc(pencil, hex, text);
      else drawSpeck(pencil, hex);
    }
  } else if (kind === 'illegal') drawIllegal(pencil, list);
  else if (kind === 'target') drawTargets(pencil, list);
  else if (kind === 'cause') drawCause(pencil, list);
  else drawOutline(pencil, list, kind === 'focus');
  if (kind === 'hover' || kind === 'focus') for (const { hex, label } of hexes) if (label) drawDisc(pencil, hex, label);
  pencil.g.restore();
}

function drawLegal(pencil: Pencil, hexes: readonly number[]): void {
  const { g } = pencil;
  traceAll(pencil, hexes, 0.95);
  g.fillStyle = alpha(HIGHLIGHT.legal, 0.27);
  g.fill();
  traceAll(pencil, hexes, 0.9);
  g.lineJoin = 'round';
  g.strokeStyle = 'rgba(255,255,255,.95)';
  g.lineWidth = thick(pencil, 4.4);
  g.stroke();
  g.strokeStyle = HIGHLIGHT.legal;
  g.lineWidth = thick(pencil, 2.7);
  g.stroke();
}

/** Too many legal hexes for a frame each: the map stays readable under a tint with one line around them all. */
function drawRange(pencil: Pencil, hexes: readonly number[]): void {
  const { g, sheet } = pencil;
  const inside = new Set(hexes);
  g.lineJoin = 'round';
  g.beginPath();
  for (const loop of outlines(inside, (h) => inside.has(h), sheet.centres, sheet.layout.neighbours, sheet.grid.corners))
    trace(g, loop, true);
  g.fillStyle = alpha(HIGHLIGHT.legal, 0.2);
  g.fill('evenodd');
  g.strokeStyle = 'rgba(255,255,255,.95)';
  g.lineWidth = thick(pencil, 7.5);
  g.stroke();
  g.strokeStyle = HIGHLIGHT.legal;
  g.lineWidth = thick(pencil, 4.6);
  g.stroke();
}

function drawSpeck({ g, sheet, zoom }: Pencil, hex: number): void {
  const { x, y } = sheet.centres[hex];
  g.fillStyle = HIGHLIGHT.legal;
  g.strokeStyle = 'rgba(255,255,255,.9)';
  g.lineWidth = 1.6;
  g.beginPath();
  g.arc(x, y, Math.max(3.6, 1.8 / zoom), 0, 7);
  g.fill();
  g.stroke();
}

/** The dot of a legal hex; with a sign or a few letters it says more about going there. */
function drawDisc({ g, sheet, zoom }: Pencil, hex: number, label: string): void {
  const { x, y } = sheet.centres[hex];
  if (label.length > 2 || label.endsWith('%')) return drawPill(g, label, x, y + R * 0.02, zoom);
  const r = Math.max(label ? 9 : 5, 2.6 / zoom);
  g.fillStyle = '#fff';
  g.beginPath();
  g.arc(x, y, r + 1.7, 0, 7);
  g.fill();
  g.fillStyle = HIGHLIGHT.legal;
  g.beginPath();
  g.arc(x, y, r, 0, 7);
  g.fill();
  if (label) write(g, label, x, y + 0.6, r * 1.6, '#fff');
}

function drawPill(g: Canvas2D, label: string, x: number, y: number, zoom: number): void {
  const size = Math.min(20, Math.max(13, 10 / zoom));
  g.font = `700 ${size}px ${SANS}`;
  const w = g.measureText(label).width + size * 0.9;
  g.fillStyle = HIGHLIGHT.legal;
  g.strokeStyle = '#fff';
  g.lineWidth = 1.6;
  g.beginPath();
  g.roundRect(x - w / 2, y - size * 0.7, w, size * 1.4, size * 0.7);
  g.fill();
  g.stroke();
  write(g, label, x, y + 0.8, size, '#fff');
}

function write(g: Canvas2D, text: string, x: number, y: number, size: number, ink: string): void {
  g.fillStyle = ink;
  g.font = `700 ${size}px ${SANS}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillText(text, x, y);
}

function drawIllegal(pencil: Pencil, hexes: readonly number[]): void {
  const { g, sheet } = pencil;
  g.save();
  traceAll(pencil, hexes, 0.93);
  g.clip();
  g.fillStyle = 'rgba(70,72,76,.30)';
  g.fill();
  g.strokeStyle = 'rgba(36,38,42,.5)';
  g.lineWidth = 2;
  g.beginPath();
  for (const h of hexes) {
    const { x, y } = sheet.centres[h];
    for (let i = -R * 2; i < R * 2; i += 8) {
      g.moveTo(x + i, y + R);
      g.lineTo(x + i + R, y - R);
    }
  }
  g.stroke();
  g.restore();
  for (const h of hexes) noEntry(g, sheet.centres[h], 8, HIGHLIGHT.illegal);
}

function noEntry(g: Canvas2D, { x, y }: Point, r: number, colour: string): void {
  g.fillStyle = '#fff';
  g.beginPath();
  g.arc(x, y, r * 1.38, 0, 7);
  g.fill();
  g.strokeStyle = colour;
  g.lineWidth = r * 0.4;
  g.beginPath();
  g.arc(x, y, r, 0, 7);
  g.moveTo(x - r * 0.68, y + r * 0.68);
  g.lineTo(x + r * 0.68, y - r * 0.68);
  g.stroke();
}

/** A red frame open at the corners, like a gun sight. */
function drawTargets(pencil: Pencil, hexes: readonly number[]): void {
  const { g, sheet } = pencil;
  const { corners } = sheet.grid;
  g.lineCap = 'butt';
  for (const [width, colour, k] of [
    [8, '#fff', 0.14],
    [4.6, HIGHLIGHT.target, 0.17],
  ] as const) {
    g.strokeStyle = colour;
    g.lineWidth = thick(pencil, width);
    g.beginPath();
    for (const h of hexes)
      for (let i = 0; i < 6; i++) {
        const c = sheet.centres[h];
        const [p, q] = [corners[i], corners[(i + 1) % 6]];
        const at = (t: number): [number, number] => [
          c.x + (p.x + (q.x - p.x) * t) * 0.94,
          c.y + (p.y + (q.y - p.y) * t) * 0.94,
        ];
        g.moveTo(...at(k));
        g.lineTo(...at(1 - k));
      }
    g.stroke();
  }
}

/** What stands in the way: an orange frame with a glow of its own. */
function drawCause(pencil: Pencil, hexes: readonly number[]): void {
  const { g } = pencil;
  traceAll(pencil, hexes, 0.93);
  g.fillStyle = alpha(HIGHLIGHT.cause, 0.16);
  g.fill();
  g.lineJoin = 'round';
  for (const [width, colour] of [
    [9, alpha(HIGHLIGHT.cause, 0.3)],
    [5.4, '#fff'],
    [3.4, HIGHLIGHT.cause],
  ] as const) {
    g.strokeStyle = colour;
    g.lineWidth = thick(pencil, width);
    g.setLineDash(width < 4 ? [9, 5] : []);
    g.stroke();
  }
  g.setLineDash([]);
}

/** The hex under the pointer, or the one that the keyboard is at. */
function drawOutline(pencil: Pencil, hexes: readonly number[], isFocus: boolean): void {
  const { g } = pencil;
  traceAll(pencil, hexes, 0.97);
  g.lineJoin = 'round';
  g.strokeStyle = 'rgba(20,16,8,.85)';
  g.lineWidth = thick(pencil, isFocus ? 6 : 3.8);
  g.stroke();
  g.strokeStyle = '#fff';
  g.lineWidth = thick(pencil, isFocus ? 3 : 1.9);
  g.setLineDash(isFocus ? [8, 4] : []);
  g.stroke();
  g.setLineDash([]);
}

function ring(pencil: Pencil, x: number, y: number, size: number, colour: string, width: number, dash: number[]): void {
  const { g } = pencil;
  const w = thick(pencil, width);
  const s = size + w + 3;
  const around = (): void => {
    g.beginPath();
    g.roundRect(x - s / 2, y - s / 2, s, s, s * 0.16);
    g.stroke();
  };
  g.setLineDash([]);
  g.strokeStyle = 'rgba(24,18,6,.8)';
  g.lineWidth = w + thick(pencil, 2.4);
  around();
  g.strokeStyle = colour;
  g.lineWidth = w;
  g.setLineDash(dash);
  around();
  g.setLineDash([]);
}

function glow({ g }: Pencil, x: number, y: number, size: number, colour: string, strength = 1): void {
  for (const [k, a] of [
    [20, 0.16],
    [14, 0.2],
    [9, 0.26],
  ]) {
    g.fillStyle = alpha(colour, a * strength);
    g.beginPath();
    g.roundRect(x - size / 2 - k, y - size / 2 - k, size + 2 * k, size + 2 * k, size * 0.16 + k);
    g.fill();
  }
}

/** The ring around a counter, drawn just below it. */
export function drawRing(
  pencil: Pencil,
  kind: CounterGlow,
  { x, y, size }: { x: number; y: number; size: number },
  strength = 1,
): void {
  pencil.g.save();
  pencil.g.globalAlpha = strength;
  if (kind === 'legal') {
    glow(pencil, x, y, size, HIGHLIGHT.unit, 0.7);
    ring(pencil, x, y, size, HIGHLIGHT.unit, 2.4, []);
  } else if (kind === 'joining') ring(pencil, x, y, size, HIGHLIGHT.selected, 3.2, [7, 4]);
  else if (kind === 'target') ring(pencil, x, y, size, HIGHLIGHT.target, 3.6, []);
  else {
    const colour = kind === 'selected' ? HIGHLIGHT.selected : HIGHLIGHT.cause;
    glow(pencil, x, y, size, colour);
    ring(pencil, x, y, size, colour, 3.6, kind === 'selected' ? [] : [9, 5]);
  }
  pencil.g.restore();
}

export function drawSpot(pencil: Pencil, kind: SpotGlow, key: string, strength = 1): void {
  const place = pencil.sheet.place(key);
  if (!place) return;
  const { g } = pencil;
  const { x0, y0, x1, y1 } = place.box;
  const colour = kind === 'legal' ? HIGHLIGHT.legal : kind === 'selected' ? HIGHLIGHT.selected : HIGHLIGHT.cause;
  g.save();
  g.globalAlpha = strength;
  g.beginPath();
  g.roundRect(x0 - 1, y0 - 1, x1 - x0 + 2, y1 - y0 + 2, 7);
  g.fillStyle = alpha(colour, kind === 'cause' ? 0.16 : 0.3);
  g.fill();
  g.strokeStyle = '#fff';
  g.lineWidth = thick(pencil, 4.6);
  g.stroke();
  g.strokeStyle = colour;
  g.lineWidth = thick(pencil, 2.8);
  g.setLineDash(kind === 'cause' ? [9, 5] : []);
  g.stroke();
  g.restore();
}

/** The hexes that a field commands, tinted in three strengths. */
export function drawField({ g, sheet, zoom }: Pencil, field: Field): void {
  const colour = sheet.layout.colours[field.colour] ?? PLAIN_COLOUR;
  for (let level = 1; level <= 3; level++) {
    g.beginPath();
    for (const [hex, at] of field.dots)
      if (at === level) traceRing(g, sheet.centres[hex], sheet.grid.corners, level > 1 ? 0.95 : 0.985);
    g.fillStyle = alpha(colour.value, [0, 0.13, 0.26, 0.44][level]);
    g.fill();
    if (level === 1) continue;
    g.strokeStyle = alpha(colour.value, level === 3 ? 0.88 : 0.56);
    g.lineWidth = Math.max(level === 3 ? 2.2 : 1.2, 0.9 / zoom);
    g.stroke();
  }
}

export function drawFieldDots({ g, sheet, zoom }: Pencil, field: Field, grown = 1): void {
  const colour = sheet.layout.colours[field.colour] ?? PLAIN_COLOUR;
  const size = Math.min(3, Math.max(1.7, 1.2 / zoom)) * grown;
  for (const [hex, level] of field.dots) {
    const p = dotPlace(sheet.centres[hex], colour.place, 0.68);
    drawDot(g, p.x, p.y, level, colour, size, true);
  }
}

/** Hexes and boxes where something happens: a wave that runs outward once. `t` goes from 0 to 1. */
export function drawPulse(pencil: Pencil, { hexes, boxes }: { hexes: number[]; boxes: Box[] }, t: number): void {
  const { g } = pencil;
  const colour = HIGHLIGHT.target;
  const part = 0.35 + 0.65 * Math.sqrt(t);
  g.save();
  g.globalAlpha = (1 - t) * 0.9;
  traceAll(pencil, hexes, part);
  for (const { x0, y0, x1, y1 } of boxes) {
    const [w, h] = [(x1 - x0) * part, (y1 - y0) * part];
    g.rect((x0 + x1 - w) / 2, (y0 + y1 - h) / 2, w, h);
  }
  g.fillStyle = alpha(colour, 0.34);
  g.fill();
  g.strokeStyle = '#fff';
  g.lineWidth = thick(pencil, 6 * (1 - t) + 1);
  g.stroke();
  g.strokeStyle = colour;
  g.lineWidth = thick(pencil, 4 * (1 - t) + 0.8);
  g.stroke();
  g.restore();
}
