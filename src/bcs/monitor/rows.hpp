// SPDX-License-Identifier: BSD-3-Clause
//
// Rows of numbers in memory, and in a file in the byte order of the processor. Rows never move, and
// memory is allocated in advance, so that a signal handler may add rows and write all of them.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include "bcs/monitor/json_writer.hpp"

namespace strobe::bcs::monitor {

template <class Row>
  requires std::has_unique_object_representations_v<Row>
class Rows {
 public:
  /// At most `most` rows.
  explicit Rows(std::size_t most) : most_(most), chunks_((most + per_chunk - 1) / per_chunk) {
    make_room();
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Row& operator[](std::size_t at) const {
    return chunks_[at / per_chunk][at % per_chunk];
  }
  [[nodiscard]] Row& operator[](std::size_t at) { return chunks_[at / per_chunk][at % per_chunk]; }
  /// Adds a row, unless there are as many as allowed.
  void add(const Row& row) {
    add_without_memory(row);
    if (size_ == room_ && room_ < most_) [[unlikely]]
      make_room();
  }
  /// The same, async-signal-safe. It adds no row if it interrupts `add` in an allocation.
  void add_without_memory(const Row& row) {
    if (size_ == room_) return;
    (*this)[size_] = row;
    // The row is written before it is counted, for a signal handler in between.
    std::atomic_signal_fence(std::memory_order_release);
    ++size_;
  }

  /// Writes the file: the rows from `first` on, and then those before it. False if that fails.
  /// Async-signal-safe.
  [[nodiscard]] bool write(const char* path, std::size_t first = 0) const {
    const int file = ::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) return false;
    const bool is_written = write(file, first, size_) && write(file, 0, first);
    return ::close(file) == 0 && is_written;
  }

 private:
  static constexpr std::size_t per_chunk = 1024;

  void make_room() {
    chunks_[room_ / per_chunk] = std::make_unique_for_overwrite<Row[]>(per_chunk);
    std::atomic_signal_fence(std::memory_order_release);
    room_ = std::min(most_, room_ + per_chunk);
  }

  [[nodiscard]] bool write(int file, std::size_t begin, std::size_t end) const {
    while (begin < end) {
      const std::size_t count = std::min(end - begin, per_chunk - begin % per_chunk);
      if (!write_all(file, &(*this)[begin], count * sizeof(Row))) return false;
      begin += count;
    }
    return true;
  }

  std::size_t most_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;  ///< allocated rows
  std::vector<std::unique_ptr<Row[]>> chunks_;
};

}  // namespace strobe::bcs::monitor
