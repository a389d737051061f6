// SPDX-License-Identifier: BSD-3-Clause
//
// Values by rank, of which a rank uses few: those of its partners. Values are made in pages, when
// one of a page is first used, so that memory is proportional to partners. The first page is always
// there: in small jobs a look-up costs what it costs in a vector.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "bcs/runtime/envelope.hpp"

namespace strobe::bcs::runtime {

template <class Value>
class RankTable {
 public:
  explicit RankTable(int ranks)
      : pages_((static_cast<std::size_t>(ranks) + page_ranks - 1) / page_ranks) {
    make(pages_.front());
    first_ = pages_.front().get();
  }

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
  [[nodiscard]] std::size_t made() const { return made_; }

  /// Goes through all values that were made, by ascending rank.
  class Iterator {
   public:
    Iterator(const RankTable& table, std::size_t at) : table_(&table), at_(at) { skip_unmade(); }
    [[nodiscard]] Rank rank() const { return static_cast<Rank>(at_); }
    Value& operator*() const { return table_->pages_[at_ / page_ranks][at_ % page_ranks]; }
    Iterator& operator++() {
      ++at_;
      skip_unmade();
      return *this;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    void skip_unmade() {
      while (at_ < table_->end_place() && table_->pages_[at_ / page_ranks] == nullptr) {
        at_ = (at_ / page_ranks + 1) * page_ranks;
      }
    }

    const RankTable* table_;
    std::size_t at_;
  };
  [[nodiscard]] Iterator begin() const { return {*this, 0}; }
  [[nodiscard]] Iterator end() const { return {*this, end_place()}; }

 private:
  static constexpr std::size_t page_ranks = 64;

  static bool is_in_first(Rank rank) { return static_cast<std::size_t>(rank) < page_ranks; }
  static std::size_t page_of(Rank rank) { return static_cast<std::size_t>(rank) / page_ranks; }
  static std::size_t place_of(Rank rank) { return static_cast<std::size_t>(rank) % page_ranks; }
  [[nodiscard]] std::size_t end_place() const { return pages_.size() * page_ranks; }
  // Not inlined, so that the common path stays short.
  [[gnu::noinline]] Value& in_later_page(Rank rank) {
    std::unique_ptr<Value[]>& page = pages_[page_of(rank)];
    if (page == nullptr) make(page);
    return page[place_of(rank)];
  }
  [[gnu::noinline]] const Value* find_in_later_page(Rank rank) const {
    const std::unique_ptr<Value[]>& page = pages_[page_of(rank)];
    return page == nullptr ? nullptr : &page[place_of(rank)];
  }
  void make(std::unique_ptr<Value[]>& page) {
    page = std::make_unique<Value[]>(page_ranks);
    made_ += page_ranks;
  }

  Value* first_ = nullptr;  ///< the first page
  std::vector<std::unique_ptr<Value[]>> pages_;
  std::size_t made_ = 0;
};

}  // namespace strobe::bcs::runtime
