// SPDX-License-Identifier: BSD-3-Clause
//
// A program that writes into memory that is not its own: the one that the ranks of a node share.
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <string_view>

#include "bcs/run/world.hpp"
#include "bcs/runtime/segment.hpp"

using strobe::bcs::run::world_rank;
using strobe::bcs::run::world_size;
namespace runtime = strobe::bcs::runtime;

namespace {

/// Where it is mapped; null without the runtime.
std::byte* shared_memory() {
  std::FILE* const maps = std::fopen("/proc/self/maps", "r");
  std::byte* found = nullptr;
  char line[512];
  while (found == nullptr && std::fgets(line, sizeof line, maps) != nullptr) {
    std::uintptr_t begin = 0;
    char name[256] = "";
    std::sscanf(line, "%lx-%*x %*s %*s %*s %*s %255s", &begin, name);
    if (std::string_view(name).starts_with("/memfd:strobe-run")) {
      found = reinterpret_cast<std::byte*>(begin);
    }
  }
  std::fclose(maps);
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  std::byte* const memory = shared_memory();
  if (memory != nullptr && world_rank() == 0) {
    runtime::Segment segment(memory, world_size());
    for (runtime::Descriptor& slot : segment.channel(1, 0).ring->slots) slot.turn = 0xdddd;
  }
  int value = 0;
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (world_rank() == 0) {
    MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
