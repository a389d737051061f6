# SPDX-License-Identifier: BSD-3-Clause
"""The check of prose: sentences that are too long, words with a better one, terms without an entry.

    prose.py            every page, help text and error string of the tree
    prose.py FILE ...   these files

It reads Markdown (README.md, CONTRIBUTING.md, docs/), the help texts and error strings of Python,
and the sentences among the string literals of C++. prose.toml holds the words and the limit. A code
span counts as one word, since a reader takes it in as one. Each finding is a line on standard
output: file, line, rule, replacement. The status is 1 if there is one.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from places import HERE, ROOT

PAGES = ("README.md", "CONTRIBUTING.md", "docs")
PYTHON = ("bench", "codegen", "packaging", "python/strobe")
CPP = ("apps", "src")
GENERATED_CPP = {"bindings", "command_line.cpp"}
"""Their texts are in the tables of options, and checked in the reference pages."""
GLOSSARY = ROOT / "docs" / "glossary.md"
FEWEST_WORDS = 5
"""A literal of C++ with fewer words is a name or a part of a sentence."""

FENCE = re.compile(r"^\s*(```|~~~)")
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
EMPHASIS = re.compile(r"(?<![*\w\\])\*(?![*\s])([^*\n]+?)(?<![\s*])\*(?![*\w])")
SENTENCE_END = re.compile(r"(?<=[.!?])[\"')*]*\s+(?=[\"'(*]*[A-Z0-9])")
ABBREVIATION = re.compile(r"\b(e\.g|i\.e|cf|vs|Fig|No)\.$")
WORD = re.compile(r"[\w'./%+-]*\w[\w'./%+-]*")
INCLUDE_OR_COMMENT = re.compile(r"^\s*(#\s*include|//|\*)")
CPP_LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')


@dataclass(frozen=True)
class Text:
    """A piece of prose without a break, such as a paragraph, and the line where it starts."""

    line: int
    words: str


@dataclass(frozen=True)
class Finding:
    """A place that breaks a rule."""

    file: Path
    line: int
    rule: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.rule}"


@dataclass(frozen=True)
class Rules:
    """What prose.toml and the glossary say."""

    longest_sentence: int
    words: tuple[tuple[re.Pattern[str], str], ...]
    not_yet_covered: frozenset[str]
    terms: frozenset[str]

    @classmethod
    def read(cls, data: Path = HERE / "prose.toml", glossary: Path = GLOSSARY) -> Rules:
        settings = tomllib.loads(data.read_text(encoding="utf-8"))
        return cls(
            longest_sentence=settings["longest_sentence"],
            words=tuple(
                (re.compile(rf"(?<![\w-])(?:{word})(?![\w-])", re.IGNORECASE), instead)
                for word, instead in settings["words"].items()
            ),
            not_yet_covered=frozenset(settings["not_yet_covered"]),
            terms=terms(glossary.read_text(encoding="utf-8")),
        )


def terms(glossary: str) -> frozenset[str]:
    """The headings of the glossary, one for each term."""
    return frozenset(found.lower() for found in re.findall(r"^### (.+)$", glossary, re.MULTILINE))


def findings(file: Path, texts: Sequence[Text], rules: Rules) -> Iterator[Finding]:
    """What breaks the rules in the texts of one file."""
    for text in texts:
        plain = " ".join(CODE.sub("CODE", LINK.sub(r"\1", text.words)).split())
        for sentence in sentences(plain):
            count = len(WORD.findall(sentence))
            if count > rules.longest_sentence:
                begin = " ".join(sentence.split()[:6])
                yield Finding(
                    file,
                    text.line,
                    f"a sentence of {count} words: split it, {rules.longest_sentence} is the most"
                    f" ('{begin} ...')",
                )
        for word, instead in rules.words:
            if found := word.search(plain):
                yield Finding(file, text.line, f"the words '{found[0]}': write {instead}")
        if file.suffix == ".md":
            for term in EMPHASIS.findall(CODE.sub("CODE", text.words)):
                if not known(" ".join(term.lower().split()), rules.terms):
                    yield Finding(file, text.line, f"the term '{term}': add it to docs/glossary.md")


def known(term: str, glossary: frozenset[str]) -> bool:
    """Whether the glossary has the term, which may be a plural."""
    return bool({term, term.removesuffix("s"), term.removesuffix("es")} & glossary)


def sentences(paragraph: str) -> Iterator[str]:
    begin = 0
    for end in SENTENCE_END.finditer(paragraph):
        if not ABBREVIATION.search(paragraph[begin : end.start()]):
            yield paragraph[begin : end.start()]
            begin = end.end()
    yield paragraph[begin:]


def markdown(source: str) -> list[Text]:
    """Paragraphs, list items, headings and cells of tables, without blocks of code."""
    found: list[Text] = []
    lines: list[str] = []
    begin, is_code, after_blank, in_list = 0, False, True, False

    def finish() -> None:
        if lines:
            found.append(Text(begin, " ".join(lines)))
            lines.clear()

    for number, line in enumerate(source.splitlines(), 1):
        stripped = line.strip()
        if FENCE.match(line):
            is_code = not is_code
            finish()
        elif is_code or stripped.startswith(("<!--", "---")):
            continue
        elif not stripped:
            finish()
        elif line.startswith("    ") and after_blank and not in_list:
            continue  # an indented block, the rest of which follows without a blank line
        elif stripped.startswith("|"):
            finish()
            # A cell is telegraphic: a semicolon ends what a full stop ends elsewhere.
            found += [Text(number, part) for cell in cells(stripped) for part in cell.split("; ")]
        else:
            item = re.match(r"\s*(?:[-*+]|\d+\.)\s+(.*)", line)
            if item or stripped.startswith(("#", "!!!", ">")):
                finish()
            if not lines:
                begin = number
            in_list = bool(item) or (in_list and (not after_blank or line.startswith(" ")))
            lines.append(item[1] if item else stripped.lstrip("#> "))
            if stripped.startswith("#"):
                finish()
                in_list = False
        is_indented = line.startswith("    ") and after_blank and not in_list
        after_blank = not stripped or is_indented
    finish()
    return found


def cells(row: str) -> list[str]:
    """The cells of a row of a table; a bar within a code span or after a backslash is no border."""
    hidden = CODE.sub(lambda code: code[0].replace("|", "\0"), row).replace("\\|", "\0")
    parts = [cell.replace("\0", "|").strip() for cell in hidden.strip("|").split("|")]
    return [cell for cell in parts if cell.strip(":- ")]


def python(source: str) -> list[Text]:
    """Docstrings of functions of the command line, values of `help=`, and what is raised."""
    found: list[Text] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg == "help":
            found += literal(node.value)
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            for argument in node.exc.args:
                found += literal(argument)
    return found


def docstrings(source: str) -> list[Text]:
    """What cyclopts prints as the help of a command: the docstrings of public functions."""
    return [
        Text(node.lineno + 1, text)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
        for text in paragraphs(ast.get_docstring(node) or "")
    ]


def paragraphs(docstring: str) -> Iterator[str]:
    """The paragraphs of a docstring in numpy's style, and the text of each parameter."""
    text, separator, parameters = docstring.partition("\nParameters\n----------\n")
    yield from text.split("\n\n")
    if separator:
        yield from re.split(r"^\S.*$|\n\n", parameters, flags=re.MULTILINE)


def literal(node: ast.expr) -> list[Text]:
    """A string, or one with fields, each of which counts as a word."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [Text(node.lineno, node.value)]
    if isinstance(node, ast.JoinedStr):
        parts = [str(v.value) if isinstance(v, ast.Constant) else "FIELD" for v in node.values]
        return [Text(node.lineno, "".join(parts))]
    return []


def cpp(source: str) -> list[Text]:
    """String literals that are sentences or large parts of one."""
    found = []
    for match in CPP_LITERALS.finditer(source):
        line_start = source.rfind("\n", 0, match.start()) + 1
        if INCLUDE_OR_COMMENT.match(source[line_start : match.start() + 1]):
            continue
        text = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', match[0])).replace("{}", "FIELD")
        is_assembly = "\\n\\t" in text
        if len(WORD.findall(text)) >= FEWEST_WORDS and not is_assembly:
            found.append(Text(source.count("\n", 0, match.start()) + 1, text))
    return found


def texts_of(file: Path) -> list[Text]:
    source = (ROOT / file).read_text(encoding="utf-8")
    if file.suffix == ".md":
        return markdown(source)
    if file.suffix == ".py":
        return python(source) + (docstrings(source) if "cli" in file.parts else [])
    return cpp(source)


def files() -> list[Path]:
    """All that the check reads, relative to the root."""
    found = [path for page in PAGES for path in below(ROOT / page, "*.md")]
    found += [file for folder in PYTHON for file in below(ROOT / folder, "*.py")]
    found += [
        file
        for folder in CPP
        for file in below(ROOT / folder, "*.[ch]pp")
        if not GENERATED_CPP & set(file.parts)
    ]
    return [file.relative_to(ROOT) for file in found]


def below(path: Path, pattern: str) -> list[Path]:
    return sorted(path.rglob(pattern)) if path.is_dir() else [path]


def main(arguments: Sequence[str]) -> int:
    rules = Rules.read()
    wanted = [Path(name).resolve().relative_to(ROOT) for name in arguments] or files()
    skipped = [file for file in wanted if str(file) in rules.not_yet_covered]
    found = [
        finding
        for file in wanted
        if file not in skipped
        for finding in findings(file, texts_of(file), rules)
    ]
    for finding in found:
        print(finding)
    if not arguments:
        still = {str(file) for file in skipped if any(findings(file, texts_of(file), rules))}
        for name in sorted(rules.not_yet_covered - still):
            print(f"prose.toml: take {name} out of not_yet_covered: it breaks no rule")
    print(f"prose: {len(wanted) - len(skipped)} files, {len(found)} findings", end="")
    print(f"; not yet covered: {', '.join(map(str, skipped))}" if skipped else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
