import { expect, test } from 'vitest';
import { inLines } from './picture';

test('words are broken into lines that fit', () => {
  const measure = (text: string) => text.length;
  expect(inLines('the high ground is yours before noon', 12, measure)).toEqual([
    'the high',
    'ground is',
    'yours before',
    'noon',
  ]);
  expect(inLines('unbreakable', 4, measure)).toEqual(['unbreakable']);
  expect(inLines('', 4, measure)).toEqual([]);
});
