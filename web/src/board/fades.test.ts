import { expect, test } from 'vitest';
import { Fades, counterName, hexName } from './fades';

const lit = (...hexes: string[]) => ({ hexes: new Map(hexes.map((h) => [h, { kind: 'legal' as const }])) });

test('what is new fades in, what stays keeps its strength', () => {
  const fades = new Fades();
  fades.light(lit('0101'), 1000);
  expect(fades.strength(hexName('0101', 'legal'), 1000)).toBe(0);
  expect(fades.strength(hexName('0101', 'legal'), 1060)).toBeCloseTo(0.5);
  fades.light({ ...lit('0101', '0102'), counters: new Map([['unit:a', 'selected']]) }, 2000);
  expect(fades.strength(hexName('0101', 'legal'), 2000)).toBe(1);
  expect(fades.strength(hexName('0102', 'legal'), 2000)).toBe(0);
  expect(fades.strength(counterName('unit:a', 'selected'), 2200)).toBe(1);
});

test('fading ends, and starts again only for something new', () => {
  const fades = new Fades();
  fades.light(lit('0101'), 0);
  expect(fades.isFading(50)).toBe(true);
  expect(fades.isFading(180)).toBe(false);
  fades.light(lit('0101'), 500);
  expect(fades.isFading(501)).toBe(false);
  fades.light(lit('0103'), 600);
  expect(fades.isFading(601)).toBe(true);
});
