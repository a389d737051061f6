# SPDX-License-Identifier: BSD-3-Clause
"""A configuration as Open MPI reads it: MCA parameters, and a file of dynamic rules.

The file is the one of the parameter coll_tuned_dynamic_rules_filename, in the format of 4.1, which
5.0 reads, too (ompi/mca/coll/tuned/coll_tuned_dynamic_file.c): the number of collectives; for each
its number and how many communicator sizes follow; for each of those the size and how many message
sizes follow; for each of those the size from which the rule holds, the algorithm, its fan-out, and
its segment size. Algorithm 0 is Open MPI's own choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from strobe.tune.configuration import Cell, Configuration, Span
from strobe.tune.library import Library
from strobe.tune.tables import Family, Operation, Settings

RULES_FILE = "open-mpi-rules.conf"
PARAMETERS_FILE = "openmpi-mca-params.conf"
USE_RULES = "coll_tuned_use_dynamic_rules"
RULES_NAME = "coll_tuned_dynamic_rules_filename"
OWN = 0


def can_have_rules(library: Library) -> bool:
    """Whether this Open MPI reads such a file."""
    return library.has({USE_RULES: "1", RULES_NAME: ""})


def settings(
    configuration: Configuration, cells: Sequence[Cell], family: Family, library: Library,
    folder: Path,
) -> Settings:  # fmt: skip
    """Write the rules into `folder`, if there are any, and return all parameters."""
    found = dict(configuration.settings)
    spans = configuration.spans(cells)
    if spans:
        path = folder / RULES_FILE
        path.write_text(rules(configuration.ranks, spans, family, library), encoding="utf-8")
        found |= {USE_RULES: "1", RULES_NAME: str(path.absolute())}
    return found


def parameters(found: Settings) -> str:
    """The text of openmpi-mca-params.conf."""
    lines = [f"{name} = {value}" for name, value in found.items()]
    return "\n".join(["# Open MPI reads this file as ~/.openmpi/mca-params.conf.", *lines, ""])


def rules(ranks: int, spans: dict[str, list[Span]], family: Family, library: Library) -> str:
    """The text of the file of rules."""
    lines = [f"{len(spans)} # collectives"]
    for name, of_operation in spans.items():
        operation = family.named(name)
        lines += [
            f"{operation.number} # {name}",
            "3 # communicator sizes: the one that was tuned, and Open MPI's own choice around it",
            *_of_size(0, [(0, OWN, 0)]),
            *_of_size(ranks, _rules(of_operation, operation, ranks, library)),
            *_of_size(ranks + 1, [(0, OWN, 0)]),
        ]
    return "\n".join([*lines, ""])


def _of_size(size: int, found: Sequence[tuple[int, int, int]]) -> list[str]:
    head = [f"{size} # ranks", f"{len(found)} # message sizes"]
    return head + [f"{low} {number} 0 {segment}" for low, number, segment in found]


def _rules(
    spans: Sequence[Span], operation: Operation, ranks: int, library: Library
) -> list[tuple[int, int, int]]:
    numbers = library.values(operation.variable)
    found = [
        (
            operation.bytes_in_rules(span.low_bytes, ranks),
            numbers[span.choice.algorithm] if span.choice else OWN,
            span.choice.segment_bytes if span.choice else 0,
        )
        for span in spans
    ]
    last = spans[-1]
    if last.choice is not None and last.high_bytes > 0:
        found.append((operation.bytes_in_rules(last.high_bytes, ranks) + 1, OWN, 0))
    return found
