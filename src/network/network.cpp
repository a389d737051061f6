// SPDX-License-Identifier: BSD-3-Clause
#include "network/network.hpp"

#include <algorithm>
#include <bit>

#include "base/named.hpp"

namespace strobe::network {

namespace {

constexpr double us = 1e-6;
constexpr double mb_per_s = 1e6;

}  // namespace

// A Compare-And-Write goes to the nodes and back, so a block takes half the time for a level.
// Networks without a multicast (table: "not available") have the bandwidth of their standard: 1
// Gbit/s, and 4 lanes of 2 Gbit/s of data.
const std::vector<Network>& networks() {
  static const std::vector<Network> all{
      {.name = "gigabit-ethernet",
       .title = "Gigabit Ethernet",
       .compare_s = 0.0,
       .compare_per_level_s = 46 * us,
       .start_s = 23 * us,
       .bytes_per_s = 125 * mb_per_s,
       .multicasts = false},
      {.name = "myrinet",
       .title = "Myrinet",
       .compare_s = 0.0,
       .compare_per_level_s = 20 * us,
       .start_s = 10 * us,
       .bytes_per_s = 15 * mb_per_s,
       .multicasts = false},
      {.name = "infiniband",
       .title = "InfiniBand",
       .compare_s = 0.0,
       .compare_per_level_s = 20 * us,
       .start_s = 10 * us,
       .bytes_per_s = 1000 * mb_per_s,
       .multicasts = false},
      {.name = "qsnet",
       .title = "QsNet",
       .compare_s = 10 * us,
       .compare_per_level_s = 0.0,
       .start_s = 5 * us,
       .bytes_per_s = 150 * mb_per_s,
       .multicasts = true},
      {.name = "bluegene-l",
       .title = "BlueGene/L",
       .compare_s = 2 * us,
       .compare_per_level_s = 0.0,
       .start_s = 1 * us,
       .bytes_per_s = 700 * mb_per_s,
       .multicasts = true},
  };
  return all;
}

std::int32_t levels(std::int32_t nodes) {
  return nodes <= 1 ? 0 : std::bit_width(static_cast<std::uint32_t>(nodes - 1));
}

LinearCost Network::complete() const {
  return t_c.value_or(LinearCost{.start_s = start_s, .per_byte_s = 1.0 / bytes_per_s});
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
  return base::named(networks(), &Network::name, name, "network or file");
}

}  // namespace strobe::network
