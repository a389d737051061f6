# SPDX-License-Identifier: BSD-3-Clause
"""Options: the generated files are current, and every command keeps to the tables."""

from __future__ import annotations

import importlib
import runpy
from pathlib import Path

import pytest
from places import ROOT

from strobe.base.errors import StrobeError
from strobe.cli.main import main
from strobe.options.checking import Options, check_variables
from strobe.options.commands import COMMANDS
from strobe.options.kinds import Number, Power, Size, Whole
from strobe.options.measurement import MeasureOptions
from strobe.options.option import Option, value_of
from strobe.options.runtime import VARIABLES, RuntimeOptions
from strobe.options.simulate import SimulateOptions

GENERATOR = ROOT / "codegen" / "options.py"


def test_generating_again_changes_nothing() -> None:
    texts: dict[Path, str] = runpy.run_path(str(GENERATOR))["texts"]()
    assert len(texts) > len(COMMANDS)
    for path, text in texts.items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, (
            f"run: python codegen/options.py ({path})"
        )


def classes() -> list[tuple[str, type[Options]]]:
    """Each command that has options, with their class."""
    found = []
    for command in COMMANDS:
        module = importlib.import_module(f"strobe.options.{command.replace(' ', '_')}")
        made = [
            one
            for one in vars(module).values()
            if isinstance(one, type)
            and issubclass(one, Options)
            and one.__module__ == module.__name__
        ]
        found += [(command, one) for one in made]
    return found


def valued() -> list[tuple[str, int, Option]]:
    """Each option that takes a number, with its command and how many arguments that has."""
    return [
        (command, len(options.ARGUMENTS), option)
        for command, options in classes()
        for option in options.table().values()
        if isinstance(option.kind, Whole | Number | Size | Power)
    ]


@pytest.mark.parametrize(
    ("command", "arguments", "option"),
    valued(),
    ids=lambda one: one.name if isinstance(one, Option) else str(one),
)
def test_a_number_is_refused_that_is_none(
    command: str, arguments: int, option: Option, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = "x" if isinstance(option.kind, Number) else "1.5"
    for name in option.names or (option.name,):
        assert main([*command.split(), name, wrong, *arguments * ["x"]]) == 2
        said = capsys.readouterr()
        assert option.kind is not None
        assert said.err == f"strobe: {name} must be {option.kind.wanted}, not {wrong!r}\n"
        assert said.out == ""


@pytest.mark.parametrize(("command", "options"), classes(), ids=lambda one: str(one))
def test_defaults_are_accepted_and_set_nothing(command: str, options: type[Options]) -> None:
    assert options().check() == options()
    assert options().environment() == {}
    assert all(option.help.endswith(".") for option in options.table().values())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("simulate x --jitter-shape pareto", "--jitter-shape only applies to --jitter X; add "
                                             "--jitter X"),
        ("simulate sweep --stop-at 5", "--stop-at only applies to --stop-node NODE; add "
                                       "--stop-node NODE"),
        ("simulate --quick", "--quick only applies to --study FOLDER; add --study FOLDER"),
        ("simulate --study x --nodes 5", "--study cannot be combined with --nodes; leave out one "
                                         "of them"),
        ("simulate sweep --study x", "--study cannot be combined with PROGRAM; leave out one of "
                                     "them"),
        ("simulate x --watch 3,x", "--watch must be a whole number from 0 to 2^31 - 1, not 'x'"),
        ("simulate sweep --drift nan", "--drift must be a number from -0.5 to 0.5, not 'nan'"),
        ("measure --trust-folder", "--trust-folder only applies to --resume FOLDER; add --resume "
                                   "FOLDER"),
        ("measure --resume x --kernel y", "--resume cannot be combined with --kernel; leave out "
                                          "one of them"),
        ("measure quick --resume x", "--resume cannot be combined with SUITE; leave out one of "
                                     "them"),
        ("measure --layer pvm --mpi x", "--mpi cannot be combined with --layer pvm; leave out one "
                                        "of them"),
        ("schedule tree --t-s 3", "--t-s only applies to --t-c TIME or --network NAME|FILE; add "
                                  "one of them"),
        ("export x --flops-per-second 5", "--flops-per-second only applies to --format trace; add "
                                          "--format trace"),
        ("export x --format cvs", "--format must be csv, parquet, osu, imb, gnuplot, stream, json, "
                                  "trace or simgrid, not 'cvs'"),
        ("compare a b --output=", "--output must be a path, not ''"),
        ("completion csh", "SHELL must be bash, zsh or fish, not 'csh'"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_one_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    assert capsys.readouterr().err == f"strobe: {sentence}\n"


def test_a_mode_from_a_variable_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STROBE_MODE", "strict")
    RuntimeOptions(slice_us=100).check()
    monkeypatch.setenv("STROBE_MODE", "fast")
    with pytest.raises(StrobeError, match=r"^--perturb cannot be combined with STROBE_MODE=fast; "):
        RuntimeOptions(perturb=1).check()


def test_values_that_did_not_come_from_a_command_line_are_checked() -> None:
    with pytest.raises(StrobeError, match=r"^--ranks must be a whole number of at least 1, not 0$"):
        MeasureOptions(ranks=0).check()


def test_every_variable_of_the_runtime_is_checked() -> None:
    for variable in VARIABLES:
        check_variables(VARIABLES, {variable.name: ""})
        with pytest.raises(StrobeError, match=f"^{variable.name} "):
            check_variables(VARIABLES, {variable.name: "rubbish"})


def test_options_are_passed_on_by_the_names_of_the_program() -> None:
    options = SimulateOptions(watch=[31, 5], stop_node=0, stop_at_us=2.5, follow=True)
    words = options.passed_on()
    assert words[:4] == ["--mode", "strict", "--network", "qsnet"]
    given = " ".join(words)
    assert "--stop-node 0 --stop-at 2.5" in given
    assert "--watch 31,5" in given
    assert given.endswith("--follow")
    measured = MeasureOptions(libs=["a", "b"]).passed_on(budget=3.0)
    assert " ".join(measured) == (
        "--blas a --blas b --adjacency cartesian --host-rank 0 --budget 3.0 --hang-after 20.0"
    )


@pytest.mark.parametrize(("text", "size"), [("0", 0), ("8Ki", 8192), ("3Mi", 3 << 20)])
def test_sizes_have_units(text: str, size: int) -> None:
    assert value_of("--size", text, Size()) == size
