// SPDX-License-Identifier: BSD-3-Clause
#include "measure/machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measure/topology.hpp"

namespace strobe::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A process on core `core` of a node with two packages; each package has two caches with two cores
/// each.
ProcessLocation on_core(const std::string& node, int core, const std::string& switches = "") {
  return {node, {core, core, core / 2, core / 4, core / 4}, switches};
}

TEST(Machine, NamesTheSmallestPartThatTwoProcessesShare) {
  const Machine machine({on_core("a", 0), on_core("a", 0), on_core("a", 1), on_core("a", 2),
                         on_core("a", 4), on_core("b", 0)});
  EXPECT_EQ(machine.distance(0, 1).level, "core");
  EXPECT_EQ(machine.distance(0, 2).level, "l3");
  EXPECT_EQ(machine.distance(0, 3).level, "numa");
  EXPECT_EQ(machine.distance(0, 4).level, "node");
  EXPECT_EQ(machine.distance(0, 5).level, "network");
}

TEST(Machine, CountsHopsOverTheDistancesThatExist) {
  const Machine machine({on_core("a", 0), on_core("a", 1), on_core("a", 4), on_core("b", 0)});
  EXPECT_EQ(machine.distance(0, 1).hops, 1);
  EXPECT_EQ(machine.distance(0, 2).hops, 2);
  EXPECT_EQ(machine.distance(2, 0).hops, 2);
  EXPECT_EQ(machine.distance(1, 3).hops, 3);
}

TEST(Machine, CountsTheSwitchesBetweenNodes) {
  const Machine machine({on_core("a", 0, "top.left"), on_core("b", 0, "top.left"),
                         on_core("c", 0, "top.right"), on_core("d", 0, "other.deep")});
  EXPECT_EQ(machine.distance(0, 1).level, "switch");
  EXPECT_EQ(machine.distance(0, 1).hops, 1);
  EXPECT_EQ(machine.distance(0, 2).hops, 2);
  EXPECT_EQ(machine.distance(0, 3).hops, 3);
}

TEST(Machine, DoesNotCallNearWhatMayMove) {
  ProcessLocation moving;
  moving.node = "a";
  const Machine machine({moving, moving});
  EXPECT_EQ(machine.distance(0, 1).level, "node");
  EXPECT_EQ(machine.distance(0, 1).hops, 1);
}

TEST(Machine, FindsOnePartnerForEachDistance) {
  const Machine machine({on_core("a", 0), on_core("b", 0), on_core("b", 1), on_core("a", 4),
                         on_core("a", 1), on_core("a", 5)});
  EXPECT_THAT(machine.partners(0), ElementsAre(4, 3, 1));
  EXPECT_THAT(Machine::flat(1).partners(0), IsEmpty());
}

TEST(Topology, TellsPartsOrSaysThatItDoesNotKnow) {
  for (const int part : own_topology_objects()) EXPECT_GE(part, ProcessLocation::unknown);
}

}  // namespace
}  // namespace strobe::measure
