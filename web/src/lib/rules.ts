// Finding rules: by number, by title, by words.

import type { RuleText } from '../wire';

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

/** The rules that have all the words, the best first. */
export function findRules(rules: readonly RuleText[], query: string): RuleText[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [...rules];
  return rules
    .map((rule) => ({ rule, score: score(rule, words) }))
    .filter((found) => found.score > 0)
    .sort((a, b) => b.score - a.score)
    .map((found) => found.rule);
}

/** The chapter of a rule: `8` of `8.31.tie`. */
const chapterOf = (id: string): string => id.split('.')[0];

/** The rules before and after one, within its chapter. */
export function nearRules(rules: readonly RuleText[], id: string, reach = 4): RuleText[] {
  const at = rules.findIndex((rule) => rule.id === id);
  if (at < 0) return rules.filter((rule) => chapterOf(rule.id) === chapterOf(id)).slice(0, reach * 2);
  return rules
    .slice(Math.max(0, at - reach), at + reach + 1)
    .filter((rule) => rule.id !== id && chapterOf(rule.id) === chapterOf(id));
}

interface Chapter {
  id: string;
  title: string;
  rules: RuleText[];
}

/** The book by chapters, in the order in which they begin. */
export function chapters(rules: readonly RuleText[]): Chapter[] {
  const found = new Map<string, Chapter>();
  for (const rule of rules) {
    const id = chapterOf(rule.id).replace(/(?<=\d)[a-z]$/, '');
    const chapter = found.get(id);
    if (chapter) chapter.rules.push(rule);
    else found.set(id, { id, title: rule.title, rules: [rule] });
  }
  return [...found.values()];
}
