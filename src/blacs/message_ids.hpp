// SPDX-License-Identifier: BSD-3-Clause
//
// Message ids, which the library chooses (LAPACK Working Note 73, section 6.1). One half of the
// range is for messages between two processes, with a subrange for each source. The other half is
// for scoped operations, with a subrange for each scope and root. Sender and receiver count through
// a subrange in the same way, because messages between two processes are ordered.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blacs/line.hpp"

namespace strobe::blacs {

/// The ids that the BLACS may use, including both ends.
struct IdRange {
  int lowest = 0;
  int highest = 0;
  friend constexpr bool operator==(IdRange, IdRange) = default;

  /// Every subrange needs at least one id.
  static constexpr int min_ids = 8;
  [[nodiscard]] constexpr bool is_usable() const {
    return lowest >= 0 && highest >= lowest && highest - lowest >= min_ids - 1;
  }
};

/// Consecutive ids with a part of `width` ids for each source. If there are more sources than ids,
/// sources share parts; the MPI distinguishes sources anyway.
struct SourceIds {
  int lowest = 0;
  int parts = 1;
  int width = 1;

  SourceIds() = default;
  SourceIds(int lowest_id, int ids, int sources);
  [[nodiscard]] int id(int source, int count) const {
    return lowest + (source < parts ? source : source % parts) * width + count;
  }
  [[nodiscard]] int take(int source, int& count) const {
    const int taken = id(source, count);
    count = count + 1 == width ? 0 : count + 1;
    return taken;
  }

  [[nodiscard]] bool has(int id) const { return id >= lowest && id < lowest + parts * width; }
  /// The first id of the part that contains the id.
  [[nodiscard]] int first_of(int id) const { return id - (id - lowest) % width; }
};

/// The streams of messages between two processes. Messages with ids of one part are one stream and
/// arrive in order. The number of a stream is the first id of its part.
struct Streams {
  SourceIds pairs;  ///< of messages outside of scoped operations
  std::array<SourceIds, scopes> lines;

  [[nodiscard]] int of(int id) const {
    if (pairs.has(id)) return pairs.first_of(id);
    for (const SourceIds& line : lines) {
      if (line.has(id)) return line.first_of(id);
    }
    return id;
  }
};

class MessageIds {
 public:
  /// Ids for the process {row, column} of a rows x columns grid. The range must be usable.
  MessageIds(IdRange range, int rows, int columns, int row, int column);

  /// Takes the id of the next message to or from `rank`.
  [[nodiscard]] int take_send(int rank) {
    ++messages_to_[index(rank)];
    return pairs_.take(own_, sent_[index(rank)]);
  }
  [[nodiscard]] int take_receive(int rank) {
    ++messages_from_[index(rank)];
    return pairs_.take(rank, received_[index(rank)]);
  }

  /// How many ids were taken so. Ids come again, these numbers do not.
  [[nodiscard]] std::int64_t messages_to(int rank) const { return messages_to_[index(rank)]; }
  [[nodiscard]] std::int64_t messages_from(int rank) const { return messages_from_[index(rank)]; }

  /// Takes the id of the next operation of this scope with this root.
  [[nodiscard]] int take_scoped(NaturalScope scope, int root) {
    ScopeIds& line = lines_[index(static_cast<int>(scope))];
    return line.ids.take(root, line.counts[index(root)]);
  }

  [[nodiscard]] Streams streams() const {
    return {pairs_, {lines_[0].ids, lines_[1].ids, lines_[2].ids}};
  }

  /// The id of ready notices; no other message has it.
  [[nodiscard]] int ready_notices() const { return ready_notices_; }

  /// Whether to receive ready notices now: true for one of 64 sends.
  [[nodiscard]] bool is_time_to_receive_notices() {
    return ++sends_ % sends_between_receiving == 0;
  }

  /// The same ids, without taking them.
  [[nodiscard]] int next_send(int rank) const { return pairs_.id(own_, sent_[index(rank)]); }
  [[nodiscard]] int next_receive(int rank) const { return pairs_.id(rank, received_[index(rank)]); }
  [[nodiscard]] int next_scoped(NaturalScope scope, int root) const {
    const ScopeIds& line = lines_[index(static_cast<int>(scope))];
    return line.ids.id(root, line.counts[index(root)]);
  }

 private:
  [[nodiscard]] static constexpr std::size_t index(int number) {
    return static_cast<std::size_t>(number);
  }

  struct ScopeIds {
    SourceIds ids;
    std::vector<int> counts;
  };

  static constexpr unsigned sends_between_receiving = 64;

  int own_;
  int ready_notices_;
  unsigned sends_ = 0;
  SourceIds pairs_;
  std::vector<int> sent_;
  std::vector<int> received_;
  std::vector<std::int64_t> messages_to_;
  std::vector<std::int64_t> messages_from_;
  std::array<ScopeIds, scopes> lines_;
};

}  // namespace strobe::blacs
