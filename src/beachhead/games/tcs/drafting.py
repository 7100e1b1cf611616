"""TCS 2.0a, 2.3a, S1.orders Command planning: op sheets are written, prepared, rolled for, added to and cancelled."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from beachhead.games.tcs import attaching, implementation, orders, policies, shaping, writing
from beachhead.games.tcs.box import GERMAN
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.writing import LATER, SECRETS
from beachhead.kernel import Arg, Flow, Offer, Preview, Ruling, Verb, rule, turn

VERBS = {
    "write": Verb("Write a new sheet"),
    "revise": Verb("Write anew", "sheet"),
    "roll": Verb("Roll to implement", "sheet"),
    "roll-all": Verb("Roll to implement all sheets that can be"),
    "commit": Verb("Roll to commit the reserve of", "sheet"),
    "reinforce-sheet": Verb("Add a unit to a sheet in force"),
    "cancel": Verb("Cancel", "sheet"),
    "done": Verb("Done"),
}


def is_due(g: Tcs) -> bool:
    """TCS 6.1 Whether there is command at all."""
    return g.command


def german_plans(g: Tcs) -> bool:
    """S1.orders Whether the Germans write their own sheets before play."""
    return g.command and not g.standing_orders and g.frame.german_sheets == "yes"


def later_plans(g: Tcs) -> bool:
    """3.1-8 Whether Germans who have the historical sheets may write others for who may come."""
    return g.command and g.standing_orders and g.frame.german_sheets == "yes" and bool(writing.coming(g))


@rule("2.3b", "2.3a-3")
def landing_plans(g: Tcs) -> bool:
    """2.3b Whether the Americans write sheets before the landing."""
    return g.command and g.landing_sheets and g.frame.us_sheets == "optional"


@rule("TCS 2.0a", "TCS 6.2")
def segment(g: Tcs) -> Flow:
    """TCS 2.0a A side does one thing with its op sheets."""
    side = g.side
    draft = draft_of(g, side)
    if draft is not None:
        yield from shaping.shape(g, draft)
        return False
    mine = sorted(g.sheets_of(side))
    options: dict[str, Sequence[Arg]] = {
        "roll": Offer.of(g, implementation.refuse_roll, mine, foresee=foresee_roll),
        "roll-all": Offer.of(g, refuse_rolls),
        "commit": Offer.of(g, implementation.refuse_commitment, mine),
        "write": Offer.of(g, writing.refuse_sheet),
        "reinforce-sheet": Offer.of(g, attaching.refuse_attachments),
        "revise": Offer.of(g, refuse_revision, mine),
        "cancel": Offer.of(g, refuse_cancel, mine),
        "done": (None,),
    }
    prompt = f"{g.now.clock}: which orders are written, and which are rolled for?"
    choice = yield turn(side, prompt, options, rule="TCS 2.0a", secret=SECRETS[side])
    match choice.verb:
        case "done":
            return True
        case "roll":
            implementation.roll(g, choice.arg)
        case "roll-all":
            for number in mine:
                if implementation.refuse_roll(g, number) is None:
                    implementation.roll(g, number)
        case "commit":
            implementation.commit(g, choice.arg)
        case "write":
            yield from writing.begin(g)
        case "reinforce-sheet":
            yield from attaching.attach(g)
        case "revise":
            g.sheets[choice.arg] = replace(g.sheets[choice.arg], status="draft", weighted=0)
        case _:
            implementation.end(g, choice.arg, "it is cancelled")
    return False


@rule("2.3a-3", "S1.orders", "S1.us-setup")
def plans(g: Tcs) -> Flow:
    """2.3a-3, S1.orders Before play a side writes sheets that are implemented from the start."""
    side = g.side
    draft = draft_of(g, side)
    if draft is not None:
        yield from shaping.shape(g, draft)
        return False
    mine = sorted(g.sheets_of(side))
    options: dict[str, Sequence[Arg]] = {
        "write": Offer.of(g, writing.refuse_sheet),
        "cancel": Offer.of(g, refuse_cancel, mine),
        "done": (None,),
    }
    if side == GERMAN:  # who answers on the turn of the landing, which has no modes
        options["overwatch"] = (None,)
    later = g.phase == LATER
    prompt = f"Which op sheets are {'drawn up for who may come' if later else 'implemented from the start'}?"
    choice = yield turn(side, prompt, options, rule="3.1-8" if later else "S1.orders", secret=SECRETS[side])
    if choice.verb == "write":
        yield from writing.begin(g)
    elif choice.verb == "overwatch":
        yield from policies.set_policy(g, SECRETS[side])
    elif choice.verb == "cancel":
        implementation.end(g, choice.arg, "it is cancelled")
    return choice.verb == "done"


def draft_of(g: Tcs, side: str) -> int | None:
    """The sheet that a side is writing."""
    return next((n for n, sheet in g.sheets.items() if sheet.side == side and sheet.status == "draft"), None)


def foresee_roll(g: Tcs, number: int) -> Preview | None:
    """TCS 6.6 What is needed to implement a sheet, and how likely it is."""
    sheet = g.sheets[number]
    units, needed = orders.all_units(sheet), implementation.need(g, sheet)
    part = implementation.chance(needed)
    figures = {
        "Weighted turns": sheet.weighted,
        "Prep rating and size": implementation.rating(g, sheet.side, units) + implementation.size(g, units),
        "Needed from 11 to 66": needed or "no roll is enough",
    }
    results = {"implemented": part, "not yet": 1 - part}
    return Preview("TCS 6.6", figures=figures, results=results, favours={"implemented": sheet.side, "not yet": ""})


def refuse_rolls(g: Tcs, _: None = None) -> Ruling | None:
    """TCS 6.6 Why no sheet can be rolled for."""
    if any(implementation.refuse_roll(g, number) is None for number in g.sheets_of(g.side)):
        return None
    return Ruling("TCS 6.6", "No sheet in preparation can be rolled for this turn")


def refuse_revision(g: Tcs, number: int) -> Ruling | None:
    """TCS 6.6 Why a sheet cannot be written anew: it must be in preparation."""
    sheet = g.sheets.get(number)
    if sheet is None or sheet.side != g.side or sheet.status != "preparing":
        return Ruling("TCS 6.6", f"{g.box.sheet_names.name(number)} is not in preparation")
    return None


def refuse_cancel(g: Tcs, number: int) -> Ruling | None:
    """TCS 6.8 Why a sheet cannot be cancelled."""
    sheet = g.sheets.get(number)
    if sheet is None or sheet.side != g.side:
        return Ruling("TCS 6.8", f"There is no {g.box.sheet_names.name(number)} of yours")
    if g.phase == LATER and sheet.status == "implemented":
        return Ruling("S1.orders", f"{g.box.sheet_names.name(number)} is a historical one and stands")
    return None
