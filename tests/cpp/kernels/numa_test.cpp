// SPDX-License-Identifier: BSD-3-Clause
//
// The machines of these tests have two NUMA nodes and are made up; only the kernels themselves run
// on the memory of this machine.
#include "kernels/memory/numa.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/memory/latency.hpp"
#include "kernels/memory/streams.hpp"
#include "kernels/memory/vectors.hpp"
#include "measure/members.hpp"
#include "measure/memory_nodes.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {
namespace {

using measure::Machine;
using measure::Point;
using measure::ProcessLocation;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Processes on NUMA nodes 0 and 1 in turn, and one on another host.
Machine two_nodes() {
  std::vector<ProcessLocation> locations;
  for (int rank = 0; rank < 5; ++rank) {
    locations.push_back(
        {.node = "a", .topology = {rank, rank, rank % 2, rank % 2, 0}, .switches = {}});
  }
  locations.push_back({.node = "b", .topology = {0, 0, 0, 1, 0}, .switches = {}});
  Machine machine(std::move(locations));
  machine.set_memory_nodes({0, 1, 4});
  return machine;
}

Point at(const measure::KernelInfo& info, int cpu_node, int memory_node, Point more = {}) {
  more["cpu_node"] = std::int64_t{cpu_node};
  more["memory_node"] = std::int64_t{memory_node};
  more["working_set_bytes"] = std::int64_t{1} << 20;
  return measure::complete_point(info, std::move(more), two_nodes());
}

std::vector<measure::AxisValue> all_of(const measure::KernelInfo& info, std::string_view name) {
  for (const measure::AxisInfo& axis : info.axes) {
    if (axis.name == name) {
      return measure::on_machine({.values = {std::string("all")}, .range = {}}, axis, two_nodes())
          .values;
    }
  }
  return {};
}

TEST(Numa, AllStandsForTheNodesOfTheFirstHost) {
  const measure::KernelInfo info = numa_bandwidth_info();
  const auto numbers = [](std::initializer_list<std::int64_t> given) {
    return std::vector<measure::AxisValue>(given.begin(), given.end());
  };
  EXPECT_EQ(all_of(info, "cpu_node"), numbers({0, 1}));
  EXPECT_EQ(all_of(info, "memory_node"), numbers({0, 1, 4}));
  EXPECT_EQ(all_of(info, "processes"), numbers({2})) << "as many as each node has";
}

TEST(Numa, TheProcessesAreThoseOfTheNode) {
  const measure::KernelInfo latency = numa_latency_info();
  EXPECT_THAT(latency.members(at(latency, 0, 1), two_nodes()), ElementsAre(0));
  EXPECT_THAT(latency.members(at(latency, 1, 4), two_nodes()), ElementsAre(1));
  const measure::KernelInfo bandwidth = numa_bandwidth_info();
  const Point two = at(bandwidth, 1, 0, {{"processes", std::int64_t{2}}});
  EXPECT_THAT(bandwidth.members(two, two_nodes()), ElementsAre(1, 3));
  EXPECT_EQ(bandwidth.work(two).bytes, 2.0 * (1 << 20));
}

std::string refusal(const measure::KernelInfo& info, const Point& point, const Machine& machine) {
  try {
    (void)info.members(point, machine);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Numa, SaysWhatWouldWork) {
  const measure::KernelInfo info = numa_bandwidth_info();
  EXPECT_THAT(refusal(info, at(info, 0, 3), two_nodes()),
              HasSubstr("NUMA node 3 has no memory; these have: 0, 1, 4"));
  EXPECT_THAT(refusal(info, at(info, 2, 0), two_nodes()),
              HasSubstr("no process runs on NUMA node 2"));
  EXPECT_THAT(refusal(info, at(info, 1, 0, {{"processes", std::int64_t{3}}}), two_nodes()),
              HasSubstr("needs 3 processes on NUMA node 1, and 2 run there"));
  EXPECT_THAT(refusal(info, at(info, 0, 0), Machine::flat(2)), HasSubstr("bind the processes"));
}

TEST(Numa, MemoryIsOnTheNodeThatIsAskedForOrThatIsSaid) {
  const int node = measure::memory_nodes().front();
  try {
    const memory::MappedMemory mapped(1 << 20, memory::Pages::usual, node);
    EXPECT_EQ(memory::node_of(mapped.data()), node);
  } catch (const Error& error) {
    // Some containers forbid the system call.
    EXPECT_THAT(error.what(), HasSubstr("NUMA node"));
  }
  try {
    const memory::MappedMemory mapped(1 << 20, memory::Pages::usual, 4000);
    FAIL() << "there is no node 4000";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("the system refused memory on NUMA node 4000"));
  }
}

TEST(Numa, TheKernelsVerifyWhatTheyRead) {
  const int node = measure::memory_nodes().front();
  try {
    MemoryLatency latency(numa_latency_point(at(numa_latency_info(), 0, node)));
    latency.prepare(1);
    latency.run(3);
    EXPECT_EQ(latency.verify().wrong, "");
    MemoryStreams read(memory::AccessPattern::read,
                       numa_bandwidth_point(at(numa_bandwidth_info(), 0, node)));
    read.prepare(1);
    read.run(3);
    EXPECT_EQ(read.verify().wrong, "");
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("NUMA node"));
  }
}

}  // namespace
}  // namespace strobe::kernels
