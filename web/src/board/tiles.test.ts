import { describe, expect, test } from 'vitest';
import { type Address, MOST_TILES, TILE, TileCache, boxOf, byDistance, levelFor, nameOf, tilesIn } from './tiles';

const paper = { x0: -20, y0: -40, x1: 2500, y1: 1300 };

function bitmap(): ImageBitmap & { isClosed: boolean } {
  const made = { width: TILE, height: TILE, isClosed: false, close: () => void (made.isClosed = true) };
  return made;
}

describe('tiles', () => {
  test.each([0.25, 0.5, 0.92, 1, 2])('at scale %f cover the paper without overlap', (scale) => {
    const all = tilesIn(paper, paper, scale);
    const area = all.map((a) => boxOf(a, paper)).reduce((sum, b) => sum + (b.x1 - b.x0) * (b.y1 - b.y0), 0);
    expect(area).toBeCloseTo((paper.x1 - paper.x0) * (paper.y1 - paper.y0), 3);
    expect(new Set(all.map(nameOf)).size).toBe(all.length);
  });

  test('cover any view of the paper', () => {
    const view = { x0: 300, y0: 100, x1: 1500, y1: 800 };
    const boxes = tilesIn(view, paper, 1).map((a) => boxOf(a, paper));
    expect(Math.min(...boxes.map((b) => b.x0))).toBeLessThanOrEqual(view.x0);
    expect(Math.max(...boxes.map((b) => b.x1))).toBeGreaterThanOrEqual(view.x1);
    expect(Math.min(...boxes.map((b) => b.y0))).toBeLessThanOrEqual(view.y0);
    expect(Math.max(...boxes.map((b) => b.y1))).toBeGreaterThanOrEqual(view.y1);
    expect(boxes.length).toBeLessThanOrEqual(4 * 3);
  });

  test('never lie off the paper', () => {
    expect(tilesIn({ x0: 9000, y0: 0, x1: 9500, y1: 500 }, paper, 1)).toEqual([]);
    for (const { tx, ty } of tilesIn({ x0: -900, y0: -900, x1: 9000, y1: 9000 }, paper, 1, 2)) {
      expect(tx).toBeGreaterThanOrEqual(0);
      expect(ty).toBeGreaterThanOrEqual(0);
    }
  });

  test('are painted from the middle of the view outward', () => {
    const view = { x0: 500, y0: 300, x1: 2000, y1: 1200 };
    const [first] = byDistance(tilesIn(view, paper, 1), view, paper);
    const box = boxOf(first, paper);
    expect(box.x0 <= 1250 && box.x1 >= 1250).toBe(true);
  });

  test.each([
    [1, 1],
    [0.92, 1],
    [0.6, 0.5],
    [0.3, 0.25],
    [1.6, 2],
    [9, 4],
    [0.001, 1 / 32],
  ])('the level for scale %f is %f', (scale, level) => {
    expect(levelFor(scale)).toBe(level);
  });
});

describe('the cache', () => {
  const at = (scale: number, tx: number): Address => ({ scale, tx, ty: 0 });

  test('drops the longest unused and closes it', () => {
    const cache = new TileCache();
    const first = bitmap();
    const second = bitmap();
    cache.put({ ...at(1, 0), bitmap: first, look: 0 });
    cache.put({ ...at(1, 1), bitmap: second, look: 0 });
    cache.get(at(1, 0));
    for (let i = 2; i <= MOST_TILES; i++) cache.put({ ...at(1, i), bitmap: bitmap(), look: 0 });
    expect(cache.has(at(1, 1))).toBe(false);
    expect(second.isClosed).toBe(true);
    expect(cache.has(at(1, 0))).toBe(true);
    expect(first.isClosed).toBe(false);
  });

  test('replaces a tile of an older look', () => {
    const cache = new TileCache();
    const old = bitmap();
    cache.put({ ...at(1, 0), bitmap: old, look: 0 });
    cache.put({ ...at(1, 0), bitmap: bitmap(), look: 1 });
    expect(old.isClosed).toBe(true);
    expect(cache.get(at(1, 0))?.look).toBe(1);
  });

  test('names the nearest scales first, finer before coarser', () => {
    const cache = new TileCache();
    for (const scale of [0.25, 0.5, 2, 0.92]) cache.put({ ...at(scale, 0), bitmap: bitmap(), look: 0 });
    expect(cache.scalesNear(1)).toEqual([0.92, 2, 0.5, 0.25]);
  });
});
