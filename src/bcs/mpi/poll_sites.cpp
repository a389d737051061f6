// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/poll_sites.hpp"

#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/interposer.hpp"

namespace strobe::bcs::mpi {

void PollSite::waited(base::Ticks ticks, bool has_found, bool has_slice_begun) {
  ticks_ += ticks;
  if (has_slice_begun && slices_++ == 0 && interposer.recording != nullptr) {
    where_ = find_call_site();
  }
  if (has_found && !is_useful_) {
    allowance_ /= 2;
  } else {
    allowance_ = std::min(2 * allowance_ + 1, has_found ? most_after_success : most);
  }
  expects_slice_ = has_slice_begun;
  is_useful_ = false;
  left_ = allowance_;
}

PollSite& PollSites::current() {
  return sites_.try_emplace(call_state.caller, call_state.function).first->second;
}

std::vector<const PollSite*> PollSites::by_wait() const {
  std::vector<const PollSite*> found;
  for (const auto& [caller, site] : sites_) {
    if (site.slices() != 0) found.push_back(&site);
  }
  std::ranges::sort(found, std::ranges::greater{}, &PollSite::ticks);
  return found;
}

}  // namespace strobe::bcs::mpi
