// SPDX-License-Identifier: BSD-3-Clause
//
// Message ids, which programs do not give (LAPACK Working Note 73, section 6.1). The range is
// halved; each half has a subrange for each source (for the root of a scoped operation, in each of
// the three scopes), and both ends count through it. Messages between two processes are ordered,
// so both count alike.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "blacs/line.hpp"

namespace strobe::blacs {

/// The ids that the BLACS may use, both ends included.
struct IdRange {
  int lowest = 0;
  int highest = 0;
  friend constexpr bool operator==(IdRange, IdRange) = default;

  /// Every subrange needs an id.
  static constexpr int fewest = 8;
  [[nodiscard]] constexpr bool is_usable() const {
    return lowest >= 0 && highest >= lowest && highest - lowest >= fewest - 1;
  }
};

/// A run of ids, cut into one part of `width` ids for each source. Where there are more sources
/// than ids they share; the MPI tells sources apart by itself.
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
  /// The first id of the part that the id is in.
  [[nodiscard]] int first_of(int id) const { return id - (id - lowest) % width; }
};

/// The streams of messages between two processes: those with ids of one part arrive in order. A
/// stream is known by the first id of its part.
struct Streams {
  SourceIds pairs;  ///< of messages outside scoped operations
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
  /// Ids for the process {row, column} of a rows x columns grid. The range is usable.
  MessageIds(IdRange range, int rows, int columns, int row, int column);

  /// The id of the next message to `rank` or from it, taken.
  [[nodiscard]] int take_send(int rank) { return pairs_.take(own_, sent_[index(rank)]); }
  [[nodiscard]] int take_receive(int rank) { return pairs_.take(rank, received_[index(rank)]); }

  /// The id of the next operation of this scope with that root.
  [[nodiscard]] int take_scoped(NaturalScope scope, int root) {
    ScopeIds& line = lines_[index(static_cast<int>(scope))];
    return line.ids.take(root, line.counts[index(root)]);
  }

  [[nodiscard]] Streams streams() const {
    return {pairs_, {lines_[0].ids, lines_[1].ids, lines_[2].ids}};
  }

  /// The id of what the BLACS tell each other about messages; no message has it.
  [[nodiscard]] int announcements() const { return announcements_; }

  /// Every so many sends there is something to tidy up.
  [[nodiscard]] bool is_time_to_tidy() { return ++sends_ % sends_between_tidying == 0; }

  /// The same ids, not taken.
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

  static constexpr unsigned sends_between_tidying = 64;

  int own_;
  int announcements_;
  unsigned sends_ = 0;
  SourceIds pairs_;
  std::vector<int> sent_;
  std::vector<int> received_;
  std::array<ScopeIds, scopes> lines_;
};

}  // namespace strobe::blacs
