// The frame that all charts of the report share.

interface Series {
  name: string;
  colour: string;
  values: number[];
}

export interface ChartProps {
  labels: string[];
  series: Series[];
  title: string;
}

export const WIDTH = 520;
export const HEIGHT = 220;
export const LEFT = 32;
export const TOP = 12;
export const BOTTOM = 26;

const CROWDED = 20;

/** Whether a label has room under the axis. */
export const isLabelled = (labels: readonly string[], i: number): boolean => labels.length < CROWDED || i % 2 === 0;

/** Heights from above to below, moved upward so far that no two are closer than a line of text. */
export function spread(heights: readonly number[], line = 14): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => heights[b] - heights[a] || b - a);
  const found = [...heights];
  for (let i = 1; i < order.length; i++) found[order[i]] = Math.min(found[order[i]], found[order[i - 1]] - line);
  return found;
}
