# SPDX-License-Identifier: BSD-3-Clause
"""The page of a checked job: errors first, with their source, and drawings of what happened."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import msgspec
import pytest
import synthetic_job
from terminal import Terminal
from test_messages import Log, race
from test_messages import written as write_orders
from test_report import Page

from strobe.base.errors import StrobeError
from strobe.cli.main import main
from strobe.records import job_record
from strobe.records.job_record import CallSite, Job, RankRecord
from strobe.report.job import wait_graph
from strobe.report.job.page import write_job_report
from strobe.report.job.source import quote

SOURCE = """\
#include <mpi.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (a < b && "<script>")
    MPI_Send(&x, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
  MPI_Finalize();
}
"""
EVIL = "<script>alert(1)</script>"


def ranks_of(size: int, checks: str = "error,warning") -> list[RankRecord]:
    ranks = [synthetic_job.rank_record(rank, size) for rank in range(size)]
    for rank in ranks:
        rank.options["STROBE_CHECKS"] = checks
    return ranks


def place(number: int, function: str, line: str, names: str = "MPI_INT") -> dict[str, Any]:
    return {"place": number, "function": function, "line": line, "file": "", "address": 0,
            "names": names, "kinds": names}  # fmt: skip


def mismatch(rank: int, other: int, text: str = "receives {0}, but rank 1 sent {1}") -> Any:
    where = [{"role": "received", "rank": rank, "place": 1},
             {"role": "sent", "rank": other, "place": 1}]  # fmt: skip
    return {"check": "type-mismatch", "text": text, "where": where}


def record(
    folder: Path, ranks: list[RankRecord], checks: dict[int, list[Any]], logs: list[Log]
) -> Path:
    """A record of a checked job."""
    synthetic_job.write(folder, ranks)
    for rank, lines in checks.items():
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (folder / f"rank-{rank}.checks").write_text(text)
    return write_orders(folder, logs)


def page_of(folder: Path) -> Page:
    return Page(write_job_report(folder).read_text(encoding="utf-8"))


def a_mismatch(folder: Path, source: str) -> Path:
    """Of the first message of a race; the line of the sender is known."""
    return record(
        folder,
        ranks_of(3),
        {
            0: [place(1, "MPI_Recv", "race.c:11, in main", "MPI_FLOAT"), mismatch(0, 1)],
            1: [place(1, "MPI_Send", f"{source}:5, in main")],
            2: [place(1, "MPI_Send", f"{source}:5, in main")],
        },
        race(),
    )


def test_an_error_has_its_sides_its_source_and_its_message(tmp_path: Path) -> None:
    source = tmp_path / "send.c"
    source.write_text(SOURCE)
    os.utime(source, (0, 0))
    folder = a_mismatch(tmp_path / "job", str(source))
    found = page_of(folder)
    assert found.ids.index("findings") < found.ids.index("time")
    for text in (
        "--check found 1 error.",
        "Rank 0 receives MPI_FLOAT, but rank 1 sent MPI_INT.",
        "rank 0, MPI_Recv (race.c:11, in main)",
        "The source race.c is not on this machine.",
        'if (a < b && "<script>")',
        "MPI_Send(&x, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);",
        "MPI 4.1, section 3.3.1; type-mismatch",
        "Use the same datatype on both sides.",
        "The calls around it of ranks 0 and 1",
    ):
        assert text in found.text, text
    html = (folder / "report.html").read_text(encoding="utf-8")
    (highlighted,) = re.findall(r'<g class="message focus"><title>(.*?)</title>', html)
    assert highlighted.startswith("message of rank 1 with tag 5 to rank 0: MPI_Send (")
    (here,) = re.findall(r'<span class="here">.*?</span>(.*?)\n', html)
    assert here.strip() == "MPI_Send(&amp;x, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);"


def test_a_call_that_failed_is_told_once(tmp_path: Path) -> None:
    ranks = ranks_of(3)
    ranks[0].end, ranks[0].sentence = "error", "rank 0 fails in MPI_Recv: that"
    ranks[2].end, ranks[2].sentence = "signal", "rank 2 was killed by signal 9 (SIGKILL)"
    found = page_of(record(tmp_path, ranks, {}, race()))
    assert "The job did not finish." in found.text
    assert found.text.count("fails in MPI_Recv: that") == 1
    assert "rank 2 was killed by signal 9" in found.text


def test_a_command_in_an_advice_is_code(tmp_path: Path) -> None:
    race_found = {"check": "message-race", "text": "receives the message of rank 1",
                  "where": [{"role": "received", "rank": 0, "place": 1}]}  # fmt: skip
    checks = {0: [place(1, "MPI_Recv", "race.c:11, in main"), race_found]}
    folder = record(tmp_path, ranks_of(3), checks, race())
    html = write_job_report(folder).read_text(encoding="utf-8")
    assert "<code>strobe explore</code> tries all orders" in html


def test_a_job_without_findings_says_so(tmp_path: Path) -> None:
    assert "findings" not in page_of(synthetic_job.write(tmp_path / "plain")).ids
    found = page_of(record(tmp_path / "checked", ranks_of(4), {}, []))
    assert "--check found no errors and no warnings." in found.text


def test_a_leak_has_no_diagram(tmp_path: Path) -> None:
    leak = {"check": "object-not-freed", "text": "never frees a communicator",
            "where": [{"role": "made", "rank": 0, "place": 1}]}  # fmt: skip
    checks = {0: [place(1, "MPI_Recv", "race.c:11, in main"), leak]}
    folder = record(tmp_path, ranks_of(3), checks, race())
    found = page_of(folder)
    assert "Rank 0 never frees a communicator" in found.text
    assert "--check found 1 warning." in found.text
    assert 'class="messages"' not in (folder / "report.html").read_text(encoding="utf-8")


def stuck(size: int, waits: dict[int, list[int]]) -> list[RankRecord]:
    ranks = ranks_of(size)
    for rank, awaited in waits.items():
        ranks[rank].end = "deadlock"
        ranks[rank].waits_for = awaited
        ranks[rank].sentence = (
            f"rank {rank} waits in MPI_Recv (race.c:12, in main) for a message with tag 5 from "
            f"rank {awaited[0]} of MPI_COMM_WORLD"
        )
        ranks[rank].ended_at = CallSite("race.c:12, in main", "", 0)
    return ranks


def graph(waits: dict[int, list[int]], size: int) -> wait_graph.WaitGraph:
    found = wait_graph.wait_graph(Job(None, stuck(size, waits)))
    assert found is not None
    ET.fromstring(found.svg)
    return found


def test_a_deadlock_has_its_graph_and_the_last_calls(tmp_path: Path) -> None:
    checks = {0: [place(2, "MPI_Recv", "race.c:12, in main")]}
    folder = record(tmp_path, stuck(3, {0: [1], 1: [0], 2: [0]}), checks, race())
    html = (write_job_report(folder)).read_text(encoding="utf-8")
    assert "--check found 1 error." in Page(html).text
    assert "ranks 0, 1 and 2, MPI_Recv (race.c:12, in main)" in Page(html).text
    assert 'aria-label="Wait-for graph. The cycle: 0 -&gt; 1 -&gt; 0. 2 -&gt; 0."' in html
    (diagram,) = re.findall(r'<svg class="messages".*?</svg>', html)
    (call,) = re.findall(r'<g class="call endless focus">.*?</g>', diagram)
    assert "MPI_Recv (race.c:12, in main), from 1, tag 5, it did not end" in call


def test_ranks_that_wait_for_the_same_are_one_node() -> None:
    ring = {rank: [(rank + 1) % 3] for rank in range(3)}
    found = graph(ring | {rank: [0, 1, 2] for rank in range(3, 64)}, 64)
    # The texts of their waits are the same but for their own numbers.
    assert "3\N{EN DASH}63 -> 0, 1, 2." in found.words
    assert found.words.startswith("Wait-for graph. The cycle: 0 -> 1 -> 2 -> 0.")
    assert found.left_out == 0


def test_a_graph_of_many_ranks_is_bounded_and_nothing_overlaps() -> None:
    waits = {0: [1], 1: [0]} | {rank: [rank - 1] for rank in range(2, 40)}
    waits |= {rank: [rank % 2] for rank in range(40, 300)}
    found = graph(waits, 300)
    svg = ET.fromstring(found.svg)
    boxes = [tuple(float(box.attrib[name]) for name in ("x", "y", "width", "height"))
             for box in svg.iter() if box.tag.endswith("rect")]  # fmt: skip
    assert len(boxes) <= wait_graph.MOST_NODES
    assert found.left_out > 0
    for i, (x, y, width, height) in enumerate(boxes):
        for other_x, other_y, other_width, other_height in boxes[:i]:
            is_apart = (x + width <= other_x or other_x + other_width <= x
                        or y + height <= other_y or other_y + other_height <= y)  # fmt: skip
            assert is_apart


@pytest.mark.parametrize("size", [2, 3, 17, 64])
def test_the_cycle_is_the_shortest(size: int) -> None:
    ring = {rank: [(rank + 1) % size] for rank in range(size)}
    assert wait_graph.cycle_of(ring) == [*range(size)]
    assert graph(ring, size).left_out == 0
    if size > 3:
        assert wait_graph.cycle_of(ring | {size - 2: [size - 1, size - 3]}) == [size - 3, size - 2]


def test_a_rank_that_has_ended_is_the_middle_of_a_graph_without_a_cycle() -> None:
    found = graph({1: [0], 2: [1]}, 3)
    assert found.words == "Wait-for graph. 1 -> 0. 2 -> 1."


def test_no_graph_without_who_waits_for_whom() -> None:
    assert wait_graph.wait_graph(Job(None, ranks_of(3))) is None
    assert "<svg" in graph({0: [10_000_000], 1: [0]}, 2).svg, "a rank that is not in the job"


def test_what_a_record_says_is_no_markup(tmp_path: Path) -> None:
    checks = {
        0: [
            place(1, f"MPI_{EVIL}", f"{EVIL}.c:11, in {EVIL}", EVIL),
            mismatch(0, 1, EVIL + " {0}"),
        ],
        1: [place(1, "MPI_Send", "race.c:15, in main", EVIL)],
    }
    ranks = stuck(3, {1: [2], 2: [1]})
    ranks[1].sentence = f"rank 1 waits in MPI_Recv ({EVIL}) for {EVIL}"
    html = write_job_report(record(tmp_path, ranks, checks, race())).read_text(encoding="utf-8")
    assert EVIL not in html
    assert "&lt;script&gt;" in html


def job_at(created_utc: str = "2026-03-01T12:00:00Z", program: str = "/home/me/ring") -> Job:
    record = msgspec.structs.replace(
        synthetic_job.job_record(), created_utc=created_utc, program=[program]
    )
    return Job(record, ranks_of(1))


def test_only_source_is_quoted(tmp_path: Path) -> None:
    secret = tmp_path / "id_rsa"
    secret.write_text("PRIVATE\n" * 9)
    os.utime(secret, (0, 0))
    assert "does not have the name of a source file" in quote(str(secret), 2, job_at()).trouble
    link = tmp_path / "link.c"
    link.symlink_to(secret)
    assert quote(str(link), 2, job_at()).lines == ()
    assert "does not have the name" in quote("/etc/passwd", 1, job_at()).trouble
    assert "not on this machine" in quote("/nowhere/a.c", 1, job_at()).trouble
    assert "not on this machine" in quote("/dev/null/a.c", 1, job_at()).trouble
    assert "Compile the program with -g" in quote("", 0, job_at()).trouble
    fifo = tmp_path / "pipe.c"
    os.mkfifo(fifo)
    assert "not on this machine" in quote(str(fifo), 1, job_at()).trouble
    for path in ("a\0b.c", "x" * 5000 + ".c"):
        assert quote(path, 1, job_at()).trouble


def test_lines_are_quoted_as_they_were(tmp_path: Path) -> None:
    source = tmp_path / "a.py"
    source.write_text("one\n\ttwo\x1b[31m\n" + "x" * 500 + "\nfour\n")
    os.utime(source, (0, 0))
    found = quote(str(source), 2, job_at())
    assert [line.number for line in found.lines] == [1, 2, 3, 4]
    assert found.lines[1].is_here
    assert found.lines[1].text == "    two [31m"
    assert len(found.lines[2].text) == 161
    assert "has no line 9" in quote(str(source), 9, job_at()).trouble
    # Python's lines name their file without its folder.
    again = quote("a.py", 2, job_at(program=str(source)))
    assert again.lines == found.lines
    assert (found.path, again.path) == ("", str(source))
    os.utime(source)
    assert "was changed after the run" in quote(str(source), 2, job_at()).trouble


@pytest.mark.parametrize("name", ["rank-0.order", "rank-1.checks"])
def test_a_damaged_file_is_one_sentence(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = a_mismatch(tmp_path, "send.c")
    (folder / name).write_bytes(b"\xff" * 47 + b"\n")
    with pytest.raises(StrobeError) as refusal:
        write_job_report(folder)
    assert "\n" not in str(refusal.value)
    assert main(["report", str(folder)]) == 2
    assert capsys.readouterr().err.startswith("strobe: ")


def test_a_negative_rank_is_no_record(tmp_path: Path) -> None:
    ranks = ranks_of(1)
    ranks[0].waits_for = [-1]
    with pytest.raises(StrobeError, match="is not a record of this release"):
        job_record.read(synthetic_job.write(tmp_path, ranks))


def test_many_findings_are_a_page_that_stays_readable(tmp_path: Path) -> None:
    checks: dict[int, list[Any]] = {0: [], 1: [place(1, "MPI_Send", "race.c:15, in main")]}
    for number in range(1, 201):
        found = mismatch(0, 1)
        found["where"][0]["place"] = number
        line = f"race.c:{number}, in main"
        checks[0] += [place(number, "MPI_Recv", line, "MPI_FLOAT"), found]
    folder = record(tmp_path, ranks_of(3), checks, race())
    page = page_of(folder)
    assert "--check found 200 errors." in page.text
    assert "150 more" in page.text
    assert (folder / "report.html").stat().st_size < 2_000_000


RING = """
#include <mpi.h>
int main(int argc, char** argv) {
  int rank, size, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank < 3)
    MPI_Recv(&value, 1, MPI_INT, (rank + 2) % 3, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
"""


def test_a_deadlock_of_a_program_is_drawn(terminal: Terminal) -> None:
    compiler = shutil.which("mpicc")
    assert compiler is not None
    source = terminal.folder / "ring.c"
    source.write_text(RING)
    words = [compiler, "-g", "-o", str(terminal.folder / "ring"), str(source)]
    subprocess.run(words, check=True, timeout=60)
    answer = terminal.run("run", "-n", "5", "--check", "--record", "job", "./ring")
    assert answer.status == 1
    told = answer.err.partition("no rank can continue\n")[2].splitlines()
    assert told[:2] == ["  the cycle: 0 -> 2 -> 1 -> 0", "  outside of it: 3, 4 -> 0-2"]
    assert terminal.run("report", "job").status == 0
    html = (terminal.folder / "job" / "report.html").read_text(encoding="utf-8")
    page = Page(html)
    assert "Deadlock: ranks 0, 1, 2, 3 and 4 cannot continue." in page.text
    assert "MPI_Recv(&value, 1, MPI_INT, (rank + 2) % 3, 5" in page.text
    drawn = "The cycle: 0 -&gt; 2 -&gt; 1 -&gt; 0. 3\N{EN DASH}4 -&gt; 0, 1, 2."
    assert drawn in html
    (diagram,) = re.findall(r'<svg class="messages".*?</svg>', html)
    assert len(re.findall(r'class="call endless focus"', diagram)) == 5
    terminal.assert_nothing_left()
