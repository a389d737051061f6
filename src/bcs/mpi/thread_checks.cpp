// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/thread_checks.hpp"

#include <string>
#include <string_view>

#include "base/format.hpp"
#include "bcs/mpi/call_site.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/record.hpp"
#include "bcs/mpi/thread_level.hpp"

namespace strobe::bcs::mpi {

namespace {

std::string_view name_of_level(int level) {
  if (level == MPI_THREAD_SERIALIZED) return "MPI_THREAD_SERIALIZED";
  return level == MPI_THREAD_FUNNELED ? "MPI_THREAD_FUNNELED" : "MPI_THREAD_SINGLE";
}

}  // namespace

ThreadChecks::ThreadChecks(check::CheckLog& log) : log_(log), level_(thread_level_of_program()) {}

void ThreadChecks::enter_checked() {
  if (facts_of(call_state.function).is_for_any_thread) return;
  if (level_ != MPI_THREAD_SERIALIZED && &call_state != main_) report_thread();
  report_other(inside_.load(std::memory_order_acquire));
  inside_.store(&call_state, std::memory_order_relaxed);
}

void ThreadChecks::report_other(const CallState* inside) {
  if (inside != nullptr && inside != &call_state) [[unlikely]]
    report_overlap({inside->function, inside->caller});
}

check::Place ThreadChecks::place_of(Call call) {
  // Not by Places, which only one thread may use at a time.
  const bool is_own = call.second == call_state.caller;
  const CallSite site =
      is_own && is_in_binding(call.second) ? find_call_site() : CallSite{.address = call.second};
  return log_.add(facts_of(call.first).name, recorded(site));
}

void ThreadChecks::report_thread() {
  const Call call{call_state.function, call_state.caller};
  const std::lock_guard lock(lock_);
  if (!reported_.insert(call).second) return;
  log_.add(
      check::Finding{.kind = check::Kind::thread_level,
                     .text = base::format("calls {} in another thread than MPI_Init, but has {}",
                                          facts_of(call.first).name, name_of_level(level_)),
                     .where = {{.role = "called", .rank = log_.rank(), .place = place_of(call)}}});
}

void ThreadChecks::report_overlap(Call other) {
  const Call call{call_state.function, call_state.caller};
  const std::string text =
      base::format("calls {} while another thread is in {}, but has {}", facts_of(call.first).name,
                   facts_of(other.first).name, name_of_level(level_));
  {
    const std::lock_guard lock(lock_);
    log_.add(check::Finding{
        .kind = check::Kind::thread_level,
        .text = text,
        .where = {{.role = "called", .rank = log_.rank(), .place = place_of(call)},
                  {.role = "in progress", .rank = log_.rank(), .place = place_of(other)}}});
  }
  end_job(base::format("rank {} fails in {}: it {}", log_.rank(), this_call(), text));
}

}  // namespace strobe::bcs::mpi
