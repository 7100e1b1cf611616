// What stands in a rulebook beside its rules: examples, and words that lead to the rule that explains them.

import type { Book, ExampleInfo } from '../wire';

/** How well an example shows a rule: those come first that are about it before all, or that forbid something by it. */
function fitness(example: ExampleInfo, rule: string): number {
  const place = example.rules.indexOf(rule);
  const refuses = example.refuses.includes(rule) ? 3 : 0;
  return refuses + (place === 0 ? 4 : place > 0 ? 2 : 0) - example.rules.length / 100;
}

/** The examples of a rule, the best first; those of the rule above it where it has none of its own. */
export function examplesOf(book: Book | null, rule: string): ExampleInfo[] {
  if (!book || !rule) return [];
  const found = book.examples.filter(({ rules, refuses }) => rules.includes(rule) || refuses.includes(rule));
  return found.sort((a, b) => fitness(b, rule) - fitness(a, rule));
}

/** How many examples each rule has. */
export function exampleCounts(book: Book | null): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rules, refuses } of book?.examples ?? [])
    for (const rule of new Set([...rules, ...refuses])) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}

/** A piece of a sentence; one with a rule leads there. */
export interface Piece {
  text: string;
  rule: string;
}

const NUMBER = '(?:[A-Z]{3} )?[0-9A-Z]+\\.[0-9A-Za-z](?:[\\w.-]*\\w)?(?:\\(\\d+\\)[a-z]?)?';
const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A sentence with links to other rules: numbers of rules, and the first time that a word stands which one explains. */
export function linked(
  text: string,
  own: string,
  known: ReadonlySet<string>,
  terms: Readonly<Record<string, string>>,
): Piece[] {
  const words = Object.keys(terms).filter((term) => terms[term] !== own);
  words.sort((a, b) => b.length - a.length);
  const spelt = words.map((word) => `[${word[0].toUpperCase()}${word[0].toLowerCase()}]${escaped(word.slice(1))}e?s?`);
  const pattern = new RegExp(`(?<![\\w.-])(${[NUMBER, ...spelt].join('|')})(?![\\w-])`, 'g');
  const byWord = new Map(words.map((word) => [word.toLowerCase(), terms[word]]));
  const used = new Set<string>();
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    const word = found[0].toLowerCase();
    const term = [word, word.replace(/s$/, ''), word.replace(/es$/, '')].map((each) => byWord.get(each)).find(Boolean);
    const rule = known.has(found[0]) && found[0] !== own ? found[0] : (term ?? '');
    if (!rule || used.has(rule)) continue;
    used.add(rule);
    pieces.push({ text: text.slice(end, found.index), rule: '' }, { text: found[0], rule });
    end = found.index + found[0].length;
  }
  pieces.push({ text: text.slice(end), rule: '' });
  return pieces.filter((piece) => piece.text);
}
