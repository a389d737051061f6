// SPDX-License-Identifier: BSD-3-Clause
//
// From which size on data are cut. The study of the BLACS (suites/blacs.toml) predicts messages
// that travel whole, so the bound is known to strobe.report.paper.predictions too.
#include "blacs/pieces.hpp"

#include <gtest/gtest.h>

#include <string>

namespace strobe::blacs {
namespace {

constexpr std::size_t largest_of_the_note = std::size_t{50'000} * sizeof(double);
constexpr std::size_t smallest_cut = std::size_t{512} << 10;

TEST(Pieces, LeaveTheMessagesOfTheNoteWhole) {
  for (const char top : std::string("idsmht123456789f")) {
    const Route route = required_route(Topology::of(top), {.rings = 3, .branches = 2});
    for (int processes = 1; processes <= 64; ++processes) {
      for (const std::size_t size_bytes : {largest_of_the_note, smallest_cut - sizeof(double)}) {
        EXPECT_EQ(Pieces::of_broadcast(route, processes, size_bytes, sizeof(double)).count, 1)
            << top << " of " << processes;
      }
    }
  }
  EXPECT_GT(
      Pieces::of_broadcast(required_route(Topology::of('i'), {}), 8, smallest_cut, sizeof(double))
          .count,
      1);
  const Route ring = required_route(Topology::of('i'), {});
  for (const std::size_t size_bytes : {largest_of_the_note, smallest_cut - sizeof(double)}) {
    EXPECT_EQ(Pieces::of_combine(ring, 8, size_bytes, sizeof(double)).count, 1);
    EXPECT_EQ(Pieces::of_combine(std::nullopt, 8, size_bytes, sizeof(double)).count, 1);
  }
}

}  // namespace
}  // namespace strobe::blacs
