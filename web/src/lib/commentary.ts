// A comment on a step of a game, read off its events.

import type { GameEvent, ReplayStep } from '../wire';
import { isLoss } from './events';
import { sideName } from './words';

export interface Comment {
  title: string;
  lines: string[];
  rules: string[];
}

interface Reading {
  kinds: RegExp;
  say: (events: GameEvent[]) => string;
}

const plural = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

const unitsOf = (events: readonly GameEvent[]): string[] => [
  ...new Set(events.flatMap((event) => (typeof event.unit === 'string' ? [event.unit] : []))),
];

const listed = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

/** What is worth saying, the weightiest first. */
const READINGS: readonly Reading[] = [
  { kinds: /^(attack_read|assault)/, say: (found) => `The attack is read off the table: ${found.at(-1)?.text}.` },
  { kinds: /^barraged$/, say: (found) => `${found[0].text}.` },
  { kinds: /hero/, say: (found) => `${found[0].text}.` },
  {
    kinds: /^(unit_hit|artillery_hit)$/,
    say: (found) => {
      const whys = [...new Set(found.map((event) => String(event.why ?? '')).filter(Boolean))];
      return `Fire hits ${listed(unitsOf(found))}${whys.length ? ` (${whys.slice(0, 2).join('; ')})` : ''}.`;
    },
  },
  { kinds: /^drifted$/, say: (found) => `The current takes ${plural(found.length, 'boat')} off course.` },
  { kinds: /^delayed$/, say: (found) => `${listed(unitsOf(found))} must come later.` },
  { kinds: /^landed$/, say: (found) => `Ashore: ${listed(unitsOf(found))}.` },
  { kinds: /^event_card$/, say: (found) => `${found[0].text}.` },
  { kinds: /^(german_appeared|reinforced)$/, say: (found) => `Reinforcements: ${found[0].text}.` },
  { kinds: /^(moved|climbed)$/, say: (found) => `${listed(found.map((event) => event.text))}.` },
  { kinds: /^obstacles_cleared$/, say: (found) => `${found.at(-1)?.text}: a lane for the boats to come.` },
];

/** The comment on a step with these events. */
export function commentOn(step: ReplayStep | null, events: readonly GameEvent[]): Comment {
  const lines = READINGS.flatMap(({ kinds, say }) => {
    const found = events.filter((event) => kinds.test(event.kind));
    return found.length ? [say(found)] : [];
  });
  const lost = events.filter((event) => /step_lost|eliminated/.test(event.kind));
  if (lost.length)
    lines.push(`The price: ${plural(lost.length, 'loss').replace('losss', 'losses')} (${listed(unitsOf(lost))}).`);
  const rules = [
    ...new Set(events.filter((event) => isLoss(event) || event.why !== undefined).map((event) => event.rule)),
  ];
  const turn = events.find((event) => event.kind === 'turn_began');
  const title = turn?.text ?? (step?.label ? `${sideName(step.side)}: ${step.label}` : 'The set-up');
  return { title, lines: lines.slice(0, 5), rules: rules.slice(0, 4) };
}
