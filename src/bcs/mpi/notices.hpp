// SPDX-License-Identifier: BSD-3-Clause
//
// Waiting for notices of other ranks (notice_service.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

/// Waits until each of these ranks has given its notice, and takes them. `what()` describes the
/// wait in a deadlock report.
template <class What>
void wait_for_notices(const runtime::StridedList& ranks, Context context, std::int32_t tag,
                      What&& what) {
  runtime::NoticeService& notices = process().notices;
  const auto is_missing = [&](Rank rank) { return !notices.has(rank, context, tag); };
  process().wait([&] { return std::ranges::none_of(ranks, is_missing); }, [] { return false; },
                 [&] {
                   WaitDescription description{.text = what(), .ranks = {}};
                   std::ranges::copy_if(ranks, std::back_inserter(description.ranks), is_missing);
                   return description;
                 });
  for (const Rank rank : ranks) notices.take(rank, context, tag);
}

}  // namespace strobe::bcs::mpi
