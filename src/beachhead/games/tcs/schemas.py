"""The rows of the data files, as a person with the boxed game proofreads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from beachhead.datafiles import Sourced, covers, refers

Side = Literal["american", "german"]
Mover = Literal["foot", "bicycle", "wheel", "track", "tow", "none"]
UnitKind = Literal[
    "infantry", "mg", "mortar", "at", "ig", "aa", "tank", "spgun", "carrier", "artillery", "pillbox", "rocket",
    "leader",
]  # fmt: skip
Target = Literal["area", "point", "both", "none"]
Mission = Literal["attack", "hasty", "prepared", "move"]
Hex = Annotated[str, refers("board.toml", "hexes")]
BeachBox = Annotated[str, refers("scatter.csv", "box")]
RuleId = Annotated[str, refers("rules.csv")]
CompanyId = Annotated[str, refers("companies.csv")]
Clock = Annotated[str, Meta(pattern=r"^[0-2]\d[0-5]\d$")]
Die = Annotated[int, Meta(ge=1, le=6)]
TwoDice = Annotated[int, Meta(ge=2, le=99)]
Small = Annotated[int, Meta(ge=0, le=99)]
Calibre = Literal["105", "150", "155", "5in", "lct(r)"]
HOURS = tuple(f"{hour:02}00" for hour in range(1, 25))


def named_after(word: str) -> Callable[[str], Iterable[str]]:
    """The name in a text of the form `word:name`; nothing in a text of another form."""

    def within(text: str) -> Iterable[str]:
        _, found, name = text.rpartition(f"{word}:")
        return (name.partition(" sheet ")[0],) if found else ()

    return within


# --- counters ----------------------------------------------------------------------------------------------------


class TypeRow(Sourced, frozen=True, kw_only=True):
    """TCS 3.0 The values of a type of unit. `ma` is in movement points, `command` in half points of size."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    side: Side
    kind: UnitKind
    steps: Annotated[int, Meta(ge=1, le=5)]
    area: Small
    area_range: Small
    indirect: bool
    point: Small
    point_range: Small
    defense: Small
    morale: Small
    target: Target
    ma: Small
    mover: Mover
    load: Annotated[int, Meta(ge=0, le=6)]
    load_class: Annotated[int, Meta(ge=0, le=4)] = field(name="class")
    aa: Small
    aa_range: Small
    command: Annotated[int, Meta(ge=0, le=2)]
    at_roll: Literal["yes", "no", "poor"]
    words: str


class UnitRow(Sourced, frozen=True, kw_only=True):
    """OOB.US, OOB.GE A counter."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    side: Side
    company: Annotated[str, refers("companies.csv", same=("side",))]
    type: Annotated[str, refers("unit_types.csv", same=("side",))]
    platoon: Annotated[int, Meta(ge=1, le=4)] | None = None


class CompanyRow(Sourced, frozen=True, kw_only=True):
    """TCS 9.5, 3.1 A company: what has a morale, is released and set up together."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    side: Side
    division: str
    regiment: str = ""
    battalion: str = ""
    kind: Literal["line", "weapons", "recon", "at", "ig", "aa", "tank", "carrier", "artillery", "beach"]


class FormationRow(Sourced, frozen=True):
    """A name for several companies."""

    KEY: ClassVar[tuple[str, ...]] = ("formation", "company")
    formation: str
    company: CompanyId


class LeaderRow(Sourced, frozen=True, kw_only=True):
    """2.3f A leader and whose units put him into the cup."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    rank: Literal["BG", "COL", "LTC"]
    command: str
    regiment: str = ""
    battalion: str = ""


class BatteryRow(Sourced, frozen=True, kw_only=True):
    """2.8, 3.9 A battery of a battalion, on the map or off it."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    side: Side
    battalion: Annotated[str, refers("companies.csv", same=("side",), when=("place", "map"))]
    place: Literal["map", "off"]
    calibre: Literal["105", "150", "155"]
    guns: Small
    delay: Small
    transport: Literal["", "truck", "halftrack", "sp"] = ""
    carriers: Small
    only: str = ""


# --- scenarios ---------------------------------------------------------------------------------------------------


class ScenarioRow(Sourced, frozen=True, kw_only=True):
    """A16 The frame of a scenario; `area` are opposite corners, `naval` the first turn and every how many."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    title: str
    rule: RuleId
    first_day: Annotated[int, Meta(ge=6, le=8)]
    first: Clock
    last_day: Annotated[int, Meta(ge=6, le=8)]
    last: Clock
    turns: Annotated[int, Meta(ge=1, le=144)]
    sheets: tuple[Literal["A", "B", "C", "D"], ...]
    area: tuple[Hex, ...] = ()
    balance: int | None = None
    command: bool
    us_sheets: Literal["none", "optional"]
    german_sheets: Literal["none", "yes"]
    prepared: bool
    leaders: Literal["", "1200", "1300", "end"] = ""
    weather: Literal["clear", "roll"]
    landing: Annotated[
        Literal["none", "full", "east", "central", "transport"],
        refers("landing_boxes.csv", "landing", besides=("none",)),
    ]
    lct_r: Small
    naval: str = ""
    vrt: Annotated[str, refers("reinforcements.csv", "table")] = ""
    victory: Annotated[str, refers("victory.csv", "set")]
    shifts: Annotated[str, refers("shifts.csv", "set")] = ""
    lost: Annotated[int, Meta(ge=0, le=999)]

    @property
    def has_beach(self) -> bool:
        """Whether the obstacle line is in play."""
        return "A" in self.sheets or "B" in self.sheets


class SetUpRow(Sourced, frozen=True, kw_only=True):
    """7.0-1 A line of a set-up: who stands where, within how many hexes, after which losses."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "of", "pick", "where")
    scenario: Annotated[str, refers("scenarios.csv")]
    side: Side
    of: str
    pick: str = ""
    how: Literal[
        "within", "area", "hex", "seaward", "landward", "zone", "pillbox", "sheet", "each", "among", "with", "off",
        "landing", "transport",
    ]  # fmt: skip
    where: str = ""
    radius: Small | None = None
    limit: str = ""
    losses: str = ""
    cm: Small | None = None
    released: bool | None = None
    dug: bool


class GapRow(Sourced, frozen=True):
    """S5.gaps, T5.setup Obstacle hexes whose content is known at the start, from one end to the other."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "first")
    scenario: Annotated[str, refers("scenarios.csv")]
    first: Hex
    last: Hex
    state: Literal["clear", "mines"]


class VictoryRow(Sourced, frozen=True, kw_only=True):
    """6.2 A condition of a level of victory; all of a level must hold, of those marked `either` one."""

    set: str
    side: Side
    level: Literal["massive", "major", "minor", "win"]
    condition: str
    what: str = ""
    least: str = ""
    most: Small | None = None
    radius: Small | None = None
    limit: str = ""
    by: str = ""
    either: bool = False


class ShiftRow(Sourced, frozen=True, kw_only=True):
    """6.2-2 What shifts the level of victory."""

    set: str
    side: Side
    shifts: Annotated[int, Meta(ge=1, le=2)]
    condition: str
    least: Annotated[int, Meta(ge=0, le=999)] | None = None
    most: Annotated[int, Meta(ge=0, le=999)] | None = None


class OptionRow(Sourced, frozen=True):
    """An option that players agree on before play."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    title: str
    rule: RuleId
    default: bool


class ExitRow(Sourced, frozen=True):
    """1.8b, 6.3 A hex by which units leave for victory."""

    KEY: ClassVar[tuple[str, ...]] = ("set", "hex")
    set: Annotated[str, refers("victory.csv", "set")]
    who: Literal["tank", "infantry or mortar"]
    hex: Hex
    road: Annotated[str, refers("board.toml", "lines")]
    edge: Literal["east", "south"]


class TurnRow(Sourced, frozen=True):
    """1.14 A turn of the record track."""

    KEY: ClassVar[tuple[str, ...]] = ("turn",)
    RUNS: ClassVar[tuple[str, ...]] = ("turn",)
    turn: Annotated[int, Meta(ge=1, le=144)]
    day: Annotated[int, Meta(ge=6, le=8)]
    clock: Clock
    light: Literal["day", "night"]
    minutes: Literal[20, 60]
    hour: bool
    tide: Annotated[str, refers("tide.csv")]


class SpotterRow(Sourced, frozen=True):
    """T4.setup An observer without a counter."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "hex")
    scenario: Annotated[str, refers("scenarios.csv")]
    side: Side
    hex: Hex


# --- the map -----------------------------------------------------------------------------------------------------


class TerrainRow(Sourced, frozen=True, kw_only=True):
    """TCS 12.1 An entry of the terrain chart: costs in twelfths of a movement point; empty forbids."""

    KEY: ClassVar[tuple[str, ...]] = ("entry",)
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"entry": ("primary road", "secondary road", "two levels")}
    entry: Annotated[
        str,
        covers("board.toml", "terrain"),
        covers("board.toml", "hexsides", named=lambda kind: () if kind == "breach" else (kind,)),
    ]
    kind: Literal["hex", "hexside", "path", "level"]
    foot: Small | None = None
    bicycle: Small | None = None
    wheel: Small | None = None
    track: Small | None = None
    height: Small
    open: bool | None = None


class TideRow(Sourced, frozen=True):
    """1.12 How many rows beyond the base row of a column are land in an hour."""

    KEY: ClassVar[tuple[str, ...]] = ("hour",)
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"hour": HOURS}
    hour: Clock
    rows: Annotated[int, Meta(ge=0, le=9)]


class SectorRow(Sourced, frozen=True):
    """1.16, 2.1l-3 A beach sector and which column each die leads to."""

    KEY: ClassVar[tuple[str, ...]] = ("sector",)
    sector: str
    beach: str
    sheet: Literal["A", "B"]
    first_column: Annotated[int, Meta(ge=1, le=52)]
    last_column: Annotated[int, Meta(ge=1, le=52)]
    die: tuple[Die, ...]


class ScatterRow(Sourced, frozen=True, kw_only=True):
    """1.17 A scatter line of a beach box; without a sector it leads off the map."""

    KEY: ClassVar[tuple[str, ...]] = ("box", "die")
    COMPLETE: ClassVar[tuple[str, ...]] = ("die",)
    box: str
    die: Die
    sector: Annotated[str, refers("sectors.csv", besides=("",))] = ""


class ZoneRow(Sourced, frozen=True):
    """1.6 A defensive zone hex."""

    KEY: ClassVar[tuple[str, ...]] = ("hex",)
    hex: Hex


class PillBoxRow(Sourced, frozen=True):
    """1.7 A historical pill box hex."""

    KEY: ClassVar[tuple[str, ...]] = ("hex",)
    hex: Annotated[str, refers("zones.csv")]
    type: Annotated[str, refers("unit_types.csv")]


class BreachRow(Sourced, frozen=True, kw_only=True):
    """2.5 A shingle breach and its security hexes."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    landward: Hex
    seaward: Hex
    security: tuple[Hex, ...]
    draw: str = ""


class SpottingRow(Sourced, frozen=True):
    """TCS 7.1 How far a unit in fire mode that has not fired is seen."""

    KEY: ClassVar[tuple[str, ...]] = ("target", "ground")
    COMPLETE: ClassVar[tuple[str, ...]] = ("target", "ground")
    target: Literal["area or gun", "vehicle or pill box"]
    ground: Literal["open", "cover"]
    hexes: Small


# --- the landing -------------------------------------------------------------------------------------------------


class LandingBoxRow(Sourced, frozen=True):
    """1.17 A beach box that a landing uses."""

    KEY: ClassVar[tuple[str, ...]] = ("landing", "box")
    landing: Literal["full", "east", "central", "transport"]
    box: BeachBox
    use: Literal["yes", "historical"]


class BoatRow(Sourced, frozen=True):
    """2.1d, 2.1i A kind of boat."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"id": ("LCA", "Rhino", "LCT", "LCI", "DUKW", "DD")}
    id: str
    load_class: Annotated[int, Meta(ge=1, le=4)] = field(name="class")
    points: Small
    group: Annotated[int, Meta(ge=1, le=3)]
    survives_to: Small
    class2_survives_to: Small
    modified: bool


class BoatNumberRow(Sourced, frozen=True):
    """2.1g Boats of an assault wave."""

    KEY: ClassVar[tuple[str, ...]] = ("landing", "wave", "boat")
    landing: Literal["full", "east", "central"]
    wave: Annotated[int, Meta(ge=1, le=3)]
    clock: Clock
    boat: Annotated[str, refers("boats.csv")]
    number: Small


class SurvivalRow(Sourced, frozen=True):
    """2.1i-2 The modifier of survival by pill boxes in play."""

    KEY: ClassVar[tuple[str, ...]] = ("first",)
    first: Small
    last: Small
    modifier: int


class PlanRow(Sourced, frozen=True, kw_only=True):
    """HLP.1-HLP.3 A boat of the historical plan; boats of a group land together."""

    wave: Annotated[int, Meta(ge=1, le=3)]
    beach: BeachBox
    boat: Annotated[str, refers("boats.csv")]
    group: str = ""
    load: str


class TransportNumberRow(Sourced, frozen=True):
    """2.1m-2 Transport boats of an hour; 0000 stands for every hour that has no row."""

    KEY: ClassVar[tuple[str, ...]] = ("landing", "clock", "boat")
    landing: Literal["full", "east", "central", "transport"]
    clock: Clock
    boat: Annotated[str, refers("boats.csv")]
    number: Small


class HistoricalTransportRow(Sourced, frozen=True, kw_only=True):
    """HLP.4 A historical transport landing; without a clock it may land in any hour of the day."""

    day: Annotated[int, Meta(ge=6, le=8)]
    clock: str = ""
    load: str


class LeaderDrawRow(Sourced, frozen=True):
    """2.3f-1 How many leaders are drawn."""

    KEY: ClassVar[tuple[str, ...]] = ("first",)
    first: TwoDice
    last: TwoDice
    leaders: Small


# --- German arrivals ---------------------------------------------------------------------------------------------


class ReinforcementRow(Sourced, frozen=True, kw_only=True):
    """3.1-2 A line of a Variable Reinforcement Table."""

    KEY: ClassVar[tuple[str, ...]] = ("table", "roll", "first")
    table: str
    roll: Literal["main", "first", "second"]
    dice: Annotated[int, Meta(ge=1, le=2)]
    first: Small
    last: Small
    result: Literal[
        "none", "release", "first", "second", "enter", "battery", "company of", "battalion of", "rest of one"
    ]
    what: str = ""


class ArrivalRow(Sourced, frozen=True, kw_only=True):
    """3.11-1 A historical German arrival."""

    day: Annotated[int, Meta(ge=6, le=8)]
    clock: Clock
    of: str
    pick: str = ""


class FreeBatteryRow(Sourced, frozen=True):
    """3.9 A German battery or battalion that may fire from the start."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "battery")
    scenario: Annotated[str, refers("scenarios.csv")]
    battery: str


# --- fire and morale ---------------------------------------------------------------------------------------------


class AreaColumnRow(Sourced, frozen=True):
    """TCS 8.3 A column of the Area Fire Table."""

    KEY: ClassVar[tuple[str, ...]] = ("column",)
    column: Annotated[int, Meta(ge=1, le=11)]
    first: Small
    last: Small


class AreaFireRow(Sourced, frozen=True):
    """TCS 8.3 A row of the Area Fire Table."""

    KEY: ClassVar[tuple[str, ...]] = ("dice",)
    dice: TwoDice
    results: tuple[Literal[".", "M", "1", "2", "3", "4", "5"], ...]


class PointFireRow(Sourced, frozen=True):
    """TCS 8.8 A column of the Point Fire Table, by attack less defense."""

    KEY: ClassVar[tuple[str, ...]] = ("first",)
    first: int
    last: int
    kill_on: TwoDice


class MinorDifferenceRow(Sourced, frozen=True):
    """ADD 8.8g The modifier of each die for a small difference."""

    KEY: ClassVar[tuple[str, ...]] = ("difference",)
    COMPLETE: ClassVar[tuple[str, ...]] = ("difference",)
    difference: Annotated[int, Meta(ge=-2, le=2)]
    modifiers: tuple[int, ...]


class AtRollRow(Sourced, frozen=True):
    """TCS 8.10 What an AT roll needs at a range."""

    KEY: ClassVar[tuple[str, ...]] = ("range",)
    COMPLETE: ClassVar[tuple[str, ...]] = ("range",)
    range: Annotated[int, Meta(ge=0, le=2)]
    needs: TwoDice


class ArtilleryPointRow(Sourced, frozen=True):
    """TCS 8.8e What indirect rounds need against a point target."""

    KEY: ClassVar[tuple[str, ...]] = ("weapon",)
    weapon: Annotated[str, covers("ordnance.csv")]
    needs: TwoDice
    max_defense: Small
    pillbox: bool


class OrdnanceRow(Sourced, frozen=True):
    """TCS 10.4 The firepower of rounds in a hex."""

    KEY: ClassVar[tuple[str, ...]] = ("calibre",)
    COMPLETE: ClassVar[tuple[str, ...]] = ("calibre",)
    calibre: Calibre
    first: Small
    further: Small
    most: Small


class FireModifierRow(Sourced, frozen=True, kw_only=True):
    """TCS 8.4, 8.8, 8.10 A modifier of the dice; an empty cell does not apply."""

    KEY: ClassVar[tuple[str, ...]] = ("condition",)
    condition: str
    kind: Literal["terrain", "position", "smoke", "target", "firer", "range"]
    area: int | None = None
    point: int | None = None
    indirect: int | None = None
    at: int | None = None


class MoraleRow(Sourced, frozen=True, kw_only=True):
    """TCS 9.0 A row of the Morale Table: from which roll each result comes."""

    KEY: ClassVar[tuple[str, ...]] = ("total",)
    COMPLETE: ClassVar[tuple[str, ...]] = ("total",)
    total: Annotated[int, Meta(ge=1, le=14)]
    suppressed: Small
    paralyzed: Small | None = None
    syr: Small | None = None
    surrender: Small | None = None


class MoraleModifierRow(Sourced, frozen=True):
    """TCS 9.6 What is added to the morale total."""

    KEY: ClassVar[tuple[str, ...]] = ("condition",)
    condition: str
    modifier: Annotated[str, Meta(pattern=r"^(rating|value|-?\d)$")]


class CompanyMoraleRow(Sourced, frozen=True):
    """TCS 9.5 When company morale changes."""

    KEY: ClassVar[tuple[str, ...]] = ("event",)
    event: str
    change: Annotated[int, Meta(ge=-2, le=2)]


class MillerRow(Sourced, frozen=True):
    """TCS 10.4 A row of the Miller Table: the highest 11-66 roll that brings 0, 1, 2 ... rounds into a hex."""

    KEY: ClassVar[tuple[str, ...]] = ("area", "rounds")
    area: Literal["A", "B", "C"]
    radius: Small
    hexes: Annotated[int, Meta(ge=1, le=999)]
    rounds: Annotated[int, Meta(ge=1, le=1000)]
    highest: tuple[str, ...]


class AirRow(Sourced, frozen=True):
    """2.10a An attack of a loaded A-20."""

    KEY: ClassVar[tuple[str, ...]] = ("load", "attack")
    load: Literal["bomb laden", "gunship"]
    attack: Literal["strafe", "bomb"]
    number: Small
    firepower: Small
    point_kill: TwoDice


class WeatherRow(Sourced, frozen=True):
    """4.3a A cell of the weather table."""

    KEY: ClassVar[tuple[str, ...]] = ("first_hour", "weather")
    first_hour: Clock
    last_hour: Clock
    weather: Literal["mist", "clear", "light rain", "heavy rain"]
    first: TwoDice
    last: TwoDice
    visibility: Small


class DieTableRow(Sourced, frozen=True):
    """A line of a table of one die."""

    KEY: ClassVar[tuple[str, ...]] = ("table", "first")
    table: str
    first: Die
    last: Die
    result: str


class ConstantRow(Sourced, frozen=True):
    """A single number of the rules."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "id": (
            "stack_steps", "stack_machines", "marker_stack", "auto_permission", "night_visibility", "syr_hexes",
            "assault_rounds", "assault_modifier", "overrun_cost", "mine_firepower", "mine_vehicle",
        )
    }  # fmt: skip
    id: str
    value: int
    words: str


class AmmunitionRow(Sourced, frozen=True, kw_only=True):
    """2.9, 3.10 Battery fires that a side is given, and when."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "side", "calibre", "when", "which")
    scenario: Annotated[str, refers("scenarios.csv", besides=("any", "T5 option"))]
    side: Side
    calibre: Literal["0", "105", "150", "155"]
    when: Literal["start", "turn", "gun landed", "battery landed", "battery released"]
    which: str = ""
    he: Annotated[int, Meta(ge=0, le=999)]
    smoke: Small
    illum: Small


# --- command -----------------------------------------------------------------------------------------------------


class OpSheetRow(Sourced, frozen=True, kw_only=True):
    """S1.orders A line of a German op sheet that stands at the start."""

    scenario: Annotated[str, refers("scenarios.csv")]
    side: Side
    sheet: str
    title: str
    kind: Mission
    task: Annotated[int, Meta(ge=1, le=6)]
    of: str
    pick: str = ""
    mission: Mission
    objective: Annotated[
        str,
        refers("board.toml", "places", within=named_after("village")),
        refers("board.toml", "areas", within=named_after("area")),
    ]
    route: Annotated[str, refers("board.toml", "lines", within=named_after("road"))] = ""
    reserve: bool
    implemented: bool


class MissionRow(Sourced, frozen=True, kw_only=True):
    """TCS 6.4 What units may do on a mission, or without one."""

    KEY: ClassVar[tuple[str, ...]] = ("mission",)
    COMPLETE: ClassVar[tuple[str, ...]] = ("mission",)
    mission: Literal["attack", "hasty", "prepared", "move", "reserve", "unassigned", "landward", "beach", "led"]
    weighted_row: Literal["", "attack", "hasty", "prepared", "move"] = ""
    advance: Literal["yes", "no", "to the objective"]
    leave: bool
    dig: Literal["no", "after 3 turns", "on implementation"]
    fire: Literal["yes", "overwatch only"]
    assault: Literal["yes", "no", "only inside the objective"]
    ends: str


class ImplementationRow(Sourced, frozen=True):
    """TCS 6.6 A row of the Implementation Table."""

    KEY: ClassVar[tuple[str, ...]] = ("prep_size",)
    COMPLETE: ClassVar[tuple[str, ...]] = ("prep_size",)
    prep_size: Annotated[int, Meta(ge=1, le=12)]
    needs: tuple[str, ...]


class ImplementationColumnRow(Sourced, frozen=True):
    """TCS 6.6 The weighted turns that reach each column."""

    KEY: ClassVar[tuple[str, ...]] = ("mission",)
    COMPLETE: ClassVar[tuple[str, ...]] = ("mission",)
    mission: Mission
    least: tuple[int, ...]


class WeightedTurnRow(Sourced, frozen=True):
    """TCS 6.6b Weighted turns that a sheet gains."""

    KEY: ClassVar[tuple[str, ...]] = ("condition",)
    condition: str
    points: Annotated[int, Meta(ge=1, le=3)]


class PrepRatingRow(Sourced, frozen=True, kw_only=True):
    """5.1, 5.2 A command prep rating and from when it holds."""

    side: Side
    division: str = ""
    since: str = field(name="from")
    rating: Annotated[int, Meta(ge=1, le=9)]
