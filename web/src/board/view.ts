// The board as the app sees it: two canvases, a camera, a scene and highlights. It repaints only what changed.

import type { Counter, Layout, Scene } from '../wire';
import { Camera } from './camera';
import { Fades } from './fades';
import { W } from './geometry';
import { loadFonts } from './fonts';
import type { Frame } from './ground';
import { Ground } from './ground';
import { MiniMap } from './mini';
import { Change, PULSE, clamp01, ease } from './motion';
import { Pieces, type Pulse } from './pieces';
import { Sheet } from './sheet';
import { SIZE, type Placed, type Stack, fanOf, stacksOf, topAt } from './stacks';
import { STROKE, type Stroke } from './strokes';
import type { Highlights, Pick, Point } from './types';

const GLIDE = 320; // milliseconds of a camera move
const FAR = 1400; // pixels: so far, a camera move takes twice as long
const ZOOM = 150;
const SETTLE = 140; // after the last zoom, tiles are painted at the exact scale
const FAN = 110;

export interface BoardOptions {
  night?: boolean;
  reducedMotion?: boolean;
}

interface Glide {
  from: { x: number; y: number; scale: number };
  to: { x: number; y: number; scale: number };
  /** A point of the world that stays under the pointer, with its place on the screen. */
  anchor: { world: Point; screen: Point } | null;
  start: number;
  length: number;
}

export class BoardView {
  /** Called when the camera moved, the scene is new or the mini-map's picture is. */
  onview: (() => void) | null = null;
  /** The same for others that follow the sheet. */
  readonly followers = new Set<() => void>();
  /** Whether motion becomes a cut. */
  readonly isCalm: boolean;
  private readonly sheet: Sheet;
  private readonly camera: Camera;
  private readonly sheetLayer: Ground;
  private readonly pieces: Pieces;
  private readonly mini: MiniMap;
  private readonly watcher: ResizeObserver;
  private ratio = 1;
  /** What to frame as soon as the canvas has a size. */
  private firstLook: string[] | null = null;
  private scene: Scene | null = null;
  private stacks: Stack[] = [];
  private highlights: Highlights = {};
  private readonly fades = new Fades();
  private fan: { stack: Stack; since: number } | null = null;
  private change: Change | null = null;
  private changeDone: (() => void) | null = null;
  private pulses: Pulse[] = [];
  private strokes: Stroke[] = [];
  private glide: Glide | null = null;
  private zoomedAt = -1e9;
  private lastScale = 0;
  private handle = 0;
  private timer = 0;
  private isGroundStale = true;
  private isOverlayStale = true;
  private isComplete = false;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly ground: HTMLCanvasElement,
    private readonly overlay: HTMLCanvasElement,
    readonly layout: Layout,
    options: BoardOptions = {},
  ) {
    this.isCalm = options.reducedMotion ?? false;
    this.sheet = new Sheet(layout);
    this.camera = new Camera(this.sheet.box);
    this.pieces = new Pieces(this.sheet);
    this.mini = new MiniMap(this.sheet);
    const look = { isNight: options.night ?? false, hasDots: true, level: '' };
    this.sheetLayer = new Ground(layout, this.sheet, look, (isOverview) => {
      this.invalidate(true, false);
      if (isOverview) this.onview?.();
    });
    void loadFonts(document.fonts).then(() => {
      this.pieces.clear();
      this.invalidate(false, true);
    });
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(ground);
    this.resize();
    this.fit();
  }

  /** Show a scene. Counters slide, flip, come and go; the promise is kept when they rest. */
  setScene(scene: Scene, options: { animate?: boolean; isAfloat?: boolean } = {}): Promise<void> {
    this.skip();
    const before = this.placed();
    const isFirst = !this.scene;
    this.scene = scene;
    this.stacks = stacksOf(this.sheet, scene.counters ?? []);
    this.fan = this.sameFan();
    this.sheetLayer.setLook({ level: scene.level ?? '' });
    this.invalidate(true, true);
    this.follow();
    if (!options.animate || this.isCalm || isFirst) return Promise.resolve();
    const change = new Change(before, this.placed(), performance.now(), options.isAfloat);
    if (change.end <= performance.now()) return Promise.resolve();
    this.change = change;
    return new Promise((done) => (this.changeDone = done));
  }

  setHighlights(highlights: Highlights): void {
    this.fades.light(highlights, this.isCalm ? -1e9 : performance.now());
    this.highlights = highlights;
    this.invalidate(false, true);
  }

  setNight(night: boolean): void {
    this.sheetLayer.setLook({ isNight: night });
    this.invalidate(true, false);
  }

  setDots(show: boolean): void {
    this.sheetLayer.setLook({ hasDots: show });
    this.invalidate(true, false);
  }

  /** End all that moves at once. */
  skip(): void {
    this.change = null;
    this.pulses = [];
    this.strokes = [];
    this.changeDone?.();
    this.changeDone = null;
    if (this.glide) this.moveTo(this.glide, 1);
    this.glide = null;
    this.invalidate(false, true);
  }

  /** Frame these hexes. */
  look(hexes: string[], options: { animate?: boolean } = {}): void {
    this.firstLook = this.camera.width <= 1 ? hexes : null;
    const points = hexes.flatMap((name) => this.sheet.middle(name) ?? []);
    if (points.length) this.glideTo(this.camera.framing(points), options.animate ?? false);
  }

  /** Move the sheet so that a hex or a box (`kind:id`) is in the middle, or as near to it as the edge lets it be. */
  centre(place: string): void {
    const at = this.sheet.middle(place);
    if (at) this.glideTo(this.camera.onPaper(at.x, at.y, this.camera.scale), true);
  }

  /** Move the sheet by CSS pixels from where it will come to rest, in a glide or at once. */
  shift({ x, y }: Point, isGliding: boolean): void {
    const { x: fromX, y: fromY, scale } = this.rest;
    this.glideTo(this.camera.onPaper(fromX - x / scale, fromY - y / scale, scale), isGliding);
  }

  /** Show the whole sheet. */
  fit(): void {
    const { x0, y0, x1, y1 } = this.sheet.box;
    this.glideTo({ x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale: this.camera.fitScale }, false);
  }

  /** Zoom about a point of the canvas, or its middle. */
  zoom(factor: number, at?: Point): void {
    const screen = at ?? { x: this.camera.width / 2, y: this.camera.height / 2 };
    const aim = this.camera.limit((this.glide?.anchor ? this.glide.to.scale : this.camera.scale) * factor);
    if (this.isCalm) return this.zoomNow(aim / this.camera.scale, screen);
    const { x, y, scale } = this.camera;
    this.glide = {
      from: { x, y, scale },
      to: { x, y, scale: aim },
      anchor: { world: this.camera.toWorld(screen.x, screen.y), screen },
      start: performance.now(),
      length: ZOOM,
    };
    this.invalidate(true, true);
  }

  /** Zoom about a point at once, as two fingers do. */
  zoomNow(factor: number, screen: Point): void {
    const world = this.camera.toWorld(screen.x, screen.y);
    this.glide = null;
    this.camera.scale = this.camera.limit(this.camera.scale * factor);
    this.hold(world, screen);
    this.moved();
  }

  /** Move the sheet by CSS pixels. */
  pan(dx: number, dy: number): void {
    this.glide = null;
    this.camera.x -= dx / this.camera.scale;
    this.camera.y -= dy / this.camera.scale;
    this.camera.settle();
    this.moved();
  }

  /** What lies at a point of the canvas, in CSS pixels. */
  pickAt(x: number, y: number): Pick {
    const p = this.camera.toWorld(x, y);
    const fanned = this.fan && this.pickFan(p);
    if (fanned) return fanned;
    const place = this.sheet.places.find(({ box }) => p.x >= box.x0 && p.x <= box.x1 && p.y >= box.y0 && p.y <= box.y1);
    const hex = place ? -1 : this.sheet.grid.pick(p.x, p.y);
    const stack = this.stacks.find((s) => (place ? s.place === place : hex >= 0 && s.hex === hex));
    return {
      hex: hex >= 0 ? this.layout.names[hex] : null,
      spot: place ? { kind: place.spot.kind, id: place.spot.id } : null,
      counter: stack ? (topAt(stack.members, p.x, p.y)?.counter ?? null) : null,
      stack: stack ? stack.members.map((m) => m.counter) : [],
    };
  }

  /** Lay the stack of a hex (or of a spot, by `kind:id`) side by side; null closes it. */
  fanAt(hex: string | null): void {
    const h = this.sheet.hex(hex);
    const place = hex ? this.sheet.place(hex) : undefined;
    const stack = this.stacks.find((s) => (h >= 0 ? s.hex === h : place && s.place === place));
    if ((stack ?? null) === (this.fan?.stack ?? null)) return;
    this.fan = stack && stack.members.length > 1 ? { stack, since: performance.now() } : null;
    this.invalidate(false, true);
  }

  /** Where the middle of a hex is on the canvas, in CSS pixels. */
  screenOf(place: string): Point {
    const at = this.sheet.middle(place);
    return at ? this.camera.toScreen(at) : { x: -1, y: -1 };
  }

  /** Where the middle of a hex or a box will be on the canvas once the sheet has come to rest. */
  restOf(place: string): Point {
    const at = this.sheet.middle(place);
    const { x, y, scale } = this.rest;
    const { width, height } = this.camera;
    return at ? { x: (at.x - x) * scale + width / 2, y: (at.y - y) * scale + height / 2 } : { x: -1, y: -1 };
  }

  /** Where the camera stands, or where it glides to. */
  private get rest(): { x: number; y: number; scale: number } {
    return this.glide && !this.glide.anchor ? this.glide.to : this.camera;
  }

  /** How far two hexes that touch are apart, in CSS pixels. */
  get hexSize(): number {
    return W * this.camera.scale;
  }

  /** Where a counter is on the canvas, in CSS pixels, and how large. */
  screenOfCounter(key: string): { x: number; y: number; size: number } | null {
    const members = [...(this.fan ? this.fanned(performance.now()) : []), ...this.placed()];
    const found = members.find((m) => m.key === key);
    return found ? { ...this.camera.toScreen(found), size: found.size * this.camera.scale } : null;
  }

  /** Whether the sheet has been painted at all. */
  get hasPicture(): boolean {
    return this.sheetLayer.overview !== null;
  }

  /** Draw the mini-map into a canvas of any size. */
  drawMini(canvas: HTMLCanvasElement): void {
    this.mini.draw(canvas, this.sheetLayer.overview, this.stacks, this.camera.view, this.ratio);
  }

  /** Move to the point of the sheet that was clicked on the mini-map; x and y from 0 to 1 of its picture. */
  lookAtMini(x: number, y: number): void {
    const { x0, y0, x1, y1 } = this.sheet.box;
    this.glideTo({ x: x0 + (x1 - x0) * x, y: y0 + (y1 - y0) * y, scale: this.camera.scale }, true);
  }

  /** A wave over these hexes and boxes (`kind:id`), once. */
  pulse(places: string[]): void {
    if (this.isCalm) return;
    const hexes = places.map((name) => this.sheet.hex(name)).filter((h) => h >= 0);
    const boxes = places.flatMap((name) => (this.sheet.hex(name) < 0 ? (this.sheet.place(name)?.box ?? []) : []));
    this.pulses.push({ hexes, boxes, start: performance.now() });
    this.invalidate(false, true);
  }

  /** Something strikes from places at others, within so many milliseconds; a heavy blow has a colour of its own. */
  stroke(from: readonly string[], to: readonly string[], isHeavy: boolean, length = STROKE): void {
    if (this.isCalm) return;
    const at = (places: readonly string[]): Point[] => places.flatMap((place) => this.sheet.middle(place) ?? []);
    this.strokes.push({ from: at(from), to: at(to), isHeavy, start: performance.now(), length });
    this.invalidate(false, true);
  }

  /** Take the size of the canvas from the page. */
  resize(): void {
    this.ratio = Math.min(3, window.devicePixelRatio || 1);
    const { clientWidth, clientHeight } = this.ground;
    if (!clientWidth || !clientHeight) return;
    const wasWhole = this.camera.width <= 1 || Math.abs(this.camera.scale - this.camera.fitScale) < 1e-6;
    for (const canvas of [this.ground, this.overlay]) {
      const [w, h] = [Math.round(clientWidth * this.ratio), Math.round(clientHeight * this.ratio)];
      if (canvas.width !== w) canvas.width = w;
      if (canvas.height !== h) canvas.height = h;
    }
    this.camera.width = clientWidth;
    this.camera.height = clientHeight;
    if (wasWhole) this.camera.scale = this.camera.fitScale;
    this.camera.settle();
    if (this.firstLook) this.look(this.firstLook);
    this.invalidate(true, true);
    this.drawNow();
    this.follow();
  }

  /** Take in that the frame has another size, without waiting for the browser to say so. */
  takeSize(): void {
    const { clientWidth, clientHeight } = this.ground;
    if (clientWidth !== this.camera.width || clientHeight !== this.camera.height) this.resize();
  }

  /** Kept when the sheet in sight is painted as finely as it can be and nothing moves. */
  settled(): Promise<void> {
    return new Promise((done) => {
      this.waiting.push(done);
      this.invalidate(true, false);
    });
  }

  destroy(): void {
    this.skip();
    this.watcher.disconnect();
    cancelAnimationFrame(this.handle);
    clearTimeout(this.timer);
    this.sheetLayer.destroy();
    this.pieces.clear();
  }

  // ---- inside ----

  private placed(): Placed[] {
    return this.stacks.flatMap((s) => s.members);
  }

  private sameFan(): { stack: Stack; since: number } | null {
    const open = this.fan;
    const stack = open && this.stacks.find((s) => s.hex === open.stack.hex && s.place === open.stack.place);
    return stack && stack.members.length > 1 ? { stack, since: open.since } : null;
  }

  private fanned(now: number): Placed[] {
    if (!this.fan) return [];
    const { stack, since } = this.fan;
    const t = this.isCalm ? 1 : ease(clamp01((now - since) / FAN));
    const size = Math.max(SIZE, 44 / this.camera.scale);
    return fanOf(stack, size).map((end, i) => {
      const start = stack.members[i];
      const mix = (a: number, b: number): number => a + (b - a) * t;
      return { ...end, x: mix(start.x, end.x), y: mix(start.y, end.y), size: mix(start.size, end.size) };
    });
  }

  /** A point on an open fan, or between its counters. */
  private pickFan(p: Point): Pick | null {
    if (!this.fan) return null;
    const { stack } = this.fan;
    const members = this.fanned(Infinity);
    const near = members.some((m) => Math.abs(p.x - m.x) <= m.size * 0.6 && Math.abs(p.y - m.y) <= m.size * 0.6);
    if (!near) return null;
    return {
      hex: stack.hex >= 0 ? this.layout.names[stack.hex] : null,
      spot: stack.place ? { kind: stack.place.spot.kind, id: stack.place.spot.id } : null,
      counter: topAt(members, p.x, p.y)?.counter ?? null,
      stack: stack.members.map((m): Counter => m.counter),
    };
  }

  private glideTo(to: { x: number; y: number; scale: number }, animate: boolean): void {
    const { x, y, scale } = this.camera;
    const far = Math.hypot(to.x - x, to.y - y) * scale;
    const length = GLIDE * (1 + Math.min(1, far / FAR));
    const glide = { from: { x, y, scale }, to, anchor: null, start: performance.now(), length };
    if (animate && !this.isCalm) this.glide = glide;
    else {
      this.glide = null;
      this.moveTo(glide, 1);
      this.lastScale = this.camera.scale;
    }
    this.invalidate(true, true);
  }

  private moveTo({ from, to, anchor }: Glide, t: number): void {
    this.camera.scale = from.scale * (to.scale / from.scale) ** t;
    if (anchor) this.hold(anchor.world, anchor.screen);
    else {
      this.camera.x = from.x + (to.x - from.x) * t;
      this.camera.y = from.y + (to.y - from.y) * t;
      this.camera.settle();
    }
    this.moved();
  }

  /** Bring a point of the world under a point of the screen. */
  private hold(world: Point, screen: Point): void {
    const now = this.camera.toWorld(screen.x, screen.y);
    this.camera.x += world.x - now.x;
    this.camera.y += world.y - now.y;
    this.camera.settle();
  }

  private moved(): void {
    this.invalidate(true, true);
    this.follow();
  }

  private follow(): void {
    this.onview?.();
    for (const follower of this.followers) follower();
  }

  private invalidate(ground: boolean, overlay: boolean): void {
    this.isGroundStale ||= ground;
    this.isOverlayStale ||= overlay;
    this.handle ||= requestAnimationFrame(() => this.drawNow());
  }

  private drawNow(): void {
    cancelAnimationFrame(this.handle);
    this.handle = 0;
    if (this.camera.width <= 1) return;
    const now = performance.now();
    this.advance(now);
    if (this.camera.scale !== this.lastScale) {
      this.lastScale = this.camera.scale;
      this.zoomedAt = now;
    }
    const isResting = now - this.zoomedAt >= SETTLE;
    if (!isResting) this.later(SETTLE);
    if (this.isGroundStale) this.drawGround(isResting);
    if (this.isOverlayStale) this.drawOverlay(now, isResting);
    if (isResting && this.isComplete && !this.glide && !this.change) this.release();
  }

  private release(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const done of waiting) done();
  }

  /** Move on what moves. */
  private advance(now: number): void {
    const { glide } = this;
    if (glide) {
      const t = clamp01((now - glide.start) / glide.length);
      if (t >= 1) this.glide = null;
      this.moveTo(glide, glide.anchor ? 1 - (1 - t) ** 2 : ease(t));
    }
    if (this.change && now >= this.change.end) {
      this.change = null;
      this.changeDone?.();
      this.changeDone = null;
      this.isOverlayStale = true;
    }
    this.pulses = this.pulses.filter((p) => now - p.start < PULSE);
    this.strokes = this.strokes.filter((stroke) => now - stroke.start < stroke.length);
    const isFading = this.fades.isFading(now) || (this.fan && now - this.fan.since < FAN + 40);
    if (this.change || this.pulses.length || this.strokes.length || isFading) this.invalidate(false, true);
  }

  private later(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.invalidate(true, true), milliseconds);
  }

  private frame(): Frame {
    const { camera, ratio } = this;
    const scale = camera.scale * ratio;
    const [width, height] = [this.ground.width, this.ground.height];
    return {
      scale,
      left: Math.round(width / 2 - (camera.x - this.sheet.box.x0) * scale),
      top: Math.round(height / 2 - (camera.y - this.sheet.box.y0) * scale),
      width,
      height,
      view: camera.view,
      ratio,
    };
  }

  private drawGround(isResting: boolean): void {
    const g = this.ground.getContext('2d', { alpha: false });
    if (!g) return;
    this.isGroundStale = false;
    const frame = this.frame();
    const tileScale = isResting ? frame.scale : this.sheetLayer.scaleInMotion(frame);
    this.isComplete = this.sheetLayer.draw(g, frame, tileScale);
    this.sheetLayer.request(frame, tileScale, isResting);
  }

  private drawOverlay(now: number, isResting: boolean): void {
    const g = this.overlay.getContext('2d');
    if (!g) return;
    this.isOverlayStale = false;
    this.pieces.draw(
      g,
      this.frame(),
      {
        stacks: this.stacks,
        marks: this.scene?.marks ?? [],
        patches: this.scene?.patches ?? [],
        traces: this.scene?.traces ?? [],
        highlights: this.highlights,
        strength: (name) => this.fades.strength(name, now),
        change: this.change,
        fan: this.fan && { stack: this.fan.stack, members: this.fanned(now) },
        pulses: this.pulses,
        strokes: this.strokes,
        now,
      },
      isResting,
    );
    if (this.pieces.atlas.isBehind) this.invalidate(false, true);
  }
}
