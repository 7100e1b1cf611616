// The coach: which lesson of a course fits the moment. It reads what anybody sees.

import type { Chapter, Course, GameEvent, Lesson, TableState } from '../wire';

export interface Moment {
  turn: number;
  verbs: ReadonlySet<string>;
  about: ReadonlySet<string>;
  events: readonly GameEvent[]; // since the last decision of the player
  isOver: boolean;
}

export function readMoment(state: TableState, events: readonly GameEvent[]): Moment {
  return {
    turn: (state.scene?.here ?? 0) + 1,
    verbs: new Set(Object.keys(state.decision?.options ?? {})),
    about: new Set(Object.keys(state.decision?.about ?? {})),
    events,
    isOver: state.outcome !== null,
  };
}

function fits(lesson: Lesson, moment: Moment): boolean {
  if (lesson.during.length || lesson.is_first) return false; // a page
  const holds = (wanted: readonly string[], has: (each: string) => boolean) => !wanted.length || wanted.some(has);
  return (
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

/** The page that explains an event while it is told, unless it has been read. */
export const pageOf = (chapter: Chapter, event: GameEvent, read: ReadonlySet<string>): Lesson | null =>
  chapter.lessons.find(({ id, during }) => during.includes(event.kind) && !read.has(id)) ?? null;

/**
 * What is to be read before the question: the goal of the game, then what explains events that were told without it.
 * Each is read once.
 */
export function nextPage(
  chapter: Chapter,
  moment: Moment,
  told: readonly GameEvent[],
  read: ReadonlySet<string>,
): Lesson | null {
  if (moment.turn > chapter.last_turn || moment.isOver) return null;
  const goal = chapter.lessons.find((lesson) => lesson.is_first && !read.has(lesson.id));
  return goal ?? told.flatMap((event) => pageOf(chapter, event, read) ?? [])[0] ?? null;
}
