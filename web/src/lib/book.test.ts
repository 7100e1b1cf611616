import { describe, expect, it } from 'vitest';
import type { Book } from '../wire';
import { exampleCounts, examplesOf, linked } from './book';

const example = (id: string, rules: string[], refuses: string[] = []) => ({ id, title: id, rules, refuses });
const BOOK: Book = {
  sequence: [],
  terms: {},
  examples: [
    example('late', ['1.1', '1.2', '3.1']),
    example('no', ['1.1', '3.1'], ['3.1']),
    example('own', ['3.1']),
    example('other', ['2.1']),
  ],
};

describe('examples', () => {
  it('come with the best first', () => {
    expect(examplesOf(BOOK, '3.1').map(({ id }) => id)).toEqual(['no', 'own', 'late']);
    expect(examplesOf(BOOK, '9')).toEqual([]);
    expect(examplesOf(null, '3.1')).toEqual([]);
  });
  it('are counted once for each rule', () => {
    expect(exampleCounts(BOOK).get('3.1')).toBe(3);
    expect(exampleCounts(BOOK).get('9')).toBeUndefined();
  });
});

describe('a sentence', () => {
  const known = new Set(['8.3', '8.31', 'TCS 8.9', 'II.C.2-13a', '12.2.3(1)']);
  const rules = (text: string, terms: Record<string, string> = {}) =>
    linked(text, '8.3', known, terms).flatMap(({ text: word, rule }) => (rule ? [[word, rule]] : []));

  it('links numbers of rules that there are, and never its own', () => {
    expect(rules('As in 8.3 and 8.31 (see TCS 8.9, II.C.2-13a); not 8.32.')).toEqual([
      ['8.31', '8.31'],
      ['TCS 8.9', 'TCS 8.9'],
      ['II.C.2-13a', 'II.C.2-13a'],
    ]);
  });
  it('links words that a rule explains, once, in any number and case', () => {
    const terms = { 'zone of control': '6.1', zone: '6.2', bluff: '8.3' };
    expect(rules('Zone of control; two zones of hexes, a zone, a bluff, zonex.', terms)).toEqual([
      ['Zone of control', '6.1'],
      ['zones', '6.2'],
    ]);
  });
  it('is whole when it is put together again', () => {
    const text = 'As in 8.31, zones.';
    expect(
      linked(text, '', known, { zone: '6.2' })
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
