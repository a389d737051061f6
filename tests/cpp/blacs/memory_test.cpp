// SPDX-License-Identifier: BSD-3-Clause
//
// The memory after a million sends is that after a thousand: buffers are reused, and nothing grows
// with the number of messages.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>

#include "strobe/blacs.h"

namespace {

using Int = strobe_blacs_int;

/// What the process has in memory.
std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t pages = 0;
  std::size_t resident_pages = 0;
  file >> pages >> resident_pages;
  return resident_pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST(BlacsMemory, AfterAMillionSendsIsThatAfterAThousand) {
  Int rank = 0;
  Int size = 0;
  Cblacs_pinfo(&rank, &size);
  ASSERT_EQ(size, 2);
  Int context = -1;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", 1, 2);
  const Int partner = 1 - rank;
  // Messages of two sizes, some of them outstanding at any time.
  constexpr Int outstanding = 10;
  constexpr Int largest = 16;
  const auto send = [&](int messages) {
    double out[largest] = {};
    double in[largest] = {};
    for (int message = 0; message < messages; message += outstanding) {
      for (Int k = 0; k < outstanding; ++k) {
        out[0] = message;
        Cdgesd2d(context, k % 2 == 0 ? 1 : largest, 1, out, largest, 0, partner);
      }
      for (Int k = 0; k < outstanding; ++k) {
        Cdgerv2d(context, k % 2 == 0 ? 1 : largest, 1, in, largest, 0, partner);
        ASSERT_EQ(in[0], message);
      }
    }
  };
  send(1'000);
  const std::size_t after_thousand = resident_bytes();
  send(999'000);
  const std::size_t after_million = resident_bytes();
  RecordProperty("after_thousand_bytes", static_cast<int>(after_thousand));
  RecordProperty("after_million_bytes", static_cast<int>(after_million));
  ASSERT_GT(after_thousand, 0U);
  // A leak of 8 bytes for each message would be twice this limit. Pages that the MPI touches late
  // are less.
  EXPECT_LT(after_million, after_thousand + 4'000'000)
      << after_thousand << " bytes after 1000 sends, " << after_million << " after 1,000,000";
  Cblacs_gridexit(context);
}

}  // namespace
