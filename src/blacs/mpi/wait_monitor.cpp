// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/wait_monitor.hpp"

#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <utility>

#include "base/format.hpp"
#include "blacs/levels.hpp"
#include "blacs/mpi/communicator.hpp"
#include "blacs/mpi/observer.hpp"
#include "blacs/observed_call.hpp"
#include "blacs/warning.hpp"
#include "layer/mpi/calls.hpp"

namespace strobe::blacs::mpi {
namespace {

using layer::mpi::check;

constexpr std::chrono::milliseconds poll_period{1};
/// A message names at most so many dependencies.
constexpr std::size_t dependencies_shown = 4;

int world_rank() { return rank_in(MPI_COMM_WORLD); }

/// A grid may contain processes of several MPI_COMM_WORLDs, so the rank alone is not unique.
std::uint64_t process_number() {
  static const std::uint64_t number =
      (static_cast<std::uint64_t>(world_rank()) << 32) | std::random_device{}();
  return number;
}

DeadlockDetector& detector() {
  thread_local DeadlockDetector one{process_number()};
  return one;
}

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

/// The lines, each after a line break and indented by two blanks.
std::string indented(const std::string& lines) {
  std::string text = "\n  ";
  for (const char each : lines) {
    text += each;
    if (each == '\n') text += "  ";
  }
  return text;
}

/// `name` is the process that the event is expected of.
std::string object_of(const Dependency& dependency, const std::string& name) {
  const bool is_synchronisation = dependency.id < 0;
  if (is_synchronisation || dependency.event == EventKind::collective) {
    return name + " to make the same call";
  }
  return dependency.event == EventKind::send
             ? base::format("message {} from {} (id {})", dependency.number, name, dependency.id)
             : base::format("{} to receive message {} (id {})", name, dependency.number,
                            dependency.id);
}

}  // namespace

WaitMonitor::WaitMonitor(Observer& observer, std::vector<Dependency> dependencies,
                         std::string object)
    : observer_(&observer),
      dependencies_(std::move(dependencies)),
      object_(std::move(object)),
      number_(next_number()),
      next_poll_(begin_ + poll_period) {}

WaitMonitor::WaitMonitor(std::string object)
    : object_(std::move(object)), number_(next_number()), next_poll_(begin_ + poll_period) {}

void WaitMonitor::remove(const Dependency& met) {
  std::erase_if(dependencies_, [&](const Dependency& dependency) {
    return dependency.rank == met.rank && dependency.event == met.event &&
           dependency.stream == met.stream && dependency.number == met.number;
  });
}

double WaitMonitor::waited_s() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

std::string WaitMonitor::object() const {
  if (dependencies_.empty()) return object_;
  std::string text;
  const std::size_t shown = std::min(dependencies_.size(), dependencies_shown);
  for (std::size_t i = 0; i < shown; ++i) {
    const Dependency& dependency = dependencies_[i];
    if (i > 0) text += ", ";
    text += object_of(dependency, observer_->grid_ranks().coordinates(dependency.rank));
  }
  if (dependencies_.size() > shown) {
    text += base::format(" and {} more", dependencies_.size() - shown);
  }
  return text;
}

std::string WaitMonitor::description() const {
  const std::string coordinates =
      observer_ != nullptr ? observer_->grid_ranks().coordinates(observer_->rank()) + " " : "";
  return base::format("process {}(rank {}) waits in {} for {}", coordinates, world_rank(),
                      ObservedCall::describe_current(), object());
}

std::string WaitMonitor::replies() const {
  std::string text;
  const std::size_t shown = std::min(dependencies_.size(), dependencies_shown);
  for (std::size_t i = 0; i < shown; ++i) {
    const int rank = dependencies_[i].rank;
    const auto reply = replies_.find(rank);
    text += "; " + (reply != replies_.end()
                        ? reply->second
                        : base::format("{} does not reply: it is not waiting in a BLACS call",
                                       observer_->grid_ranks().coordinates(rank)));
  }
  return text;
}

void WaitMonitor::check_departures() const {
  if (observer_ == nullptr) return;
  for (const Dependency& dependency : dependencies_) {
    const ControlMessage::FinalCounts* const counts = observer_->final_counts(dependency.rank);
    if (counts != nullptr && !counts->meets(dependency)) {
      throw Error(base::format("{}, but {} has left the grid", description(),
                               observer_->grid_ranks().coordinates(dependency.rank)));
    }
  }
}

void WaitMonitor::poll() {
  const Clock::time_point now = Clock::now();
  if (now < next_poll_) {
    // The process that this one waits for may need this core.
    std::this_thread::yield();
    return;
  }
  next_poll_ = now + poll_period;
  receive_all_control_messages(*this);
  check_departures();
  // Queries go out half a period before the report, so that it can show the replies. So does the
  // probe, because a proven deadlock ends the program and leaves nothing else to report.
  const double periods = waited_s() / levels.hang_s - hang_periods_;
  if (periods >= 0.5 && !has_sent_queries_) {
    send_queries();
    send_probe(detector().initiate(number_, description()));
  }
  if (periods < 1) return;
  ++hang_periods_;
  has_sent_queries_ = false;
  const bool is_power_of_two = (hang_periods_ & (hang_periods_ - 1)) == 0;
  if (is_power_of_two) report();
}

void WaitMonitor::send_queries() {
  has_sent_queries_ = true;
  replies_.clear();
  for (const Dependency& dependency : dependencies_) {
    observer_->send_control(
        dependency.rank,
        {.kind = ControlMessage::Kind::query, .wait = number_, .dependency = dependency});
  }
}

void WaitMonitor::report() const {
  const std::string process =
      observer_ != nullptr
          ? base::format("process {} (rank {})",
                         observer_->grid_ranks().coordinates(observer_->rank()), world_rank())
          : base::format("rank {}", world_rank());
  print_warning(base::format("{} has waited {:.1f} s in {} for {}{}", process, waited_s(),
                             ObservedCall::describe_current(), object(), replies()));
}

void WaitMonitor::send_probe(Probe probe) const {
  const bool has_certain = std::ranges::any_of(dependencies_, &Dependency::is_certain);
  // A cycle of certain dependencies proves a deadlock, so the probe follows those if there are any.
  probe.is_certain = probe.is_certain && has_certain;
  for (const Dependency& dependency : dependencies_) {
    if (dependency.is_certain() != has_certain) continue;
    observer_->send_control(
        dependency.rank,
        {.kind = ControlMessage::Kind::probe, .dependency = dependency, .probe = probe});
  }
}

void WaitMonitor::receive_probe(const Probe& probe) {
  switch (detector().receive(probe, number_)) {
    case DeadlockDetector::Outcome::discard:
      return;
    case DeadlockDetector::Outcome::forward:
      send_probe(detector().forwarded(probe, description()));
      return;
    case DeadlockDetector::Outcome::deadlock:
      break;
  }
  if (probe.is_certain) {
    throw Error("deadlock: each of these processes waits for the next one:" + indented(probe.path));
  }
  if (has_reported_possible_deadlock_) return;
  has_reported_possible_deadlock_ = true;
  print_warning(
      "possible deadlock: each of these processes waits for the next one, unless the MPI buffers "
      "the messages:" +
      indented(probe.path));
}

}  // namespace strobe::blacs::mpi
