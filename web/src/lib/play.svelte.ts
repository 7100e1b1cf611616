// What the player points at: the option that is lit, its preview, the chooser, refusals.

import type { Pick } from '../board';
import type { Counter, Decision, Preview, Ruling } from '../wire';
import { Ahead } from './ahead.svelte';
import type { ApiError } from './api';
import { Dial } from './dial.svelte';
import { aboutKeys, askedDisplay, boxKey, isInstead, keysOf } from './displays';
import { guardOf } from './guards';
import { assignKeys } from './keys';
import {
  backOption,
  closedOptions,
  groupOptions,
  isBack,
  listOptions,
  matchPick,
  primaryOption,
  verbTitle,
  whyGuesses,
  type Closed,
  type Option,
  type Places,
} from './options';
import { Advice } from './advice.svelte';
import { Lenses } from './lenses.svelte';
import { beginnings } from './log';
import { Orders } from './orders.svelte';
import { Sights } from './sights.svelte';
import type { Table } from './table.svelte';
import { Turning } from './turning.svelte';

export interface Toast {
  title: string;
  text: string;
  rule: string;
  tone: 'warn' | 'good';
}

/** An option by which something would be lost: pressed once, to be pressed again. */
interface Armed {
  of: Decision;
  option: Option;
  ruling: Ruling;
}

export interface Chooser {
  x: number;
  y: number;
  options: Option[];
}

const PREVIEW_DELAY = 120;
const TOAST_TIME = 7000;
const NOWHERE: Places = { hexes: new Set(), counters: new Set(), spots: new Set() };

export class Play {
  lit = $state.raw<Option | null>(null); // hovered or focused
  verb = $state<string | null>(null); // only options of this verb are shown, where the player chose one
  chooser = $state.raw<Chooser | null>(null);
  held = $state.raw<Option | null>(null); // tapped once: its preview is shown, a second tap takes it
  preview = $state.raw<{ of: Option; preview: Preview } | null>(null);
  toast = $state.raw<Toast | null>(null);
  ruling = $state.raw<Ruling | null>(null);
  looked = $state.raw<Pick | null>(null); // what lies under the pointer
  lightHexes = $state.raw<string[]>([]); // hexes of a log line under the pointer
  lightCounters = $state.raw<string[]>([]);
  resting = $state<number | null>(null); // this part of the turn was left to the computer
  readonly dial = new Dial(this); // numbers in a row are asked for with one control
  isOther = $state(false); // the range after turning over is shown
  readonly turning = new Turning(this);
  readonly sights = new Sights(this);
  readonly orders = new Orders(this);
  readonly lenses = new Lenses(this);
  readonly ahead = new Ahead(this);
  readonly advice = new Advice(this);

  private before: Option[] = []; // what the counter in question was chosen from
  private arms = $state.raw<Armed | null>(null);
  private previews = new Map<string, Preview | null>();
  private previewTimer: ReturnType<typeof setTimeout> | undefined;
  private toastTimer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(readonly table: Table) {
    table.onrefused = (error) => this.refused(error);
  }

  decision = $derived.by(() => {
    const { isPlaying, state } = this.table;
    if (isPlaying || state?.waiting_for?.length) return null;
    return this.ahead.question?.decision ?? state?.decision ?? null;
  });
  places = $derived.by<Places>(() => {
    const { layout, state } = this.table;
    if (!layout) return NOWHERE;
    const placed = (state?.scene?.counters ?? []).filter((counter) => counter.hex || counter.spot);
    const displays = state?.scene?.displays ?? [];
    return {
      hexes: new Set(layout.names),
      counters: new Set([...placed.map((counter) => `${counter.kind}:${counter.id}`), ...displays.flatMap(keysOf)]),
      spots: new Set([
        ...layout.spots.map((spot) => `${spot.kind}:${spot.id}`),
        ...displays.flatMap((display) => (display.boxes ?? []).map(boxKey)),
      ]),
    };
  });
  options = $derived.by(() => {
    const after = this.ahead.question?.after;
    const found = listOptions(this.decision, this.places);
    const all = after ? found.map((option) => ({ ...option, after: after.get(option.id) })) : found;
    const share = this.table.ownShare;
    if (!share) return all;
    const mine = new Set(share.units);
    return all.filter(({ kind, arg }) => kind !== 'unit' || (arg !== null && mine.has(arg)));
  });
  keys = $derived(
    assignKeys(Object.entries(this.decision?.options ?? {}).map(([verb, { label, role }]) => ({ verb, label, role }))),
  );
  groups = $derived(groupOptions(this.decision, this.options, this.keys));
  primary = $derived(primaryOption(this.decision, this.options));
  back = $derived(backOption(this.options));
  closed = $derived(closedOptions(this.decision));
  /** What was pressed once and would lose something, as long as the question stands. */
  armed = $derived(this.arms?.of === this.decision ? this.arms : null);
  /** The display in which the player may choose something. */
  asked = $derived.by(() => askedDisplay(this.table.state?.scene ?? null, this.options));
  /** The option whose preview is shown: the one that is lit, that turns the counter over, or that Enter takes. */
  private shown = $derived.by(() => {
    const other = this.isOther ? (this.turning.chosen ?? this.turning.flips[0]) : null;
    return this.lit ?? other ?? this.turning.chosen ?? this.dial.chosen ?? this.primary;
  });
  /** The verb that filters, as long as the decision has it. */
  filter = $derived(this.verb && this.decision?.options[this.verb] ? this.verb : null);
  /** Whether the computer can take what is left of this part of the turn. */
  canRest = $derived.by(() => {
    const { hasHelper, own, ownShare, canAct } = this.table;
    return hasHelper && !own?.coach && !ownShare && canAct;
  });
  live = $derived(this.filter ? this.options.filter((option) => option.verb === this.filter) : this.options);

  /** Take an option. One by which something would be lost is armed first, and taken when it is pressed again. */
  async take(option: Option): Promise<void> {
    if (!this.table.canAct) return;
    this.resting = null;
    const ruling = guardOf(this.decision, option);
    if (ruling && this.decision && this.armed?.option.id !== option.id) {
      this.clearToast();
      this.chooser = null;
      this.arms = { of: this.decision, option, ruling };
      return;
    }
    this.disarm();
    this.chooser = null;
    this.held = null;
    this.isOther = false;
    this.light(null);
    this.clearToast();
    const { options } = this;
    if (option.isInstead) return this.takeInstead(option);
    if (option.after && isBack(option)) return void this.ahead.clear();
    if (!(await this.send(option))) return;
    this.ahead.clear();
    this.verb = null;
    this.remember(option, options);
  }

  private send({ verb, arg, after }: Option): Promise<boolean> {
    if (!after) return this.table.act(verb, arg);
    return this.table.send((table, seq, since) => table.order(seq, [after, { verb, arg }], since));
  }

  /** Let the computer take what is left of this part of the turn. */
  async takeRest(): Promise<void> {
    if (!this.canRest) return;
    const begun = beginnings(this.table.events);
    this.ahead.clear();
    this.disarm();
    this.clearToast();
    const before = this.table.state?.step ?? 0;
    let next: string | null = null; // who was to decide when the computer stopped: others may have answered since
    const isTaken = await this.table.send(async (table, seq, since) => {
      const answer = await table.rest(seq, since);
      next = answer.deciding;
      return answer;
    });
    if (!isTaken) return;
    this.table.skip();
    this.resting = next === this.table.state?.seat ? null : begun;
    const count = (this.table.state?.step ?? before) - before;
    const undo = this.table.state?.can_undo ? 'Undo takes all of it back.' : 'The log tells what was done.';
    this.say({
      title: `Done for you: ${count === 1 ? '1 action' : `${count} actions`}`,
      text: undo,
      rule: '',
      tone: 'good',
    });
  }

  /** The other side has answered: the computer goes on with what was left to it, as long as the part lasts. */
  async restOn(): Promise<void> {
    if (this.resting === null || !this.canRest || !this.decision) return;
    const isOver = this.resting !== beginnings(this.table.events);
    this.resting = null;
    if (!isOver) await this.takeRest();
  }

  /** Whatever else is done leaves what would have been lost. */
  disarm(): void {
    this.arms = null;
  }

  /** Say that Enter takes nothing here. */
  sayNothing(): void {
    this.say({
      title: 'Enter takes nothing here',
      text: 'No answer goes without saying: choose one yourself.',
      rule: this.decision?.rule ?? '',
      tone: 'warn',
    });
  }

  /** Light an option: its place glows and, after a moment, its preview is asked for. */
  light(option: Option | null): void {
    if (option?.id === this.lit?.id) return;
    this.lit = option;
    clearTimeout(this.previewTimer);
    this.previewTimer = setTimeout(() => void this.show(), option ? PREVIEW_DELAY : 250);
  }

  /** Show the preview of what is lit, or else of the option that Enter takes. */
  async show(): Promise<void> {
    if (this.isClosed) return;
    const option = this.shown;
    const preview = option && (await this.foresee(option));
    if (!this.isClosed && option?.id === this.shown?.id)
      this.preview = option && preview ? { of: option, preview } : null;
  }

  /** The preview of an option, asked for once for each state of the table. */
  private async foresee(option: Option): Promise<Preview | null> {
    const { state, api } = this.table;
    if (!state?.decision) return null;
    const key = `${state.seat} ${state.seq} ${option.after?.verb ?? ''} ${option.id}`;
    if (!this.previews.has(key)) {
      const answer = await api.preview(option.verb, option.arg, option.after).catch(() => ({ preview: null }));
      this.previews.set(key, answer.preview);
    }
    return this.previews.get(key) ?? null;
  }

  /** A tap: what has a preview shows it first, and the second tap takes it. */
  async tap(option: Option): Promise<void> {
    if (this.held?.id === option.id || !(await this.foresee(option))) return this.take(option);
    this.held = option;
    this.light(option);
  }

  /** A click on the board: act, let the player choose, or say why not. */
  async pick(pick: Pick, at: { x: number; y: number }, isTouch = false): Promise<void> {
    if (this.table.isPlaying) return this.table.skip();
    if (this.sights.pick(isTouch)) return;
    if (await this.orders.pick(pick.counter?.kind === 'unit' ? pick.counter.id : null, pick.hex, isTouch)) return;
    this.chooser = null;
    this.clearToast();
    if (!this.table.canAct || !this.decision) return;
    const other = this.insteadOf(pick);
    const found = matchPick(this.options, pick, this.filter);
    if (other && !found.length && this.ahead.clear()) return this.pick(pick, at, isTouch);
    if (other) found.push({ ...other, id: `instead ${other.id}`, label: `${other.label} instead`, isInstead: true });
    if (found.length === 1) return isTouch ? this.tap(found[0]) : this.take(found[0]);
    this.held = null;
    const { options } = this;
    if (this.ahead.isOne(found) && (await this.ahead.lookInto(found))) {
      this.before = options;
      return;
    }
    if (found.length > 1) this.chooser = { ...at, options: found };
    else if (!this.turning.isAt(pick)) await this.whyNot(pick);
  }

  /** A counter is put down somewhere: it goes there, or one is told why not. */
  async put(counter: Counter, pick: Pick, at: { x: number; y: number }): Promise<void> {
    const found = matchPick(this.options, { ...pick, counter: null }, this.filter).filter(
      ({ kind, arg }) => kind !== counter.kind || arg !== counter.id,
    );
    if (found.length === 1) return this.take(found[0]);
    if (found.length) this.chooser = { ...at, options: found };
    else {
      await this.whyNot({ ...pick, counter: null, stack: [] });
      this.ahead.clear();
    }
  }

  /** A counter cannot be dragged from where it is. */
  sayFirst(counter: Counter): void {
    const text = `${counter.name} is chosen with a click: what comes then is not known before.`;
    this.say({ title: 'Not in one go', text, rule: this.decision?.rule ?? '', tone: 'warn' });
  }

  /** Another counter that could have been chosen in the place of the one in question. */
  private insteadOf({ counter }: Pick): Option | null {
    if (!counter || !this.back || !this.decision || !isInstead(this.decision, counter)) return null;
    return this.before.find(({ kind, arg }) => kind === counter.kind && arg === counter.id) ?? null;
  }

  /** Step back from the question, and choose another counter. */
  private async takeInstead({ verb, arg }: Option): Promise<void> {
    if (this.back) await this.take(this.back);
    const option = this.options.find((each) => each.verb === verb && each.arg === arg);
    if (option) await this.take(option);
  }

  /** Remember what could have been chosen in the place of the counter that a question is now about. */
  private remember(taken: Option, before: Option[]): void {
    const about = aboutKeys(this.table.state?.decision ?? null);
    if (about.includes(`${taken.kind}:${taken.arg}`)) this.before = before;
    else if (!this.before.some(({ kind, arg }) => about.includes(`${kind}:${arg}`))) this.before = [];
  }

  /** Say why something is closed. */
  sayClosed({ title, ruling }: Closed): void {
    this.ruling = ruling;
    this.say({ title: `${title}: not now`, text: ruling.sentence, rule: ruling.rule, tone: 'warn' });
  }

  private async whyNot(pick: Pick): Promise<void> {
    if (!this.decision) return;
    const what = pick.counter?.name ?? pick.spot?.id ?? pick.hex;
    if (!what) return;
    for (const { verb, arg } of whyGuesses(this.decision, pick, this.filter)) {
      const after = this.ahead.question?.after.values().next().value;
      const { ruling } = await this.table.api.why(verb, arg, after).catch(() => ({ ruling: null }));
      if (!ruling) continue;
      this.ruling = ruling;
      const title = verbTitle(this.decision.options[verb]?.label ?? verb);
      this.say({ title: `${title} ${arg}: no`, text: ruling.sentence, rule: ruling.rule, tone: 'warn' });
      return;
    }
    this.say({
      title: `${what}: not now`,
      text: `First: ${this.decision.prompt}`,
      rule: this.decision.rule,
      tone: 'warn',
    });
  }

  private refused(error: ApiError): void {
    const { ruling } = error.refusal;
    this.ruling = ruling ?? null;
    const isOld = error.refusal.error === 'conflict';
    this.say({
      title: isOld ? 'The table has moved on' : 'Not possible',
      text: ruling?.sentence ?? (isOld ? 'Somebody acted first. This is how it stands now.' : error.message),
      rule: ruling?.rule ?? '',
      tone: 'warn',
    });
  }

  say(toast: Toast): void {
    clearTimeout(this.toastTimer);
    this.toast = toast;
    this.toastTimer = setTimeout(() => this.clearToast(), TOAST_TIME);
  }

  /** The screen is left: nothing that was begun may go on. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.previewTimer);
    clearTimeout(this.toastTimer);
    this.sights.close();
    this.lenses.close();
  }

  /** Show or hide the range that the counter in question has once it is turned over. */
  toggleOther(): void {
    this.isOther = !this.isOther && this.turning.flips.length > 0;
    void this.show();
  }

  clearToast(): void {
    clearTimeout(this.toastTimer);
    this.toast = null;
    this.ruling = null;
  }

  /** Press the letter of a verb: take its only option, or show only its options. */
  press(verb: string): void {
    const group = this.groups.find((each) => each.verb === verb);
    if (!group) return;
    if (group.options.length === 1 && group.options[0].arg === null) void this.take(group.options[0]);
    else this.verb = this.filter === verb ? null : verb;
  }
}
