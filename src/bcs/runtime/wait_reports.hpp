// SPDX-License-Identifier: BSD-3-Clause
//
// What the ranks of a deadlocked job wait for, put together on the way to the rank that reports
// it: ranks that wait for the same are one entry.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcs/runtime/envelope.hpp"

namespace strobe::bcs::runtime {

class WaitReports {
 public:
  /// `text` follows "rank N "; `waits_for` are the ranks that could end the wait.
  void add(Rank rank, std::string_view text, std::span<const Rank> waits_for);
  /// The node has reported all of its ranks.
  void add_node(int node);
  [[nodiscard]] bool has_node(int node) const;

  /// For `merge` on another node.
  [[nodiscard]] std::vector<std::byte> packed() const;
  /// Adds the reports of other ranks of a job of `ranks` ranks and `nodes` nodes. Throws if they
  /// are not what `packed` makes of such a job.
  void merge(std::span<const std::byte> packed, int ranks, int nodes);

  /// The cycle of ranks that wait for each other, if there is one; "outside of it: 3-63 -> 0", for
  /// whom the other ranks wait; and "ranks 0-99, 101 wait in ...", a line for each of the first 64
  /// entries, those of the cycle first.
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  /// Numbers in ascending ranges.
  class Set {
   public:
    struct Range {
      int first;
      int last;
    };
    void add(Range range);
    [[nodiscard]] bool contains(int number) const;
    [[nodiscard]] std::span<const Range> ranges() const { return ranges_; }
    [[nodiscard]] std::size_t size() const;
    /// "0-99, 101"
    [[nodiscard]] std::string text() const;

   private:
    std::vector<Range> ranges_;
  };
  struct Entry {
    std::string text;
    std::vector<Rank> waits_for;
    Set ranks;

    /// "rank 3 waits in ...", "ranks 0-2 wait in ...".
    [[nodiscard]] std::string line() const;
    /// "3-63 -> 0"
    [[nodiscard]] std::string edge() const;
  };

  [[nodiscard]] std::vector<Rank> cycle() const;
  [[nodiscard]] Entry& entry(std::string_view text, std::span<const Rank> waits_for);

  std::vector<Entry> entries_;  ///< sorted by their texts and what they wait for
  Set nodes_;
};

}  // namespace strobe::bcs::runtime
