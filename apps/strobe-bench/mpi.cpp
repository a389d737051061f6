// SPDX-License-Identifier: BSD-3-Clause
//
// strobe-bench: measures under any MPI launcher.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "bench.hpp"
#include "layer/mpi/session.hpp"

using namespace strobe;

int main(int argc, char** argv) {
  if (bench::is_question(argc, argv)) return bench::answer_question(argc, argv);
  const layer::mpi::Session session(&argc, &argv);
  try {
    auto world = layer::mpi::MpiLayer::duplicate_of(MPI_COMM_WORLD);
    return bench::measure_all(
        world, {"mpi", layer::mpi::standard_version(), layer::mpi::library_version()}, argc, argv);
  } catch (const std::exception& error) {
    // The other processes wait for this one, so the launcher must end them: no orderly way is left.
    bench::say(error.what());
    std::fflush(nullptr);
    std::_Exit(bench::cell_failed);
  }
}
