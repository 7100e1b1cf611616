// The live connection of a table: a socket that comes back by itself.

import type { Hello, Looking, paths } from '../wire';
import { backoff } from './backoff';

type Frame = paths['/api/tables/{table_id}/live']['get']['responses'][101]['content']['application/json'];

/** What the server says on a socket. */
export type LiveMessage = Exclude<Frame, Hello | Looking>;

export type LinkState =
  { is: 'connecting' } | { is: 'open' } | { is: 'lost'; retryAt: number } | { is: 'closed'; reason: string };

interface LiveEvents {
  onmessage(message: LiveMessage): void;
  onlink(link: LinkState): void;
  /** How many events are known, and of which entry the table is. */
  known(): { since: number; seq?: number };
  /** Whether the page lies in sight. */
  isLooking?(): boolean;
}

interface Parts {
  open(url: string): WebSocket;
  later(task: () => void, ms: number): number;
  cancel(timer: number): void;
  now(): number;
}

const BROWSER: Parts = {
  open: (url) => new WebSocket(url),
  later: (task, ms) => setTimeout(task, ms) as unknown as number,
  cancel: (timer) => clearTimeout(timer),
  now: () => Date.now(),
};

/** Keeps a socket open: the token goes as the first message, with what is known of the table. */
export class Live {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer = 0;
  private isStopped = false;

  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly events: LiveEvents,
    private readonly parts: Parts = BROWSER,
  ) {}

  start(): void {
    if (this.isStopped) return;
    this.events.onlink({ is: 'connecting' });
    const socket = this.parts.open(this.url);
    this.socket = socket;
    socket.onopen = () => {
      const hello: Hello = { token: this.token, ...this.events.known() };
      socket.send(JSON.stringify(hello));
      if (this.events.isLooking?.() === false) this.turn();
    };
    socket.onmessage = (event) => this.read(String(event.data));
    socket.onclose = (event) => {
      if (this.socket === socket) this.lose(event);
    };
  }

  /** Say whether the page lies in sight: who looks elsewhere may want to be called. */
  turn(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const looking: Looking = { looking: this.events.isLooking?.() ?? true };
    this.socket.send(JSON.stringify(looking));
  }

  /** Connect at once instead of waiting for the next attempt. */
  retry(): void {
    if (this.socket || this.isStopped) return;
    this.parts.cancel(this.timer);
    this.start();
  }

  /** The network is gone: do not wait for the socket to notice. */
  drop(): void {
    const { socket } = this;
    if (!socket) return;
    this.lose({ code: 1006, reason: '' });
    socket.close();
  }

  stop(): void {
    this.isStopped = true;
    this.parts.cancel(this.timer);
    this.socket?.close();
    this.socket = null;
  }

  private read(text: string): void {
    const message = JSON.parse(text) as LiveMessage;
    if (this.attempt || message.type === 'state') this.attempt = 0;
    this.events.onlink({ is: 'open' });
    if (message.type === 'closed') this.end(message.reason);
    this.events.onmessage(message);
  }

  private end(reason: string): void {
    this.stop();
    this.events.onlink({ is: 'closed', reason });
  }

  private lose(event: { code: number; reason: string }): void {
    this.socket = null;
    if (this.isStopped) return;
    const isRefused = event.code === 1008 || (event.code >= 4400 && event.code < 4500);
    if (isRefused) return this.end(event.reason || 'This link is no longer valid.');
    const wait = backoff(this.attempt++);
    this.events.onlink({ is: 'lost', retryAt: this.parts.now() + wait });
    this.timer = this.parts.later(() => this.start(), wait);
  }
}

/** The address of a table's socket, beside the page. */
export function liveUrl(page: { protocol: string; host: string }, id: string): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/api/tables/${encodeURIComponent(id)}/live`;
}
