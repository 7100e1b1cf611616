// Looking back: the moments of a table, and the one that is shown.

import type { History, Scene } from '../wire';
import { patch } from './changes';
import { isLoss } from './events';
import { tryFrom, type Say } from './menu';
import { isChange } from './merge';
import type { Table } from './table.svelte';

export interface Segment {
  from: number;
  width: number;
  name: string;
}

interface Tick {
  at: number;
  kind: 'loss' | 'star';
}

/** A moment that is looked back at. */
interface Past {
  step: number;
  seq: number; // the entries of the record when it was fetched
  told: number; // how many events had happened
  scene: Scene | null;
}

const PACE = 700;

export class Replay {
  history = $state.raw<History | null>(null);
  past = $state.raw<Past | null>(null); // what is shown, when it is not the live table
  wanted = $state<number | null>(null);
  isRunning = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private known = '';

  constructor(
    private readonly table: Table,
    private readonly say: Say,
  ) {}

  /** Play on from the shown moment, on a table of its own. */
  tryHere(): Promise<void> {
    return tryFrom(this.table, this.at, this.say);
  }

  last = $derived.by(() => this.table.state?.step ?? 0);
  first = $derived.by(() => this.history?.first ?? 0);
  at = $derived.by(() => this.wanted ?? this.last);
  isLive = $derived.by(() => this.wanted === null);
  name = $derived.by(() => this.history?.landmarks.findLast((mark) => mark.step <= this.at)?.name ?? '');
  segments = $derived.by<Segment[]>(() => {
    const all = (this.history?.landmarks ?? []).filter((mark) => mark.step <= this.last);
    const marks = all.filter((mark, i) => all[i + 1]?.step !== mark.step); // nobody decided in the others
    return marks.map((mark, i) => {
      const from = (mark.step / Math.max(1, this.last)) * 100;
      const to = ((marks[i + 1]?.step ?? this.last) / Math.max(1, this.last)) * 100;
      return { from, width: to - from, name: to - from > 6 ? mark.name : mark.name.replace(/^\D*(?=\d)/, '') };
    });
  });
  ticks = $derived.by<Tick[]>(() =>
    this.table.events
      .filter((event) => isLoss(event) || event.sign === 'star')
      .map((event) => ({
        at: (event.step / Math.max(1, this.last)) * 100,
        kind: isLoss(event) ? 'loss' : 'star',
      })),
  );

  /** Fetch the moments, unless they are known up to now. */
  async load(): Promise<void> {
    const { state } = this.table;
    const known = `${state?.seat} ${state?.seq}`; // each seat counts for itself
    if (!state || this.known === known) return;
    this.known = known;
    this.history = await this.table.api.history().catch(() => this.history);
  }

  async go(step: number): Promise<void> {
    const goal = Math.max(this.first, Math.min(this.last, step));
    if (goal >= this.last) return this.toLive();
    this.table.skip();
    this.wanted = goal;
    void this.load();
    const found = await this.fetch(goal, this.past).catch(() => null);
    if (found && this.wanted === goal) this.past = found;
  }

  /** A moment, made from another one where that is still what it was. */
  private async fetch(step: number, from: Past | null): Promise<Past> {
    const answer = await this.table.api.step(step, from?.scene ? from.step : undefined);
    if (isChange(answer) && answer.seq !== from?.seq) return this.fetch(step, null);
    const scene = isChange(answer) ? from?.scene && patch(from.scene, answer.scene) : answer.scene;
    return { step, seq: answer.seq, told: answer.since, scene: scene ?? null };
  }

  toLive(): void {
    clearTimeout(this.timer);
    this.isRunning = false;
    this.wanted = null;
    this.past = null;
  }

  /** Run on from the shown moment, or from the start; again: pause. */
  run(): void {
    this.isRunning = !this.isRunning;
    clearTimeout(this.timer);
    if (!this.isRunning) return;
    const tick = async () => {
      if (!this.isRunning) return;
      await this.go(this.at + 1);
      if (this.isRunning) this.timer = setTimeout(() => void tick(), PACE);
    };
    if (this.isLive) void this.go(this.first).then(() => (this.timer = setTimeout(() => void tick(), PACE)));
    else void tick();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.isRunning = false;
  }
}
