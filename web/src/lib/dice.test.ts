import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableState } from '../wire';
import { newNumber, promiseOf } from './dice';
import { diceProblem, forgetReceipt, keepReceipt, noteHead, receiptOf } from './receipts';

beforeEach(() => {
  const box = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => box.get(key) ?? null,
    setItem: (key: string, value: string) => void box.set(key, value),
    removeItem: (key: string) => void box.delete(key),
  });
});

describe('a number for the dice', () => {
  it('is another one each time, of 64 digits', () => {
    expect(newNumber()).toMatch(/^[0-9a-f]{64}$/);
    expect(newNumber()).not.toBe(newNumber());
  });
  it('is promised by the hash that the server makes of it', () => {
    expect(promiseOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

const state = (more: object): TableState =>
  ({
    key: 'k',
    dice: { kind: 'joint', part: 'p', promises: {}, numbers: { us: '1', german: '2' } },
    ...more,
  }) as unknown as TableState;

describe('a receipt', () => {
  it('keeps the first head and the latest', () => {
    for (let at = 0; at < 100; at++) noteHead('t', { head: `h${at}`, signature: 's' }, state({}));
    const { heads, key, part } = receiptOf('t');
    expect([heads[0]?.head, heads.at(-1)?.head, heads.length, key, part]).toEqual(['h0', 'h99', 60, 'k', 'p']);
    noteHead('t', { head: 'h99', signature: 's' });
    expect(receiptOf('t').heads).toHaveLength(60);
    forgetReceipt('t');
    expect(receiptOf('t').heads).toEqual([]);
  });
  it('finds dice that are not made of what was put into them', () => {
    keepReceipt({ ...receiptOf('t'), key: 'k', part: 'p', numbers: { us: '1' } });
    expect(diceProblem(state({}), receiptOf('t'))).toBe('');
    expect(diceProblem(state({ key: 'other' }), receiptOf('t'))).toContain('another key');
    keepReceipt({ ...receiptOf('t'), numbers: { us: '7' } });
    expect(diceProblem(state({}), receiptOf('t'))).toContain('not in them');
    keepReceipt({ ...receiptOf('t'), part: 'x', numbers: {} });
    expect(diceProblem(state({}), receiptOf('t'))).toContain('another part');
  });
});
