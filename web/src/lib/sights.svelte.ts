// Lines of sight as the server knows them, asked for once for each state of the table.

import type { Sight } from '../wire';
import type { Play } from './play.svelte';
import { lookOf, pinAt, type Eyes, type Look, type Pin } from './sights';

const DELAY = 50;
const MOST = 600; // answers that are kept
const HELD = 350; // milliseconds: a key that is held longer ends the line when it is let go

export interface Seen {
  look: Look;
  sight: Sight;
}

export class Sights {
  pin = $state.raw<Pin | null>(null);
  isOn = $state(false); // the next click says where a line begins
  seen = $state.raw<Seen | null>(null);
  private answers = new Map<string, Sight | null>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pressed = 0;

  constructor(private readonly play: Play) {}

  private eyes = $derived.by<Eyes>(() => {
    const { looked, lit, decision, options, turning, table } = this.play;
    const subject = turning.subject;
    return { pin: this.pin, looked, lit, decision, options, subject, scene: table.state?.scene ?? null };
  });
  look = $derived.by<Look | null>(() => (this.play.table.hasSight ? lookOf(this.eyes) : null));

  private key = $derived.by(() => {
    const { look } = this;
    return look ? `${this.play.table.state?.seq} ${look.from} ${look.to} ${look.unit ?? ''}` : '';
  });

  /** Ask about the line that is looked along; what is seen is shown until another line is looked along. */
  async ask(): Promise<void> {
    clearTimeout(this.timer);
    const { look, key } = this;
    const { table } = this.play;
    if (!look) {
      this.seen = null;
      return;
    }
    if (!this.answers.has(key)) {
      this.seen = null;
      await new Promise((done) => (this.timer = setTimeout(done, DELAY)));
      const answer = await table.api.sight(look.from, look.to, look.unit).catch(() => ({ sight: null }));
      if (this.answers.size >= MOST) this.answers.clear();
      this.answers.set(key, answer.sight);
    }
    const sight = this.answers.get(key);
    if (this.key === key) this.seen = sight ? { look, sight } : null;
  }

  /** The key goes down: a line begins here, or ends. */
  press(time: number): void {
    if (!this.play.table.hasSight) return;
    this.pressed = time;
    if (this.pin || this.isOn) this.clear();
    else this.begin();
  }

  /** The key comes up: a line that was held ends. */
  release(time: number): void {
    if (this.pressed && time - this.pressed > HELD) this.clear();
    this.pressed = 0;
  }

  toggle(): void {
    if (this.pin || this.isOn) this.clear();
    else this.isOn = true;
  }

  /** A line begins at what is under the pointer, or else with the next click. */
  private begin(): void {
    this.pin = pinAt(this.eyes);
    this.isOn = true;
  }

  /** A click while lines are looked along: whether it was one. */
  pick(isTouch: boolean): boolean {
    if (!this.isOn) return false;
    if (!this.pin || !isTouch) this.pin = pinAt(this.eyes);
    return true;
  }

  clear(): boolean {
    const had = this.pin !== null || this.isOn;
    this.pin = null;
    this.isOn = false;
    return had;
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
