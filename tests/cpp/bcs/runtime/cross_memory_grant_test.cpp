// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/cross_memory_grant.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "ranks.hpp"

namespace strobe::bcs::runtime {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<pid_t> named;

class MemoryGrantOfTwoRanks : public testing::Test {
 protected:
  MemoryGrantOfTwoRanks() {
    named.clear();
    segment_.status(0).pid = getpid();
    segment_.status(1).pid = getpid();
  }
  ~MemoryGrantOfTwoRanks() override { std::filesystem::remove(scope_file_); }

  [[nodiscard]] CrossMemoryGrant grant_in_scope(const char* scope) {
    std::ofstream(scope_file_) << scope << '\n';
    return {segment_,
            {.scope_file = scope_file_, .name_ptracer = [](pid_t pid) { named.push_back(pid); }}};
  }

  Zeros memory_{Segment::bytes_for(2)};
  Segment segment_{memory_.at(), 2};
  std::string scope_file_ = testing::TempDir() + "strobe-scope-" + std::to_string(getpid());
};

TEST_F(MemoryGrantOfTwoRanks, NamesTheirCommonAncestorOnceAndRevokes) {
  segment_.status(1).pid = getppid();
  CrossMemoryGrant grant = grant_in_scope("1");
  EXPECT_THAT(named, IsEmpty());
  grant.give();
  grant.give();
  EXPECT_THAT(named, ElementsAre(getppid()));
  grant.revoke();
  grant.revoke();
  EXPECT_THAT(named, ElementsAre(getppid(), 0));
}

TEST_F(MemoryGrantOfTwoRanks, IsNotMadeInOtherScopes) {
  for (const char* scope : {"0", "2", "3", ""}) {
    CrossMemoryGrant grant = grant_in_scope(scope);
    grant.give();
    grant.revoke();
    EXPECT_THAT(named, IsEmpty()) << scope;
  }
}

TEST_F(MemoryGrantOfTwoRanks, IsNotMadeWithoutACommonAncestor) {
  segment_.status(1).pid = 0x7fffffff;  // no process has this pid, so that it has no ancestors
  CrossMemoryGrant grant = grant_in_scope("1");
  grant.give();
  grant.revoke();
  EXPECT_THAT(named, IsEmpty());
}

TEST(Lineage, GoesFromTheProcessToItsAncestors) {
  const std::vector<pid_t> found = lineage(getpid());
  ASSERT_GE(found.size(), 2U);
  EXPECT_EQ(found[0], getpid());
  EXPECT_EQ(found[1], getppid());
}

TEST(CommonAncestor, IsTheNearestOne) {
  const auto nearest = [](const std::vector<std::vector<pid_t>>& lineages) {
    return common_ancestor(lineages);
  };
  EXPECT_EQ(nearest({{20, 10, 5, 1}, {21, 10, 5, 1}, {22, 11, 5, 1}}), 5);
  EXPECT_EQ(nearest({{20, 10, 5, 1}, {21, 10, 5, 1}}), 10);
  EXPECT_EQ(nearest({{20, 10}, {21, 11}}), 0);
  EXPECT_EQ(nearest({}), 0);
}

}  // namespace
}  // namespace strobe::bcs::runtime
