# SPDX-License-Identifier: BSD-3-Clause
"""`strobe completion`: the completion of a shell, which codegen/options.py has written."""

from __future__ import annotations

from typing import Annotated, Literal

from strobe.base import resources
from strobe.options.completion import SHELL

FILES = {"bash": "strobe", "zsh": "_strobe", "fish": "strobe.fish"}


def command(shell: Annotated[Literal["bash", "zsh", "fish"], SHELL.argument], /) -> None:
    """Print the script."""
    print((resources.PACKAGE / "completion" / FILES[shell]).read_text(encoding="utf-8"), end="")
