// Lines of sight: from where to where a player is looking.

import type { Pick } from '../board';
import type { Counter, Decision, Scene } from '../wire';
import { matchPick, type Option } from './options';

export interface Look {
  from: string;
  to: string;
  unit: string | null; // the one that would fire
}

/** Where a line begins that the player holds. */
export interface Pin {
  hex: string;
  unit: string | null;
}

export interface Eyes {
  pin: Pin | null;
  looked: Pick | null; // what is under the pointer
  lit: Option | null;
  decision: Decision | null;
  options: readonly Option[];
  subject: { id: string; hex: string } | null;
  scene: Scene | null;
}

const canHit = (counter: Counter | null | undefined, least = 1): counter is Counter =>
  Boolean(counter?.hex && (counter.reach ?? 0) >= least);

/** The place of an option: its hex, or that of its counter. */
export function placeOf(scene: Scene | null, option: Option | null): string | null {
  if (!option?.arg) return null;
  if (option.kind === 'hex') return option.arg;
  return counterOf(scene, option.kind, option.arg)?.hex ?? null;
}

function counterOf(scene: Scene | null, kind: string, id: string): Counter | undefined {
  return scene?.counters?.find((counter) => counter.kind === kind && counter.id === id);
}

/** Where a line begins that is held from here on: the counter or hex under the pointer, what is lit, or in question. */
export function pinAt({ looked, lit, subject, scene }: Eyes): Pin | null {
  if (looked?.hex) {
    const counter = looked.counter ?? looked.stack.at(-1);
    return { hex: looked.hex, unit: canHit(counter) ? counter.id : null };
  }
  const hex = placeOf(scene, lit);
  if (hex) {
    const counter = lit && counterOf(scene, lit.kind, lit.arg ?? '');
    return { hex, unit: canHit(counter) ? counter.id : null };
  }
  return subject ? { hex: subject.hex, unit: subject.id } : null;
}

/** The line that is looked along: one that is held, from a unit to the target in question, or from the unit in question. */
export function lookOf(eyes: Eyes): Look | null {
  const { pin, looked, lit, decision, scene, subject } = eyes;
  if (pin) {
    const to = looked?.hex ?? placeOf(scene, lit);
    return to && to !== pin.hex ? { from: pin.hex, to, unit: pin.unit } : null;
  }
  const target = decision?.about.hex;
  if (typeof target === 'string') {
    const counter = looked?.counter ?? (lit && lit.arg ? counterOf(scene, lit.kind, lit.arg) : null);
    return canHit(counter) && counter.hex !== target ? { from: counter.hex!, to: target, unit: counter.id } : null;
  }
  if (!subject || !looked?.hex || looked.hex === subject.hex || !looked.stack.length) return null;
  const counter = scene?.counters?.find((each) => each.id === subject.id && each.hex === subject.hex);
  if (!canHit(counter, 2) || matchPick(eyes.options, looked).length) return null;
  return { from: subject.hex, to: looked.hex, unit: subject.id };
}
