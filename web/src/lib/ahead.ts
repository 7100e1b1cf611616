// Where several choices lead, put together as one question: what is free and what is paid for are seen at once.

import type { Decision, PlannedAction } from '../wire';

/** A choice of a decision, what it costs in a word, and what would be asked next. */
export interface Step {
  choice: PlannedAction;
  brief: string;
  decision: Decision;
}

/** Questions that are shown as one. `after` has for each option, by its id, the choice that comes before it. */
export interface Joined {
  decision: Decision;
  after: ReadonlyMap<string, PlannedAction>;
}

export const optionId = (verb: string, arg: string | null): string => (arg === null ? verb : `${verb} ${arg}`);

/** What several choices lead to; where they lead to the same place, the first of them does. */
export function joined(steps: readonly Step[]): Joined | null {
  if (!steps.length) return null;
  const after = new Map<string, PlannedAction>();
  const options: Decision['options'] = {};
  for (const { choice, brief, decision } of steps) {
    const reached = new Set(Object.values(options).flatMap(({ kind, args }) => args.map((arg) => `${kind} ${arg}`)));
    for (const [verb, offer] of Object.entries(decision.options)) {
      const known = options[verb];
      const fresh = offer.args.filter((arg) => !reached.has(`${offer.kind} ${arg}`));
      if (!fresh.length) continue;
      for (const arg of fresh) after.set(optionId(verb, arg), choice);
      if (known)
        options[verb] = { ...known, args: [...known.args, ...fresh], words: { ...offer.words, ...known.words } };
      else options[verb] = { ...offer, args: fresh, label: said(offer, brief) };
    }
  }
  const last = steps[steps.length - 1].decision;
  const guards = steps.flatMap(({ choice, decision }) =>
    decision.guards.filter(({ verb, arg }) => after.get(optionId(verb, arg)) === choice),
  );
  return { decision: { ...last, options, guards, default: steps.length > 1 ? null : last.default }, after };
}

function said({ label, role }: Decision['options'][string], brief: string): string {
  if (!brief || role === 'back') return label;
  return label.includes('{}') ? `${label} (${brief})` : `${label} {} (${brief})`;
}
