// SPDX-License-Identifier: BSD-3-Clause
//
// strobe-bench: measures under any MPI launcher.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <vector>

#include "bench.hpp"
#include "layer/mpi/limits.hpp"
#include "layer/mpi/session.hpp"

using namespace strobe;

namespace {

constexpr const char* start = "mpiexec -n 2 strobe-bench";

/// The kernel `threads` alone has calls from several threads, and MPI must know before it starts.
layer::mpi::Threads threads_of(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  constexpr std::array<std::string_view, 2> asked_for{"--kernel", "threads"};
  const bool several = !std::ranges::search(words, asked_for).empty();
  return several ? layer::mpi::Threads::several : layer::mpi::Threads::one;
}

}  // namespace

int main(int argc, char** argv) {
  if (bench::is_question(argc, argv)) {
    return bench::answer_question({argc, argv, start}, bench::layer_kernels());
  }
  const layer::mpi::Session session(&argc, &argv, threads_of(argc, argv));
  try {
    auto world = layer::mpi::MpiLayer::duplicate_of(MPI_COMM_WORLD);
    const measure::LayerFacts facts{"mpi", layer::mpi::standard_version(),
                                    layer::mpi::library_version(), layer::mpi::protocol_limits()};
    const measure::TimedRegion initialisation{session.init_entry().count(),
                                              session.init_exit().count()};
    return bench::measure_all(world, facts, {argc, argv, start}, initialisation);
  } catch (const std::exception& error) {
    // The other processes wait for this one, so the launcher must end them: no orderly way is left.
    bench::say(error.what());
    std::fflush(nullptr);
    std::_Exit(bench::cell_failed);
  }
}
