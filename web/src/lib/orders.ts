// Orders to many units: which formation is meant, and what a plan says.

import type { FormationInfo, MarchPlan } from '../wire';

/** The formations of a unit, the smallest first; of a headquarters first the one that it leads. */
export function formationsOf(all: readonly FormationInfo[], unit: string): FormationInfo[] {
  const rank = (each: FormationInfo): number => (each.leader === unit ? 0 : 1);
  return all
    .filter((each) => each.units.includes(unit))
    .sort((a, b) => rank(a) - rank(b) || a.units.length - b.units.length);
}

/** The next larger formation after one that is chosen; null after the largest. */
export function larger(all: readonly FormationInfo[], chosen: FormationInfo): FormationInfo | null {
  return all.find((each) => each.id === chosen.within && each.id !== chosen.id) ?? null;
}

/** A plan in a sentence. */
export function planWords({ ends, stays }: MarchPlan): string {
  const count = (n: number): string => (n === 1 ? '1 unit' : `${n} units`);
  if (!ends.length) return 'Nobody comes nearer to that hex.';
  const moved = `${count(ends.length)} would go`;
  return stays.length ? `${moved}, ${stays.length} would stay.` : `${moved}.`;
}
