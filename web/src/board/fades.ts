// Highlights fade in, each from the moment it first appears; those that stay do not flicker.

import { clamp01 } from './motion';
import type { Highlights } from './types';

const FADE_IN = 120;
const LAST_FRAME = 40;

export const hexName = (hex: string, kind: string): string => `hex ${hex} ${kind}`;
export const counterName = (key: string, kind: string): string => `counter ${key} ${kind}`;
export const spotName = (key: string, kind: string): string => `spot ${key} ${kind}`;

function namesOf({ hexes, counters, spots }: Highlights): string[] {
  return [
    ...[...(hexes ?? [])].map(([hex, { kind }]) => hexName(hex, kind)),
    ...[...(counters ?? [])].map(([key, kind]) => counterName(key, kind)),
    ...[...(spots ?? [])].map(([key, kind]) => spotName(key, kind)),
  ];
}

export class Fades {
  private since = new Map<string, number>();
  private latest = -1e9;

  /** These are lit now. */
  light(highlights: Highlights, now: number): void {
    const since = new Map<string, number>();
    for (const name of namesOf(highlights)) {
      const before = this.since.get(name);
      if (before === undefined) this.latest = now;
      since.set(name, before ?? now);
    }
    this.since = since;
  }

  /** From 0 to 1. */
  strength(name: string, now: number): number {
    return clamp01((now - (this.since.get(name) ?? -1e9)) / FADE_IN);
  }

  /** Whether another drawing is due; the last one comes when all have their full strength. */
  isFading(now: number): boolean {
    return now - this.latest < FADE_IN + LAST_FRAME;
  }
}
