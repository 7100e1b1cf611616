// What an event says beside its sentence: its kind in a few words, its picture, the names in it.

import type { Card, GameEvent } from '../wire';
import type { IconName } from './icons';
import { thingsIn } from './places';

export type Sign = GameEvent['sign'];

const ICONS: Record<Sign, IconName> = {
  loss: 'loss',
  hit: 'loss',
  fire: 'fire',
  move: 'move',
  sea: 'tide',
  card: 'card',
  engineer: 'engineer',
  flag: 'flag',
  star: 'star',
  note: 'note',
};

export const iconOf = (event: GameEvent): IconName => ICONS[event.sign] ?? 'note';
export const isMove = ({ sign }: GameEvent): boolean => sign === 'move' || sign === 'sea';
export const isLoss = (event: GameEvent): boolean => event.sign === 'loss';

/** The picture of the card or the dice, where the event has one. */
export const pictureOf = (event: GameEvent): Card | null => event.card ?? null;

export const isCard = (event: GameEvent): boolean => pictureOf(event) !== null || event.sign === 'card';

interface TextPart {
  text: string;
  bold: boolean;
}

/** A sentence with the names in it set apart. */
export function boldNames(event: GameEvent): TextPart[] {
  const names = [...new Set(thingsIn(event).map(({ id }) => id))].filter((name) => name && event.text.includes(name));
  if (!names.length) return [{ text: event.text, bold: false }];
  names.sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`);
  return event.text
    .split(pattern)
    .filter((text) => text !== '')
    .map((text) => ({ text, bold: names.includes(text) }));
}
