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
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from strobe.base.errors import StrobeError
from strobe.cli import tables
from strobe.cli.paths import near
from strobe.options.schedule import Name, ScheduleOptions

if TYPE_CHECKING:
    from strobe.schedules.pattern import Pattern

DRAWN_RANKS = 1024
"""Of more ranks only the numbers are printed."""
PIPED_WIDTH = 100
PER = {"": 1, "byte": 1, "double": 8}
"""Bytes to which the second number of a time may be related."""
DEFAULTS = ScheduleOptions()


def command(
    name: Name = None,
    /,
    *,
    options: Annotated[ScheduleOptions, Parameter(name="*")] = DEFAULTS,
) -> None:
    """List the patterns, or draw one and print its costs."""
    options.check(name=name)
    from strobe.schedules.pattern import listed

    patterns = listed()
    if name is None:
        rows = [(p.name, p.title, "--branches" if p.branches else "") for p in patterns]
        tables.show("Patterns", ["name", "what", "takes"], rows)
        return
    _draw(name, {p.name: p.title for p in patterns}, options)


def _draw(name: str, titles: dict[str, str], options: ScheduleOptions) -> None:
    """Draw one pattern, and print its costs."""
    from strobe.schedules.pattern import pattern

    lines = _lines(options)
    wish: dict[str, object] = {
        "ranks": options.ranks, "branches": options.branches, "root": options.root,
        "segments": options.segments, "repetitions": options.repetitions, "way": options.way,
        "size": options.size,
    }  # fmt: skip
    times = {word: f"{start_us!r},{byte_us!r}" for word, (start_us, byte_us) in lines.items()}
    is_brief = options.ranks > DRAWN_RANKS and not options.json
    found = pattern(name, wish | times, brief=is_brief)
    title = _title(titles[name], wish, options.way)
    if options.svg is not None:
        _write_picture(found, title, options.svg, timed=bool(lines))
    if options.json:
        _print_json(found, lines)
        return
    _print(found, title, lines, options)
    if options.svg is not None:
        print(near(options.svg.absolute()))


def _lines(options: ScheduleOptions) -> dict[str, Line]:
    """The times that are given."""
    texts = {
        "t-s": options.t_s,
        "t-c": options.t_c,
        "t-m": options.t_m,
        "t-o": options.t_o,
    }
    return {word: _line(word, text) for word, text in texts.items() if text}


def _print_json(found: Pattern, lines: dict[str, Line]) -> None:
    import msgspec

    print(msgspec.json.encode(found).decode())
    if lines and "t-s" not in lines:
        print("strobe: --t-s is not given and taken as 0", file=sys.stderr)


def _print(found: Pattern, title: str, lines: dict[str, Line], options: ScheduleOptions) -> None:
    """The drawing in characters, and the costs."""
    from strobe.base import units
    from strobe.schedules.lines import drawn

    print(title)
    if options.ranks <= DRAWN_RANKS:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPED_WIDTH
        print("\n".join(["", *drawn(found, width), ""]))
    print(f"{found.count} messages in {found.steps} steps")
    if lines:
        print(f"for {options.size:,} bytes: {_told(lines, options.size)}")
        root, all_s = options.root, units.duration(max(found.finish_s))
        print(f"done: rank {root} after {units.duration(found.finish_s[root])}, all after {all_s}")


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
