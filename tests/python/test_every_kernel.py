# SPDX-License-Identifier: BSD-3-Clause
"""Every kernel that passes messages, over the machine's other MPI: what it moves is right.

At each word of its axes and at a few sizes, odd ones among them, as the C++ tests do it over the
bench's own MPI and over PVM. The file is left out where there is no bench or one MPI.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from other_mpi import other_mpi
from terminal import Terminal, kinds, records

from strobe.errors import StrobeError
from strobe.launch import bench, build
from strobe.records.lines import Kernel

try:
    OTHER = other_mpi()
except StrobeError as error:
    pytest.skip(str(error), allow_module_level=True)
if OTHER is None:
    pytest.skip("there is one MPI on this machine", allow_module_level=True)

# Both ends, of which a kernel gets the nearest multiples that it allows. The short ones find a
# buffer, so that nothing deadlocks at any word; at the first word of each axis nothing does.
SHORT = "{ from = 999, to = 1003 }"
LONG = "{ from = 69999, to = 70003 }"
ORDERS = "[9, 32]"

# What more than two processes change, beside collectives and matrices.
OF_SEVERAL = {"contention", "multi_pair", "core_exchange", "memory_loaded_latency"}
# What these cannot do: a transpose wants a square grid, a row is broadcast over several rows, and
# threads are measured where they are asked for.
IMPOSSIBLE = {
    1: {
        "contention",
        "core_exchange",
        "multi_pair",
        "shift",
        "row_broadcast",
        "column_broadcast",
    },
    2: {"contention", "threads", "row_broadcast", "transpose"},
    3: {"contention", "row_broadcast", "transpose"},
    4: set[str](),
    5: {"row_broadcast", "transpose"},
    8: {"transpose"},
}


def experiment(kernel: Kernel, axes: dict[str, str]) -> str:
    """A part of a suite file."""
    lines = [f"{name} = {value}" for name, value in axes.items() if name in kernel.axes]
    return "\n".join(
        ["[[experiment]]", f'kernel = "{kernel.name}"', "[experiment.axes]", *lines, ""]
    )


def suite(kernels: list[Kernel], ranks: int) -> str:
    """Short messages at each word, and long ones; small matrices at each word."""
    text = 'name = "every_kernel"\ntitle = "Every kernel"\n'
    text += "[full]\nvisits_min = 1\nsamples_min = 6\nrelative_error = 1.0\n"
    text += "cell_budget_s = 0.2\nbudget_s = 1000\n"
    for kernel in kernels:
        words = {name: '"all"' for name, unit in kernel.units.items() if unit == "word"}
        common = {"pairs": str(max(1, ranks // 2)), "load_bytes": "1001", "n": ORDERS}
        text += experiment(kernel, {**common, **words, "size_bytes": SHORT})
        if "size_bytes" in kernel.axes:
            text += experiment(kernel, {**common, "size_bytes": LONG})
    return text


def verified(terminal: Terminal, file: Path, *words: str) -> set[str]:
    """The kernels that the run measured; asserts that all of their checks passed."""
    assert OTHER is not None
    answer = terminal.run("measure", file, "--mpi", OTHER.prefix, *words)
    assert answer.status == 0, answer.err
    found = records(terminal.only_run())
    checks = kinds(found, "verification")
    assert [check for check in checks if not check["passed"]] == []
    checked = {check["cell"] for check in checks}
    ends = kinds(found, "cell_end")
    assert {end["cell"] for end in ends if end["status"] != "skipped"} == checked
    return {cell.split()[0] for cell in checked}


@pytest.mark.parametrize("ranks", sorted(IMPOSSIBLE))
def test_what_every_kernel_moves_is_right(terminal: Terminal, ranks: int) -> None:
    assert OTHER is not None
    kernels = [
        kernel
        for kernel in bench.catalogue(build.bench_for(OTHER)).kernels
        if kernel.family in ("collective", "matrix")
        or kernel.name in OF_SEVERAL
        or (kernel.family == "point_to_point" and ranks == 2)
    ]
    assert len(kernels) >= 18
    file = terminal.folder / "every_kernel.toml"
    file.write_text(suite(kernels, ranks), encoding="utf-8")
    wanted = {kernel.name for kernel in kernels} - IMPOSSIBLE[ranks]
    assert verified(terminal, file, "-n", str(ranks)) == wanted


def test_what_several_threads_move_is_right(terminal: Terminal) -> None:
    assert OTHER is not None
    kernels = bench.catalogue(build.bench_for(OTHER)).kernels
    file = terminal.folder / "every_kernel.toml"
    file.write_text(suite([k for k in kernels if k.name == "threads"], 4), encoding="utf-8")
    assert verified(terminal, file, "--kernel", "threads") == {"threads"}
