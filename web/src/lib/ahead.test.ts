import { expect, test } from 'vitest';
import type { Decision } from '../wire';
import { joined, type Step } from './ahead';

const asked = (options: Record<string, [kind: string, ...args: (string | null)[]]>): Decision => ({
  side: 'us',
  prompt: 'What to do?',
  rule: '7.2',
  about: { unit: 'A' },
  default: null,
  guards: [],
  closed: [],
  options: Object.fromEntries(
    Object.entries(options).map(([verb, [kind, ...args]]) => [verb, { kind, label: verb, role: '' as const, args }]),
  ),
});
const step = (verb: string, brief: string, decision: Decision): Step => ({
  choice: { verb, arg: 'A' },
  brief,
  decision,
});

test('what is free and what is paid for stand in one question', () => {
  const free = step('free', 'free', asked({ shelter: ['hex', '0101', '0102'], back: ['', null] }));
  const paid = step('paid', 'one action', asked({ move: ['hex', '0102', '0103'], back: ['', null] }));
  const found = joined([free, paid]);
  expect(found?.decision.options.shelter).toMatchObject({ args: ['0101', '0102'], label: 'shelter {} (free)' });
  expect(found?.decision.options.move).toMatchObject({ args: ['0103'], label: 'move {} (one action)' });
  expect(found?.after.get('move 0103')).toBe(paid.choice);
  expect(found?.after.get('shelter 0102')).toBe(free.choice);
  expect(found?.after.get('back')).toBe(free.choice);
});

test('a choice that leads nowhere shows nothing', () => {
  expect(joined([])).toBeNull();
});
