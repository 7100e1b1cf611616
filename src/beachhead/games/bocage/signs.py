"""What the events of the log are about, for the icons beside them."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.display import Sign, sign_table

SIGNS: Mapping[str, Sign] = sign_table(
    loss=("eliminated", "reduced", "marker_lost", "weather_loss", "trapped", "beachhead_lost", "points_lost"),
    hit=("unsupplied", "delayed", "aircraft_grounded", "guns_spiked"),
    fire=(
        "assaulted",
        "attacked",
        "defends",
        "bombarded",
        "fizzled",
        "support_chosen",
        "support_shown",
        "mines_put_aside",
        "stood",
        "result",
    ),
    move=(
        "beachhead",
        "beachhead_removed",
        "landed",
        "rangers",
        "rangers_move",
        "moved",
        "entered",
        "retreated",
        "advanced",
        "recorded",
        "revealed",
    ),
    flag=("captured", "occupied", "extended", "turn_began"),
    star=("rebuilt", "replacements"),
)
