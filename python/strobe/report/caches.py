# SPDX-License-Identifier: BSD-3-Clause
"""The caches that the system tells of."""

from __future__ import annotations

from typing import Any


def advertised(context: dict[str, Any]) -> dict[int, float]:
    """Their sizes in bytes by level, without those that hold instructions alone."""
    caches = (context.get("machine") or {}).get("caches") or []
    return {
        int(cache["level"]): float(cache["size_bytes"])
        for cache in caches
        if cache.get("level") and str(cache.get("type", "")).lower() != "instruction"
    }
