// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided operations that get a value and change it at once. The OSU Micro-Benchmarks and IMB-RMA
// measure them with a flush after each.
#pragma once

#include <array>
#include <cstring>
#include <string>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "kernels/point_to_point/window_memory.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

/// Elements are integers of 4 bytes if `size_bytes` is 4, and of 8 bytes otherwise.
[[nodiscard]] inline measure::KernelInfo one_sided_atomic_info() {
  measure::AxisInfo size = size_axis(4);
  size.default_value = 8;
  return {
      .name = "one_sided_atomic",
      .title = "One-sided atomic operations",
      .family = measure::Family::point_to_point,
      .axes = {{.name = "operation",
                .choices = {"fetch_and_op", "compare_and_swap", "get_accumulate"}},
               {.name = "flush", .choices = {"each", "last"}},
               memory_axis(),
               measure::partner_axis(),
               std::move(size)},
      .axis = "size_bytes",
      .time = "one operation and its flush, on the initiator",
      .source = "OSU Micro-Benchmarks, one-sided; Intel MPI Benchmarks, IMB-RMA",
      .members =
          [](const measure::Point& point, const measure::Machine& machine) {
            const std::int64_t size_bytes = measure::number_at(point, "size_bytes");
            const std::string& operation = measure::word_at(point, "operation");
            if (operation != "get_accumulate" && size_bytes != 4 && size_bytes != 8) {
              throw Error(
                  base::format("{} works on one element: choose size_bytes=4 or 8", operation));
            }
            if (size_bytes != 4 && size_bytes % 8 != 0) {
              throw Error("the elements have 8 bytes: choose size_bytes=4 or a multiple of 8");
            }
            return measure::pair_with_first(point, machine);
          },
      .timing = measure::Timing::initiator,
      .work = [](const measure::Point& point) { return measure::Work{.bytes = size_at(point)}; }};
}

/// flush=each flushes after each operation, flush=last once after all. Each fetch_and_op and
/// get_accumulate adds a constant. Each compare_and_swap replaces the value that the one before it
/// wrote, so every one succeeds.
template <layer::RemoteAtomics L>
class OneSidedAtomic final : public measure::Kernel {
 public:
  OneSidedAtomic(L& layer, const measure::Point& point)
      : layer_(layer),
        operation_(operation_of(measure::word_at(point, "operation"))),
        flushes_each_(measure::word_at(point, "flush") == "each"),
        element_(bytes_at(point, "size_bytes") == 4 ? layer::Element::int32
                                                    : layer::Element::int64),
        out_(bytes_at(point, "size_bytes")),
        in_(out_.bytes().size()),
        window_(window_at(layer, point, out_.bytes().size())) {}

  void prepare(std::uint64_t seed) override {
    start_ = static_cast<std::int64_t>(seed % 1021);
    operations_ = 0;
    for (std::size_t i = 0; i < elements(); ++i) {
      store(window_.bytes(), i, value_after(i, 0));
      store(out_.bytes(), i, step(i));
      store(in_.bytes(), i, -1);
    }
    layer_.barrier();
  }

  void run(std::int64_t repetitions) override {
    if (!initiates()) {
      operations_ += repetitions;
      return;
    }
    const layer::Rank target{1};
    window_.lock_shared(target);
    base::repeat(repetitions, [&] {
      operate(target);
      if (flushes_each_) window_.flush(target);
      ++operations_;
    });
    window_.flush(target);
    window_.unlock(target);
  }

  /// The target checks its window, and the initiator what it got last: the value before it.
  [[nodiscard]] measure::Verdict verify() override {
    layer_.barrier();
    if (initiates()) {
      return operations_ == 0 ? measure::Verdict{} : check(in_.bytes(), operations_ - 1);
    }
    // A rank sees everything that was written to its window after it has locked its own window.
    window_.lock_shared(layer_.rank());
    const measure::Verdict verdict = check(window_.bytes(), operations_);
    window_.unlock(layer_.rank());
    return verdict;
  }

 private:
  enum class Operation { fetch_and_op, compare_and_swap, get_accumulate };

  static Operation operation_of(const std::string& word) {
    if (word == "fetch_and_op") return Operation::fetch_and_op;
    if (word == "compare_and_swap") return Operation::compare_and_swap;
    if (word == "get_accumulate") return Operation::get_accumulate;
    throw Error("unknown atomic operation: " + word);
  }

  [[nodiscard]] bool initiates() const { return layer_.rank() == layer::Rank{0}; }
  [[nodiscard]] std::size_t element_bytes() const { return layer::size_bytes(element_); }
  [[nodiscard]] std::size_t elements() const { return out_.bytes().size() / element_bytes(); }
  [[nodiscard]] static std::int64_t step(std::size_t i) {
    return static_cast<std::int64_t>(i % 7) + 1;
  }
  /// The target's element after so many operations; small enough for an integer of 4 bytes, which
  /// wraps around.
  [[nodiscard]] std::int64_t value_after(std::size_t i, std::int64_t operations) const {
    return start_ + static_cast<std::int64_t>(i % 1021) + operations * step(i);
  }

  void operate(layer::Rank target) {
    constexpr auto sum = layer::Operation::sum;
    switch (operation_) {
      case Operation::fetch_and_op:
        return window_.fetch_and_op(out_.bytes(), in_.bytes(), target, 0, element_, sum);
      case Operation::get_accumulate:
        return window_.get_accumulate(out_.bytes(), in_.bytes(), target, 0, element_, sum);
      case Operation::compare_and_swap: {
        // The buffers must not change before the flush, so each operation of a sample without
        // flushes has buffers of its own in turn.
        Operands& operands = operands_[turn_++ % operands_.size()];
        if (turn_ % operands_.size() == 0 && !flushes_each_) window_.flush(target);
        store(operands.compared, 0, value_after(0, operations_));
        store(operands.replacement, 0, value_after(0, operations_ + 1));
        return window_.compare_and_swap(
            layer::ConstBytes(operands.replacement).first(element_bytes()),
            layer::ConstBytes(operands.compared).first(element_bytes()), in_.bytes(), target, 0,
            element_);
      }
    }
  }

  void store(layer::Bytes into, std::size_t i, std::int64_t value) const {
    if (element_ == layer::Element::int32) {
      const auto narrow = static_cast<std::int32_t>(value);
      std::memcpy(into.data() + i * sizeof narrow, &narrow, sizeof narrow);
    } else {
      std::memcpy(into.data() + i * sizeof value, &value, sizeof value);
    }
  }

  [[nodiscard]] measure::Verdict check(layer::ConstBytes found, std::int64_t operations) const {
    measure::Verdict verdict{.bytes = static_cast<std::int64_t>(found.size()), .wrong = {}};
    for (std::size_t i = 0; i < elements(); ++i) {
      std::array<std::byte, sizeof(std::int64_t)> wanted{};
      store(wanted, 0, value_after(i, operations));
      if (std::memcmp(found.data() + i * element_bytes(), wanted.data(), element_bytes()) == 0) {
        continue;
      }
      verdict.wrong = base::format("element {} is wrong after {} operations", i, operations);
      break;
    }
    return verdict;
  }

  struct Operands {
    std::array<std::byte, sizeof(std::int64_t)> compared{};
    std::array<std::byte, sizeof(std::int64_t)> replacement{};
  };

  L& layer_;
  Operation operation_;
  bool flushes_each_;
  layer::Element element_;
  measure::Buffer out_;
  measure::Buffer in_;
  typename L::Window window_;
  std::array<Operands, 64> operands_{};
  std::size_t turn_ = 0;
  std::int64_t start_ = 0;
  std::int64_t operations_ = 0;
};

}  // namespace strobe::kernels
