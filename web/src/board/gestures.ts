// Hands on the board: drag, wheel, pinch, double click, arrow keys; a click is told from a drag, a tap from a pan.

import type { Pick, Point } from './types';
import type { BoardView } from './view';

export interface Gestures {
  /** A click or a tap. */
  onpick?(pick: Pick, event: PointerEvent): void;
  /** What is under the mouse changed; null when it left. */
  onhover?(pick: Pick | null): void;
  /** A long press, or the right button. */
  onlongpress?(pick: Pick, event: PointerEvent | MouseEvent): void;
  /** A press on the board: whether a drag from there moves something other than the board. */
  ongrab?(pick: Pick, event: PointerEvent): boolean;
  /** Such a drag has come to a point of the canvas. */
  ondrag?(at: Point, start: Point): void;
  /** Such a drag has ended: let go where it was, or given up. */
  ondrop?(isGivenUp: boolean): void;
  /** Two quick clicks: whether they meant something. */
  ondouble?(pick: Pick): boolean;
  /** Whether arrow keys and + and - move the board; true unless said otherwise. */
  keys?: boolean;
}

const MOUSE_SLACK = 4;
const TOUCH_SLACK = 9;
const LONG_PRESS = 480;
const KEY_STEP = 90;
const DECAY = 0.0045; // how fast a thrown board slows down, per millisecond

interface Held {
  start: Point;
  last: Point;
  isTouch: boolean;
}

/** Listen on `element`; answers with the function that stops it. */
export function attachGestures(view: BoardView, element: HTMLElement, gestures: Gestures): () => void {
  const hands = new Hands(view, element, gestures);
  return () => hands.detach();
}

/** Whether two picks are the same things, as they are now. */
function isSame(a: Pick | null, b: Pick | null): boolean {
  if (!a || !b) return a === b;
  const isSameStack = a.stack.length === b.stack.length && a.stack.every((counter, i) => counter === b.stack[i]);
  const isSameSpot = a.spot?.kind === b.spot?.kind && a.spot?.id === b.spot?.id;
  return a.hex === b.hex && a.counter === b.counter && isSameSpot && isSameStack;
}

class Hands {
  private readonly held = new Map<number, Held>();
  private readonly off = new AbortController();
  private isDragging = false;
  private isPinching = false;
  private isGrabbed = false;
  private wasLong = false;
  private press = 0;
  private hovered: Pick | null = null;
  /** Where the mouse rests. */
  private pointer: Point | null = null;
  private throwing = 0;
  private trail: { x: number; y: number; time: number }[] = [];

  constructor(
    private readonly view: BoardView,
    private readonly element: HTMLElement,
    private readonly gestures: Gestures,
  ) {
    element.style.touchAction = 'none';
    this.on('pointerdown', (e) => this.down(e));
    this.on('pointermove', (e) => this.move(e));
    this.on('pointerup', (e) => this.up(e));
    this.on('pointercancel', (e) => this.cancel(e));
    this.on('pointerleave', () => this.leave());
    this.on('wheel', (e) => this.wheel(e), { passive: false });
    this.on('dblclick', (e) => this.double(e));
    this.on('contextmenu', (e) => this.menu(e));
    this.on('keydown', (e) => this.key(e));
    view.followers.add(this.follow);
  }

  detach(): void {
    this.off.abort();
    this.view.followers.delete(this.follow);
    clearTimeout(this.press);
    cancelAnimationFrame(this.throwing);
  }

  private on<K extends keyof HTMLElementEventMap>(
    type: K,
    act: (event: HTMLElementEventMap[K]) => void,
    options: AddEventListenerOptions = {},
  ): void {
    this.element.addEventListener(type, act, { ...options, signal: this.off.signal });
  }

  private at(event: MouseEvent): Point {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private pickAt(p: Point): Pick {
    return this.view.pickAt(p.x, p.y);
  }

  private down(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    cancelAnimationFrame(this.throwing);
    const p = this.at(event);
    this.held.set(event.pointerId, { start: p, last: p, isTouch: event.pointerType !== 'mouse' });
    this.element.setPointerCapture(event.pointerId);
    clearTimeout(this.press);
    if (this.held.size > 1) {
      this.isPinching = true;
      this.giveUp();
      return;
    }
    this.isGrabbed = this.gestures.ongrab?.(this.pickAt(p), event) ?? false;
    this.isDragging = this.isPinching = this.wasLong = false;
    this.trail = [];
    if (event.pointerType !== 'mouse') this.press = window.setTimeout(() => this.long(event), LONG_PRESS);
  }

  private long(event: PointerEvent): void {
    const held = this.held.get(event.pointerId);
    if (!held || this.isDragging || this.isPinching) return;
    this.wasLong = true;
    this.gestures.onlongpress?.(this.pickAt(held.start), event);
  }

  private move(event: PointerEvent): void {
    const p = this.at(event);
    const held = this.held.get(event.pointerId);
    if (!held) {
      if (event.pointerType === 'mouse') this.rest(p);
      return;
    }
    if (this.isPinching) this.pinch(event.pointerId, p);
    else this.drag(held, p, event.timeStamp);
    held.last = p;
  }

  private drag(held: Held, p: Point, time: number): void {
    const slack = held.isTouch ? TOUCH_SLACK : MOUSE_SLACK;
    if (!this.isDragging && Math.hypot(p.x - held.start.x, p.y - held.start.y) < slack) return;
    if (!this.isDragging) {
      this.isDragging = true;
      clearTimeout(this.press);
      this.leave();
      held.last = held.start;
    }
    if (this.isGrabbed) {
      this.gestures.ondrag?.(p, held.start);
      return;
    }
    this.view.pan(p.x - held.last.x, p.y - held.last.y);
    this.trail.push({ ...p, time });
    if (this.trail.length > 6) this.trail.shift();
  }

  private pinch(id: number, p: Point): void {
    const [one, two] = [...this.held.entries()];
    if (!one || !two) return;
    const other = one[0] === id ? two[1] : one[1];
    const own = this.held.get(id);
    if (!own) return;
    const middle = (a: Point): Point => ({ x: (a.x + other.last.x) / 2, y: (a.y + other.last.y) / 2 });
    const apart = (a: Point): number => Math.max(12, Math.hypot(a.x - other.last.x, a.y - other.last.y));
    const [before, now] = [middle(own.last), middle(p)];
    this.view.pan(now.x - before.x, now.y - before.y);
    this.view.zoomNow(apart(p) / apart(own.last), now);
  }

  private up(event: PointerEvent): void {
    const held = this.held.get(event.pointerId);
    if (!held) return;
    clearTimeout(this.press);
    this.held.delete(event.pointerId);
    if (this.isPinching) {
      // the finger that stays goes on as a drag
      for (const rest of this.held.values()) rest.start = rest.last;
      this.isPinching = this.held.size > 1;
      this.isDragging = true;
      return;
    }
    if (this.isDragging && this.isGrabbed) this.gestures.ondrop?.(false);
    else if (this.isDragging) this.throw(event.timeStamp);
    else if (!this.wasLong) this.gestures.onpick?.(this.pickAt(this.at(event)), event);
    this.isDragging = false;
    if (event.pointerType === 'mouse') this.rest(this.at(event));
  }

  /** A drag of something other than the board ends without effect. */
  private giveUp(): void {
    if (this.isGrabbed && this.isDragging) this.gestures.ondrop?.(true);
    this.isGrabbed = false;
  }

  private cancel(event: PointerEvent): void {
    clearTimeout(this.press);
    this.giveUp();
    this.held.delete(event.pointerId);
    this.isPinching = this.held.size > 1;
  }

  /** Let the board run on for a moment, at the speed of the hand that let it go. */
  private throw(time: number): void {
    const [first, last] = [this.trail[0], this.trail[this.trail.length - 1]];
    if (!first || !last || last.time <= first.time || time - last.time > 60) return;
    let vx = (last.x - first.x) / (last.time - first.time);
    let vy = (last.y - first.y) / (last.time - first.time);
    let before = performance.now();
    const step = (): void => {
      const now = performance.now();
      const passed = now - before;
      before = now;
      const slow = Math.exp(-DECAY * passed);
      vx *= slow;
      vy *= slow;
      if (Math.hypot(vx, vy) < 0.04) return;
      this.view.pan(vx * passed, vy * passed);
      this.throwing = requestAnimationFrame(step);
    };
    if (Math.hypot(vx, vy) > 0.35 && !this.view.isCalm) this.throwing = requestAnimationFrame(step);
  }

  /** The mouse rests at a point. */
  private rest(p: Point): void {
    this.pointer = p;
    this.hover(this.pickAt(p));
  }

  private leave(): void {
    this.pointer = null;
    this.hover(null);
  }

  /** The sheet has moved under a mouse that rests, or what lies there has changed. */
  private readonly follow = (): void => {
    if (this.pointer && !this.held.size) this.hover(this.pickAt(this.pointer));
  };

  private hover(pick: Pick | null): void {
    if (isSame(pick, this.hovered)) return;
    this.hovered = pick;
    this.gestures.onhover?.(pick);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    cancelAnimationFrame(this.throwing);
    const unit = event.deltaMode === 1 ? 33 : event.deltaMode === 2 ? 400 : 1;
    if (event.shiftKey) {
      this.view.pan(-(event.deltaX || event.deltaY) * unit, event.deltaX ? -event.deltaY * unit : 0);
      return;
    }
    const amount = Math.max(-240, Math.min(240, event.deltaY * unit));
    const factor = Math.exp(-amount * (event.ctrlKey ? 0.01 : 0.0018));
    if (event.ctrlKey) this.view.zoomNow(factor, this.at(event));
    else this.view.zoom(factor, this.at(event));
  }

  /** Two quick clicks on a counter mean the counter, elsewhere a closer look. */
  private double(event: MouseEvent): void {
    const p = this.at(event);
    const pick = this.pickAt(p);
    if (this.gestures.ondouble?.(pick) || pick.counter) return;
    this.view.zoom(1.6, p);
  }

  private menu(event: MouseEvent): void {
    event.preventDefault();
    if (!this.wasLong) this.gestures.onlongpress?.(this.pickAt(this.at(event)), event);
  }

  private key(event: KeyboardEvent): void {
    if (this.gestures.keys === false || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => this.view.pan(KEY_STEP, 0),
      ArrowRight: () => this.view.pan(-KEY_STEP, 0),
      ArrowUp: () => this.view.pan(0, KEY_STEP),
      ArrowDown: () => this.view.pan(0, -KEY_STEP),
      '+': () => this.view.zoom(1.3),
      '=': () => this.view.zoom(1.3),
      '-': () => this.view.zoom(1 / 1.3),
    };
    const act = moves[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
