// What is heard at a table: the sounds of what is told, as long as sound is wanted.

import type { GameEvent } from '../wire';
import type { Sign } from './events';
import { settings } from './settings.svelte';
import { Sounds, type Sound } from './sound';

export const sounds = new Sounds(() => settings.sound);

const OF_SIGN: Partial<Record<Sign, Sound>> = {
  fire: 'shot',
  hit: 'explosion',
  loss: 'explosion',
  sea: 'surf',
  card: 'dice',
};

/** The sound of an event, where it has one. */
export const soundOf = (event: GameEvent): Sound | null =>
  OF_SIGN[event.sign] ?? (event.card?.kind === 'dice' ? 'dice' : null);
