# SPDX-License-Identifier: BSD-3-Clause
"""Links with a token bucket: what messages and a stream of them show of it, and how they replay."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from simgrid import needs_simgrid

from strobe.predict import token_bucket
from strobe.predict.machine import Level, Machine
from strobe.predict.measured import Floats, Measured, rising
from strobe.predict.replay import replay
from strobe.predict.token_bucket import MOST_HEADERS_BYTES, TokenBucket
from strobe.predict.what_if import Factors

SIZES = np.array([0.0, *2.0 ** np.arange(22)])
FAST_BYTES_PER_S = 5e9
SHORT_S = 5e-6


def made(times_s: Floats, sizes_bytes: Floats = SIZES) -> Measured:
    return Measured(sizes_bytes, times_s, tuple(times_s[:, None]))


def base_s(sizes_bytes: Floats) -> Floats:
    """A message for which the bucket is full enough."""
    return SHORT_S + sizes_bytes / FAST_BYTES_PER_S


def echo_through(bucket: TokenBucket) -> Measured:
    """Messages and answers that follow each other."""
    rate, depth = bucket.rate_bytes_per_s, bucket.depth_bytes
    beyond_s = base_s(SIZES) + (SIZES - depth) / rate
    return made(np.maximum.reduce([base_s(SIZES), SIZES / (2 * rate), beyond_s]))


def stream_through(bucket: TokenBucket) -> Measured:
    sizes = SIZES[1:]
    return made(np.maximum(2e-6, sizes / bucket.rate_bytes_per_s), sizes)


@given(rate=some.floats(1e6, 2e8), depth=some.floats(2000, 100_000))
def test_messages_and_a_stream_show_the_bucket(rate: float, depth: float) -> None:
    bucket = TokenBucket(rate, depth)
    echo = echo_through(bucket)
    found = token_bucket.shown_by(echo, stream_through(bucket))
    assert found is not None
    assert found.rate_bytes_per_s == pytest.approx(rate)
    # The fast link of a message is part of what it has not waited for.
    assert found.depth_bytes == pytest.approx(depth, rel=0.15)
    without = token_bucket.without_waits(echo, found)
    assert np.all(without.times_s <= echo.times_s * (1 + 1e-9))
    sizes = echo.sizes_bytes
    short, long = sizes[sizes < depth / 8], sizes[sizes > 4 * depth]
    assert without.at(short) == pytest.approx(base_s(short), rel=0.5)
    waits_s = (long - found.depth_bytes) / found.rate_bytes_per_s
    assert without.at(long) + waits_s == pytest.approx(echo.at(long), rel=0.01)


# Measured over MPICH's TCP, 100 Mbit/s, with a bucket of 4,096 bytes: sizes, and times in us.
ECHO_BYTES = (0, 1, 64, 128, 256, 361, 512, 724, 1024, 1448, 2048, 4096, 8192, 16384, 32768, 65536)
ECHO_US = (8.2, 8.6, 8.6, 8.6, 8.7, 15.7, 23.0, 31.6, 44.2, 66.6, 89.7, 175.3, 397.3, 1083.9,
           2461.2, 5247.0)  # fmt: skip
STREAM_BYTES = (64, 256, 1024, 2048, 4096, 8192, 16384, 32768)
STREAM_US = (10.2, 23.8, 86.2, 171.8, 342.3, 685.2, 1368.3, 2739.1)


def test_a_message_of_two_packets_is_not_taken_for_one_that_does_not_wait() -> None:
    """Of 1,448 bytes and a header, which takes a tenth longer than its bytes alone would."""
    echo = made(1e-6 * np.array(ECHO_US), np.array(ECHO_BYTES, float))
    stream = made(1e-6 * np.array(STREAM_US), np.array(STREAM_BYTES, float))
    found = token_bucket.shown_by(echo, stream, (0.0, 13.3e-6))
    assert found is not None
    assert 3400 < found.depth_bytes < 3700
    without = token_bucket.without_waits(echo, found)
    assert np.all(without.at(np.array([1448.0, 2048.0, 4096.0])) < 15e-6)


@pytest.mark.parametrize("cost_s", [0.0, 1e-6])
def test_a_link_without_a_bucket_shows_none(cost_s: float) -> None:
    """A stream overlaps messages, so that it never moves them more slowly than one by one."""
    echo = made(base_s(SIZES) + cost_s)
    stream = made(np.maximum(cost_s, SIZES[1:] / FAST_BYTES_PER_S), SIZES[1:])
    assert token_bucket.shown_by(echo, stream) is None
    assert token_bucket.shown_by(echo, None) is None


def test_a_bucket_that_fills_at_once_is_none() -> None:
    bucket = TokenBucket(1e7, 4000.0)
    assert bucket.scaled(2.0) == TokenBucket(2e7, 4000.0)
    assert bucket.scaled(math.inf) is None


def test_one_disturbed_size_moves_no_others_much() -> None:
    times_s = np.array([12.0, 7.0, 7.0, 7.0, 7.0, 7.0, 7.0, 20.0, 50.0])
    assert np.all(np.diff(rising(times_s)) >= 0)
    assert rising(times_s)[:7] == pytest.approx(7.0, rel=0.1)
    assert rising(times_s)[7:] == pytest.approx([20.0, 50.0])


# Replays.

RATE, DEPTH = 1e7, 4000.0


def on_machine(level: Level) -> Machine:
    return Machine("made", "Made", {"network": level}, 1, True, "MPICH")


def limited() -> Machine:
    level = Level(made(base_s(SIZES)), None, bucket=TokenBucket(RATE, DEPTH))
    return on_machine(level)


def sent(messages: int, size_bytes: int, pause_s: float = 0.0) -> list[list[str]]:
    pause = [f"0 compute {pause_s * 1e9:.0f}"] if pause_s else []
    send = [*pause, f"0 send 1 0 {size_bytes} 6"]
    return [
        ["0 init", *send * messages, "0 finalize"],
        ["1 init", *[f"1 recv 0 0 {size_bytes} 6"] * messages, "1 finalize"],
    ]


@needs_simgrid
def test_a_message_that_the_bucket_holds_does_not_wait() -> None:
    assert replay(sent(1, 2048), limited(), 1).time_s == pytest.approx(SHORT_S, rel=0.2)


@needs_simgrid
def test_a_longer_message_waits_for_what_exceeds_the_depth() -> None:
    expected_s = SHORT_S + (1_000_000 - DEPTH) / RATE
    assert replay(sent(1, 1_000_000), limited(), 1).time_s == pytest.approx(expected_s, rel=0.01)


@needs_simgrid
def test_a_disturbed_large_message_makes_short_ones_no_slower() -> None:
    """The link was once as slow as that message, and an empty one took 18 us more."""
    times_s = base_s(SIZES)
    times_s[-1] += 1.0
    disturbed = Level(made(times_s), None, bucket=TokenBucket(RATE, DEPTH))
    assert replay(sent(1, 0), on_machine(disturbed), 1).time_s == pytest.approx(SHORT_S, rel=0.01)


@needs_simgrid
def test_a_stream_has_the_rate_of_the_bucket() -> None:
    """Each message takes its headers as well."""
    bytes_taken = 200 * (2048 + MOST_HEADERS_BYTES) - DEPTH
    assert replay(sent(200, 2048), limited(), 1).time_s == pytest.approx(
        bytes_taken / RATE, rel=0.02
    )


@needs_simgrid
def test_messages_of_a_program_that_computes_in_between_do_not_wait() -> None:
    pause_s = 1e-3
    time_s = replay(sent(50, 2048, pause_s), limited(), 1).time_s
    assert time_s == pytest.approx(50 * pause_s, rel=0.02)


@needs_simgrid
def test_more_bandwidth_fills_the_bucket_faster() -> None:
    twice = Factors(bandwidth=2.0).of(limited())
    assert replay(sent(200, 2048), twice, 1).time_s == pytest.approx(
        0.5 * replay(sent(200, 2048), limited(), 1).time_s, rel=0.05
    )


@needs_simgrid
def test_beyond_the_sizes_measured_a_message_grows_as_before() -> None:
    """Every measured message is sent without waiting. The step to longer ones, which wait, was once
    taken for growth with each byte: a message of 64 KiB took 20 times too long."""
    sizes = SIZES[SIZES <= 8192]
    level = Level(made(base_s(sizes), sizes), made(np.full(sizes.size, 2e-6), sizes))
    assert level.eager_bytes == 8192
    expected_s = float(level.whole.at(65536))
    assert replay(sent(1, 65536), on_machine(level), 1).time_s < 1.5 * expected_s


# What a message costs processors.


@needs_simgrid
def test_a_message_costs_a_processor_that_computes_and_none_that_waits() -> None:
    busy, beside = made(np.full(SIZES.size, 1e-6)), made(np.full(SIZES.size, 52e-6))
    level = Level(made(base_s(SIZES)), busy, beside)
    pause_s = 1e-3
    computing = replay(sent(50, 2048, pause_s), on_machine(level), 1).time_s
    without = replay(sent(50, 2048, pause_s), on_machine(replace(level, beside=None)), 1).time_s
    # The last message has nothing after it.
    background_s = level.background_s(np.array([2048.0]))
    # The system begins its work with the send, which takes 1 us.
    assert computing - without == pytest.approx(49 * (background_s - 1e-6), rel=0.01)
    # Its processors are busy for most of a message; all else is beside it.
    assert background_s == pytest.approx(52e-6 - 0.9 * level.whole.time_s(2048.0), rel=1e-3)
    there, back = "1 0 8 6", "0 0 8 6"
    waiting = [
        ["0 init", *[f"0 send {there}", f"0 recv {there}"] * 10, "0 finalize"],
        ["1 init", *[f"1 recv {back}", f"1 send {back}"] * 10, "1 finalize"],
    ]
    echoed_s = replay(waiting, on_machine(level), 1).time_s
    assert echoed_s == pytest.approx(20 * SHORT_S, rel=0.05)
