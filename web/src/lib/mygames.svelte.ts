// The games of this browser, asked for again and again as long as somebody looks at the list.

import type { Brief, GameInfo } from '../wire';
import * as api from './api';
import { inOrder, rowOf, type TableRow } from './running';
import { ownTables, type OwnTable } from './seats';

const ASKED_MS = 5000;
const AT_FIRST = 6; // so many tables in one question, while none of them is known: a server may have to open them

const games = (): OwnTable[] => ownTables().filter((own) => !own.from); // what is tried out is no game

const seatOf = ({ id, mine }: OwnTable) => ({ table: id, token: Object.values(mine)[0] ?? '' });

export class MyGames {
  rows = $state.raw<TableRow[] | null>(null);
  private games: GameInfo[] = [];
  private briefs = new Map<string, Brief>();
  private timer: ReturnType<typeof setInterval> | undefined;

  /** How many games wait for this browser. */
  waiting = $derived.by(() => this.rows?.filter(({ isYourMove }) => isYourMove).length ?? 0);

  start(): void {
    void this.ask();
    this.timer = setInterval(() => {
      if (!document.hidden) void this.ask();
    }, ASKED_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Ask how all games stand now. */
  async ask(): Promise<void> {
    const own = games();
    this.games = await api.games().catch(() => this.games);
    const fresh = own.filter(({ id }) => !this.briefs.has(id));
    const known = own.filter(({ id }) => this.briefs.has(id));
    const parts: OwnTable[][] = known.length ? [known] : [];
    for (let i = 0; i < fresh.length; i += AT_FIRST) parts.push(fresh.slice(i, i + AT_FIRST));
    await Promise.all(parts.map((part) => this.askFor(part)));
    this.show();
  }

  private async askFor(tables: OwnTable[]): Promise<void> {
    const found = await api.mine(tables.map(seatOf)).catch(() => []);
    for (const brief of found) this.briefs.set(brief.table, brief);
    this.show();
  }

  private show(): void {
    const now = Date.now();
    const rows = games().map((own) => rowOf(own, this.briefs.get(own.id) ?? null, this.games, now));
    this.rows = inOrder(rows);
  }
}
