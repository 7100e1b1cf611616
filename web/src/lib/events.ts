// What an event says beside its sentence: the hexes and units it is about, its kind in a few words.

import type { Card, GameEvent, Scene } from '../wire';
import type { IconName } from './icons';

const OWN = new Set(['number', 'step', 'kind', 'rule', 'text', 'card', 'phase', 'item', 'picture', 'side']);

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.flatMap(strings) : [];
}

/** The printed names in an event's data. */
export function namesIn(event: GameEvent): string[] {
  return Object.entries(event).flatMap(([key, value]) => (OWN.has(key) ? [] : strings(value)));
}

export function hexesIn(event: GameEvent, hexes: ReadonlySet<string>): string[] {
  return [...new Set(namesIn(event).filter((name) => hexes.has(name)))];
}

/** The counters, as `kind:id`, that an event names. */
export function countersIn(event: GameEvent, scene: Scene | null): string[] {
  const names = new Set(namesIn(event));
  return (scene?.counters ?? []).filter((counter) => names.has(counter.id)).map((c) => `${c.kind}:${c.id}`);
}

const CLASSES: [RegExp, IconName][] = [
  [/hero|inspired/, 'star'],
  [/step_lost|eliminat|killed|loss|captured|drown|unit_hit|artillery_hit|caught/, 'loss'],
  [/drawn|card|shuffl/, 'card'],
  [/clear|base|engineer|obstacle/, 'engineer'],
  [/fires|barrag|attack|assault|fire|silent/, 'fire'],
  [/mov|land|climb|drift|boxed|advance|left_map|withdrew|appeared|retreat|delayed/, 'move'],
  [/victory|captur|control/, 'flag'],
];

export function iconOf(kind: string): IconName {
  return CLASSES.find(([pattern]) => pattern.test(kind))?.[1] ?? 'note';
}

export const isLoss = (event: GameEvent): boolean => /step_lost|eliminat|killed|loss_counted|captured/.test(event.kind);
/** The picture of the card or the dice, where the event has one. */
export function pictureOf(event: GameEvent): Card | null {
  return typeof event.card === 'object' && event.card !== null ? event.card : null;
}

export const isCard = (event: GameEvent): boolean => pictureOf(event) !== null || iconOf(event.kind) === 'card';

export interface TextPart {
  text: string;
  bold: boolean;
}

const isName = (text: string): boolean => text.length > 1 && text.split(' ').length <= 2;

/** A sentence with the names in it set apart. */
export function boldNames(event: GameEvent): TextPart[] {
  const names = [...new Set(namesIn(event))].filter((name) => isName(name) && event.text.includes(name));
  if (!names.length) return [{ text: event.text, bold: false }];
  names.sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`);
  return event.text
    .split(pattern)
    .filter((text) => text !== '')
    .map((text) => ({ text, bold: names.includes(text) && /[A-Z0-9]/.test(text) }));
}
