// SPDX-License-Identifier: BSD-3-Clause
//
// Messages beyond 2 GiB of the kernels that need the least memory for them.
#include "support/large_messages.hpp"

namespace strobe::testing {
namespace {

TEST_F(LargeMessages, AreStreamed) { expect_right("bandwidth"); }
TEST_F(LargeMessages, AreBroadcast) { expect_right("broadcast"); }

}  // namespace
}  // namespace strobe::testing
