// What is said beside a game that is looked back at: written comments, or what its events tell.

import type { Comment, GameEvent, ReplayStep } from '../wire';
import { isLoss, type Sign } from './events';
import { sideName } from './words';

interface Reading {
  title: string;
  lines: string[];
  rules: string[];
}

const WORTH: readonly Sign[] = ['flag', 'star', 'fire', 'hit', 'loss', 'card', 'sea', 'move', 'engineer'];
const MOST_LINES = 5;
const MOST_RULES = 4;

/** The weightiest events of a step, in their order. */
export function readStep(step: ReplayStep | null, events: readonly GameEvent[]): Reading {
  const weight = (event: GameEvent) => WORTH.indexOf(event.sign);
  const told = events.filter((event) => weight(event) >= 0 && event.kind !== 'turn_began');
  const kept = new Set([...told].sort((a, b) => weight(a) - weight(b)).slice(0, MOST_LINES));
  const rules = events.filter((event) => isLoss(event) || 'why' in event.args).map((event) => event.rule);
  const turn = events.find((event) => event.kind === 'turn_began');
  return {
    title: turn?.text ?? (step?.label ? `${sideName(step.side)}: ${step.label}` : 'The set-up'),
    lines: told.filter((event) => kept.has(event)).map((event) => `${event.text}.`),
    rules: [...new Set(rules)].slice(0, MOST_RULES),
  };
}

/** The number of the comment that stands at a step, -1 before the first. */
export const commentAt = (comments: readonly Comment[], step: number): number =>
  comments.findLastIndex((comment) => comment.step <= step);
