// The board: draws a layout and a scene, and says what lies under the pointer. It knows no game.

export { attachGestures, type Gestures } from './gestures';
export { drawCounter } from './counters';
export type { ArrowKind, CounterGlow, HexGlow, Highlights, Pick, Point, SpotGlow } from './types';
export { BoardView, type BoardOptions } from './view';
