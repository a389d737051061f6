# SPDX-License-Identifier: BSD-3-Clause
"""The rules: calls of a good MPI are never slower than other calls with the same effect.

Traff, Gropp and Thakur, "Self-consistent MPI performance guidelines" (IEEE TPDS 21(5), 2010). A
rule compares one call with others at one amount of data: a vector of `n` bytes that is broadcast or
combined, of which each of `p` processes holds `n / p` where it is scattered or gathered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

PerProcess = ("scatter", "gather", "allgather", "alltoall")


@dataclass(frozen=True)
class Term:
    """`times` calls of a kernel with the whole vector, or with each process's part of it."""

    kernel: str
    times: float = 1.0
    words: Mapping[str, str] = field(default_factory=dict)
    """Values of axes that must not be their defaults."""

    @property
    def counts_parts(self) -> bool:
        """The kernel's size is that of one process's part."""
        return self.kernel in PerProcess

    @property
    def text(self) -> str:
        """As it stands in a sentence."""
        name = " ".join((self.kernel, *self.words.values()))
        return name if self.times == 1 else f"{self.times:g} x {name}"


@dataclass(frozen=True)
class Rule:
    """`left` should take no longer than all of `right` one after the other."""

    left: Term
    right: tuple[Term, ...]
    remedy: str

    @property
    def text(self) -> str:
        """The rule in one line."""
        return f"{self.left.text} <= {' + '.join(term.text for term in self.right)}"


Trend = Literal["grows", "splits"]

TRENDS: dict[Trend, str] = {
    "grows": "a longer message takes no less time",
    "splits": "one message of twice the length takes no longer than two messages of the length",
}

INSTEAD = "call {} instead, or select another algorithm with the MPI's environment variables"


def _rule(left: Term, *right: Term) -> Rule:
    instead = " and then ".join(term.text for term in right)
    return Rule(left, right, INSTEAD.format(instead))


RULES = (
    _rule(Term("allreduce"), Term("reduce"), Term("broadcast")),
    _rule(Term("reduce"), Term("allreduce")),
    _rule(Term("broadcast"), Term("scatter"), Term("allgather")),
    _rule(Term("scatter"), Term("broadcast")),
    _rule(Term("gather"), Term("allgather")),
    _rule(Term("allgather"), Term("gather"), Term("broadcast")),
    _rule(Term("allgather"), Term("alltoall")),
    _rule(Term("broadcast"), Term("broadcast", words={"algorithm": "binomial"})),
    _rule(Term("exchange"), Term("echo", times=2)),
    _rule(Term("swap"), Term("echo", times=2)),
    _rule(Term("exchange"), Term("exchange", words={"method": "nonblocking"})),
)
