// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/logged_sites.hpp"

#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/call_site.hpp"
#include "bcs/mpi/record.hpp"

namespace strobe::bcs::mpi {

std::uint32_t LoggedSites::current(monitor::CallLog& log) {
  const std::lock_guard lock(mutex_);
  const void* const caller = call_state.caller;
  const auto [found, is_new] = by_caller_.try_emplace(caller);
  Caller& known = found->second;
  if (is_new) {
    known.is_binding = is_in_binding(caller);
    if (!known.is_binding) known.site = log.add_site(recorded(CallSite{.address = caller}));
  }
  return known.is_binding ? searched(log) : known.site;
}

std::uint32_t LoggedSites::searched(monitor::CallLog& log) {
  const CallSite site = find_call_site();
  const auto [found, is_new] = by_search_.try_emplace({site.line, site.address});
  if (is_new) found->second = log.add_site(recorded(site));
  return found->second;
}

}  // namespace strobe::bcs::mpi
