// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/process.hpp"

#include <unistd.h>

#include <cstdlib>
#include <thread>
#include <utility>

#include "base/format.hpp"
#include "blacs/levels.hpp"
#include "blacs/model.hpp"
#include "blacs/ready_notices.hpp"

namespace strobe::blacs {
namespace {

/// The non-negative number of an environment variable; the default if there is none.
[[nodiscard]] double number_from(const char* name, double default_value) {
  const char* const text = std::getenv(name);
  if (text == nullptr) return default_value;
  char* end = nullptr;
  const double number = std::strtod(text, &end);
  return end != text && *end == '\0' && number >= 0 ? number : default_value;
}

/// An instance consists of a count, the rank of the counting process, and in the upper bits a code
/// of the environment variables that must be the same on all processes of a grid.
constexpr int counted_bits = 24;
constexpr int bits_below_environment = 44;
[[nodiscard]] std::uint64_t environment_code() {
  const auto levels_code = static_cast<std::uint64_t>(levels.debug * 3 + levels.timing);
  return (levels_code << Model::fingerprint_bits) + model.fingerprint();
}

/// The default limit: a program whose messages fill half of the memory is probably wrong.
[[nodiscard]] double half_of_memory_bytes() {
  return 0.5 * static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace

PoolLimits Process::limits() {
  constexpr double mib = 1 << 20;
  const double active_mib = number_from("STROBE_BLACS_BUFFERS_MIB", half_of_memory_bytes() / mib);
  PoolLimits limits;
  limits.active_bytes = static_cast<std::size_t>(active_mib * mib);
  limits.emergency = std::chrono::duration<double>(number_from("STROBE_BLACS_EMERGENCY_S", 60));
  return limits;
}

void Process::start() {
  if (is_started_.load(std::memory_order_acquire)) return;
  // Several threads may make their first calls at the same time.
  const std::lock_guard guard(start_mutex_);
  if (is_started_.load(std::memory_order_relaxed)) return;
  for (const std::string& problem :
       {levels.problem, machine::problem_of_levels(), model.problem()}) {
    if (!problem.empty()) throw Error(problem);
  }
  machine::start();
  if (machine::threads_may_call()) {
    mutex_.use();
    pool_.share();
  }
  highest_id_ = machine::highest_id();
  if (!ids_.is_usable() || ids_.highest > highest_id_) ids_ = {.lowest = 0, .highest = highest_id_};
  communicators_.add(machine::all());
  if (levels.are_on && !has_end_) {
    machine::report_at_end();
    has_end_ = true;
  }
  is_started_.store(true, std::memory_order_release);
}

void Process::drain() { machine::drain(pool_); }

void Process::clear() {
  drain();
  pool_.release();
  // The receivers may need this core to send their notices.
  while (!have_notices_of_all_meshes_ended()) std::this_thread::yield();
  meshes_.clear();
  leaving_.clear();
  communicators_.clear();
  ids_ = {};
  is_started_ = false;
}

bool Process::have_notices_of_all_meshes_ended() {
  // In each mesh, since another process may wait for that of another one.
  bool have_ended = true;
  const auto look_at = [&](MachineMesh& mesh) {
    if (!have_notices_ended(mesh)) have_ended = false;
  };
  meshes_.each([&](int, const std::unique_ptr<MachineMesh>& mesh) { look_at(*mesh); });
  for (const std::unique_ptr<MachineMesh>& mesh : leaving_) look_at(*mesh);
  return have_ended;
}

std::uint64_t Process::next_instance() {
  const int rank = machine::rank_in(machine::all());
  const std::lock_guard guard(mutex_);
  return (environment_code() << bits_below_environment) +
         (static_cast<std::uint64_t>(rank) << counted_bits) + ++instances_;
}

void Process::check_environment(std::uint64_t instance) {
  if (instance >> bits_below_environment != environment_code()) {
    throw Error(
        "STROBE_BLACS_DEBUG, STROBE_BLACS_TIMING and the file of STROBE_BLACS_MODEL must be the "
        "same on all processes of a grid, but another process has different values");
  }
}

int Process::add_mesh(std::unique_ptr<MachineMesh> mesh) {
  const std::lock_guard guard(mutex_);
  end_leaving_grids();
  MachineMesh& added = *mesh;
  added.set_context(meshes_.add(std::move(mesh)));
  return added.context();
}

void Process::remove_mesh(MachineMesh& mesh) {
  const std::lock_guard guard(mutex_);
  // The program may use the grid's communicator as a system context, which ends with the grid.
  const Communicator removed = mesh.transport().handle();
  communicators_.each([&](int number, Communicator communicator) {
    if (communicator == removed) communicators_.remove(number);
  });
  const int context = mesh.context();
  leaving_.push_back(std::move(*meshes_.find(context)));
  meshes_.remove(context);
  end_leaving_grids();
}

void Process::end_leaving_grids() {
  std::erase_if(leaving_,
                [](const std::unique_ptr<MachineMesh>& mesh) { return have_notices_ended(*mesh); });
}

int Process::number_of(Communicator communicator) {
  const std::lock_guard guard(mutex_);
  int known = -1;
  communicators_.each([&](int number, Communicator each) {
    if (each == communicator && known < 0) known = number;
  });
  return known >= 0 ? known : communicators_.add(communicator);
}

Communicator Process::communicator(std::int64_t number) {
  const std::lock_guard guard(mutex_);
  const Communicator* const found = communicators_.find(number);
  if (found == nullptr) throw Error(base::format("system context {} does not exist", number));
  return *found;
}

void Process::forget_communicator(std::int64_t number) {
  const std::lock_guard guard(mutex_);
  if (number > 0 && communicators_.find(number) != nullptr) {
    communicators_.remove(static_cast<int>(number));
  }
}

void Process::set_ids(IdRange range) {
  if (range.is_usable() && (!is_started_ || range.highest <= highest_id_)) ids_ = range;
}

void Process::fail_without_grid(std::int64_t context) {
  throw Error(base::format("context {} is not a grid of this process", context));
}

Process& process() {
  // Never destroyed: after the end of the machine the grids that a program left open cannot be
  // closed.
  static Process& one = *new Process;
  return one;
}

}  // namespace strobe::blacs
