// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/calls_before_init.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

#include "base/format.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/call_site.hpp"
#include "bcs/mpi/launcher.hpp"
#include "bcs/mpi/record.hpp"
#include "bcs/mpi/variables.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::mpi {

namespace {

struct EarlyCall {
  Function function;
  CallSite site;
};

std::mutex early_calls_lock;
std::vector<EarlyCall> early_calls;
constexpr std::size_t most_early_calls = 64;

bool is_initialized_otherwise() {
  int is_initialized = 0;
  int is_finalized = 0;
  native().Initialized(&is_initialized);
  native().Finalized(&is_finalized);
  return is_initialized != 0 || is_finalized != 0;
}

}  // namespace

void add_calls_before_init(check::CheckLog& log) {
  const std::lock_guard lock(early_calls_lock);
  for (const EarlyCall& call : early_calls) {
    const char* const name = facts_of(call.function).name;
    const check::Place place = log.add(name, recorded(call.site));
    log.add({.kind = check::Kind::call_outside_of_mpi,
             .text = base::format("calls {} before MPI_Init", name),
             .where = {{.role = "called", .rank = log.rank(), .place = place}}});
  }
}

void note_call_before_init() {
  const std::optional<int> rank = rank_by_launcher();
  if (!rank || is_initialized_otherwise()) return;
  try {
    const Variables variables = read_variables();
    if (variables.checks.empty() || variables.record.empty()) return;
    const void* const caller = call_state.caller;
    const CallSite site =
        is_in_binding(caller) ? find_call_site() : CallSite{.line = {}, .address = caller};
    {
      const std::lock_guard lock(early_calls_lock);
      const bool is_known = std::ranges::any_of(early_calls, [&](const EarlyCall& call) {
        return call.site.address == site.address && call.site.line == site.line;
      });
      if (is_known || early_calls.size() == most_early_calls) return;
      early_calls.push_back({.function = call_state.function, .site = site});
    }
    check::CheckLog log(variables.record, *rank);
    add_calls_before_init(log);
  } catch (const Error&) {
    // MPI_Init meets the same error, and reports it.
  }
}

}  // namespace strobe::bcs::mpi
