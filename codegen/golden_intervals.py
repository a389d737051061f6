# SPDX-License-Identifier: BSD-3-Clause
"""Write tests/golden/median_interval.json: the vectors that the C++ and the Python interval share.

Samples are multiples of 1/64, so that every median is exact in both languages.
Run: python codegen/golden_intervals.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))

from strobe.statistics.interval import median_interval  # noqa: E402

TARGET = ROOT / "tests" / "golden" / "median_interval.json"
COUNTS = (1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 19, 20, 30, 31, 50, 75, 100, 101)
CONFIDENCES = (0.9, 0.95, 0.99)


def text() -> str:
    """The whole file, one vector a line."""
    rng = np.random.default_rng(20260301)
    vectors = []
    for n in COUNTS:
        for confidence in CONFIDENCES:
            samples = np.round(64 * rng.lognormal(2, 0.7, n)) / 64
            interval = median_interval(samples, confidence)
            vectors.append(
                {
                    "samples": samples.tolist(),
                    "confidence": confidence,
                    "median": interval.median,
                    "low": interval.low,
                    "high": interval.high,
                    "whole_range": interval.whole_range,
                }
            )
    return "[\n" + ",\n".join(json.dumps(vector) for vector in vectors) + "\n]\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
