// SPDX-License-Identifier: BSD-3-Clause
//
// The collectives of a communicator in a shared buffer, for one member. Each member writes its
// contribution into a slot of its own, and the members that need it read it there. A member uses
// its slots in turn: all members must have read a slot before it is written again.
#pragma once

#include <array>
#include <cstdint>

#include "bcs/runtime/collectives/shared_buffer_pool.hpp"
#include "bcs/runtime/prefetch.hpp"

namespace strobe::bcs::runtime::collectives {

/// The members from `begin` to before `end`.
struct MemberRange {
  int begin = 0;
  int end = 0;
};

class SharedCollective {
 public:
  SharedCollective(const SharedBuffer& buffer, int members, int own)
      : buffer_(buffer), all_{0, members}, own_(own) {}

  [[nodiscard]] std::size_t capacity() const { return buffer_.capacity(); }
  [[nodiscard]] std::byte* contribution(int member) const { return slot(member, now_).data; }

  /// Begins the next collective.
  void next() { ++now_; }
  /// Whether the own slot may be written. If not, it may once all members have arrived at a later
  /// collective for which `gives_room()`.
  [[nodiscard]] bool has_room() {
    if (now_ <= buffer_.turns) return true;
    // If all have arrived at a collective, all have read the slots of older ones.
    const std::uint64_t enough = (now_ - buffer_.turns + stride()) / stride() * stride();
    if (seen_ >= enough) return true;
    return have_all_arrived_at(enough + buffer_.turns / 2) || have_all_arrived_at(enough);
  }
  /// Whether a member may wait for room until all have arrived at this collective.
  [[nodiscard]] bool gives_room() const { return now_ % stride() == 0; }
  /// Publishes the own contribution. A member that has not seen it has marked itself as blocked
  /// before `is_blocked` is read after this.
  void arrive(std::uint32_t mark) {
    ContributionSlot& ours = slot(own_, now_);
    ours.mark = mark;
    ours.stamp.exchange(now_, std::memory_order_seq_cst);
    mark_ = mark;
  }
  [[nodiscard]] bool has_arrived(int member) const { return has_arrived(member, now_); }
  /// The first member of the range that has not arrived; its end if all have.
  [[nodiscard]] int first_missing(MemberRange range) const { return first_missing(range, now_); }
  /// Whether the members of the range, which have arrived, have the same mark as this one.
  [[nodiscard]] bool agree(MemberRange range) const {
    for (int member = range.begin; member < range.end; ++member) {
      const ContributionSlot& theirs = slot(member, now_);
      if (theirs.stamp.load(std::memory_order_relaxed) != now_ || theirs.mark != mark_) {
        return false;
      }
    }
    return true;
  }
  /// Ends the collective, for which the contributions of `met` have been read. Prefetches a later
  /// slot, which the others have read.
  void leave(MemberRange met) {
    if (met.end - met.begin == all_.end) seen_ = now_;
    prefetch_to_write(&slot(own_, now_ + (buffer_.turns + 7) / 8));
  }

 private:
  [[nodiscard]] ContributionSlot& slot(int member, std::uint64_t collective) const {
    return buffer_.slot(member, static_cast<unsigned>(collective) & (buffer_.turns - 1));
  }
  /// Members wait for room only at every so many collectives: that takes fewer checks than for each
  /// slot, and fewer wake-ups.
  [[nodiscard]] std::uint64_t stride() const { return buffer_.turns / 4; }
  [[nodiscard]] bool has_arrived(int member, std::uint64_t collective) const {
    return slot(member, collective).stamp.load(std::memory_order_seq_cst) >= collective;
  }
  [[nodiscard]] int first_missing(MemberRange range, std::uint64_t collective) const {
    int member = range.begin;
    while (member < range.end && has_arrived(member, collective)) ++member;
    return member;
  }
  [[nodiscard]] bool have_all_arrived_at(std::uint64_t collective) {
    if (first_missing(all_, collective) != all_.end) return false;
    seen_ = collective;
    return true;
  }

  SharedBuffer buffer_;
  MemberRange all_;
  int own_;
  std::uint64_t now_ = 0;
  std::uint64_t seen_ = 0;  ///< the last collective at which all are known to have arrived
  std::uint32_t mark_ = 0;  ///< of this collective
};

}  // namespace strobe::bcs::runtime::collectives
