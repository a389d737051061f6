// SPDX-License-Identifier: BSD-3-Clause
//
// A queue of posted receives or of unexpected messages, in order. Searches scan it, which is
// fastest while they find what they look for near its begin: the common case. Once a search has
// scanned far the queue gets bins by (context, tag), so that no message has to pass over a long
// queue (Flajslik, Dinan and Underwood, "Mitigating MPI message matching misery", 2016).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "base/assert.hpp"
#include "bcs/runtime/message_store.hpp"
#include "bcs/runtime/transfer.hpp"

namespace strobe::bcs::runtime {

inline Context context_of(const Transfer& receive) { return receive.context; }
inline Context context_of(const Message& message) { return message.envelope.context; }
inline std::int32_t tag_of(const Transfer& receive) { return receive.tag; }
inline std::int32_t tag_of(const Message& message) { return message.envelope.tag; }

/// The items of one queue, by (context, tag), linked by their `next_in_bin`. A hash table with
/// chaining; empty bins return to a free list, so that nothing is allocated once the table has
/// grown to what a program needs.
template <class Item>
class MatchingBins {
 public:
  /// The item that was added first.
  [[nodiscard]] Item* first(Context context, std::int32_t tag) const {
    Bin* bin = buckets_[index(context, tag)];
    while (bin != nullptr && !bin->is_for(context, tag)) bin = bin->next;
    return bin == nullptr ? nullptr : bin->first;
  }

  [[gnu::noinline]] void add(Item& item) {
    Bin& bin = bin_for(context_of(item), tag_of(item));
    item.next_in_bin = nullptr;
    (bin.first == nullptr ? bin.first : bin.last->next_in_bin) = &item;
    bin.last = &item;
  }

  /// Takes constant time for the first item of a bin, which is what matching takes.
  void remove(Item& item) {
    Bin** link = &buckets_[index(context_of(item), tag_of(item))];
    while (*link != nullptr && !(*link)->is_for(context_of(item), tag_of(item))) {
      link = &(*link)->next;
    }
    base::ensure(*link != nullptr, "a message or receive is in no bin of its queue");
    Bin& bin = **link;
    Item* before = nullptr;
    for (Item* at = bin.first; at != &item; at = at->next_in_bin) {
      base::ensure(at != nullptr, "a message or receive is not in the bin of its tag");
      before = at;
    }
    (before == nullptr ? bin.first : before->next_in_bin) = item.next_in_bin;
    if (bin.last == &item) bin.last = before;
    if (bin.first == nullptr) {
      *link = bin.next;
      bin.next = unused_;
      unused_ = &bin;
      --used_;
    }
  }

 private:
  struct Bin {
    Context context = 0;
    std::int32_t tag = 0;
    Item* first = nullptr;
    Item* last = nullptr;
    Bin* next = nullptr;  ///< in its bucket, or in the free list

    [[nodiscard]] bool is_for(Context other_context, std::int32_t other_tag) const {
      return tag == other_tag && context == other_context;
    }
  };
  static constexpr std::size_t first_buckets = 64;

  [[nodiscard]] std::size_t index(Context context, std::int32_t tag) const {
    const std::uint64_t tag_bits = static_cast<std::uint32_t>(tag) * 0x9e3779b97f4a7c15ULL;
    const std::uint64_t hash = (context ^ tag_bits) * 0xbf58476d1ce4e5b9ULL;
    return hash >> (64 - std::countr_zero(buckets_.size()));
  }

  Bin& bin_for(Context context, std::int32_t tag) {
    for (Bin* bin = buckets_[index(context, tag)]; bin != nullptr; bin = bin->next) {
      if (bin->is_for(context, tag)) return *bin;
    }
    if (++used_ > buckets_.size()) grow();
    if (unused_ == nullptr) unused_ = &bins_.emplace_back();
    Bin& bin = *unused_;
    unused_ = bin.next;
    Bin*& bucket = buckets_[index(context, tag)];
    bin = {.context = context, .tag = tag, .next = bucket};
    bucket = &bin;
    return bin;
  }

  void grow() {
    std::vector<Bin*> old(2 * buckets_.size());
    old.swap(buckets_);
    for (Bin* bin : old) {
      while (bin != nullptr) {
        Bin* const next = bin->next;
        Bin*& bucket = buckets_[index(bin->context, bin->tag)];
        bin->next = bucket;
        bucket = bin;
        bin = next;
      }
    }
  }

  std::vector<Bin*> buckets_ = std::vector<Bin*>(first_buckets);
  std::deque<Bin> bins_;
  Bin* unused_ = nullptr;
  std::size_t used_ = 0;
};

template <class Item>
class MatchingQueue {
 public:
  /// A search that passes over so many items continues in the bins.
  static constexpr int most_scanned = 16;

  [[nodiscard]] Item* first() const { return first_; }
  [[nodiscard]] bool is_empty() const { return first_ == nullptr; }
  [[nodiscard]] bool has_bins() const { return has_bins_; }
  /// The first of all items with exactly this context and tag. Makes the bins, which the queue has
  /// until it is empty.
  [[nodiscard, gnu::noinline]] Item* first_in_bin(Context context, std::int32_t tag) const {
    if (!has_bins_) make_bins();
    return bins_->first(context, tag);
  }

  void push(Item& item) {
    item.next = nullptr;
    item.previous = last_;
    (last_ == nullptr ? first_ : last_->next) = &item;
    last_ = &item;
    if (has_bins_) [[unlikely]]
      bins_->add(item);
  }

  void remove(Item& item) {
    (item.previous == nullptr ? first_ : item.previous->next) = item.next;
    (item.next == nullptr ? last_ : item.next->previous) = item.previous;
    if (has_bins_) [[unlikely]]
      remove_from_bins(item);
  }

 private:
  void make_bins() const {
    if (bins_ == nullptr) bins_ = std::make_unique<MatchingBins<Item>>();
    for (Item* at = first_; at != nullptr; at = at->next) bins_->add(*at);
    has_bins_ = true;
  }
  [[gnu::noinline]] void remove_from_bins(Item& item) {
    bins_->remove(item);
    has_bins_ = !is_empty();
  }

  Item* first_ = nullptr;
  Item* last_ = nullptr;
  // An index of the items, which searches make.
  mutable bool has_bins_ = false;
  mutable std::unique_ptr<MatchingBins<Item>> bins_;
};

}  // namespace strobe::bcs::runtime
