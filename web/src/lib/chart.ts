// The frame that all charts of the report share.

export interface Series {
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
