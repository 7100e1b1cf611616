// Questions for tests.

import type { Decision } from '../wire';

/** A decision with these options; everything else is as plain as can be. */
export const question = (options: Decision['options'], more: Partial<Decision> = {}): Decision => ({
  side: 'us',
  prompt: '?',
  rule: '1',
  about: {},
  default: null,
  guards: [],
  closed: [],
  options,
  ...more,
});
