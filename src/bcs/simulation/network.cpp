// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/network.hpp"

#include <algorithm>
#include <bit>

#include "bcs/simulation/named.hpp"

namespace strobe::bcs::simulation {

namespace {

constexpr double us = 1e-6;
constexpr double mb_per_s = 1e6;

}  // namespace

// A Compare-And-Write goes to the nodes and back, so a block takes half the time for a level.
// Networks without a multicast (table: "not available") have the bandwidth of their standard: 1
// Gbit/s, and 4 lanes of 2 Gbit/s of data.
const std::vector<Network>& networks() {
  static const std::vector<Network> all{
      Network{"gigabit-ethernet", "Gigabit Ethernet", 0.0, 46 * us, 23 * us, 125 * mb_per_s, false},
      Network{"myrinet", "Myrinet", 0.0, 20 * us, 10 * us, 15 * mb_per_s, false},
      Network{"infiniband", "InfiniBand", 0.0, 20 * us, 10 * us, 1000 * mb_per_s, false},
      Network{"qsnet", "QsNet", 10 * us, 0.0, 5 * us, 150 * mb_per_s, true},
      Network{"bluegene-l", "BlueGene/L", 2 * us, 0.0, 1 * us, 700 * mb_per_s, true},
  };
  return all;
}

std::int32_t levels(std::int32_t nodes) {
  return nodes <= 1 ? 0 : std::bit_width(static_cast<std::uint32_t>(nodes - 1));
}

double Network::compare_on_s(std::int32_t nodes) const {
  return compare_s + compare_per_level_s * std::max(1, levels(nodes));
}

double Network::arrival_s(std::int32_t place, std::int32_t nodes) const {
  if (multicasts || nodes == 1) return start_s;
  // The sender is the root of the tree; the first node is one level below.
  return start_s * std::bit_width(static_cast<std::uint32_t>(place) + 1U);
}

std::int64_t Network::slice_bytes(double slice_s) const {
  return static_cast<std::int64_t>(0.5 * slice_s * bytes_per_s);
}

const Network& network_named(std::string_view name) {
  return named(networks(), &Network::name, name, "network or file");
}

}  // namespace strobe::bcs::simulation
