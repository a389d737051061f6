// SPDX-License-Identifier: BSD-3-Clause
#include "measure/binding.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <thread>

#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

using ::testing::ElementsAre;

TEST(Binding, ReadsListsOfCpus) {
  EXPECT_THAT(parse_cpus("3"), ElementsAre(3));
  EXPECT_THAT(parse_cpus("0-2,8"), ElementsAre(0, 1, 2, 8));
  EXPECT_THAT(parse_cpus("5,1-1,5"), ElementsAre(1, 5));
}

TEST(Binding, RefusesEverythingElse) {
  for (const char* text : {"", ",", "1,", "a", "3-1", "-1", "1-", "1 2", "0x1", "99999999"}) {
    EXPECT_THROW((void)parse_cpus(text), Error) << text;
  }
}

TEST(Binding, BindsThisThreadOrSaysWhyNot) {
  // A thread of its own, so that the other tests keep their binding.
  std::thread([] {
    cpu_set_t before;
    CPU_ZERO(&before);
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    int first = 0;
    while (CPU_ISSET(static_cast<std::size_t>(first), &before) == 0) ++first;
    bind_to(std::vector{first});
    EXPECT_EQ(sched_getcpu(), first);
    EXPECT_THROW(bind_to(std::vector{first, CPU_SETSIZE - 1}), Error);
  }).join();
}

}  // namespace
}  // namespace strobe::measure
