// The facing that a player is about to choose, and the turning over of counters.

import type { Pick } from '../board';
import type { Decision } from '../wire';
import type { Option } from './options';
import type { Play } from './play.svelte';
import { facingAt, flipOptions, isTurnFirst, stepFacing, subjectOf, turnOf } from './turning';

const SETTLED = 450; // milliseconds after which a double click means the counter in question

export class Turning {
  private aim = $state.raw<{ of: Decision; word: string | null; isArmed: boolean } | null>(null);
  isHeld = $state(false); // it is being dragged
  private since = 0;

  constructor(private readonly play: Play) {}

  subject = $derived.by(() => subjectOf(this.play.decision, this.play.table.state?.scene ?? null));
  turn = $derived.by(() => turnOf(this.play.table.layout, this.subject, this.play.options));
  private now = $derived.by(() => (this.aim && this.aim.of === this.play.decision ? this.aim : null));
  /** Whether drag and keys choose a facing now; a counter that is to be turned over is flipped first. */
  isOpen = $derived.by(
    () => this.turn !== null && (this.now?.isArmed || isTurnFirst(this.turn, this.play.options)) === true,
  );
  isArmed = $derived.by(() => this.now?.isArmed ?? false);
  /** The facing that would be taken, or that of the option that is lit. */
  ghost = $derived.by<string | null>(() => {
    if (this.now?.word) return this.now.word;
    const lit = this.play.lit;
    return lit && this.turn?.options.get(lit.arg ?? '')?.id === lit.id ? lit.arg : null;
  });
  chosen = $derived.by<Option | null>(() => (this.now?.word && this.turn?.options.get(this.now.word)) || null);
  /** What turns over the counter in question. */
  flips = $derived.by(() => flipOptions(this.play.options, this.subject, null));

  /** Called when a new question is asked. */
  asked(time: number): void {
    this.since = time;
    this.isHeld = false;
  }

  isSettled(time: number): boolean {
    return time - this.since > SETTLED;
  }

  private set(word: string | null, isArmed = this.isArmed): void {
    const { decision } = this.play;
    this.aim = decision ? { of: decision, word, isArmed } : null;
  }

  /** Forget what was aimed at; answers whether there was anything. */
  clear(): boolean {
    const had = this.now !== null && (this.now.word !== null || this.now.isArmed);
    this.aim = null;
    this.isHeld = false;
    return had;
  }

  /** One hexside clockwise, or the other way. */
  step(by: 1 | -1): void {
    const { turn, play } = this;
    if (!turn) return;
    this.set(stepFacing(play.table.layout?.directions ?? [], turn, this.now?.word ?? null, by), true);
  }

  /** Take the facing that is aimed at. */
  take(): boolean {
    const option = this.chosen;
    this.isHeld = false;
    if (option) void this.play.take(option);
    return option !== null;
  }

  /** Aim at the hexside toward a point that lies so far from the middle of the counter's hex. */
  aimAt(dx: number, dy: number, far: number): void {
    const { layout } = this.play.table;
    const word = layout && facingAt(layout, dx, dy, far);
    this.set(word && this.turn?.options.has(word) ? word : null);
  }

  /** A click near a hexside of the hex where facings are chosen: takes it. */
  takeAt(dx: number, dy: number, far: number): boolean {
    this.aimAt(dx, dy, far);
    return this.take();
  }

  /** Let go of what was dragged: take what was aimed at. */
  drop(isGivenUp: boolean): void {
    if (isGivenUp || !this.take()) this.set(null);
    this.isHeld = false;
  }

  /** Turn over the counter in question, or the one that is pointed at; where it must face somewhere, ask where. */
  flip(pointed: { kind: string; id: string } | null = null): boolean {
    const found = flipOptions(this.play.options, this.subject, pointed);
    if (!found.length || !this.play.table.canAct) return false;
    if (found.length === 1) void this.play.take(found[0]);
    else if (this.isArmed && this.chosen) this.clear();
    else this.set(this.turn?.subject.facing || (found[0].arg ?? null), true);
    return true;
  }

  /** Whether a click there means the counter in question. */
  isAt(pick: Pick): boolean {
    const { subject } = this;
    if (!subject || !(this.turn || this.flips.length)) return false;
    const { counter } = pick;
    return counter ? counter.kind === subject.kind && counter.id === subject.id : pick.hex === subject.hex;
  }
}
