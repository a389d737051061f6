// SPDX-License-Identifier: BSD-3-Clause
//
// Small launches from their first visit to their last; the records are read back.
#include "measure/launch_runner.hpp"
#include "base/opaque.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "base/format.hpp"
#include "kernels/collective/initialisation.hpp"
#include "kernels/find_kernel.hpp"
#include "layer/mpi/mpi_layer.hpp"
#include "measure/members.hpp"
#include "support/mpi_world.hpp"
#include "support/skewed_layer.hpp"
#include "support/temporary_folder.hpp"

namespace strobe::measure {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Json = nlohmann::json;
using layer::mpi::MpiLayer;

/// A kernel whose functions are given by the test; it passes no messages.
class ScriptedKernel final : public Kernel {
 public:
  struct Script {
    std::function<void(std::int64_t repetitions)> run = [](std::int64_t) {};
    std::function<void()> after_run = [] {};
    std::function<Verdict()> verify = [] { return Verdict{.bytes = 1, .wrong = ""}; };
    Placement placement = {};
  };
  explicit ScriptedKernel(Script script) : script_(std::move(script)) {}
  void prepare(std::uint64_t) override {}
  [[nodiscard]] Placement placement() const override { return script_.placement; }
  void run(std::int64_t repetitions) override { script_.run(repetitions); }
  void after_run() override { script_.after_run(); }
  [[nodiscard]] Verdict verify() override { return script_.verify(); }

 private:
  Script script_;
};

using Members = std::vector<int> (*)(const Point&, const Machine&);

std::vector<int> all_ranks(const Point& /*point*/, const Machine& machine) {
  std::vector<int> members(static_cast<std::size_t>(machine.ranks()));
  std::iota(members.begin(), members.end(), 0);
  return members;
}

KernelInfo scripted_info(Members members = all_ranks, Timing timing = Timing::completion) {
  return {.name = "scripted",
          .family = Family::collective,
          .axes = {{.name = "n", .default_value = 1}},
          .axis = "n",
          .members = members,
          .timing = timing};
}

Machine machine_here() { return Machine::flat(testing::world_size()); }

PlanOptions hurried() {
  return {.precision = {.relative_error = 0.25, .samples_min = 12},
          .budget_s = 5.0,
          .cell_budget_s = 0.4};
}

/// All records of one cell, in the order in which they were written.
struct CellRecords {
  std::vector<std::string> kinds;
  std::map<std::string, std::vector<Json>> by_kind;

  [[nodiscard]] std::size_t count(const std::string& kind) const {
    const auto found = by_kind.find(kind);
    return found == by_kind.end() ? 0 : found->second.size();
  }
  [[nodiscard]] const Json& last(const std::string& kind) const { return by_kind.at(kind).back(); }
  [[nodiscard]] std::vector<double> all_times_s(const char* field = "time_s") const {
    std::vector<double> times;
    for (const Json& visit : by_kind.at("samples")) {
      const auto own = visit[field].get<std::vector<double>>();
      times.insert(times.end(), own.begin(), own.end());
    }
    return times;
  }
};

/// A launch: rank 0 keeps the records, all other ranks follow.
template <layer::MessageLayer L>
class Launch {
 public:
  Launch(L& world, KernelMaker<L> make, const LaunchRunnerOptions& options = {})
      : runner_(world, gather_process_facts(world), std::move(make), watchdog_, options),
        is_first_(world.rank().value == 0) {}

  void conduct(Plan& plan) {
    if (!is_first_) return runner_.follow();
    const testing::TemporaryFolder folder;
    {
      Recorder recorder(folder / "samples.jsonl");
      runner_.lead(plan, recorder);
    }
    std::istringstream lines(testing::read_text(folder / "samples.jsonl"));
    for (std::string line; std::getline(lines, line);) {
      records_.push_back(Json::parse(line));
      const Json& record = records_.back();
      if (!record.contains("cell")) continue;
      CellRecords& cell = cells_[record["cell"]];
      cell.kinds.push_back(record["record"]);
      cell.by_kind[record["record"]].push_back(record);
    }
  }

  [[nodiscard]] bool is_first() const { return is_first_; }
  [[nodiscard]] const std::vector<Json>& records() const { return records_; }
  [[nodiscard]] const std::map<std::string, CellRecords>& cells() const { return cells_; }
  [[nodiscard]] const CellRecords& cell(const std::string& key) const { return cells_.at(key); }
  [[nodiscard]] const LaunchRunner<L>& runner() const { return runner_; }
  [[nodiscard]] std::vector<std::string> hung() {
    const std::lock_guard lock(mutex_);
    return hung_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> hung_;
  Watchdog watchdog_{[this](const std::string& cell) {
    const std::lock_guard lock(mutex_);
    hung_.push_back(cell);
  }};
  LaunchRunner<L> runner_;
  bool is_first_;
  std::vector<Json> records_;
  std::map<std::string, CellRecords> cells_;
};

template <layer::MessageLayer L>
std::unique_ptr<Kernel> from_catalogue(L& group, const std::string& cell) {
  const ParsedKey key = parse_cell_key(cell);
  return kernels::find_kernel<L>(key.kernel).make(group, key.point, {});
}

template <layer::MessageLayer L>
void add(Plan& plan, const std::string& kernel, const std::vector<AxisValue>& sizes = {}) {
  const KernelInfo& info = kernels::find_kernel<L>(kernel).info;
  Experiment experiment{.kernel = kernel, .axes = {}};
  if (!sizes.empty()) experiment.axes[info.axis] = AxisSpec{.values = sizes};
  plan.add(info, experiment);
}

class LaunchRunnerTest : public ::testing::Test {
 protected:
  MpiLayer world = MpiLayer::duplicate_of(MPI_COMM_WORLD);
  [[nodiscard]] int rank() const { return world.rank().value; }
  [[nodiscard]] int size() const { return world.size(); }
};

TEST_F(LaunchRunnerTest, TakesOneSampleOfWhatALaunchCanMeasureOnce) {
  const KernelInfo info = kernels::initialisation_info();
  Plan plan(hurried(), machine_here());
  plan.add(info, {.kernel = "initialisation"});
  // Rank r took r ms longer, and all began at the same time.
  const TimedRegion region{.entry_ns = 1000, .exit_ns = 5001000 + 1000000 * rank()};
  Launch<MpiLayer> launch(world, [&](MpiLayer&, const std::string&) {
    return std::make_unique<kernels::Initialisation>(region);
  });
  launch.conduct(plan);
  if (!launch.is_first()) return;
  ASSERT_THAT(launch.cells(), SizeIs(1));
  const CellRecords& cell = launch.cells().begin()->second;
  EXPECT_EQ(cell.count("samples"), 1u);
  EXPECT_EQ(cell.count("first"), 0u);
  const Json& visit = cell.last("samples");
  EXPECT_EQ(visit["repetitions"], 1);
  EXPECT_TRUE(visit["after_barriers_s"].is_null());
  ASSERT_EQ(visit["time_s"].size(), 1u);
  const double tolerance_s = 1e-5;
  EXPECT_NEAR(visit["time_s"][0], 5e-3 + 1e-3 * (size() - 1), tolerance_s);
  EXPECT_NEAR(visit["local_minimum_s"][0], 5e-3, tolerance_s);
  EXPECT_NEAR(visit["local_maximum_s"][0], 5e-3 + 1e-3 * (size() - 1), tolerance_s);
  EXPECT_NEAR(visit["local_mean_s"][0], 5e-3 + 0.5e-3 * (size() - 1), tolerance_s);
  EXPECT_EQ(cell.last("cell_end")["status"], "satisfied");
}

TEST_F(LaunchRunnerTest, RecordsEveryCellFromItsPlanToItsEnd) {
  Plan plan(hurried(), machine_here());
  add<MpiLayer>(plan, "echo", {8, 65536});
  add<MpiLayer>(plan, "exchange", {64});
  add<MpiLayer>(plan, "bandwidth", {1024});
  add<MpiLayer>(plan, "broadcast", {8});
  add<MpiLayer>(plan, "allreduce", {64});
  add<MpiLayer>(plan, "barrier");
  add<MpiLayer>(plan, "memory_read", {4096});
  Launch<MpiLayer> launch(world, from_catalogue<MpiLayer>);
  launch.conduct(plan);
  if (!launch.is_first()) return;

  EXPECT_THAT(launch.cells(), SizeIs(8));
  for (const auto& [key, cell] : launch.cells()) {
    SCOPED_TRACE(key);
    EXPECT_EQ(cell.kinds.front(), "cell");
    EXPECT_EQ(cell.kinds.back(), "cell_end");
    EXPECT_EQ(cell.count("cell"), 1u);
    EXPECT_EQ(cell.count("cell_end"), 1u);
    const Json& end = cell.last("cell_end");
    if (cell.last("cell")["ranks"] == 0) {
      EXPECT_EQ(end["status"], "skipped");
      EXPECT_EQ(end["reason"], "it needs 2 processes, and this run has 1");
      continue;
    }
    EXPECT_TRUE(end["status"] == "satisfied" || end["status"] == "budget") << end;
    EXPECT_EQ(cell.count("first"), 1u);
    EXPECT_EQ(cell.count("samples"), end["visits"]);
    EXPECT_EQ(cell.count("verification"), end["visits"]);
    EXPECT_GE(cell.count("visit"), cell.count("samples"));
    EXPECT_EQ(cell.all_times_s().size(), end["samples"]);
    for (const Json& check : cell.by_kind.at("verification")) EXPECT_TRUE(check["passed"]) << check;
    const auto& info = kernels::find_kernel<MpiLayer>(parse_cell_key(key).kernel).info;
    const bool is_collective =
        info.family == Family::collective && info.timing == Timing::completion;
    for (const Json& visit : cell.by_kind.at("samples")) {
      for (const char* times :
           {"local_mean_s", "local_minimum_s", "local_maximum_s", "initiator_s"}) {
        EXPECT_EQ(visit[times].size(), is_collective ? visit["time_s"].size() : 0u);
      }
      EXPECT_GE(visit["repetitions"], 1);
    }
    EXPECT_GT(base::median(cell.all_times_s()), 1e-9);
    EXPECT_LT(base::median(cell.all_times_s()), 0.1);
  }
  const Json& last = launch.records().back();
  EXPECT_EQ(last["record"], "end");
  EXPECT_EQ(last["complete"], true);
  EXPECT_LT(last["elapsed_s"], 6.0);
}

TEST_F(LaunchRunnerTest, NamesARegimeBeforeItTagsSamplesWithIt) {
  Plan plan(hurried(), machine_here());
  add<MpiLayer>(plan, "swap", {8, 64});
  Launch<MpiLayer> launch(world, from_catalogue<MpiLayer>);
  launch.conduct(plan);
  std::set<int> named;
  for (const Json& record : launch.records()) {
    if (record["record"] == "regime") {
      EXPECT_TRUE(named.insert(record["regime"].get<int>()).second);
      EXPECT_GT(record["exchange_s"], 5e-9);
      EXPECT_GT(record["work_s"], 1e-10);
    }
    if (record["record"] != "samples") continue;
    const Json& sentinel = record["sentinel"];
    EXPECT_GT(sentinel["work_before_s"], 1e-10);
    EXPECT_GT(sentinel["work_after_s"], 1e-10);
    const bool has_both =
        !sentinel["exchange_before_s"].is_null() && !sentinel["exchange_after_s"].is_null();
    if (record["regime"].is_null()) {
      EXPECT_FALSE(has_both);
    } else if (record["regime"] >= 0) {
      EXPECT_TRUE(has_both);
      EXPECT_TRUE(named.contains(record["regime"].get<int>()));
    }
  }
}

TEST_F(LaunchRunnerTest, TimesACollectiveFromTheFirstEntryToTheLastExit) {
  const KernelInfo info = scripted_info();
  Plan plan(hurried(), machine_here());
  plan.add(info, {.kernel = "scripted", .axes = {}});
  // Each rank takes longer than the one before it, so the completion time is the last rank's.
  const auto own = std::chrono::microseconds(300) * (rank() + 1);
  Launch<MpiLayer> launch(world, [&](MpiLayer&, const std::string&) {
    return std::make_unique<ScriptedKernel>(
        ScriptedKernel::Script{.run = [&](std::int64_t repetitions) {
          for (std::int64_t i = 0; i < repetitions; ++i) std::this_thread::sleep_for(own);
        }});
  });
  launch.conduct(plan);
  if (!launch.is_first()) return;
  const CellRecords& cell = launch.cell("scripted n=1");
  const std::vector<double> completion_s = cell.all_times_s();
  const std::vector<double> local_mean_s = cell.all_times_s("local_mean_s");
  const std::vector<double> local_minimum_s = cell.all_times_s("local_minimum_s");
  const std::vector<double> local_maximum_s = cell.all_times_s("local_maximum_s");
  const std::vector<double> initiator_s = cell.all_times_s("initiator_s");
  ASSERT_EQ(completion_s.size(), local_mean_s.size());
  ASSERT_EQ(completion_s.size(), local_minimum_s.size());
  ASSERT_EQ(completion_s.size(), initiator_s.size());
  for (std::size_t i = 0; i < completion_s.size(); ++i) {
    EXPECT_GE(completion_s[i], 0.99 * 300e-6 * size());
    EXPECT_GE(local_mean_s[i], 0.99 * 300e-6 * (size() + 1) / 2.0);
    EXPECT_GE(completion_s[i], local_mean_s[i]);
    // The first rank initiates; it is never slower than the completion.
    EXPECT_GE(local_minimum_s[i], 0.99 * 300e-6);
    EXPECT_GE(initiator_s[i], local_minimum_s[i]);
    EXPECT_GE(local_mean_s[i], local_minimum_s[i]);
    EXPECT_GE(local_maximum_s[i], local_mean_s[i]);
    EXPECT_GE(completion_s[i], local_maximum_s[i]);
    EXPECT_GE(completion_s[i], initiator_s[i]);
  }
  for (const Json& visit : cell.by_kind.at("samples")) {
    EXPECT_GE(visit["after_barriers_s"], 0.99 * 300e-6 * (size() + 1) / 2.0);
    EXPECT_GE(visit["after_barriers_minimum_s"], 0.99 * 300e-6);
    EXPECT_GE(visit["after_barriers_maximum_s"], 0.99 * 300e-6 * size());
    EXPECT_LE(visit["after_barriers_minimum_s"], visit["after_barriers_s"]);
    EXPECT_LE(visit["after_barriers_s"], visit["after_barriers_maximum_s"]);
  }
}

TEST_F(LaunchRunnerTest, RunsAKernelOnItsMembersAlone) {
  if (size() < 3) return;
  // The initiator is not rank 0. Rank 0 leads, and in one of the cells it is not a member.
  const auto members = [](const Point& point, const Machine&) {
    return number_at(point, "n") == 1 ? std::vector{2, 1} : std::vector{1, 0, 2};
  };
  KernelInfo info = scripted_info(all_ranks, Timing::initiator);
  info.members = members;
  Plan plan(hurried(), machine_here());
  plan.add(info,
           {.kernel = "scripted", .axes = {{"n", {.values = {std::int64_t{1}, std::int64_t{2}}}}}});
  std::set<std::string> places;
  Launch<MpiLayer> launch(world, [&](MpiLayer& group, const std::string& cell) {
    places.insert(base::format("{} {}/{}", cell, group.rank().value, group.size()));
    const bool initiates = group.rank().value == 0;
    const auto own = std::chrono::microseconds(initiates ? 300 : 3000);
    return std::make_unique<ScriptedKernel>(
        ScriptedKernel::Script{.run = [own](std::int64_t) { std::this_thread::sleep_for(own); }});
  });
  launch.conduct(plan);
  const std::vector<std::set<std::string>> wanted{{"scripted n=2 1/3"},
                                                  {"scripted n=1 1/2", "scripted n=2 0/3"},
                                                  {"scripted n=1 0/2", "scripted n=2 2/3"},
                                                  {}};
  EXPECT_EQ(places, wanted.at(static_cast<std::size_t>(rank())));
  if (!launch.is_first()) return;
  for (const char* key : {"scripted n=1", "scripted n=2"}) {
    const CellRecords& cell = launch.cell(key);
    // The shortest time, since a busy machine can delay any single one.
    EXPECT_LT(std::ranges::min(cell.all_times_s()), 3000e-6) << "the initiator's clock counts";
    EXPECT_GE(std::ranges::min(cell.all_times_s()), 0.99 * 300e-6);
    // Rank 1 gets a command for the sentinel; without its own core it may not answer in time.
    if (launch.runner().oversubscribed()) continue;
    EXPECT_FALSE(cell.last("samples")["sentinel"]["exchange_before_s"].is_null());
  }
}

TEST_F(LaunchRunnerTest, TimesAnInitiatorAlone) {
  const KernelInfo info = scripted_info(all_ranks, Timing::initiator);
  Plan plan(hurried(), machine_here());
  plan.add(info, {.kernel = "scripted", .axes = {}});
  // On busy cores a short sleep may take longer than the longest of others.
  const auto own =
      rank() == 0 ? std::chrono::microseconds(300) : std::chrono::microseconds(200'000);
  Launch<MpiLayer> launch(world, [&](MpiLayer&, const std::string&) {
    return std::make_unique<ScriptedKernel>(
        ScriptedKernel::Script{.run = [&](std::int64_t) { std::this_thread::sleep_for(own); }});
  });
  launch.conduct(plan);
  if (!launch.is_first()) return;
  const CellRecords& cell = launch.cell("scripted n=1");
  EXPECT_LT(std::ranges::min(cell.all_times_s()), 0.2);
  EXPECT_THAT(cell.all_times_s("local_mean_s"), IsEmpty());
}

TEST_F(LaunchRunnerTest, BringsPartnersThatAnswerIntoStepBeforeItReadsTheClock) {
  KernelInfo info = scripted_info(all_ranks, Timing::initiator);
  const auto conducted = [&](std::int64_t wanted, std::chrono::microseconds others) {
    Plan plan(hurried(), machine_here());
    plan.add(info, {.kernel = "scripted", .axes = {}, .repetitions = wanted});
    // The first operation after a sample, which settles, takes long.
    bool is_settled = true;
    auto launch = std::make_unique<Launch<MpiLayer>>(world, [&](MpiLayer&, const std::string&) {
      return std::make_unique<ScriptedKernel>(ScriptedKernel::Script{
          .run =
              [&](std::int64_t repetitions) {
                using std::chrono::microseconds;
                const auto first = is_settled ? microseconds(3000) : others;
                is_settled = false;
                std::this_thread::sleep_for(first + (repetitions - 1) * others);
              },
          .after_run = [&] { is_settled = true; }});
    });
    launch->conduct(plan);
    return launch;
  };
  const auto figures = [](const Launch<MpiLayer>& launch) {
    const CellRecords& cell = launch.cell("scripted n=1");
    return std::pair(cell.last("samples")["in_step"].get<bool>(),
                     std::ranges::min(cell.all_times_s()));
  };
  const std::chrono::microseconds quick(100);
  const auto apart = conducted(0, quick);
  info.is_answered = true;
  const auto in_step = conducted(0, quick);
  const auto as_told = conducted(1, quick);
  const auto slow = conducted(0, std::chrono::microseconds(6000));
  if (!apart->is_first()) return;
  EXPECT_FALSE(figures(*apart).first);
  EXPECT_GE(figures(*apart).second, 100e-6);
  EXPECT_TRUE(figures(*in_step).first);
  EXPECT_LT(figures(*in_step).second, 2900e-6);
  // Who asks for one operation wants the first one.
  EXPECT_FALSE(figures(*as_told).first);
  EXPECT_GE(figures(*as_told).second, 3000e-6 - 100e-6);
  EXPECT_EQ(slow->cell("scripted n=1").by_kind.at("first").size(), 1U);
}

TEST_F(LaunchRunnerTest, LetsAKernelSettleAfterEachSample) {
  Plan plan(hurried(), machine_here());
  const KernelInfo info = scripted_info();
  plan.add(info, {.kernel = "scripted", .axes = {}});
  std::int64_t unsettled = 0;
  std::int64_t most = 0;
  Launch<MpiLayer> launch(world, [&](MpiLayer&, const std::string&) {
    return std::make_unique<ScriptedKernel>(
        ScriptedKernel::Script{.run =
                                   [&](std::int64_t) {
                                     std::this_thread::sleep_for(std::chrono::microseconds(100));
                                     most = std::max(most, ++unsettled);
                                   },
                               .after_run = [&] { --unsettled; }});
  });
  launch.conduct(plan);
  EXPECT_EQ(most, 1);
  EXPECT_EQ(unsettled, 0);
}

TEST_F(LaunchRunnerTest, SaysOnceWhereTheRanksOfAGridAre) {
  const KernelInfo info = scripted_info();
  Plan plan(hurried(), machine_here());
  plan.add(info, {.kernel = "scripted", .axes = {{"n", {.values = {1, 2, 3}}}}});
  Launch<MpiLayer> launch(world, [](MpiLayer&, const std::string& cell) {
    const std::int64_t n = number_at(parse_cell_key(cell).point, "n");
    const Placement grid = n == 3 ? Placement{{0, 1}} : Placement{{1}, {0}};
    return std::make_unique<ScriptedKernel>(ScriptedKernel::Script{.placement = grid});
  });
  launch.conduct(plan);
  if (!launch.is_first()) return;

  std::vector<Json> grids;
  for (const Json& record : launch.records()) {
    if (record["record"] == "placement") grids.push_back(record["grid"]);
  }
  EXPECT_THAT(grids, ::testing::UnorderedElementsAre(Json({{0, 1}}), Json({{1}, {0}})));
}

TEST_F(LaunchRunnerTest, SubtractsTheLoopAndTheClockFromWhatItMeasures) {
  // The costs are so large that everything else on this machine is negligible.
  const SamplerOptions options{.calibration = {.clock_s = 3e6, .loop_s_per_operation = 1e6},
                               .yield = true};
  Watchdog watchdog([](const std::string&) {});
  const GlobalClock clock;
  Sampler<MpiLayer> sampler(world, clock, watchdog, options, {});
  ScriptedKernel kernel({});
  if (rank() != 0) return sampler.serve(kernel, "scripted n=1");
  KernelInfo info = scripted_info();
  const Sample whole = sampler.take(&kernel, info, "scripted n=1", 4);
  info.time_share = 0.5;
  const Sample half = sampler.take(&kernel, info, "scripted n=1", 1);
  sampler.finish();
  EXPECT_NEAR(whole.time_s, -(1e6 + 3e6 / 4), 100.0);
  EXPECT_NEAR(whole.local_mean_s, -(1e6 + 3e6 / 4), 100.0);
  EXPECT_NEAR(half.time_s, -(1e6 + 3e6) / 2, 100.0);
}

TEST_F(LaunchRunnerTest, RepeatsShortOperationsUntilASampleIsLongEnough) {
  KernelInfo info = scripted_info(only_first, Timing::initiator);
  const auto repetitions_of = [&](const KernelInfo& limited) -> std::int64_t {
    Plan plan(hurried(), machine_here());
    plan.add(limited, {.kernel = "scripted", .axes = {}});
    Launch<MpiLayer> launch(
        world,
        [&](MpiLayer&, const std::string&) {
          return std::make_unique<ScriptedKernel>(
              ScriptedKernel::Script{.run = [](std::int64_t repetitions) {
                base::repeat(repetitions, [] {
                  for (const auto begin = base::monotonic_now();
                       base::monotonic_now() - begin < std::chrono::microseconds(2);) {
                  }
                });
              }});
        },
        {.sample_s = 100e-6});
    launch.conduct(plan);
    return launch.is_first()
               ? launch.cell("scripted n=1").last("samples")["repetitions"].get<std::int64_t>()
               : 0;
  };
  const std::int64_t free = repetitions_of(info);
  info.repetitions_max = 4;
  const std::int64_t at_most = repetitions_of(info);
  info.repetitions_max = 1000;
  info.repetitions_min = 200;
  const std::int64_t at_least = repetitions_of(info);
  if (rank() != 0) return;
  EXPECT_GE(free, 10);
  EXPECT_LE(free, 51);
  EXPECT_EQ(at_most, 4);
  EXPECT_EQ(at_least, 200);
}

TEST_F(LaunchRunnerTest, ProcessesThatAreNotNeededSleep) {
  if (size() < 3) return;
  Plan plan({.precision = {.relative_error = 1e-6}, .budget_s = 1.0, .cell_budget_s = 1.0},
            machine_here());
  add<MpiLayer>(plan, "echo", {8, 64, 1024});
  Launch<MpiLayer> launch(world, from_catalogue<MpiLayer>);
  const auto cpu_s = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  };
  const double before_s = cpu_s();
  const auto begin = base::monotonic_now();
  launch.conduct(plan);
  const double elapsed_s = base::to_seconds(base::monotonic_now() - begin);
  EXPECT_GT(elapsed_s, 0.5);
  if (rank() >= 2) {
    EXPECT_LT(cpu_s() - before_s, 0.25 * elapsed_s);
  }
}

TEST_F(LaunchRunnerTest, WrongDataFailsItsCellAndNoOther) {
  const KernelInfo info = scripted_info();
  Plan plan(hurried(), machine_here());
  plan.add(info,
           {.kernel = "scripted", .axes = {{"n", {.values = {std::int64_t{1}, std::int64_t{2}}}}}});
  const bool is_last = rank() == size() - 1;
  Launch<MpiLayer> launch(world, [&](MpiLayer&, const std::string& cell) {
    const bool is_wrong = is_last && cell == "scripted n=2";
    return std::make_unique<ScriptedKernel>(ScriptedKernel::Script{.verify = [=] {
      return Verdict{.bytes = 10, .wrong = is_wrong ? "byte 3 of 10 is 0x00" : ""};
    }});
  });
  launch.conduct(plan);
  if (!launch.is_first()) return;
  const CellRecords& wrong = launch.cell("scripted n=2");
  const std::string where = "rank " + std::to_string(size() - 1) + ": byte 3 of 10 is 0x00";
  EXPECT_EQ(wrong.count("verification"), 1u) << "it is not visited again";
  EXPECT_EQ(wrong.last("verification")["passed"], false);
  EXPECT_EQ(wrong.last("verification")["detail"], where);
  EXPECT_EQ(wrong.last("verification")["bytes"], 10 * size()) << "of all processes together";
  EXPECT_EQ(wrong.count("cell_end"), 1u);
  EXPECT_EQ(wrong.last("cell_end")["status"], "failed");
  EXPECT_EQ(wrong.last("cell_end")["reason"], "wrong data: " + where);
  EXPECT_EQ(wrong.count("samples"), 1u) << "what was measured is kept";
  EXPECT_NE(launch.cell("scripted n=1").last("cell_end")["status"], "failed");
}

TEST_F(LaunchRunnerTest, WrongDataOnASatisfyingVisitEndsTheCellOnce) {
  const KernelInfo info = scripted_info(only_first);
  Plan plan(
      {.precision = {.relative_error = 100.0, .samples_min = 8, .visits_min = 1}, .budget_s = 5.0},
      machine_here());
  plan.add(info, {.kernel = "scripted", .axes = {}});
  Launch<MpiLayer> launch(world, [&](MpiLayer&, const std::string&) {
    return std::make_unique<ScriptedKernel>(ScriptedKernel::Script{
        .run = [](std::int64_t) { std::this_thread::sleep_for(std::chrono::microseconds(100)); },
        .verify = [] { return Verdict{.bytes = 1, .wrong = "all of it"}; }});
  });
  launch.conduct(plan);
  if (!launch.is_first()) return;
  EXPECT_EQ(launch.cell("scripted n=1").count("cell_end"), 1u);
  EXPECT_EQ(launch.cell("scripted n=1").last("cell_end")["status"], "failed");
}

TEST_F(LaunchRunnerTest, AKernelThatCannotRunOnOneRankFailsOnAll) {
  const KernelInfo info = scripted_info();
  Plan plan(hurried(), machine_here());
  plan.add(info,
           {.kernel = "scripted", .axes = {{"n", {.values = {std::int64_t{1}, std::int64_t{2}}}}}});
  const int last = size() - 1;
  Launch<MpiLayer> launch(world, [&](MpiLayer&, const std::string& cell) {
    if (rank() == last && cell == "scripted n=2") throw Error("there is no room for it here");
    return std::make_unique<ScriptedKernel>(ScriptedKernel::Script{});
  });
  launch.conduct(plan);
  if (!launch.is_first()) return;
  const CellRecords& failed = launch.cell("scripted n=2");
  EXPECT_EQ(failed.last("cell_end")["status"], "failed");
  EXPECT_EQ(failed.last("cell_end")["reason"],
            "rank " + std::to_string(last) + ": there is no room for it here");
  EXPECT_EQ(failed.count("samples"), 0u);
  EXPECT_EQ(failed.count("visit"), 1u);
  EXPECT_GT(launch.cell("scripted n=1").count("samples"), 0u);
}

TEST_F(LaunchRunnerTest, TheWatchdogNamesACellThatHangs) {
  const KernelInfo info = scripted_info();
  Plan plan(
      {.precision = {.samples_min = 1, .visits_min = 1}, .budget_s = 0.5, .cell_budget_s = 0.1},
      machine_here());
  plan.add(info, {.kernel = "scripted", .axes = {}});
  std::atomic<int> runs = 0;
  Launch<MpiLayer> launch(
      world,
      [&](MpiLayer&, const std::string&) {
        return std::make_unique<ScriptedKernel>(ScriptedKernel::Script{.run = [&](std::int64_t) {
          // It does not sleep forever, so that the test ends; a real watchdog ends the process.
          const bool hangs = rank() == 0 && runs++ == 0;
          std::this_thread::sleep_for(std::chrono::milliseconds(hangs ? 600 : 1));
        }});
      },
      {.hang_after = std::chrono::milliseconds(300)});
  launch.conduct(plan);
  if (launch.is_first()) {
    EXPECT_EQ(launch.hung(), std::vector<std::string>{"scripted n=1"});
  } else {
    EXPECT_THAT(launch.hung(), IsEmpty()) << "the first process speaks for all";
  }
}

TEST_F(LaunchRunnerTest, OfOneNodeSharesItsClock) {
  const Launch<MpiLayer> launch(world, from_catalogue<MpiLayer>);
  EXPECT_TRUE(launch.runner().clock_facts().shared);
  EXPECT_EQ(launch.runner().clock_facts().offset_error_s, 0.0);
  const auto cores = std::thread::hardware_concurrency();
  EXPECT_EQ(launch.runner().oversubscribed(), static_cast<unsigned>(size()) > cores);
}

TEST_F(LaunchRunnerTest, TimesCollectivesOnClocksThatAreNotShared) {
  using testing::SkewedLayer;
  if (size() == 1) return;
  // The clocks differ by seconds; a completion from unsynchronised clocks would be off by as much.
  SkewedLayer::skew = {base::monotonic_now().count(), 2e9 * rank(), 20e-6 * rank()};
  SkewedLayer skewed(MpiLayer::duplicate_of(MPI_COMM_WORLD));
  const KernelInfo info = scripted_info();
  Plan plan(hurried(), machine_here());
  plan.add(info, {.kernel = "scripted", .axes = {}});
  Launch<SkewedLayer> launch(skewed, [&](SkewedLayer&, const std::string&) {
    return std::make_unique<ScriptedKernel>(
        ScriptedKernel::Script{.run = [](std::int64_t repetitions) {
          for (std::int64_t i = 0; i < repetitions; ++i)
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }});
  });
  launch.conduct(plan);
  SkewedLayer::skew = {};
  EXPECT_FALSE(launch.runner().clock_facts().shared);
  EXPECT_GT(launch.runner().clock_facts().offset_error_s, 0.0);
  if (!launch.is_first()) return;
  const double completion_s = base::median(launch.cell("scripted n=1").all_times_s());
  EXPECT_GE(completion_s, 0.95 * 200e-6);
  EXPECT_LT(completion_s, 0.1);
}

}  // namespace
}  // namespace strobe::measure
