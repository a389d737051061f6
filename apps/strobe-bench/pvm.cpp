// SPDX-License-Identifier: BSD-3-Clause
//
// strobe-bench-pvm: measures over PVM. Started as `strobe-bench-pvm -n 4 ...` where a virtual
// machine runs, it spawns its other tasks itself.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <thread>

#include "base/format.hpp"
#include "bench.hpp"
#include "layer/pvm/session.hpp"

using namespace strobe;

namespace {

constexpr const char* start = "strobe-bench-pvm -n 2";

/// Tasks that hang are ended by their own watchdogs, one a little before the other, and the first
/// to end is not lost: who misses it waits for his own.
constexpr std::chrono::seconds watchdogs_differ{1};

void give_up(int rank) {
  std::this_thread::sleep_for(watchdogs_differ);
  bench::say(base::format("rank {} has ended before its time", rank));
  std::_Exit(bench::cell_failed);
}

}  // namespace

int main(int argc, char** argv) {
  if (bench::is_question(argc, argv)) {
    return bench::answer_question({argc, argv, start}, bench::layer_kernels());
  }
  std::optional<layer::pvm::Session> session;
  try {
    session.emplace(&argc, &argv, give_up);
  } catch (const std::exception& error) {
    bench::say(error.what());
    return bench::bad_input;
  }
  try {
    auto world = session->world();
    const std::string version = layer::pvm::library_version();
    return bench::measure_all(world, {"pvm", version, "PVM " + version}, {argc, argv, start});
  } catch (const std::exception& error) {
    // The other tasks wait for this one; they end when they see that it has.
    bench::say(error.what());
    std::fflush(nullptr);
    std::_Exit(bench::cell_failed);
  }
}
