# SPDX-License-Identifier: BSD-3-Clause
"""Write everything that follows from the tables of options, options/*.toml.

These are the Python command line and its checks, the C++ command lines and the variables of the
runtime, the reference pages, the man pages, and the completion of shells.

Run: python codegen/options.py
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import option_completion
import option_cpp
import option_pages
import option_python
from option_tables import ROOT, tables


def texts() -> dict[Path, str]:
    """All files that are written, by their path in the repository."""
    read = tables()
    return {
        **option_python.modules(read),
        **option_pages.files(read),
        **option_completion.files(read),
        **option_cpp.files(read),
    }


if __name__ == "__main__":
    for path, text in texts().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, encoding="utf-8")
