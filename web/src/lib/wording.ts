// Sentences put together again in which arguments stand by name: `{units} drift to {sector}`.
// The other side of it: beachhead/server/wording.py.

import type { GameEvent } from '../wire';

/** A word, or several as a sentence lists them. */
function joined(value: unknown): string {
  if (!Array.isArray(value) || !value.length) return String(value);
  const last = String(value[value.length - 1]);
  return value.length > 1 ? `${value.slice(0, -1).join(', ')} and ${last}` : last;
}

const upper = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** A text with the words of its arguments; a name in capitals begins a sentence, and no name is a brace. */
function withValues(text: string, said: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w*)\}/g, (_, name: string) => {
    const words = name ? said[name.toLowerCase()] : '{';
    return name && name === name.toUpperCase() ? upper(words) : words;
  });
}

/** An event with all that is said. */
export function inFull(event: GameEvent): GameEvent {
  const said = Object.fromEntries(Object.entries(event.args).map(([name, [, value]]) => [name, joined(value)]));
  said.text = withValues(event.text, said);
  if (!event.card) return { ...event, text: said.text };
  const { title, words } = event.card;
  const card = { ...event.card, title: withValues(title, said), ...(words && { words: withValues(words, said) }) };
  return { ...event, text: said.text, card };
}
