// SPDX-License-Identifier: BSD-3-Clause
//
// A launch, from its first visit to its last. The first process holds the plan and tells those that
// a cell needs what to do; the others sleep until they are told.
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
#include "measure/party.hpp"
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

/// Makes the kernel named in a cell's key for this process of a group.
template <layer::MessageLayer L>
using KernelMaker = std::function<std::unique_ptr<Kernel>(L& group, const std::string& cell)>;

struct ConductorOptions {
  double sample_s = 50e-6;  ///< wanted length of a sample; never below 20 readings of the clock
  std::chrono::milliseconds hang_after{20000};
};

template <layer::MessageLayer L>
class Conductor {
 public:
  /// All processes must construct it at the same time: they agree on clocks, groups and a sentinel.
  Conductor(L& world, std::span<const Process> processes, KernelMaker<L> make, Watchdog& watchdog,
            const ConductorOptions& options)
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

  /// First process only: visits cells until the plan has no next one. `regimes` are those that the
  /// record already names.
  void lead(Plan& plan, Recorder& recorder, Regimes regimes = {}) {
    regimes_ = std::move(regimes);
    regimes_.learn(least_work_s_);
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

  /// First process only: lets the others return from follow(). Records are written only while they
  /// wait for a command, so that a full disk too can end in good order.
  void dismiss() { command_all({.kind = Command::stop}); }

  /// The other processes: does what the first tells until it says stop.
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
          take_part(command);
          break;
      }
    }
  }

 private:
  static constexpr layer::Tag exchange_tag{32003};
  static constexpr std::chrono::nanoseconds clock_lifetime_max = std::chrono::seconds(5);
  /// Clocks that are not one and the same differ by far more than this.
  static constexpr double shared_offset_max_ns = 50e3;
  static constexpr int exchanges_before_first = 10;
  static constexpr std::chrono::milliseconds pause{10};

  /// What the sentinel saw of the machine.
  struct Watched {
    std::optional<SentinelReading> reading = {};
    double work_s = 0.0;  ///< also where there is no partner to exchange with
  };

  /// What a process says of its part of a visit; fixed in size, so that it can be gathered.
  struct Report {
    std::int64_t bytes = 0;
    std::array<char, 248> wrong{};
  };

  /// Processes of one node read one clock; a measured offset beyond its error says that they do
  /// not.
  void agree_on_clock(std::span<const Process> processes) {
    synchronise();
    const double offset_ns = largest(std::abs(clock_.offset_ns));
    clock_is_shared_ =
        are_on_one_node(processes) && offset_ns <= 2.0 * clock_.error_ns + shared_offset_max_ns;
    if (clock_is_shared_) clock_ = GlobalClock{};
  }

  /// A model is trusted for twice as long as the clocks were observed for it.
  void synchronise() {
    clock_ = synchronise_clocks(world_, clock_);
    clock_.error_ns = largest(clock_.error_ns);
    synchronised_ = L::now();
    clock_lifetime_ = std::min(2 * clock_lifetime_, clock_lifetime_max);
  }

  /// The largest of what all processes say, on all of them.
  double largest(double own) {
    double all = own;
    world_.allreduce(std::as_bytes(std::span(&own, 1)), detail::as_bytes(all),
                     layer::Element::float64, layer::Operation::maximum);
    return all;
  }

  void connect_exchange(std::span<const Process> processes) {
    if (world_.size() < 2 || processes[0].boot != processes[1].boot) return;
    exchange_ = share<Exchange>(world_, layer::Rank{0}, layer::Rank{1}, exchange_tag);
    // The first exchanges are slower, and a regime is known by the first that is recorded. What the
    // cores can do alone must be known by then.
    for (int i = 0; exchange_ && i < exchanges_before_first; ++i) {
      const auto reading = exchange_->measure();
      if (reading) least_work_s_ = std::min(least_work_s_, reading->least_work_s);
    }
  }

  [[nodiscard]] Watched alone() const {
    return {.work_s = world_.rank() == layer::Rank{0} ? work_quantum().median_s : 0.0};
  }

  /// What the first process knows of the machine's speed: always between the first two, so that it
  /// is one series; a second process that takes no part in the visit is called for it. A process
  /// that is alone in its visit, or on its node, works alone.
  Watched read_sentinel(std::span<const int> members) {
    const bool is_second = world_.rank() == layer::Rank{1};
    const bool is_first = world_.rank() == layer::Rank{0};
    if (!is_first && !is_second) return {};
    if (!exchange_ || members.size() < 2) return alone();
    const bool second_takes_part = std::ranges::find(members, 1) != members.end();
    if (is_first && !second_takes_part)
      send_command(world_, layer::Rank{1}, {.kind = Command::exchange});
    const auto reading = exchange_->measure();
    return reading ? Watched{reading, reading->work_s} : alone();
  }

  void command_all(const Command& command) {
    for (int rank = 1; rank < world_.size(); ++rank)
      send_command(world_, layer::Rank{rank}, command);
  }

  /// The party of `members`. That of the first processes is kept, since most visits are theirs;
  /// another lives as long as its visit, since a system has room for few groups.
  std::shared_ptr<Party<L>> party_of(const std::vector<int>& members) {
    const auto make = [&] {
      return std::make_shared<Party<L>>(world_, members, clock_, watchdog_, sampling_);
    };
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (members[i] != static_cast<int>(i)) return make();
    }
    std::shared_ptr<Party<L>>& kept = parties_[members.size()];
    if (!kept) kept = make();
    return kept;
  }

  /// Another process's part of a visit.
  void take_part(const Command& command) {
    const std::shared_ptr<Party<L>> party = party_of(command.members);
    const std::unique_ptr<Kernel> kernel = ready(*party, command, nullptr);
    if (!kernel) return;
    read_sentinel(command.members);
    party->sampler().serve(*kernel, command.cell);
    read_sentinel(command.members);
    report(party->all(), kernel->verify());
  }

  /// Hands a process's part to the first; there, the sum of the parts and the first thing wrong.
  Verdict report(L& group, const Verdict& own) {
    Report part{.bytes = own.bytes};
    own.wrong.copy(part.wrong.data(), part.wrong.size() - 1);
    std::vector<Report> parts(static_cast<std::size_t>(group.size()));
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

  /// The kernel, made and prepared on every process of the group; nothing where it failed on one,
  /// and then the first process gets the reason.
  std::unique_ptr<Kernel> ready(Party<L>& party, const Command& command, std::string* reason) {
    std::unique_ptr<Kernel> kernel;
    Verdict own;
    try {
      if (party.runs()) {
        kernel = make_(party.members(), command.cell);
        kernel->prepare(command.seed);
      }
    } catch (const std::exception& error) {
      own.wrong = error.what();
    }
    const Verdict all = report(party.all(), own);
    char good = all.wrong.empty() ? 1 : 0;
    party.all().broadcast(detail::as_bytes(good), layer::Rank{0});
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
    for (const int rank : led_by_first(cell.members)) {
      if (rank != 0) send_command(world_, layer::Rank{rank}, command);
    }
    const std::shared_ptr<Party<L>> party = party_of(cell.members);
    std::string reason;
    const std::unique_ptr<Kernel> kernel = ready(*party, command, &reason);
    if (!reason.empty()) {
      plan.failed(index, reason);
      return;
    }
    VisitFacts facts{.visit = cell.visits, .start_s = start_s};
    const Watched ahead = read_sentinel(command.members);
    facts.exchange_before_s = exchange_of(ahead);
    facts.work_before_s = ahead.work_s;
    const Regime before = classify(ahead);
    if (!plan.useful(index, before)) {
      wait_for_another_speed(plan, *party, command.members, kernel.get());
      return;
    }
    const auto begin = L::now();
    const double sample_s = std::max(options_.sample_s, 20.0 * sampling_.calibration.clock_s);
    Visit<L> stay(plan, index, party->sampler(), kernel.get(), sample_s);
    std::vector<double> first;
    try {
      first = stay.take(before, facts);
    } catch (const Error& error) {
      // Only a kernel of one process throws, so nobody else waits in its middle.
      party->sampler().finish();
      plan.failed(index, error.what());
      return;
    }
    party->sampler().finish();
    if (kernel != nullptr) facts.process = kernel->process();
    Plan::Visit visit{.elapsed_s = base::to_seconds(L::now() - begin)};
    const Watched behind = read_sentinel(command.members);
    facts.exchange_after_s = exchange_of(behind);
    facts.work_after_s = behind.work_s;
    facts.regime = regimes_.between(before, classify(behind));
    if (facts.time_s.empty()) facts.disturb();
    regimes_.count_visit(facts.regime);
    plan.set_reference(regimes_.reference());
    const Verdict verdict = report(party->all(), kernel ? verified(*kernel) : Verdict{});
    visit.regime = facts.regime;
    visit.time_s = facts.time_s;
    visit.core_hz = facts.core_hz;
    visit.repetitions = facts.repetitions;
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

  /// Ends a visit that would gain nothing, without a sample, and lets some time pass.
  void wait_for_another_speed(Plan& plan, Party<L>& party, std::span<const int> members,
                              Kernel* kernel) {
    party.sampler().finish();
    read_sentinel(members);
    // Of data that was not moved nothing can be said.
    (void)report(party.all(), kernel != nullptr ? kernel->verify() : Verdict{});
    std::this_thread::sleep_for(pause);
    plan.waited(base::to_seconds(pause));
  }

  [[nodiscard]] static std::optional<double> exchange_of(const Watched& watched) {
    return watched.reading ? std::optional(watched.reading->exchange_s) : std::nullopt;
  }

  Regime classify(const Watched& watched) {
    if (!watched.reading) return regime_unknown;
    const Regimes::Classified found = regimes_.classify(*watched.reading);
    // Recorded after the visit.
    if (found.is_new) new_regimes_.push_back(found.regime);
    return found.regime;
  }

  void record_regimes(Recorder& recorder) {
    for (const Regime regime : std::exchange(new_regimes_, {})) {
      recorder.regime(regime, regimes_.speed(regime));
    }
  }

  /// Each grid once.
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
  ConductorOptions options_;
  SamplerOptions sampling_;
  GlobalClock clock_;
  bool clock_is_shared_ = true;
  std::chrono::nanoseconds synchronised_{0};
  std::chrono::nanoseconds clock_lifetime_ = std::chrono::milliseconds(50);
  std::map<std::size_t, std::shared_ptr<Party<L>>> parties_;  // by how many of the first
  std::optional<Exchange> exchange_;
  double least_work_s_ = std::numeric_limits<double>::infinity();  // before the first visit
  Regimes regimes_;
  std::vector<Regime> new_regimes_;
  std::set<Placement> placements_;  // that the record names
};

}  // namespace strobe::measure
