// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/mpi/waiting.hpp"

#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <utility>

#include "base/format.hpp"
#include "blacs/levels.hpp"
#include "blacs/mpi/observer.hpp"
#include "blacs/observe.hpp"
#include "blacs/remark.hpp"
#include "layer/mpi/calls.hpp"

namespace strobe::blacs::mpi {
namespace {

using layer::mpi::check;

constexpr std::chrono::milliseconds between_looks{1};
/// A sentence about more of them helps nobody.
constexpr std::size_t needs_shown = 4;

int world_rank() {
  int rank = 0;
  check(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  return rank;
}

/// Ranks of several worlds may meet in one grid, so the rank alone would not tell them apart.
std::uint64_t process_number() {
  static const std::uint64_t number =
      (static_cast<std::uint64_t>(world_rank()) << 32) | std::random_device{}();
  return number;
}

Chase& chase() {
  thread_local Chase its{process_number()};
  return its;
}

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

/// Each line behind a new one, with two blanks.
std::string indented(const std::string& lines) {
  std::string text = "\n  ";
  for (const char each : lines) {
    text += each;
    if (each == '\n') text += "  ";
  }
  return text;
}

}  // namespace

Waiting::Waiting(Observer& wire, std::vector<Need> needs, std::string what)
    : wire_(&wire),
      needs_(std::move(needs)),
      what_(std::move(what)),
      number_(next_number()),
      next_look_(begin_ + between_looks) {}

Waiting::Waiting(std::string what)
    : what_(std::move(what)), number_(next_number()), next_look_(begin_ + between_looks) {}

void Waiting::forget(const Need& met) {
  std::erase_if(needs_, [&](const Need& need) {
    return need.of == met.of && need.deed == met.deed && need.stream == met.stream &&
           need.number == met.number;
  });
}

double Waiting::waited_s() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

std::string Waiting::object() const {
  if (needs_.empty()) return what_;
  std::string text;
  const std::size_t shown = std::min(needs_.size(), needs_shown);
  for (std::size_t i = 0; i < shown; ++i) {
    const Need& need = needs_[i];
    const std::string name = wire_->places().name(need.of);
    if (i > 0) text += ", ";
    switch (need.deed) {
      case Deed::send:
        text += need.id < 0
                    ? name + " to come to it"
                    : base::format("message {} from {} (id {})", need.number, name, need.id);
        break;
      case Deed::take:
        text += need.id < 0
                    ? name + " to come to it"
                    : base::format("{} to take message {} (id {})", name, need.number, need.id);
        break;
      case Deed::enter:
        text += base::format("{} to call it", name);
        break;
    }
  }
  if (needs_.size() > shown) text += base::format(" and {} more", needs_.size() - shown);
  return text;
}

std::string Waiting::line() const {
  const std::string who =
      wire_ != nullptr ? wire_->places().name(wire_->rank()) + " " : std::string();
  return base::format("process {}(rank {}) waits in {} for {}", who, world_rank(),
                      Observed::describe_current(), object());
}

std::string Waiting::hints() const {
  std::string text;
  const std::size_t shown = std::min(needs_.size(), needs_shown);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto answer = answers_.find(needs_[i].of);
    text += "; " + (answer != answers_.end()
                        ? answer->second
                        : base::format("{} does not answer, so it is not waiting in the BLACS",
                                       wire_->places().name(needs_[i].of)));
  }
  return text;
}

void Waiting::look() {
  const Clock::time_point now = Clock::now();
  if (now < next_look_) {
    // Whom we wait for may need this core.
    std::this_thread::yield();
    return;
  }
  next_look_ = now + between_looks;
  read_all_letters(*this);
  if (wire_ != nullptr) {
    for (const Need& need : needs_) {
      const Letter::Done* const left = wire_->left(need.of);
      if (left != nullptr && !left->has(need)) {
        throw Error(
            base::format("{}, and {} has left the grid", line(), wire_->places().name(need.of)));
      }
    }
  }
  // Half a patience before a report others are asked, so that it can say what they answer.
  const double patience = waited_s() / levels.hang_s - rounds_;
  if (patience >= 0.5 && !has_asked_) ask();
  if (patience < 1) return;
  ++rounds_;
  has_asked_ = false;
  const bool is_power_of_two = (rounds_ & (rounds_ - 1)) == 0;
  if (is_power_of_two) report();
  pass_on(chase().begin(number_, line()));
}

void Waiting::ask() {
  has_asked_ = true;
  answers_.clear();
  for (const Need& need : needs_) {
    wire_->post(need.of, {.kind = Letter::Kind::ask, .wait = number_, .need = need});
  }
}

void Waiting::report() const {
  remark(base::format(
      "{} has waited {:.1f} s in {} for {}{}",
      wire_ != nullptr
          ? base::format("process {} (rank {})", wire_->places().name(wire_->rank()), world_rank())
          : base::format("rank {}", world_rank()),
      waited_s(), Observed::describe_current(), object(), hints()));
}

void Waiting::pass_on(Probe probe) const {
  const bool has_certain = std::ranges::any_of(needs_, &Need::is_certain);
  // What is certain proves more, so it is tried alone where there is any.
  probe.is_certain = probe.is_certain && has_certain;
  for (const Need& need : needs_) {
    if (need.is_certain() != has_certain) continue;
    wire_->post(need.of, {.kind = Letter::Kind::probe, .need = need, .probe = probe});
  }
}

void Waiting::hear_probe(const Probe& probe) {
  switch (chase().receive(probe, number_)) {
    case Chase::Outcome::dropped:
      return;
    case Chase::Outcome::passed_on:
      pass_on(chase().passed_on(probe, line()));
      return;
    case Chase::Outcome::closed:
      break;
  }
  if (probe.is_certain) throw Error("a deadlock, of which this is all:" + indented(probe.path));
  if (has_suspected_) return;
  has_suspected_ = true;
  remark("it may be a deadlock, unless the MPI finds buffers for what is sent:" +
         indented(probe.path));
}

}  // namespace strobe::blacs::mpi
