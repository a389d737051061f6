// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/pvm/machine.hpp"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "blacs/call_statistics.hpp"
#include "blacs/levels.hpp"
#include "blacs/timing_report.hpp"
#include "layer/pvm/session.hpp"
#include "strobe/error.hpp"

namespace strobe::blacs::pvm {
namespace {

using layer::Rank;
using layer::Tag;
using layer::pvm::Session;

/// The state while this process is a task of the virtual machine.
struct Membership {
  explicit Membership(int tasks) : session(tasks, report_lost_task), world(session.world()) {}

  /// Ends this process, because a receive from the lost task would never end.
  static void report_lost_task(int rank) {
    std::fprintf(stderr, "strobe blacs: process %d has ended before it called blacs_exit\n", rank);
    std::_Exit(EXIT_FAILURE);
  }

  Session session;
  PvmLayer world;
};

// Never destroyed, because end_at_exit uses it.
std::optional<Membership>& membership = *new std::optional<Membership>;
int wanted_processes = 0;
bool is_called_at_exit = false;
bool reports_at_end = false;

/// The statistics of all, on rank 0.
std::vector<CallStatistics::Map> gathered(PvmLayer& all) {
  constexpr Tag tag{1};
  const std::string own = packed(call_statistics().all());
  if (all.rank().value != 0) {
    all.send(std::as_bytes(std::span(own)), {0}, tag);
    return {};
  }
  std::vector<CallStatistics::Map> found{unpacked(own)};
  for (int rank = 1; rank < all.size(); ++rank) {
    std::string text(all.probe({rank}, tag), ' ');
    all.receive(std::as_writable_bytes(std::span(text)), {rank}, tag);
    found.push_back(unpacked(text));
  }
  return found;
}

/// Leaves the virtual machine if the program has not called blacs_exit.
void end_at_exit() {
  try {
    if (runs()) end();
  } catch (const Error& error) {
    std::fprintf(stderr, "strobe blacs: %s\n", error.what());
  }
}

}  // namespace

std::string problem_of_levels() {
  if (levels.debug < 2) return {};
  return base::format("STROBE_BLACS_DEBUG is {}; over PVM set it to 0 or 1", levels.debug);
}

void want_processes(Int number) {
  if (number > 0 && wanted_processes == 0) wanted_processes = static_cast<int>(number);
}

bool knows_processes() {
  return runs() || wanted_processes != 0 || layer::pvm::tasks_wanted().has_value() ||
         layer::pvm::is_spawned();
}

void start() {
  if (runs()) return;
  membership.emplace(
      layer::pvm::tasks_wanted().value_or(wanted_processes != 0 ? wanted_processes : 1));
  if (is_called_at_exit) return;
  is_called_at_exit = true;
  std::atexit(end_at_exit);
}

bool runs() noexcept { return membership.has_value(); }

void end() {
  if (reports_at_end) {
    const std::vector<CallStatistics::Map> processes = gathered(membership->world);
    if (membership->world.rank().value == 0) write_timing(processes, 0);
  }
  membership.reset();
}

void abort(int code) noexcept {
  if (runs()) membership->session.kill_others();
  std::_Exit(code);
}

PvmLayer& world() {
  if (!runs()) throw Error("the BLACS are not running; call blacs_pinfo or blacs_setup first");
  return membership->world;
}

PvmLayer another_world() { return membership->session.world(); }

void report_at_end() { reports_at_end = levels.timing != 0; }

}  // namespace strobe::blacs::pvm
