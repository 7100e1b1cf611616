"""What a number of games can say: means and shares with intervals, differences of pairs, and what chance explains.

Intervals are those of Student's distribution at 95 %. Of many measures that are looked at, some differ by chance
alone: Holm's correction asks the more of each, the more there are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from statistics import NormalDist, correlation, fmean, stdev

import msgspec

LEVEL = 0.95
POWER = 0.8
"""With what chance a difference that is there should be found."""
_NORMAL = NormalDist()


class Interval(msgspec.Struct, frozen=True):
    """An estimate with the ends of its 95 % interval; without ends nothing can be said of how sure it is."""

    value: float
    low: float | None = None
    high: float | None = None

    def excludes(self, value: float) -> bool:
        """Whether a value lies outside."""
        return self.low is not None and self.high is not None and not self.low <= value <= self.high


class Difference(msgspec.Struct, frozen=True):
    """How a measure differs between an arm and the baseline, over the pairs of games with the same seed.

    `p` is the chance of so large a difference if there were none, `holm` the same after the correction. `detectable`
    is the difference that so many pairs find in four cases of five. `correlation` is that within pairs, `saved` how
    many times more games would be needed if they were not paired.
    """

    measure: str
    pairs: int
    base: float
    arm: float
    difference: Interval
    p: float | None
    holm: float | None = None
    detectable: float | None = None
    correlation: float | None = None
    saved: float | None = None

    @property
    def is_shown(self) -> bool:
        """Whether chance is no explanation for it, all measures considered."""
        return self.holm is not None and self.holm < 1 - LEVEL


# --- Student's distribution ---------------------------------------------------------------------------------------


def _beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    tiny, c, d = 1e-300, 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    h = d
    for m in range(1, 400):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d, c = 1 + step * d, 1 + step / c
            d, c = 1 / (d if abs(d) > tiny else tiny), c if abs(c) > tiny else tiny
            h *= d * c
        if abs(d * c - 1) < 1e-14:
            break
    return h


def two_sided(t: float, freedom: int) -> float:
    """The chance of a value at least so far from 0 by Student's distribution."""
    x = freedom / (freedom + t * t)
    a, b = freedom / 2, 0.5
    if x >= 1:
        return 1.0
    if x <= 0:
        return 0.0
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(a, b, x) / a
    return 1 - front * _beta_fraction(b, a, 1 - x) / b


@cache
def t_quantile(freedom: int, level: float = LEVEL) -> float:
    """How many standard errors to each side hold the level."""
    low, high = 0.0, 1e4
    for _ in range(100):
        middle = (low + high) / 2
        if two_sided(middle, freedom) > 1 - level:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# --- estimates ----------------------------------------------------------------------------------------------------


def mean_of(values: Sequence[float]) -> Interval:
    """The mean of values."""
    middle = fmean(values)
    if len(values) < 2:
        return Interval(middle)
    half = half_width(values)
    return Interval(middle, middle - half, middle + half)


def half_width(values: Sequence[float]) -> float:
    """How far the interval of a mean reaches to each side."""
    if len(values) < 2:
        return math.inf
    return t_quantile(len(values) - 1) * stdev(values) / math.sqrt(len(values))


def share_of(found: int, games: int) -> Interval:
    """A share of games by Wilson's interval, which holds for few games and for shares near 0 and 1 too."""
    if not games:
        return Interval(math.nan)
    z, share = _NORMAL.inv_cdf((1 + LEVEL) / 2), found / games
    below = 1 + z * z / games
    middle = (share + z * z / (2 * games)) / below
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / below
    return Interval(share, max(0.0, middle - half) if found else 0.0, min(1.0, middle + half) if found < games else 1.0)


def is_share(values: Sequence[float]) -> bool:
    """Whether every value says only yes or no."""
    return set(values) <= {0.0, 1.0}


def estimate_of(values: Sequence[float], *, share: bool) -> Interval:
    """The mean, or the share of those that say yes."""
    return share_of(round(sum(values)), len(values)) if share else mean_of(values)


def pairs_of(base: Mapping[int, float], arm: Mapping[int, float]) -> list[tuple[float, float]]:
    """The values of the games that both have, by number."""
    return [(base[number], arm[number]) for number in sorted(base.keys() & arm.keys())]


def difference_of(measure: str, base: Mapping[int, float], arm: Mapping[int, float]) -> Difference | None:
    """The difference of an arm from the baseline, pair by pair; None if there are no pairs."""
    pairs = pairs_of(base, arm)
    if not pairs:
        return None
    differences = [b - a for a, b in pairs]
    found = Difference(
        measure, len(pairs), fmean(a for a, _ in pairs), fmean(b for _, b in pairs), mean_of(differences), None
    )
    if len(pairs) < 3:
        return found
    spread = stdev(differences)
    if not spread:
        return msgspec.structs.replace(found, p=1.0 if not differences[0] else 0.0, detectable=0.0)
    error = spread / math.sqrt(len(pairs))
    needed = t_quantile(len(pairs) - 1) + _NORMAL.inv_cdf(POWER)
    like, saved = _likeness([a for a, _ in pairs], [b for _, b in pairs], spread)
    return msgspec.structs.replace(
        found,
        p=two_sided(fmean(differences) / error, len(pairs) - 1),
        detectable=needed * error,
        correlation=like,
        saved=saved,
    )


def _likeness(base: list[float], arm: list[float], spread: float) -> tuple[float | None, float | None]:
    """The correlation within pairs, and by what factor it saves games."""
    if not (stdev(base) and stdev(arm)):
        return None, None
    return correlation(base, arm), (stdev(base) ** 2 + stdev(arm) ** 2) / spread**2


def holm(differences: Sequence[Difference]) -> list[Difference]:
    """The same with the chances corrected for how many there are."""
    tested = sorted((d for d in differences if d.p is not None), key=lambda d: d.p or 0.0)
    corrected: dict[int, float] = {}
    worst = 0.0
    for place, found in enumerate(tested):
        worst = max(worst, min(1.0, (len(tested) - place) * (found.p or 0.0)))
        corrected[id(found)] = worst
    return [msgspec.structs.replace(d, holm=corrected.get(id(d))) for d in differences]
