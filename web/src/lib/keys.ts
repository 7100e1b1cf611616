// The keyboard: letters for verbs, and the keys that always mean the same.

export type Command =
  | { do: 'undo' | 'redo' | 'dark' | 'log' | 'fit' | 'help' | 'search' | 'skip' | 'enter' | 'escape' | 'options' }
  | { do: 'sight' | 'range' | 'orders' | 'lens' | 'find' | 'walk' | 'advice' | 'rest' | 'unit' }
  | { do: 'turn'; by: 1 | -1 }
  | { do: 'zoom'; factor: number }
  | { do: 'pan'; dx: number; dy: number }
  | { do: 'step'; by: 1 | -1 }
  | { do: 'display'; at: number }
  | { do: 'verb'; verb: string };

interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

const FIXED: Record<string, Command> = {
  u: { do: 'undo' },
  r: { do: 'redo' },
  d: { do: 'dark' },
  l: { do: 'log' },
  f: { do: 'fit' },
  '?': { do: 'help' },
  '/': { do: 'search' },
  ' ': { do: 'skip' },
  Enter: { do: 'enter' },
  Escape: { do: 'escape' },
  '+': { do: 'zoom', factor: 1.25 },
  '=': { do: 'zoom', factor: 1.25 },
  '-': { do: 'zoom', factor: 0.8 },
  ArrowLeft: { do: 'pan', dx: 80, dy: 0 },
  ArrowRight: { do: 'pan', dx: -80, dy: 0 },
  ArrowUp: { do: 'pan', dx: 0, dy: 80 },
  ArrowDown: { do: 'pan', dx: 0, dy: -80 },
  ',': { do: 'step', by: -1 },
  '.': { do: 'step', by: 1 },
  o: { do: 'options' },
  '[': { do: 'turn', by: -1 },
  ']': { do: 'turn', by: 1 },
  x: { do: 'range' },
  k: { do: 'sight' },
  g: { do: 'orders' },
  i: { do: 'lens' },
  j: { do: 'find' },
  Home: { do: 'walk' },
  y: { do: 'unit' },
  h: { do: 'advice' },
};

const FLIP = 'v'; // what turns counters over has the same letter everywhere
export const DONE = 'e'; // and so has what ends a phase or a part of it
const BESIDE_DONE = ['w', 's', 'z']; // no verb has a key beside it: a finger that slips ends nothing

const RESERVED = new Set([...Object.keys(FIXED), FLIP, DONE, ...BESIDE_DONE]);

export const KEY_LIST: readonly { keys: string[]; words: string }[] = [
  { keys: ['Tab', 'O'], words: 'go to the options; arrows go from one to the next' },
  { keys: ['Enter'], words: 'take the green button, where there is one' },
  { keys: ['E'], words: 'done: end the phase; where something would be lost, press it twice' },
  { keys: ['Shift E'], words: 'let the computer take the rest of this part of the turn' },
  { keys: ['Esc'], words: 'step back, close, return to the live board' },
  { keys: ['A', 'M', '…'], words: 'the letter beside an action' },
  { keys: ['[', ']'], words: 'turn the counter in question, Enter takes it; or drag it' },
  { keys: ['V'], words: 'turn the counter over; a double click does it too' },
  { keys: ['X'], words: 'how far it comes when turned over' },
  { keys: ['K'], words: 'line of sight from under the pointer; again ends it' },
  { keys: ['G'], words: 'order the formation under the pointer, again the next larger; or drag with Shift' },
  { keys: ['I'], words: 'look at the whole map for one thing, such as supply; again ends it' },
  { keys: ['Y'], words: 'the card of the unit under the pointer: what it can do, what befell it' },
  { keys: ['J'], words: 'find a unit or a place; all formations' },
  { keys: ['H'], words: 'what would you do? The computer says, from what your side knows' },
  { keys: ['U', 'R'], words: 'undo, redo' },
  { keys: ['←', '↑', '↓', '→'], words: 'move the map' },
  { keys: ['Home'], words: 'walk the map: arrows go from hex to hex, Enter acts' },
  { keys: ['PgDn', 'PgUp'], words: 'on that walk: the next place that is offered' },
  { keys: ['+', '−', 'F'], words: 'zoom in, zoom out, whole map' },
  { keys: ['1', '2', '…'], words: 'open a display beside the map' },
  { keys: [',', '.'], words: 'one step back or on in the replay' },
  { keys: ['Space'], words: 'skip what is playing; Esc skips to my move' },
  { keys: ['L'], words: 'more of the log, beside the question' },
  { keys: ['/'], words: 'search the rules' },
  { keys: ['D'], words: 'light or dark' },
  { keys: ['?'], words: 'this list' },
];

/** A letter for each verb: that of its role, or the first of its name, then of its label, that is still free. */
export function assignKeys(verbs: readonly { verb: string; label: string; role?: string }[]): Map<string, string> {
  const taken = new Set(RESERVED);
  const keys = new Map<string, string>();
  for (const [wanted, letter] of [
    ['flip', FLIP],
    ['done', DONE],
  ]) {
    const found = verbs.find(({ role }) => role === wanted);
    if (found) keys.set(found.verb, letter);
  }
  for (const { verb, label, role } of verbs) {
    if (role === 'back' || keys.has(verb)) continue;
    const letter = [...`${verb}${label}`.toLowerCase()].find((c) => c >= 'a' && c <= 'z' && !taken.has(c));
    if (!letter) continue;
    taken.add(letter);
    keys.set(verb, letter);
  }
  return keys;
}

/** What a key press means, given the letters of the verbs. */
export function readKey(press: KeyPress, verbKeys: ReadonlyMap<string, string>): Command | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (press.shiftKey && key === DONE) return { do: 'rest' };
  for (const [verb, letter] of verbKeys) if (letter === key) return { do: 'verb', verb };
  if (key >= '1' && key <= '9') return { do: 'display', at: Number(key) - 1 };
  return FIXED[key] ?? null;
}
