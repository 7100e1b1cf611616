// A question that stands one step ahead of the table: nothing is sent before it is answered too.

import type { Pick } from '../board';
import type { Counter } from '../wire';
import { joined, type Joined, type Step } from './ahead';
import { aboutKeys, counterKey } from './displays';
import type { Option } from './options';
import type { Play } from './play.svelte';

export class Ahead {
  private shown = $state.raw<{ seq: number; joined: Joined } | null>(null);
  private looking: Promise<boolean> = Promise.resolve(false);
  private held = $state.raw<Counter | null>(null); // it is dragged over the map

  constructor(private readonly play: Play) {}

  /** The question that is shown in the place of the table's own. */
  question = $derived.by(() => {
    const { state } = this.play.table;
    return state && this.shown?.seq === state.seq ? this.shown.joined : null;
  });

  /** Options of one thing that the game wants to be seen together. */
  isOne(found: readonly Option[]): boolean {
    const [first] = found;
    return found.length > 1 && found.every(({ brief, kind, arg }) => brief && kind === first.kind && arg === first.arg);
  }

  /** Show what options lead to, together; whether they lead to a question at all. */
  async lookInto(found: readonly Option[]): Promise<boolean> {
    const { state, api } = this.play.table;
    if (!state?.decision || !found.length) return false;
    const choices = found.map(({ verb, arg }) => ({ verb, arg }));
    const answers = await api.ahead(choices).catch(() => []);
    const steps = answers.flatMap(({ decision }, i): Step[] =>
      decision ? [{ choice: choices[i], brief: found.length > 1 ? (found[i].brief ?? '') : '', decision }] : [],
    );
    const question = joined(steps);
    if (!question || this.play.table.state?.seq !== state.seq) return false;
    this.shown = { seq: state.seq, joined: question };
    return true;
  }

  clear(): boolean {
    const had = this.question !== null;
    this.shown = null;
    return had;
  }

  // ---- dragging a counter to where it goes ----

  /** Whether a counter can be taken up: it can be chosen, or the question is about it already. */
  canHold(counter: Counter | null): boolean {
    if (!counter || !this.play.table.canAct || !this.play.decision) return false;
    return this.isAsked(counter) || this.choices(counter).length > 0;
  }

  get isHolding(): boolean {
    return this.held !== null;
  }

  hold(counter: Counter): void {
    if (this.held) return;
    this.held = counter;
    this.play.chooser = null;
    this.looking = this.isAsked(counter) ? Promise.resolve(true) : this.lookInto(this.choices(counter));
  }

  /** It is let go over a place: that is where it goes, if it may. */
  async drop(pick: Pick, at: { x: number; y: number }): Promise<void> {
    const { held, play } = this;
    this.held = null;
    if (!held) return;
    const isHome = pick.hex !== null && pick.hex === held.hex;
    const isShown = await this.looking;
    if (isHome) this.clear();
    else if (isShown) await play.put(held, pick, at);
    else play.sayFirst(held);
  }

  letGo(): void {
    this.held = null;
    this.clear();
  }

  private isAsked = (counter: Counter): boolean =>
    aboutKeys(this.play.decision).includes(counterKey(counter)) &&
    this.play.options.some(({ kind, isOnBoard }) => isOnBoard && kind !== counter.kind);

  private choices = ({ kind, id }: Counter): Option[] =>
    this.play.options.filter((option) => option.kind === kind && option.arg === id && !option.role);
}
