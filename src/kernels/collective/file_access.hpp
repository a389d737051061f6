// SPDX-License-Identifier: BSD-3-Clause
//
// Reads and writes of files by MPI's three file pointers, as IMB-IO measures them: explicit offsets
// (expl), the pointer of each process (indv), the pointer of all processes (shared), and a file for
// each process (priv).
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/collective/temporary_file.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

namespace detail {

/// The operations of one sample. After it the pointers go back to the start of the file, so that
/// files stay small.
inline constexpr std::int64_t file_operations_max = 16;

/// Throws what would work where MPI has no such operation.
inline void require_file_access(const measure::Point& point) {
  const auto is = [&](const char* axis, const char* word) {
    return measure::word_at(point, axis) == word;
  };
  if (is("file", "own") && is("pointer", "shared")) {
    throw Error("a file of one process has no shared pointer: choose file=common");
  }
  if (is("file", "own") && is("mode", "collective")) {
    throw Error("a file of one process has no collective operation: choose file=common");
  }
  if (is("pointer", "shared") && is("mode", "collective") && is("call", "nonblocking")) {
    throw Error(
        "MPI has no nonblocking collective operation on the shared file pointer: choose "
        "call=blocking");
  }
}

}  // namespace detail

[[nodiscard]] inline measure::KernelInfo file_access_info() {
  return {
      .name = "file_access",
      .title = "Reads and writes of files",
      .family = measure::Family::collective,
      .axes = {{.name = "operation", .choices = {"write", "read"}},
               {.name = "pointer", .choices = {"explicit", "individual", "shared"}},
               {.name = "mode", .choices = {"independent", "collective"}},
               {.name = "file", .choices = {"common", "own"}},
               {.name = "call", .choices = {"blocking", "nonblocking"}},
               {.name = "sync", .choices = {"none", "each"}},
               measure::ranks_axis(),
               size_axis(1)},
      .axis = "size_bytes",
      .time = "one read or write of every process, from the first entry to the last exit",
      .source = "Intel MPI Benchmarks, IMB-IO",
      .members =
          [](const measure::Point& point, const measure::Machine& machine) {
            detail::require_file_access(point);
            return measure::first_ranks(point, machine);
          },
      .timing = measure::Timing::completion,
      .repetitions_max = detail::file_operations_max,
      .work =
          [](const measure::Point& point) {
            return measure::Work{.bytes = size_at(point) *
                                          static_cast<double>(measure::number_at(point, "ranks"))};
          }};
}

/// Each process has its blocks of the file side by side. Only the shared pointer goes through the
/// blocks of all processes, in the order of ranks for a collective operation and in an order by
/// chance otherwise. sync=each
/// makes every operation complete on all processes, by MPI_File_sync, a barrier and MPI_File_sync,
/// as IMB's non-aggregate mode does.
template <layer::FileAccess L>
class FileAccessKernel final : public measure::Kernel {
 public:
  FileAccessKernel(L& layer, const measure::Point& point, const std::filesystem::path& folder)
      : layer_(layer),
        writes_(is(point, "operation", "write", "read")),
        access_{.pointer = pointer_at(point),
                .collective = is(point, "mode", "collective", "independent")},
        is_own_(is(point, "file", "own", "common")),
        waits_(is(point, "call", "nonblocking", "blocking")),
        syncs_(is(point, "sync", "each", "none")),
        data_(bytes_at(point, "size_bytes")),
        file_(is_own_ ? own_temporary_file(layer, folder) : temporary_file(layer, folder)) {}

  /// A file that is read has a pattern in each block, by its number. Written blocks have the
  /// writer's pattern.
  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    last_ = 0;
    if (!writes_) {
      for (std::int64_t i = 0; i < detail::file_operations_max; ++i) {
        const std::int64_t block = block_of(own(), i);
        measure::fill(data_.bytes(), pattern(block));
        file_.write_at(offset_of(block), data_.bytes());
      }
      make_visible();
    }
    measure::fill(data_.bytes(),
                  writes_ ? pattern(own()) : measure::Pattern{.seed = ~seed, .rank = 0});
    rewind();
  }

  void run(std::int64_t repetitions) override {
    if (!is_rewound_) rewind();  // it is, if after_run() was called after the last run
    is_rewound_ = false;
    last_ = repetitions;
    std::int64_t i = 0;
    base::repeat(repetitions, [&] {
      operate(offset_of(block_of(own(), i++)));
      if (syncs_) make_visible();
    });
  }

  void after_run() override { rewind(); }

  [[nodiscard]] measure::Verdict verify() override {
    if (last_ == 0) return {};
    if (!writes_) return verify_read();
    make_visible();
    measure::Verdict verdict = verify_written();
    // No rank writes again before all have read.
    layer_.barrier();
    measure::fill(data_.bytes(), pattern(own()));
    return verdict;
  }

 private:
  static bool is(const measure::Point& point, const char* axis, const char* yes, const char* no) {
    const std::string& word = measure::word_at(point, axis);
    if (word != yes && word != no) throw Error(base::format("unknown {}: {}", axis, word));
    return word == yes;
  }
  static layer::Pointer pointer_at(const measure::Point& point) {
    const std::string& word = measure::word_at(point, "pointer");
    if (word == "explicit") return layer::Pointer::explicit_offset;
    if (word == "individual") return layer::Pointer::individual;
    if (word == "shared") return layer::Pointer::shared;
    throw Error("unknown file pointer: " + word);
  }

  [[nodiscard]] bool is_by_chance() const {
    return access_.pointer == layer::Pointer::shared && !access_.collective;
  }
  [[nodiscard]] int own() const { return layer_.rank().value; }
  [[nodiscard]] measure::Pattern pattern(std::int64_t number) const {
    return {.seed = seed_, .rank = static_cast<int>(number)};
  }
  /// The place of an operation of a rank in its file, in blocks.
  [[nodiscard]] std::int64_t block_of(int rank, std::int64_t operation) const {
    if (is_own_) return operation;
    if (access_.pointer == layer::Pointer::shared) return operation * layer_.size() + rank;
    return rank * detail::file_operations_max + operation;
  }
  [[nodiscard]] std::size_t offset_of(std::int64_t block) const {
    return static_cast<std::size_t>(block) * data_.bytes().size();
  }

  void operate(std::size_t offset) {
    if (waits_) {
      auto request = writes_ ? file_.start_write(access_, offset, data_.bytes())
                             : file_.start_read(access_, offset, data_.bytes());
      return layer_.wait(request);
    }
    if (writes_) {
      file_.write(access_, offset, data_.bytes());
    } else {
      file_.read(access_, offset, data_.bytes());
    }
  }

  /// MPI's consistency rules: the writer calls sync, then a barrier, then the reader calls sync.
  void make_visible() {
    file_.sync();
    layer_.barrier();
    file_.sync();
  }

  /// A process may set its own pointer only to where its next block is.
  void rewind() {
    is_rewound_ = true;
    layer_.barrier();
    if (access_.pointer == layer::Pointer::shared) return file_.seek_shared(0);
    if (access_.pointer == layer::Pointer::individual) file_.seek(offset_of(block_of(own(), 0)));
  }

  [[nodiscard]] measure::Verdict verify_read() const {
    measure::Verdict verdict{.bytes = static_cast<std::int64_t>(data_.bytes().size()), .wrong = {}};
    if (!is_by_chance()) {
      verdict.wrong = measure::find_wrong_byte(data_.bytes(), pattern(block_of(own(), last_ - 1)));
      return verdict;
    }
    for (std::int64_t block = 0; block < last_ * layer_.size(); ++block) {
      if (measure::find_wrong_byte(data_.bytes(), pattern(block)).empty()) return verdict;
    }
    verdict.wrong = "the data are of no block of the file";
    return verdict;
  }

  /// A rank reads what every rank wrote to this file in its last operation. Blocks in an order by
  /// chance are counted instead, by the pattern that they have.
  [[nodiscard]] measure::Verdict verify_written() {
    measure::Verdict verdict;
    if (is_by_chance()) {
      count_blocks(verdict);
      return verdict;
    }
    for (int rank = 0; rank < layer_.size() && verdict.wrong.empty(); ++rank) {
      if (!is_own_ || rank == own()) check_block(block_of(rank, last_ - 1), rank, verdict);
    }
    return verdict;
  }

  void read_block(std::int64_t block, measure::Verdict& verdict) {
    measure::fill(data_.bytes(), {.seed = ~seed_, .rank = 0});
    file_.read_at(offset_of(block), data_.bytes());
    verdict.bytes += static_cast<std::int64_t>(data_.bytes().size());
  }
  void check_block(std::int64_t block, int writer, measure::Verdict& verdict) {
    read_block(block, verdict);
    const std::string wrong = measure::find_wrong_byte(data_.bytes(), pattern(writer));
    if (!wrong.empty()) verdict.wrong = base::format("in block {} of the file, {}", block, wrong);
  }
  void count_blocks(measure::Verdict& verdict) {
    std::vector<std::int64_t> blocks_of(static_cast<std::size_t>(layer_.size()));
    for (std::int64_t block = 0; block < last_ * layer_.size(); ++block) {
      read_block(block, verdict);
      const int writer = writer_of(data_.bytes());
      const std::string wrong = measure::find_wrong_byte(data_.bytes(), pattern(writer));
      if (!wrong.empty()) {
        verdict.wrong = base::format("in block {} of the file, {}", block, wrong);
        return;
      }
      ++blocks_of[static_cast<std::size_t>(writer)];
    }
    for (const std::int64_t blocks : blocks_of) {
      if (blocks == last_) continue;
      verdict.wrong =
          base::format("the file has {} blocks of a process that wrote {}", blocks, last_);
    }
  }
  /// The rank whose pattern the block has; rank 0 if it is of none.
  [[nodiscard]] int writer_of(layer::ConstBytes block) const {
    for (int rank = 0; rank < layer_.size(); ++rank) {
      if (measure::find_wrong_byte(block, pattern(rank)).empty()) return rank;
    }
    return 0;
  }

  L& layer_;
  bool writes_;
  layer::Access access_;
  bool is_own_;
  bool waits_;
  bool syncs_;
  measure::Buffer data_;
  typename L::File file_;
  std::int64_t last_ = 0;
  bool is_rewound_ = false;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels
