// The coach: which lesson of a course fits the moment. It reads what anybody sees.

import type { Course, GameEvent, Lesson, TableState } from '../wire';

export interface Moment {
  turn: number;
  verbs: ReadonlySet<string>;
  about: ReadonlySet<string>;
  step: number; // how many actions were taken
  events: readonly GameEvent[]; // since the last decision of the player
  isOver: boolean;
}

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

function fits(lesson: Lesson, moment: Moment): boolean {
  const holds = (wanted: readonly string[], has: (each: string) => boolean) => !wanted.length || wanted.some(has);
  return (
    (!lesson.is_first || moment.step === 0) &&
    (lesson.until_turn === null || moment.turn <= lesson.until_turn) &&
    holds(lesson.verbs, (verb) => moment.verbs.has(verb)) &&
    holds(lesson.about, (kind) => moment.about.has(kind)) &&
    holds(lesson.after, (kind) => moment.events.some((event) => event.kind === kind))
  );
}

/** What the coach says now; null where the course has nothing to say. */
export function advise(course: Course, moment: Moment): Lesson | null {
  if (moment.turn > course.last_turn || moment.isOver) return course.goodbye;
  return course.lessons.find((lesson) => fits(lesson, moment)) ?? null;
}
