// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/options.py from options/*.toml.
// clang-format off
#include "command_line.hpp"

namespace strobe::schedule_program {

void enter(command_line::Parser& parser, CommandLine& into) {
  parser.argument("name", command_line::text(into.name));
  parser.option("--ranks", command_line::number(into.ranks, base::Wanted<std::int32_t>{.words = "a whole number from 1 to 2^31 - 1", .least = 1}));
  parser.option("--branches", command_line::number(into.branches, base::Wanted<std::int32_t>{.words = "a whole number from 1 to 2^31 - 1", .least = 1}));
  parser.option("--root", command_line::number(into.root, base::Wanted<std::int32_t>{.words = "a whole number from 0 to 2^31 - 1", .least = 0}));
  parser.option("--segments", command_line::number(into.segments, base::Wanted<std::int32_t>{.words = "a whole number from 1 to 2^31 - 1", .least = 1}));
  parser.option("--repetitions", command_line::number(into.repetitions, base::Wanted<std::int32_t>{.words = "a whole number from 1 to 2^31 - 1", .least = 1}));
  parser.option("--way", command_line::word(into.way, "spread, combine or combine-on-all", {"spread", "combine", "combine-on-all"}));
  parser.option("--size", command_line::number(into.size, base::Wanted<std::int64_t>{.words = "a whole number from 0 to 2^63 - 1", .least = 0}));
  parser.option("--network", command_line::text(into.network));
  parser.option("--t-s", command_line::text(into.t_s));
  parser.option("--t-c", command_line::text(into.t_c));
  parser.option("--t-m", command_line::text(into.t_m));
  parser.option("--t-o", command_line::text(into.t_o));
  parser.option("--parallel-transfers", command_line::number(into.parallel_transfers, base::Wanted<double>{.words = "a number of at least 1", .least = 1.0}));
  parser.option("--sends", command_line::word(into.sends, "in-turn or at-once", {"in-turn", "at-once"}));
  parser.flag("--list", into.list);
  parser.flag("--brief", into.brief);
  parser.list("--times", command_line::number(into.times, base::Wanted<double>{.words = "a number"}));
  parser.require("--t-s", {{"--t-c", "", "--t-c TIME"}, {"--network", "", "--network NAME|FILE"}});
  parser.require("--t-m", {{"--t-c", "", "--t-c TIME"}, {"--network", "", "--network NAME|FILE"}});
  parser.require("--t-o", {{"--t-c", "", "--t-c TIME"}, {"--network", "", "--network NAME|FILE"}});
  parser.require("--parallel-transfers", {{"--t-c", "", "--t-c TIME"}, {"--network", "", "--network NAME|FILE"}});
}

std::string help_text(std::string_view start) {
  std::string text =
      "Usage: strobe-schedule [OPTIONS] [NAME]\n"
      "\n"
      "Prints a communication pattern, and the times of its messages, as JSON.\n"
      "\n"
      "Arguments:\n"
      "  NAME                        Pattern to draw, such as tree, multiring or\n"
      "                              hypercube.\n"
      "\n"
      "Pattern:\n"
      "  --ranks N                   Number of ranks (default: 8).\n"
      "  --branches N                Branches of a tree in each step, or rings of a\n"
      "                              multiring (default: 1).\n"
      "  --root RANK                 Rank that sends the data, or receives them\n"
      "                              (default: 0).\n"
      "  --segments N                Parts of a message that are forwarded as soon as\n"
      "                              they arrive (default: 1).\n"
      "  --repetitions N             Number of times that the pattern runs; a rank\n"
      "                              starts again as soon as it is free (default: 1).\n"
      "  --way WORD                  Operation on a topology: spread from the root,\n"
      "                              combine at the root, or combine-on-all, which\n"
      "                              leaves the result on all ranks (default: spread).\n"
      "\n"
      "Costs:\n"
      "  --size BYTES                Size of the message, in bytes (default: 0).\n"
      "  --network NAME|FILE         Network whose times are used: a file that `strobe\n"
      "                              fit` wrote, or a name that `strobe simulate`\n"
      "                              lists. A time of these options replaces the\n"
      "                              network's (default: none).\n"
      "  --t-s TIME                  T_s: time after which the sender can continue, in\n"
      "                              microseconds (default: the network's, or 0).\n"
      "                              Requires --t-c or --network.\n"
      "  --t-c TIME                  T_c: time from the start of a send to the end of\n"
      "                              its receive, in microseconds (default: the\n"
      "                              network's, or no times are computed).\n"
      "  --t-m TIME                  T_m: time in which a rank that starts with a send\n"
      "                              copies its data to a buffer, in microseconds\n"
      "                              (default: the network's, or 0). Requires --t-c or\n"
      "                              --network.\n"
      "  --t-o TIME                  T_o: time to combine two messages, in\n"
      "                              microseconds (default: the network's, or 0).\n"
      "                              Requires --t-c or --network.\n"
      "  --parallel-transfers K      Messages in transit at once that share no links,\n"
      "                              memory or cores. With more, each moves its data\n"
      "                              more slowly, in proportion (default: the\n"
      "                              network's, or no limit). Requires --t-c or\n"
      "                              --network.\n"
      "  --sends WORD                Start of the sends of a rank that follow each\n"
      "                              other: in turn, T_s apart, or at once: in-turn or\n"
      "                              at-once. At once, their data share the link of\n"
      "                              the rank (default: in-turn).\n"
      "  --times NUMBER,...          Costs for each of which only the time of each\n"
      "                              rank is printed, in microseconds. Six numbers\n"
      "                              each: T_s, its part that moves data, T_c, its\n"
      "                              part that moves data, T_o, and K of\n"
      "                              --parallel-transfers or 0.\n"
      "\n"
      "Output:\n"
      "  --list                      List of the patterns, as JSON.\n"
      "  --brief                     Numbers of messages and steps in place of each\n"
      "                              message.\n"
      "\n"
      "Other:\n"
      "  --help, -h                  This help.\n"
      "  --version                   Version of Strobe.\n";
  return text.append("\nExample:\n\n    ").append(start).append(" tree --ranks 16 --branches 2").append("\n");
}

}  // namespace strobe::schedule_program
