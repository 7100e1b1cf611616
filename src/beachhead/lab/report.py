"""The report of a study: one HTML file that needs nothing else, and Markdown with its pictures beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from statistics import pstdev
from typing import Any

import msgspec

from beachhead.kernel import Game
from beachhead.lab import plots
from beachhead.lab.comparing import LEVEL, Difference, Interval
from beachhead.lab.findings import ArmFindings, Breakdown, Estimate, Findings, findings_of
from beachhead.lab.journal import Lock, write_whole
from beachhead.lab.maps import Map
from beachhead.lab.study import Study, StudyResult
from beachhead.rules import RuleIndex

HTML, MARKDOWN, DATA, PICTURES = "report.html", "report.md", "report.json", "pictures"
_SPREADS = 6
_SHORT = 46
"""What has fewer letters stands in one line of a table."""


class Picture(msgspec.Struct, frozen=True):
    """A picture with the name of its file, and what it shows."""

    file: str
    caption: str
    svg: str


class Section(msgspec.Struct, frozen=True):
    """A part of the report: words, a table, pictures."""

    title: str
    words: Sequence[str] = ()
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    strong: Sequence[int] = ()
    """The rows that stand out."""
    pictures: Sequence[Picture] = ()


def write_report(study: Study, result: StudyResult, folder: Path, lock: Lock | None = None) -> Findings:
    """Work out what the games say and write it into the folder."""
    found = findings_of(study, result)
    sections = list(_sections(study, result, found, lock))
    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    for picture in (p for section in sections for p in section.pictures):
        write_whole(folder / PICTURES / picture.file, picture.svg.encode())
    write_whole(folder / HTML, _html(found, sections).encode())
    write_whole(folder / MARKDOWN, _markdown(found, sections).encode())
    written = msgspec.json.format(msgspec.json.encode(msgspec.structs.replace(found, samples={})), indent=1)
    write_whole(folder / DATA, written + b"\n")
    return found


# --- words --------------------------------------------------------------------------------------------------------


def number(value: float, *, share: bool = False, signed: bool = False) -> str:
    """A figure as people read it."""
    if share:
        return f"{100 * value:+.0f} points" if signed else f"{value:.0%}"
    digits = 0 if abs(value) >= 1000 else 1 if abs(value) >= 20 else 2
    return f"{value:{'+' if signed else ''}.{digits}f}"


def between(found: Interval, *, share: bool = False, signed: bool = False) -> str:
    """An estimate and its interval."""
    told = number(found.value, share=share, signed=signed)
    if found.low is None or found.high is None:
        return told
    ends = [number(end, share=share, signed=signed).replace(" points", "") for end in (found.low, found.high)]
    return f"{told} ({ends[0]} to {ends[1]})"


def chance(p: float | None) -> str:
    """A chance in words."""
    return "" if p is None else "< 0.001" if p < 0.001 else f"{p:.3f}"


# --- sections -----------------------------------------------------------------------------------------------------


def _sections(study: Study, result: StudyResult, found: Findings, lock: Lock | None) -> Iterable[Section]:
    game = study.find_game()
    if found.warnings or found.failures:
        yield Section("Beware", [*found.warnings, *(f"{text}" for text in found.failures)])
    if study.history:
        rows = [[item.what, item.value, item.source] for item in study.history]
        yield Section("What happened", [], ["", "in 1944", "after"], rows)
    yield _arms(study, found)
    yield _endings(found)
    yield from (_differences(found, arm) for arm in found.arms if arm.differences)
    yield from _by_turn(study, found)
    yield from _spreads(found)
    yield from _maps(game, found)
    yield from (_breakdown(game, found, each) for each in found.breakdowns)
    yield _replaying(found)
    yield _how(study, result, lock)


def _arms(study: Study, found: Findings) -> Section:
    jobs = {arm.name: job for arm, job in zip(study.arms, study.jobs(), strict=True)}
    defaults = {option.id: option.default for option in study.find_game().options.values()}
    rows = []
    for arm, asked in ((each, next(a for a in study.arms if a.name == each.name)) for each in found.arms):
        job = jobs[arm.name]
        options = [f"{k} = {_plain(v)}" for k, v in job.settings.items() if v != defaults.get(k)]
        players = dict.fromkeys(str(spec) for spec in job.players.values())
        seats = next(iter(players)) if len(players) == 1 else ", ".join(f"{s}: {p}" for s, p in job.players.items())
        special = [f"data of {asked.overlay}"] if asked.overlay else []
        special += (
            [f"from {asked.begins.rpartition('#')[2]} of {asked.begins.partition('#')[0]}"] if asked.begins else []
        )
        title = job.find_game().scenarios[job.scenario].title
        rows.append([arm.name, title, ", ".join([*options, *special]) or "as printed", seats, str(arm.games)])
    return Section("Arms", [], ["arm", "scenario", "what is different", "players", "games"], rows)


def _plain(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _endings(found: Findings) -> Section:
    """All measures by arm."""
    names = list(dict.fromkeys(e.measure for arm in found.arms for e in arm.estimates))
    by_arm = [{e.measure: e for e in arm.estimates} for arm in found.arms]
    rows = [[found.titles[name], *(_cell(arm.get(name)) for arm in by_arm)] for name in names]
    won = [
        (f"{arm.name}: {e.title}", e.interval)
        for arm in found.arms
        for e in arm.estimates
        if e.measure[:8] == "winner: "
    ]
    pictures = (
        [Picture("winners.svg", "How games end, with 95 % intervals", plots.bars(won, "How games end"))] if won else []
    )
    words = ["Each figure is the mean of the games, or the share of them, with its 95 % interval."]
    return Section("What the games say", words, ["", *(arm.name for arm in found.arms)], rows, (), pictures)


def _cell(estimate: Estimate | None) -> str:
    return "" if estimate is None else between(estimate.interval, share=estimate.is_share)


def _differences(found: Findings, arm: ArmFindings) -> Section:
    """An arm beside the baseline, measure by measure."""
    shares = {e.measure: e.is_share for e in arm.estimates}
    rows: list[list[str]] = []
    strong: list[int] = []
    for place, each in enumerate(arm.differences):
        share = shares.get(each.measure, False)
        if each.is_shown:
            strong.append(place)
        rows.append(_row(found, each, share=share))
    spreads = {name: pstdev(arms.get(found.base, [0.0]) or [0.0]) for name, arms in found.samples.items()}
    pictures = [Picture(f"differences-{_file(arm.name)}.svg", "Differences from the baseline, each with its interval",
                        plots.forest(arm, found.titles, spreads))]  # fmt: skip
    words = [
        f"{arm.name} beside {found.base}, game by game with the same seed. Chance is how often chance alone would make "
        f"so large a difference; beside it the same, corrected after Holm for the {len(rows)} measures of this table: "
        f"what is below {1 - LEVEL:.2f} there is set in bold. Detectable is the difference that so many games find in "
        "four cases of five. Alike is how far the games of a pair go together (1 is wholly, 0 not at all), and worth "
        "says how many times more games without pairs would tell as much.",
    ]
    head = [
        "measure",
        found.base,
        arm.name,
        "difference",
        "chance",
        "corrected",
        "detectable",
        "alike",
        "worth",
    ]
    return Section(f"{arm.name} against {found.base}", words, head, rows, strong, pictures)


def _row(found: Findings, each: Difference, *, share: bool) -> list[str]:
    detectable = "" if each.detectable is None else number(each.detectable, share=share, signed=share).lstrip("+")
    return [
        found.titles.get(each.measure, each.measure),
        number(each.base, share=share),
        number(each.arm, share=share),
        between(each.difference, share=share, signed=True),
        chance(each.p),
        chance(each.holm),
        detectable,
        "" if each.correlation is None else f"{each.correlation:.2f}",
        "" if each.saved is None else f"{each.saved:.1f} x",
    ]


def _by_turn(study: Study, found: Findings) -> Iterable[Section]:
    measures = study.find_game().measures
    pictures = []
    for name, each in found.turns.items():
        title = measures[name].title if name in measures else "Steps lost"
        drawn = plots.lines(each, f"{title} by turn")
        if drawn:
            pictures.append(Picture(f"turns-{_file(name)}.svg", f"{title}, turn by turn", drawn))
    if pictures:
        yield Section("Turn by turn", ["Means of the games with their 95 % intervals."], pictures=pictures)


def _spreads(found: Findings) -> Iterable[Section]:
    shares = {e.measure for arm in found.arms for e in arm.estimates if e.is_share}
    pictures: list[Picture] = []
    for name, values in found.samples.items():
        if name not in shares and len(pictures) < _SPREADS:
            drawn = plots.spread(values, found.titles[name])
            if drawn:
                pictures.append(Picture(f"spread-{_file(name)}.svg", f"{found.titles[name]}: games by value", drawn))
    if pictures:
        yield Section("How games are spread", pictures=pictures)


def _maps(game: Game[Any], found: Findings) -> Iterable[Section]:
    layout = game.layout()
    if layout is None:
        return
    lost = sorted({hex_ for arm in found.arms for hex_ in arm.losses_by_hex})
    places = sorted({place for arm in found.arms for place in arm.held})
    pictures = []
    for arm in found.arms:
        if arm.losses_by_hex:
            caption = f"{arm.name}: steps lost in an average game"
            drawn = Map(layout, lost).losses(arm.losses_by_hex, caption)
            pictures.append(Picture(f"losses-{_file(arm.name)}.svg", caption, drawn))
        if arm.held:
            caption = f"{arm.name}: who holds what at the end, as a share of games"
            drawn = Map(layout, places).ground(arm.held, game.sides, caption, game.side_name)
            pictures.append(Picture(f"ground-{_file(arm.name)}.svg", caption, drawn))
    if pictures:
        yield Section("On the map", pictures=pictures)


def _breakdown(game: Game[Any], found: Findings, each: Breakdown) -> Section:
    names = {"rule": "rule", "unit": "unit", "hex": "hex", "cause": "what happened before"}
    rows = [[_key(game, each.by, key), *(f"{value:.2f}" for value in values)] for key, values in each.rows]
    title = f"Steps lost by the {game.side_name(each.side)}, by {names[each.by]}"
    return Section(title, ["Steps in an average game."], [names[each.by], *(arm.name for arm in found.arms)], rows)


def _key(game: Game[Any], by: str, key: str) -> str:
    """What losses are counted by, as people read it."""
    if by == "rule" and key in _rules(game):
        return f"{key} {_rules(game)[key]}"
    return key.replace("_", " ") if by == "cause" else key


def _rules(game: Game[Any]) -> dict[str, str]:
    """The titles of the rules."""
    path = game.files.find("rules.csv")
    return {rule.rule: rule.title for rule in RuleIndex.read(path)} if path.is_file() else {}


def _replaying(found: Findings) -> Section:
    rows = [
        [n.arm, str(n.game), n.why, f'beachhead study game DIR {n.game} --arm "{n.arm}" -o game.json']
        for n in found.notable
    ]
    words = [
        "Any game of the study can be played again, exactly as it was; its save is read by `beachhead replay` and "
        "taken in by the table in the browser. DIR is the folder of this report."
    ]
    return Section("To look at a game", words, ["arm", "game", "", "command"], rows)


def _how(study: Study, result: StudyResult, lock: Lock | None) -> Section:
    rows = [
        ["games", f"{len(result.rows)}"],
        ["seed", f"{study.seed}; game n has {study.seed}/n"],
        ["dice", "by purpose: the arms share their luck" if study.dice == "by-purpose" else "by number"],
    ]
    if study.stop is not None:
        known, look = f"{study.stop.measure} is known to {study.stop.half_width:g}", study.stop.look
        rows.append(["stop", f"when {known}, looked at every {look} games"])
    if lock is not None:
        rows += [["program", lock.version], ["rules", f"{lock.game} {lock.rules_version} ({lock.rules})"]]
        rows.append(["data", ", ".join(dict.fromkeys(arm.data for arm in lock.arms if arm.data)) or "none"])
    rows += [[name, _told(condition.when, condition.before_turn)] for name, condition in study.define.items()]
    return Section("How it was played", [], ["", ""], rows)


def _told(when: str, before: int) -> str:
    return f"{when}, before turn {before}" if before else when


def _file(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name.lower()).strip("-") or "arm"


# --- forms --------------------------------------------------------------------------------------------------------

_STYLE = """
body{margin:0;background:#f4f1e6;color:#26261f;font:16px/1.5 Georgia,serif}
main{max-width:1080px;margin:0 auto;padding:36px 28px 80px}
h1{font-size:38px;line-height:1.1;margin:0 0 10px}h2{font-size:23px;margin:38px 0 8px}
p{margin:6px 0;max-width:80ch}.about{font-size:18px}
table{border-collapse:collapse;background:#fbfaf4;font-size:14px;margin:10px 0}
th,td{padding:5px 11px;text-align:left;border-bottom:1px solid #ddd8c6;vertical-align:top}
th{font-weight:600;color:#6d6a5c;background:#efebdc}tr.strong td{font-weight:700}
.short{white-space:nowrap}.wide{overflow-x:auto}
.beware{background:#fdeede;border-left:5px solid #c2571a;padding:8px 16px;margin:16px 0}
figure{margin:14px 0;background:#fbfaf4;border:1px solid #ddd8c6;border-radius:6px;padding:12px}
figure svg{width:100%;height:auto;max-height:720px;display:block}
figcaption{color:#6d6a5c;font-size:14px;margin-top:6px}
code{font-size:13px}
@media(prefers-color-scheme:dark){figure,table{color:#26261f}}
"""


def _html(found: Findings, sections: Sequence[Section]) -> str:
    parts = [
        "<!doctype html>",
        "<html lang='en'><head><meta charset='utf-8'><meta name='viewport' content='width=device-width'>",
        f"<title>{escape(found.title)}</title><style>{_STYLE}</style></head><body><main>",
        f"<h1>{escape(found.title)}</h1>",
        *(f"<p class='about'>{escape(part)}</p>" for part in _paragraphs(found.about)),
        *map(_html_section, sections),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _paragraphs(words: str) -> list[str]:
    return [" ".join(part.split()) for part in words.split("\n\n") if part.strip()]


def _html_section(section: Section) -> str:
    parts = [f"<h2>{escape(section.title)}</h2>"]
    words = [f"<p>{_code(escape(text))}</p>" for text in section.words]
    parts.append(f"<div class='beware'>{''.join(words)}</div>" if section.title == "Beware" else "".join(words))
    if section.rows:
        head = "".join(f"<th>{escape(cell)}</th>" for cell in section.head)
        rows = "".join(_html_row(row, place in section.strong) for place, row in enumerate(section.rows))
        parts.append(f"<div class='wide'><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>")
    parts += [f"<figure>{p.svg}<figcaption>{escape(p.caption)}</figcaption></figure>" for p in section.pictures]
    return "\n".join(parts)


def _html_row(row: Sequence[str], strong: bool) -> str:
    cells = "".join(
        f"<td class='short'>{_command(c)}</td>" if len(c) < _SHORT else f"<td>{_command(c)}</td>" for c in row
    )
    return f"<tr class='strong'>{cells}</tr>" if strong else f"<tr>{cells}</tr>"


def _command(cell: str) -> str:
    return f"<code>{escape(cell)}</code>" if cell.startswith("beachhead ") else escape(cell)


def _code(words: str) -> str:
    """Words between backticks as code."""
    parts = words.split("`")
    return "".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts))


def _markdown(found: Findings, sections: Sequence[Section]) -> str:
    parts = [f"# {found.title}", *_paragraphs(found.about)]
    for section in sections:
        parts.append(f"## {section.title}")
        listed = section.title == "Beware"
        parts += ["\n".join(f"- {text}" for text in section.words)] if listed else list(section.words)
        if section.rows:
            lines = [_line(section.head), "|" + " --- |" * len(section.head)]
            lines += [_line([f"**{c}**" if c and place in section.strong else c for c in row])
                      for place, row in enumerate(section.rows)]  # fmt: skip
            parts.append("\n".join(lines))
        parts += [f"![{p.caption}]({PICTURES}/{p.file})" for p in section.pictures]
    return "\n\n".join(parts) + "\n"


def _line(cells: Sequence[str]) -> str:
    told = [f"`{cell}`" if cell.startswith("beachhead ") else cell.replace("|", "\\|") for cell in cells]
    return f"| {' | '.join(told)} |"
