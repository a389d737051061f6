// SPDX-License-Identifier: BSD-3-Clause
//
// Writes of all ranks to one file, alone and during an exchange of messages. CoMet names the mutual
// influence of communication and input/output as future work (section 6).
#pragma once

#include <array>
#include <filesystem>
#include <string>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/collective/temporary_file.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo file_write_info() {
  return {
      .name = "file_write",
      .title = "Writes of all processes to one file",
      .family = measure::Family::collective,
      .axes = {{.name = "mode", .choices = {"collective", "independent"}},
               {.name = "traffic", .choices = {"none", "exchange"}},
               measure::ranks_axis(),
               size_axis(1)},
      .axis = "size_bytes",
      .time = "until the file system has accepted every part; the data may not be on a disk yet",
      .source = "CoMet, section 6",
      .members = measure::first_ranks,
      .timing = measure::Timing::completion,
      .work = [](const measure::Point& point) {
        return measure::Work{.bytes = size_at(point) *
                                      static_cast<double>(measure::number_at(point, "ranks"))};
      }};
}

/// Each rank writes its own contiguous part of the file. With traffic=exchange it also passes as
/// many bytes around a ring at the same time.
template <layer::Files L>
class FileWrite final : public measure::Kernel {
 public:
  /// Creates the file in `folder`, which all ranks must see, and unlinks it at once, so that no
  /// file remains however the processes end.
  FileWrite(L& layer, const measure::Point& point, const std::filesystem::path& folder)
      : layer_(layer),
        is_collective_(is(point, "mode", "collective", "independent")),
        has_traffic_(is(point, "traffic", "exchange", "none")),
        out_(static_cast<std::size_t>(measure::number_at(point, "size_bytes"))),
        in_(out_.bytes().size()),
        file_(temporary_file(layer, folder)) {}

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    is_written_ = false;
    measure::fill(out_.bytes(), pattern_of(layer_.rank().value));
    measure::fill(in_.bytes(), {.seed = ~seed, .rank = 0});
  }

  void run(std::int64_t repetitions) override {
    is_written_ = true;
    const layer::Bytes in = in_.bytes();
    const layer::ConstBytes out = out_.bytes();
    const std::size_t offset = offset_of(layer_.rank().value);
    const auto write = [&] {
      if (is_collective_) {
        file_.write_at_all(offset, out);
      } else {
        file_.write_at(offset, out);
      }
    };
    if (!has_traffic_) return base::repeat(repetitions, write);
    base::repeat(repetitions, [&] {
      std::array requests{layer_.start_receive(in, before(), tag),
                          layer_.start_send(out, after(), tag)};
      write();
      layer_.wait_all(requests);
    });
  }

  /// Each rank reads the part that the next rank wrote, and the size of the whole file.
  [[nodiscard]] measure::Verdict verify() override {
    if (!is_written_) return {};
    // MPI's consistency rules: the writer calls sync, then a barrier, then the reader calls sync.
    file_.sync();
    layer_.barrier();
    file_.sync();
    measure::Verdict verdict{.bytes = static_cast<std::int64_t>(out_.bytes().size()), .wrong = {}};
    const std::size_t whole = out_.bytes().size() * static_cast<std::size_t>(layer_.size());
    if (const std::size_t found = file_.size_bytes(); found != whole) {
      verdict.wrong = base::format("the file has {} bytes and should have {}", found, whole);
    } else {
      if (has_traffic_) verdict.wrong = wrong_in(before(), "message");
      measure::fill(in_.bytes(), {.seed = ~seed_, .rank = 0});
      file_.read_at(offset_of(after().value), in_.bytes());
      if (verdict.wrong.empty()) verdict.wrong = wrong_in(after(), "file");
    }
    // No rank writes again before all have read.
    layer_.barrier();
    return verdict;
  }

 private:
  static constexpr layer::Tag tag{1};

  static bool is(const measure::Point& point, const char* axis, const char* yes, const char* no) {
    const std::string& word = measure::word_at(point, axis);
    if (word != yes && word != no) throw Error(base::format("unknown {}: {}", axis, word));
    return word == yes;
  }

  [[nodiscard]] measure::Pattern pattern_of(int rank) const {
    return {.seed = seed_, .rank = rank};
  }
  [[nodiscard]] std::size_t offset_of(int rank) const {
    return static_cast<std::size_t>(rank) * out_.bytes().size();
  }
  [[nodiscard]] layer::Rank after() const { return {(layer_.rank().value + 1) % layer_.size()}; }
  [[nodiscard]] layer::Rank before() const {
    return {(layer_.rank().value + layer_.size() - 1) % layer_.size()};
  }
  [[nodiscard]] std::string wrong_in(layer::Rank source, const char* what) const {
    const std::string wrong = measure::find_wrong_byte(in_.bytes(), pattern_of(source.value));
    return wrong.empty() ? wrong : base::format("in the {}, {}", what, wrong);
  }

  L& layer_;
  bool is_collective_;
  bool has_traffic_;
  measure::Buffer out_;
  measure::Buffer in_;
  typename L::File file_;
  std::uint64_t seed_ = 0;
  bool is_written_ = false;
};

}  // namespace strobe::kernels
