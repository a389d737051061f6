# SPDX-License-Identifier: BSD-3-Clause
"""libstrobe_run_memory.so under a program that uses no MPI: it must not change what the program
does."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from places import ROOT
from preloading import preloaded

LIBRARY = ROOT / "build" / "release" / "lib" / "libstrobe_run_memory.so"
# dlsym frees what it has said of the first name when it looks up the second one.
SEARCHES = """\
#include <dlfcn.h>
#include <stddef.h>

int main(void) {
  return dlsym(NULL, "no_such_function") != NULL || dlsym(NULL, "nor_this_one") != NULL;
}
"""


def test_the_first_memory_that_is_freed_may_be_that_of_a_failed_search(tmp_path: Path) -> None:
    if not LIBRARY.exists():
        pytest.skip(f"{LIBRARY.name} is not built")
    source, program = tmp_path / "searches.c", tmp_path / "searches"
    source.write_text(SEARCHES, encoding="ascii")
    subprocess.run(["cc", source, "-o", program, "-ldl"], check=True)
    done = subprocess.run([program], env={**os.environ, **preloaded(LIBRARY)}, check=False)
    assert done.returncode == 0
