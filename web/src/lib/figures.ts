// The figures of a preview: two strengths that stand against each other, and the rest.

import { codesIn, labelOf } from './words';

interface Figure {
  label: string;
  value: string;
  codes: string[] | null;
  isMissing: boolean;
}

export interface Figures {
  versus: [Figure, Figure] | null;
  rest: Figure[];
}

const STRENGTH = /strength|attack$|defen[cs]e$/i;

const isFigure = (value: string | number): boolean => /^\d+( to \d+)?$/.test(String(value));

/** The first two strengths are set against each other; everything else is listed. */
export function readFigures(figures: Record<string, string | number>): Figures {
  const all = Object.entries(figures).map(([key, value]) => ({
    label: labelOf(key),
    value: String(value).replace(' to ', '–'),
    codes: codesIn(value),
    isMissing: /missing|lack/.test(key),
    isStrength: STRENGTH.test(key) && isFigure(value),
  }));
  const strengths = all.filter((figure) => figure.isStrength);
  const versus: [Figure, Figure] | null = strengths.length >= 2 ? [strengths[0], strengths[1]] : null;
  return { versus, rest: all.filter((figure) => !versus?.includes(figure)) };
}
