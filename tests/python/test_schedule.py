# SPDX-License-Identifier: BSD-3-Clause
"""`strobe schedule`: patterns drawn as in the figures of LAPACK Working Note 73."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from strobe.cli.main import main
from strobe.schedules.lines import drawn
from strobe.schedules.pattern import listed, pattern

FIGURE_18 = """\
         0  1  2  3  4  5  6  7
S = 0    o-------->
         o----------------->
S = 1    o-->     o-->     o-->
         o----->  o----->
"""
BIDIRECTIONAL = """\
         0  1  2  3
S = 0    <-->  <-->
S = 1    <----->
            <----->
"""
PIPELINE = """\
         0  1  2  3
S = 0    o-->
S = 1    o-->
            o-->
S = 2    o-->  o-->
            o-->
S = 3 to 5: as S = 2
S = 6       o-->
               o-->
S = 7          o-->
"""
TREE_THREE_TIMES = """\
         0  1  2  3
S = 0    o----->
S = 1    o-->  o-->
S = 2 to 5: as S = 0 to 1, 2 times more
"""


def test_tree_is_drawn_as_in_figure_18() -> None:
    found = pattern("tree", {"branches": 2})
    assert "\n".join(drawn(found, 80)) + "\n" == FIGURE_18
    assert (found.count, found.steps, found.ranks) == (7, 2, 8)


def test_exchange_has_arrows_at_both_ends() -> None:
    found = pattern("bidirectional-exchange", {"ranks": 4})
    assert "\n".join(drawn(found, 80)) + "\n" == BIDIRECTIONAL


def test_repetitions_of_a_ring_are_drawn_as_a_pipeline() -> None:
    found = pattern("increasing-ring", {"ranks": 4, "repetitions": 6})
    assert "\n".join(drawn(found, 80)) + "\n" == PIPELINE
    assert (found.count, found.steps) == (18, 8)
    narrow = drawn(found, 12)
    assert "S = 3 to 5: as S = 2" in narrow
    assert narrow[-1] == "S = 7  2->3"


def test_repetitions_of_a_tree_follow_one_another_and_are_drawn_once() -> None:
    found = pattern("tree", {"ranks": 4, "repetitions": 3})
    assert "\n".join(drawn(found, 80)) + "\n" == TREE_THREE_TIMES


def test_a_pipeline_is_drawn_in_as_many_steps_as_it_takes_times(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = "schedule increasing-ring --repetitions 15 --t-s 1 --t-c 1"
    assert main(words.split()) == 0
    text = capsys.readouterr().out
    assert "105 messages in 21 steps" in text
    assert "for 0 bytes: T_s 1.00 µs, T_c 1.00 µs, T_o 0 (not given)" in text
    assert "all after 21.0 µs" in text


@pytest.mark.parametrize("time", ["-159,1.4787/double", "-159,0.1848375", "-159,0.1848375/byte"])
def test_the_times_of_the_note_are_taken(time: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["schedule", "increasing-ring", "--ranks", "4", "--size", "8000", f"--t-c={time}"]
    assert main(words) == 0
    text = capsys.readouterr().out
    # -159 + 1.4787 N microseconds for N = 1,000 doubles.
    assert "for 8,000 bytes: T_s 0 (not given), T_c 1.32 ms, T_o 0 (not given)" in text
    assert "all after 3.96 ms" in text


def test_json_says_on_standard_error_that_t_s_is_not_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["schedule", "tree", "--ranks", "2", "--t-c", "10", "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["finish_s"] == pytest.approx([0, 1e-5])
    assert told.err == "strobe: --t-s is not given and taken as 0\n"


MEASURED = {
    "schema": 2, "name": "mine", "title": "Measured in mine", "compare_s": 1e-6,
    "compare_per_level_s": 0.0, "start_s": 1e-6, "bytes_per_s": 1e9, "multicasts": False,
    "t_s": {"start_s": 1e-6, "per_byte_s": 1e-9}, "t_c": {"start_s": 2e-6, "per_byte_s": 2e-9},
    "t_o": {"start_s": 0.0, "per_byte_s": 1e-9},
}  # fmt: skip


def network_file(folder: Path, **fields: object) -> str:
    """A file of a measured network; a field that is None is missing."""
    file = folder / "network.json"
    known = {name: value for name, value in (MEASURED | fields).items() if value is not None}
    file.write_text(json.dumps(known), encoding="utf-8")
    return str(file)


def finish_s(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[list[float], str]:
    """When each rank is done, and what was said on standard error."""
    assert main(["schedule", *words, "--json"]) == 0
    told = capsys.readouterr()
    return json.loads(told.out)["finish_s"], told.err


COMBINE = ["tree", "--ranks", "8", "--way", "combine", "--size", "1000", "--network"]


def test_a_network_gives_the_times_and_an_option_replaces_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Section 5.4 of the note: ceil(log2 P) (T_c + T_o) at the destination.
    words = [*COMBINE, network_file(tmp_path)]
    found, error = finish_s(words, capsys)
    assert found[0] == pytest.approx(3 * (4e-6 + 1e-6))
    assert error == ""
    assert finish_s([*words, "--t-o", "10"], capsys)[0][0] == pytest.approx(3 * (4e-6 + 10e-6))
    assert main(["schedule", *words]) == 0
    text = capsys.readouterr().out
    times = "T_s 2.00 µs, T_c 4.00 µs, T_o 1.00 µs"
    assert f"for 1,000 bytes on Measured in mine: {times}\n" in text


def test_a_combine_without_t_o_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*COMBINE, network_file(tmp_path, t_o=None)]
    sentence = "strobe: --t-o is not given, and the network has none: it is taken as 0\n"
    assert finish_s(words, capsys)[1] == sentence
    assert main(["schedule", *words]) == 0
    text = capsys.readouterr().out
    assert "T_o 0 (not measured)" in text
    assert "The prediction leaves out the time to combine messages: add --t-o TIME" in text
    # A broadcast combines nothing.
    words = ["tree", "--network", network_file(tmp_path, t_o=None)]
    assert finish_s(words, capsys)[1] == ""
    assert main(["schedule", *words]) == 0
    assert "leaves out" not in capsys.readouterr().out


def test_networks_of_the_simulator_and_files_of_the_first_version_have_a_t_c(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["increasing-ring", "--ranks", "3", "--size", "1500", "--network"]
    found, error = finish_s([*words, "qsnet"], capsys)
    # A block takes 5 us, and 150 MB/s.
    assert max(found) == pytest.approx(2 * (5e-6 + 10e-6))
    assert error == "strobe: --t-s is not given, and the network has none: it is taken as 0\n"
    first = network_file(tmp_path, schema=None, t_s=None, t_c=None, t_o=None)
    assert max(finish_s([*words, first], capsys)[0]) == pytest.approx(2 * (1e-6 + 1.5e-6))


def test_messages_above_the_limit_share_links(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # In each step of an exchange 8 messages are in transit, 2 of which share nothing.
    words = ["bidirectional-exchange", "--ranks", "8", "--size", "1000", "--network"]
    alone, _ = finish_s([*words, network_file(tmp_path)], capsys)
    assert alone == pytest.approx([3 * (2e-6 + 2e-6 + 1e-6)] * 8)
    file = network_file(tmp_path, parallel_transfers=2.0)
    shared, _ = finish_s([*words, file], capsys)
    assert shared == pytest.approx([3 * (2e-6 + 4 * 2e-6 + 1e-6)] * 8)
    assert finish_s([*words, file, "--parallel-transfers", "8"], capsys)[0] == pytest.approx(alone)
    assert main(["schedule", *words, file]) == 0
    assert "2 messages at once without sharing" in capsys.readouterr().out


def test_sends_at_once_share_the_link_of_their_rank(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["fully-connected", "--ranks", "4", "--size", "1000", "--t-s", "2,0.01"]
    words += ["--t-c", "2,0.01", "--sends"]
    assert finish_s([*words, "in-turn"], capsys)[0] == pytest.approx([36e-6, 12e-6, 24e-6, 36e-6])
    assert finish_s([*words, "at-once"], capsys)[0] == pytest.approx([32e-6] * 4)
    assert main(["schedule", *words, "at-once", "--parallel-transfers", "2"]) == 2
    sentence = "links are shared by the sends of a rank, or by all messages; choose one"
    assert sentence in capsys.readouterr().err


def test_arrows_are_written_out_where_a_terminal_is_narrow() -> None:
    lines = drawn(pattern("hypercube", {"ranks": 16}), 40)
    assert lines[0] == "S = 0  0->1"
    assert lines[1] == "S = 1  0->2  1->3"
    assert max(map(len, lines)) <= 40
    assert sum(line.count("->") for line in lines) == 15


def test_command_lists_draws_and_costs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["schedule"]) == 0
    text = capsys.readouterr().out
    assert all(found.name in text for found in listed())
    picture = tmp_path / "ring.svg"
    words = [
        "schedule",
        "increasing-ring",
        "--ranks",
        "5",
        "--t-s",
        "2",
        "--t-c",
        "10,0.5",
        "--size",
        "20",
        "--svg",
    ]
    assert main([*words, str(picture)]) == 0
    text = capsys.readouterr().out
    assert "Increasing ring, 5 ranks" in text
    assert "4 messages in 4 steps" in text
    # (P - 1) T_c, with T_c = 10 + 0.5 * 20 microseconds.
    assert "done: rank 0 after 2.00 µs, all after 80.0 µs" in text
    drawing = ElementTree.parse(picture).getroot()
    assert len(drawing.findall("{http://www.w3.org/2000/svg}circle")) == 4
    assert "var(--" not in picture.read_text(encoding="utf-8")


def test_the_copy_of_the_source_is_predicted(capsys: pytest.CaptureFixture[str]) -> None:
    # Section 4.4.2 of the note: T_m + 3 T_s for the source, T_m + 10 T_c + 2 T_s for the last.
    words = ["multiring", "--ranks", "32", "--branches", "3", "--json"]
    assert main(["schedule", *words, "--t-s", "20", "--t-c", "20", "--t-m", "7"]) == 0
    finished = json.loads(capsys.readouterr().out)["finish_s"]
    assert finished[0] == pytest.approx(67e-6)
    assert max(finished) == pytest.approx(247e-6)


def test_json_tells_every_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schedule", "tree", "--ranks", "3", "--way", "combine", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    passed = [(message["step"], message["from"], message["to"]) for message in found["messages"]]
    assert passed == [(0, 1, 0), (1, 2, 0)]
    assert all(message["combines"] for message in found["messages"])


def test_a_million_ranks_are_counted_and_not_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schedule", "tree", "--ranks", "100000"]) == 0
    assert "99999 messages in 17 steps" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("star", "unknown pattern 'star'; choose one of increasing-ring"),
        ("tree --ranks 4 --root 7", "--root is 7; of 4 ranks give 0 to 3"),
        ("tree --ranks 0", "--ranks must be a whole number from 1 to 2^31 - 1, not '0'"),
        (
            "hypercube --branches 3",
            "--branches does not apply to hypercube; choose multiring or tree",
        ),
        ("tree --t-c fast", "--t-c must be START or START,SLOPE in microseconds"),
        ("tree --t-c 1,2,3", "--t-c must be START or START,SLOPE in microseconds"),
        ("tree --t-c 1,2/page", "per double (-159,1.4787/double), not '1,2/page'"),
        ("tree --t-c 1,2/", "not '1,2/'"),
        ("tree --t-c nan", "not 'nan'"),
        ("tree --t-c 1,-2", "not '1,-2'"),
        (
            "tree --network token-ring",
            "unknown network or file 'token-ring'; choose one of gigabit-ethernet",
        ),
        (
            "tree --t-c 1 --parallel-transfers 0.5",
            "--parallel-transfers must be a number of at least 1",
        ),
        ("tree --t-s 1", "--t-s only applies to --t-c TIME or --network NAME|FILE"),
        ("tree --t-o 1", "--t-o only applies to --t-c TIME or --network NAME|FILE"),
        (
            "tree --t-c=-159,1.4787 --size 100",
            "T_c is -11.13 microseconds for a message of 100 bytes; give a larger --size",
        ),
        ("tree --ranks 2000 --svg x.svg", "a picture shows 1024 ranks at most, and not 2000"),
    ],
)
def test_wrong_options_are_refused(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["schedule", *words.split()]) == 2
    assert message in capsys.readouterr().err
