"""Offers: the legal arguments of a verb beside what refuses the others and what each would bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from beachhead.kernel.rulings import Ruling

if TYPE_CHECKING:
    from beachhead.kernel.game import Preview

Refuse: TypeAlias = Callable[[Any, Any], Ruling | None]
"""Asked as `refuse(g, arg)`: why the argument is not allowed; None when it is."""
Foresee: TypeAlias = "Callable[[Any, Any], Preview | None]"
"""Asked as `foresee(g, arg)`: what taking it would bring."""

NO_ARGUMENT = (None,)


class Offer(list[Any]):
    """The legal arguments of a verb, with the functions that explain them.

    `refuse` says why another argument is not among them: the predicate that the list was made with. `foresee` tells
    what an argument would bring, `guard` what would be lost by it without being asked for: whoever takes it should be
    asked again. All three are given the state, because a decision may be looked at after the game has gone on from a
    copy; what else they need they take along. An empty offer is an option that is closed for a reason.
    """

    __slots__ = ("foresee", "guard", "refuse")

    def __init__(
        self,
        args: Iterable[Any] = NO_ARGUMENT,
        *,
        refuse: Refuse | None = None,
        foresee: Foresee | None = None,
        guard: Refuse | None = None,
    ) -> None:
        list.__init__(self, args)  # offers are made by the million
        self.refuse = refuse
        self.foresee = foresee
        self.guard = guard

    def holding(self, args: Iterable[Any]) -> Offer:
        """The same offer with these arguments."""
        return Offer(args, refuse=self.refuse, foresee=self.foresee, guard=self.guard)

    def why_not(self, g: Any, arg: Any) -> Ruling | None:
        """Why an argument is not among them, if there is more to say than that it is not."""
        return self.refuse(g, arg) if self.refuse else None

    @classmethod
    def of(
        cls,
        g: Any,
        refuse: Refuse,
        candidates: Iterable[Any] = NO_ARGUMENT,
        *,
        foresee: Foresee | None = None,
        guard: Refuse | None = None,
    ) -> Offer:
        """The candidates that the predicate lets pass."""
        allowed = [arg for arg in candidates if refuse(g, arg) is None]
        return cls(allowed, refuse=refuse, foresee=foresee, guard=guard)

    @classmethod
    def when(cls, is_open: bool, sentence: str, *, rule: str, foresee: Foresee | None = None) -> Offer:
        """A verb without an argument: open, or closed for one reason."""

        def refuse(g: Any, arg: Any) -> Ruling | None:  # noqa: ARG001
            return None if is_open else Ruling(rule, sentence)

        return cls(NO_ARGUMENT if is_open else (), refuse=refuse, foresee=foresee)

    @classmethod
    def among(cls, args: Iterable[Any], why: Refuse, *, foresee: Foresee | None = None) -> Offer:
        """These and no others, such as equals among whom a player chooses; `why` says what speaks against another."""
        listed = list(args)
        return cls(listed, refuse=lambda g, arg: None if arg in listed else why(g, arg), foresee=foresee)
