// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/places.hpp"

#include "bcs/mpi/call_site.hpp"
#include "bcs/mpi/record.hpp"

namespace strobe::bcs::mpi {

bool Places::is_binding(const void* caller) {
  const auto known = bindings_.find(caller);
  if (known != bindings_.end()) return known->second;
  return bindings_[caller] = is_in_binding(caller);
}

check::Place Places::of_access(const check::AccessSite& site) {
  const CallSite at{.line = site.line.data(), .address = site.address};
  check::Place& place = code_[{at.line, at.address}];
  if (place == 0) place = log_.add("", recorded(at));
  return place;
}

check::Place Places::find(const CheckedType* type, std::uint32_t number) {
  const void* const caller = call_state.caller;
  const Function function = call_state.function;
  // MPI_Finalize is known only as a callback of the MPI.
  const bool is_searched = caller == nullptr || is_binding(caller);
  CallSite site{.address = caller};
  if (is_searched) site = find_call_site();
  check::Place& place = known_[{site.line, site.address, function, number}];
  if (place == 0) {
    place = type == nullptr
                ? log_.add(facts_of(function).name, recorded(site))
                : log_.add(facts_of(function).name, recorded(site), type->names(), type->kinds());
  }
  if (!is_searched) {
    entries_[slot_of(caller, number)] = {
        .caller = caller, .function = function, .type = number, .place = place};
  }
  return place;
}

}  // namespace strobe::bcs::mpi
