#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Each target of src/ finds the headers of its module and of those to its left, and no others.

    include_paths.py --build build/release

The compile command of one file of each target is taken from compile_commands.json. Instead of that
file, two texts are preprocessed with it: one asks for every header of the tree, and one includes a
header that the module may not use, which must be an error. A relative path would get around it;
tests/python/test_house.py looks for those.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "codegen"))
import house
from house import ROOT

OBJECT = re.compile(r"^src/(?P<folder>[\w/]+)/CMakeFiles/(?P<target>\w+)\.dir/")


@dataclass(frozen=True)
class Target:
    name: str
    module: str
    command: tuple[str, ...]
    """The compiler and its options, without the file that it compiles."""
    folder: Path
    """Where the command is run."""

    def preprocess(self, text: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.command, "-x", "c++", "-E", "-", "-o", "/dev/null"],
            cwd=self.folder, input=text, capture_output=True, text=True, check=False,
        )  # fmt: skip


def targets(build: Path) -> dict[str, Target]:
    modules = house.cpp_modules(ROOT)
    found: dict[str, Target] = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        command = shlex.split(entry["command"])
        output, source = command.index("-o"), command.index("-c")
        if match := OBJECT.match(command[output + 1]):
            folder = Path(match["folder"])
            module = max((name for name in modules if folder.is_relative_to(name)), key=len)
            options = (*command[:output], *command[output + 2 : source], *command[source + 2 :])
            target = Target(match["target"], module, options, Path(entry["directory"]))
            found.setdefault(target.name, target)
    return found


def headers() -> dict[str, list[str]]:
    """The headers of each module, as files include them."""
    modules, source = house.cpp_modules(ROOT), ROOT / "src"
    return {
        name: [path.relative_to(source).as_posix() for path in (source / name).rglob("*.hpp")]
        for name in modules
    }


def mistakes(target: Target) -> list[str]:
    of_module = headers()
    seen = {target.module, *house.cpp_modules(ROOT)[target.module]}
    questions = [
        f'#if {"!" if module in seen else ""}__has_include("{header}")\n'
        f"#error {target.name} {'does not find' if module in seen else 'finds'} {header}\n#endif\n"
        for module, names in of_module.items()
        for header in names
    ]
    found = re.findall(r"error: #error (.*)", target.preprocess("".join(questions)).stderr)
    for module in of_module.keys() - seen:
        header = of_module[module][0]
        ended = target.preprocess(f'#include "{header}"\n')
        if ended.returncode == 0 or not re.search(f"{header}.*(No such|not found)", ended.stderr):
            found.append(f"{target.name} may include {header}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True)
    found = targets(parser.parse_args().build)
    without = house.cpp_modules(ROOT).keys() - {target.module for target in found.values()}
    wrong = [mistake for target in found.values() for mistake in mistakes(target)]
    wrong += [f"no target of src/{module} was found" for module in without]
    print(*(wrong or [f"{len(found)} targets find what their modules may use"]), sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
