// SPDX-License-Identifier: BSD-3-Clause
//
// Programs for a pretended cluster.
#pragma once

#include <utility>
#include <vector>

#include "bcs/pretended_cluster.hpp"
#include "bcs/protocol/calls.hpp"
#include "bcs/simulation/random_programs.hpp"

namespace strobe::bcs::protocol {

using simulation::varying_exchange;

inline Program program(std::vector<Operation> operations) {
  Program lines;
  for (Operation& operation : operations) lines.push_back({std::move(operation)});
  return lines;
}

inline Programs random_programs(std::uint64_t seed, Rank ranks, std::size_t rounds) {
  Programs programs;
  for (auto& operations : simulation::random_programs(seed, ranks, rounds)) {
    programs.push_back(program(std::move(operations)));
  }
  return programs;
}

// What only programs of MPI call.

inline Operation cancel(Request request) { return {.call = Call::cancel, .requests = {request}}; }
inline Operation claim(Rank from, std::int32_t tag = 0) {
  return {.call = Call::claim, .peer = from, .tag = tag};
}
inline Operation receive_claimed(Rank from, std::uint32_t message) {
  Operation operation = receive(from);
  operation.claimed = message;
  return operation;
}
inline Operation wait_any() { return {.call = Call::wait_any}; }
/// The wait with one more probe.
inline Operation probing(Operation wait, Rank from, std::int32_t tag = 0) {
  wait.probes.push_back({.call = Call::probe, .peer = from, .tag = tag});
  return wait;
}
inline Operation synchronous(Operation send) {
  send.is_synchronous = true;
  return send;
}
inline Operation in_context(std::uint64_t context, Operation operation) {
  operation.context = context;
  return operation;
}

}  // namespace strobe::bcs::protocol
