// SPDX-License-Identifier: BSD-3-Clause
//
// What the mains of tests on several processes share. All ranks run the same cases in the same
// order; after each they agree on how it went, so that a failure on one rank fails the case on all,
// and the next case starts in step.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <utility>

namespace strobe::testing {

/// The largest of a number over all ranks; all call it.
using Largest = std::function<std::int32_t(std::int32_t)>;

/// Fails a case on the ranks where it passed when it failed on another.
class Agreement : public ::testing::EmptyTestEventListener {
 public:
  explicit Agreement(Largest largest) : largest_(std::move(largest)) {}

 private:
  void OnTestEnd(const ::testing::TestInfo& info) override {
    const std::int32_t failed_here = info.result()->Failed() ? 1 : 0;
    if (largest_(failed_here) > failed_here) ADD_FAILURE() << "passed here, failed on another rank";
  }

  Largest largest_;
};

/// Prints the failures of a rank other than 0, each named by its rank; rank 0 prints as usual.
class Failures : public ::testing::EmptyTestEventListener {
 public:
  explicit Failures(int rank) : rank_(rank) {}

 private:
  void OnTestPartResult(const ::testing::TestPartResult& part) override {
    if (!part.failed()) return;
    const char* file = part.file_name() == nullptr ? "unknown" : part.file_name();
    std::fprintf(stderr, "rank %d: %s:%d: %s\n", rank_, file, part.line_number(), part.message());
  }

  int rank_;
};

/// Runs all tests of the program; its exit status.
inline int run_ranked_tests(int* argc, char** argv, int rank, Largest largest) {
  if (rank != 0) GTEST_FLAG_SET(output, "");  // one report, that of rank 0
  ::testing::InitGoogleTest(argc, argv);
  ::testing::TestEventListeners& listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (rank != 0) {
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new Failures(rank));  // GoogleTest owns its listeners
  }
  // Ends of tests are told in reverse order, so this one speaks before the printers.
  listeners.Append(new Agreement(std::move(largest)));
  return RUN_ALL_TESTS();
}

}  // namespace strobe::testing
