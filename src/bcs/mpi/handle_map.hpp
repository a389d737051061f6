// SPDX-License-Identifier: BSD-3-Clause
//
// A map from handles of MPI to objects that finds one in a few nanoseconds: open addressing (Knuth,
// volume 3, section 6.4, algorithms L and R).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace strobe::bcs::mpi {

/// Handles are integers in MPICH, and pointers in Open MPI and in the standard ABI.
template <class Handle>
[[nodiscard]] inline std::uintptr_t bits_of(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<std::uintptr_t>(handle);
  } else {
    return static_cast<std::uintptr_t>(static_cast<unsigned>(handle));
  }
}

/// Owns the values. Their addresses do not change.
template <class Handle, class Value>
class HandleMap {
 public:
  /// Null if the map does not have the handle.
  [[nodiscard]] Value* find(Handle handle) const {
    const std::uintptr_t bits = bits_of(handle);
    for (std::size_t i = place_of(bits);; i = next(i)) {
      if (entries_[i].value == nullptr) return nullptr;
      if (entries_[i].bits == bits) return entries_[i].value.get();
    }
  }

  Value& add(Handle handle, std::unique_ptr<Value> value) {
    if (2 * ++count_ > entries_.size()) grow();
    return place({bits_of(handle), std::move(value)});
  }

  /// Null if the map does not have the handle.
  std::unique_ptr<Value> remove(Handle handle) {
    const std::uintptr_t bits = bits_of(handle);
    std::size_t hole = place_of(bits);
    while (entries_[hole].value != nullptr && entries_[hole].bits != bits) hole = next(hole);
    std::unique_ptr<Value> removed = std::move(entries_[hole].value);
    if (removed == nullptr) return nullptr;
    --count_;
    // Entries after the hole that were displaced from it move up.
    for (std::size_t i = next(hole); entries_[i].value != nullptr; i = next(i)) {
      const std::size_t own = place_of(entries_[i].bits);
      const bool may_stay = hole < i ? hole < own && own <= i : hole < own || own <= i;
      if (may_stay) continue;
      entries_[hole] = std::move(entries_[i]);
      hole = i;
    }
    return removed;
  }

  template <class Visit>
  void for_each(Visit&& visit) {
    for (Entry& entry : entries_) {
      if (entry.value != nullptr) visit(*entry.value);
    }
  }

 private:
  struct Entry {
    std::uintptr_t bits = 0;
    std::unique_ptr<Value> value;
  };

  [[nodiscard]] std::size_t place_of(std::uintptr_t bits) const {
    return static_cast<std::size_t>((bits * 0x9e3779b97f4a7c15U) >> shift_);
  }
  [[nodiscard]] std::size_t next(std::size_t i) const { return (i + 1) & (entries_.size() - 1); }

  Value& place(Entry entry) {
    std::size_t i = place_of(entry.bits);
    while (entries_[i].value != nullptr) i = next(i);
    entries_[i] = std::move(entry);
    return *entries_[i].value;
  }

  void grow() {
    std::vector<Entry> old(2 * entries_.size());
    old.swap(entries_);
    --shift_;
    for (Entry& entry : old) {
      if (entry.value != nullptr) place(std::move(entry));
    }
  }

  unsigned shift_ = 64 - 6;
  std::vector<Entry> entries_ = std::vector<Entry>(1U << 6U);
  std::size_t count_ = 0;
};

}  // namespace strobe::bcs::mpi
