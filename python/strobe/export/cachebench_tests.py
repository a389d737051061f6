# SPDX-License-Identifier: BSD-3-Clause
"""CacheBench's eight tests, as the bench's kernels: their letters, titles and names of files.

Mucci and London (1998), sections 2.2 and 2.3.4.
"""

from __future__ import annotations

from dataclasses import dataclass

MEGABYTE = 2**20  # the paper's (section 2.2)


@dataclass(frozen=True)
class Test:
    """What a letter measures."""

    letter: str
    name: str
    """The first part of its files' names."""
    title: str
    kernel: str
    code: str
    vectors: int = 1
    """Of the printed size each."""
    typed: bool = True
    """Whether it accesses elements; the library's calls access bytes."""


READ, WRITE, MODIFY, COPY = "memory_read", "memory_write", "memory_modify", "memory_copy"
PLAIN = (
    Test("r", "read", "Read", READ, "O3"),
    Test("w", "write", "Write", WRITE, "O3"),
    Test("b", "rmw", "Read/Modify/Write", MODIFY, "O3"),
)
TUNED = (
    Test("r", "handread", "Tuned Read", READ, "unrolled"),
    Test("w", "handwrite", "Tuned Write", WRITE, "unrolled"),
    Test("b", "handrmw", "Tuned Read/Modify/Write", MODIFY, "unrolled"),
)
LIBRARY = (
    Test("s", "memset", "memset()", WRITE, "library", typed=False),
    Test("p", "memcpy", "memcpy()", COPY, "library", vectors=2, typed=False),
)
TESTS = PLAIN + TUNED + LIBRARY
