# SPDX-License-Identifier: BSD-3-Clause
"""The rules for reports in JUnit's XML that their readers share.

Jenkins publishes a schema (its xunit plugin's junit-10.xsd), GitLab and GitHub's actions describe
the elements that they read. A report that keeps these rules is shown by all of them.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree as Xml

OUTCOMES = ("failure", "error", "skipped")
IN_SUITE = ("properties", "testcase", "system-out", "system-err")
IN_CASE = ("skipped", "error", "failure", "system-out", "system-err")


def cases(report: Path | bytes) -> dict[tuple[str, str], Xml.Element]:
    """The test cases by classname and name; asserts that the report keeps the rules."""
    root = Xml.fromstring(report if isinstance(report, bytes) else report.read_bytes())
    assert root.tag == "testsuites"
    found: dict[tuple[str, str], Xml.Element] = {}
    for suite in root:
        assert suite.tag == "testsuite"
        assert suite.get("name")
        moment = suite.get("timestamp", "")
        assert datetime.fromisoformat(moment).tzinfo is None
        assert _in_order([child.tag for child in suite], IN_SUITE)
        own = suite.findall("testcase")
        _assert_counts(suite, own)
        for case in own:
            key = case.get("classname", ""), case.get("name", "")
            assert all(key)
            assert key not in found, f"twice: {key}"
            found[key] = case
            assert float(case.get("time", "")) >= 0
            assert _in_order([child.tag for child in case], IN_CASE)
            assert sum(len(case.findall(outcome)) for outcome in OUTCOMES) <= 1
            for outcome in OUTCOMES:
                assert all(child.get("message") for child in case.findall(outcome))
    if "tests" in root.attrib:  # pytest counts only in its suite
        _assert_counts(root, list(found.values()))
    return found


def outcome(case: Xml.Element) -> str:
    """`passed`, `failure`, `error` or `skipped`."""
    return next((name for name in OUTCOMES if case.find(name) is not None), "passed")


def message(case: Xml.Element) -> str:
    """The message of a case that has not passed."""
    return next(c.get("message", "") for name in OUTCOMES for c in case.findall(name))


def _assert_counts(node: Xml.Element, own: list[Xml.Element]) -> None:
    assert node.get("tests") == str(len(own))
    for name, count in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        assert node.get(count) == str(sum(case.find(name) is not None for case in own))


def _in_order(tags: list[str], allowed: tuple[str, ...]) -> bool:
    places = [allowed.index(tag) for tag in tags]
    return places == sorted(places)
