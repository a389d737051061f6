# SPDX-License-Identifier: BSD-3-Clause
"""Reports in the XML that began with JUnit, for CI servers.

There is no standard. What is written here is what Jenkins, GitLab and GitHub's actions have in
common: one `testsuites` with one `testsuite`, whose counts are right; each `testcase` has a name
that is unique within its classname, and at most one of `failure` and `skipped`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree as Xml

from strobe.base import writing

NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 forbids, even escaped; a record may hold them."""
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True)
class Case:
    """One test: passed, unless it has the text of a failure or the reason why it was skipped."""

    classname: str
    name: str
    failure: str = ""
    """Its first line is the message that servers list."""
    skipped: str = ""
    output: str = ""


def write(
    path: Path, suite: str, cases: Sequence[Case], properties: Mapping[str, str] | None = None
) -> Path:
    """Write the report, replacing an older one; raises StrobeError where that fails."""
    return writing.write(path, document(suite, cases, properties or {}))


def document(suite: str, cases: Sequence[Case], properties: Mapping[str, str]) -> bytes:
    """The report as XML in UTF-8."""
    counts = {
        "tests": str(len(cases)),
        "failures": str(sum(bool(case.failure) for case in cases)),
        "errors": "0",
        "skipped": str(sum(bool(case.skipped) for case in cases)),
        "time": "0",
    }
    root = Xml.Element("testsuites", {"name": _clean(suite), **counts})
    now = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S}"
    told = {"name": _clean(suite), "timestamp": now, **counts}
    own = Xml.SubElement(root, "testsuite", told)
    if properties:
        listed = Xml.SubElement(own, "properties")
        for name, value in properties.items():
            Xml.SubElement(listed, "property", name=_clean(name), value=_clean(value))
    for case in cases:
        _add(own, case)
    Xml.indent(root)
    text: bytes = Xml.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _add(suite: Xml.Element, case: Case) -> None:
    own = Xml.SubElement(
        suite, "testcase", classname=_clean(case.classname), name=_clean(case.name), time="0"
    )
    if case.failure:
        message, _, _ = case.failure.partition("\n")
        failure = Xml.SubElement(own, "failure", message=_clean(message), type="failure")
        failure.text = _clean(case.failure)
    elif case.skipped:
        Xml.SubElement(own, "skipped", message=_clean(case.skipped))
    if case.output:
        Xml.SubElement(own, "system-out").text = _clean(case.output)


def _clean(text: str) -> str:
    return NOT_IN_XML.sub(REPLACEMENT, text)
