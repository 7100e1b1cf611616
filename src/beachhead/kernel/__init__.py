"""The kernel: Match, Decision, Action, Event, Ruling and Chance. It knows no game."""

from beachhead.kernel.chance import ChanceError, Roll, Scripted, Seeded, Source, commitment, exhaust
from beachhead.kernel.chapters import ChapterGame
from beachhead.kernel.citing import cite, rule, tracing
from beachhead.kernel.decisions import YES_NO, Action, Arg, Decision, Flow, Options, ask, turn
from beachhead.kernel.derived import derived
from beachhead.kernel.edge import (
    BadAction,
    action_label,
    action_text,
    describe,
    name_decision,
    name_event,
    name_preview,
    name_ruling,
    name_sight,
    parse_action,
)
from beachhead.kernel.events import Event
from beachhead.kernel.game import (
    Game,
    GameOver,
    Modifier,
    Option,
    Outcome,
    Preview,
    Scenario,
    Settings,
    Sight,
    Verb,
)
from beachhead.kernel.match import FlowError, Landmark, Match, Step
from beachhead.kernel.naming import NameList, Names, UnknownName, kind, rows
from beachhead.kernel.positions import BadPosition, Position, dump_position, load_position
from beachhead.kernel.rulings import Refused, Ruling
from beachhead.kernel.saves import OtherData, SaveDrift, SaveError, Verdict, load, read_save, save, verify
from beachhead.kernel.setups import BadSetup, Setup, check_setup
from beachhead.kernel.state import State, Table

__all__ = [
    "YES_NO",
    "Action",
    "Arg",
    "BadAction",
    "BadPosition",
    "BadSetup",
    "ChanceError",
    "ChapterGame",
    "Decision",
    "Event",
    "Flow",
    "FlowError",
    "Game",
    "GameOver",
    "Landmark",
    "Match",
    "Modifier",
    "NameList",
    "Names",
    "Option",
    "Options",
    "OtherData",
    "Outcome",
    "Position",
    "Preview",
    "Refused",
    "Roll",
    "Ruling",
    "SaveDrift",
    "SaveError",
    "Scenario",
    "Scripted",
    "Seeded",
    "Settings",
    "Setup",
    "Sight",
    "Source",
    "State",
    "Step",
    "Table",
    "UnknownName",
    "Verb",
    "Verdict",
    "action_label",
    "action_text",
    "ask",
    "check_setup",
    "cite",
    "commitment",
    "derived",
    "describe",
    "dump_position",
    "exhaust",
    "kind",
    "load",
    "load_position",
    "name_decision",
    "name_event",
    "name_preview",
    "name_ruling",
    "name_sight",
    "parse_action",
    "read_save",
    "rows",
    "rule",
    "save",
    "tracing",
    "turn",
    "verify",
]
