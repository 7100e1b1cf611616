// What would be lost by an option that was not asked for: such an option is armed by the first press and taken by the second.

import type { Decision, Ruling, Scene } from '../wire';
import type { Option } from './options';

const FEW = 3; // so many are named

/** What would be lost by an option; null where nothing is at stake. */
export function guardOf(decision: Decision | null, { verb, arg }: Option): Ruling | null {
  return decision?.guards.find((guard) => guard.verb === verb && guard.arg === arg)?.ruling ?? null;
}

/** What would be lost, with the names of those it would hit: `Who stays in the sea is lost: E/2/16 and 5 more`. */
export function lossWords({ sentence, units }: Ruling, scene: Scene | null): string {
  if (!units.length || units.every((unit) => sentence.includes(unit))) return sentence;
  const nameOf = (id: string) =>
    scene?.counters?.find((counter) => counter.kind === 'unit' && counter.id === id)?.name ?? id;
  const shown = units.slice(0, units.length > FEW + 1 ? FEW : FEW + 1).map(nameOf);
  const rest = units.length - shown.length;
  const last = rest ? `${rest} more` : shown.pop();
  return `${sentence}: ${shown.length ? `${shown.join(', ')} and ` : ''}${last}`;
}
