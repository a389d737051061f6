// SPDX-License-Identifier: BSD-3-Clause
//
// A program of the BCS API in strict mode: the record of its events on a real node, and that of a
// simulation with the same delays, are the same line by line.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "bcs/run/bcs_both.hpp"

namespace strobe::bcs::run {
namespace {

constexpr std::int64_t slice_bytes = 50'000;
constexpr std::int64_t eager_bytes = 1000;

/// A message of several chunks, a short one, and a reduction over a group.
void exchange(Rank& rank) {
  const std::int32_t next = (rank.own + 1) % rank.all;
  const std::int32_t previous = (rank.own + rank.all - 1) % rank.all;
  for (const std::int64_t bytes : {8, 2000, 120'000}) {
    std::vector<unsigned char> out(static_cast<std::size_t>(bytes),
                                   static_cast<unsigned char>(rank.own + 1));
    std::vector<unsigned char> in(out.size());
    bcs_request sent = bcs_no_request;
    bcs_status status{};
    rank.expect(bcs_send(out.data(), bytes, next, 7, bcs_world, bcs_non_blocking, &sent));
    rank.expect(bcs_compute(1e-4 * rank.own));
    rank.expect(bcs_recv(in.data(), bytes, rank.own % 2 == 0 ? previous : bcs_any_source, 7,
                         bcs_world, bcs_blocking, nullptr, &status));
    finish(rank, sent);
    const auto wrong = std::ranges::count_if(
        in, [&](unsigned char byte) { return byte != static_cast<unsigned char>(previous + 1); });
    rank.print("exchange", bytes, wrong, status.source);
  }
}

void combine(Rank& rank) {
  std::array<double, 2> numbers{rank.own + 0.25, 1.0 / (rank.own + 3)};
  rank.expect(bcs_reduce(numbers.data(), numbers.data(), 2, bcs_double, bcs_sum, bcs_all, 1,
                         bcs_blocking, nullptr));
  rank.expect(bcs_bcast(numbers.data(), 16, rank.all - 1, bcs_world, bcs_blocking, nullptr));
  rank.print("combine", numbers[0], numbers[1]);
  std::vector<std::int64_t> all(static_cast<std::size_t>(rank.all));
  const std::int64_t own = rank.own;
  rank.expect(bcs_allgather(&own, 8, all.data(), nullptr, bcs_non_vectorial, bcs_world,
                            bcs_blocking, nullptr));
  rank.expect(bcs_barrier(bcs_world, bcs_blocking, nullptr));
  for (const std::int64_t one : all) rank.print("gathered", one);
}

void do_both(Rank& rank) {
  exchange(rank);
  combine(rank);
}

std::vector<std::string> lines_of(const std::string& path, bool sorts) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  // Blocks between nodes overtake each other within a microphase.
  if (sorts) std::ranges::sort(lines);
  return lines;
}

/// The metrics count the chunks and the collectives of the program.
int check_metrics(const std::string& path, std::int32_t nodes) {
  const std::vector<std::string> lines = lines_of(path, false);
  if (lines.empty() || !lines.front().ends_with(",ltr_rh_s")) return fail("EMDS has no LTRi");
  std::int64_t chunks = 0;
  std::int64_t collectives = 0;
  for (auto line = lines.begin() + 1; line != lines.end(); ++line) {
    std::vector<std::string> fields;
    std::istringstream parts(*line);
    for (std::string field; std::getline(parts, field, ',');) fields.push_back(field);
    if (fields.size() != 23) return fail("a line of EMDS is '" + *line + "'");
    chunks += std::stoll(fields[14]);
    collectives += std::stoll(fields[15]);
  }
  if ((lines.size() - 1) % static_cast<std::size_t>(nodes) != 0) return fail("a node is missing");
  if (chunks == 0 || collectives == 0) return fail("EMDS has counted nothing");
  return 0;
}

/// PROGRAM RANKS; STROBE_NODES says on how many nodes, as many on each.
int run_and_simulate(int argc, char** argv) {
  const std::int32_t ranks = argc > 1 ? std::stoi(argv[1]) : 1;
  const char* const pretended = std::getenv("STROBE_NODES");
  const std::int32_t nodes = pretended == nullptr ? 1 : std::stoi(pretended);
  const std::string folder =
      std::filesystem::temp_directory_path() / ("strobe-strict-" + std::to_string(getpid()));
  const std::string of_real = folder + "-real";
  const std::string of_simulated = folder + "-simulated";
  const std::string metrics = folder + "-emds";
  setenv("STROBE_EVENTS", of_real.c_str(), 1);
  setenv("STROBE_EMDS", metrics.c_str(), 1);
  setenv("STROBE_SLICE_BYTES", std::to_string(slice_bytes).c_str(), 1);
  setenv("STROBE_EAGER_LIMIT", std::to_string(eager_bytes).c_str(), 1);
  std::vector<std::int32_t> reversed(static_cast<std::size_t>(ranks));
  std::iota(reversed.rbegin(), reversed.rend(), 0);
  const bcs_group group{ranks, reversed.data()};
  Both real{do_both};
  const int error = bcs_run(Both::run, &real, 1, &group);
  if (error != bcs_ok) return fail(bcs_error_string(error));
  if (real.told.empty()) return 0;

  bcs_machine machine;
  bcs_machine_initialise(&machine);
  std::vector<std::int32_t> node_of(static_cast<std::size_t>(ranks));
  for (std::int32_t rank = 0; rank < ranks; ++rank) {
    node_of[static_cast<std::size_t>(rank)] = rank % nodes;
  }
  machine.nodes = nodes;
  machine.ranks_per_node = ranks / nodes;
  machine.node_of = node_of.data();
  machine.groups = 1;
  machine.group = &group;
  machine.slice_s = 0.05;
  machine.slice_bytes = slice_bytes;
  machine.eager_bytes = eager_bytes;
  machine.events = of_simulated.c_str();
  machine.delays = of_real.c_str();
  bcs_outcome outcome;
  Both simulated{do_both};
  if (bcs_simulate(&machine, Both::run, &simulated, &outcome) != bcs_ok ||
      outcome.end != bcs_end_finished) {
    return fail(std::string("the simulation fails: ") + outcome.report);
  }
  bcs_outcome_free(&outcome);
  int failures = check_metrics(metrics, nodes);
  std::filesystem::remove(metrics);
  for (std::size_t rank = 0; rank < real.told.size(); ++rank) {
    failures += compare(rank, real.told[rank], simulated.told[rank]);
  }
  const std::vector<std::string> events = lines_of(of_real, nodes > 1);
  const std::vector<std::string> others = lines_of(of_simulated, nodes > 1);
  std::filesystem::remove(of_real);
  std::filesystem::remove(of_simulated);
  if (events.size() < 50) return fail("there is no record of events");
  const auto [at, other] = std::ranges::mismatch(events, others);
  if (at == events.end() && other == others.end()) return failures == 0 ? 0 : 1;
  return fail("event " + std::to_string(at - events.begin()) + " is\n" +
              (at == events.end() ? "missing" : *at) + "\nand in the simulation\n" +
              (other == others.end() ? "missing" : *other));
}

}  // namespace
}  // namespace strobe::bcs::run

int main(int argc, char** argv) { return strobe::bcs::run::run_and_simulate(argc, argv); }
