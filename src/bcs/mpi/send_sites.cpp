// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/send_sites.hpp"

#include <algorithm>

namespace strobe::bcs::mpi {

bool SendSites::is_binding(const void* caller) {
  const auto has = [caller](const std::vector<const void*>& known) {
    return std::ranges::find(known, caller) != known.end();
  };
  if (has(programs_)) return false;
  if (has(bindings_)) return true;
  const bool is_binding = is_in_binding(caller);
  (is_binding ? bindings_ : programs_).push_back(caller);
  return is_binding;
}

void SendSites::replace(Entry& entry, const runtime::Transfer& send, const void* caller) {
  entry = {.caller = caller, .context = send.context, .to = send.peer, .tag = send.tag};
  if (searched_.size() < most_searches && is_binding(caller)) {
    entry.found = &searched_.emplace_back(find_call_site());
  }
}

CallSite SendSites::find(Context context, Rank to, std::int32_t tag) const {
  const Entry& entry = entries_[place(context, to, tag)];
  if (!entry.is_of(context, to, tag)) return {};
  if (entry.found != nullptr) return *entry.found;
  return is_in_binding(entry.caller) ? CallSite{} : CallSite{.address = entry.caller};
}

}  // namespace strobe::bcs::mpi
