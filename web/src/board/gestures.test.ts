import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attachGestures, type Gestures } from './gestures';
import type { BoardView } from './view';

/** What the hands need of an element. */
class Pad extends EventTarget {
  style: Record<string, string> = {};
  getBoundingClientRect = () => ({ left: 10, top: 20 });
  setPointerCapture = () => undefined;

  send(type: string, parts: Record<string, unknown> = {}): Event {
    const event = new Event(type, { cancelable: true });
    Object.assign(event, { pointerId: 1, pointerType: 'mouse', button: 0, deltaMode: 0, ...parts });
    this.dispatchEvent(event);
    return event;
  }
  press = (x: number, y: number, parts = {}) =>
    this.send('pointerdown', { clientX: x + 10, clientY: y + 20, ...parts });
  move = (x: number, y: number, parts = {}) => this.send('pointermove', { clientX: x + 10, clientY: y + 20, ...parts });
  lift = (x: number, y: number, parts = {}) => this.send('pointerup', { clientX: x + 10, clientY: y + 20, ...parts });
}

const TOUCH = { pointerType: 'touch' };

describe('hands on the board', () => {
  let pad: Pad;
  let stop: () => void;
  const pan = vi.fn();
  const zoom = vi.fn();
  const zoomNow = vi.fn();
  const told = { onpick: vi.fn(), onhover: vi.fn(), onlongpress: vi.fn() };
  let shift = 0;
  let lying: object[] = [];
  const pickAt = (x: number, y: number) => ({
    hex: `${x + shift},${y}`,
    spot: null,
    counter: x > 500 ? {} : null,
    stack: lying,
  });

  const followers = new Set<() => void>();

  function attach(gestures: Gestures): void {
    pad = new Pad();
    const view = { pan, zoom, zoomNow, pickAt, isCalm: true, followers } as unknown as BoardView;
    stop = attachGestures(view, pad as unknown as HTMLElement, gestures);
  }

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('window', { setTimeout });
    vi.stubGlobal('cancelAnimationFrame', () => undefined);
    for (const spy of [pan, zoom, zoomNow, ...Object.values(told)]) spy.mockReset();
    attach(told);
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('tell again what lies under a mouse that rests when the board moves or the counters change', () => {
    const follow = () => followers.forEach((each) => each());
    const hexes = () => told.onhover.mock.calls.map(([pick]) => pick?.hex ?? null);
    pad.move(30, 40);
    follow();
    expect(hexes()).toEqual(['30,40']);
    shift = 100;
    follow();
    expect(hexes()).toEqual(['30,40', '130,40']);
    lying = [{ id: 'reduced' }];
    follow();
    expect(told.onhover.mock.lastCall?.[0]).toMatchObject({ hex: '130,40', stack: [{ id: 'reduced' }] });
    pad.send('pointerleave');
    shift = 0;
    lying = [];
    follow();
    expect(hexes()).toEqual(['30,40', '130,40', '130,40', null]);
    stop();
    expect(followers.size).toBe(0);
  });
  it('drag something other than the board where it is grabbed', () => {
    const [ondrag, ondrop, ondouble] = [vi.fn(), vi.fn(), vi.fn(() => true)];
    stop();
    attach({ ...told, ongrab: ({ hex }) => hex === '30,40', ondrag, ondrop, ondouble });
    pad.press(30, 40);
    pad.move(60, 40);
    expect(ondrag).toHaveBeenLastCalledWith({ x: 60, y: 40 }, { x: 30, y: 40 });
    pad.lift(60, 40);
    expect(ondrop).toHaveBeenCalledWith(false);
    expect(pan).not.toHaveBeenCalled();
    pad.press(30, 40, TOUCH);
    pad.move(60, 40, TOUCH);
    pad.press(90, 90, { ...TOUCH, pointerId: 2 });
    expect(ondrop).toHaveBeenLastCalledWith(true);
    pad.lift(90, 90, { ...TOUCH, pointerId: 2 });
    pad.lift(60, 40, TOUCH);
    pad.press(200, 40);
    pad.move(260, 40);
    expect(pan).toHaveBeenCalled();
    pad.lift(260, 40);
    pad.press(30, 40);
    pad.lift(30, 40);
    expect(told.onpick).toHaveBeenCalledTimes(1);
    pad.send('dblclick', { clientX: 40, clientY: 60 });
    expect(ondouble).toHaveBeenCalled();
    expect(zoom).not.toHaveBeenCalled();
  });
  it('take a click where it is let go', () => {
    pad.press(30, 40);
    pad.move(32, 41);
    pad.lift(32, 41);
    expect(told.onpick.mock.calls[0][0].hex).toBe('32,41');
    expect(pan).not.toHaveBeenCalled();
  });
  it('drag the board once they have moved far enough, and pick nothing then', () => {
    pad.press(30, 40);
    pad.move(33, 40);
    expect(pan).not.toHaveBeenCalled();
    pad.move(40, 45);
    expect(pan).toHaveBeenCalledWith(10, 5); // all the way from the start
    pad.move(41, 45);
    expect(pan).toHaveBeenLastCalledWith(1, 0);
    pad.lift(41, 45);
    expect(told.onpick).not.toHaveBeenCalled();
  });
  it('give a finger more room than a mouse', () => {
    pad.press(30, 40, TOUCH);
    pad.move(36, 40, TOUCH);
    pad.lift(36, 40, TOUCH);
    expect(told.onpick).toHaveBeenCalledOnce();
  });
  it('pinch with two fingers, and drag on with the one that stays', () => {
    pad.press(100, 100, TOUCH);
    pad.press(200, 100, { ...TOUCH, pointerId: 2 });
    pad.move(300, 100, { ...TOUCH, pointerId: 2 });
    expect(zoomNow).toHaveBeenCalledWith(2, { x: 200, y: 100 });
    expect(pan).toHaveBeenCalledWith(50, 0);
    pad.lift(300, 100, { ...TOUCH, pointerId: 2 });
    pad.move(105, 100, TOUCH);
    expect(pan).toHaveBeenLastCalledWith(5, 0);
    pad.lift(105, 100, TOUCH);
    expect(told.onpick).not.toHaveBeenCalled();
  });
  it('tell a long press from a tap', () => {
    pad.press(30, 40, TOUCH);
    vi.advanceTimersByTime(500);
    pad.lift(30, 40, TOUCH);
    expect(told.onlongpress.mock.calls[0][0].hex).toBe('30,40');
    expect(told.onpick).not.toHaveBeenCalled();
  });
  it('say what is under the mouse when it changes', () => {
    pad.move(30, 40);
    pad.move(30, 40);
    pad.send('pointerleave');
    expect(told.onhover.mock.calls.map(([pick]) => pick?.hex ?? null)).toEqual(['30,40', null]);
  });
  it('zoom with the wheel and pan with shift', () => {
    const event = pad.send('wheel', { clientX: 110, clientY: 120, deltaX: 0, deltaY: -100 });
    expect(event.defaultPrevented).toBe(true);
    expect(zoom.mock.calls[0][0]).toBeGreaterThan(1);
    expect(zoom.mock.calls[0][1]).toEqual({ x: 100, y: 100 });
    pad.send('wheel', { clientX: 110, clientY: 120, deltaX: 0, deltaY: 50, shiftKey: true });
    expect(pan).toHaveBeenCalledWith(-50, 0);
  });
  it('look closer at a double click, but not on a counter', () => {
    pad.send('dblclick', { clientX: 610, clientY: 20 });
    expect(zoom).not.toHaveBeenCalled();
    pad.send('dblclick', { clientX: 60, clientY: 20 });
    expect(zoom).toHaveBeenCalledOnce();
  });
  it('move with keys, unless the keys belong to somebody else', () => {
    pad.send('keydown', { key: 'ArrowLeft' });
    expect(pan).toHaveBeenCalledWith(90, 0);
    pad.send('keydown', { key: 'ArrowLeft', ctrlKey: true });
    expect(pan).toHaveBeenCalledOnce();
    stop();
    attach({ ...told, keys: false });
    pad.send('keydown', { key: 'ArrowLeft' });
    expect(pan).toHaveBeenCalledOnce();
  });
  it('let go', () => {
    stop();
    pad.press(1, 1);
    pad.lift(1, 1);
    expect(told.onpick).not.toHaveBeenCalled();
  });
});
