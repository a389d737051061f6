// SPDX-License-Identifier: BSD-3-Clause
//
// A set of members of a node, in shared memory. All members add themselves, and one member takes
// them out. It is a bitmap of two levels: a summary, which is all that the taker reads while the
// set is empty, and words of 64 members each. Zeroed memory is an empty set.
//
// A member sets its bit and then that of its word in the summary. The taker clears the summary
// first. So a bit that is still set, or set again meanwhile, is taken now or by the next call.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "bcs/runtime/atomic.hpp"
#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime {

class MemberSet {
 public:
  using Word = Atomic<std::uint64_t>;

  MemberSet() = default;
  MemberSet(Word* words, int members)
      : words_(words), count_((static_cast<unsigned>(members) + bits - 1) / bits) {}
  [[nodiscard]] static std::size_t bytes_for(int members) {
    return (1 + (static_cast<std::size_t>(members) + bits - 1) / bits) * sizeof(Word);
  }

  /// Whether this refers to a set.
  [[nodiscard]] bool exists() const { return words_ != nullptr; }
  /// What the caller stores before is visible to the taker of this member.
  void add(int member) const {
    const unsigned word = static_cast<unsigned>(member) / bits;
    if (!set(words_[1 + word], static_cast<unsigned>(member) % bits)) return;
    STROBE_TRANSITION(adding);
    // Where words outnumber the bits of the summary, several words share a bit.
    set(words_[0], word % bits);
  }
  [[nodiscard]] bool is_empty() const { return words_[0].load(std::memory_order_seq_cst) == 0; }
  /// Takes all members out, and calls `take(member)` with each.
  template <class Take>
  void take_all(Take&& take) const {
    for_each_bit(words_[0], [&](unsigned shared) {
      STROBE_TRANSITION(taking);
      for (unsigned word = shared; word < count_; word += bits) {
        for_each_bit(words_[1 + word],
                     [&](unsigned bit) { take(static_cast<int>(word * bits + bit)); });
      }
    });
  }

 private:
  static constexpr unsigned bits = 64;

  /// Whether the bit was clear.
  static bool set(Word& word, unsigned bit) {
    const std::uint64_t mask = std::uint64_t{1} << bit;
    // A look costs less than an exchange, and the taker has not got to a bit that is set.
    if ((word.load(std::memory_order_seq_cst) & mask) != 0) return false;
    word.fetch_or(mask, std::memory_order_seq_cst);
    return true;
  }
  template <class Visit>
  static void for_each_bit(Word& word, Visit&& visit) {
    // Who has set a bit of the summary has set one of this word before.
    if (word.load(std::memory_order_relaxed) == 0) return;
    for (std::uint64_t rest = word.exchange(0, std::memory_order_seq_cst); rest != 0;
         rest &= rest - 1) {
      visit(static_cast<unsigned>(std::countr_zero(rest)));
    }
  }

  Word* words_ = nullptr;
  unsigned count_ = 0;  ///< words of members
};

}  // namespace strobe::bcs::runtime
