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

}  // namespace strobe::bcs::protocol
