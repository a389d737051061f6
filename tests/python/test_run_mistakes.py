# SPDX-License-Identifier: BSD-3-Clause
"""What `strobe run` says of programs that are wrong, and of how they end."""

from __future__ import annotations

import os
import re
import shutil
import signal
import time

import pytest
from terminal import Built, Terminal

from strobe.records import job_record


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        (
            "truncated",
            r"rank 2 fails in MPI_Recv \(.*\): the message with tag 5 from rank 0 of "
            r"MPI_COMM_WORLD has 8 bytes, but the receive buffer has only 4",
        ),
        (
            "mismatched",
            r"rank \d fails in MPI_\w+ \(.*\): on MPI_COMM_WORLD, rank [01] calls broadcast "
            r"\(root 0, 4 bytes\) as collective 1, where rank 2 calls barrier",
        ),
        (
            "mismatched-types",
            r"rank \d fails in MPI_Allreduce \(.*\): on MPI_COMM_WORLD, rank [01] calls allreduce "
            r"\(sum, 4 bytes of integers\) as collective 1, where rank 2 calls allreduce "
            r"\(sum, 4 bytes of floating-point numbers\)",
        ),
        # Each goes on as the root, until they come together.
        (
            "roots-of-their-own",
            r"rank \d fails in MPI_Finalize \(.*\): on MPI_COMM_WORLD, rank 0 calls broadcast "
            r"\(root 0, 4 bytes\) as collective 1, where rank [12] calls broadcast \(root [12], "
            r"4 bytes\)",
        ),
        (
            "blocks",
            r"rank \d fails in MPI_Allgather \(.*\): on MPI_COMM_WORLD, the send and receive "
            r"blocks of a rank differ in allgather \(4 bytes\): one has 8 bytes",
        ),
        ("nobody", r"rank 2 fails in MPI_Send \(.*\): .*rank.*"),
        (
            "uncommitted",
            r"rank 0 fails in MPI_Send \(.*\): Datatype has not been committed",
        ),
        (
            "early",
            r"rank \d fails in MPI_\w+ \(.*\): on MPI_COMM_WORLD, rank [01] calls barrier as "
            r"collective 1, where rank 2 calls finalization",
        ),
    ],
)
@pytest.mark.parametrize("mode", ["deterministic", "strict"])
def test_a_mistake_is_told_with_rank_call_and_place(
    terminal: Terminal, built: Built, mode: str, word: str, sentence: str
) -> None:
    if mode == "strict" and word == "roots-of-their-own":
        # The protocol completes no broadcast before all members have called it.
        sentence = sentence.replace("MPI_Finalize", "MPI_Bcast")
    answer = terminal.run("run", "-n", "3", "--mode", mode, built("tests/run_wrong"), word)
    assert answer.status not in (0, 128 + signal.SIGABRT)
    assert re.search(rf"^strobe run: {sentence}$", answer.err, re.MULTILINE), answer.err
    terminal.assert_nothing_left()


@pytest.mark.parametrize("mode", ["deterministic", "strict"])
@pytest.mark.parametrize(
    ("program", "function"), [("threads-deadlock", "MPI_Recv"), ("threads-probe", "MPI_Probe")]
)
def test_a_deadlock_of_threads_is_told_with_what_each_waits_for(
    terminal: Terminal, built: Built, program: str, function: str, mode: str
) -> None:
    answer = terminal.run("run", "-n", "3", "--mode", mode, built("tests/run_wrong"), program)
    assert answer.status != 0
    for rank, peer in ((0, 1), (1, 2), (2, 0)):
        waits = [
            rf"in {function} \(.*\) for a message with tag {tag} from rank {peer} of MPI_COMM_WORLD"
            for tag in (5, 6)
        ]
        one, other = ("; another thread waits ".join(order) for order in (waits, waits[::-1]))
        line = rf"^  rank {rank} waits (?:{one}|{other})$"
        assert re.search(line, answer.err, re.MULTILINE), answer.err
    assert "  the cycle: 0 -> 1 -> 2 -> 0" in answer.err
    terminal.assert_nothing_left()


def test_the_name_of_a_folder_is_never_taken_for_a_command(
    terminal: Terminal, built: Built
) -> None:
    folder = terminal.folder / "x'; touch pwned; echo '"
    folder.mkdir()
    program = shutil.copy(built("tests/run_deadlock"), folder)
    answer = terminal.run("run", "-n", "2", program)
    assert not (terminal.folder / "pwned").exists()
    assert not (folder / "pwned").exists()
    assert answer.status != 0
    for rank in (0, 1):
        line = (
            rf"  rank {rank} waits in MPI_Recv \(deadlock\.cpp:\d+, in main\) for a message with "
            r"tag 3 from rank "
        )
        assert re.search(line, answer.err), answer.err
    terminal.assert_nothing_left()


def path_with_addr2line(terminal: Terminal, script: str) -> str:
    """A PATH on which the runtime finds this to look up a line of source."""
    tools = terminal.folder / "tools"
    tools.mkdir()
    tool = tools / "addr2line"
    tool.write_text(script)
    tool.chmod(0o755)
    return f"{tools}{os.pathsep}{os.environ['PATH']}"


def test_a_source_in_a_folder_with_a_blank_is_named(terminal: Terminal, built: Built) -> None:
    script = "#!/bin/sh\necho main\necho '/a folder/ring side.c:12 (discriminator 2)'\n"
    path = path_with_addr2line(terminal, script)
    answer = terminal.run("run", "-n", "2", built("tests/run_deadlock"), PATH=path)
    assert (
        "  rank 0 waits in MPI_Recv (ring side.c:12, in main) for a message with tag 3"
        in answer.err
    )
    terminal.assert_nothing_left()


STUCK_TOOL = """\
#!/bin/sh
env > "$0.$PPID.environment"
cat > "$0.$PPID.input"
exec sleep 60
"""


def test_a_tool_that_hangs_delays_the_report_for_some_seconds_only(
    terminal: Terminal, built: Built
) -> None:
    path = path_with_addr2line(terminal, STUCK_TOOL)
    begun_s = time.monotonic()
    answer = terminal.run("run", "-n", "2", built("tests/run_deadlock"), PATH=path)
    assert time.monotonic() - begun_s < 30.0
    assert "  the cycle: 0 -> 1 -> 0" in answer.err
    terminal.assert_nothing_left()
    tools = terminal.folder / "tools"
    environments = list(tools.glob("*.environment"))
    assert len(environments) == 2
    for path in environments:
        names = {line.partition("=")[0] for line in path.read_text().splitlines()}
        assert "PATH" in names
        assert "LD_PRELOAD" not in names
        # The last one is how `strobe run` finds the processes of its job.
        assert {name for name in names if name.startswith("STROBE_")} <= {"STROBE_LAUNCH"}
    assert all(path.read_bytes() == b"" for path in tools.glob("*.input"))


def test_what_was_watched_until_a_signal_is_kept(terminal: Terminal, built: Built) -> None:
    gossip = built("coscheduling-gossip")
    process = terminal.start("run", "-n", "2", "--record", "job", gossip, "steps=100000000")
    terminal.all_begun("job", 2)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    terminal.end(process)
    ranks = job_record.read(terminal.folder / "job").ranks
    # The launcher kills a rank that has not ended soon after the other one: then it wrote no end.
    ended = [rank for rank in ranks if rank.end == "signal"]
    assert ended
    assert all(rank.mmds is not None and rank.run_time_s > 0.1 for rank in ended)
    assert {rank.end for rank in ranks} <= {"signal", "running"}
    terminal.assert_nothing_left()


@pytest.mark.parametrize("victim", [0, 1])
def test_what_was_watched_of_a_rank_until_it_was_killed_is_kept(
    terminal: Terminal, built: Built, victim: int
) -> None:
    gossip = built("coscheduling-gossip")
    process = terminal.start("run", "-n", "2", "--record", "job", gossip, "steps=100000000")
    begun = terminal.all_begun("job", 2)
    deadline = time.monotonic() + 60
    while min(rank.run_time_s for rank in job_record.read(terminal.folder / "job").ranks) < 0.3:
        assert time.monotonic() < deadline, "no rank writes its record again"
        time.sleep(0.1)
    os.kill(begun[victim].pid, signal.SIGKILL)
    assert terminal.end(process).status == 128 + signal.SIGKILL
    ranks = job_record.read(terminal.folder / "job").ranks
    for rank in ranks:
        assert rank.mmds is not None
        assert rank.run_time_s > 0.3
        assert rank.mmds.calls > 0
    assert ranks[victim].end == "running"
    assert not list((terminal.folder / "job").glob("*.so-far"))
    terminal.assert_nothing_left()


def test_a_primitive_that_there_is_not_is_refused(terminal: Terminal, built: Built) -> None:
    answer = terminal.run("run", "--summary", "--monitor", "primitives=MPI_Send,MPI_Sent",
                          built("tests/run_wrong"), "blocks")  # fmt: skip
    assert answer.status == 1
    assert answer.err.startswith(
        "strobe run: STROBE_MONITOR: primitives names MPI_Sent, which is not an MPI function\n"
    )


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("STROBE_MODE=fats", "STROBE_MODE must be deterministic, adaptive, strict or fast, not "
                             "'fats'"),
        ("STROBE_SLICE_US=1.5", "STROBE_SLICE_US must be a whole number from 1 to 2^64 - 1, not "
                                "'1.5'"),
        ("STROBE_SHARE=-1", "STROBE_SHARE must be a whole number from 0 to 2^64 - 1, not '-1'"),
        ("STROBE_MONITOR=calls=x", "STROBE_MONITOR has 'calls=x', but calls must be a whole number "
                                   "from 0 to 999999999, not 'x'"),
        ("STROBE_MONITOR=x", "STROBE_MONITOR has no setting 'x'; it must be off or settings: "
                             "resolution=, primitives=, ranks=, calls=, slices=, timed="),
    ],
)  # fmt: skip
def test_the_runtime_refuses_a_variable_as_strobe_does(
    terminal: Terminal, built: Built, setting: str, sentence: str
) -> None:
    """A script may set it where `strobe run` cannot see it."""
    script = terminal.folder / "setting"
    script.write_text(f"#!/bin/sh\nexport '{setting}'\nexec {built('tests/run_ending')} none\n")
    script.chmod(0o755)
    answer = terminal.run("run", "-n", "1", "--summary", script)
    assert answer.status != 0
    assert f"strobe run: {sentence}\n" in answer.err
    terminal.assert_nothing_left()
