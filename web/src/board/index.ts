// The board: draws a layout and a scene, and says what lies under the pointer. It knows no game.
//
// What each word of a layout and of a scene looks like is shown in docs/reference.md. Words that it does not know get a
// plain tint or line of their own; the battery of the games rejects them.

export { attachGestures, type Gestures } from './gestures';
export { drawCounter } from './counters';
export { STROKE } from './strokes';
export type { ArrowKind, CounterGlow, HexGlow, Highlights, Pick, Point, SightLine, SpotGlow, Turnable } from './types';
export { BoardView, type BoardOptions } from './view';
