// What glows on the board, and why.

import type { CounterGlow, HexGlow, Highlights, SpotGlow } from '../board';
import type { Decision, Layout, Marched, Preview, Ruling, Scene } from '../wire';
import type { Deed } from './deeds';
import type { Option } from './options';
import { percent } from './words';

export interface Lights {
  decision: Decision | null;
  options: readonly Option[];
  lit: Option | null;
  ruling: Ruling | null;
  hoverHex: string | null;
  scene?: Scene | null;
  hexes: readonly string[]; // of a log line
  counters: readonly string[];
  preview?: Preview | null; // of the option that is lit
  isTurning?: boolean; // the question is how a counter lies
  blocks?: readonly string[]; // hexes in a line of sight
  looked?: readonly string[]; // counters under the pointer
  marches?: readonly Marched[]; // where units would go that are ordered together
  deed?: Deed | null; // what is being told
}

type Arrow = NonNullable<Highlights['arrows']>[number];

const list = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');

/** The field of the plate in a hex, which shows strongly while the hex is looked at. */
function fieldAt(layout: Layout, hex: string | null): number | null {
  if (!hex) return null;
  const number = layout.names.indexOf(hex);
  const plate = layout.plates.find((each) => each.hex === number);
  return plate && plate.field >= 0 ? plate.field : null;
}

export function highlights(lights: Lights, layout: Layout): Highlights {
  const hexes = new Map<string, { kind: HexGlow; label?: string }>();
  const counters = new Map<string, CounterGlow>();
  const spots = new Map<string, SpotGlow>();
  const names = new Set(layout.names);
  const held = new Set((lights.scene?.counters ?? []).filter((c) => c.kind !== 'unit').map((c) => c.hex));
  const isSpot = new Set(layout.spots.map((spot) => `${spot.kind}:${spot.id}`));
  for (const { kind, arg, role } of lights.options) {
    if (arg === null) continue;
    if (kind === 'hex') hexes.set(arg, { kind: role === 'attack' || held.has(arg) ? 'target' : 'legal' });
    else if (isSpot.has(`${kind}:${arg}`)) spots.set(`${kind}:${arg}`, 'legal');
    else counters.set(`${kind}:${arg}`, 'legal');
  }
  aboutLights(lights, hexes, counters);
  for (const hex of lights.hexes) hexes.set(hex, { kind: 'focus' });
  for (const counter of lights.counters) counters.set(counter, 'joining');
  litLight(lights.lit, hexes, counters, spots, isSpot);
  for (const hex of lights.blocks ?? []) hexes.set(hex, { kind: 'cause' });
  for (const hex of lights.ruling?.hexes ?? []) if (names.has(hex)) hexes.set(hex, { kind: 'cause' });
  if (lights.lit?.role !== 'attack')
    for (const unit of lights.preview?.units ?? []) counters.set(`unit:${unit}`, 'joining');
  for (const unit of lights.ruling?.units ?? []) counters.set(`unit:${unit}`, 'cause');
  chanceLabels(lights.preview ?? null, names, hexes);
  for (const { end } of lights.marches ?? []) hexes.set(end, { kind: 'focus' });
  deedLights(lights.deed ?? null, names, hexes, counters);
  const { hexes: reach, way = [] } = lights.preview ?? {};
  const chosen = [...counters].filter(([, glow]) => glow === 'selected' || glow === 'joining').map(([key]) => key);
  return {
    hexes,
    counters,
    spots,
    reach,
    way,
    arrows: [...(way.length > 1 ? [] : arrows(lights, layout)), ...marching(lights.marches ?? [])],
    field: lights.deed?.field ?? fieldAt(layout, lights.hoverHex),
    looked: new Set([...chosen, ...(lights.looked ?? [])]),
  };
}

/** Results that begin with the name of a hex are also written there. */
function chanceLabels(
  preview: Preview | null,
  names: ReadonlySet<string>,
  hexes: Map<string, { kind: HexGlow; label?: string }>,
): void {
  for (const { words, chance } of preview?.results ?? []) {
    const hex = words.split(/[ ,]/, 1)[0];
    if (chance && names.has(hex)) hexes.set(hex, { kind: hexes.get(hex)?.kind ?? 'hover', label: percent(chance) });
  }
}

/** Arrows from the units in question to their target: the one that is attacked, or the hex that is lit. */
function arrows({ decision, lit, scene, preview, isTurning }: Lights, layout: Layout): Arrow[] {
  const about = decision?.about ?? {};
  const isAttack = typeof about.hex === 'string' && !isTurning;
  const goal = isAttack ? (about.hex as string) : lit?.kind === 'hex' ? lit.arg : null;
  if (!goal || !scene?.counters) return [];
  const joining = isAttack && lit?.kind === 'unit' && lit.arg !== null ? [lit.arg] : [];
  const taking = lit?.role === 'attack' ? (preview?.units ?? []) : [];
  const units = new Set([...list(about.unit), ...joining, ...taking]);
  const acting = scene.counters.filter((counter) => counter.kind === 'unit' && units.has(counter.id) && counter.hex);
  const isAimed = isAttack || lit?.role === 'attack';
  const isHeld = scene.counters.some(
    (other) => other.hex === goal && (other.kind !== 'unit' || (isAimed && !units.has(other.id))),
  );
  return [...new Set(acting.map((counter) => counter.hex!))]
    .filter((from) => from !== goal)
    .map((from) => ({
      from,
      to: goal,
      kind: isNear(layout, from, goal) ? (isHeld ? 'close' : 'move') : isHeld ? 'ranged' : 'move',
    }));
}

/** An arrow for every way that units would go together: through its hexes where they are known. */
function marching(marches: readonly Marched[]): Arrow[] {
  const ways = new Map(
    marches.map(({ start, end, way }) => [
      way.length > 2 ? way.join(' ') : `${start} ${end}`,
      { from: start, to: end, kind: 'move' as const, through: way.slice(1, -1) },
    ]),
  );
  return [...ways.values()];
}

function isNear(layout: Layout, a: string, b: string): boolean {
  return layout.neighbours[layout.names.indexOf(a)]?.includes(layout.names.indexOf(b)) ?? false;
}

/** What the question is about: the unit that acts, those that join, the hex that is the target. */
function aboutLights(
  { decision, isTurning }: Lights,
  hexes: Map<string, { kind: HexGlow }>,
  counters: Map<string, CounterGlow>,
): void {
  const about = decision?.about ?? {};
  const units = list(about.unit);
  const hasTarget = typeof about.hex === 'string' && !isTurning;
  units.forEach((unit, i) => counters.set(`unit:${unit}`, i === 0 && !hasTarget ? 'selected' : 'joining'));
  if (hasTarget) hexes.set(about.hex as string, { kind: 'target' });
  else if (typeof about.hex === 'string') hexes.set(about.hex, { kind: 'focus' });
}

/** Who acts in what is told, and upon whom. */
function deedLights(
  deed: Deed | null,
  names: ReadonlySet<string>,
  hexes: Map<string, { kind: HexGlow }>,
  counters: Map<string, CounterGlow>,
): void {
  for (const counter of deed?.counters ?? []) counters.set(counter, 'selected');
  for (const place of deed?.by ?? []) if (names.has(place)) hexes.set(place, { kind: 'focus' });
  for (const place of deed?.at ?? []) if (names.has(place)) hexes.set(place, { kind: 'target' });
}

function litLight(
  lit: Option | null,
  hexes: Map<string, { kind: HexGlow }>,
  counters: Map<string, CounterGlow>,
  spots: Map<string, SpotGlow>,
  isSpot: ReadonlySet<string>,
): void {
  if (!lit || lit.arg === null) return;
  if (lit.kind === 'hex') hexes.set(lit.arg, { kind: 'focus' });
  else if (isSpot.has(`${lit.kind}:${lit.arg}`)) spots.set(`${lit.kind}:${lit.arg}`, 'selected');
  else counters.set(`${lit.kind}:${lit.arg}`, 'selected');
}
