# SPDX-License-Identifier: BSD-3-Clause
"""`strobe schedule`: a communication pattern, drawn, and what it costs by the note's model.

Whaley, Basic Linear Algebra Communication Subprograms (LAPACK Working Note 73, 1994): figures 12
to 19 and 37 to 39, and the times of sections 4.3 and 5.4.
"""

from __future__ import annotations

import math
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from strobe.base.errors import StrobeError
from strobe.cli import tables
from strobe.cli.paths import near

if TYPE_CHECKING:
    from strobe.schedules.pattern import Pattern

DRAWN_RANKS = 1024
"""Of more ranks only the numbers are printed."""
PIPED_WIDTH = 100
PER = {"": 1, "byte": 1, "double": 8}
"""Bytes to which the second number of a time may be related."""


def command(
    name: str | None = None,
    /,
    *,
    ranks: int = 8,
    branches: int = 1,
    root: int = 0,
    segments: int = 1,
    repetitions: int = 1,
    way: Literal["spread", "combine", "combine-on-all"] = "spread",
    size: int = 0,
    t_s: str = "",
    t_c: str = "",
    t_o: str = "",
    svg: Path | None = None,
    json: Annotated[bool, Parameter(show_default=False)] = False,
) -> None:
    """Draw a communication pattern, and say what it costs. Without a name, list the patterns.

    Times are those of LAPACK Working Note 73: microseconds, or two numbers with a comma between
    them, microseconds and microseconds a byte. The note's own numbers count doubles: write
    --t-c=-159,1.4787/double for its -159 + 1.4787 N. T_c is needed for any of them.

    Parameters
    ----------
    name
        A pattern: tree, multiring, hypercube, ...
    ranks
        How many processes take part.
    branches
        Branches of a tree at each step, or rings of a multiring.
    root
        The rank from whom data come, or to whom they go.
    segments
        Parts that a message is cut into, so that it is passed on while it arrives.
    repetitions
        How often the pattern is run, each time as soon as its ranks are free: a ring is a pipeline.
    way
        Of a topology: spread from the root, combine at it, or combine and leave the result on all.
    size
        Bytes of the message.
    t_s
        T_s: after it a sender may go on. Microseconds, or START,SLOPE with microseconds a byte or,
        as in the note, a double: 173,1.4787/double.
    t_c
        T_c: from the begin of a send to the end of its receive. Any other time needs it.
    t_o
        T_o: to combine two messages.
    svg
        Write the picture into this file.
    json
        Print all messages as JSON.
    """
    import msgspec

    from strobe.schedules.pattern import listed, pattern

    patterns = listed()
    if name is None:
        rows = [(p.name, p.title, "--branches" if p.branches else "") for p in patterns]
        tables.show("Patterns", ["name", "what", "takes"], rows)
        return
    options: dict[str, object] = {
        "ranks": ranks, "branches": branches, "root": root, "segments": segments,
        "repetitions": repetitions, "way": way, "size": size,
    }  # fmt: skip
    given = {word: text for word, text in (("t-s", t_s), ("t-c", t_c), ("t-o", t_o)) if text}
    lines = {word: _line(word, text) for word, text in given.items()}
    if given and "t-c" not in given:
        raise StrobeError(
            f"--{next(iter(given))} alone does not say when a message arrives: add --t-c, the time "
            "from the begin of a send to the end of its receive"
        )
    options |= {word: f"{start_us!r},{byte_us!r}" for word, (start_us, byte_us) in lines.items()}
    found = pattern(name, options, brief=ranks > DRAWN_RANKS and not json)
    timed = bool(given)
    title = _title({p.name: p.title for p in patterns}[name], options, way)
    if svg is not None:
        _write_picture(found, title, svg, timed=timed)
    if json:
        print(msgspec.json.encode(found).decode())
        if timed and "t-s" not in given:
            print("strobe: --t-s is not given and taken as 0", file=sys.stderr)
        return
    print(title)
    if ranks <= DRAWN_RANKS:
        from strobe.schedules.lines import drawn

        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPED_WIDTH
        print("\n".join(["", *drawn(found, width), ""]))
    print(f"{found.count} messages in {found.steps} steps")
    if timed:
        from strobe.base import units

        print(f"for {size:,} bytes: {_told(lines, size)}")
        at_root = units.duration(found.finish_s[root])
        print(f"done: rank {root} after {at_root}, all after {units.duration(max(found.finish_s))}")
    if svg is not None:
        print(near(svg.absolute()))


Line = tuple[float, float]
"""Microseconds, and microseconds a byte."""


def _line(word: str, text: str) -> Line:
    """A time as it grows with the bytes of a message. Raises StrobeError where it is none.

    It may begin below zero, as three fits of the note do; a message that would take less than no
    time is refused where the sizes of messages are known.
    """
    start, comma, slope = text.partition(",")
    slope, slash, unit = slope.partition("/")
    try:
        line = float(start), float(slope) / PER[unit] if comma else 0.0
    except (ValueError, KeyError):
        line = math.nan, math.nan
    if not all(map(math.isfinite, line)) or line[1] < 0 or (slash and not unit):
        raise StrobeError(
            f"--{word} is microseconds, or microseconds and microseconds a byte (10,0.001) or a "
            f"double (-159,1.4787/double), and not {text!r}"
        )
    return line


def _told(lines: dict[str, Line], size_bytes: int) -> str:
    """The three times of a message of this size: `T_s 2.00 µs, T_c 20.0 µs, T_o 0 (not given)`."""
    from strobe.base import units

    def one(word: str) -> str:
        if word not in lines:
            return "0 (not given)"
        start_us, byte_us = lines[word]
        return units.duration(1e-6 * (start_us + byte_us * size_bytes))

    return ", ".join(f"T_{word[-1]} {one(word)}" for word in ("t-s", "t-c", "t-o"))


def _title(title: str, options: dict[str, object], way: str) -> str:
    words = [title, f"{options['ranks']} ranks"]
    for key in ("branches", "segments", "repetitions"):
        if options[key] != 1:
            words.append(f"{options[key]} {key}")
    if options["root"] != 0:
        words.append(f"root {options['root']}")
    if way != "spread":
        words.append(way.replace("-", " "))
    return ", ".join(words)


def _write_picture(found: Pattern, title: str, path: Path, *, timed: bool) -> None:
    from strobe.schedules.diagram import svg

    if found.ranks > DRAWN_RANKS:
        raise StrobeError(f"a picture shows {DRAWN_RANKS} ranks at most, and not {found.ranks}")
    path.write_text(svg(found, title, timed=timed), encoding="utf-8")
