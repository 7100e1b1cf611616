import { describe, expect, it } from 'vitest';
import type { Report, Scene } from '../wire';
import { toneNames, turnsOf } from './report';

const panel = (tone: string, label: string) => ({ panels: [{ slots: [{ tone, label }] }] }) as unknown as Scene;

describe('names of tones', () => {
  it('are those of sides, whatever boxes the table has in their colours', () => {
    expect(toneNames(panel('german', 'Not used'), ['allied', 'german'])('german')).toBe('German');
  });
  it('are those of boxes where a side has several tones, else the words', () => {
    const nameOf = toneNames(panel('us-1', '1st'), ['us']);
    expect([nameOf('us-1'), nameOf('us-29')]).toEqual(['1st', 'Us 29']);
  });
});

describe('turns', () => {
  it('do not count what was before the first', () => {
    const report = { turns: ['Set-up', 'Game Turn 1', 'Game Turn 2'].map((name) => ({ name })) } as Report;
    expect(turnsOf(report)).toBe(2);
  });
});
