# SPDX-License-Identifier: BSD-3-Clause
"""Tests that replay messages with SimGrid."""

from __future__ import annotations

import shutil

import pytest

needs_simgrid = pytest.mark.skipif(
    shutil.which("smpirun") is None,
    reason="SimGrid is missing, 'apt install libsimgrid-dev' brings it",
)
