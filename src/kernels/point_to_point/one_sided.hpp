// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided communication: the initiator writes to, reads from or adds to its partner's memory, and
// the partner does not receive. CoMet names interrupt-driven communication as future work (section
// 6); one-sided operations take its place here, with each kind of synchronisation.
#pragma once

#include <cstring>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo one_sided_info() {
  return {
      .name = "one_sided",
      .title = "One-sided communication",
      .family = measure::Family::point_to_point,
      .axes = {{.name = "operation", .choices = {"put", "get", "accumulate"}},
               {.name = "synchronisation", .choices = {"fence", "pscw", "lock", "flush"}},
               measure::partner_axis(),
               // Accumulate needs whole elements.
               size_axis(8)},
      .axis = "size_bytes",
      .time = "one operation and its synchronisation, on the initiator",
      .source = "CoMet, section 6",
      .members = measure::pair_with_first,
      .timing = measure::Timing::initiator,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
}

/// synchronisation=fence: both ranks fence after each operation. pscw: the partner posts and waits,
/// the initiator starts and completes. lock: the initiator locks and unlocks around each operation,
/// and the partner does nothing. flush: one lock around all operations, and a flush after each.
template <layer::OneSided L>
class OneSidedKernel final : public measure::Kernel {
 public:
  OneSidedKernel(L& layer, const measure::Point& point)
      : pair_(layer, point),
        operation_(operation_of(measure::word_at(point, "operation"))),
        synchronisation_(synchronisation_of(measure::word_at(point, "synchronisation"))),
        window_(layer.allocate_window(pair_.out().bytes().size())) {}

  void prepare(std::uint64_t seed) override {
    pair_.prepare(seed);
    operations_ = 0;
    // A rank may change its own window and buffers until the next synchronisation.
    const layer::Bytes window = window_.bytes();
    if (operation_ == Operation::get) {
      measure::fill(window, pair_.pattern_of(pair_.layer().rank()));
    } else if (operation_ == Operation::put) {
      measure::fill(window, {.seed = ~seed, .rank = 0});
    } else {
      each_element([&](std::size_t at, std::int64_t i) {
        store(pair_.out().bytes(), at, addend_at(i));
        store(window, at, i);
      });
    }
    pair_.layer().barrier();
  }

  void run(std::int64_t repetitions) override {
    operations_ += repetitions;
    const layer::Rank partner = pair_.partner();
    switch (synchronisation_) {
      case Synchronisation::fence:
        window_.fence();
        return base::repeat(repetitions, [&] {
          if (pair_.initiates()) operate(partner);
          window_.fence();
        });
      case Synchronisation::pscw:
        return base::repeat(repetitions, [&] {
          if (pair_.initiates()) {
            window_.start(partner);
            operate(partner);
            window_.complete();
          } else {
            window_.post(partner);
            window_.wait();
          }
        });
      case Synchronisation::lock:
        if (!pair_.initiates()) return;
        return base::repeat(repetitions, [&] {
          window_.lock(partner);
          operate(partner);
          window_.unlock(partner);
        });
      case Synchronisation::flush:
        if (!pair_.initiates()) return;
        window_.lock(partner);
        base::repeat(repetitions, [&] {
          operate(partner);
          window_.flush(partner);
        });
        return window_.unlock(partner);
    }
  }

  /// The partner checks its window, or the initiator the data that it got.
  [[nodiscard]] measure::Verdict verify() override {
    pair_.layer().barrier();
    const bool is_moved_here = pair_.initiates() == (operation_ == Operation::get);
    if (!is_moved_here) return {};
    if (operation_ == Operation::get) return pair_.check(pair_.in().bytes(), pair_.partner());
    // A rank sees everything that was written to its window after it has locked its own window.
    const bool is_passive =
        synchronisation_ == Synchronisation::lock || synchronisation_ == Synchronisation::flush;
    if (is_passive) window_.lock(pair_.layer().rank());
    const measure::Verdict verdict =
        operation_ == Operation::put ? pair_.check(window_.bytes(), pair_.partner()) : check_sums();
    if (is_passive) window_.unlock(pair_.layer().rank());
    return verdict;
  }

 private:
  enum class Operation { put, get, accumulate };
  enum class Synchronisation { fence, pscw, lock, flush };

  static Operation operation_of(const std::string& word) {
    if (word == "put") return Operation::put;
    if (word == "get") return Operation::get;
    if (word == "accumulate") return Operation::accumulate;
    throw Error("unknown one-sided operation: " + word);
  }

  static Synchronisation synchronisation_of(const std::string& word) {
    if (word == "fence") return Synchronisation::fence;
    if (word == "pscw") return Synchronisation::pscw;
    if (word == "lock") return Synchronisation::lock;
    if (word == "flush") return Synchronisation::flush;
    throw Error("unknown synchronisation: " + word);
  }

  void operate(layer::Rank partner) {
    switch (operation_) {
      case Operation::put:
        return window_.put(pair_.out().bytes(), partner, 0);
      case Operation::get:
        return window_.get(pair_.in().bytes(), partner, 0);
      case Operation::accumulate:
        return window_.accumulate(pair_.out().bytes(), partner, 0, layer::Element::int64,
                                  layer::Operation::sum);
    }
  }

  void each_element(auto&& visit) {
    const std::size_t size = window_.bytes().size();
    for (std::size_t at = 0; at + 8 <= size; at += 8) visit(at, static_cast<std::int64_t>(at / 8));
  }
  static std::int64_t addend_at(std::int64_t i) { return i % 17 + 1; }
  static void store(layer::Bytes into, std::size_t at, std::int64_t value) {
    std::memcpy(into.data() + at, &value, sizeof value);
  }

  [[nodiscard]] measure::Verdict check_sums() {
    measure::Verdict verdict{.bytes = static_cast<std::int64_t>(window_.bytes().size()),
                             .wrong = {}};
    each_element([&](std::size_t at, std::int64_t i) {
      std::int64_t found = 0;
      std::memcpy(&found, window_.bytes().data() + at, sizeof found);
      const std::int64_t wanted = i + operations_ * addend_at(i);
      if (found == wanted || !verdict.wrong.empty()) return;
      verdict.wrong = base::format("element {} is {} after {} additions and should be {}", i, found,
                                   operations_, wanted);
    });
    return verdict;
  }

  Pair<L> pair_;
  Operation operation_;
  Synchronisation synchronisation_;
  typename L::Window window_;
  std::int64_t operations_ = 0;
};

}  // namespace strobe::kernels
