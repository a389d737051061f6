// SPDX-License-Identifier: BSD-3-Clause
//
// A collective of a communicator's members in an area, as one of them sees them. Each leaves its
// contribution in a slot of its own, and those who need it take it from there. Slots are used in
// turn: one that is to be written again must have been read by all.
#pragma once

#include <array>
#include <cstdint>

#include "bcs/runtime/collectives/shared_buffer_pool.hpp"
#include "bcs/runtime/prefetch.hpp"

namespace strobe::bcs::runtime::collectives {

/// Some members: from the first to before the last.
struct MemberRange {
  int begin = 0;
  int end = 0;
};

class SharedCollective {
 public:
  SharedCollective(const SharedBuffer& area, int members, int own)
      : area_(area), all_{0, members}, own_(own) {}

  [[nodiscard]] std::size_t capacity() const { return area_.capacity(); }
  [[nodiscard]] std::byte* contribution(int member) const { return slot(member, now_).data; }

  /// The next one: contributions are those to it from now on.
  void next() { ++now_; }
  /// Whether one's slot may be written. If not, it is when all have come to a later meeting, at
  /// which `gives_room()`.
  [[nodiscard]] bool has_room() {
    if (now_ <= area_.turns) return true;
    // All have read what is older than a meeting that all have come to.
    const std::uint64_t enough = (now_ - area_.turns + stride()) / stride() * stride();
    if (seen_ >= enough) return true;
    return have_all_come_to(enough + area_.turns / 2) || have_all_come_to(enough);
  }
  /// Whether somebody may wait for room until all have come to this meeting.
  [[nodiscard]] bool gives_room() const { return now_ % stride() == 0; }
  /// One's contribution is there. Who looks then at who waits sees those who have not seen it.
  void arrive(std::uint32_t mark) {
    ContributionSlot& ours = slot(own_, now_);
    ours.mark = mark;
    ours.stamp.exchange(now_, std::memory_order_seq_cst);
    mark_ = mark;
  }
  [[nodiscard]] bool has_arrived(int member) const { return has_arrived(member, now_); }
  /// The end of the range where all of it have arrived.
  [[nodiscard]] int first_missing(MemberRange range) const { return first_missing(range, now_); }
  /// Whether those, who have arrived, left the same mark as this one did.
  [[nodiscard]] bool agree(MemberRange range) const {
    for (int member = range.begin; member < range.end; ++member) {
      const ContributionSlot& theirs = slot(member, now_);
      if (theirs.stamp.load(std::memory_order_relaxed) != now_ || theirs.mark != mark_) {
        return false;
      }
    }
    return true;
  }
  /// All needs of this meeting are met. The lines of slots to come were read by the others last, so
  /// that they are fetched now.
  void leave(MemberRange met) {
    if (met.end - met.begin == all_.end) seen_ = now_;
    prefetch_to_write(&slot(own_, now_ + (area_.turns + 7) / 8));
  }

 private:
  [[nodiscard]] ContributionSlot& slot(int member, std::uint64_t meeting) const {
    return area_.slot(member, static_cast<unsigned>(meeting) & (area_.turns - 1));
  }
  /// Of all that may wait for room some collectives stand for several: to look for others there is
  /// cheaper than for each slot, and who waits is woken once for all of them.
  [[nodiscard]] std::uint64_t stride() const { return area_.turns / 4; }
  [[nodiscard]] bool has_arrived(int member, std::uint64_t meeting) const {
    return slot(member, meeting).stamp.load(std::memory_order_seq_cst) >= meeting;
  }
  [[nodiscard]] int first_missing(MemberRange range, std::uint64_t meeting) const {
    int member = range.begin;
    while (member < range.end && has_arrived(member, meeting)) ++member;
    return member;
  }
  [[nodiscard]] bool have_all_come_to(std::uint64_t meeting) {
    if (first_missing(all_, meeting) != all_.end) return false;
    seen_ = meeting;
    return true;
  }

  SharedBuffer area_;
  MemberRange all_;
  int own_;
  std::uint64_t now_ = 0;
  std::uint64_t seen_ = 0;  ///< the last one that all are known to have come to
  std::uint32_t mark_ = 0;  ///< left at this one
};

}  // namespace strobe::bcs::runtime::collectives
