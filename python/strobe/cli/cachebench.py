# SPDX-License-Identifier: BSD-3-Clause
"""`strobe cachebench`: CacheBench as its paper has it, letters, defaults, columns and all.

Mucci and London, Low Level Architectural Characterization Benchmarks for Parallel Computers (1998),
section 2.3.4. A letter is an experiment of a suite, and what is measured is a run like any other.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from strobe.errors import StrobeError
from strobe.launch.options import MeasureOptions

ELEMENTS = {"double": 8, "float": 4, "int64": 8, "int32": 4, "char": 1}
MEGABYTE = 2**20  # the paper's (section 2.2)
SMALLEST_BYTES = 1024
SUITE_FILE = "cachebench-{letters}-x{x}-m{m}-d{d:g}-e{e}-{element}.toml"


@dataclass(frozen=True)
class Test:
    """What a letter measures."""

    letter: str
    title: str
    kernel: str
    code: str


READ, WRITE, MODIFY = "memory_read", "memory_write", "memory_modify"
PLAIN = (
    Test("r", "Read", READ, "O3"),
    Test("w", "Write", WRITE, "O3"),
    Test("b", "Read/Modify/Write", MODIFY, "O3"),
)
TUNED = (
    Test("r", "Tuned Read", READ, "unrolled"),
    Test("w", "Tuned Write", WRITE, "unrolled"),
    Test("b", "Tuned Read/Modify/Write", MODIFY, "unrolled"),
)
LIBRARY = (
    Test("s", "memset()", WRITE, "library"),
    Test("p", "memcpy()", "memory_copy", "library"),
)


def command(
    *,
    read: Annotated[bool, Parameter(name="-r")] = False,
    write: Annotated[bool, Parameter(name="-w")] = False,
    modify: Annotated[bool, Parameter(name="-b")] = False,
    tuned: Annotated[bool, Parameter(name="-t")] = False,
    memset: Annotated[bool, Parameter(name="-s")] = False,
    memcpy: Annotated[bool, Parameter(name="-p")] = False,
    per_octave: Annotated[int, Parameter(name="-x")] = 1,
    log_memory: Annotated[int, Parameter(name="-m")] = 24,
    seconds: Annotated[float, Parameter(name="-d")] = 5,
    repeats: Annotated[int | None, Parameter(name="-e", show_default=False)] = None,
    element: str = "double",
    output: Path = Path("results"),
) -> int:
    """Measure the memory hierarchy as CacheBench does, and print its columns.

    Without a letter all but the tuned loops are measured, each size twice; only -b, once, where
    the output is no terminal, as the paper has it.

    Parameters
    ----------
    read
        Read benchmark.
    write
        Write benchmark.
    modify
        Read/modify/write benchmark.
    tuned
        Use hand-tuned versions of the above.
    memset
        memset() benchmark.
    memcpy
        memcpy() benchmark.
    per_octave
        Measurements to take between powers of 2.
    log_memory
        Log base 2 of the memory to use, in bytes.
    seconds
        Seconds that a size may take each time; it ends sooner where its interval is narrow.
    repeats
        Times that each size is measured: 2 to a terminal, 1 to a file.
    element
        The type of the elements: double, float, int64, int32 or char.
    output
        Where the run's folder is made.
    """
    from strobe.cli.measure import measure
    from strobe.records.run import load
    from strobe.records.summary import summarise

    letters = {"r": read, "w": write, "b": modify, "t": tuned, "s": memset, "p": memcpy}
    chosen = {letter for letter, wanted in letters.items() if wanted}
    terminal = sys.stdout.isatty()
    if not chosen - {"t"}:
        chosen |= set("rwbsp" if terminal else "b")
    times = (2 if terminal else 1) if repeats is None else repeats
    _refuse(per_octave, log_memory, seconds, times, element)
    tests = [test for test in (TUNED if tuned else PLAIN) + LIBRARY if test.letter in chosen]
    # A run that is resumed reads its suite again, so no other run may have another under its name.
    suite = output / SUITE_FILE.format(
        letters="".join(sorted(chosen)),
        x=per_octave, m=log_memory, d=seconds, e=times, element=element,
    )  # fmt: skip
    text = suite_text(tests, per_octave, log_memory, seconds * times, times, element)
    suite.parent.mkdir(parents=True, exist_ok=True)
    suite.write_text(text, encoding="utf-8")
    folder, status = measure(str(suite), MeasureOptions(), output)
    cells = summarise(load(folder)).cells.values()
    for test in tests:
        rows = [
            (float(cell.declared.point["working_set_bytes"]), cell.declared.bytes_per_operation,
             cell.headline.median_s)
            for cell in cells
            if cell.declared.kernel == test.kernel
            and cell.declared.point["code"] == test.code
            and cell.headline is not None
        ]  # fmt: skip
        print("\n".join(table(test.title, sorted(rows), ELEMENTS[element])))
    return status


def _refuse(per_octave: int, log_memory: int, seconds: float, repeats: int, element: str) -> None:
    """Raise StrobeError with one sentence for the first option that cannot be."""
    if element not in ELEMENTS:
        raise StrobeError(f"there is no type '{element}': there are {', '.join(ELEMENTS)}")
    if per_octave < 1:
        raise StrobeError(f"-x wants 1 measurement or more between powers of 2, not {per_octave}")
    if not 10 <= log_memory <= 40:
        raise StrobeError(f"-m wants the log base 2 of the memory, 10 to 40, not {log_memory}")
    if seconds <= 0:
        raise StrobeError(f"-d wants seconds, not {seconds:g}")
    if repeats < 1:
        raise StrobeError(f"-e wants 1 repeat or more, not {repeats}")


def suite_text(
    tests: list[Test],
    per_octave: int,
    log_memory: int,
    cell_budget_s: float,
    repeats: int,
    element: str,
) -> str:
    """The suite, as TOML."""
    sizes = f"{{ from = {SMALLEST_BYTES}, to = {2**log_memory}, per_octave = {per_octave} }}"
    octaves = log_memory - 10
    cells = len(tests) * (octaves * per_octave + 1)
    head = f"""\
# As `strobe cachebench` was asked to measure.
name = "cachebench"
title = "CacheBench"

[full]
budget_s = {cells * cell_budget_s:g}
cell_budget_s = {cell_budget_s:g}
visits_min = {repeats}
"""
    experiments = [
        f"""
[[experiment]]
kernel = "{test.kernel}"
title = "{test.title}"
[experiment.axes]
code = "{test.code}"
type = "{element}"
working_set_bytes = {sizes}
"""
        for test in tests
    ]
    return head + "".join(experiments)


def table(title: str, rows: list[tuple[float, float, float]], element_bytes: int) -> Iterator[str]:
    """The paper's columns, of rows of size in bytes, bytes of an operation and its seconds.

    MB are 2^20 bytes, nanoseconds those of one access to an element, and the change is that to the
    size before.
    """
    yield f"\n{title}\n{'C Size':>12} {'Nanosec':>12} {'MB/sec':>14} {'% Chnge':>9}"
    before: float | None = None
    for size_bytes, done_bytes, time_s in rows:
        rate = done_bytes / time_s / MEGABYTE
        access_ns = 1e9 * time_s / (done_bytes / element_bytes)
        change = rate / before if before else 1.0
        yield f"{size_bytes:12.0f} {access_ns:12.4f} {rate:14.2f} {change:9.2f}"
        before = rate
