// SPDX-License-Identifier: BSD-3-Clause
//
// Notices to other ranks, and waiting for theirs (notice_service.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

inline void log_notice(monitor::LoggedMessage::Event event, Rank peer, Context context,
                       std::int32_t tag) {
  if (interposer.mmds != nullptr) [[unlikely]]
    interposer.mmds->logs(event, {.context = context, .peer = peer, .tag = tag});
}

inline void notify(Rank to, Context context, std::int32_t tag) {
  log_notice(monitor::LoggedMessage::notice_sent, to, context, tag);
  process().notices.notify(to, context, tag);
}

/// There is one.
inline void take_notice(Rank from, Context context, std::int32_t tag) {
  process().notices.take(from, context, tag);
  log_notice(monitor::LoggedMessage::notice_received, from, context, tag);
}

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
  for (const Rank rank : ranks) take_notice(rank, context, tag);
}

}  // namespace strobe::bcs::mpi
