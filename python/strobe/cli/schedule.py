# SPDX-License-Identifier: BSD-3-Clause
"""`strobe schedule`: a communication pattern, drawn, and what it costs by the note's model.

Whaley, Basic Linear Algebra Communication Subprograms (LAPACK Working Note 73, 1994): figures 12
to 19 and 37 to 39, and the times of sections 4.3 and 5.4.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from strobe.base.errors import StrobeError
from strobe.cli import tables
from strobe.cli.paths import near
from strobe.options.option import spread
from strobe.options.schedule import NAME, ScheduleOptions

if TYPE_CHECKING:
    from strobe.schedules.pattern import KnownTimes, Pattern

DRAWN_RANKS = 1024
"""Of more ranks only the numbers are printed."""
PIPED_WIDTH = 100
DEFAULTS = ScheduleOptions()


def command(
    name: Annotated[str | None, NAME.argument] = None,
    /,
    *,
    options: Annotated[ScheduleOptions, spread()] = DEFAULTS,
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

    wish: dict[str, object] = {
        "ranks": options.ranks, "branches": options.branches, "root": options.root,
        "segments": options.segments, "repetitions": options.repetitions, "way": options.way,
        "size": options.size, "sends": options.sends,
    }  # fmt: skip
    costs: dict[str, object] = {
        "network": options.network, "t-s": options.t_s, "t-c": options.t_c, "t-m": options.t_m,
        "t-o": options.t_o, "parallel-transfers": options.parallel_transfers,
    }  # fmt: skip
    wish |= {word: value for word, value in costs.items() if value}
    is_brief = options.ranks > DRAWN_RANKS and not options.json
    found = pattern(name, wish, brief=is_brief)
    title = _title(titles[name], wish, options.way)
    if options.svg is not None:
        _write_picture(found, title, options.svg, timed=found.times is not None)
    if options.json:
        _print_json(found)
        return
    _print(found, title, options)
    if options.svg is not None:
        print(near(options.svg.absolute()))


def _print_json(found: Pattern) -> None:
    import msgspec

    print(msgspec.json.encode(found).decode())
    if found.times is None:
        return
    for word in ("t_s", *(("t_o",) if found.combines else ())):
        if getattr(found.times, word) is None:
            print(f"strobe: --{word.replace('_', '-')} is {_absence(found.times)}", file=sys.stderr)


def _absence(times: KnownTimes) -> str:
    """What happens to a time that is missing."""
    return (
        "not given"
        + (", and the network has none: it is" if times.network else " and")
        + (" taken as 0")
    )


def _print(found: Pattern, title: str, options: ScheduleOptions) -> None:
    """The drawing in characters, and the costs."""
    from strobe.base import units
    from strobe.schedules.lines import drawn

    print(title)
    if options.ranks <= DRAWN_RANKS:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPED_WIDTH
        print("\n".join(["", *drawn(found, width), ""]))
    print(f"{found.count} messages in {found.steps} steps")
    times = found.times
    if times is None:
        return
    where = f" on {times.network}" if times.network else ""
    print(f"for {options.size:,} bytes{where}: {_told(times, options.size)}")
    root, all_s = options.root, units.duration(max(found.finish_s))
    print(f"done: rank {root} after {units.duration(found.finish_s[root])}, all after {all_s}")
    if found.combines and times.t_o is None:
        print(
            "The prediction leaves out the time to combine messages: add --t-o TIME, or --network "
            "FILE of a run that measured T_o (suite blacs)."
        )


def _told(times: KnownTimes, size_bytes: int) -> str:
    """The times of a message of this size: `T_s 2.00 µs, T_c 20.0 µs, T_o 0 (not given)`."""
    from strobe.base import units

    unknown = "0 (not measured)" if times.network else "0 (not given)"
    lines = {"T_s": times.t_s, "T_c": times.t_c, "T_m": times.t_m, "T_o": times.t_o}
    told = [
        f"{name} {unknown if line is None else units.duration(line.at(size_bytes))}"
        for name, line in lines.items()
        # Few predictions have a copy, so only one that is known is shown.
        if line is not None or name != "T_m"
    ]
    if times.parallel_transfers is not None:
        told.append(f"{units.plain(times.parallel_transfers)} messages at once without sharing")
    return ", ".join(told)


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
