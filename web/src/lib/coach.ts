// The coach: which lesson of a course fits the moment. It reads what anybody sees.

import type { Chapter, Course, GameEvent, Lesson, TableState } from '../wire';

export interface Moment {
  turn: number;
  verbs: ReadonlySet<string>;
  about: ReadonlySet<string>;
  step: number; // how many actions were taken
  events: readonly GameEvent[]; // since the last decision of the player
  isOver: boolean;
}

export function readMoment(state: TableState, events: readonly GameEvent[]): Moment {
  return {
    turn: (state.scene?.here ?? 0) + 1,
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

/** The chapter of a course that teaches a scenario. */
export const chapterOf = (course: Course | null, scenario: string | undefined): Chapter | null =>
  [course, ...(course?.chapters ?? [])].find((each) => each?.scenario === scenario) ?? null;

/** What the coach says now; null where the chapter has nothing to say. */
export function advise(chapter: Chapter, moment: Moment): Lesson | null {
  if (moment.turn > chapter.last_turn || moment.isOver) return chapter.goodbye;
  return chapter.lessons.find((lesson) => fits(lesson, moment)) ?? null;
}
