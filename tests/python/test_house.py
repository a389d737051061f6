# SPDX-License-Identifier: BSD-3-Clause
"""The drawing of the house is that of the tree, and no file uses what is to its right."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from places import ROOT

WALKS = ROOT / "docs" / "explanation" / "design-walks.md"


@pytest.fixture(scope="module")
def house() -> ModuleType:
    found = importlib.util.spec_from_file_location("house", ROOT / "codegen" / "house.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules["house"] = module  # where its dataclasses look for their names
    found.loader.exec_module(module)
    return module


def test_the_drawing_is_current(house: ModuleType) -> None:
    old = house.committed(house.PAGE.read_text(encoding="utf-8"))
    assert house.is_current(old, house.drawing()), "run: python codegen/house.py"


def test_each_part_uses_only_what_stands_to_its_left(house: ModuleType) -> None:
    parts = [*house.cpp_parts(ROOT), *house.python_parts(ROOT)]
    assert house.wrong_uses(parts, ROOT) == []


def test_only_the_version_is_at_the_top_of_the_python_package() -> None:
    assert [path.name for path in (ROOT / "python" / "strobe").glob("*.py")] == ["__init__.py"]


def test_every_source_is_in_the_list_of_its_folder() -> None:
    missing = []
    for source in sorted((ROOT / "src").rglob("*.cpp")):
        lists = next(f for p in source.parents if (f := p / "CMakeLists.txt").exists())
        words = lists.read_text(encoding="utf-8").replace(")", " ").split()
        if str(source.relative_to(lists.parent)) not in words:
            missing.append(str(source.relative_to(ROOT)))
    assert missing == []


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A house of two modules and two packages."""
    files = {
        "src/CMakeLists.txt": "strobe_module(base)\nstrobe_module(bcs/mpi USES base)\n",
        "src/base/clock.hpp": "// Tells the time.\n\nint now();\n",
        "src/bcs/mpi/send.hpp": '#include "base/clock.hpp"\n',
        "python/strobe/base/units.py": "SECOND = 1\n",
        "python/strobe/report/page.py": "from strobe.base import units\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def wrong(house: ModuleType, tree: Path) -> list[str]:
    found: list[str] = house.wrong_uses([*house.cpp_parts(tree), *house.python_parts(tree)], tree)
    return found


def test_arrows_are_what_files_include_and_import(house: ModuleType, tree: Path) -> None:
    assert wrong(house, tree) == []
    text = house.drawing(tree)
    assert "  bcs_mpi --> base\n" in text
    assert "  report --> base\n" in text
    assert '  base["base<br/>1 lines"]\n' in text


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        (
            "src/base/clock.hpp",
            '\n#include "bcs/mpi/send.hpp"\n',
            "src/base/clock.hpp:2: base may not use bcs/mpi",
        ),
        (
            "src/bcs/mpi/send.hpp",
            '#include "../../base/clock.hpp"\n',
            "src/bcs/mpi/send.hpp:1: bcs/mpi may not use ../../base/clock.hpp",
        ),
        (
            "python/strobe/base/units.py",
            "def late() -> None:\n    from strobe.report import page\n",
            "python/strobe/base/units.py:2: base may not use report",
        ),
        (
            "python/strobe/report/page.py",
            "from ..base import units\n",
            "python/strobe/report/page.py:1: report may not use ..base",
        ),
    ],
)
def test_a_use_of_what_stands_to_the_right_is_found(
    house: ModuleType, tree: Path, file: str, text: str, sentence: str
) -> None:
    (tree / file).write_text(text)
    assert wrong(house, tree) == [sentence]


def test_a_new_arrow_makes_the_drawing_old_and_a_few_lines_do_not(
    house: ModuleType, tree: Path
) -> None:
    before = house.drawing(tree)
    (tree / "src/base/clock.hpp").write_text("int now();\n" * 40)
    assert house.is_current(before, house.drawing(tree))
    (tree / "src/base/clock.hpp").write_text("int now();\n" * 400)
    assert not house.is_current(before, house.drawing(tree))
    (tree / "src/base/clock.hpp").write_text("int now();\n")
    (tree / "src/bcs/mpi/send.hpp").write_text("int send();\n")
    assert not house.is_current(before, house.drawing(tree))


def steps() -> list[tuple[str, list[str]]]:
    """The file that each step of the walks names first, and the names of code after it."""
    text = WALKS.read_text(encoding="utf-8")
    found = re.findall(r"^\d+\. (.*(?:\n +.*)*)", text, re.MULTILINE)
    return [(code[0], code[1:]) for code in (re.findall(r"`([^`]+)`", step) for step in found)]


def test_each_step_of_a_walk_names_what_is_in_its_file() -> None:
    missing = [
        f"{name} in {file}"
        for file, names in steps()
        for name in names
        if re.fullmatch(r"[a-z]\w*", name)
        and not re.search(rf"\b{name}\b", (ROOT / file).read_text("utf-8"))
    ]
    assert len(steps()) > 30
    assert missing == []
