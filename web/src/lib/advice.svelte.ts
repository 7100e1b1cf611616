// What the computer would do in one's place, when somebody asks.

import type { Hint } from '../wire';
import { ApiError } from './api';
import type { Play } from './play.svelte';

export class Advice {
  isAsking = $state(false);
  private given = $state.raw<{ hint: Hint; of: unknown } | null>(null);
  private failed = $state.raw<{ text: string; of: unknown } | null>(null);

  constructor(private readonly play: Play) {}

  canAsk = $derived.by(() =>
    Boolean(this.play.table.state?.has_hints && this.play.decision && !this.play.ahead.question),
  );
  /** What was said about the question that stands now. */
  hint = $derived.by(() => (this.given && this.given.of === this.play.decision ? this.given.hint : null));
  failure = $derived.by(() => (this.failed && this.failed.of === this.play.decision ? this.failed.text : ''));
  /** The option that is advised. */
  option = $derived.by(
    () =>
      this.play.options.find(({ verb, arg }) => verb === this.hint?.verb && arg === (this.hint?.arg ?? null)) ?? null,
  );

  async ask(): Promise<void> {
    const of = this.play.decision;
    if (!this.canAsk || this.isAsking || this.hint) return;
    this.isAsking = true;
    this.failed = null;
    try {
      this.given = { hint: await this.play.table.api.hint(), of };
      this.play.light(this.option);
    } catch (error) {
      const text = error instanceof ApiError ? error.message : 'The server does not answer. Ask again in a moment.';
      this.failed = { text, of };
    } finally {
      this.isAsking = false;
    }
  }

  clear(): boolean {
    const had = this.hint !== null;
    this.given = null;
    return had;
  }
}
