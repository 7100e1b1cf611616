import { describe, expect, it } from 'vitest';
import { wrapWords } from './wrap';

describe('words in lines', () => {
  it('are never cut', () => {
    expect(wrapWords('Captured by the Allies', 18)).toEqual(['Captured by', 'the Allies']);
    expect(wrapWords('Ruins', 18)).toEqual(['Ruins']);
    expect(wrapWords('Last held by the Allies, without supply', 18).join(' ')).toBe(
      'Last held by the Allies, without supply',
    );
    expect(wrapWords('Unterscharfuehrerhauptquartier', 18)).toEqual(['Unterscharfuehrerhauptquartier']);
    expect(wrapWords('', 18)).toEqual([]);
  });
});
