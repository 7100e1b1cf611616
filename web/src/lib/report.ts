// After the game: the figures the server works out, made ready for charts and files.

import type { Report, Scene, TurnFigures } from '../wire';
import { labelOf, sideName } from './words';

export type Losses = TurnFigures['losses']; // steps by the tone of the counters

export const sum = (losses: Losses): number => Object.values(losses).reduce((a, b) => a + b, 0);

/** The keys that occur in any of several records, in order of appearance. */
export function keysOf(records: readonly Record<string, number>[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

/** Names of tones: sides by their names, others as the table calls them where it has boxes for them, else in words. */
export function toneNames(scene: Scene | null, sides: readonly string[]): (tone: string) => string {
  const slots = (scene?.panels ?? []).flatMap((panel) => panel.slots ?? []);
  const known = new Map(slots.flatMap((slot) => (slot.tone ? [[slot.tone, slot.label]] : [])));
  for (const side of sides) known.set(side, sideName(side));
  return (tone) => known.get(tone) ?? labelOf(tone.replaceAll('-', ' '));
}

/** Losses at a spot on the screen: a circle as large as they are. */
export interface Spot {
  x: number;
  y: number;
  count: number;
}

export const radius = ({ count }: Spot): number => 9 + 5 * Math.sqrt(count);

/** Spots whose circles would overlap as one in their middle, the largest first. */
export function gathered(spots: readonly Spot[]): Spot[] {
  let left = [...spots].sort((a, b) => b.count - a.count);
  for (let i = 0; i < left.length; i++) {
    const one = left[i];
    const other = left.find(
      (each) => each !== one && Math.hypot(each.x - one.x, each.y - one.y) < radius(one) + radius(each),
    );
    if (!other) continue;
    const count = one.count + other.count;
    const between = (a: number, b: number): number => (a * one.count + b * other.count) / count;
    const both = { x: between(one.x, other.x), y: between(one.y, other.y), count };
    left = [both, ...left.filter((each) => each !== one && each !== other)];
    i = -1; // the larger circle may reach others
  }
  return left.sort((a, b) => b.count - a.count);
}

const SET_UP = 'Set-up'; // what the server calls the time before the first turn

/** How many turns were played. */
export const turnsOf = (report: Report): number => report.turns.filter(({ name }) => name !== SET_UP).length;

/** The number in a turn's name, or the whole name. */
export const shortName = (name: string): string => /\d+/.exec(name)?.[0] ?? name;

const cell = (value: string | number): string => {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The figures by turn as comma-separated values. */
export function reportCsv(report: Report): string {
  const scores = keysOf(report.turns.map((turn) => turn.scores));
  const tones = keysOf(report.turns.map((turn) => turn.losses));
  const head = ['turn', 'step', ...scores.map((key) => `score ${key}`), ...tones.map((key) => `steps lost ${key}`)];
  const rows = report.turns.map((turn) => [
    turn.name,
    turn.step,
    ...scores.map((key) => turn.scores[key] ?? 0),
    ...tones.map((key) => turn.losses[key] ?? 0),
  ]);
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\n') + '\n';
}

/** Round values for an axis that reaches `most`: at most five steps. */
export function axis(least: number, most: number): number[] {
  const span = Math.max(1, most - least);
  const unit = 10 ** Math.floor(Math.log10(span));
  const step = [0.2, 0.5, 1, 2, 5, 10].map((part) => Math.max(1, part * unit)).find((each) => span / each <= 5) ?? span;
  const first = Math.floor(least / step) * step;
  const values: number[] = [];
  for (let value = first; value < most + step; value += step) values.push(value);
  return values;
}

/** Each value with all before it. */
export function running(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}
