// Finding rules: by number, by title, by words.

import type { RuleChapter, RuleText } from '../wire';

/** Every rule of a book, in its order. */
export const allRules = (book: readonly RuleChapter[]): RuleText[] => book.flatMap((chapter) => chapter.rules);

function score(rule: RuleText, words: readonly string[]): number {
  const id = rule.id.toLowerCase();
  const title = rule.title.toLowerCase();
  const text = rule.text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const best = id === word ? 12 : id.startsWith(word) ? 6 : title.includes(word) ? 5 : text.includes(word) ? 2 : 0;
    if (!best) return 0;
    sum += best;
  }
  return sum;
}

const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

/** The rules that have all the words, the best first. */
export function findRules(rules: readonly RuleText[], query: string): RuleText[] {
  const words = wordsOf(query);
  if (!words.length) return [...rules];
  return rules
    .map((rule) => ({ rule, score: score(rule, words) }))
    .filter((found) => found.score > 0)
    .sort((a, b) => b.score - a.score)
    .map((found) => found.rule);
}

/** The book with only those rules that have all the words, and the chapters in which there are some. */
export function withWords(book: readonly RuleChapter[], query: string): RuleChapter[] {
  const words = wordsOf(query);
  if (!words.length) return [...book];
  return book
    .map((chapter) => ({ ...chapter, rules: chapter.rules.filter((rule) => score(rule, words) > 0) }))
    .filter((chapter) => chapter.rules.length);
}

/** The rules before and after one, within its chapter. */
export function nearRules(book: readonly RuleChapter[], id: string, reach = 4): RuleText[] {
  for (const { rules } of book) {
    const at = rules.findIndex((rule) => rule.id === id);
    if (at >= 0) return rules.slice(Math.max(0, at - reach), at + reach + 1).filter((rule) => rule.id !== id);
  }
  return [];
}

/** What a link to a chapter is called. */
export const anchor = (chapter: RuleChapter): string => `chapter-${chapter.number.replace(/[^\w.-]/g, '-')}`;
