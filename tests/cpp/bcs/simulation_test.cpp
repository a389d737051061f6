// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "bcs/simulation/script.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::simulation {
namespace {

using protocol::Job;

struct Ran {
  Outcome outcome;
  monitor::Emds emds;
};

/// The paper's cluster: 32 nodes with two processes each.
struct Machine {
  std::string program = "barrier";
  protocol::Policy policy = protocol::strict;
  std::string network = "qsnet";
  NodeId nodes = 32;
  Rank each = 2;
  WorkloadOptions shape{};
  Conditions conditions{};
  Options options{};
  std::optional<network::LinearCost> t_o{};
  double parallel_transfers = schedule::unlimited_transfers;
};

Ran run(Machine machine) {
  Job job = Job::blocks(machine.policy, machine.nodes, machine.each);
  machine.shape.ranks = job.ranks();
  network::Network network = network::network_named(machine.network);
  network.t_o = machine.t_o;
  network.parallel_transfers = machine.parallel_transfers;
  Simulation simulation(job, network, machine.conditions,
                        workload_named(machine.program, machine.shape), machine.options);
  Outcome outcome = simulation.run();
  return {std::move(outcome), simulation.emds()};
}

/// Seconds per step, without the start of the run.
double step_s(Machine machine) {
  machine.shape.steps = 40;
  const double some_s = run(machine).outcome.time_s;
  machine.shape.steps = 80;
  return (run(machine).outcome.time_s - some_s) / 40;
}

/// A halo exchange and a reduction in each step, without slices.
Machine reducing(NodeId nodes, Rank each) {
  Machine machine{.program = "halo-reduce", .policy = protocol::fast, .nodes = nodes, .each = each};
  machine.shape.steps = 10;
  return machine;
}

TEST(Reductions, CombineContributionsInTheNetworksTime) {
  // Two ranks combine once in each step, on two nodes or on one.
  for (const NodeId nodes : {1, 2}) {
    Machine machine = reducing(nodes, 2 / nodes);
    const Outcome without = run(machine).outcome;
    EXPECT_EQ(without.combined_in_no_time, 10U);
    machine.t_o = network::LinearCost{.start_s = 1e-3, .per_byte_s = 1e-6};
    const Outcome with = run(machine).outcome;
    EXPECT_EQ(with.combined_in_no_time, 0U);
    EXPECT_EQ(with.hash, without.hash);
    EXPECT_NEAR(with.time_s - without.time_s, 10 * (1e-3 + 8e-6), 1e-9) << nodes << " nodes";
  }
}

TEST(Reductions, AreNotBarriers) {
  Machine machine{.program = "barrier", .policy = protocol::fast};
  EXPECT_EQ(run(machine).outcome.combined_in_no_time, 0U);
}

TEST(SharedLinks, SlowDownBlocksAboveTheLimit) {
  for (const protocol::Policy& policy : {protocol::fast, protocol::strict}) {
    Machine machine = reducing(8, 2);
    machine.policy = policy;
    machine.shape.bytes = 100'000;
    const Outcome alone = run(machine).outcome;
    machine.parallel_transfers = 1000.0;
    const Outcome roomy = run(machine).outcome;
    EXPECT_NEAR(roomy.time_s, alone.time_s, 1e-9);
    EXPECT_EQ(roomy.hash, alone.hash);
    machine.parallel_transfers = 1.0;
    EXPECT_GT(run(machine).outcome.time_s, 1.5 * alone.time_s);
  }
  // Two nodes send to each other: over one link, their data take twice as long.
  Machine pair = reducing(2, 1);
  pair.shape.bytes = 1'500'000;
  const double alone_s = run(pair).outcome.time_s;
  pair.parallel_transfers = 1.0;
  EXPECT_NEAR(run(pair).outcome.time_s - alone_s, 10 * 10e-3, 1e-4);
}

/// Section 5.3: a barrier every 1.9 ms with slices of 250 us.
TEST(ABarrierEach1900us, IsScheduledEveryNinthSlice) {
  Machine machine;
  machine.shape = {.steps = 100, .grain_s = 1.9e-3};
  machine.conditions.jitter = 0.5;
  machine.options.window = {.first_slice = 100, .last_slice = 799, .nodes = {0, 31}};
  const Ran paper = run(machine);
  EXPECT_EQ(paper.outcome.end, End::finished);
  std::set<std::uint32_t> scheduled_at;
  for (const monitor::Local& local : paper.emds.locals()) {
    EXPECT_TRUE(local.counts.called_collectives == 0 || local.counts.called_collectives == 2);
    if (local.node == 0 && local.counts.scheduled_collectives > 0) {
      scheduled_at.insert(local.slice);
    }
  }
  ASSERT_GT(scheduled_at.size(), 70U);
  for (auto at = std::next(scheduled_at.begin()); at != scheduled_at.end(); ++at) {
    EXPECT_EQ(*at - *std::prev(at), 9U);
  }
  for (const monitor::Global& global : paper.emds.globals()) {
    EXPECT_GE(global.getts_s, 249.9e-6);
    EXPECT_LE(global.getts_s, 270e-6);
    EXPECT_GT(global.gtdem_s, 0.0);
    EXPECT_LE(global.gtdem_s + global.gtmsm_s, global.gtts_s + 1e-12);
  }
  EXPECT_EQ(paper.emds.globals().size(), 700U);
}

TEST(Metrics, AreTheLastOnesWhereMemoryHoldsNoMore) {
  Machine machine;
  machine.shape = {.steps = 30, .grain_s = 1.9e-3};
  machine.options.window.nodes = {0, 1, 31};
  std::vector<std::uint32_t> all;
  std::size_t all_locals = 0;
  machine.options.emds_sink = [&](const monitor::Global& global,
                                  std::span<const monitor::Local> locals) {
    all.push_back(global.slice);
    all_locals += locals.size();
  };
  constexpr std::size_t kept = 10;
  machine.options.emds_bytes =
      kept * (sizeof(monitor::Global) + 3 * sizeof(monitor::Local)) + sizeof(monitor::Local);
  const Ran ran = run(machine);
  ASSERT_EQ(all.size(), ran.outcome.slices);
  EXPECT_EQ(all_locals, 3 * all.size());
  EXPECT_EQ(ran.emds.globals().size(), kept);
  EXPECT_EQ(ran.emds.locals().size(), 3 * kept);
  EXPECT_EQ(ran.emds.dropped_slices(), all.size() - kept);
  EXPECT_EQ(ran.emds.globals().back().slice, all.back());
  EXPECT_EQ(ran.emds.locals().front().slice, ran.emds.globals().front().slice);
}

/// Figure 5.3: a late timer explains slices of 250 to 270 us.
TEST(ATimerThatIsLate, MakesSlicesLongerAndNoneShorter) {
  Machine machine;
  machine.shape = {.steps = 100, .grain_s = 1.9e-3};
  machine.conditions.timer_late_s = 10e-6;
  machine.conditions.timer_spread = Spread::uniform;
  const Ran late = run(machine);
  ASSERT_EQ(late.outcome.end, End::finished);
  double sum_s = 0.0;
  double longest_s = 0.0;
  for (const monitor::Global& global : late.emds.globals()) {
    if (global.slice == 0) continue;
    EXPECT_GE(global.getts_s, 250e-6 - 1e-12);
    EXPECT_LT(global.getts_s, 270e-6);
    longest_s = std::max(longest_s, global.getts_s);
    sum_s += global.getts_s;
  }
  EXPECT_GT(longest_s, 269e-6);
  EXPECT_NEAR(sum_s / static_cast<double>(late.emds.globals().size() - 1), 260e-6, 1e-6);
}

TEST(AClockThatDrifts, ChangesWhatASliceLasts) {
  Machine machine;
  machine.shape = {.steps = 40, .grain_s = 1e-3};
  machine.conditions.drift = 0.02;
  machine.conditions.drift_period_s = 10e-3;
  const auto lengths_s = [&](Drift shape) {
    machine.conditions.drift_shape = shape;
    std::vector<double> all;
    const Ran found = run(machine);
    for (const monitor::Global& global : found.emds.globals()) all.push_back(global.getts_s);
    return all;
  };
  const std::vector<double> constant = lengths_s(Drift::constant);
  EXPECT_NEAR(constant[1], 250e-6 / 1.02, 1e-9);
  EXPECT_NEAR(constant[100], 250e-6 / 1.02, 1e-9);
  // After one period and two, and at both ends of a sine.
  const std::vector<double> linear = lengths_s(Drift::linear);
  EXPECT_NEAR(linear[41], 250e-6 / 1.02, 0.1e-6);
  EXPECT_NEAR(linear[83], 250e-6 / 1.04, 0.2e-6);
  const std::vector<double> periodic = lengths_s(Drift::periodic);
  EXPECT_NEAR(periodic[31], 250e-6 / 0.98, 0.1e-6);
  EXPECT_NEAR(periodic[51], 250e-6 / 1.02, 0.1e-6);
  const std::vector<double> walks = lengths_s(Drift::random_walk);
  EXPECT_EQ(walks, lengths_s(Drift::random_walk));
  machine.options.seed = 2;
  EXPECT_NE(walks, lengths_s(Drift::random_walk));
}

/// The shape of figures 6.1 to 6.3: slices slow down blocking calls, nonblocking calls hide them.
TEST(Applications, PayForSlicesWhereTheyBlock) {
  Machine machine;
  machine.shape = {.grain_s = 3.5e-3, .bytes = 2000};
  const auto slowdown = [&](const char* program, const protocol::Policy& policy) {
    machine.program = program;
    machine.policy = protocol::fast;
    const double immediate_s = step_s(machine);
    machine.policy = policy;
    return step_s(machine) / immediate_s;
  };
  const double of_blocking_calls = slowdown("sweep-blocking", protocol::strict);
  EXPECT_GT(of_blocking_calls, 1.2);
  EXPECT_LT(of_blocking_calls, 1.7);
  EXPECT_NEAR(slowdown("sweep-blocking", protocol::deterministic), 1.0, 0.01);
  EXPECT_NEAR(slowdown("sweep", protocol::strict), 1.0, 0.02);
  EXPECT_NEAR(slowdown("sweep", protocol::deterministic), 1.0, 0.01);
  machine.shape.grain_s = 50e-3;
  EXPECT_NEAR(slowdown("halo-reduce", protocol::strict), 1.0, 0.03);
}

TEST(Simulation, IsReplayedBySeed) {
  Machine machine;
  machine.program = "fan-in";
  machine.policy = protocol::fast;
  machine.shape = {.steps = 5, .grain_s = 1e-4};
  machine.conditions.jitter = 1.0;
  const Ran first = run(machine);
  const Ran again = run(machine);
  machine.options.seed = 2;
  const Ran other = run(machine);
  EXPECT_EQ(first.outcome.hash, again.outcome.hash);
  EXPECT_EQ(first.outcome.time_s, again.outcome.time_s);
  EXPECT_EQ(first.outcome.events, again.outcome.events);
  EXPECT_NE(first.outcome.hash, other.outcome.hash) << "the first message to arrive is received";
}

TEST(Simulation, HasOneHashWhateverTheMachineDoesWhereTheModePromisesIt) {
  for (const char* const program : {"fan-in", "sweep-blocking", "halo-reduce", "barrier"}) {
    for (const protocol::Policy& policy : {protocol::adaptive, protocol::deterministic}) {
      Machine machine;
      machine.program = program;
      machine.policy = policy;
      machine.nodes = 8;
      machine.shape = {.steps = 4, .grain_s = 1e-4};
      std::set<std::uint64_t> hashes;
      for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        machine.options.seed = seed;
        machine.conditions.jitter = static_cast<double>(seed % 3);
        machine.conditions.loss = seed % 2 == 0 ? 0.1 : 0.0;
        machine.conditions.noise_period_s = 1e-3;
        machine.conditions.noise_s = 5e-5 * static_cast<double>(seed);
        machine.conditions.slow_nodes = {static_cast<NodeId>(seed % 8)};
        machine.conditions.slow_factor = 3.0;
        machine.conditions.strobe_sender_dies_s = {1e-4 * static_cast<double>(seed), 4e-3};
        const Ran found = run(machine);
        EXPECT_EQ(found.outcome.end, End::finished) << program;
        hashes.insert(found.outcome.hash);
      }
      EXPECT_EQ(hashes.size(), 1U) << program;
    }
  }
}

TEST(Simulation, NamesANodeThatStops) {
  Machine machine;
  machine.shape = {.steps = 100, .grain_s = 1e-3};
  machine.conditions.stopped_node = 5;
  machine.conditions.stops_s = 0.0101;
  const Ran lost = run(machine);
  EXPECT_EQ(lost.outcome.end, End::node_lost);
  ASSERT_EQ(lost.outcome.sentences.size(), 1U);
  EXPECT_EQ(lost.outcome.sentences[0],
            "node 5 does not answer in slice 41: it stopped at 0.010100 s with ranks 10 to 11");
}

/// Records the node at which each microstrobe arrives.
class Arrivals final : public monitor::Watcher {
 public:
  void arrives(double /*at_s*/, std::uint32_t /*number*/, NodeId node,
               const Block& block) override {
    if (block.kind == protocol::BlockKind::microstrobe) all.emplace(block.envelope.sequence, node);
  }
  std::set<std::pair<std::uint32_t, NodeId>> all;
};

TEST(XferAndSignal, ReachesAllNodesOrNone) {
  // Slice 3 begins after 500 us. No node receives its microstrobe, whichever node has stopped.
  for (const NodeId stopped : {0, 3}) {
    Conditions conditions;
    conditions.stopped_node = stopped;
    conditions.stops_s = 490e-6;
    const Job job = Job::blocks(protocol::strict, 4, 1);
    Simulation simulation(job, network::network_named("qsnet"), conditions,
                          workload_named("barrier", {.ranks = 4, .steps = 1, .grain_s = 1.0}), {});
    Arrivals arrivals;
    simulation.watch(arrivals);
    EXPECT_EQ(simulation.run().end, End::node_lost);
    EXPECT_TRUE(arrivals.all.contains({6, 1}));
    EXPECT_FALSE(arrivals.all.contains({11, 1}));
    EXPECT_FALSE(arrivals.all.contains({11, 2}));
  }
}

TEST(Simulation, NoiseAndSlowNodesTakeTheirTime) {
  Machine machine;
  machine.policy = protocol::fast;
  machine.shape = {.grain_s = 10e-3};
  const double quiet_s = step_s(machine);
  machine.conditions.noise_period_s = 1e-3;
  machine.conditions.noise_s = 1e-4;
  EXPECT_NEAR(step_s(machine) - quiet_s, 10 * 1e-4, 1.5e-4);
  machine.conditions = {};
  machine.conditions.slow_nodes = {3};
  machine.conditions.slow_factor = 2.0;
  EXPECT_NEAR(step_s(machine) - quiet_s, 10e-3, 1e-4);
}

/// One collective of one rank on each node.
Outcome collective_on(const std::string& network, NodeId nodes, const std::string& call) {
  const Job job = Job::blocks(protocol::strict, nodes, 1);
  const network::Network& cost = network::network_named(network);
  Simulation simulation(job, cost, Conditions{}, script("* : " + call, "script", job.ranks()),
                        Options{});
  return simulation.run();
}

TEST(Simulation, OfACollectiveGrowsWithTheLogarithmOfTheNodes) {
  for (const std::string call : {"barrier", "broadcast root=0 size=8",
                                 "reduce root=0 size=8 op=sum", "allreduce size=8 op=sum"}) {
    std::vector<double> in_software_s;
    const double in_hardware_s = collective_on("qsnet", 64, call).time_s;
    for (const NodeId nodes : {64, 256, 1024, 4096}) {
      const Outcome outcome = collective_on("gigabit-ethernet", nodes, call);
      EXPECT_EQ(outcome.end, End::finished);
      EXPECT_LE(outcome.events, static_cast<std::uint64_t>(nodes) * 16) << call;
      EXPECT_EQ(outcome.slices, 2U) << call;
      in_software_s.push_back(outcome.time_s);
      EXPECT_EQ(collective_on("qsnet", nodes, call).time_s, in_hardware_s) << call;
    }
    // Each step has four times as many nodes, and adds two levels.
    const double step_s = in_software_s[1] - in_software_s[0];
    EXPECT_GT(step_s, 0.0);
    for (std::size_t i = 1; i < in_software_s.size(); ++i) {
      EXPECT_NEAR(in_software_s[i] - in_software_s[i - 1], step_s, 0.01 * step_s) << call;
    }
  }
}

TEST(Simulation, CostsMemoryByTheNode) {
  EXPECT_LT(memory_bytes(131072, 131072) / 131072, 2048U);
  EXPECT_EQ(memory_bytes(2000, 2000), 2 * memory_bytes(1000, 1000));
}

}  // namespace
}  // namespace strobe::bcs::simulation
