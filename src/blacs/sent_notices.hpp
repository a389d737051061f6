// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <deque>
#include <span>

namespace strobe::blacs {

/// The receiver has posted the receive of a message of this grid: the sender's message of this
/// number to it.
struct ReadyNotice {
  std::uint64_t instance = 0;
  std::int64_t number = 0;
  friend constexpr bool operator==(ReadyNotice, ReadyNotice) = default;
};

/// The ready notices whose sends are not complete yet. Most are complete at once, but an MPI may
/// let each of them wait for its receive.
template <class Transport>
class SentNotices {
 public:
  void send(Transport& transport, ReadyNotice notice, int rank, int message_id) {
    Sent& sent = sent_.emplace_back(notice);
    sent.request =
        transport.start_send(std::as_bytes(std::span(&sent.notice, 1)), rank, message_id);
    static_cast<void>(are_complete());
  }

  /// Looks at the oldest ones first.
  [[nodiscard]] bool are_complete() {
    while (!sent_.empty() && Transport::test(sent_.front().request)) sent_.pop_front();
    return sent_.empty();
  }

 private:
  struct Sent {
    explicit Sent(ReadyNotice sent) : notice(sent) {}
    ReadyNotice notice;
    typename Transport::Request request{};
  };
  std::deque<Sent> sent_;  // an MPI reads a notice until its send is complete
};

}  // namespace strobe::blacs
