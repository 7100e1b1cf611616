// The upper canvas: everything that lies on the sheet, from the tint of a hex to the counter in the air.

import type { Counter, Mark, Patch, Trace } from '../wire';
import { drawArrow } from './arrows';
import { Atlas, REACH } from './atlas';
import { type Detail, detailFor } from './counters';
import { drawFacings, drawOwnFacing, drawTurn } from './facings';
import { type Box, W, grow, holds } from './geometry';
import { counterName, hexName, spotName } from './fades';
import type { Frame } from './ground';
import { CrowdLayer, type Stretched } from './layer';
import { drawMarks, drawObstacles } from './marks';
import { type Change, PULSE, clamp01 } from './motion';
import * as over from './overlays';
import type { Canvas2D } from './paint/brush';
import { drawPatches, drawTraces } from './routes';
import type { Sheet } from './sheet';
import { drawReach, drawSight } from './sightlines';
import { drawCosts, drawWay } from './ways';
import { SIZE, type Placed, type Stack } from './stacks';
import { drawStroke, type Stroke } from './strokes';
import type { CounterGlow, HexGlow, Highlights, Point } from './types';

export interface Pulse {
  hexes: number[];
  boxes: Box[];
  start: number;
}

/** All that the upper canvas shows at a moment. */
export interface Table {
  stacks: readonly Stack[];
  marks: readonly Mark[];
  patches: readonly Patch[];
  traces: readonly Trace[];
  highlights: Highlights;
  /** From 0 to 1, by the name of a highlight. */
  strength(name: string): number;
  change: Change | null;
  fan: { stack: Stack; members: Placed[] } | null;
  pulses: readonly Pulse[];
  strokes: readonly Stroke[];
  now: number;
}

const DEEP = 6; // counters of a pile of which not each needs a ring of its own
const HEX_ORDER: HexGlow[] = ['illegal', 'legal', 'risky', 'cause', 'target'];
const OBSTACLES = 'obstacles';
const NOBODY: ReadonlySet<string> = new Set();
const SMALL = 26; // pixels
const CROWD = 160; // stacks in sight

export class Pieces {
  readonly atlas: Atlas;
  private readonly crowd = new CrowdLayer();
  private readonly obstacles: readonly number[];

  constructor(private readonly sheet: Sheet) {
    this.atlas = new Atlas(sheet.layout);
    this.obstacles = sheet.layout.areas[OBSTACLES] ?? [];
  }

  /** Forget all pictures, as when the letters have come. */
  clear(): void {
    this.atlas.clear();
    this.crowd.clear();
  }

  /** Draw everything. While zooming (`isExact` false) counters are stretched from the nearest size at hand. */
  draw(g: CanvasRenderingContext2D, frame: Frame, table: Table, isExact: boolean): void {
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.clearRect(0, 0, frame.width, frame.height);
    this.atlas.begin(isExact ? 40 : 6);
    this.atlas.isBehind = false;
    const pencil = { g, sheet: this.sheet, zoom: frame.scale / frame.ratio };
    const brush = new CounterBrush(pencil, frame, this.sheet, this.atlas, isExact);
    brush.inWorld();
    this.drawBelow(pencil, frame, table);
    this.drawStacks(brush, frame, table, isExact);
    brush.inWorld();
    this.drawAbove(pencil, table);
    if (table.fan) this.drawFan(brush, table.fan.members, table);
    if (table.change) this.drawMoving(brush, table.change, table.now);
  }

  private drawBelow(pencil: over.Pencil, frame: Frame, table: Table): void {
    const { highlights, marks } = table;
    const field = highlights.field == null ? undefined : this.sheet.layout.fields[highlights.field];
    if (field) over.drawField(pencil, field);
    if (pencil.zoom > 0.32) {
      const cleared = new Set(marks.filter((m) => m.kind === 'lane').map((m) => this.sheet.hex(m.hex)));
      const wide = grow(frame.view, W);
      const shown = this.obstacles.filter(
        (h) => !cleared.has(h) && holds(wide, this.sheet.centres[h].x, this.sheet.centres[h].y),
      );
      drawObstacles(pencil, shown);
    }
    const looked = highlights.looked ?? NOBODY;
    drawPatches(pencil, table.patches, looked);
    drawMarks(pencil, marks, false);
    drawTraces(pencil, table.traces, looked);
    for (const kind of HEX_ORDER) this.drawHexes(pencil, kind, table);
    if (highlights.reach?.length) drawReach(pencil, highlights.reach);
    for (const [key, kind] of highlights.spots ?? [])
      over.drawSpot(pencil, kind, key, table.strength(spotName(key, kind)));
    if (field) over.drawFieldDots(pencil, field);
    this.drawArrows(pencil, highlights, true);
    drawWay(pencil, highlights.way ?? []);
  }

  private drawAbove(pencil: over.Pencil, table: Table): void {
    drawMarks(pencil, table.marks, true);
    this.drawArrows(pencil, table.highlights, false);
    for (const p of table.pulses) over.drawPulse(pencil, p, clamp01((table.now - p.start) / PULSE));
    for (const kind of ['hover', 'focus'] as const) this.drawHexes(pencil, kind, table);
    drawCosts(pencil, table.highlights.way ?? [], (name) => table.stacks.some((s) => s.hex === this.sheet.hex(name)));
    for (const s of table.strokes) drawStroke(pencil, s, clamp01((table.now - s.start) / s.length));
    for (const line of table.highlights.sights ?? []) drawSight(pencil, line);
    if (table.highlights.turn) drawTurn(pencil, table.highlights.turn);
  }

  private drawArrows(pencil: over.Pencil, { arrows }: Highlights, below: boolean): void {
    for (const { from, to, kind, through } of arrows ?? []) {
      const [a, b] = [this.sheet.centres[this.sheet.hex(from)], this.sheet.centres[this.sheet.hex(to)]];
      const on = (through ?? []).flatMap((name) => this.sheet.middle(name) ?? []);
      if (a && b) drawArrow(pencil, kind, a, b, below, on);
    }
  }

  /** The hexes of a kind, those of the same strength in one go. */
  private drawHexes(pencil: over.Pencil, kind: HexGlow, table: Table): void {
    const byStrength = new Map<number, { hex: number; label?: string }[]>();
    for (const [name, glow] of table.highlights.hexes ?? []) {
      const hex = this.sheet.hex(name);
      if (glow.kind !== kind || hex < 0) continue;
      const isPale = kind === 'legal' && table.highlights.reach?.length; // so that another range stands out
      const strength = kind === 'hover' ? 1 : table.strength(hexName(name, kind)) * (isPale ? 0.4 : 1);
      const group = byStrength.get(strength);
      if (group) group.push({ hex, label: glow.label });
      else byStrength.set(strength, [{ hex, label: glow.label }]);
    }
    for (const [strength, list] of byStrength) over.drawHexes(pencil, kind, list, strength);
  }

  private drawStacks(brush: CounterBrush, frame: Frame, table: Table, isExact: boolean): void {
    const seen = this.stacksIn(frame, table);
    const isCrowd = seen.length > CROWD && !table.change && !table.fan;
    if (isCrowd) return this.drawCrowd(brush, frame, table, isExact);
    for (const { members, hex, at } of seen) {
      const resting = members.filter((m) => !table.change?.pose(m.key, table.now));
      this.drawStack(brush, resting, table);
      brush.facings(hex, at, resting);
    }
  }

  private stacksIn({ view }: Frame, { stacks, fan }: Table): Stack[] {
    const wide = grow(view, W);
    return stacks.filter((s) => holds(wide, s.at.x, s.at.y) && fan?.stack !== s);
  }

  /** So many counters that one picture of them is kept while the sheet is moved; rings lie below all of them. */
  private drawCrowd(brush: CounterBrush, frame: Frame, table: Table, isExact: boolean): void {
    if (table.highlights.counters?.size) this.drawRings(brush, frame, table);
    const find = () => (isExact ? this.crowd.fit(frame, table.stacks) : this.crowd.stretch(frame, table.stacks));
    if (!find())
      this.crowd.take(frame, table.stacks, isExact, (g, larger) => {
        const own = new CounterBrush({ ...brush.pencil, g }, larger, this.sheet, this.atlas, isExact);
        for (const { members, hex, at } of this.stacksIn(larger, table)) {
          for (const m of members) own.counter(m);
          own.facings(hex, at, members);
        }
      });
    const found = find();
    if (found) brush.picture(found);
    if (isExact && this.atlas.isBehind) this.crowd.clear();
  }

  private drawRings(brush: CounterBrush, frame: Frame, table: Table): void {
    for (const { members } of this.stacksIn(frame, table))
      for (const m of members) {
        const glow = table.highlights.counters?.get(m.key);
        if (glow) brush.ring(glow, m, table.strength(counterName(m.key, glow)));
      }
  }

  /** Quiet rings lie below the whole pile, so that no name is covered; others just below their counter. */
  private drawStack(brush: CounterBrush, members: readonly Placed[], table: Table): void {
    const glowOf = (m: Placed): CounterGlow | undefined => table.highlights.counters?.get(m.key);
    const ring = (m: Placed, glow: CounterGlow): void => brush.ring(glow, m, table.strength(counterName(m.key, glow)));
    for (const m of members) if (glowOf(m) === 'legal') ring(m, 'legal');
    members.forEach((m, i) => {
      const glow = glowOf(m);
      const isCovered = members.length > DEEP && i > 0 && i < members.length - 1; // its glow would only thicken
      if (glow && glow !== 'legal' && !isCovered) ring(m, glow);
      brush.counter(m);
    });
  }

  private drawFan(brush: CounterBrush, members: readonly Placed[], table: Table): void {
    brush.tray(members);
    for (const m of members) {
      const glow = table.highlights.counters?.get(m.key);
      if (glow) brush.ring(glow, m, table.strength(counterName(m.key, glow)));
      brush.counter(m, 1, 1, 'full');
      brush.ownFacing(m);
    }
  }

  private drawMoving(brush: CounterBrush, change: Change, now: number): void {
    for (const key of change.keys) {
      const pose = change.pose(key, now);
      if (!pose) continue;
      brush.counter(pose, pose.turn, pose.strength);
      if (pose.turn === 1 && pose.strength === 1) brush.ownFacing(pose);
    }
  }
}

type Lying = { counter: Counter; x: number; y: number; size: number };

/** Puts pictures of counters on whole pixels. */
class CounterBrush {
  private readonly g: Canvas2D;
  /** The same for all counters of a picture, whatever their size. */
  private readonly detail: Detail;
  private isInPixels = false;

  constructor(
    readonly pencil: over.Pencil,
    private readonly frame: Frame,
    private readonly sheet: Sheet,
    private readonly atlas: Atlas,
    private readonly isExact: boolean,
  ) {
    this.g = pencil.g;
    this.detail = detailFor(SIZE * frame.scale);
  }

  /** Draw in world units from now on. */
  inWorld(): void {
    this.isInPixels = false;
    const { scale, left, top } = this.frame;
    const { x0, y0 } = this.sheet.box;
    this.g.setTransform(scale, 0, 0, scale, left - x0 * scale, top - y0 * scale);
  }

  ring(kind: CounterGlow, at: Placed, strength: number): void {
    this.inWorld();
    over.drawRing(this.pencil, kind, at, strength);
  }

  /** The wedges of the counters of a hex, if they are large enough to be seen; beside the map each has its own. */
  facings(hex: number, at: Point, members: readonly Placed[]): void {
    if (this.detail === 'block' || !members.some((m) => m.counter.facing)) return;
    if (hex < 0) for (const m of members) this.ownFacing(m);
    else {
      this.inWorld();
      drawFacings(this.pencil, at, members);
    }
  }

  ownFacing({ counter, x, y, size }: Lying): void {
    if (!counter.facing) return;
    this.inWorld();
    drawOwnFacing(this.g, counter, this.sheet.layout, x, y, size);
  }

  /** A picture at a place in pixels. */
  picture({ picture, x, y, width, height }: Stretched): void {
    this.isInPixels = true;
    this.g.setTransform(1, 0, 0, 1, 0, 0);
    this.g.drawImage(picture, x, y, width, height);
  }

  /** A dark tray behind a fan, so that it stands out from what it covers. */
  tray(members: readonly Placed[]): void {
    this.inWorld();
    const pad = 7;
    const xs = members.map((m) => m.x);
    const ys = members.map((m) => m.y);
    const half = Math.max(...members.map((m) => m.size)) / 2 + pad;
    const [x, y] = [Math.min(...xs) - half, Math.min(...ys) - half];
    this.g.fillStyle = 'rgba(24,20,12,.62)';
    this.g.strokeStyle = 'rgba(255,250,235,.75)';
    this.g.lineWidth = 1.4;
    this.g.beginPath();
    this.g.roundRect(x, y, Math.max(...xs) + half - x, Math.max(...ys) + half - y, 10);
    this.g.fill();
    this.g.stroke();
  }

  counter({ counter, x, y, size }: Lying, turn = 1, strength = 1, detail = this.detail): void {
    const { g, frame } = this;
    const px = size * frame.scale;
    // small pictures are cheap to draw and quicker to copy than to stretch
    const isStill = turn === 1 && strength === 1 && (this.isExact || px < SMALL);
    const picture = this.atlas.picture(counter, px, detail, isStill);
    if (!picture) return;
    const cx = frame.left + (x - this.sheet.box.x0) * frame.scale;
    const cy = frame.top + (y - this.sheet.box.y0) * frame.scale;
    if (!this.isInPixels) g.setTransform(1, 0, 0, 1, 0, 0);
    this.isInPixels = true;
    if (strength < 1) g.globalAlpha = strength;
    const whole = Math.max(2, Math.round(px));
    if (isStill && picture.width === Math.ceil(whole * REACH)) {
      const inset = Math.floor(picture.width / 2 - whole / 2);
      g.drawImage(picture, Math.round(cx - whole / 2) - inset, Math.round(cy - whole / 2) - inset);
    } else {
      const side = px * REACH;
      g.drawImage(picture, cx - (side / 2) * turn, cy - side / 2, side * turn, side);
    }
    if (strength < 1) g.globalAlpha = 1;
  }
}
