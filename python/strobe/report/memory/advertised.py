# SPDX-License-Identifier: BSD-3-Clause
"""The caches that the system tells of."""

from __future__ import annotations

from typing import Any

from strobe.base import units


def advertised(context: dict[str, Any]) -> dict[int, float]:
    """Their sizes in bytes by level, without those that hold instructions alone."""
    return {level: float(cache["size_bytes"]) for level, cache in _of_data(context).items()}


def line_sizes(context: dict[str, Any]) -> dict[int, float]:
    """The sizes of their lines in bytes by level, where the system tells them."""
    return {
        level: float(cache["line_bytes"])
        for level, cache in _of_data(context).items()
        if cache.get("line_bytes")
    }


def sharers(context: dict[str, Any]) -> dict[int, str]:
    """How many logical processors share each level with the first of them."""
    return {
        level: units.plural(_counted(cache["shared_cpus"]), "logical processor")
        for level, cache in _of_data(context).items()
        if cache.get("shared_cpus")
    }


def _of_data(context: dict[str, Any]) -> dict[int, dict[str, Any]]:
    caches = (context.get("machine") or {}).get("caches") or []
    return {
        int(cache["level"]): cache
        for cache in caches
        if cache.get("level") and str(cache.get("type", "")).lower() != "instruction"
    }


def _counted(numbers: str) -> int:
    """How many there are in a list such as 0-3,8."""
    ranges = [part.split("-") for part in numbers.split(",")]
    return sum(int(ends[-1]) - int(ends[0]) + 1 for ends in ranges)
