# SPDX-License-Identifier: BSD-3-Clause
"""The check of prose notices what it should, and nothing else; the glossary is in order."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import prose
import pytest

RULES = prose.Rules.read()
PAGE = Path("docs/page.md")
LONG = " ".join(["Word"] + ["word"] * RULES.longest_sentence) + "."
ALLOWED = " ".join(["Word"] + ["word"] * (RULES.longest_sentence - 1)) + "."


def found(text: str, file: Path = PAGE) -> list[tuple[int, str]]:
    read = {".md": prose.markdown, ".py": prose.python, ".cpp": prose.cpp}[file.suffix]
    return [(one.line, one.rule) for one in prose.findings(file, read(text), RULES)]


@pytest.mark.parametrize(
    ("bad", "rule"),
    [
        (LONG, "a sentence of 29 words"),
        (f"Short. {LONG} Short.", "a sentence of 29 words"),
        (f"- an item\n- {LONG}", "a sentence of 29 words"),
        (f"| cell | {LONG} |", "a sentence of 29 words"),
        ("The tool mends the file.", "'mends'"),
        ("It looks abroad.", "'abroad'"),
        ("A stranger reads it.", "'stranger'"),
        ("Hence it works.", "'Hence'"),
        ("Whoever waits is told.", "'Whoever'"),
        ("The speeds of the\nmachine differ.", "'speeds of the machine'"),
        ("A *flimflam* is new.", "the term 'flimflam'"),
    ],
)
def test_bad_prose_is_found(bad: str, rule: str) -> None:
    assert any(rule in one for _, one in found(bad))


@pytest.mark.parametrize(
    "good",
    [
        ALLOWED,
        f"{ALLOWED} {ALLOWED}",
        "The runtime repairs the file, and rank 3 receives a message.",
        f"```sh\n{LONG} mend hence\n```",
        f"Text:\n\n    {LONG} mend\n    abroad\n\nMore text.",
        f"Code such as `{LONG} mend` counts as one word.",
        "Two *slices* and a *regime* are in the glossary; **any words** are bold.",
        "A link to [a page](mend.md) and a recommended, amended word.",
        f"{ALLOWED[:-1]}\n\n{ALLOWED}",
    ],
)
def test_good_prose_passes(good: str) -> None:
    assert found(good) == []


def test_a_finding_has_the_line_and_the_replacement() -> None:
    assert found("# Title\n\nGood.\n\nWe mend it.\n") == [
        (5, "the words 'mend': write repair, fix, format")
    ]


def test_help_and_errors_of_python_are_read_and_comments_are_not() -> None:
    text = (
        '"""Hence."""\n# mend\nx = "abroad"\n'
        "def f():\n    raise StrobeError(f'cannot mend {file}: ' f'{error}')\n"
        "p = Parameter(help='Mends it.')\n"
    )
    lines = [line for line, _ in found(text, Path("a.py"))]
    assert sorted(lines) == [5, 6]


def test_docstrings_of_commands_are_split_at_their_parameters() -> None:
    long = " ".join(["word"] * 20)
    text = (
        f'def command():\n    """{long}\n\n    Parameters\n    ----------\n'
        f"    one\n        {long}\n"
        f'    two\n        Mends {long}\n    """\n'
    )
    rules = [one.rule for one in prose.findings(Path("cli/a.py"), prose.docstrings(text), RULES)]
    assert rules == ["the words 'Mends': write repair, fix, format"]


def test_sentences_of_cpp_are_read_and_names_are_not() -> None:
    text = (
        '#include "a b c d mend.hpp"\n// "we mend what is broken here"\n'
        'f("mend");\nf("rank {} has to mend " "what is {} here");\n'
    )
    assert [line for line, _ in found(text, Path("a.cpp"))] == [4]


def test_what_is_not_yet_covered_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.md").write_text("We mend it.\n", encoding="utf-8")
    (tmp_path / "good.md").write_text("We repair it.\n", encoding="utf-8")
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    names = [str(tmp_path / "bad.md"), str(tmp_path / "good.md")]
    assert prose.main(names) == 1
    assert "bad.md:1: the words 'mend'" in capsys.readouterr().out
    skipping = replace(RULES, not_yet_covered=frozenset({"bad.md"}))
    monkeypatch.setattr(prose.Rules, "read", lambda: skipping)
    assert prose.main(names) == 0
    assert "not yet covered: bad.md" in capsys.readouterr().out


def test_pages_are_covered() -> None:
    pages = {str(file) for file in prose.files() if file.suffix == ".md"}
    assert "README.md" in pages
    assert "docs/explanation/design.md" in pages
    assert not pages & RULES.not_yet_covered


def test_the_glossary_is_sorted_and_each_term_has_one_sentence_and_a_source() -> None:
    text = prose.GLOSSARY.read_text(encoding="utf-8").partition("## Sources")[0]
    entries = re.findall(r"^### (.+)\n\n(.+(?:\n.+)*)$", text, re.MULTILINE)
    terms = [
        re.sub("[_-]", lambda mark: "" if mark[0] == "_" else " ", t.lower()) for t, _ in entries
    ]
    assert len(entries) == text.count("\n### ")
    assert terms == sorted(terms)
    assert len(set(terms)) == len(terms)
    for term, entry in entries:
        meaning, _, source = entry.partition("\nSource: ")
        assert source.endswith("."), term
        assert len(list(prose.sentences(" ".join(meaning.split())))) == 1, term


def test_the_glossary_names_the_classes_of_the_runtime_and_the_interposer() -> None:
    text = prose.GLOSSARY.read_text(encoding="utf-8")
    names = re.findall(r"^\| `(\w+)` \| .+ \| `(src/bcs/[^`]+)` \|$", text, re.MULTILINE)
    definition = r"^(?:class|struct) (?:alignas\(\d+\) )?(\w+)\b[^;\n]*\{"

    def defined(header: Path) -> list[str]:
        return re.findall(definition, header.read_text(encoding="utf-8"), re.MULTILINE)

    assert [name for name, header in names if name not in defined(prose.ROOT / header)] == []
    folders = [prose.ROOT / "src" / "bcs" / folder for folder in ("runtime", "mpi")]
    headers = [header for folder in folders for header in folder.rglob("*.hpp")]
    classes = {
        name
        for header in headers
        for name in re.findall(
            r"^class (\w+)\b[^;\n]*\{", header.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    assert classes - {name for name, _ in names} == set()
