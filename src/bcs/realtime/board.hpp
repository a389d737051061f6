// SPDX-License-Identifier: BSD-3-Clause
//
// The memory that the ranks of a host share with their helper: the descriptors that ranks post, the
// answers of the helper, and the global variables of all ranks. Zeroed memory is the initial state.
//
// A rank posts a descriptor and continues (section 3 of the paper). The helper takes what was
// posted when it begins the next slice, so that posting needs no system call.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "bcs/protocol/application_process.hpp"
#include "bcs/runtime/futex.hpp"
#include "bcs/runtime/segment.hpp"

namespace strobe::bcs::realtime {

using protocol::Rank;

/// An address in the memory of a rank.
using Address = std::uint64_t;
template <class T>
[[nodiscard]] Address address_of(const T* at) {
  return reinterpret_cast<Address>(at);
}

/// protocol::Blocks in the memory of a rank.
struct PostedBlocks {
  Address first = 0;
  std::int64_t bytes = 0;
  Address sizes = 0;    ///< one for each member of the communicator; 0: none
  Address offsets = 0;  ///< the same
};

/// The arguments of a probe.
struct PostedProbe {
  std::uint64_t context = 0;
  Rank source = 0;
  std::int32_t tag = 0;

  friend bool operator==(const PostedProbe&, const PostedProbe&) = default;
};

/// A call of a rank.
struct Descriptor {
  static constexpr std::size_t most_requests_inside = 8;

  protocol::Call call = protocol::Call::finish;
  bool blocking = true;
  bool is_allreduce = false;
  bool has_varying_sizes = false;
  bool wants_answer = false;  ///< the rank waits for it
  bool leaves = false;        ///< no call: the rank no longer waits for the last answer
  /// No call: a communicator has this context, and the ranks at `requests`, `request_count` of
  /// them.
  bool joins = false;
  bool is_synchronous = false;
  bool returns_errors = false;
  bool is_claimed = false;
  bool may_continue = false;
  protocol::ReduceOperator reduce_operator = protocol::ReduceOperator::sum;
  protocol::ElementType element_type = protocol::ElementType::unspecified;
  Rank peer = 0;
  std::int32_t tag = 0;
  std::int32_t communicator = protocol::world;
  std::uint64_t context = 0;  ///< of a collective: that of its communicator
  bool is_by_context = false;
  std::uint32_t mark = 0;
  std::uint32_t claimed = 0;
  std::int32_t event = -1;
  std::int32_t local_event = -1;
  std::uint32_t request_count = 0;
  /// wait_any: how many probes it has; one has the arguments above, more are at `requests`.
  std::uint32_t probe_count = 0;
  std::int64_t bytes = 0;
  PostedBlocks out{};
  PostedBlocks in{};
  Address completion = 0;  ///< where the helper puts a CompletionWord; 0: nowhere
  /// The requests of a test; if there are more, they are at `requests`, and the rank waits until
  /// the helper has taken the descriptor.
  std::array<protocol::Request, most_requests_inside> requests_inside{};
  Address requests = 0;
};

/// The result of a nonblocking operation, in the memory of its rank.
struct CompletionWord {
  struct Result {
    std::int64_t bytes = 0;
    Rank source = protocol::any_source;
    std::int32_t tag = protocol::any_tag;
    std::uint32_t mark = 0;
    std::uint32_t sequence = 0;
    bool is_cancelled = false;
  };

  /// Counted from 1 for each rank; 0: the operation is not complete. The result is valid if the
  /// number is at most Mailbox::completions.
  std::uint64_t number = 0;
  Result result{};
};

/// What a rank and the helper share.
struct Mailbox {
  static constexpr std::uint32_t capacity = 64;  ///< a power of two

  alignas(64) std::atomic<std::uint32_t> posted;  ///< how many descriptors the rank has posted
  std::atomic<std::int32_t> pid;
  Address probe;  ///< of a word of the rank, which the helper reads and writes to see that it may
  alignas(64) std::atomic<std::uint32_t> taken;  ///< how many of these the helper has taken
  std::atomic<std::uint32_t> answered;     ///< the number of the last descriptor with an answer
  std::atomic<std::uint64_t> completions;  ///< how many operations it has completed
  /// Whether there were messages for this rank that no receive had matched, at the end of the last
  /// slice or later: at its last answer or completion.
  std::atomic<bool> has_unmatched;
  // The last answer.
  std::uint32_t flag;
  protocol::Request request;
  Rank source;
  std::int32_t tag;
  std::uint32_t mark;
  std::uint32_t sequence;
  std::int64_t bytes;
  std::array<Descriptor, capacity> descriptors;
  runtime::WaitReport waits_for;  ///< in a deadlock
  bool is_stuck;                  ///< whether the rank waits then
  std::array<std::atomic<std::int64_t>, protocol::global_variables> variables;
};

/// How the job ended.
enum class JobEnd : std::uint32_t {
  running,
  finished,
  deadlock,
  program_error,  ///< an error in the program
  memory_refused  ///< the helper cannot access the memory of a rank
};

struct BoardControl {
  std::atomic<JobEnd> end;
  std::atomic<std::uint32_t> slice;    ///< the current one
  std::atomic<std::int64_t> slice_ns;  ///< when it began, by the monotonic clock
  /// Messages of the runtime's services that ranks have sent and taken, which the helper does not
  /// see.
  std::atomic<std::uint64_t> services_sent;
  std::atomic<std::uint64_t> services_took;
  std::atomic<std::uint32_t> ending;     ///< one has begun to end the job
  std::atomic<std::uint32_t> reporters;  ///< ranks that have seen how it ended
  runtime::Mutex lock;                   ///< of the global variables
  std::array<char, 4096> sentences;      ///< for the user, once the job has ended
};

class Board {
 public:
  [[nodiscard]] static std::size_t bytes_for(int ranks) {
    return mailboxes_begin + static_cast<std::size_t>(ranks) * sizeof(Mailbox);
  }
  /// `memory` has bytes_for(ranks) bytes and is aligned to a page.
  Board(std::byte* memory, int ranks) : memory_(memory), ranks_(ranks) {}

  [[nodiscard]] int ranks() const { return ranks_; }
  [[nodiscard]] BoardControl& control() const { return *reinterpret_cast<BoardControl*>(memory_); }
  [[nodiscard]] Mailbox& mailbox(Rank rank) const {
    return reinterpret_cast<Mailbox*>(memory_ + mailboxes_begin)[rank];
  }
  /// Ends the job for all ranks, which wake up. The first end stays.
  void end(JobEnd end, std::string_view sentences);

 private:
  static constexpr std::size_t mailboxes_begin = (sizeof(BoardControl) + 63) / 64 * 64;

  std::byte* memory_;
  int ranks_;
};

}  // namespace strobe::bcs::realtime
