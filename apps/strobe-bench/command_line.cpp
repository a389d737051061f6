// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/options.py from options/*.toml.
// clang-format off
#include "command_line.hpp"

namespace strobe::bench {

void enter(command_line::Parser& parser, CommandLine& into) {
  parser.list("--kernel", command_line::text(into.kernel));
  parser.flag("--quick", into.quick);
  parser.option("--size", command_line::text(into.size));
  parser.list("--set", command_line::text(into.axes));
  parser.flag("--keep-blas-environment", into.keep_blas_environment);
  parser.option("--adjacency", command_line::text(into.adjacency));
  parser.option("--host-rank", command_line::number(into.host_rank, base::Wanted<std::int32_t>{.words = "a whole number from 0 to 2^31 - 1", .least = 0}));
  parser.option("--host-cpus", command_line::text(into.host_cpus));
  parser.option("--scratch", command_line::text(into.scratch));
  parser.option("--relative-error", command_line::number(into.relative_error, base::Wanted<double>{.words = "a number from 1e-06 to 10", .least = 1e-06, .most = 10.0}));
  parser.option("--confidence", command_line::number(into.confidence, base::Wanted<double>{.words = "a number from 0.5 to 0.9999", .least = 0.5, .most = 0.9999}));
  parser.option("--budget", command_line::number(into.budget, base::Wanted<double>{.words = "a number above 0", .least = 0.0, .is_above = true}));
  parser.option("--cell-budget", command_line::number(into.cell_budget, base::Wanted<double>{.words = "a number above 0", .least = 0.0, .is_above = true}));
  parser.option("--repetitions", command_line::number(into.repetitions, base::Wanted<std::int64_t>{.words = "a whole number of at least 1", .least = 1}));
  parser.option("--hang-after", command_line::number(into.hang_after, base::Wanted<double>{.words = "a number above 0", .least = 0.0, .is_above = true}));
  parser.option("--suite", command_line::text(into.suite));
  parser.option("--samples-min", command_line::number(into.samples_min, base::Wanted<std::int64_t>{.words = "a whole number of at least 1", .least = 1}));
  parser.option("--visits-min", command_line::number(into.visits_min, base::Wanted<std::int32_t>{.words = "a whole number from 1 to 2^31 - 1", .least = 1}));
  parser.option("--sample", command_line::number(into.sample_s, base::Wanted<double>{.words = "a number of at least 0", .least = 0.0}));
  parser.option("--format", command_line::word(into.format, "table, osu, csv or jsonl", {"table", "osu", "csv", "jsonl"}));
  parser.option("--record", command_line::path(into.record));
  parser.option("--launch", command_line::number(into.launch, base::Wanted<std::int32_t>{.words = "a whole number from 0 to 2^31 - 1", .least = 0}));
  parser.flag("--resume", into.resume);
  parser.option("--time-left", command_line::number(into.time_left, base::Wanted<double>{.words = "a number above 0", .least = 0.0, .is_above = true}));
  parser.option("--expect-ranks", command_line::number(into.expect_ranks, base::Wanted<std::int32_t>{.words = "a whole number from 1 to 2^31 - 1", .least = 1}));
  parser.flag("--list", into.list);
  parser.flag("--json", into.json);
  parser.list("--blas", command_line::text(into.blas));
  parser.option("--seed", command_line::number(into.seed, base::Wanted<std::uint64_t>{.words = "a whole number from 0 to 2^64 - 1", .least = 0u}));
  parser.require("--json", {{"--list", "", "--list"}});
}

std::string help_text(std::string_view start) {
  std::string text =
      "Usage: strobe-bench [OPTIONS]\n"
      "\n"
      "Measures how this machine passes messages, moves memory and computes.\n"
      "\n"
      "Kernels:\n"
      "  --kernel NAME               Kernel to measure, of the suite or alone; may be\n"
      "                              repeated.\n"
      "  --quick                     Short form of the suite, with fewer points; takes\n"
      "                              at most 90 seconds.\n"
      "  --size SIZES                Message sizes or working-set sizes, such as 0:4Mi\n"
      "                              or 8,1Ki,64Ki, in bytes (default: those of the\n"
      "                              suite or kernel).\n"
      "  --set AXIS=V                Values of any axis, as AXIS=V or AXIS=V1,V2; may\n"
      "                              be repeated.\n"
      "  --keep-blas-environment     Variables such as OPENBLAS_CORETYPE stay set for\n"
      "                              the BLAS libraries; by default Strobe unsets\n"
      "                              them.\n"
      "  --adjacency WORD|FILE       Neighbours in the process grids of the matrix\n"
      "                              kernels: gray, cartesian, measured, or a file\n"
      "                              with one row of the grid a line (default:\n"
      "                              cartesian).\n"
      "  --scratch FOLDER            Folder for temporary files that all ranks can\n"
      "                              read and write (default: the system's temporary\n"
      "                              folder).\n"
      "  --suite NAME|FILE           Suite to measure.\n"
      "  --blas LIBRARY              BLAS library to compare, as PATH or NAME=PATH;\n"
      "                              may be repeated.\n"
      "\n"
      "Ranks:\n"
      "  --host-rank N               Rank of the process that is the host of the\n"
      "                              kernels between host and nodes, as the CM-5 study\n"
      "                              has one (default: 0).\n"
      "  --host-cpus CPUS            CPUs to which that process binds itself, such as\n"
      "                              3 or 0-3,8 (default: those of the launcher's\n"
      "                              binding).\n"
      "\n"
      "Precision:\n"
      "  --relative-error X          Wanted half-width of each median's confidence\n"
      "                              interval, relative to the median (default: that\n"
      "                              of the suite, or 0.025).\n"
      "  --confidence X              Confidence level of that interval (default:\n"
      "                              0.95).\n"
      "  --budget SECONDS            Time that one launch may take, in seconds\n"
      "                              (default: that of the suite, or 75).\n"
      "  --cell-budget SECONDS       Time that the samples of one cell may take, in\n"
      "                              seconds (default: that of the suite, or 2).\n"
      "  --repetitions N             Number of operations in each sample (default: as\n"
      "                              many as take 50 microseconds).\n"
      "  --hang-after SECONDS        Time without a sample after which a cell counts\n"
      "                              as hung, in seconds (default: 20).\n"
      "  --samples-min N             Least number of samples of a cell (default: that\n"
      "                              of the suite, or 100).\n"
      "  --visits-min N              Least number of visits to a cell, apart in time\n"
      "                              (default: that of the suite, or 6).\n"
      "  --sample SECONDS            Least duration of one sample, in seconds\n"
      "                              (default: 0.00005).\n"
      "  --time-left SECONDS         Time after which the job is ended, in seconds;\n"
      "                              the budget of the launch is at most as long\n"
      "                              (default: no limit).\n"
      "  --seed SEED                 Seed of the order of the cells (default: 1).\n"
      "\n"
      "Output:\n"
      "  --format WORD               Format of standard output: table, osu, csv or\n"
      "                              jsonl (default: table).\n"
      "  --record FILE               File to which every sample is appended, as JSON\n"
      "                              Lines.\n"
      "  --launch N                  Number of this launch in its run (default: 0).\n"
      "  --resume                    Leave out the cells that the record file has\n"
      "                              already.\n"
      "  --expect-ranks N            Number of ranks that the launcher must have\n"
      "                              started (default: any).\n"
      "  --list                      List of the kernels, their axes, and the suites.\n"
      "  --json                      JSON in place of text. Requires --list.\n"
      "\n"
      "Other:\n"
      "  --help, -h                  This help.\n"
      "  --version                   Version of Strobe.\n";
  return text.append("\nExample:\n\n    ").append(start).append(" --kernel echo --size 0:4Mi").append("\n");
}

}  // namespace strobe::bench
