# SPDX-License-Identifier: BSD-3-Clause
"""The project's style: commands that check the sources, and commands that fix them.

`make format` runs this file, and packaging/check.py takes its first stages from it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from places import BIN, HERE, PYTHON, ROOT

CPP_FOLDERS = ("apps", "bench", "examples", "include", "src", "tests")
CPP_SUFFIXES = {".cpp", ".hpp", ".h"}
PYTHON_FOLDERS = ("bench", "codegen", "examples", "packaging", "python", "tests")

Command = list[str | Path]


def cpp_files() -> list[Path]:
    files = [f for folder in CPP_FOLDERS for f in sorted((ROOT / folder).rglob("*"))]
    return [f.relative_to(ROOT) for f in files if f.suffix in CPP_SUFFIXES]


def python_folders() -> list[str]:
    return [folder for folder in PYTHON_FOLDERS if (ROOT / folder).is_dir()]


def checks() -> dict[str, Command]:
    """What must pass, by title; nothing is changed."""
    return {
        "C++ format": [BIN / "clang-format", "--dry-run", "-Werror", *cpp_files()],
        "Python format": [BIN / "ruff", "format", "--check", *python_folders()],
        "Python lint": [BIN / "ruff", "check", *python_folders()],
        "Python types (mypy --strict)": [BIN / "mypy"],
        "prose": [PYTHON, HERE / "prose.py"],
        # The variable silences an advertisement for a successor.
        "site (mkdocs --strict)": [
            "env",
            "NO_MKDOCS_2_WARNING=1",
            BIN / "mkdocs",
            "build",
            "--strict",
        ],
    }


def fix() -> int:
    """Formats every source; returns nonzero if the linter found what it cannot fix."""
    commands: list[Command] = [
        [BIN / "clang-format", "-i", *cpp_files()],
        [BIN / "ruff", "check", "--fix", "--quiet", *python_folders()],
        [BIN / "ruff", "format", "--quiet", *python_folders()],
    ]
    return max(subprocess.run(command, cwd=ROOT, check=False).returncode for command in commands)


if __name__ == "__main__":
    sys.exit(fix())
