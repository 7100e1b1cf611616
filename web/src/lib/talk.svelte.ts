// What people say at a table beside the game, and how far this browser has read it.

import type { TalkLine } from '../wire';
import type { TableApi } from './api';
import { read, write } from './stored';

export type Emote = 'applause' | 'cheer' | 'gasp' | 'laugh' | 'wonder' | 'salute';

/** What is on the button of an emote, and what others read. */
export const EMOTES: Record<Emote, { button: string; done: string }> = {
  applause: { button: 'Applaud', done: 'applauds' },
  cheer: { button: 'Cheer', done: 'cheers' },
  salute: { button: 'Salute', done: 'salutes' },
  laugh: { button: 'Laugh', done: 'laughs' },
  gasp: { button: 'Gasp', done: 'gasps' },
  wonder: { button: 'Wonder', done: 'wonders' },
};

const KEY = 'talk';
const MOST = 60; // tables of which is kept how far they were read
const SHOWN_MS = 7000; // so long a fresh line is seen over the map

export class Talk {
  lines = $state.raw<readonly TalkLine[]>([]);
  fresh = $state.raw<TalkLine | null>(null); // what was said just now
  private seen = $state(0); // the last line that was read
  private timer: ReturnType<typeof setTimeout> | undefined;
  private mine = new Set<number>();

  constructor(private readonly table: string) {
    this.seen = read<Record<string, number>>(KEY, {})[table] ?? 0;
  }

  unread = $derived.by(() => this.lines.filter(({ number }) => number > this.seen).length);

  /** Fetch what was said since the last line that is known. */
  async load(api: TableApi): Promise<void> {
    const last = this.lines.at(-1)?.number ?? 0;
    const found = await api.talk(last + 1).catch(() => []);
    this.take(found);
  }

  /** Somebody says something. */
  hear(line: TalkLine): void {
    if (this.lines.some(({ number }) => number === line.number)) return;
    this.take([line]);
    if (this.mine.has(line.number)) return;
    this.fresh = line;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.fresh = null), SHOWN_MS);
  }

  /** One's own words, as they were kept. */
  said(line: TalkLine): void {
    this.mine.add(line.number);
    if (this.fresh?.number === line.number) this.fresh = null;
    this.take([line]);
  }

  private take(lines: readonly TalkLine[]): void {
    const all = new Map([...this.lines, ...lines].map((line) => [line.number, line]));
    this.lines = [...all.values()].sort((a, b) => a.number - b.number);
  }

  /** Everything up to now has been read. */
  read(): void {
    const last = this.lines.at(-1)?.number ?? 0;
    this.fresh = null;
    if (last <= this.seen) return;
    this.seen = last;
    const { [this.table]: _, ...others } = read<Record<string, number>>(KEY, {});
    write(KEY, Object.fromEntries([...Object.entries(others), [this.table, last]].slice(-MOST)));
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
