import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parcelFile, parcelLink, readParcelFile, readParcelLink, takeIn } from './parcel';
import { keepReceipt, receiptOf } from './receipts';
import { ownTable, ownTables, type OwnTable } from './seats';

const table = (id: string, more: Partial<OwnTable> = {}): OwnTable => ({
  id,
  game: 'omaha',
  scenario: 's',
  title: 'S',
  mine: { us: `${id}-token` },
  others: {},
  spectator: 'w',
  coach: false,
  opened: 5_000_000,
  ...more,
});

beforeEach(() => {
  const box = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => box.get(key) ?? null,
    setItem: (key: string, value: string) => void box.set(key, value),
    removeItem: (key: string) => void box.delete(key),
  });
});

const hashOf = (link: string) => new URL(link).hash;

describe('games on the way to another device', () => {
  it('come as they went, whatever sides and people are called', () => {
    const mine = { '1st ~!,=Division': 'a_b-c', Zoë: 'x'.repeat(64) };
    const link = parcelLink('http://h', [table('a', { mine, others: { german: 'inv' } }), table('b')], 'Ann~!*');
    const found = readParcelLink(hashOf(link));
    expect(found?.name).toBe('Ann~!*');
    expect(found?.tables.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(found?.tables[0]).toMatchObject({ mine, others: { german: 'inv' }, spectator: '', opened: 5_000_000 });
  });
  it('bring a token to watch with where there is no seat', () => {
    const link = parcelLink('http://h', [table('a', { mine: {} })], '');
    expect(readParcelLink(hashOf(link))?.tables[0].spectator).toBe('w');
  });
  it('fit into a square that a phone can read', () => {
    const twelve = Array.from({ length: 12 }, (_, i) =>
      table(`0123456789abcd${i + 10}`, { mine: { german: 'x'.repeat(32) } }),
    );
    expect(parcelLink('https://play.example.org', twelve, 'Ann').length).toBeLessThan(900);
  });
  it('are nothing where a link was cut short or is another', () => {
    const link = hashOf(parcelLink('http://h', [table('a')], 'Ann'));
    for (const bad of ['', '#token=x', link.slice(0, -3), `${link}~a!b`, `${link.slice(0, -1)}%`])
      expect(readParcelLink(bad)).toBeNull();
  });
  it('are added to those that are here, and take nothing away', () => {
    takeIn({ name: '', tables: [table('a', { mine: { us: 'here' }, opened: 1 })], receipts: [] });
    const fresh = takeIn({
      name: '',
      tables: [table('a', { mine: { us: 'there', german: 'new' } }), table('b')],
      receipts: [],
    });
    expect(fresh).toBe(1);
    expect(ownTable('a')?.mine).toEqual({ us: 'here', german: 'new' });
    expect(ownTables().map(({ id }) => id)).toEqual(['a', 'b']);
  });
  it('come in a file with their receipts', async () => {
    const receipt = { ...receiptOf('a'), numbers: { us: '7' }, heads: [{ head: 'h', signature: 's' }] };
    keepReceipt(receipt);
    const text = await parcelFile([table('a')], 'Ann').text();
    localStorage.removeItem('beachhead.receipt.a');
    const parcel = readParcelFile(text);
    expect(parcel?.name).toBe('Ann');
    if (parcel) takeIn(parcel);
    expect(receiptOf('a')).toEqual(receipt);
    for (const bad of ['', '{}', '{"format":"beachhead-games","tables":[{}]}']) expect(readParcelFile(bad)).toBeNull();
  });
});
