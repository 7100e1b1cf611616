// The board: draws a layout and a scene, and says what lies under the pointer. It knows no game.
//
// Words of a layout that it has a brush for (other words get a plain tint or line of their own):
//   ground  sea sand dune valley field bocage woods town city rough marsh flooded hill river river-wide canal bridge
//   sides   sheer-cliff scaleable-cliff bluff slope shingle seawall ditch wall hedge river stream canal bridge
//   paths   primary secondary road trail mined mined-trail rail river stream
//   areas   tide-low tide-mid tide-high (flooded as `scene.level` rises), obstacles, exit-*
//   labels  village beach sea draw exit line
// Words of a scene:
//   glyphs  see glyphs.ts; badges: see badges.ts
//   marks   lane pennant cloud cross burst five note

export { attachGestures, type Gestures } from './gestures';
export { drawCounter } from './counters';
export type { ArrowKind, CounterGlow, HexGlow, Highlights, Pick, Point, SightLine, SpotGlow, Turnable } from './types';
export { BoardView, type BoardOptions } from './view';
