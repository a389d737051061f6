// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided communication with several targets under one lock. These are the patterns of IMB-RMA:
// one process and all others (One_put_all), all with all (All_put_all), and each with its two
// neighbours in a ring (Exchange_put). With two ranks, `one_to_all` is Unidir_put and osu_put_bw,
// and `all_to_all` is Bidir_put.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "kernels/point_to_point/window_memory.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

namespace detail {

/// The number of messages of one operation, over all ranks.
[[nodiscard]] inline double one_sided_messages(const std::string& pattern, double ranks) {
  if (pattern == "one_to_all") return ranks - 1.0;
  return pattern == "all_to_all" ? ranks * (ranks - 1.0) : 2.0 * ranks;
}

}  // namespace detail

[[nodiscard]] inline measure::KernelInfo one_sided_all_info() {
  return {
      .name = "one_sided_all",
      .title = "One-sided communication with several targets",
      .family = measure::Family::collective,
      .axes = {{.name = "operation", .choices = {"put", "get"}},
               {.name = "pattern", .choices = {"one_to_all", "all_to_all", "neighbours"}},
               {.name = "flush", .choices = {"last", "each", "window"}},
               {.name = "completion", .choices = {"remote", "local"}},
               memory_axis(),
               measure::ranks_axis(),
               size_axis()},
      .axis = "size_bytes",
      .time =
          "one message to every target of a process, from the first entry of an initiator "
          "to the last exit of one; without the lock",
      .source = "Intel MPI Benchmarks, IMB-RMA; OSU Micro-Benchmarks, osu_put_bw and osu_get_bw",
      .members =
          [](const measure::Point& point, const measure::Machine& machine) {
            if (measure::number_at(point, "ranks") < 2) {
              throw Error("a process alone has no target: choose ranks=2 or more");
            }
            return measure::first_ranks(point, machine);
          },
      .timing = measure::Timing::completion,
      .work =
          [](const measure::Point& point) {
            const auto ranks = static_cast<double>(measure::number_at(point, "ranks"));
            return measure::Work{
                .bytes = size_at(point) *
                         detail::one_sided_messages(measure::word_at(point, "pattern"), ranks)};
          }};
}

/// flush=last flushes once after all operations of a sample, as IMB's aggregate mode does; each
/// after every one; window after every 64, as OSU does. completion=local waits only until the
/// initiator's buffers can be used again. A window has a slot for each initiator, so that every
/// message can be checked. IMB's processes begin with the target after their own rank, to avoid
/// that all begin with the same one.
template <layer::RemoteAtomics L>
class OneSidedAll final : public measure::Kernel {
 public:
  OneSidedAll(L& layer, const measure::Point& point)
      : layer_(layer),
        is_put_(is(point, "operation", "put", "get")),
        pattern_(pattern_at(point)),
        flush_(flush_at(point)),
        waits_for_targets_(is(point, "completion", "remote", "local")),
        size_(bytes_at(point, "size_bytes")),
        targets_(targets_of(layer.rank().value)),
        out_(is_put_ ? size_ : 0),
        in_(is_put_ ? 0 : size_ * targets_.size()),
        window_(window_at(layer, point,
                          is_put_ ? size_ * static_cast<std::size_t>(layer.size()) : size_)) {}

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    has_run_ = false;
    measure::fill(out_.bytes(), pattern_of(layer_.rank().value));
    measure::fill(in_.bytes(), {.seed = ~seed, .rank = 0});
    measure::fill(window_.bytes(), is_put_ ? measure::Pattern{.seed = ~seed, .rank = 0}
                                           : pattern_of(layer_.rank().value));
    layer_.barrier();
  }

  void run(std::int64_t repetitions) override {
    has_run_ = true;
    if (targets_.empty()) return;
    std::int64_t left = flush_every();
    window_.lock_all();
    region_.entry_ns = L::now().count();
    base::repeat(repetitions, [&] {
      operate();
      if (--left == 0) {
        flush();
        left = flush_every();
      }
    });
    flush();
    region_.exit_ns = L::now().count();
    window_.unlock_all();
  }

  /// Only initiators are timed, and without their lock.
  [[nodiscard]] std::optional<measure::TimedRegion> timed_region(
      measure::TimedRegion /*whole*/) const override {
    if (targets_.empty()) return std::nullopt;
    return region_;
  }

  [[nodiscard]] measure::Verdict verify() override {
    layer_.barrier();
    measure::Verdict verdict;
    if (!has_run_) return verdict;
    const auto check = [&](layer::ConstBytes bytes, int from) {
      verdict.bytes += static_cast<std::int64_t>(bytes.size());
      if (verdict.wrong.empty()) {
        verdict.wrong = measure::find_wrong_byte(bytes, pattern_of(from));
      }
    };
    if (!is_put_) {
      for (std::size_t i = 0; i < targets_.size(); ++i) check(received(i), targets_[i]);
      return verdict;
    }
    // A rank sees everything that was written to its window after it has locked its own window.
    window_.lock_shared(layer_.rank());
    for (int from = 0; from < layer_.size(); ++from) {
      const std::vector<int> reached = targets_of(from);
      if (std::ranges::find(reached, layer_.rank().value) == reached.end()) continue;
      check(window_.bytes().subspan(static_cast<std::size_t>(from) * size_, size_), from);
    }
    window_.unlock(layer_.rank());
    return verdict;
  }

 private:
  enum class Pattern { one_to_all, all_to_all, neighbours };
  enum class Flush { last, each, window };
  static constexpr std::int64_t window_size = 64;

  static bool is(const measure::Point& point, const char* axis, const char* yes, const char* no) {
    const std::string& word = measure::word_at(point, axis);
    if (word != yes && word != no) throw Error(base::format("unknown {}: {}", axis, word));
    return word == yes;
  }
  static Pattern pattern_at(const measure::Point& point) {
    const std::string& word = measure::word_at(point, "pattern");
    if (word == "one_to_all") return Pattern::one_to_all;
    if (word == "all_to_all") return Pattern::all_to_all;
    if (word == "neighbours") return Pattern::neighbours;
    throw Error("unknown pattern: " + word);
  }
  static Flush flush_at(const measure::Point& point) {
    const std::string& word = measure::word_at(point, "flush");
    if (word == "last") return Flush::last;
    if (word == "each") return Flush::each;
    if (word == "window") return Flush::window;
    throw Error("unknown flush: " + word);
  }

  /// The number of operations between two flushes; 0 if there is none before the end.
  [[nodiscard]] std::int64_t flush_every() const {
    switch (flush_) {
      case Flush::last:
        return 0;
      case Flush::each:
        return 1;
      case Flush::window:
        return window_size;
    }
    return 0;
  }
  void flush() {
    if (waits_for_targets_) {
      window_.flush_all();
    } else {
      window_.flush_local_all();
    }
  }

  [[nodiscard]] std::vector<int> targets_of(int rank) const {
    const int size = layer_.size();
    if (pattern_ == Pattern::one_to_all && rank != 0) return {};
    if (pattern_ == Pattern::neighbours) return {(rank + size - 1) % size, (rank + 1) % size};
    std::vector<int> targets;
    for (int distance = 1; distance < size; ++distance) targets.push_back((rank + distance) % size);
    return targets;
  }
  [[nodiscard]] measure::Pattern pattern_of(int rank) const {
    return {.seed = seed_, .rank = rank};
  }
  [[nodiscard]] layer::Bytes received(std::size_t i) {
    return in_.bytes().subspan(i * size_, size_);
  }

  void operate() {
    const std::size_t own_slot = static_cast<std::size_t>(layer_.rank().value) * size_;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      const layer::Rank target{targets_[i]};
      if (is_put_) {
        window_.put(out_.bytes(), target, own_slot);
      } else {
        window_.get(received(i), target, 0);
      }
    }
  }

  L& layer_;
  bool is_put_;
  Pattern pattern_;
  Flush flush_;
  bool waits_for_targets_;
  std::size_t size_;
  std::vector<int> targets_;
  measure::Buffer out_;
  measure::Buffer in_;
  typename L::Window window_;
  measure::TimedRegion region_;
  std::uint64_t seed_ = 0;
  bool has_run_ = false;
};

}  // namespace strobe::kernels
