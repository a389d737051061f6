# SPDX-License-Identifier: BSD-3-Clause
"""Where things lie in the clone."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
PYTHON = BIN / "python"
BUILD = ROOT / "build"
RELEASE = BUILD / "release"
