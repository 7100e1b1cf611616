// What the server sends and takes. The Python side of it: beachhead/display (layout, scene) and beachhead/server.

// ---- the sheet: never changes ----

export interface Label {
  text: string;
  x: number;
  y: number;
  style: string; // village, sea, draw, beach, exit, line
  angle: number;
}

export interface Spot {
  kind: string;
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  label: string;
  is_plain: boolean;
}

export interface Plate {
  hex: number;
  text: string;
  colour: string;
  ref: string;
  is_strong: boolean;
  points: number;
  field: number;
  arrows: number[];
}

export type Dot = [hex: number, level: number];

export interface Field {
  name: string;
  colour: string;
  dots: Dot[];
}

export interface Colour {
  letter: string;
  value: string;
  dash: number[];
  place: number;
}

export interface Tone {
  face: string;
  edge: string;
  band: string;
  ink: string;
}

export interface Layout {
  game: string;
  title: string;
  shape: 'pointy' | 'flat';
  names: string[];
  centres: [number, number][];
  terrain: string[][];
  neighbours: number[][];
  sides: Record<string, [number, number][]>;
  paths: Record<string, number[][]>;
  areas: Record<string, number[]>;
  labels: Label[];
  spots: Spot[];
  plates: Plate[];
  fields: Field[];
  colours: Record<string, Colour>;
  tones: Record<string, Tone>;
  first_look: Record<string, number[]>;
  directions?: string[]; // what the game calls the directions, in the order of `neighbours`
  front?: number; // how many hexsides a counter with a facing looks through
}

// ---- the scene: what lies on the table ----

export interface Badge {
  kind: string;
  text: string;
}

export interface Counter {
  kind: string;
  id: string;
  hex?: string;
  spot?: string;
  tone: string;
  name: string;
  glyph?: string;
  left?: string;
  left_small?: string;
  symbol?: string;
  is_hollow?: boolean;
  pips?: number;
  most_pips?: number;
  chips?: string[];
  is_hidden?: boolean;
  hint?: string;
  colour?: string;
  corner?: string;
  badges?: Badge[];
  is_faded?: boolean;
  is_tilted?: boolean;
  under?: Counter | null;
  words?: string;
  layer?: number;
  facing?: string; // one of `Layout.directions`
  reach?: number; // how many hexes away it hits something
}

export interface Mark {
  kind: string;
  hex: string;
  text?: string;
  tone?: string;
}

export interface Chip {
  text: string;
  icon?: string;
  words?: string;
}

export interface TrackCell {
  label: string;
  small?: string;
  chips?: Chip[];
  band?: string;
  height?: number;
}

export interface Card {
  kind: string;
  title: string;
  symbol?: string;
  rows?: string[][];
  words?: string;
}

export interface Tally {
  label: string;
  value: string;
  words?: string;
}

export interface Slots {
  label: string;
  filled: number;
  total: number;
  tone?: string;
  items?: string[];
  words?: string;
}

export interface Panel {
  id: string;
  title: string;
  small?: string;
  state?: string; // past, now, todo, or empty
  cards?: Card[];
  tallies?: Tally[];
  slots?: Slots[];
  lines?: string[];
  counters?: Counter[];
}

/** A box of a display. Its counters are named `kind:id` and found among those of the scene. */
export interface DisplayBox {
  id: string;
  title: string;
  kind?: string; // what actions call it; without a kind nobody does
  small?: string;
  filled?: number;
  total?: number; // 0: any number
  needs?: Slots[];
  lines?: string[];
  state?: string; // past, now, todo, or empty
  counters?: string[];
  is_wide?: boolean;
  is_folded?: boolean; // only its title is shown, as long as nothing in it is offered
}

/** A sheet of boxes for planning. */
export interface Display {
  id: string;
  title: string;
  small?: string;
  boxes?: DisplayBox[];
}

export interface Scene {
  heading: string;
  clock?: string;
  note?: string;
  track?: TrackCell[];
  here?: number;
  counters?: Counter[];
  marks?: Mark[];
  panels?: Panel[];
  displays?: Display[];
  level?: string;
  scores?: Record<string, number>;
}

// ---- decisions, rulings, previews, events ----

export interface Verb {
  kind: string; // what its arguments are: '', 'hex', 'unit', 'box', 'number', 'word', ...
  label: string; // 'Move to {}', or 'Done'
  // back: it steps back from a question; confirm: it carries out what was put together; attack: it attacks a place;
  // turn: its words are directions to face; flip: it turns the counter over, perhaps to lie in a direction
  role: '' | 'back' | 'confirm' | 'attack' | 'turn' | 'flip';
  args: (string | null)[];
}

export interface Decision {
  side: string;
  prompt: string;
  rule: string;
  about: Record<string, string | string[]>;
  options: Record<string, Verb>;
}

export interface Ruling {
  rule: string;
  sentence: string;
  units: string[];
  hexes: string[];
}

export interface Modifier {
  rule: string;
  text: string;
  value: number;
}

export interface Preview {
  rule: string;
  figures: Record<string, string | number>;
  modifiers: Modifier[];
  results: Record<string, number>;
  hexes?: string[]; // those in reach then
  units?: string[]; // those that would take part
}

/** Whether one hex is seen from another, or hit by a unit in it. */
export interface Sight {
  rule: string;
  sentence: string;
  is_clear: boolean;
  hexes: string[]; // what is in the way
}

export type Sign = 'loss' | 'hit' | 'fire' | 'move' | 'card' | 'engineer' | 'flag' | 'star' | 'note';

/** Something that happened. Other keys hold its data with printed names: `unit`, `hex`, `units`, `card`, ... */
export interface GameEvent {
  number: number;
  step: number; // the action of the record that brought it about; 0 is the set-up
  kind: string;
  sign: Sign; // what it is about
  rule: string;
  text: string;
  card?: Card; // a picture of the card or the dice
  [key: string]: unknown;
}

export interface Outcome {
  winner: string | null;
  reason: string;
  rule: string;
  level: string;
  scores: Record<string, number>;
}

// ---- games ----

export interface ScenarioInfo {
  id: string;
  title: string;
  summary: string;
  turns: number;
  minutes: number;
  seats: string[];
}

export interface OptionInfo {
  id: string;
  title: string;
  rule: string;
  default: unknown;
  choices: unknown[];
  seats: string[]; // the sides that decide if it is on and changes them, else none
}

export interface GameInfo {
  id: string;
  title: string;
  summary: string;
  tags: string[];
  scenarios: ScenarioInfo[];
  options: OptionInfo[];
  players: string[]; // the computer players, best first
  has_layout: boolean;
  course: string; // the scenario of its guided game, or ''
  sample: string; // the title of its sample game, or ''
  has_sight?: boolean; // lines of sight can be asked for
}

// ---- guides ----

/** What a coach says when all its conditions hold; an empty one always does. */
export interface Lesson {
  id: string;
  title: string;
  text: string;
  look: string; // where to look
  rule: string;
  is_first: boolean; // nobody has acted yet
  until_turn: number | null;
  verbs: string[]; // one of these is offered
  about: string[]; // the question is about one of these kinds
  after: string[]; // one of these kinds of events has just happened
}

/** A guided game: the first turns of a scenario with lessons beside the board. */
export interface Course {
  scenario: string;
  seed: string;
  last_turn: number;
  minutes: number;
  lead: string;
  points: { icon: string; title: string; text: string }[];
  lessons: Lesson[];
  goodbye: Lesson;
}

/** What is said when a sample game has come to a step, until the next comment. */
export interface Comment {
  step: number;
  title: string;
  text: string;
  rule: string;
  hexes: string[];
}

export interface SampleInfo {
  scenario: string;
  title: string;
  lead: string;
  comments: Comment[];
}

export interface RuleText {
  id: string;
  title: string;
  text: string;
}

// ---- tables ----

export interface SeatInfo {
  side: string;
  player: string; // 'human' or the name of a computer player
  connected: boolean;
}

export type UndoPolicy = 'free' | 'ask' | 'off';

export interface NewTable {
  game: string;
  scenario?: string;
  options?: Record<string, unknown>;
  seats?: Record<string, string>;
  seed?: string;
  undo?: UndoPolicy;
}

export interface Created {
  id: string;
  tokens: Record<string, string>; // by seat
  spectator: string;
}

export interface TableState {
  id: string;
  game: string;
  scenario: string;
  options: Record<string, unknown>;
  seat: string | null; // null: a spectator
  seats: SeatInfo[];
  undo: UndoPolicy;
  seq: number; // how many entries the table's record has; send it back with the next action
  step: number; // how many actions the game has taken
  commitment: string;
  seed: string | null; // once the game is over
  deciding: string | null; // the side that is to decide; null when the game is over
  decision: Decision | null; // only for that side
  thinking: string | null; // the computer player that is thinking now
  scene: Scene | null;
  view: unknown;
  since: number; // the number of the first event below; later ones that are known from before were taken back
  events: GameEvent[]; // from event number `since` on
  can_undo: boolean;
  can_redo: boolean;
  undo_asked_by: string | null;
  waiting_for: string[]; // seats of an imported game whose people have not come back; nobody can act before
  outcome: Outcome | null;
}

export interface Refusal {
  error: string; // a word for programs: refused, conflict, not_your_turn, ...
  message: string;
  ruling: Ruling | null;
  state: TableState | null; // the fresh state, after a conflict
}

export interface ReplayStep {
  step: number;
  side: string;
  text: string;
  label: string;
  landmark: string;
}

/** A table's history: its steps, and the marks for the slider. */
export interface History {
  steps: ReplayStep[];
  landmarks: { name: string; step: number }[];
  first: number; // steps up to this one cannot be shown
}

export type LiveMessage =
  | { type: 'state'; state: TableState }
  | { type: 'seats'; seats: SeatInfo[] }
  | { type: 'thinking'; side: string; player: string; decisions: number }
  | { type: 'closed'; reason: string };
