// A formation, or units that were gathered, to be sent somewhere together.

import type { FormationInfo, MarchPlan } from '../wire';
import { formationsOf, larger } from './orders';
import type { Play } from './play.svelte';

const DELAY = 140;

export interface Band {
  title: string;
  units: string[];
  of: FormationInfo | null; // null for units that were gathered by hand
}

export class Orders {
  band = $state.raw<Band | null>(null);
  isOn = $state(false); // the next click on a unit says who is meant
  plan = $state.raw<{ hex: string; plan: MarchPlan } | null>(null);
  private all: { seq: number; formations: FormationInfo[] } | null = null;
  private wanted: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly play: Play) {}

  /** Whether units can be ordered together now: the game plans, and one of several units is to be chosen. */
  canOrder = $derived.by(() => {
    const { table, options } = this.play;
    return table.hasPlans && table.canAct && options.filter(({ kind }) => kind === 'unit').length > 1;
  });
  /** The counters that are meant, each as `kind:id`. */
  counters = $derived((this.band?.units ?? []).map((unit) => `unit:${unit}`));

  /** The key: the formation of the unit under the pointer, then the next larger one, then none. */
  async press(unit: string | null): Promise<void> {
    if (!this.canOrder) return;
    if (this.band?.of && (!unit || this.band.units.includes(unit))) {
      this.choose(larger(await this.formations(), this.band.of));
    } else if (this.band && !unit) this.clear();
    else if (unit) await this.pickUnit(unit);
    else this.isOn = true;
  }

  toggle(): void {
    if (this.isOn || this.band) this.clear();
    else if (this.canOrder) this.isOn = true;
  }

  /** Choose the formation of a unit, or the unit alone where it belongs to none. */
  async pickUnit(unit: string): Promise<void> {
    const [first] = formationsOf(await this.formations(), unit);
    if (first) this.choose(first);
    else this.gather([unit]);
  }

  /** Order a formation that was chosen by its name. */
  order(formation: FormationInfo): void {
    if (this.canOrder) this.choose(formation);
  }

  private choose(formation: FormationInfo | null): void {
    this.clear();
    if (!formation) return;
    this.isOn = true;
    this.band = { title: formation.title, units: formation.units, of: formation };
  }

  /** Units that were gathered with the mouse. */
  gather(units: string[]): void {
    this.clear();
    if (!units.length) return;
    this.isOn = true;
    this.band = { title: units.length === 1 ? '1 unit' : `${units.length} units`, units, of: null };
  }

  /** Who may be ordered together, as it stands now. */
  async formations(): Promise<FormationInfo[]> {
    const { state, api } = this.play.table;
    const seq = state?.seq ?? 0;
    if (this.all?.seq !== seq) this.all = { seq, formations: await api.formations().catch(() => []) };
    return this.all.formations;
  }

  /** The pointer rests on a hex: what would come of sending them there? */
  point(hex: string | null): void {
    if (!this.band || hex === this.wanted) return;
    this.wanted = hex;
    this.plan = null;
    clearTimeout(this.timer);
    if (hex) this.timer = setTimeout(() => void this.foresee(hex), DELAY);
  }

  private async foresee(hex: string): Promise<void> {
    const { band, play } = this;
    if (!band) return;
    const plan = await play.table.api.plan(band.units, hex).catch(() => null);
    if (this.band === band && this.wanted === hex && plan) this.plan = { hex, plan };
  }

  /** A click: who is meant, or where they go. Whether it was one of these. */
  async pick(unit: string | null, hex: string | null, isTouch: boolean): Promise<boolean> {
    if (!this.isOn) return false;
    if (!this.band) {
      if (unit) await this.pickUnit(unit);
      return true;
    }
    if (!hex) return true;
    if (this.plan?.hex === hex) await this.send();
    else {
      this.wanted = hex;
      await this.foresee(hex);
      if (!isTouch) await this.send();
    }
    return true;
  }

  /** Send them where the plan says. */
  private async send(): Promise<void> {
    const { plan, play } = this;
    if (!plan) return;
    if (!plan.plan.ends.length) {
      const ruling = plan.plan.stays.find((each) => each.ruling)?.ruling;
      const text = ruling?.sentence ?? 'They are as near to that hex as they can come.';
      play.say({ title: 'Nobody would move', text, rule: ruling?.rule ?? '', tone: 'warn' });
      return;
    }
    const { actions } = plan.plan;
    this.clear();
    // They set out together: nobody waits for seventeen moves one after the other.
    if (await play.table.send((table, seq, since) => table.order(seq, actions, since))) play.table.skip();
  }

  clear(): boolean {
    const had = this.isOn || this.band !== null;
    clearTimeout(this.timer);
    this.band = null;
    this.isOn = false;
    this.plan = null;
    this.wanted = null;
    return had;
  }
}
