# SPDX-License-Identifier: BSD-3-Clause
"""What an algorithm is made of: steps of one member, and members that fit into a power of two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from strobe.coscheduling.collectives import Message, Step

Steps = Iterator[Step]


def send(to: int, size_bytes: int) -> Step:
    """One message to a member."""
    return Step(sends=(Message(to, size_bytes),))


def receive(source: int, size_bytes: int) -> Step:
    """One message from a member."""
    return Step(receives=(Message(source, size_bytes),))


def passed(to: int, sent_bytes: int, source: int, received_bytes: int) -> Step:
    """One message to a member and one from another, at once."""
    return Step((Message(to, sent_bytes),), (Message(source, received_bytes),))


def exchange(other: int, sent_bytes: int, received_bytes: int) -> Step:
    """One message to a member and one from it, at once."""
    return passed(other, sent_bytes, other, received_bytes)


def numbered_from(root: int, size: int, steps: Iterable[Step]) -> Steps:
    """Steps of an algorithm whose root is member 0, for another root."""
    return renumbered([(member + root) % size for member in range(size)], steps)


def renumbered(numbers: Sequence[int], steps: Iterable[Step]) -> Steps:
    """Steps of an algorithm among members that have these numbers."""

    def members(messages: Iterable[Message]) -> tuple[Message, ...]:
        return tuple(Message(numbers[one.member], one.size_bytes) for one in messages)

    for step in steps:
        yield Step(members(step.sends), members(step.receives))


def rotated(blocks: Sequence[int], root: int) -> list[int]:
    """The blocks in the order of their members, the root's first."""
    return [*blocks[root:], *blocks[:root]]


def is_power_of_two(size: int) -> bool:
    """1, 2, 4 ..."""
    return size & (size - 1) == 0


def largest_power(size: int) -> int:
    """The largest power of two up to the size."""
    return 1 << (size.bit_length() - 1)


def distances(size: int) -> list[int]:
    """1, 2, 4 ... below the size."""
    return [1 << i for i in range((size - 1).bit_length())]


def equal_parts(data_bytes: int, count: int) -> list[int]:
    """So many parts that differ by a byte at most, the larger ones first."""
    each, larger = divmod(data_bytes, count)
    return [each + (part < larger) for part in range(count)]


def cut_parts(data_bytes: int, count: int) -> list[int]:
    """Parts of the same size, rounded up, so that the last ones are shorter or empty."""
    each = -(-data_bytes // count)
    return [min(each, max(data_bytes - part * each, 0)) for part in range(count)]


@dataclass(frozen=True)
class Core:
    """The largest power of two of the members. Those beyond are in pairs at the begin: one of each
    pair gives its data to the other, which is in the core."""

    members: int
    odd_ones: bool = True
    """Whether the odd member of a pair is in the core."""

    @property
    def size(self) -> int:
        """The power of two."""
        return largest_power(self.members)

    @property
    def pairs(self) -> int:
        """So many members are not in the core."""
        return self.members - self.size

    def partner(self, own: int) -> int | None:
        """The other one of a pair; None for members that are in no pair."""
        return own ^ 1 if own < 2 * self.pairs else None

    def number(self, own: int) -> int | None:
        """Within the core; None for a member that is not in it."""
        if own >= 2 * self.pairs:
            return own - self.pairs
        return own // 2 if own % 2 == self.odd_ones else None

    def member(self, number: int) -> int:
        """Of the communicator."""
        return 2 * number + self.odd_ones if number < self.pairs else number + self.pairs

    def parts(self, blocks: Sequence[int]) -> list[int]:
        """What each of the core stands for: its own block and that of its partner."""
        pairs = self.pairs
        return [
            blocks[2 * i] + blocks[2 * i + 1] if i < pairs else blocks[i + pairs]
            for i in range(self.size)
        ]
