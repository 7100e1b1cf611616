// How a counter lies: which facings a question offers, and which of them a drag or a key means.

import type { Counter, Decision, Layout, Scene } from '../wire';
import type { Option } from './options';

/** The counter that a question is about. */
interface Subject {
  kind: string;
  id: string;
  key: string; // 'kind:id'
  hex: string; // where it lies, or is to lie
  facing: string;
}

/** A choice of facing for the counter in question. */
export interface Turn {
  subject: Subject;
  isFlip: boolean; // it is turned over, and lies that way afterwards
  options: Map<string, Option>; // by direction
}

const DEAD = 0.3; // of a hex: nearer to its middle nothing is meant

/** The one counter that a question is about, if there is one and it has a place. */
export function subjectOf(decision: Decision | null, scene: Scene | null): Subject | null {
  for (const [kind, value] of Object.entries(decision?.about ?? {})) {
    const id = Array.isArray(value) ? (value.length === 1 ? value[0] : null) : value;
    const counter = find(scene, kind, id);
    if (typeof id !== 'string' || (!counter && kind !== 'unit')) continue;
    const place = decision?.about.hex;
    const hex = counter?.hex || (typeof place === 'string' ? place : '');
    if (hex) return { kind, id, key: `${kind}:${id}`, hex, facing: counter?.facing ?? '' };
  }
  return null;
}

function find(scene: Scene | null, kind: string, id: unknown): Counter | undefined {
  return scene?.counters?.find((counter) => counter.kind === kind && counter.id === id);
}

const isFacing = (layout: Layout | null, option: Option): boolean =>
  (option.role === 'turn' || option.role === 'flip') && (layout?.directions ?? []).includes(option.arg ?? '');

/** Whether an option is a facing, of the sort that drag and keys choose. */
export const isTurnOption = isFacing;

export function turnOf(layout: Layout | null, subject: Subject | null, options: readonly Option[]): Turn | null {
  const facings = options.filter((option) => isFacing(layout, option));
  if (!subject || !facings.length) return null;
  const verb = (facings.find((option) => option.role === 'turn') ?? facings[0]).verb;
  const chosen = facings.filter((option) => option.verb === verb);
  return {
    subject,
    isFlip: chosen[0].role === 'flip',
    options: new Map(chosen.map((option) => [option.arg ?? '', option])),
  };
}

/** Whether facings are chosen right away: nothing else on the board is asked for, or turning costs no other thought. */
export function isTurnFirst(turn: Turn | null, options: readonly Option[]): boolean {
  return turn !== null && (!turn.isFlip || !options.some((option) => option.isOnBoard));
}

/** The options that turn a counter over: the one in question, or one that is pointed at. */
export function flipOptions(
  options: readonly Option[],
  subject: Subject | null,
  pointed: { kind: string; id: string } | null,
): Option[] {
  const flips = options.filter((option) => option.role === 'flip');
  const named = flips.filter((option) => pointed && option.kind === pointed.kind && option.arg === pointed.id);
  if (named.length) return named;
  return subject ? flips.filter((option) => option.arg === null || option.kind === 'word') : [];
}

/** The next facing that is offered, clockwise or the other way; the present one means that nothing is turned. */
export function stepFacing(directions: readonly string[], turn: Turn, from: string | null, by: 1 | -1): string | null {
  const { subject, options } = turn;
  const start = directions.indexOf(from ?? subject.facing);
  for (let i = 1; i <= 6; i++) {
    const word = directions[(start + by * i + 12) % 6];
    if (options.has(word)) return word;
    if (word === subject.facing) return null;
  }
  return null;
}

/** The direction of a point, seen from the middle of a hex; `far` is the distance of two hexes. Null close to it. */
export function facingAt(layout: Layout, dx: number, dy: number, far: number): string | null {
  if (!layout.directions?.length || Math.hypot(dx, dy) < DEAD * far) return null;
  return layout.directions[sideAt(layout.shape, dx, dy)];
}

/** The hexside toward a point: 0 to 5 clockwise, from the top of a flat hex or the upper right of a pointy one. */
export function sideAt(shape: Layout['shape'], dx: number, dy: number): number {
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  return (Math.round((angle + (shape === 'flat' ? 90 : 60)) / 60) + 6) % 6;
}
