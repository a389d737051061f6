// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/options.py from options/*.toml.
// clang-format off
#include "command_line.hpp"

namespace strobe::simulate {

void enter(command_line::Parser& parser, CommandLine& into) {
  parser.argument("program", command_line::text(into.program));
  parser.option("--format", command_line::word(into.format, "script or trace", {"script", "trace"}));
  parser.option("--flops-per-second", command_line::number(into.flops_per_second, base::Wanted<double>{.words = "a number above 0", .least = 0.0, .is_above = true}));
  parser.option("--mode", command_line::word(into.mode, "strict, adaptive, deterministic or fast", {"strict", "adaptive", "deterministic", "fast"}));
  parser.option("--network", command_line::text(into.network));
  parser.option("--t-o", command_line::text(into.t_o));
  parser.option("--parallel-transfers", command_line::number(into.parallel_transfers, base::Wanted<double>{.words = "a number of at least 1", .least = 1.0}));
  parser.option("--nodes", command_line::number(into.nodes, base::Wanted<std::int32_t>{.words = "a whole number from 1 to 2^31 - 1", .least = 1}));
  parser.option("--ranks-per-node", command_line::number(into.ranks_per_node, base::Wanted<std::int32_t>{.words = "a whole number from 1 to 2^31 - 1", .least = 1}));
  parser.option("--steps", command_line::number(into.steps, base::Wanted<std::uint64_t>{.words = "a whole number from 0 to 2^64 - 1", .least = 0u}));
  parser.option("--grain", command_line::number(into.grain_us, base::Wanted<double>{.words = "a number of at least 0", .least = 0.0}));
  parser.option("--size", command_line::number(into.size, base::Wanted<std::int64_t>{.words = "a whole number from 0 to 2^63 - 1", .least = 0}));
  parser.option("--slice", command_line::number(into.slice_us, base::Wanted<double>{.words = "a number above 0", .least = 0.0, .is_above = true}));
  parser.option("--slice-bytes", command_line::number(into.slice_bytes, base::Wanted<std::int64_t>{.words = "a whole number from 0 to 2^63 - 1", .least = 0}));
  parser.option("--eager", command_line::number(into.eager, base::Wanted<std::int64_t>{.words = "a whole number from -1 to 2^63 - 1", .least = -1}));
  parser.option("--seed", command_line::number(into.seed, base::Wanted<std::uint64_t>{.words = "a whole number from 0 to 2^64 - 1", .least = 0u}));
  parser.option("--jitter", command_line::number(into.jitter, base::Wanted<double>{.words = "a number of at least 0", .least = 0.0}));
  parser.option("--jitter-shape", command_line::word(into.jitter_shape, "exponential, normal, uniform, lognormal or pareto", {"exponential", "normal", "uniform", "lognormal", "pareto"}));
  parser.option("--noise", command_line::number(into.noise_us, base::Wanted<double>{.words = "a number of at least 0", .least = 0.0}));
  parser.option("--noise-period", command_line::number(into.noise_period_us, base::Wanted<double>{.words = "a number of at least 0", .least = 0.0}));
  parser.option("--drift", command_line::number(into.drift, base::Wanted<double>{.words = "a number from -0.5 to 0.5", .least = -0.5, .most = 0.5}));
  parser.option("--drift-shape", command_line::word(into.drift_shape, "constant, linear, periodic or random-walk", {"constant", "linear", "periodic", "random-walk"}));
  parser.option("--drift-period", command_line::number(into.drift_period_us, base::Wanted<double>{.words = "a number above 0", .least = 0.0, .is_above = true}));
  parser.option("--timer-late", command_line::number(into.timer_late_us, base::Wanted<double>{.words = "a number of at least 0", .least = 0.0}));
  parser.option("--timer-late-shape", command_line::word(into.timer_late_shape, "exponential, normal, uniform, lognormal or pareto", {"exponential", "normal", "uniform", "lognormal", "pareto"}));
  parser.option("--loss", command_line::number(into.loss, base::Wanted<double>{.words = "a number from 0 to 0.9", .least = 0.0, .most = 0.9}));
  parser.list("--slow-nodes", command_line::number(into.slow_nodes, base::Wanted<std::int32_t>{.words = "a whole number from 0 to 2^31 - 1", .least = 0}));
  parser.option("--slow-factor", command_line::number(into.slow_factor, base::Wanted<double>{.words = "a number above 0", .least = 0.0, .is_above = true}));
  parser.list("--strobe-sender-dies", command_line::number(into.strobe_sender_dies_us, base::Wanted<double>{.words = "a number of at least 0", .least = 0.0}));
  parser.option("--stop-node", command_line::number(into.stop_node, base::Wanted<std::int32_t>{.words = "a whole number from 0 to 2^31 - 1", .least = 0}));
  parser.option("--stop-at", command_line::number(into.stop_at_us, base::Wanted<double>{.words = "a number of at least 0", .least = 0.0}));
  parser.option("--most-slices", command_line::number(into.most_slices, base::Wanted<std::uint32_t>{.words = "a whole number from 0 to 2^32 - 1", .least = 0u}));
  parser.list("--watch", command_line::number(into.watch, base::Wanted<std::int32_t>{.words = "a whole number from 0 to 2^31 - 1", .least = 0}));
  parser.option("--first-slice", command_line::number(into.first_slice, base::Wanted<std::uint32_t>{.words = "a whole number from 0 to 2^32 - 1", .least = 0u}));
  parser.option("--last-slice", command_line::number(into.last_slice, base::Wanted<std::uint32_t>{.words = "a whole number from 0 to 2^32 - 1", .least = 0u}));
  parser.option("--emds", command_line::path(into.emds));
  parser.option("--events", command_line::path(into.events));
  parser.option("--emds-bytes", command_line::number(into.emds_bytes, base::Wanted<std::int64_t>{.words = "a whole number from 0 to 2^63 - 1", .least = 0}));
  parser.option("--timeline", command_line::path(into.timeline));
  parser.flag("--follow", into.follow);
  parser.flag("--list", into.list);
  parser.flag("--progress", into.progress);
  parser.require("--jitter-shape", {{"--jitter", "", "--jitter X"}});
  parser.require("--noise-period", {{"--noise", "", "--noise US"}});
  parser.require("--drift-shape", {{"--drift", "", "--drift X"}});
  parser.require("--drift-period", {{"--drift-shape", "", "--drift-shape WORD"}});
  parser.require("--timer-late-shape", {{"--timer-late", "", "--timer-late US"}});
  parser.require("--slow-factor", {{"--slow-nodes", "", "--slow-nodes NODE,..."}});
  parser.require("--stop-at", {{"--stop-node", "", "--stop-node NODE"}});
}

std::string help_text(std::string_view start) {
  std::string text =
      "Usage: strobe-simulate [OPTIONS] [PROGRAM]\n"
      "\n"
      "Simulates a program under buffered coscheduling and prints the result as JSON.\n"
      "\n"
      "Arguments:\n"
      "  PROGRAM                     Program to simulate: a name such as barrier,\n"
      "                              ping-pong or sweep, or a file with a script or a\n"
      "                              trace.\n"
      "\n"
      "Program:\n"
      "  --format WORD               Format of the program's file: script or trace; a\n"
      "                              trace is a time-independent trace of SimGrid\n"
      "                              (default: script).\n"
      "  --flops-per-second RATE     Speed of a processor that executes the\n"
      "                              computation of a trace, in operations per second.\n"
      "  --steps N                   Number of steps of the program (default: 10).\n"
      "  --grain US                  Computation in each step, in microseconds\n"
      "                              (default: 1000).\n"
      "  --size BYTES                Size of a message, in bytes (default: 8).\n"
      "  --seed SEED                 Seed of all random numbers (default: 1).\n"
      "  --most-slices N             Number of slices after which the run ends\n"
      "                              (default: no limit).\n"
      "\n"
      "Machine:\n"
      "  --mode WORD                 Which messages wait for a strobe: all of them\n"
      "                              (strict, adaptive), those whose order depends on\n"
      "                              timing (deterministic), or none (fast). Slices\n"
      "                              end by the clock (strict) or when no rank can\n"
      "                              continue (adaptive) (default: strict).\n"
      "  --network NAME|FILE         Network: a name from table 2.1 of the BCS-MPI\n"
      "                              paper, or a JSON file such as the one that\n"
      "                              `strobe fit` writes (default: qsnet).\n"
      "  --t-o TIME                  T_o: time to combine two contributions to a\n"
      "                              reduction, in microseconds. START, or START,SLOPE\n"
      "                              with a slope per byte or double (default: the\n"
      "                              network's, or 0).\n"
      "  --parallel-transfers K      Blocks in transit at once that share no links.\n"
      "                              With more, each moves its data more slowly, in\n"
      "                              proportion (default: the network's, or no limit).\n"
      "  --nodes N                   Number of compute nodes (default: 32).\n"
      "  --ranks-per-node N          Number of ranks on each node (default: 2).\n"
      "  --slice US                  Length of a time slice, in microseconds (default:\n"
      "                              250).\n"
      "  --slice-bytes BYTES         Most data that a node receives in one slice, in\n"
      "                              bytes; 0 is what the network carries in half a\n"
      "                              slice (default: 0).\n"
      "  --eager BYTES               Largest message whose send completes at once, in\n"
      "                              bytes; -1 is none (default: -1).\n"
      "\n"
      "Clock and noise:\n"
      "  --jitter X                  Mean delay of a block of data, in start-up times\n"
      "                              of the network (default: 0).\n"
      "  --jitter-shape WORD         Distribution of these delays: exponential,\n"
      "                              normal, uniform, lognormal or pareto; lognormal\n"
      "                              and pareto have a long tail (default:\n"
      "                              exponential). Requires --jitter.\n"
      "  --noise US                  Time that the operating system takes at each\n"
      "                              interruption, in microseconds (default: 0).\n"
      "  --noise-period US           Period of these interruptions, in microseconds\n"
      "                              (default: 0). Requires --noise.\n"
      "  --drift X                   Drift of the strobe sender's clock, relative to\n"
      "                              the true time (default: 0).\n"
      "  --drift-shape WORD          Course of the clock drift: constant, linear,\n"
      "                              periodic or random-walk. In each period, linear\n"
      "                              grows by the drift, periodic follows a sine, and\n"
      "                              random-walk makes a step of this size (default:\n"
      "                              constant). Requires --drift.\n"
      "  --drift-period US           Period of the clock drift, in microseconds\n"
      "                              (default: 1000000). Requires --drift-shape.\n"
      "  --timer-late US             Mean delay of the strobe sender's timer, in\n"
      "                              microseconds; the next slice starts that much\n"
      "                              later (default: 0).\n"
      "  --timer-late-shape WORD     Distribution of these delays: exponential,\n"
      "                              normal, uniform, lognormal or pareto (default:\n"
      "                              exponential). Requires --timer-late.\n"
      "\n"
      "Faults:\n"
      "  --loss X                    Share of blocks that are lost and sent again\n"
      "                              (default: 0).\n"
      "  --slow-nodes NODE,...       Nodes that compute more slowly.\n"
      "  --slow-factor X             Factor by which these nodes are slower (default:\n"
      "                              1). Requires --slow-nodes.\n"
      "  --strobe-sender-dies TIME,...\n"
      "                              Times at which the strobe sender fails and\n"
      "                              another node takes over, in microseconds after\n"
      "                              the start.\n"
      "  --stop-node NODE            Node that fails.\n"
      "  --stop-at X                 Time at which this node fails, in microseconds\n"
      "                              after the start (default: 0). Requires\n"
      "                              --stop-node.\n"
      "\n"
      "What is recorded:\n"
      "  --watch NODE,...            Nodes whose local metrics are recorded (table 5.2\n"
      "                              of the paper); global metrics always are (table\n"
      "                              5.1).\n"
      "  --first-slice SLICE         First slice whose metrics are recorded (default:\n"
      "                              0).\n"
      "  --last-slice SLICE          Last slice whose metrics are recorded (default:\n"
      "                              the last of the run).\n"
      "  --emds FILE                 CSV file for all metrics.\n"
      "  --events FILE               CSV file for all events without their times, as\n"
      "                              strobe run --mode strict --events writes it.\n"
      "  --emds-bytes BYTES          Memory for metrics, in bytes; if it is full and\n"
      "                              there is no --emds, only the latest are kept\n"
      "                              (default: 1048576).\n"
      "  --timeline FILE             File for a timeline that ui.perfetto.dev and\n"
      "                              chrome://tracing open, with the nodes of --watch\n"
      "                              or else the first 16.\n"
      "\n"
      "Output:\n"
      "  --follow                    One line on standard error for each event.\n"
      "  --list                      List of the programs, networks and modes, as\n"
      "                              JSON.\n"
      "  --progress                  Progress of the run on standard error, as lines\n"
      "                              of JSON.\n"
      "\n"
      "Other:\n"
      "  --help, -h                  This help.\n"
      "  --version                   Version of Strobe.\n";
  return text.append("\nExample:\n\n    ").append(start).append(" sweep --nodes 64 --noise 25 --noise-period 1000").append("\n");
}

}  // namespace strobe::simulate
