# SPDX-License-Identifier: BSD-3-Clause
"""The tables of `strobe export --format imb` against the output of IMB's own programs, by line.

Both texts go through one reader, so a table that Strobe wrote in another form than IMB would be
missing here.
"""

from __future__ import annotations

import re
import statistics
from collections import defaultdict
from collections.abc import Iterator

import tables
import tools
from against_imb import write_lengths

from strobe.export import imb
from strobe.records.summary import summarise
from strobe.report.peers.declared import benchmarks
from strobe.report.peers.tables import peer_tables

NAME, TITLE = "peers_against_imb", "The tables of IMB-MPI1, IMB-NBC and IMB-RMA, line by line"
SUITE = "bench/peers_against_imb.toml"
SIZES = (8, 1024, 32768, 1048576)
ROUNDS = 7
BUDGET_S = 20
PROGRAMS = {
    "IMB-MPI1": (
        *("PingPong", "Sendrecv", "Exchange", "Uniband", "Biband", "Bcast", "Reduce", "Allreduce"),
        *("Reduce_scatter", "Scatter", "Scatterv", "Gather", "Gatherv", "Allgather"),
        *("Allgatherv", "Alltoall", "Alltoallv", "Barrier"),
    ),
    "IMB-NBC": (
        *("Ibcast_pure", "Iallreduce_pure", "Ialltoall_pure", "Ireduce_pure"),
        *("Ireduce_scatter_pure", "Iscatter_pure", "Igather_pure", "Iallgather_pure"),
    ),
    "IMB-RMA": (
        *("Unidir_put", "Unidir_get", "Bidir_put", "Bidir_get", "One_put_all", "One_get_all"),
        *("All_put_all", "All_get_all", "Exchange_put", "Exchange_get"),
        *("Fetch_and_op", "Compare_and_swap"),
    ),
}
COLUMNS = ("t_avg[usec]", "t[usec]", "Msg/sec")
"""The column that is compared: the first of these that a table has."""
AGREEMENT = 0.10

Key = tuple[str, str, int | None]
"""The test, its mode, and the size in bytes where it has one."""
Lines = dict[Key, tuple[str, float]]


def lines_of(printed: str) -> Lines:
    """The compared column and its figure on each line, of IMB's output or of Strobe's."""
    return dict(_lines(printed))


def _lines(printed: str) -> Iterator[tuple[Key, tuple[str, float]]]:
    name, mode, columns = "", "", list[str]()
    for line in printed.splitlines():
        words = line.split()
        if found := re.match(r"# Benchmarking (\w+)", line):
            name, mode, columns = found[1], "", []
        elif found := re.match(r"#\s+MODE: (\S+)", line):
            mode, columns = found[1].lower(), []
        elif "#repetitions" in words:
            columns = words
        elif columns and len(words) == len(columns) and words[0].isdigit():
            row = dict(zip(columns, words, strict=True))
            column = next(one for one in COLUMNS if one in row)
            size = int(row["#bytes"]) if "#bytes" in row else None
            yield (name, mode, size), (column, float(row[column]))


def _theirs(launched: tools.Launched, lengths: str) -> Lines:
    found: Lines = {}
    for program, names in PROGRAMS.items():
        path = tools.imb(program)
        found |= lines_of(launched.run(path, *names, "-msglen", lengths))
    return found


def _ours() -> Lines:
    run, _ = tools.strobe_measure(SUITE, "--budget", str(BUDGET_S))
    wanted = {name for names in PROGRAMS.values() for name in names}
    made = [
        table
        for table in peer_tables(summarise(run), benchmarks("imb"))
        if table.benchmark.name in wanted
    ]
    found: Lines = {}
    for _, text in imb.files(made):
        found |= lines_of(text)
    return found


def parts() -> list[str]:
    """The table, with a sentence above it."""
    launched = tools.Launched()
    lengths = write_lengths("peers", SIZES)
    ours: dict[Key, list[float]] = defaultdict(list)
    theirs: dict[Key, list[float]] = defaultdict(list)
    columns: dict[Key, str] = {}
    for number in range(ROUNDS):
        rounds = [(ours, _ours), (theirs, lambda: _theirs(launched, lengths))]
        for into, measure in rounds if number % 2 == 0 else reversed(rounds):
            for key, (column, figure) in measure().items():
                columns[key] = column
                into[key].append(figure)
    rows = []
    ratios = []
    for key in theirs:
        if not ours[key]:
            continue
        own, other = statistics.median(ours[key]), statistics.median(theirs[key])
        ratio = own / other if other else float("nan")
        ratios.append(ratio)
        name, mode, size = key
        rows.append(
            [
                " ".join(filter(None, (name, mode))),
                "" if size is None else str(size),
                columns[key],
                f"{own:.2f}" if own < 1e5 else f"{own:.0f}",
                f"{other:.2f}" if other < 1e5 else f"{other:.0f}",
                f"{ratio:.3f}",
                _spread(ours[key]),
                _spread(theirs[key]),
            ]
        )
    near = sum(abs(ratio - 1) <= AGREEMENT for ratio in ratios)
    words = (
        f"{ROUNDS} rounds in turns, each with `strobe measure {SUITE} --budget {BUDGET_S}` and one "
        "start of each of IMB's programs. A figure is the median over the rounds of the column, "
        f"which is a mean in both. {near} of {len(ratios)} lines agree within {AGREEMENT:.0%}; the "
        f"median ratio is {statistics.median(ratios):.3f}. IMB prints two decimals, which is 5 % "
        "of 0.1 us.\n"
    )
    heads = ("IMB's name", "bytes", "column", "Strobe", "IMB", "ratio", "spread of Strobe")
    return [words, tables.markdown((*heads, "spread of IMB"), rows)]


def _spread(values: list[float]) -> str:
    """Largest minus smallest as a part of the median."""
    middle = statistics.median(values)
    return f"{100 * (max(values) - min(values)) / middle:.0f} %" if middle else "-"
