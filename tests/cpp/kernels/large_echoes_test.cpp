// SPDX-License-Identifier: BSD-3-Clause
//
// Messages beyond 2 GiB in both directions, which take two buffers on each process.
#include "support/large_messages.hpp"

namespace strobe::testing {
namespace {

class LargeEchoes : public LargeMessages {
 protected:
  void SetUp() override { require_gibibytes(11); }
};

TEST_F(LargeEchoes, ComeBack) { expect_right("echo"); }
TEST_F(LargeEchoes, AreExchanged) { expect_right("exchange"); }

}  // namespace
}  // namespace strobe::testing
