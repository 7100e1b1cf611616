// Displays beside the map: what in them is offered, and which of them a question is about.

import type { Counter, Decision, Display, DisplayBox, Scene } from '../wire';
import type { Option } from './options';

export const counterKey = ({ kind, id }: Pick<Counter, 'kind' | 'id'>): string => `${kind}:${id}`;
export const boxKey = ({ kind, id }: DisplayBox): string => (kind ? `${kind}:${id}` : '');

/** Everything that lies in a display, and its boxes. */
export const keysOf = (display: Display): string[] =>
  (display.boxes ?? []).flatMap((box) => [boxKey(box), ...(box.counters ?? [])]).filter(Boolean);

/** What the options are about that has no hex: boxes, and counters beside the map. */
function besideMap(scene: Scene, options: readonly Option[]): Set<string> {
  const onMap = new Set((scene.counters ?? []).filter((counter) => counter.hex).map(counterKey));
  const keys = options
    .filter(({ arg, kind }) => arg !== null && kind !== 'hex')
    .map(({ kind, arg }) => `${kind}:${arg}`);
  return new Set(keys.filter((key) => !onMap.has(key)));
}

/** The display in which something is offered; the first of several. */
export function askedDisplay(scene: Scene | null, options: readonly Option[]): string | null {
  if (!scene?.displays?.length || !options.length) return null;
  const wanted = besideMap(scene, options);
  return scene.displays.find((display) => keysOf(display).some((key) => wanted.has(key)))?.id ?? null;
}

/** The things that a question is about, as `kind:id`. */
export function aboutKeys(decision: Decision | null): string[] {
  return Object.entries(decision?.about ?? {}).flatMap(([kind, value]) =>
    [value].flat().map((each) => `${kind}:${String(each)}`),
  );
}

/** Whether a display still matters to a question: what it is about lies in it. */
export function isAboutDisplay(scene: Scene | null, id: string, decision: Decision | null): boolean {
  const display = scene?.displays?.find((each) => each.id === id);
  if (!display) return false;
  const keys = new Set(keysOf(display));
  return aboutKeys(decision).some((key) => keys.has(key));
}

/** Whether a click on a counter may mean: this one instead of the one that the question is about. */
export function isInstead(decision: Decision, counter: Counter): boolean {
  const isOne = [decision.about[counter.kind]].flat().length === 1; // several were put together one after the other
  return counter.kind in decision.about && isOne && !aboutKeys(decision).includes(counterKey(counter));
}
