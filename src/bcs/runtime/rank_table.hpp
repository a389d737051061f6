// SPDX-License-Identifier: BSD-3-Clause
//
// Values by rank, of which a rank uses few: those of its partners. Values are made in pages, when
// one of a page is first used, so that memory is proportional to partners, whatever the number of
// ranks. The first page is always there: in small jobs a look-up costs what it costs in a vector.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "bcs/runtime/envelope.hpp"

namespace strobe::bcs::runtime {

template <class Value>
class RankTable {
 public:
  RankTable() : first_(make(pages_.begin(), 0)) {}

  /// Makes the value if there is none.
  [[nodiscard]] Value& operator[](Rank rank) {
    return is_in_first(rank) ? first_[rank] : in_later_page(rank);
  }
  /// Null if no value of the page was used.
  [[nodiscard]] const Value* find(Rank rank) const {
    return is_in_first(rank) ? &first_[rank] : find_in_later_page(rank);
  }
  /// A default value if there is none.
  [[nodiscard]] const Value& operator[](Rank rank) const {
    static const Value none{};
    const Value* const value = find(rank);
    return value == nullptr ? none : *value;
  }
  /// How many values there are, used or not.
  [[nodiscard]] std::size_t made() const { return pages_.size() * page_ranks; }

  /// Goes through all values that were made, by ascending rank. Meanwhile none may be made.
  class Iterator {
   public:
    Iterator(const RankTable& table, std::size_t at) : table_(&table), at_(at) {}
    [[nodiscard]] Rank rank() const {
      return static_cast<Rank>(page().number * page_ranks + at_ % page_ranks);
    }
    Value& operator*() const { return page().values[at_ % page_ranks]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    [[nodiscard]] const auto& page() const { return table_->pages_[at_ / page_ranks]; }

    const RankTable* table_;
    std::size_t at_;  ///< among the values that were made
  };
  [[nodiscard]] Iterator begin() const { return {*this, 0}; }
  [[nodiscard]] Iterator end() const { return {*this, made()}; }

 private:
  static constexpr std::size_t page_ranks = 64;
  struct Page {
    std::size_t number;
    std::unique_ptr<Value[]> values;
  };
  using Pages = std::vector<Page>;

  static bool is_in_first(Rank rank) { return static_cast<std::size_t>(rank) < page_ranks; }
  static std::size_t page_of(Rank rank) { return static_cast<std::size_t>(rank) / page_ranks; }
  static std::size_t place_of(Rank rank) { return static_cast<std::size_t>(rank) % page_ranks; }
  /// The page, or the first of those after it.
  static auto search(auto& pages, std::size_t number) {
    return std::ranges::lower_bound(pages, number, {}, &Page::number);
  }
  // Not inlined, so that the common path stays short.
  [[gnu::noinline]] Value& in_later_page(Rank rank) {
    const auto page = search(pages_, page_of(rank));
    const bool exists = page != pages_.end() && page->number == page_of(rank);
    return (exists ? page->values.get() : make(page, page_of(rank)))[place_of(rank)];
  }
  [[gnu::noinline]] const Value* find_in_later_page(Rank rank) const {
    const auto page = search(pages_, page_of(rank));
    const bool exists = page != pages_.end() && page->number == page_of(rank);
    return exists ? &page->values[place_of(rank)] : nullptr;
  }
  Value* make(typename Pages::iterator before, std::size_t number) {
    return pages_.insert(before, {number, std::make_unique<Value[]>(page_ranks)})->values.get();
  }

  Pages pages_;   ///< by ascending number
  Value* first_;  ///< the first page
};

}  // namespace strobe::bcs::runtime
