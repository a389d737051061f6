// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/unseen_statuses.hpp"

#include <cstddef>
#include <utility>

#include "bcs/mpi/application_threads.hpp"

namespace strobe::bcs::mpi {

using check::BufferWatch;

void UnseenStatuses::written(std::uint32_t receive, const MPI_Status* status, bool is_watched) {
  if (queried_.contains(receive)) return;
  if (status == MPI_STATUS_IGNORE) {
    order_.add({.kind = check::OrderEvent::Kind::status_unseen, .of = receive});
    return;
  }
  // This call has overwritten what the program has not read so far.
  for (Watched& earlier : watched_) {
    if (earlier.status == status) conclude(earlier, true);
  }
  // Another thread may read it, which a watchpoint of this one does not see.
  if (!is_watched || has_application_threads()) return;
  Watched& watched = watched_[next_];
  next_ = (next_ + 1) % watched_.size();
  // The program may still read the older one.
  conclude(watched, false);
  const bool are_together = reinterpret_cast<std::uintptr_t>(&status->MPI_SOURCE) % 8 == 0 &&
                            &status->MPI_TAG == &status->MPI_SOURCE + 1;
  watched.receive = receive;
  watched.source =
      watch_.begin(&status->MPI_SOURCE, are_together ? 8 : sizeof(int), check::Access::any);
  if (watched.source == BufferWatch::none) return;
  if (!are_together) {
    watched.tag = watch_.begin(&status->MPI_TAG, sizeof(int), check::Access::any);
    if (watched.tag == BufferWatch::none) {
      static_cast<void>(watch_.end(std::exchange(watched.source, BufferWatch::none)));
      return;
    }
  }
  watched.status = status;
}

void UnseenStatuses::conclude(Watched& watched, bool is_over) {
  if (std::exchange(watched.status, nullptr) == nullptr) return;
  const bool is_source_seen =
      watch_.end(std::exchange(watched.source, BufferWatch::none)).has_value();
  const bool is_tag_seen = watch_.end(std::exchange(watched.tag, BufferWatch::none)).has_value();
  if (is_over && !is_source_seen && !is_tag_seen && !has_application_threads())
    order_.add({.kind = check::OrderEvent::Kind::status_unseen, .of = watched.receive});
}

void UnseenStatuses::end() {
  for (Watched& watched : watched_) conclude(watched, true);
}

}  // namespace strobe::bcs::mpi
