// SPDX-License-Identifier: BSD-3-Clause
//
// Runs a program of the BCS API as real processes, and in rank 0 a second time on a simulated
// machine with as many processes. What both print must be the same.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "strobe/bcs_run.h"
#include "strobe/bcs_simulation.h"

namespace strobe::bcs::run {

/// Whether a receive from any source gets the same message whatever the timing: not so in the modes
/// strict and fast.
inline bool are_matches_certain = true;

/// One process of a program: its place, and what it prints.
class Rank {
 public:
  Rank() {
    bcs_rank(bcs_world, &own);
    bcs_size(bcs_world, &all);
  }
  std::int32_t own = -1;
  std::int32_t all = 0;
  std::string text;

  template <class... Values>
  void print(const char* what, Values... values) {
    text += what;
    ((text += ' ', text += std::to_string(values)), ...);
    text += '\n';
  }
  void expect(int error) {
    if (error != bcs_ok) print("unexpected error", error);
  }
};

inline void finish(Rank& rank, bcs_request& request, bcs_status* status = nullptr) {
  rank.expect(bcs_test(&request, bcs_blocking, nullptr, status));
  if (request != bcs_no_request) rank.print("the request is still open");
}

/// Gathers the texts of all processes in `told` of rank 0.
inline void tell(Rank& rank, std::vector<std::string>& told) {
  const auto all = static_cast<std::size_t>(rank.all);
  const auto bytes = static_cast<std::int64_t>(rank.text.size());
  std::vector<std::int64_t> sizes(all);
  rank.expect(bcs_gather(&bytes, 8, sizes.data(), nullptr, 0, bcs_non_vectorial, bcs_world,
                         bcs_blocking, nullptr));
  std::string texts(rank.own == 0 ? static_cast<std::size_t>(
                                        std::accumulate(sizes.begin(), sizes.end(), std::int64_t{}))
                                  : 0,
                    '\0');
  const bcs_parts parts{sizes.data(), nullptr};
  rank.expect(bcs_gather(rank.text.data(), bytes, texts.data(), &parts, 0, bcs_vectorial, bcs_world,
                         bcs_blocking, nullptr));
  if (rank.own != 0) return;
  told.clear();
  std::size_t begin = 0;
  for (const std::int64_t size : sizes) {
    told.push_back(texts.substr(begin, static_cast<std::size_t>(size)));
    begin += static_cast<std::size_t>(size);
  }
}

inline int fail(const std::string& sentence) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  return 1;
}

/// The first line in which two texts differ.
inline int compare(std::size_t rank, std::string_view real, std::string_view simulated) {
  if (real == simulated) return 0;
  const auto [at, other] = std::ranges::mismatch(real, simulated);
  const auto line = [](std::string_view text, auto place) {
    const auto index = static_cast<std::size_t>(place - text.begin());
    const std::size_t begin = index == 0 ? 0 : text.rfind('\n', index - 1) + 1;
    return std::string(text.substr(begin, text.find('\n', begin) - begin));
  };
  return fail("rank " + std::to_string(rank) + " prints '" + line(real, at) +
              "', and in the simulation '" + line(simulated, other) + "'");
}

/// A program and the text of each of its processes.
struct Both {
  void (*program)(Rank& rank) = nullptr;
  std::vector<std::string> told{};

  static void run(void* argument) {
    Both& both = *static_cast<Both*>(argument);
    Rank rank;
    both.program(rank);
    tell(rank, both.told);
  }
};

/// The status of a test: PROGRAM RANKS, in the mode that STROBE_MODE names. Group 1 is the world in
/// reverse order, group 2 is rank 0.
inline int run_both(int argc, char** argv, void (*program)(Rank& rank)) {
  const std::int32_t ranks = argc > 1 ? std::stoi(argv[1]) : 1;
  const char* const mode = std::getenv("STROBE_MODE");
  are_matches_certain = mode == nullptr || std::string_view(mode) == "deterministic" ||
                        std::string_view(mode) == "adaptive";
  std::vector<std::int32_t> reversed(static_cast<std::size_t>(ranks));
  std::iota(reversed.rbegin(), reversed.rend(), 0);
  const std::array<bcs_group, 2> groups{bcs_group{ranks, reversed.data()},
                                        bcs_group{1, &reversed.back()}};
  Both real{program};
  const int error = bcs_run(Both::run, &real, 2, groups.data());
  if (error != bcs_ok) return fail(bcs_error_string(error));
  if (bcs_run(Both::run, &real, 0, nullptr) != bcs_error_repeated) return fail("it runs twice");
  if (real.told.empty()) return 0;
  if (real.told.size() != static_cast<std::size_t>(ranks)) return fail("RANKS is wrong");

  bcs_machine machine;
  bcs_machine_initialise(&machine);
  machine.mode = bcs_deterministic;
  machine.nodes = ranks;
  machine.ranks_per_node = 1;
  machine.eager_bytes = 64 * 1024;
  machine.groups = 2;
  machine.group = groups.data();
  machine.stack_bytes = 1024 * 1024;
  bcs_outcome outcome;
  Both simulated{program};
  if (bcs_simulate(&machine, Both::run, &simulated, &outcome) != bcs_ok ||
      outcome.end != bcs_end_finished) {
    return fail(std::string("the simulation fails: ") + outcome.report);
  }
  bcs_outcome_free(&outcome);
  int failures = 0;
  for (std::size_t rank = 0; rank < real.told.size(); ++rank) {
    failures += compare(rank, real.told[rank], simulated.told[rank]);
  }
  return failures == 0 ? 0 : 1;
}

}  // namespace strobe::bcs::run
