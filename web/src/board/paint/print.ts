// What is printed over the landscape: veil, grid, hex names, names of places, boxes, plates with their dots, the title.

import type { Colour, Label, Plate } from '../../wire';
import { R, W, grow, stepsOf, touches, traceHex, traceRing } from '../geometry';
import { SIZE, drawEmblem, emblemAt } from '../emblems';
import { SANS, SERIF } from '../fonts';
import { MAP, PLAIN_COLOUR, alpha, shade } from '../palette';
import { drawDot, dotPlace, star } from '../signs';
import type { Point } from '../types';
import type { Canvas2D, Job } from './brush';

/** Off-map land steps back, so that the sheet in play stands out. */
export function paintVeil({ g, land, box }: Job): void {
  g.beginPath();
  for (const h of land.near(box))
    if (h >= land.printed && !land.isSea(h)) traceHex(g, land.centres[h], land.corners, 1.005);
  g.fillStyle = 'rgba(233,223,196,.58)';
  g.fill();
}

export function paintGrid({ g, land, box, zoom }: Job): void {
  const hexes = land.near(box).filter((h) => h < land.printed);
  const isCountry = land.layout.scale === 'operational';
  for (const isSea of [true, false]) {
    g.beginPath();
    for (const h of hexes) if (land.isSea(h) === isSea) traceHex(g, land.centres[h], land.corners);
    g.strokeStyle = isSea ? MAP.gridSea : isCountry && zoom > FAR ? MAP.gridCountry : MAP.grid;
    g.lineWidth = Math.max(isCountry ? 1.2 : 1, 0.5 / zoom);
    g.stroke();
  }
  if (zoom < (isCountry ? 0.72 : 0.6)) return;
  g.font = `500 9.2px ${SANS}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  const up = land.layout.shape === 'pointy' ? R * 0.76 : R * 0.7;
  for (const h of hexes) {
    g.fillStyle = land.isSea(h) ? 'rgba(255,255,255,.3)' : MAP.number;
    g.fillText(land.layout.names[h], land.centres[h].x, land.centres[h].y - up);
  }
}

function halo(g: Canvas2D, text: string, x: number, y: number, fill: string, edge: string, width: number): void {
  g.lineJoin = 'round';
  g.strokeStyle = edge;
  g.lineWidth = width;
  g.strokeText(text, x, y);
  g.fillStyle = fill;
  g.fillText(text, x, y);
}

const FAR = 0.22; // from which zoom on the grid of an operational map is strong

/** Every so many hexes along a water line its name is written on it. */
const TIDE_EVERY = 10;

export function paintTideNames({ g, land, box, zoom }: Job): void {
  if (zoom < 0.55) return;
  const steps = stepsOf(land.layout.shape);
  g.font = `600 10.6px ${SANS}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  for (const line of ['low', 'mid', 'high']) {
    const hexes = [...(land.layout.areas[`tide-${line}`] ?? [])].sort((a, b) => land.centres[a].x - land.centres[b].x);
    for (let i = 3; i < hexes.length; i += TIDE_EVERY) {
      const [h, c] = [hexes[i], land.centres[hexes[i]]];
      if (!touches(grow(box, W), { x0: c.x, y0: c.y, x1: c.x, y1: c.y })) continue;
      const lower = steps.filter((_, d) => isBelow(land, land.neighbours[h][d], h));
      if (!lower.length) continue;
      const out = lower.reduce((sum, s) => ({ x: sum.x + s.x, y: sum.y + s.y }), { x: 0, y: 0 });
      const k = 0.46 / lower.length;
      halo(g, `${line} water`, c.x + out.x * k, c.y + out.y * k, '#2d5a63', 'rgba(232,218,178,.95)', 4.5);
    }
  }
}

function isBelow(land: Job['land'], hex: number, other: number): boolean {
  return hex >= 0 && (land.isSea(hex) || (land.tide[hex] > 0 && land.tide[hex] < land.tide[other]));
}

/** Letters grow a little against the map when it is seen from far away. */
const larger = (zoom: number, size: number, least: number, most: number): number =>
  Math.min(most, Math.max(1, least / (size * zoom)));

/** The words on the map, as large as the sheet says; those that have no room at this size of the map are left out. */
export function paintNames(job: Job): void {
  const wide = grow(job.box, 6 * W);
  for (const label of job.land.layout.labels) {
    const at = { x: label.x * W, y: label.y * W };
    if (!isWritten(label, job.zoom) || !touches(wide, { x0: at.x, y0: at.y, x1: at.x, y1: at.y })) continue;
    job.g.save();
    job.g.textAlign = 'center';
    job.g.textBaseline = 'middle';
    job.g.translate(at.x, at.y);
    paintLabel(job, label);
    job.g.restore();
  }
}

const isWritten = ({ since }: Label, zoom: number): boolean => since >= 0 && W * zoom >= since;

const FACES: Record<string, string> = {
  city: `600 1px ${SERIF}`,
  town: `600 1px ${SERIF}`,
  village: `600 1px ${SERIF}`,
  sea: `500 italic 1px ${SERIF}`,
  beach: `500 italic 1px ${SERIF}`,
  draw: `700 1px ${SANS}`,
  line: `600 1px ${SANS}`,
};
const RIM = 0.12; // around the letters, in their height

function paintLabel({ g, zoom, isNight }: Job, { text, style, angle, size, least, lean }: Label): void {
  const turn = (angle * Math.PI) / 180;
  if (style === 'exit') return paintExit(g, text, turn, zoom);
  const height = Math.max(size * W, least / zoom);
  const letters = style === 'draw' ? text.toUpperCase() : text;
  g.font = (FACES[style] ?? FACES.village).replace('1px', `${height}px`);
  const half = { x: g.measureText(letters).width / 2 + RIM * height, y: (0.5 + RIM) * height };
  g.translate(lean[0] * half.x, lean[1] * half.y);
  g.rotate(turn);
  if (style === 'draw') return paintSign(g, letters, half, height);
  if (style === 'line') return halo(g, letters, 0, 0, '#2d5a63', 'rgba(226,210,166,.95)', height * 0.42);
  if (style === 'beach' || style === 'sea')
    return halo(g, letters, 0, 0, '#f4fbf6', 'rgba(30,72,92,.6)', height * 0.17);
  halo(g, letters, 0, 0, '#2b1f0b', isNight ? 'rgba(214,206,182,.92)' : 'rgba(250,243,220,.92)', height * 0.27);
}

function paintSign(g: Canvas2D, text: string, half: Point, height: number): void {
  g.fillStyle = '#5d4428';
  g.beginPath();
  g.roundRect(-half.x, -half.y, 2 * half.x, 2 * half.y, height * 0.22);
  g.fill();
  g.fillStyle = '#f8efd6';
  g.fillText(text, 0, height * 0.04);
}

function paintExit(g: Canvas2D, text: string, turn: number, zoom: number): void {
  const k = larger(zoom, 15, 11, 1.5);
  g.scale(k, k);
  g.rotate(turn);
  g.fillStyle = '#2e2a22';
  g.strokeStyle = '#f6edd2';
  g.lineWidth = 1.6;
  g.beginPath();
  for (const [x, y] of [
    [0, -14],
    [13, -3],
    [13, 12],
    [-13, 12],
    [-13, -3],
  ])
    g.lineTo(x, y);
  g.closePath();
  g.fill();
  g.stroke();
  g.translate(0, 3);
  g.rotate(-turn);
  g.fillStyle = '#f6edd2';
  g.font = `700 15px ${SANS}`;
  g.fillText(text, 0, 0.5);
}

/** Boxes that hold counters, as panes on the water or the paper. */
export function paintSpots({ g, land, box, zoom }: Job): void {
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  for (const { spot, box: b, centre } of land.sheet.places) {
    if (!touches(grow(b, 20), box)) continue;
    g.fillStyle = spot.is_plain ? 'rgba(233,243,240,.08)' : 'rgba(233,243,240,.22)';
    g.strokeStyle = spot.is_plain ? 'rgba(244,250,246,.42)' : 'rgba(244,250,246,.88)';
    g.lineWidth = spot.is_plain ? 1 : 1.6;
    g.setLineDash(spot.is_plain ? [4, 3] : []);
    g.beginPath();
    g.roundRect(b.x0, b.y0, b.x1 - b.x0, b.y1 - b.y0, 6);
    g.fill();
    g.stroke();
    g.setLineDash([]);
    if (!spot.is_plain) paintCraft(g, centre);
    if (!spot.label) continue;
    const size = 12 * larger(zoom, 12, 9, 1.5);
    g.font = `700 ${size}px ${SANS}`;
    halo(g, spot.label, centre.x, b.y1 - size * 0.58, '#f4faf6', 'rgba(34,78,96,.6)', 2.4);
  }
}

/** A landing craft in outline. */
function paintCraft(g: Canvas2D, { x, y }: Point): void {
  g.strokeStyle = 'rgba(244,250,246,.34)';
  g.lineWidth = 1;
  g.beginPath();
  g.roundRect(x - 7.5, y - 12, 15, 19, [2, 2, 5, 5]);
  g.moveTo(x - 7.5, y - 8.5);
  g.lineTo(x + 7.5, y - 8.5);
  g.moveTo(x - 4, y - 5);
  g.lineTo(x - 4, y + 1);
  g.moveTo(x + 4, y - 5);
  g.lineTo(x + 4, y + 1);
  g.stroke();
}

/** Plates: a ring in a colour and a pattern, a tint, arrows, and a tag with its name. */
export function paintPlates(job: Job): void {
  const { g, land, box } = job;
  const wide = grow(box, 1.2 * W);
  const emblems = new Set<number>();
  for (const plate of land.layout.plates) {
    const at = land.centres[plate.hex];
    if (!at || !touches(wide, { x0: at.x, y0: at.y, x1: at.x, y1: at.y })) continue;
    const colour = land.layout.colours[plate.colour] ?? PLAIN_COLOUR;
    paintRing(job, plate, colour, at);
    for (const to of plate.arrows) if (land.centres[to]) paintArrow(g, colour, at, land.centres[to]);
    paintTag(job, plate, colour, emblems.has(plate.hex) ? { x: at.x + 1.06 * R, y: at.y } : at);
    emblems.add(plate.hex);
  }
}

function paintRing({ g, land }: Job, plate: Plate, colour: Colour, at: Point): void {
  const ring = (k: number): void => {
    g.beginPath();
    traceRing(g, at, land.corners, k);
  };
  ring(0.9);
  g.fillStyle = alpha(colour.value, plate.is_strong ? 0.23 : 0.17);
  g.fill();
  g.lineJoin = 'round';
  g.lineCap = 'butt';
  ring(0.88);
  g.strokeStyle = 'rgba(255,251,235,.88)';
  g.lineWidth = plate.is_strong ? 7 : 5;
  g.stroke();
  g.strokeStyle = colour.value;
  g.lineWidth = plate.is_strong ? 5 : 3;
  g.setLineDash([...colour.dash]);
  g.stroke();
  g.setLineDash([]);
  if (!plate.is_strong) return;
  ring(0.8);
  g.strokeStyle = shade(colour.value, 0.6);
  g.lineWidth = 1;
  g.stroke();
}

function paintArrow(g: Canvas2D, colour: Colour, from: Point, to: Point): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  g.save();
  g.translate(from.x + Math.cos(angle) * R * 0.74, from.y + Math.sin(angle) * R * 0.74);
  g.rotate(angle);
  g.fillStyle = shade(colour.value, 0.6);
  g.strokeStyle = '#fffbea';
  g.lineWidth = 1.2;
  g.beginPath();
  g.moveTo(7, 0);
  g.lineTo(-4, -6);
  g.lineTo(-4, 6);
  g.closePath();
  g.fill();
  g.stroke();
  g.restore();
}

function paintTag({ g, zoom }: Job, plate: Plate, colour: Colour, at: Point): void {
  const dark = shade(colour.value, 0.6);
  const size = plate.is_strong ? 12.5 : 14;
  if (colour.shape && !plate.text) {
    drawEmblem(g, colour.shape, emblemAt(at), larger(zoom, 2 * SIZE, 10, 2.2), colour.value, '');
    return;
  }
  g.save();
  g.textBaseline = 'middle';
  g.font = `700 ${size}px ${SANS}`;
  const words = plate.text ? g.measureText(plate.text).width + 8 : 0;
  const w = words + 13 + (plate.points ? 12 : 0);
  // a strong point's tag is no wider than the counter that will stand on it
  const k = plate.is_strong ? Math.min(1, 46 / w) : larger(zoom, size, 9.5, 1.5);
  g.translate(at.x, at.y + R * (plate.is_strong ? 0.42 : 0));
  g.scale(k, k);
  const isBare = !plate.text && !plate.points;
  g.fillStyle = '#fffaf0';
  g.strokeStyle = dark;
  g.lineWidth = 1.2;
  g.beginPath();
  g.roundRect(-w / 2, -8, w, 16, 3.5);
  g.fill();
  g.stroke();
  g.fillStyle = colour.value;
  g.beginPath();
  g.roundRect(-w / 2, -8, 13, 16, isBare ? 3.5 : [3.5, 0, 0, 3.5]);
  g.fill();
  g.fillStyle = '#fff';
  g.font = `700 11px ${SANS}`;
  g.textAlign = 'center';
  g.fillText(colour.letter, -w / 2 + 6.5, 0.7);
  if (plate.text) {
    g.fillStyle = '#1d170d';
    g.font = `700 ${size}px ${SANS}`;
    g.textAlign = 'left';
    g.fillText(plate.text, -w / 2 + 17, 0.8);
  }
  if (plate.points) star(g, w / 2 - 7.5, 0, 4.6, dark);
  g.restore();
}

/** All dots of all fields, small. Each colour keeps its own place in the hex. */
export function paintDots({ g, land, box, zoom }: Job): void {
  if (zoom < 0.42) return;
  const wide = grow(box, W);
  g.globalAlpha = 0.66;
  for (const field of land.layout.fields) {
    const colour = land.layout.colours[field.colour] ?? PLAIN_COLOUR;
    for (const [hex, level] of field.dots) {
      const c = land.centres[hex];
      if (!touches(wide, { x0: c.x, y0: c.y, x1: c.x, y1: c.y })) continue;
      const p = dotPlace(c, colour.place, 0.7);
      drawDot(g, p.x, p.y, level, colour, 0.72);
    }
  }
  g.globalAlpha = 1;
}

const WIDE = 40; // hexes across of a sheet whose title has its usual size

/** The game's name in a corner of open sea, if there is one. */
export function paintTitle(job: Job): void {
  const { g, land } = job;
  const { x0, x1, y0, y1 } = land.sheet.box;
  const k = Math.max(1, (x1 - x0) / (WIDE * W)); // letters that fit the sheet
  const [w, h, pad] = [7.6 * W * k, 1.7 * W * k, 0.55 * W * k];
  const corners: Point[] = [
    { x: x0 + pad, y: y1 - pad - h },
    { x: x1 - pad - w, y: y1 - pad - h },
    { x: x0 + pad, y: y0 + pad },
    { x: x1 - pad - w, y: y0 + pad },
  ];
  const isFree = ({ x, y }: Point): boolean => {
    const area = { x0: x, y0: y, x1: x + w, y1: y + h };
    const hexes = land.buckets.within(grow(area, R * 0.5));
    const used = land.sheet.places.some((p) => touches(p.box, area));
    return hexes.length > 4 && hexes.every((i) => land.isSea(i)) && !used;
  };
  const at = corners.find(isFree);
  if (!at) return;
  g.textAlign = 'left';
  g.textBaseline = 'alphabetic';
  g.fillStyle = MAP.title;
  g.font = `600 ${46 * k}px ${SERIF}`;
  const text = land.layout.title;
  g.font = `600 ${46 * k * Math.min(1, w / g.measureText(text).width)}px ${SERIF}`;
  g.fillText(text, at.x, at.y + h - 34 * k);
  g.strokeStyle = 'rgba(244,236,212,.55)';
  g.lineWidth = 1.2 * k;
  g.beginPath();
  g.moveTo(at.x, at.y + h - 16 * k);
  g.lineTo(at.x + g.measureText(text).width, at.y + h - 16 * k);
  g.stroke();
}
