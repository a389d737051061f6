// SPDX-License-Identifier: BSD-3-Clause
//
// Whether the program looks at the status of a receive from any source. If it does, it may treat
// the message of each sender as it should; if not, it cannot know whose message it got. A
// watchpoint of the processor says whether it has read the source or the tag.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_set>

#include "bcs/check/buffer_watch.hpp"
#include "bcs/check/order_log.hpp"
#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

class UnseenStatuses {
 public:
  UnseenStatuses(check::OrderLog& order, check::BufferWatch& watch)
      : order_(order), watch_(watch) {}

  /// The call of this thread completes the receive that this event began, and has written its
  /// status, or MPI_STATUS_IGNORE was given. If `is_watched`, a watchpoint may be spent on it.
  void written(std::uint32_t receive, const MPI_Status* status, bool is_watched);
  /// A call of this thread tells about the receive and does not complete it.
  void queried(std::uint32_t receive) { queried_.insert(receive); }
  /// The application reads no status any more.
  void end();

 private:
  /// A status is two integers for the processor, which watches them one by one unless they are
  /// aligned together.
  struct Watched {
    const MPI_Status* status = nullptr;
    std::uint32_t receive = 0;
    std::uint8_t source = check::BufferWatch::none;
    std::uint8_t tag = check::BufferWatch::none;
  };

  /// Notes whether the status was not looked at until now.
  void conclude(Watched& watched, bool is_over);

  check::OrderLog& order_;
  check::BufferWatch& watch_;
  /// Few, so that buffers have watchpoints, too.
  std::array<Watched, 2> watched_;
  std::unordered_set<std::uint32_t> queried_;
  std::size_t next_ = 0;  ///< the oldest
};

}  // namespace strobe::bcs::mpi
