# SPDX-License-Identifier: BSD-3-Clause
"""A configuration as MPICH reads it: control variables, and tuning files in JSON.

MPICH decides in levels, each with a file of its own: MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE has
the algorithms of messages, MPIR_CVAR_CH4_POSIX_COLL_SELECTION_TUNING_JSON_FILE those in shared
memory, which fall back on the first. A file is a tree of conditions (src/mpi/coll/src/csel.c): the
children of a node are tried in their order, and there is no way back from a child that holds. It
replaces the built-in tree, so that ours begins as a copy of that.
"""

from __future__ import annotations

import copy
import json
import mmap
from collections.abc import Sequence
from pathlib import Path

from strobe.tune.configuration import Cell, Configuration, Span
from strobe.tune.library import Library, Tree
from strobe.tune.tables import Algorithm, Family, Operation, Settings

FILES = {"": "mpich-collectives.json", "posix": "mpich-shared-memory.json"}
VARIABLES = {
    "": "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE",
    "posix": "MPIR_CVAR_CH4_POSIX_COLL_SELECTION_TUNING_JSON_FILE",
}
INTRA, INTER = "comm_type=intra", "comm_type=inter"


def can_have_rules(library: Library) -> bool:
    """Whether this MPICH reads a tuning file, and its built-in decisions are known."""
    return "" in library.trees and library.has({VARIABLES[""]: ""})


def settings(
    configuration: Configuration, cells: Sequence[Cell], family: Family, library: Library,
    folder: Path,
) -> Settings:  # fmt: skip
    """Write the tuning files into `folder`, if there are rules, and return all variables."""
    found = dict(configuration.settings)
    spans = configuration.spans(cells)
    if not spans:
        return found
    for level, tree in trees(configuration.ranks, spans, family, library).items():
        path = folder / FILES[level]
        path.write_text(text(tree), encoding="utf-8")
        found[VARIABLES[level]] = str(path.absolute())
    return found


def text(tree: Tree) -> str:
    """The tree in JSON. MPICH maps the file and reads up to a zero, which follows the file's end
    only where it does not fill its last page."""
    written = json.dumps(tree, indent=1) + "\n"
    return written + ("\n" if len(written) % mmap.PAGESIZE == 0 else "")


def trees(
    ranks: int, spans: dict[str, list[Span]], family: Family, library: Library
) -> dict[str, Tree]:
    """The trees with these rules, by level."""
    made: dict[str, Tree] = {level: copy.deepcopy(tree) for level, tree in library.trees.items()
                             if level in FILES}  # fmt: skip
    for name, of_operation in spans.items():
        operation = family.named(name)
        key = f"collective={name}"
        for level, tree in made.items():
            if key not in tree and not _is_named(of_operation, operation, level):
                continue
            built_in = tree.get(key, {})
            intra = built_in.get(INTRA, built_in)
            others = {} if INTRA not in built_in else {
                condition: part for condition, part in built_in.items() if condition != INTRA
            }  # fmt: skip
            tuned = _by_size(of_operation, operation, ranks, level, intra)
            rest = intra or _nothing(operation, level)
            sizes = {f"comm_size<{ranks}": rest, f"comm_size<={ranks}": tuned,
                     "comm_size=any": rest}  # fmt: skip
            tree[key] = {INTRA: sizes, **others}
    return made


def _is_named(spans: Sequence[Span], operation: Operation, level: str) -> bool:
    chosen = [operation.algorithms[one.choice.algorithm] for one in spans if one.choice]
    return any(algorithm.level == level for algorithm in chosen)


def _by_size(
    spans: Sequence[Span], operation: Operation, ranks: int, level: str, built_in: Tree
) -> Tree:
    """What holds for communicators of this size."""
    if not operation.size:
        return _leaf(spans[0], operation, level, built_in)
    found: Tree = {}
    for span in spans:
        most = operation.bytes_in_rules(span.high_bytes, ranks)
        found[f"{operation.size}<={most}"] = _leaf(span, operation, level, built_in)
    found[f"{operation.size}=any"] = built_in or _nothing(operation, level)
    return found


def _leaf(span: Span, operation: Operation, level: str, built_in: Tree) -> Tree:
    """The rule of one range of sizes; the built-in decisions where it may not apply."""
    if span.choice is None:
        return built_in or _nothing(operation, level)
    algorithm = operation.algorithms[span.choice.algorithm]
    if algorithm.level != level:
        # An algorithm of messages means that no algorithm in shared memory is taken, and the level
        # of messages is not asked where one is.
        return _nothing(operation, level) if level == "posix" else built_in
    return _guarded(algorithm, operation, built_in or _nothing(operation, level))


def _guarded(algorithm: Algorithm, operation: Operation, built_in: Tree) -> Tree:
    """The algorithm, where the call allows it."""
    leaf: Tree = {f"algorithm={algorithm.file}": {name: {} for name in algorithm.parameters}}
    if algorithm.long:
        leaf = {
            "is_op_built_in=yes": {"count<pow2": built_in, "count=any": leaf},
            "is_op_built_in=no": built_in,
        }
    if algorithm.level == "posix":
        leaf = {"is_multi_threaded=no": leaf}
    if operation.reduces:
        leaf = {"is_commutative=yes": leaf}
        # In shared memory there is nothing else: without a match, messages are used.
        leaf |= {} if algorithm.level == "posix" else {"is_commutative=no": built_in}
    if operation.name == "alltoall":
        leaf = {"is_sendbuf_inplace=yes": built_in, "is_sendbuf_inplace=no": leaf}
    return leaf


def _nothing(operation: Operation, level: str) -> Tree:
    """A condition that never holds for an intracommunicator: the next level decides.

    A node without children is an error for MPICH.
    """
    shared = next((a.file for a in operation.algorithms.values() if a.level == level), "")
    return {INTER: {f"algorithm={shared}": {}}}
