# SPDX-License-Identifier: BSD-3-Clause
"""`strobe completion`: the completion of a shell, which codegen/options.py has written."""

from __future__ import annotations

from strobe.base import resources
from strobe.options.completion import Shell

FILES = {"bash": "strobe", "zsh": "_strobe", "fish": "strobe.fish"}


def command(shell: Shell, /) -> None:
    """Print the script."""
    print((resources.PACKAGE / "completion" / FILES[shell]).read_text(encoding="utf-8"), end="")
