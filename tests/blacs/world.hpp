// SPDX-License-Identifier: BSD-3-Clause
//
// What the tester needs of its processes beside the BLACS that it tests: who they are, and what
// each of them knows. It goes over a message layer, that of MPI or that of PVM.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include STROBE_LAYER_HEADER

namespace strobe::blacs_test {

using Layer = STROBE_LAYER;

// Of the machine that has started the processes.
bool has_started();
bool has_ended();
void start(int* argc, char*** argv);
void end_machine();
[[noreturn]] void abort_machine(int status);
Layer layer_of_all();

/// All processes call both; between them lies what follows.
void join_world();
void leave_world();

Layer& world();
int world_rank();
int world_size();

/// What each process has, by rank; of `layer`, or of all.
template <class T>
std::vector<T> from_all(std::span<const T> mine, Layer& layer) {
  std::vector<T> all(mine.size() * static_cast<std::size_t>(layer.size()));
  layer.allgather(std::as_bytes(mine), std::as_writable_bytes(std::span(all)));
  return all;
}
template <class T>
std::vector<T> from_all(const T& mine) {
  return from_all(std::span(&mine, 1), world());
}

/// Holds all processes until the last has come.
inline void meet() { from_all('x'); }

/// A token to and from a rank.
void tell(int rank);
void hear(int rank);

/// Every process' text, in the order of their ranks, on rank 0.
std::string gathered(const std::string& text);

}  // namespace strobe::blacs_test
