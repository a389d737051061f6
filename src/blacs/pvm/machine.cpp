// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/pvm/machine.hpp"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "blacs/levels.hpp"
#include "blacs/tally.hpp"
#include "blacs/timing_report.hpp"
#include "layer/pvm/session.hpp"
#include "strobe/error.hpp"

namespace strobe::blacs::pvm {
namespace {

using layer::Rank;
using layer::Tag;
using layer::pvm::Session;

/// All that lives while the virtual machine is joined.
struct Joined {
  explicit Joined(int tasks) : session(tasks, tell_loss), world(session.world()) {}

  /// Those that wait for one that has ended would wait for ever.
  static void tell_loss(int rank) {
    std::fprintf(stderr, "strobe blacs: process %d has ended before its time\n", rank);
    std::_Exit(EXIT_FAILURE);
  }

  Session session;
  PvmLayer world;
};

// They are never destroyed: the end of the program comes here by atexit.
std::optional<Joined>& joined = *new std::optional<Joined>;
int wanted = 0;
bool is_called_at_exit = false;
bool is_to_report = false;

/// The tallies of all, on rank 0.
std::vector<Tallies::Map> gathered(PvmLayer& all) {
  constexpr Tag tag{1};
  const std::string own = packed(tallies().all());
  if (all.rank().value != 0) {
    all.send(std::as_bytes(std::span(own)), {0}, tag);
    return {};
  }
  std::vector<Tallies::Map> found{unpacked(own)};
  for (int rank = 1; rank < all.size(); ++rank) {
    std::string text(all.probe({rank}, tag), ' ');
    all.receive(std::as_writable_bytes(std::span(text)), {rank}, tag);
    found.push_back(unpacked(text));
  }
  return found;
}

/// Ends what the program has left open.
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
  return base::format(
      "STROBE_BLACS_DEBUG is {}, and over PVM the BLACS have the levels 0 and 1 alone",
      levels.debug);
}

void want_processes(Int number) {
  if (number > 0 && wanted == 0) wanted = static_cast<int>(number);
}

bool knows_processes() {
  return runs() || wanted != 0 || layer::pvm::tasks_wanted().has_value() ||
         layer::pvm::is_spawned();
}

void start() {
  if (runs()) return;
  joined.emplace(layer::pvm::tasks_wanted().value_or(wanted != 0 ? wanted : 1));
  if (is_called_at_exit) return;
  is_called_at_exit = true;
  std::atexit(end_at_exit);
}

bool runs() noexcept { return joined.has_value(); }

void end() {
  if (is_to_report) {
    const std::vector<Tallies::Map> processes = gathered(joined->world);
    if (joined->world.rank().value == 0) write_timing(processes, 0);
  }
  joined.reset();
}

void abort(int code) noexcept {
  if (runs()) joined->session.kill_others();
  std::_Exit(code);
}

PvmLayer& world() {
  if (!runs()) throw Error("the BLACS have not been started, or have been ended");
  return joined->world;
}

PvmLayer another_world() { return joined->session.world(); }

void report_at_end() { is_to_report = levels.timing != 0; }

}  // namespace strobe::blacs::pvm
