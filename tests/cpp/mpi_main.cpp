// SPDX-License-Identifier: BSD-3-Clause
// The main of every MPI test. All ranks run the same cases in the same order; after each they agree
// on how it went, so that a failure on one rank fails the case on all, and the next case starts in
// step.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdio>

namespace {

int rank_in_world() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

/// Fails a case on the ranks where it passed when it failed on another.
class Agreement : public testing::EmptyTestEventListener {
  void OnTestEnd(const testing::TestInfo& info) override {
    const int failed_here = info.result()->Failed() ? 1 : 0;
    int failed_anywhere = 0;
    MPI_Allreduce(&failed_here, &failed_anywhere, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (failed_anywhere > failed_here) ADD_FAILURE() << "passed here, failed on another rank";
  }
};

/// Prints the failures of a rank other than 0, each named by its rank; rank 0 prints as usual.
class Failures : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& part) override {
    if (!part.failed()) return;
    const char* file = part.file_name() == nullptr ? "unknown" : part.file_name();
    std::fprintf(stderr, "rank %d: %s:%d: %s\n", rank_in_world(), file, part.line_number(),
                 part.message());
  }
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  testing::InitGoogleTest(&argc, argv);
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  if (rank_in_world() != 0) {
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new Failures);  // GoogleTest owns its listeners
  }
  // Ends of tests are told in reverse order, so this one speaks before the printers.
  listeners.Append(new Agreement);
  const int status = RUN_ALL_TESTS();
  MPI_Finalize();
  return status;
}
