// The coach: what to say at each moment of the first two turns of Easy Fox. It reads what anybody sees.

import type { GameEvent, TableState } from '../wire';

export interface Advice {
  id: string;
  title: string;
  text: string;
  look?: string; // where to look
  rule?: string;
}

interface Lesson extends Advice {
  fits: (moment: Moment) => boolean;
}

export interface Moment {
  turn: number;
  verbs: ReadonlySet<string>;
  about: ReadonlySet<string>;
  step: number; // how many actions were taken
  events: readonly GameEvent[]; // since the last decision of the player
  isOver: boolean;
}

export const LAST_TURN = 2;

const has = (moment: Moment, ...kinds: string[]): boolean => moment.events.some((event) => kinds.includes(event.kind));

const LESSONS: readonly Lesson[] = [
  {
    id: 'goal',
    title: 'Ten points by ten o’clock',
    text: 'You land the 1st Division. After turn 16 you need 10 victory points: 1 or 2 for each strong point (WN) you control, 1 for each position inland, 5 for each draw that leads off the beach. Eight infantry units worn down, and you have lost. What glows is yours to choose: a unit with a white ring, or a place on the map.',
    look: 'The boxes of the loss track, and the turn track with the tide.',
    rule: 'EF.3',
    fits: ({ step }) => step === 0,
  },
  {
    id: 'attack',
    title: 'An attack is built up',
    text: 'Choose who attacks. The figures show your strength and weapons against what may be behind the hidden counter. Weapons matter as much as strength. Point at a unit before you add it: the chances change.',
    look: 'The chance bar in the panel.',
    rule: '8.3',
    fits: ({ verbs }) => verbs.has('resolve') || verbs.has('join'),
  },
  {
    id: 'unit',
    title: 'One unit, one action',
    text: 'Hexes that glow are where this unit may go; red frames are what it may fire at. Hexes with many dots lie under many guns: try the ones with few, close under the shingle. Back lets you think again, it costs nothing.',
    look: 'Rest the pointer on a German position to light up its field of fire.',
    rule: '7.3',
    fits: ({ about, verbs }) =>
      about.has('unit') && (verbs.has('move') || verbs.has('barrage') || verbs.has('preserve')),
  },
  {
    id: 'place',
    title: 'Choose a landing box',
    text: 'This unit comes with the next boats. The boxes in the sea that glow are open to it. It will land on the sand straight ahead of its box, unless the current takes it east.',
    look: 'The preview says under whose fire that hex lies.',
    rule: '5.3',
    fits: ({ verbs }) => verbs.has('place'),
  },
  {
    id: 'clear',
    title: 'Engineers',
    text: 'Obstacles stand along the mid-tide line. Where your units are near, engineers may clear a few hexes each turn, and only while the tide leaves them dry. Cleared lanes save landing craft later.',
    look: 'Steel stars along the beach; cleared lanes show green tape.',
    rule: '10.1',
    fits: ({ verbs }) => verbs.has('clear'),
  },
  {
    id: 'hit-choice',
    title: 'Who is hit?',
    text: 'The German fire could take either of these units. You say which. A unit that still has many steps bears a loss best.',
    look: 'The pips on the left edge of a counter are its steps.',
    rule: '6.31',
    fits: ({ verbs }) => verbs.has('hit'),
  },
  {
    id: 'first-turn',
    title: 'You command the 1st Division',
    text: 'Two units may act in each turn. Choose one with a white ring, then say what it does: move up the beach, or barrage a strong point that it can reach. A disrupted strong point does not fire next turn.',
    look: 'White rings: units that can act. Grey hatched counters: Germans you have not seen yet.',
    rule: '7.2',
    fits: ({ turn, verbs }) => turn <= 1 && verbs.has('paid'),
  },
  {
    id: 'after-fire',
    title: 'Why was it hit?',
    text: 'A fire card was drawn. It names colours: every position of such a colour fires at the hexes where it has dots. Full dots hit anybody; half dots hit units that show the symbol of the card. Read the lines in the log, and rest the pointer on one to see it on the map.',
    look: 'III Fire in the tray below the map shows the card.',
    rule: '6.3',
    fits: (moment) =>
      has(moment, 'unit_hit', 'step_lost', 'nobody_hit') && (moment.verbs.has('paid') || moment.verbs.has('free')),
  },
  {
    id: 'free',
    title: 'Free actions',
    text: 'Infantry on the beach may run for shelter without spending an action, and so may units with a leader. Do that for those under heavy fire, then spend your two actions where they count.',
    look: '“Free action” and “Spend an action on” in the panel: press one to see only its units.',
    rule: '7.1',
    fits: ({ verbs }) => verbs.has('free'),
  },
  {
    id: 'spend',
    title: 'Spend your actions',
    text: 'Bring units out of the water and up to the shingle, two steps at a time. An attack needs infantry next to a German position, and it needs the right weapons.',
    look: 'The turn track above: the tide will rise from turn 7 on.',
    rule: '7.2',
    fits: ({ verbs }) => verbs.has('paid'),
  },
  {
    id: 'end',
    title: 'End the phase',
    text: 'Nothing is left to do, or nothing you want to do. End the action phase: the next turn begins with the boats, then an event, then German fire.',
    look: 'Space skips what is playing; the menu sets its speed.',
    rule: '4.V',
    fits: ({ verbs }) => verbs.has('done'),
  },
];

export const GOODBYE: Advice = {
  id: 'goodbye',
  title: 'That is all you need',
  text: 'You know the turn now: boats, event, fire, engineers, your actions. Play on: Easy Fox lasts sixteen turns, and 10 victory points win it: strong points, positions inland, draws. Green numbers everywhere open the rule.',
  rule: 'EF.3',
};

export function readMoment(state: TableState, events: readonly GameEvent[]): Moment {
  const turn = Number(/\d+/.exec(state.scene?.heading ?? '')?.[0] ?? 1);
  return {
    turn,
    verbs: new Set(Object.keys(state.decision?.options ?? {})),
    about: new Set(Object.keys(state.decision?.about ?? {})),
    step: state.step,
    events,
    isOver: state.outcome !== null,
  };
}

/** What the coach says now; null while there is nothing to decide. */
export function advise(moment: Moment): Advice | null {
  if (moment.turn > LAST_TURN || moment.isOver) return GOODBYE;
  return LESSONS.find((lesson) => lesson.fits(moment)) ?? null;
}
