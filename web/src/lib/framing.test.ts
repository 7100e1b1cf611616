import { describe, expect, it } from 'vitest';
import { alongEdge, bestShift, beyond, freeCorner, roomIn } from './framing';

const frame = { clientWidth: 1000, clientHeight: 600 };
const room = roomIn(frame); // 60..920, 60..540
const at = (x: number, y = 300) => ({ x, y });

describe('the look at a question', () => {
  it('stays where all of it is in sight', () => {
    expect(bestShift([at(100), at(900)], [], room)).toBeNull();
    expect(bestShift([], [], room)).toBeNull();
  });
  it('moves as little as it must where all fit', () => {
    expect(bestShift([at(-40), at(400)], [], room)).toEqual({ x: 100, y: 0 });
    expect(bestShift([at(500, 700), at(500, 400)], [], room)).toEqual({ x: 0, y: -160 });
  });
  it('brings to the middle what is far away', () => {
    expect(bestShift([at(-1000), at(-900)], [], room)).toEqual({ x: 490 + 950, y: 0 });
  });
  it('shows most where not all fit, with what it is about', () => {
    const far = [2000, 2050, 2100, 2150, 2200].map((x) => at(x));
    expect(bestShift([at(300), ...far], [], room)).toEqual({ x: 490 - 2100, y: 0 });
    const shift = bestShift([at(1000), ...far], [at(930)], room)!;
    expect(930 + shift.x).toBeGreaterThanOrEqual(room.left);
    expect(930 + shift.x).toBeLessThanOrEqual(room.right);
  });
  it('stays where not all fit and half of what could be is seen', () => {
    expect(bestShift([at(100), at(300), at(2000), at(2100)], [], room)).toBeNull();
  });
  it('finds a rich window among many places', () => {
    const many = Array.from({ length: 900 }, (_, i) => at((i % 30) * 80 - 4000, Math.floor(i / 30) * 80));
    const shift = bestShift(many, [], room)!;
    const seen = many.filter(
      ({ x, y }) => x + shift.x >= 60 && x + shift.x <= 920 && y + shift.y >= 60 && y + shift.y <= 540,
    );
    expect(seen.length).toBeGreaterThan(50);
  });
});

describe('what is out of sight', () => {
  const named = (place: string, x: number, y = 300) => ({ place, at: at(x, y) });
  it('is counted by the side on which it lies', () => {
    const found = beyond([named('a', -20), named('b', -300, 100), named('c', 500), named('d', 500, 900)], frame);
    expect(found).toEqual([
      { side: 'left', count: 2, nearest: 'a', at: 200 },
      { side: 'bottom', count: 1, nearest: 'd', at: 500 },
    ]);
  });
});

describe('an arrow at an edge', () => {
  const low = { left: 774, top: 478, right: 1000, bottom: 600 };
  const high = { left: 730, top: 0, right: 956, bottom: 122 };
  it('stands by what it points at, within the frame', () => {
    expect(alongEdge({ side: 'bottom', at: 400 }, frame, low)).toBe(400);
    expect(alongEdge({ side: 'left', at: -50 }, frame, low)).toBe(30);
    expect(alongEdge({ side: 'top', at: 990 }, frame, low)).toBe(920);
  });
  it('stands beside the small map in its corner', () => {
    expect(alongEdge({ side: 'bottom', at: 900 }, frame, low)).toBe(744);
    expect(alongEdge({ side: 'right', at: 580 }, frame, low)).toBe(448);
    expect(alongEdge({ side: 'top', at: 800 }, frame, high)).toBe(700);
    expect(alongEdge({ side: 'right', at: 100 }, frame, high)).toBe(100);
  });
});

describe('a corner', () => {
  const corners = [
    { left: 0, top: 0, right: 100, bottom: 100 },
    { left: 0, top: 500, right: 100, bottom: 600 },
  ];
  it('is kept as long as it covers nothing, and left for one that covers less', () => {
    expect(freeCorner([at(50, 550)], corners, 0)).toBe(0);
    expect(freeCorner([at(50, 50)], corners, 0)).toBe(1);
    expect(freeCorner([at(50, 50), at(50, 550), at(60, 550)], corners, 1)).toBe(1);
    expect(freeCorner([at(50, 50), at(50, 550), at(60, 550), at(70, 550)], corners, 1)).toBe(0);
  });
});
