// The options of a decision, as the screen shows and matches them.

import type { Pick } from '../board';
import type { Counter, Decision, PlannedAction, Ruling, Verb } from '../wire';

export interface Option {
  id: string; // 'move 0613', or 'done'
  verb: string;
  arg: string | null;
  kind: string;
  role: Verb['role'];
  label: string; // 'Move to 0613'
  word: string; // its argument as people read it, or ''
  isOnBoard: boolean;
  brief?: string; // what choosing it costs, where the same can be chosen otherwise
  after?: PlannedAction; // what is chosen before it, in one go
  isInstead?: boolean; // it is chosen in the place of the one in question
}

interface VerbGroup {
  verb: string;
  kind: string;
  title: string; // 'Move to one of 12 hexes'
  key: string; // the letter that calls it, or ''
  options: Option[];
}

/** What can be pointed at on the board. */
export interface Places {
  hexes: ReadonlySet<string>;
  counters: ReadonlySet<string>; // 'kind:id' of the counters that lie in a hex or a spot
  spots: ReadonlySet<string>; // 'kind:id'
}

/** Whether an option steps back from a question. */
export const isBack = (option: Option): boolean => option.role === 'back';

export function optionLabel(label: string, arg: string | null): string {
  if (label.includes('{}')) return label.replace('{}', arg ?? '');
  return arg === null ? label : `${label} ${arg}`;
}

/** A verb without its argument: `Attack {}` is `Attack`. */
export function verbTitle(label: string): string {
  const [before, after = ''] = label.split('{}').map((part) => part.trim());
  const title = before && after ? `${before} … ${after}` : before || after;
  const plain = title.replace(/:$/, '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function isPlaced(kind: string, arg: string | null, places: Places): boolean {
  if (arg === null) return false;
  if (kind === 'hex') return places.hexes.has(arg);
  return places.counters.has(`${kind}:${arg}`) || places.spots.has(`${kind}:${arg}`);
}

/** Every option of a decision, in its order. */
export function listOptions(decision: Decision | null, places: Places): Option[] {
  if (!decision) return [];
  return Object.entries(decision.options).flatMap(([verb, { kind, role, label, args, words, brief }]) =>
    args.map((arg) => {
      const word = arg === null ? null : (words?.[arg] ?? arg);
      return {
        id: arg === null ? verb : `${verb} ${arg}`,
        verb,
        arg,
        kind,
        role,
        label: optionLabel(label, word),
        word: word ?? '',
        isOnBoard: isPlaced(kind, arg, places),
        brief: brief ?? '',
      };
    }),
  );
}

/** What a verb does to one of several things, as a sentence: `Spend an action on one of 3 units`. */
export function groupTitle(label: string, noun: string, options: readonly Option[]): string {
  if (options.length === 1) return options[0].label;
  const things = /[sxz]$/.test(noun) ? `${noun}es` : `${noun}s`;
  const text = optionLabel(label, `one of ${options.length} ${things}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Several options of one verb that stand in a row behind its words. */
export interface ButtonRow {
  verb: string;
  title: string;
  options: Option[];
}

const ROW = 3; // so many options of a verb make a row, or two where there are many buttons
const MANY = 6;

/** Buttons of one verb as rows, short ones first; the few that are left stand alone. */
export function buttonRows(decision: Decision | null, buttons: readonly Option[]): [Option[], ButtonRow[]] {
  const rows: ButtonRow[] = [];
  for (const [verb, { label }] of Object.entries(decision?.options ?? {})) {
    const options = buttons.filter((option) => option.verb === verb);
    if (options.length >= (buttons.length > MANY ? 2 : ROW)) rows.push({ verb, title: verbTitle(label), options });
  }
  rows.sort((a, b) => a.options.length - b.options.length);
  return [buttons.filter((option) => !rows.some(({ verb }) => verb === option.verb)), rows];
}

export function groupOptions(
  decision: Decision | null,
  options: readonly Option[],
  keys: Map<string, string>,
): VerbGroup[] {
  if (!decision) return [];
  return Object.entries(decision.options).map(([verb, { kind, label, noun }]) => {
    const own = options.filter((option) => option.verb === verb);
    return { verb, kind, title: groupTitle(label, noun ?? kind, own), key: keys.get(verb) ?? '', options: own };
  });
}

/** The option that Enter takes when nothing is pointed at: the one that the game says may be taken without a look. */
export function primaryOption(decision: Decision | null, options: readonly Option[]): Option | null {
  const named = decision?.default;
  return (named && options.find(({ verb, arg }) => verb === named.verb && arg === named.arg)) ?? null;
}

export const backOption = (options: readonly Option[]): Option | null => options.find(isBack) ?? null;

/** The options that a click may mean. What is clicked itself comes before what lies with it in a stack. */
export function matchPick(options: readonly Option[], pick: Pick, verb: string | null = null): Option[] {
  const live = verb ? options.filter((option) => option.verb === verb) : options;
  const { counter, spot, hex, stack } = pick;
  const direct = live.filter(
    ({ kind, arg }) =>
      (counter && kind === counter.kind && arg === counter.id) ||
      (spot && kind === spot.kind && arg === spot.id) ||
      (hex && kind === 'hex' && arg === hex),
  );
  if (direct.length) return direct;
  return live.filter(({ kind, arg }) => stack.some((other) => other.kind === kind && other.id === arg));
}

/** Whether a stack is worth spreading out: not while a place is asked for that the spread counters might cover. */
export function isWorthFanning(options: readonly Option[], stack: readonly Counter[], hasTarget = false): boolean {
  if (stack.length < 2) return false;
  const isWanted = options.some(({ kind, arg }) => stack.some((each) => each.kind === kind && each.id === arg));
  // beside a target those who join it must not be covered either
  return isWanted || !options.some((option) => option.isOnBoard && (hasTarget || option.kind === 'hex'));
}

/** A verb that would be there but for a rule. */
export interface Closed {
  verb: string;
  title: string;
  ruling: Ruling;
  isButton: boolean; // its place is among the buttons: it carries out or ends something, and nothing else does so now
}

/** What is closed by a rule that can be told without pointing at anything; stepping back is none of it. */
export function closedOptions(decision: Decision | null): Closed[] {
  if (!decision) return [];
  const roles = new Set(Object.values(decision.options).map(({ role }) => role));
  return decision.closed.flatMap(({ verb, label, role, ruling }) => {
    const ends = role === 'confirm' || role === 'done';
    if (!ruling || role === 'back' || (ends && roles.has(role))) return [];
    return [{ verb, title: verbTitle(label), ruling, isButton: ends }];
  });
}

export interface Question {
  verb: string;
  arg: string;
}

/** What a click on something illegal probably tried, the likeliest first: what is offered to others before what is closed. */
export function whyGuesses(decision: Decision, pick: Pick, verb: string | null = null): Question[] {
  const all: [string, { kind: string }][] = [
    ...Object.entries(decision.options),
    ...decision.closed.map((each) => [each.verb, each] as [string, { kind: string }]),
  ];
  const verbs = all.filter(([name]) => verb === null || name === verb);
  const guesses: Question[] = [];
  const add = (kind: string, arg: string) => {
    for (const [name, { kind: wanted }] of verbs) if (wanted === kind) guesses.push({ verb: name, arg });
  };
  for (const counter of pick.counter ? [pick.counter] : pick.stack.slice(-1)) add(counter.kind, counter.id);
  if (pick.spot) add(pick.spot.kind, pick.spot.id);
  if (pick.hex) add('hex', pick.hex);
  if (pick.counter && !pick.counter.kind.startsWith('unit')) guesses.reverse();
  return guesses.slice(0, 6);
}

/** The option after or before another one, around the end. */
export function stepOption(options: readonly Option[], current: string | null, by: 1 | -1): Option | null {
  if (!options.length) return null;
  const at = options.findIndex((option) => option.id === current);
  if (at < 0) return by > 0 ? options[0] : options[options.length - 1];
  return options[(at + by + options.length) % options.length];
}
