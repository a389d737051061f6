// SPDX-License-Identifier: BSD-3-Clause
//
// Runs a launch from its first visit to its last. Rank 0 holds the plan and sends commands to the
// ranks that a cell needs; all other ranks sleep.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "measure/command.hpp"
#include "measure/global_clock.hpp"
#include "measure/kernel.hpp"
#include "measure/participants.hpp"
#include "measure/plan.hpp"
#include "measure/process_facts.hpp"
#include "measure/recorder.hpp"
#include "measure/regimes.hpp"
#include "measure/sampler.hpp"
#include "measure/sentinel.hpp"
#include "measure/visit.hpp"
#include "measure/watchdog.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::measure {

/// Creates the kernel of a cell's key for this process of a group.
template <layer::MessageLayer L>
using KernelMaker = std::function<std::unique_ptr<Kernel>(L& group, const std::string& cell)>;

struct LaunchRunnerOptions {
  double sample_s =
      50e-6;  ///< wanted length of a sample; at least 20 readings of the clock are used
  std::chrono::milliseconds hang_after{20000};
};

template <layer::MessageLayer L>
class LaunchRunner {
 public:
  /// All processes must construct it at the same time, because they synchronise clocks and create
  /// groups and a sentinel together.
  LaunchRunner(L& world, std::span<const Process> processes, KernelMaker<L> make,
               Watchdog& watchdog, const LaunchRunnerOptions& options)
      : world_(world), make_(std::move(make)), watchdog_(watchdog), options_(options) {
    sampling_.calibration = base::calibrate_clock();
    sampling_.yield = is_oversubscribed(processes);
    sampling_.hang_after = options_.hang_after;
    agree_on_clock(processes);
    connect_exchange(processes);
  }

  [[nodiscard]] bool oversubscribed() const { return sampling_.yield; }
  [[nodiscard]] ClockFacts clock_facts() const {
    return {sampling_.calibration, clock_is_shared_, 1e-9 * clock_.error_ns};
  }

  /// Rank 0 only: visits cells until the plan is done. `regimes` are the regimes that the record
  /// already contains.
  void lead(Plan& plan, Recorder& recorder, Regimes regimes = {}) {
    regimes_ = std::move(regimes);
    regimes_.note_least_work(least_work_s_);
    const auto begin = L::now();
    const auto elapsed_s = [begin] { return base::to_seconds(L::now() - begin); };
    record_new(plan, recorder);
    while (const auto index = plan.next(elapsed_s())) {
      record_new(plan, recorder);
      if (!clock_is_shared_ && L::now() - synchronised_ > clock_lifetime_) {
        command_all({.kind = Command::synchronise});
        synchronise();
      }
      visit_cell(plan, recorder, *index, elapsed_s());
      record_ended(plan, recorder);
    }
    record_new(plan, recorder);
    record_ended(plan, recorder);
    recorder.end(elapsed_s(), true);
    dismiss();
  }

  /// Rank 0 only: makes the other ranks return from follow(). Records are written only while the
  /// other ranks wait for a command, so that the launch ends in order even if the disk is full.
  void dismiss() { command_all({.kind = Command::stop}); }

  /// All other ranks: execute the commands of rank 0 until the command `stop`.
  void follow() {
    while (true) {
      const Command command = await_command(world_, sampling_.yield);
      switch (command.kind) {
        case Command::stop:
          return;
        case Command::synchronise:
          synchronise();
          break;
        case Command::exchange:
          if (exchange_) (void)exchange_->measure();
          break;
        case Command::visit:
          participate(command);
          break;
      }
    }
  }

 private:
  static constexpr layer::Tag exchange_tag{32003};
  static constexpr std::chrono::nanoseconds clock_lifetime_max = std::chrono::seconds(5);
  /// Clocks that are not the same clock differ by far more than this.
  static constexpr double shared_offset_max_ns = 50e3;
  static constexpr int exchanges_before_first = 10;
  static constexpr std::chrono::milliseconds pause{10};

  /// A reading of the sentinel.
  struct SentinelResult {
    std::optional<SentinelReading> reading = {};
    double work_s = 0.0;  ///< also set without a partner for the exchange
  };

  /// A verdict of fixed size, so that it can be gathered.
  struct PackedVerdict {
    std::int64_t bytes = 0;
    std::array<char, 248> wrong{};
  };

  /// Processes of one node read the same clock. If a measured offset is larger than its error, they
  /// do not.
  void agree_on_clock(std::span<const Process> processes) {
    synchronise();
    const double offset_ns = maximum_over_ranks(std::abs(clock_.offset_ns));
    clock_is_shared_ =
        are_on_one_node(processes) && offset_ns <= 2.0 * clock_.error_ns + shared_offset_max_ns;
    if (clock_is_shared_) clock_ = GlobalClock{};
  }

  /// A clock model is valid for twice as long as the clocks were observed for it.
  void synchronise() {
    clock_ = synchronise_clocks(world_, clock_);
    clock_.error_ns = maximum_over_ranks(clock_.error_ns);
    synchronised_ = L::now();
    clock_lifetime_ = std::min(2 * clock_lifetime_, clock_lifetime_max);
  }

  /// The maximum of `own` over all processes, on all processes.
  double maximum_over_ranks(double own) {
    double all = own;
    world_.allreduce(std::as_bytes(std::span(&own, 1)), detail::as_bytes(all),
                     layer::Element::float64, layer::Operation::maximum);
    return all;
  }

  void connect_exchange(std::span<const Process> processes) {
    if (world_.size() < 2 || processes[0].boot != processes[1].boot) return;
    exchange_ = share<SentinelExchange>(world_, layer::Rank{0}, layer::Rank{1}, exchange_tag);
    // The first exchanges are slower, and the first recorded one defines a regime. The speed of the
    // undisturbed cores must be known before that.
    for (int i = 0; exchange_ && i < exchanges_before_first; ++i) {
      const auto reading = exchange_->measure();
      if (reading) least_work_s_ = std::min(least_work_s_, reading->least_work_s);
    }
  }

  [[nodiscard]] SentinelResult work_alone() const {
    return {.work_s = world_.rank() == layer::Rank{0} ? work_quantum().median_s : 0.0};
  }

  /// Reads the sentinel. The exchange is always between ranks 0 and 1, so that its times form one
  /// series; if rank 1 is not a member of the visit, rank 0 sends it a command. If a cell has one
  /// member, or rank 0 is alone on its node, it does the work without an exchange.
  SentinelResult read_sentinel(std::span<const int> members) {
    const bool is_second = world_.rank() == layer::Rank{1};
    const bool is_first = world_.rank() == layer::Rank{0};
    if (!is_first && !is_second) return {};
    if (!exchange_ || members.size() < 2) return work_alone();
    const bool second_takes_part = std::ranges::find(members, 1) != members.end();
    if (is_first && !second_takes_part)
      send_command(world_, layer::Rank{1}, {.kind = Command::exchange});
    const auto reading = exchange_->measure();
    return reading ? SentinelResult{reading, reading->work_s} : work_alone();
  }

  void command_all(const Command& command) {
    for (int rank = 1; rank < world_.size(); ++rank)
      send_command(world_, layer::Rank{rank}, command);
  }

  /// The participants for `members`. Those for the first n ranks are kept, since most visits need
  /// them. All others are destroyed after their visit, since an MPI supports a limited number of
  /// communicators.
  std::shared_ptr<Participants<L>> participants_of(const std::vector<int>& members) {
    const auto make = [&] {
      return std::make_shared<Participants<L>>(world_, members, clock_, watchdog_, sampling_);
    };
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (members[i] != static_cast<int>(i)) return make();
    }
    std::shared_ptr<Participants<L>>& kept = participants_[members.size()];
    if (!kept) kept = make();
    return kept;
  }

  /// Runs the part of a rank other than 0 in a visit.
  void participate(const Command& command) {
    const std::shared_ptr<Participants<L>> participants = participants_of(command.members);
    const std::unique_ptr<Kernel> kernel = prepare_kernel(*participants, command, nullptr);
    if (!kernel) return;
    read_sentinel(command.members);
    participants->sampler().serve(*kernel, command.cell);
    read_sentinel(command.members);
    gather_verdict(participants->all(), kernel->verify());
  }

  /// Gathers the verdicts on rank 0; returns there the total number of bytes and the first error.
  Verdict gather_verdict(L& group, const Verdict& own) {
    PackedVerdict part{.bytes = own.bytes};
    own.wrong.copy(part.wrong.data(), part.wrong.size() - 1);
    std::vector<PackedVerdict> parts(static_cast<std::size_t>(group.size()));
    group.gather(std::as_bytes(std::span(&part, 1)), std::as_writable_bytes(std::span(parts)),
                 layer::Rank{0});
    Verdict whole;
    for (std::size_t rank = 0; rank < parts.size(); ++rank) {
      whole.bytes += parts[rank].bytes;
      if (parts[rank].wrong[0] != '\0' && whole.wrong.empty()) {
        whole.wrong = "rank " + std::to_string(rank) + ": " + parts[rank].wrong.data();
      }
    }
    return whole;
  }

  /// Creates and prepares the kernel on every member. Returns null on all ranks if that failed on
  /// one; rank 0 gets the reason.
  std::unique_ptr<Kernel> prepare_kernel(Participants<L>& participants, const Command& command,
                                         std::string* reason) {
    std::unique_ptr<Kernel> kernel;
    Verdict own;
    try {
      if (participants.runs_kernel()) {
        kernel = make_(participants.members(), command.cell);
        kernel->prepare(command.seed);
      }
    } catch (const std::exception& error) {
      own.wrong = error.what();
    }
    const Verdict all = gather_verdict(participants.all(), own);
    char good = all.wrong.empty() ? 1 : 0;
    participants.all().broadcast(detail::as_bytes(good), layer::Rank{0});
    if (reason != nullptr) *reason = all.wrong;
    return good != 0 ? std::move(kernel) : nullptr;
  }

  void visit_cell(Plan& plan, Recorder& recorder, std::size_t index, double start_s) {
    const Cell& cell = plan.cell(index);
    const Command command{.kind = Command::visit,
                          .seed = (static_cast<std::uint64_t>(cell.visits) << 32) + index,
                          .members = cell.members,
                          .cell = cell.key};
    recorder.visit(cell.key, cell.visits);
    for (const int rank : participant_ranks(cell.members)) {
      if (rank != 0) send_command(world_, layer::Rank{rank}, command);
    }
    const std::shared_ptr<Participants<L>> participants = participants_of(cell.members);
    std::string reason;
    const std::unique_ptr<Kernel> kernel = prepare_kernel(*participants, command, &reason);
    if (!reason.empty()) {
      plan.failed(index, reason);
      return;
    }
    VisitFacts facts{.visit = cell.visits, .start_s = start_s};
    const SentinelResult before_visit = read_sentinel(command.members);
    facts.exchange_before_s = exchange_of(before_visit);
    facts.work_before_s = before_visit.work_s;
    const Regime before = classify(before_visit);
    if (!plan.useful(index, before)) {
      wait_for_other_regime(plan, *participants, command.members, kernel.get());
      return;
    }
    const auto begin = L::now();
    const double sample_s = std::max(options_.sample_s, 20.0 * sampling_.calibration.clock_s);
    Visit<L> sampling(plan, index, participants->sampler(), kernel.get(), sample_s);
    std::vector<double> first;
    try {
      first = sampling.take(before, facts);
    } catch (const Error& error) {
      // Only a kernel with one member may throw, so no other rank waits inside the kernel.
      participants->sampler().finish();
      plan.failed(index, error.what());
      return;
    }
    participants->sampler().finish();
    if (kernel != nullptr) facts.process = kernel->process();
    Plan::VisitResult visit{.elapsed_s = base::to_seconds(L::now() - begin)};
    const SentinelResult after_visit = read_sentinel(command.members);
    facts.exchange_after_s = exchange_of(after_visit);
    facts.work_after_s = after_visit.work_s;
    facts.regime = regimes_.between(before, classify(after_visit));
    if (facts.time_s.empty()) facts.disturb();
    regimes_.count_visit(facts.regime);
    plan.set_reference(regimes_.reference());
    const Verdict verdict =
        gather_verdict(participants->all(), kernel ? verified(*kernel) : Verdict{});
    if (kernel != nullptr) facts.buffered_sends = kernel->buffered_sends();
    visit.regime = facts.regime;
    visit.time_s = facts.time_s;
    visit.core_hz = facts.core_hz;
    visit.repetitions = facts.repetitions;
    visit.in_step = facts.in_step;
    const std::string key = cell.key;
    plan.visited(index, visit);
    record_regimes(recorder);
    if (kernel != nullptr) record_placement(recorder, kernel->placement());
    facts.half_width = plan.half_width(index, facts.regime);
    if (!first.empty()) recorder.first(key, first);
    recorder.samples(key, facts);
    recorder.verification(key, facts.visit, verdict);
    if (!verdict.wrong.empty()) plan.failed(index, "wrong data: " + verdict.wrong);
  }

  static Verdict verified(Kernel& kernel) {
    try {
      return kernel.verify();
    } catch (const Error& error) {
      return {.bytes = 0, .wrong = error.what()};
    }
  }

  /// Ends a visit without a sample because it would not improve a result, and sleeps for a short
  /// time.
  void wait_for_other_regime(Plan& plan, Participants<L>& participants,
                             std::span<const int> members, Kernel* kernel) {
    participants.sampler().finish();
    read_sentinel(members);
    // The data were not moved, so the verdict has no meaning.
    (void)gather_verdict(participants.all(), kernel != nullptr ? kernel->verify() : Verdict{});
    std::this_thread::sleep_for(pause);
    plan.skipped_visit(base::to_seconds(pause));
  }

  [[nodiscard]] static std::optional<double> exchange_of(const SentinelResult& result) {
    return result.reading ? std::optional(result.reading->exchange_s) : std::nullopt;
  }

  Regime classify(const SentinelResult& result) {
    if (!result.reading) return regime_unknown;
    const Regimes::Classification found = regimes_.classify(*result.reading);
    // The record is written after the visit.
    if (found.is_new) new_regimes_.push_back(found.regime);
    return found.regime;
  }

  void record_regimes(Recorder& recorder) {
    for (const Regime regime : std::exchange(new_regimes_, {})) {
      recorder.regime(regime, regimes_.facts(regime));
    }
  }

  /// Records each grid once.
  void record_placement(Recorder& recorder, const Placement& grid) {
    if (grid.empty() || !placements_.insert(grid).second) return;
    recorder.placement(grid);
  }

  static void record_new(Plan& plan, Recorder& recorder) {
    for (const std::size_t index : plan.take_new()) {
      const Cell& cell = plan.cell(index);
      recorder.cell(cell, cell.kernel->work(cell.point));
    }
  }

  static void record_ended(Plan& plan, Recorder& recorder) {
    for (const std::size_t index : plan.take_ended()) {
      const Cell& cell = plan.cell(index);
      recorder.cell_end(cell.key, *cell.status, cell.reason, cell.visits, cell.samples(),
                        cell.elapsed_s);
    }
  }

  L& world_;
  KernelMaker<L> make_;
  Watchdog& watchdog_;
  LaunchRunnerOptions options_;
  SamplerOptions sampling_;
  GlobalClock clock_;
  bool clock_is_shared_ = true;
  std::chrono::nanoseconds synchronised_{0};
  std::chrono::nanoseconds clock_lifetime_ = std::chrono::milliseconds(50);
  std::map<std::size_t, std::shared_ptr<Participants<L>>>
      participants_;  // by the number of members
  std::optional<SentinelExchange> exchange_;
  double least_work_s_ = std::numeric_limits<double>::infinity();  // before the first visit
  Regimes regimes_;
  std::vector<Regime> new_regimes_;
  std::set<Placement> placements_;  // the ones that are recorded already
};

}  // namespace strobe::measure
