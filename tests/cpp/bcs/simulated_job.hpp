// SPDX-License-Identifier: BSD-3-Clause
//
// Short words for tests that are programs of the BCS API.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "strobe/bcs.h"
#include "strobe/bcs_simulation.h"

namespace strobe::bcs::api {

inline constexpr bcs_mode every_mode[] = {bcs_strict, bcs_adaptive, bcs_deterministic, bcs_fast};

/// A machine with one process per node.
inline bcs_machine machine_of(std::int32_t ranks, bcs_mode mode = bcs_deterministic) {
  bcs_machine machine;
  bcs_machine_initialise(&machine);
  machine.mode = mode;
  machine.nodes = ranks;
  machine.ranks_per_node = 1;
  return machine;
}

/// The outcome of a job, with its own copy of the report.
struct Ended {
  int error = bcs_ok;
  bcs_end end = bcs_end_finished;
  double time_s = 0.0;
  std::uint32_t slices = 0;
  std::uint64_t hash = 0;
  std::string report;
};

template <class Program>
Ended simulate(const bcs_machine& machine, Program program) {
  bcs_outcome outcome;
  const int error = bcs_simulate(
      &machine, [](void* argument) { (*static_cast<Program*>(argument))(); }, &program, &outcome);
  Ended ended{error,          outcome.end,  outcome.time_s,
              outcome.slices, outcome.hash, outcome.report == nullptr ? "" : outcome.report};
  bcs_outcome_free(&outcome);
  return ended;
}

/// The job must finish without a report.
inline void expect_finished(const Ended& ended) {
  EXPECT_EQ(ended.error, bcs_ok);
  EXPECT_EQ(ended.end, bcs_end_finished);
  EXPECT_EQ(ended.report, "");
}

inline std::int32_t my_rank(bcs_communicator communicator = bcs_world) {
  std::int32_t rank = -1;
  EXPECT_EQ(bcs_rank(communicator, &rank), bcs_ok);
  return rank;
}
inline std::int32_t my_size(bcs_communicator communicator = bcs_world) {
  std::int32_t size = -1;
  EXPECT_EQ(bcs_size(communicator, &size), bcs_ok);
  return size;
}

/// Data between two guards, which must stay unchanged.
class Guarded {
 public:
  explicit Guarded(std::int64_t bytes)
      : bytes_(static_cast<std::size_t>(bytes)), all_(bytes_ + 2 * guard, mark) {}
  [[nodiscard]] unsigned char* data() { return all_.data() + guard; }
  /// Fills the data with the contents of one message.
  void fill(std::int32_t seed) {
    for (std::size_t i = 0; i < bytes_; ++i) data()[i] = byte(seed, i);
  }
  void expect(std::int32_t seed) {
    for (std::size_t i = 0; i < bytes_; ++i) ASSERT_EQ(data()[i], byte(seed, i)) << "byte " << i;
    expect_guards();
  }
  void expect_untouched() {
    for (const unsigned char one : all_) ASSERT_EQ(one, mark);
  }

 private:
  static constexpr std::size_t guard = 16;
  static constexpr unsigned char mark = 0xa5;
  static unsigned char byte(std::int32_t seed, std::size_t place) {
    return static_cast<unsigned char>(static_cast<std::size_t>(seed) * 37 + place * 11 +
                                      place / 256);
  }
  void expect_guards() {
    for (std::size_t i = 0; i < guard; ++i) {
      ASSERT_EQ(all_[i], mark);
      ASSERT_EQ(all_[guard + bytes_ + i], mark);
    }
  }

  std::size_t bytes_;
  std::vector<unsigned char> all_;
};

/// Waits for a nonblocking operation; a blocking one has no request.
inline void finish(bcs_waiting waiting, bcs_request& request) {
  if (waiting == bcs_non_blocking) {
    EXPECT_NE(request, bcs_no_request);
    EXPECT_EQ(bcs_test(&request, bcs_blocking, nullptr, nullptr), bcs_ok);
  }
  EXPECT_EQ(request, bcs_no_request);
}

}  // namespace strobe::bcs::api
