// SPDX-License-Identifier: BSD-3-Clause
//
// Counts the communication events of a process: sends, receives and collectives. With the counts
// the process can say whether it has done what another process waits for. Messages of one stream
// between two processes arrive in the order of their sends, so a number names the same message on
// both sides.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

namespace strobe::blacs {

/// The event of another process that a wait depends on.
enum class EventKind : std::int32_t {
  send,        ///< it sends message `number` of a stream to the waiting process
  receive,     ///< it starts to receive message `number` of a stream from the waiting process
  collective,  ///< it enters collective `number` of the transport
};

/// One event that a wait depends on.
struct Dependency {
  int rank = 0;  ///< process that the event is expected of
  EventKind event = EventKind::send;
  int stream = 0;
  std::uint64_t number = 0;
  int id = -1;  ///< of the message

  /// Whether the wait cannot end without the event. The MPI may buffer a message that is not
  /// received, so a wait for a receive can end without it.
  [[nodiscard]] bool is_certain() const { return event != EventKind::receive; }
};

class EventCounts {
 public:
  /// Count the start of an event and return its number.
  std::uint64_t count_send(int to, int stream) { return ++sends_[{to, stream}]; }
  std::uint64_t count_receive(int from, int stream) { return ++receives_[{from, stream}]; }
  std::uint64_t count_collective() { return ++collectives_; }

  [[nodiscard]] std::uint64_t receives_from(int rank, int stream) const {
    return count(receives_, {rank, stream});
  }
  [[nodiscard]] std::uint64_t collectives() const { return collectives_; }

  /// Whether this process has started the event that `waiting_rank` depends on.
  [[nodiscard]] bool has_started(const Dependency& dependency, int waiting_rank) const {
    switch (dependency.event) {
      case EventKind::send:
        return count(sends_, {waiting_rank, dependency.stream}) >= dependency.number;
      case EventKind::receive:
        return count(receives_, {waiting_rank, dependency.stream}) >= dependency.number;
      case EventKind::collective:
        break;
    }
    return collectives_ >= dependency.number;
  }

  struct StreamSends {
    int stream = 0;
    std::uint64_t messages = 0;
  };
  /// The number of messages sent to a rank, for each stream.
  [[nodiscard]] std::vector<StreamSends> sends_to(int rank) const {
    std::vector<StreamSends> found;
    for (auto at = sends_.lower_bound({rank, lowest_stream});
         at != sends_.end() && at->first.peer == rank; ++at) {
      found.push_back({at->first.stream, at->second});
    }
    return found;
  }

 private:
  struct Key {
    int peer;
    int stream;
    friend constexpr auto operator<=>(Key, Key) = default;
  };
  using Counts = std::map<Key, std::uint64_t>;
  static constexpr int lowest_stream = -8;

  [[nodiscard]] static std::uint64_t count(const Counts& counts, Key key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
  }

  Counts sends_;
  Counts receives_;
  std::uint64_t collectives_ = 0;
};

}  // namespace strobe::blacs
