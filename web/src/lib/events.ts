// What an event says beside its sentence: the hexes and units it is about, its kind in a few words.

import type { Card, GameEvent, Scene, Sign } from '../wire';
import type { IconName } from './icons';

const OWN = new Set(['number', 'step', 'kind', 'rule', 'text', 'card', 'phase', 'item', 'picture', 'side', 'sign']);

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

const ICONS: Record<Sign, IconName> = {
  loss: 'loss',
  hit: 'loss',
  fire: 'fire',
  move: 'move',
  card: 'card',
  engineer: 'engineer',
  flag: 'flag',
  star: 'star',
  note: 'note',
};

export const iconOf = (event: GameEvent): IconName => ICONS[event.sign] ?? 'note';
export const isLoss = (event: GameEvent): boolean => event.sign === 'loss';

/** The picture of the card or the dice, where the event has one. */
export function pictureOf(event: GameEvent): Card | null {
  return typeof event.card === 'object' && event.card !== null ? event.card : null;
}

export const isCard = (event: GameEvent): boolean => pictureOf(event) !== null || event.sign === 'card';

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
