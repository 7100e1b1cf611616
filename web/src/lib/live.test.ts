import { beforeEach, describe, expect, it } from 'vitest';
import { backoff } from './backoff';
import { Live, liveUrl, type LinkState } from './live';

describe('waiting before the next attempt', () => {
  it('doubles up to a limit and spreads by a quarter', () => {
    expect([0, 1, 2, 3].map((attempt) => backoff(attempt, 0))).toEqual([500, 1000, 2000, 4000]);
    expect(backoff(50, 0)).toBe(15_000);
    expect(backoff(0, 1)).toBe(375);
  });
});

class FakeSocket {
  static all: FakeSocket[] = [];
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.onclose?.({ code: 1000, reason: '' });
  }
}

describe('the live connection', () => {
  let links: LinkState[];
  let tasks: (() => void)[];
  let live: Live;

  beforeEach(() => {
    FakeSocket.all = [];
    links = [];
    tasks = [];
    const parts = {
      open: (url: string) => new FakeSocket(url) as unknown as WebSocket,
      later: (task: () => void) => tasks.push(task),
      cancel: () => undefined,
      now: () => 1000,
    };
    live = new Live(
      'ws://x/live',
      'secret',
      { onmessage: () => undefined, onlink: (link) => links.push(link), known: () => ({ since: 7, seq: 3 }) },
      parts,
    );
    live.start();
  });

  it('sends the token first, with what is known', () => {
    FakeSocket.all[0].onopen?.();
    expect(JSON.parse(FakeSocket.all[0].sent[0])).toEqual({ token: 'secret', since: 7, seq: 3 });
  });
  it('comes back after a loss, and says when', () => {
    FakeSocket.all[0].onclose?.({ code: 1006, reason: '' });
    expect(links.at(-1)).toMatchObject({ is: 'lost' });
    tasks[0]();
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.all[1].onmessage?.({ data: JSON.stringify({ type: 'seats', seats: [] }) });
    expect(links.at(-1)).toEqual({ is: 'open' });
  });
  it('tries at once when asked to', () => {
    FakeSocket.all[0].onclose?.({ code: 1006, reason: '' });
    live.retry();
    expect(FakeSocket.all).toHaveLength(2);
    live.retry();
    expect(FakeSocket.all).toHaveLength(2);
  });
  it('stays away when the server refuses the token', () => {
    FakeSocket.all[0].onclose?.({ code: 4401, reason: 'revoked' });
    expect(links.at(-1)).toEqual({ is: 'closed', reason: 'revoked' });
    expect(tasks).toHaveLength(0);
  });
  it('is lost at once when the network goes', () => {
    live.drop();
    expect(links.at(-1)).toMatchObject({ is: 'lost' });
    expect(tasks).toHaveLength(1);
  });
  it('ends quietly when stopped', () => {
    live.stop();
    expect(links).toEqual([{ is: 'connecting' }]);
    expect(tasks).toHaveLength(0);
  });
  it('uses a safe socket beside a safe page', () => {
    expect(liveUrl({ protocol: 'https:', host: 'h' }, 'a b')).toBe('wss://h/api/tables/a%20b/live');
    expect(liveUrl({ protocol: 'http:', host: 'h:1' }, 'x')).toBe('ws://h:1/api/tables/x/live');
  });
});
