// The control for an amount: where it stands, and the option that this is.

import { amountIn, typedAmount, within } from './amounts';
import type { Option } from './options';
import type { Play } from './play.svelte';

export class Dial {
  private set = $state.raw<{ seq: number; value: number } | null>(null);

  constructor(private readonly play: Play) {}

  amount = $derived.by(() => amountIn(this.play.decision));
  /** Whether the player has set it since the question was asked. */
  isSet = $derived.by(() => this.set !== null && this.set.seq === this.play.table.state?.seq);
  value = $derived.by(() => {
    const { amount, set } = this;
    if (!amount) return 0;
    return this.isSet && set ? within(amount, set.value) : amount.least;
  });
  option = $derived.by<Option | null>(() => {
    const { amount } = this;
    return this.play.options.find(({ verb, arg }) => verb === amount?.verb && arg === String(this.value)) ?? null;
  });
  /** What Enter takes: the amount, once it is set. */
  chosen = $derived.by(() => (this.isSet ? this.option : null));

  turn(value: number): void {
    const { state } = this.play.table;
    if (!this.amount || !state) return;
    this.set = { seq: state.seq, value: within(this.amount, value) };
    this.play.light(this.option);
  }

  /** A number is being typed; answers whether it may be taken. */
  type(text: string): boolean {
    const value = this.amount && typedAmount(this.amount, text);
    if (value === null) return false;
    this.turn(value);
    return true;
  }
}
