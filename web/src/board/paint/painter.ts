// Puts the layers of the sheet in order, for one piece of it at a time.

import type { Layout } from '../../wire';
import { type Box, traceHex } from '../geometry';
import { COUNTRY_FLAT, FLAT, MAP } from '../palette';
import { Sheet } from '../sheet';
import type { Canvas2D, Job } from './brush';
import { Country, paintHeights } from './country';
import * as cover from './cover';
import { Patchwork, paintBocage, paintFields } from './fields';
import { Land, waterOf } from './land';
import * as print from './print';
import { paintRelief, paintShingle } from './relief';
import { Rivers } from './rivers';
import { Roads } from './roads';
import { Depths, hasSea, paintFlats, paintShore, paintWaves } from './sea';
import { paintBridges, paintHedges, paintWalls } from './works';

/** Which printing of the sheet: what may change about it. */
export interface Look {
  isNight: boolean;
  hasDots: boolean;
  level: string;
}

const FAR_AWAY = { tactical: 0.11, operational: 0.13 }; // pixels per world unit

export class SheetPainter {
  private readonly land: Land;
  private readonly patchwork: Patchwork;
  private readonly country = new Country();
  private readonly roads: Roads;
  private readonly rivers: Rivers;
  private readonly depths: Depths | null;

  constructor(layout: Layout) {
    this.land = new Land(new Sheet(layout));
    this.patchwork = new Patchwork(this.land);
    this.roads = new Roads(this.land);
    this.rivers = new Rivers(this.land, this.roads);
    this.depths = hasSea(this.land) ? new Depths(this.land) : null;
  }

  /** Paint the part of the sheet in `box`; the context draws world units at `px` pixels each. */
  paint(g: Canvas2D, box: Box, px: number, ratio: number, look: Look, hasPrint = true): void {
    const job: Job = {
      g,
      land: this.land,
      box,
      px,
      zoom: px / ratio,
      water: waterOf(look.level),
      isNight: look.isNight,
      hasDots: look.hasDots,
    };
    const paper = this.land.sheet.box;
    g.save();
    g.beginPath();
    g.rect(paper.x0, paper.y0, paper.x1 - paper.x0, paper.y1 - paper.y0);
    g.clip();
    if (px < FAR_AWAY[this.land.layout.scale]) this.paintFlat(job);
    else this.paintLandscape(job);
    if (hasPrint) {
      print.paintGrid(job);
      print.paintTideNames(job);
    }
    if (look.isNight) darken(job);
    if (hasPrint) this.paintPrint(job);
    g.restore();
  }

  private paintLandscape(job: Job): void {
    if (this.depths) {
      this.depths.draw(job);
      paintFlats(job);
      paintWaves(job);
      paintShore(job);
    }
    if (this.land.layout.scale === 'operational') this.paintCountry(job);
    else this.paintFarmland(job);
    paintWalls(job);
    print.paintVeil(job);
  }

  /** Ground where every field and hedge is seen. */
  private paintFarmland(job: Job): void {
    paintFields(job, this.patchwork);
    cover.paintDunes(job);
    cover.paintUnknown(job);
    cover.paintHills(job);
    cover.paintValleys(job);
    cover.paintMarsh(job);
    paintBocage(job, this.patchwork);
    cover.paintRough(job);
    cover.paintFloods(job);
    this.rivers.paint(job);
    this.roads.paintWater(job);
    paintHedges(job);
    paintRelief(job);
    paintShingle(job);
    paintBridges(job);
    cover.paintTowns(job, this.roads);
    cover.paintWoods(job);
  }

  /** Ground where a hex is kilometres wide. Roads run through woods, and are seen there. */
  private paintCountry(job: Job): void {
    this.country.paintFields(job);
    cover.paintDunes(job);
    cover.paintUnknown(job);
    cover.paintValleys(job);
    cover.paintMarsh(job);
    cover.paintRough(job);
    cover.paintFloods(job);
    this.country.paintWoods(job);
    paintHeights(job);
    this.rivers.paint(job);
    this.roads.paintWater(job);
    paintRelief(job);
    paintBridges(job);
    cover.paintTowns(job, this.roads);
  }

  /** Seen from so far away a hex is a dot of colour. */
  private paintFlat(job: Job): void {
    const { g, land, box, water } = job;
    const isCountry = land.layout.scale === 'operational';
    const flat = isCountry ? { ...FLAT, ...COUNTRY_FLAT } : FLAT;
    if (isCountry) this.depths?.draw(job);
    const byColour = new Map<string, number[]>();
    for (const h of land.near(box)) {
      if (isCountry && land.isWater(h, water)) continue;
      const colour = flat[land.isWater(h, water) ? 'sea' : land.brushes[h][land.brushes[h].length - 1]] ?? flat.field;
      const list = byColour.get(colour);
      if (list) list.push(h);
      else byColour.set(colour, [h]);
    }
    for (const [colour, hexes] of byColour) {
      g.beginPath();
      for (const h of hexes) traceHex(g, land.centres[h], land.corners, 1.03);
      g.fillStyle = colour;
      g.fill();
    }
    if (isCountry) this.rivers.paint(job);
    this.roads.paint(job);
  }

  private paintPrint(job: Job): void {
    print.paintTitle(job);
    print.paintSpots(job);
    print.paintPlates(job);
    if (job.hasDots) print.paintDots(job);
    print.paintNames(job);
  }
}

/** At night the landscape steps back; plates, boxes and counters keep their full colour. */
function darken({ g, box }: Job): void {
  g.globalCompositeOperation = 'multiply';
  g.fillStyle = MAP.night;
  g.fillRect(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
  g.globalCompositeOperation = 'source-over';
}
