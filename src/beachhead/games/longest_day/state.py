"""The state of a game: everything that changes, and the questions that every chapter asks of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import compress
from typing import Annotated, ClassVar, Literal

import msgspec

from beachhead.games.longest_day.box import ALLIED, ENEMY, GERMAN, LOST, POINT, UNUSED, Box, Ground
from beachhead.games.longest_day.records import Mulberry, Port, Rebuilding
from beachhead.games.longest_day.schemas import Mission, ScenarioRow, SetupRow, Weather
from beachhead.games.longest_day.schemas_sea import DropGroup, Plan, Returning
from beachhead.kernel import Changes, Where, cite, derived, kind, listing, rows, rule
from beachhead.wargame import Hex, Pieces, UnitNo

CorpsNo = Annotated[int, kind("corps")]
ShipNo = Annotated[int, kind("ship")]
"""IV.A.1 A box of naval gunfire."""
AircraftNo = Annotated[int, kind("aircraft")]
BoxNo = Annotated[int, kind("box")]
"""A box off the map."""
RAIL_LIMIT = 60
"""IX.J.11 The damage at which the rail system collapses."""
Step = Literal["full", "half", "remnant"]
Shelter = Literal["", "fort", "field"]
GunRole = Literal["normal", "coastal"]
Landing = Literal["", "drop", "late drop", "assault", "wave", "raid"]
"""V.B, V.C How a unit has come to the map this turn."""
Phase = Literal[
    "german set-up", "weather", "air drop", "beach assault", "follow-up",
    "allied upkeep", "second drop", "allied replacement", "allied works", "allied air", "allied movement",
    "german mechanized", "german defensive fire", "allied combat", "allied reset",
    "german upkeep", "german replacement", "german works", "german track", "german movement", "build-up",
    "second lift", "allied mechanized", "allied defensive fire",
    "german combat", "german reset", "raid",
    "end",
]  # fmt: skip
"""The segments of the sequence of play; those of 6 June are `air drop`, `beach assault`, `follow-up` and `build-up`."""


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A counter in play."""

    at: Where = UNUSED
    step: Step = "full"
    """I.I.10 Which of its steps is up."""
    corps: CorpsNo | None = None
    """II.C.2 The corps to which it is assigned."""
    hq: UnitNo | None = None
    """II.D.4 The headquarters that supplies it; None for those who are their own."""
    turn: int = 0
    """When it comes, while it is on the track."""
    moved: bool = False
    """I.B.5 It has moved in this phase."""
    by_road: bool = False
    """I.E.2.c It has used strategic road movement in this player segment."""
    came: int = 0
    """I.C.3, I.E-03 The turn in which it came to the map; 0 for those who were there from the beginning."""
    fought: bool = False
    """I.I.3-01, II.B.1 It has attacked in this combat phase, or fired in this defensive fire phase."""
    struck: bool = False
    """I.I.3 It has been attacked in this combat phase; I.I.12.e where it has gone it counts for nothing."""
    is_fixed: bool = False
    """It never moves."""
    disrupted: int = 0
    """II.E.3 Disruption markers on it."""
    fired: bool = False
    """II.B.7 Ranged artillery that has fired and lies inverted."""
    travelled: bool = False
    """II.B.3 It has moved this turn."""
    is_driven: bool = False
    """II.B.5.d Defensive fire has driven it back in this segment, and it may not attack."""
    landed: Landing = ""
    """V.B.5, V.C.3.a How it has come to the map this turn, by air or over a beach."""
    under: Shelter = ""
    """IV.B.6 The kind of fortification under which it lies."""
    route: BoxNo | None = None
    """IX.F.3 The box of the track from which it has come to the To Mapboard area."""
    train: bool = False
    """IX.J.2 It lies under a TRAIN counter."""
    by_rail: bool = False
    """IX.J.4 It has used railroad movement in this player segment."""
    left_on: int = 0
    """X.H.1 The turn in which it left the map."""
    left_by: Hex | None = None
    """X.H.1 The edge hex by which it left the map."""
    rebuilt: int = 0
    """IX.D.3.e The turn in which it was last rebuilt."""
    hungry: int = 0
    """II.D.14 Reset phases of its side in a row that have found it out of supply."""


class Sortie(msgspec.Struct, frozen=True, gc=False):
    """III.C A task to which aircraft are allocated."""

    mission: Mission
    hex: Hex | None = None
    """The hex over which they fly."""
    box: BoxNo | None = None
    """IX.G The box of the strategic track that they interdict."""


class LongestDay(Pieces, kw_only=True):
    """Everything that changes."""

    scenario: str
    units: Annotated[list[Unit], rows("unit")]
    attacked: set[Hex] = msgspec.field(default_factory=set)
    """I.I.3 Hexes that have been attacked in this combat phase."""
    pledged: dict[UnitNo, int] = msgspec.field(default_factory=dict)
    """I.I.12.f.2 Units that have stayed where attackers went back so many hexes, and must attack in this phase."""
    held: dict[Hex, str] = msgspec.field(default_factory=dict)
    """X.H Which side was the last in each hex that counts for victory."""
    taken: dict[Hex, int] = msgspec.field(default_factory=dict)
    """The turn since which the side holds such a hex."""
    starved: set[UnitNo] = msgspec.field(default_factory=set)
    """II.D.6 Who was out of supply when the phase began: what counts for movement."""
    drawn: dict[UnitNo, int] = msgspec.field(default_factory=dict)
    """II.D.5 How many units have attacked in this phase with the supply of each headquarters."""
    shelled: set[UnitNo] = msgspec.field(default_factory=set)
    """II.B.5.b Who has been fired on in this defensive fire phase."""
    salvoes: dict[ShipNo, Hex] = msgspec.field(default_factory=dict)
    """IV.A.2 The boxes of naval gunfire that are used up this turn, and their targets."""
    digging: dict[Hex, UnitNo] = msgspec.field(default_factory=dict)
    """IV.B.10.b Field fortifications that are being built, and by whom."""
    works: dict[Hex, str] = msgspec.field(default_factory=dict)
    """IV.B.10 Field fortifications, and which side has built them."""
    orders: dict[UnitNo, UnitNo] = msgspec.field(default_factory=dict)
    """II.C.2-04a, II.D.4-01 Headquarters to which units are assigned from their side's next replacement phase on."""
    de_facto: dict[UnitNo, list[UnitNo]] = msgspec.field(default_factory=dict)
    """II.C.2-45 Divisional headquarters that act for a corps, and the other divisions that they lead."""
    stage: str = ""
    """III.C Which part of a phase of several parts is under way; empty before the first."""
    sorties: dict[AircraftNo, Sortie] = msgspec.field(default_factory=dict)
    """III.C, IX.G What bombers are allocated to; those that are not in it wait on their display."""
    fighter_bombers: int = 0
    """III.C.2 Fighter-bombers that interdict roads and bridges."""
    fighter_bombers_on_rail: int = 0
    """IX.J.8 Fighter-bombers that interdict railways."""
    interdiction: int = 0
    """III.C.2 The level of tactical air interdiction, until the next Allied air phase."""
    carpet: Literal["holding", "box", "bombed", "resting"] = "holding"
    """III.C.3.c The heavy bombers together: unused, planned to bomb, on the map inverted, or just back from there."""
    carpet_aim: Hex | None = None
    """III.C.3.c.1 The hex that has been noted as the target of the next carpet bombing."""
    carpet_turn: int = 0
    """III.C.3.c.1 The turn on which that was noted."""
    carpet_hexes: set[Hex] = msgspec.field(default_factory=set)
    """III.C.3.d The pattern of the carpet that is laid in this phase."""
    carpets: list[int] = msgspec.field(default_factory=list)
    """III.C.3.b The turns on which carpet bombing has been executed."""
    cutters: int = 0
    """XII.C The turn on which the hedgerow cutter was invented."""
    craters: set[Hex] = msgspec.field(default_factory=set)
    """III.C.3.e.2 The hexes in which inverted heavy bombers lie."""
    weather: Weather = "FAIR"
    """IX.C The weather of the turn, over the whole map."""
    storm: int = 0
    """IX.C.3 How many turns in a row it has stormed: the first is ST-1, all others are ST-2."""
    clearing: bool = False
    """III.C.3.c.3 Whether it stormed the turn before, and no longer does."""
    beachheads: set[BoxNo] = msgspec.field(default_factory=set)
    """V.C.7 The landing boxes with a beachhead marker."""
    barred: set[UnitNo] = msgspec.field(default_factory=set)
    """V.C.2.b.3 Assault units that a strongpoint has turned back, and that land in the build-up phase."""
    stopped: set[UnitNo] = msgspec.field(default_factory=set)
    """V.E.4.a US artillery groups that coastal fire keeps from landing this turn."""
    fired_on: set[UnitNo] = msgspec.field(default_factory=set)
    """V.E.4.b Units at which coastal artillery has fired this turn."""
    gun_roles: dict[UnitNo, GunRole] = msgspec.field(default_factory=dict)
    """IX.J.12.d How railway guns have fired this turn."""
    dropping: set[UnitNo] = msgspec.field(default_factory=set)
    """V.B.7 Airborne units that are about to drop."""
    grounded: set[UnitNo] = msgspec.field(default_factory=set)
    """V.B.8 Airborne units whose drop has been cancelled: they wait on the card for the Entry Track."""
    drop_plan: Plan = "revised"
    """XI.B Which drop zones the 82nd Airborne Division uses."""
    drop_turn: int = 0
    """XI.A.3 The turn that is secretly designated for the second air drop; 0 if none is."""
    drop_groups: dict[UnitNo, DropGroup] = msgspec.field(default_factory=dict)
    """XI.A.4 The drop groups that the Allied player has formed."""
    drop_zones: dict[DropGroup, Hex] = msgspec.field(default_factory=dict)
    """XI.A.5 The drop zones that are secretly recorded, by their groups."""
    drop_corps: UnitNo | None = None
    """XI.A.4.e The headquarters of the corps to which those who drop are assigned."""
    drop_with: set[Returning] = msgspec.field(default_factory=set)
    """XI.A.1-01 The US divisions that take part in the second air drop."""
    drop_lift: set[DropGroup] = msgspec.field(default_factory=set)
    """XI.A.7.b The drop groups that are to land in the mechanized movement phase."""
    is_drop_off: bool = False
    """XI.A.10 The second air drop of the British alone is cancelled for good, which the German does not know."""
    is_joint_drop_off: bool = False
    """XI.A.10 That with US divisions is cancelled too."""
    second_drop: int = 0
    """XI.A.7 The turn on which the second air drop was made."""
    lift: dict[UnitNo, Hex] = msgspec.field(default_factory=dict)
    """XI.A.7.a Those of the second air drop who land in the mechanized movement phase, and their drop zones."""
    are_guns_restored: bool = False
    """XI.A.2-02 An artillery battalion of the 82nd that was lost has been restored."""
    landed: dict[str, int] = msgspec.field(default_factory=dict)
    """IX.E.3 Stacking points that have landed or left at each beach and port this turn."""
    embarked: set[BoxNo] = msgspec.field(default_factory=set)
    """IX.M.1 The landing boxes by which somebody was withdrawn this turn."""
    shores: dict[str, str] = msgspec.field(default_factory=dict)
    """IX.E.2 The beach or port that each division uses."""
    queued: dict[str, int] = msgspec.field(default_factory=dict)
    """IX.E.5.d The turn in which the first unit of each formation came to box 10 of the Entry Track."""
    brought: int = 0
    """IX.E.5.c Independent units that have come to the Entry Track this turn; a US artillery group counts as two."""
    is_guards_early: bool = False
    """IX.E.5.d.1 The Guards have come early, and others come later for it."""
    mulberries: dict[str, Mulberry] = msgspec.field(default_factory=dict)
    """IX.I.1 The artificial harbours A and B that are built or open."""
    wrecked: set[str] = msgspec.field(default_factory=set)
    """IX.I.1.f Those that are destroyed."""
    sword: Literal["open", "judged", "closed"] = "open"
    """IX.E.3.a.2 Sword is judged from the turn on that completes Mulberry B; once closed it stays so."""
    reached: dict[BoxNo, int] = msgspec.field(default_factory=dict)
    """IX.I.2.a, IX.I.3.b Ports in whose hex the Allies were last, and the turn in which they came."""
    ports: dict[BoxNo, Port] = msgspec.field(default_factory=dict)
    """IX.I.2, IX.I.3 Ports that are cleared or open."""
    cherbourg: int = 12
    """IX.I.3 The Cherbourg status."""
    rebuilding: dict[UnitNo, Rebuilding] = msgspec.field(default_factory=dict)
    """IX.D.3 Units that are rebuilt."""
    fallen: dict[UnitNo, int] = msgspec.field(default_factory=dict)
    """IX.D.7 Headquarters that come back, and the turn in which they were eliminated."""
    spare: set[UnitNo] = msgspec.field(default_factory=set)
    """IX.D.9 Units of disbanded formations, with which others are rebuilt."""
    disbanded: set[str] = msgspec.field(default_factory=set)
    """IX.D.9 Formations that have been disbanded."""
    variations: set[str] = msgspec.field(default_factory=set)
    """XI The campaign game variations that are played, by their letters."""
    chosen: set[str] = msgspec.field(default_factory=set)
    """XII The optional rules that are played, by the names of their switches."""
    islands_from: int = 0
    """XI.C.1 The turn from which the 319 Division may leave the Channel Islands; 0 if it may not."""
    conferences: bool = False
    """XI.G Option 4: whether dice decide what Hitler sends, which only the German learns."""
    persuaded: int = 0
    """XI.G.5, XI.G.6 Option 4: the option by which more divisions come; 0 if Hitler has sent none."""
    cuts: set[Hex] = msgspec.field(default_factory=set)
    """IX.J.9 Rail hexes with a CUT marker."""
    rail_damage: int = 0
    """IX.J.11 The accumulated damage of the rail system."""
    trains_back: int = 0
    """IX.J.5 TRAIN counters in the return box."""
    broken: dict[str, int] = msgspec.field(default_factory=dict)
    """XII.B Destroyed bridges, by their two hexes (`045-038 045-039`), with the marker of their repair: 3, 2, or 0."""
    sappers: dict[UnitNo, Hex] = msgspec.field(default_factory=dict)
    """XII.B.1.a Where each Pioniere unit stood when the German segment began."""
    mined: set[str] = msgspec.field(default_factory=set)
    """XII.B.2.c Bridges that Pioniere have tried to blow up this turn."""
    arrived: set[UnitNo] = msgspec.field(default_factory=set)
    """IX.F.2.e Who has come to his box of the German track in this replacement phase."""
    turn: int = 1
    phase: Phase = "allied movement"

    box: ClassVar[Box]

    # --- the game ----------------------------------------------------------------------------------------------

    @property
    def side(self) -> str:
        """Who acts in this phase: in a mechanized movement phase the side whose segment it is not."""
        return GERMAN if self.phase.startswith("german") else ALLIED

    @property
    def segment_of(self) -> str:
        """I.A Whose player segment it is."""
        is_other = self.is_mechanized or "fire" in self.phase or self.phase in ("build-up", "second lift")
        return ENEMY[self.side] if is_other else self.side

    @property
    def is_mechanized(self) -> bool:
        """I.A.1.b Whether only mechanized units move."""
        return "mechanized" in self.phase

    @property
    def is_invasion(self) -> bool:
        """V.A Whether it is the 6 June turn."""
        return self.turn == 1 and self.has("V")

    @property
    def facts(self) -> ScenarioRow:
        """What the scenario is like."""
        return self.box.scenarios[self.scenario]

    @property
    def setups(self) -> Mapping[int, SetupRow]:
        """Who takes part in the scenario, and how he comes; XI variations change it."""
        return self.box.setups_of(self.scenario, self.variations)

    @property
    def ground(self) -> Ground:
        """The part of the map in play."""
        return self.box.ground(self.scenario)

    def enemy(self, side: str) -> str:
        """The other side."""
        return ENEMY[side]

    def holds_ground(self, unit: int) -> bool:
        """Combat units do."""
        return self.box.combat[unit]

    def formation_name(self, unit: int) -> str:
        """Its division, brigade or corps."""
        return self.box.formation_titles.get(self.box.pieces[unit].parent, "")

    def comes_by(self, unit: int) -> tuple[str, tuple[int, ...]]:
        """I.J, V.A, IX.E, IX.F As its set-up says: by hexes, on a beach, in a drop zone, or to a box."""
        row = self.setups.get(unit)
        if row is None:
            return "", ()
        if row.hexes:
            hexes = self.box.hexes(row.hexes)
            return f"by {listing(dict.fromkeys(self._near(h) for h in hexes))}", hexes
        if row.beaches:
            boxes = [box for beach in row.beaches for box in self.box.facilities.get(beach, ())]
            return f"{row.wave} on {' or '.join(row.beaches)}", tuple(self.box.coast[box] for box in boxes)
        if row.zone:
            return f"{row.wave} in zone {row.zone}", ()
        title = self.box.boxes[row.box].title if row.box in self.box.boxes else ""
        return (f"to {title}" if title else ""), ()

    def _near(self, place: int) -> str:
        name, away = self.box.sheet.nearest([place])
        return name if away <= 1 else f"{self.box.board.name(place)} near {name}"

    def land(self) -> frozenset[int]:
        """The land in play."""
        return self.ground.playable

    # --- counters ----------------------------------------------------------------------------------------------

    def name(self, unit: int) -> str:
        """What a unit is called."""
        return self.box.pieces[unit].name

    def attack(self, unit: int) -> int:
        """I.I.10 The attack strength of the step that is up."""
        piece, step = self.box.pieces[unit], self.units[unit].step
        if step == "full":
            return piece.attack
        return piece.reverse_attack or 0 if step == "half" else self.box.remnants[self.remnant(unit)].attack

    def defence(self, unit: int) -> int:
        """I.I.10 The defence strength of the step that is up."""
        piece, step = self.box.pieces[unit], self.units[unit].step
        if step == "full":
            return piece.defence
        return piece.reverse_defence or 0 if step == "half" else self.box.remnants[self.remnant(unit)].defence

    def stacking(self, unit: int) -> int:
        """I.F.2 The stacking points of a unit."""
        if self.units[unit].step == "remnant":
            return self.box.remnants[self.remnant(unit)].stacking
        return self.box.pieces[unit].stacking

    def remnant(self, unit: int) -> tuple[str, str]:
        """I.I.11.c The kind of remnant counter that takes the place of a unit."""
        return self.box.army[unit], "armour" if self.box.pieces[unit].function == "armour" else "infantry"

    def allowance(self, unit: int) -> int:
        """I.B.2 The movement allowance in quarters of a point; II.D.3 half of it out of supply.

        IX.J.12 What moves on rails needs no supply for it, and does not move when the rail system has collapsed.
        """
        if self.units[unit].is_fixed:
            return 0
        whole = self.box.pieces[unit].movement * POINT
        if self.box.pieces[unit].category == "rail":
            return whole if self.rail_damage < RAIL_LIMIT else 0
        if self.phase == "follow-up" and self.units[unit].landed == "assault" and not self.box.sea.is_raider[unit]:
            return whole // POINT // 2 * POINT
        return whole // 2 if unit in self.starved else whole

    @property
    def broken_hexes(self) -> frozenset[int]:
        """XII.B.3 The hexes on both sides of destroyed bridges."""
        return frozenset(h for names in self.broken for h in self.box.hexes(names.split()))

    def exerts(self, unit: int, record: Unit) -> tuple[int, ...]:
        """I.G.1 Combat units on hills or in fortifications control hexes around; I.G.2, II.E.5.d others nothing."""
        box, place = self.box, record.at
        if record.train:
            cite("IX.J.3-02")
        if not box.combat[unit] or record.disrupted or record.train:
            return ()
        if box.hill[place] or record.under == "field":
            return box.board.adjacent[place]
        return box.fort_zone[place] if record.under == "fort" or box.is_fort[unit] else ()

    def fighters(self, side: str) -> bytearray:
        """I.B.7 How many combat units of a side stand in each hex."""
        return combat_presence(self)[side]

    def near(self, side: str) -> bytearray:
        """I.E.2.b How many combat units of a side stand next to each hex."""
        return combat_nearness(self)[side]

    def friends_at(self, side: str, place: int) -> tuple[int, ...]:
        """The units of a side in a hex."""
        sides = self.box.sides
        return tuple(unit for unit in self.standing(place) if sides[unit] == side)

    @rule("I.H.1", "I.H.2", "I.H.3")
    def is_friendly(self, side: str, place: int) -> bool:
        """I.H.1 Whether a unit or a fortification of a side is in a hex; zones of control and trains do not matter."""
        return bool(self.occupied(side)[place])

    def corps_hq(self, corps: int | None) -> int | None:
        """II.C.2 The headquarters of a corps, if it is on the map; IX.J.4.b and on no train."""
        unit = None if corps is None else self.box.corps_hq.get(corps)
        if unit is not None and self.units[unit].train:
            cite("IX.J.4.b")
            return None
        return unit if unit is not None and self.units[unit].at >= 0 else None

    def has(self, chapter: str) -> bool:
        """Whether the scenario uses a chapter of the rulebook."""
        return chapter in self.box.scenarios[self.scenario].chapters

    def lose(self, unit: int) -> None:
        """Take a unit out of the game; in the campaign IX.D.7 headquarters and IX.E.5.a supply units come back."""
        at = LOST
        if self.has("IX"):
            at = self.pool_of(unit) if self.units[unit].at >= 0 else LOST
            if self.box.is_hq[unit] and any(
                self.is_subordinate(other, unit) for other in self.on_map(self.box.sides[unit])
            ):
                self.fallen[unit] = self.turn
        self.change(unit, at=at, struck=False, under="")
        if at != LOST:
            self.change(unit, step="half" if at == self.box.box_at("air supply") else "full", corps=None, disrupted=0)

    def pool_of(self, unit: int) -> int:
        """IX.E.5.a, IX.F.5.a, IX.L.3 Where a unit goes that is lost: supply and replacements to their pools."""
        piece = self.box.pieces[unit]
        if piece.side == GERMAN:
            return self.box.box_at("German supply pool") if piece.function == "supply" else LOST
        if piece.function == "supply":
            return self.box.box_at("air supply" if piece.parent == "air supply" else "supply pool")
        return self.box.box_at("replacement pool") if piece.function == "replacement" else LOST

    def is_subordinate(self, unit: int, hq: int) -> bool:
        """IX.D.7 Whether a unit is a battalion of a headquarters: of its division, or of its corps."""
        piece, record = self.box.pieces[unit], self.units[unit]
        if piece.size != "battalion" or unit in self.spare:
            return False
        if self.box.is_corps_hq[hq]:
            return record.hq == hq or record.corps == self.units[hq].corps
        return piece.parent == self.box.pieces[hq].parent


Touches = Callable[[int], tuple[int, ...]]
Counts = Mapping[str, bytearray]
"""By side or army, a number for every hex."""


@derived("units")
def combat_presence(g: LongestDay) -> Counts:
    """I.B.7 How many combat units of each side stand in each hex."""
    return _counted(g, ENEMY, _fighting_side(g), lambda place: (place,))


@combat_presence.follow("units")
def _follow_combat(value: Counts, g: LongestDay, changes: Changes) -> Counts:
    return _moved(value, changes, _fighting_side(g), lambda place: (place,))


@derived("units")
def combat_nearness(g: LongestDay) -> Counts:
    """I.E.2.b How many combat units of each side stand next to each hex."""
    return _counted(g, ENEMY, _fighting_side(g), g.box.board.adjacent.__getitem__)


@combat_nearness.follow("units")
def _follow_nearness(value: Counts, g: LongestDay, changes: Changes) -> Counts:
    return _moved(value, changes, _fighting_side(g), g.box.board.adjacent.__getitem__)


def _fighting_side(g: LongestDay) -> Callable[[int], str]:
    combat, sides = g.box.combat, g.box.sides
    return lambda unit: sides[unit] if combat[unit] else ""


@derived("units")
def army_nearness(g: LongestDay) -> Counts:
    """I.B.12 How many units that the boundary keeps apart stand in or next to each hex, by their army."""
    return _counted(g, ("US", "British"), g.box.bounded.__getitem__, g.box.around.__getitem__)


@army_nearness.follow("units")
def _follow_armies(value: Counts, g: LongestDay, changes: Changes) -> Counts:
    return _moved(value, changes, g.box.bounded.__getitem__, g.box.around.__getitem__)


def _counted(g: LongestDay, names: Iterable[str], whose: Callable[[int], str], touches: Touches) -> Counts:
    """Units counted in all hexes that they touch, for whoever owns them."""
    found = {name: bytearray(len(g.box.board)) for name in names}
    for unit, record in enumerate(g.units):
        if record.at >= 0 and whose(unit):
            counts = found[whose(unit)]
            for h in touches(record.at):
                counts[h] += 1
    return found


def _moved(value: Counts, changes: Changes, whose: Callable[[int], str], touches: Touches) -> Counts:
    """Counts that follow units from where they were to where they are."""
    found: dict[str, bytearray] = {}
    for unit, old, new in changes:
        name = whose(unit)
        if old.at == new.at or not name:
            continue
        counts = found.setdefault(name, value[name][:])
        for place, step in ((old.at, -1), (new.at, 1)):
            for h in touches(place) if place >= 0 else ():
                counts[h] += step
    return {**value, **found} if found else value


@derived("units")
def controlled_hexes(g: LongestDay) -> Mapping[str, tuple[int, ...]]:
    """I.G.1 The hexes that each side controls."""
    return _controlled(g)


@controlled_hexes.follow("units")
def _follow_control(
    value: Mapping[str, tuple[int, ...]], g: LongestDay, changes: Changes
) -> Mapping[str, tuple[int, ...]]:
    """Few units stand on hills or in fortifications, and few moves change what is controlled."""
    for unit, old, new in changes:
        if any(record.at >= 0 and g.exerts(unit, record) for record in (old, new)):
            return _controlled(g)
    return value


def _controlled(g: LongestDay) -> Mapping[str, tuple[int, ...]]:
    return {side: tuple(compress(range(len(g.box.board)), g.zone(side))) for side in ENEMY}
