"""What the whole map shows at a key: who would win, what threatens a hex, where units can go, who has not moved."""

from __future__ import annotations

from beachhead.display import Goal, Overview
from beachhead.kernel import Lens, count_of
from beachhead.wargame import face_down
from beachhead.wargame.lenses import Threat, danger, goal, keys, not_moved, patch, seen, victory, zones
from beachhead.wargame.marching import reach
from pegasus.rules import STACKING, Pegasus, foresee_assault, march, steps_of, verdict
from pegasus.table import is_hidden


def tell(g: Pegasus) -> tuple[list[str], list[Goal]]:
    """5.2 Both bridges decide."""
    now = verdict(g)
    goals = [
        goal(g, f"{g.box.board.called(h)} in British hands", met=holder == "british", missing=[h], tone="british")
        for h, holder in g.holders.items()
    ]
    return [f"If it ended now, the {(now.winner or '').title()} side would win: {now.reason}"], goals


def bears(g: Pegasus, foe: str, place: int) -> Threat:
    """4.1 The units next to a hex, and what their assault would bring."""
    near = [u for u in g.on_map(foe) if g.units[u].at in g.box.board.adjacent[place]]
    hidden = face_down(g) if foe == "german" else ()
    seen = [u for u in near if u not in hidden]
    twin = g.clone()
    twin.side = foe  # type: ignore[assignment]
    twin.reset(done=False)
    is_known = bool(near) and len(seen) == len(near) and any(g.units[u].at == place for u in g.on_map(g.enemy(foe)))
    preview = foresee_assault(twin, place) if is_known else None
    return Threat(seen, count_of(steps_of(g, seen), "step") if seen else "", preview, len(near) - len(seen))


def ways(g: Pegasus, side: str | None, unit: int | None) -> Overview:
    """3.1 Where a unit could go as the map lies, and whom it could assault."""
    if unit is None or g.units[unit].at < 0 or is_hidden(g, unit, side):
        return Overview(lines=["Point at a unit on the map."])
    owner, name = g.box.sides[unit], g.name(unit)
    near = STACKING.room(g, (unit,), [h for h in reach(march(g, unit)) if h != g.units[unit].at])
    foes = [h for h in g.hexes(g.enemy(owner)) if h in g.box.board.adjacent[g.units[unit].at]]
    words = f"From where it stands {name} can move to {count_of(len(near), 'hex', 'hexes')} in one turn"
    told = f"It could assault {count_of(len(foes), 'hex', 'hexes')} beside it" if foes else "Nobody stands beside it"
    ground = seen(patch(g, "ways", near, owner, words))
    return Overview(patches=ground, counters=keys(g, [unit]), lines=[words, told])


LENSES = {
    "victory": victory(tell),
    "danger": danger(bears, "assault"),
    "ways": Lens(
        "Ways and targets", "Where the unit under the pointer could go, and whom it could assault.", ways, True
    ),
    "zones": zones(),
    "idle": not_moved("Who has not moved.", lambda g, unit: not g.units[unit].done),
}
