// SPDX-License-Identifier: BSD-3-Clause
//
// Completion of several receives: by one call for all, one by one, or as they arrive. SKaMPI
// measures MPI_Waitany and MPI_Waitsome in this way (Reussner and others 2002).
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "kernels/point_to_point/pair.hpp"
#include "measure/members.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {

[[nodiscard]] inline measure::KernelInfo completion_info() {
  return {
      .name = "completion",
      .title = "Completion of several receives",
      .family = measure::Family::point_to_point,
      .axes =
          {{.name = "call", .choices = {"waitall", "waitany", "waitsome", "testall"}},
           {.name = "messages", .choices = {}, .default_value = 16, .minimum = 1, .maximum = 1024},
           measure::partner_axis(),
           size_axis()},
      .axis = "size_bytes",
      .time = "from the start of the receives until all messages of a batch are complete",
      .source = "SKaMPI 5, MPI_Waitany and MPI_Waitsome",
      .members =
          [](const measure::Point& point, const measure::Machine& machine) {
            constexpr std::int64_t buffers_bytes_max = std::int64_t{1} << 30;
            const std::int64_t messages = measure::number_at(point, "messages");
            if (measure::number_at(point, "size_bytes") > buffers_bytes_max / messages) {
              throw Error(
                  base::format("each of {} messages may have at most {} bytes; choose "
                               "a smaller size or fewer messages",
                               messages, buffers_bytes_max / messages));
            }
            return measure::pair_with_first(point, machine);
          },
      .timing = measure::Timing::initiator,
      .work =
          [](const measure::Point& point) {
            return measure::Work{.bytes = size_at(point) * static_cast<double>(measure::number_at(
                                                               point, "messages"))};
          }};
}

/// Rank 0 starts the receives of a batch, tells rank 1 so with an empty message, and completes them
/// as `call` says. Each message has a tag and a buffer of its own.
template <layer::CompletesSome L>
class Completion final : public measure::Kernel {
 public:
  Completion(L& layer, const measure::Point& point)
      : layer_(layer),
        call_(call_of(measure::word_at(point, "call"))),
        messages_(static_cast<std::size_t>(measure::number_at(point, "messages"))),
        size_(bytes_at(point, "size_bytes")),
        data_(messages_ * size_),
        requests_(messages_),
        completed_(messages_) {}

  void prepare(std::uint64_t seed) override {
    seed_ = seed;
    for (std::size_t i = 0; i < messages_; ++i) {
      measure::fill(message(i),
                    receives() ? measure::Pattern{.seed = ~seed, .rank = 0} : pattern(i));
    }
  }

  void run(std::int64_t repetitions) override {
    const layer::Rank partner{1 - layer_.rank().value};
    if (!receives()) {
      return base::repeat(repetitions, [&] {
        layer_.receive({}, partner, go_tag);
        for (std::size_t i = 0; i < messages_; ++i) {
          requests_[i] = layer_.start_send(message(i), partner, tag_of(i));
        }
        layer_.wait_all(requests_);
      });
    }
    base::repeat(repetitions, [&] {
      for (std::size_t i = 0; i < messages_; ++i) {
        requests_[i] = layer_.start_receive(message(i), partner, tag_of(i));
      }
      layer_.send({}, partner, go_tag);
      complete();
    });
  }

  [[nodiscard]] measure::Verdict verify() override {
    measure::Verdict verdict;
    for (std::size_t i = 0; receives() && i < messages_ && verdict.wrong.empty(); ++i) {
      verdict.bytes += static_cast<std::int64_t>(size_);
      verdict.wrong = measure::find_wrong_byte(message(i), pattern(i));
    }
    return verdict;
  }

 private:
  enum class Call { waitall, waitany, waitsome, testall };
  static constexpr layer::Tag go_tag{1};

  static Call call_of(const std::string& word) {
    if (word == "waitall") return Call::waitall;
    if (word == "waitany") return Call::waitany;
    if (word == "waitsome") return Call::waitsome;
    if (word == "testall") return Call::testall;
    throw Error("unknown call that completes receives: " + word);
  }

  [[nodiscard]] bool receives() const { return layer_.rank() == layer::Rank{0}; }
  [[nodiscard]] layer::Bytes message(std::size_t i) {
    return data_.bytes().subspan(i * size_, size_);
  }
  [[nodiscard]] measure::Pattern pattern(std::size_t i) const {
    return {.seed = seed_, .rank = static_cast<int>(i)};
  }
  [[nodiscard]] static layer::Tag tag_of(std::size_t i) {
    return layer::Tag{go_tag.value + 1 + static_cast<int>(i)};
  }

  void complete() {
    switch (call_) {
      case Call::waitall:
        return layer_.wait_all(requests_);
      case Call::waitany:
        for (std::size_t left = messages_; left > 0; --left) {
          if (!layer_.wait_any(requests_)) throw Error("a receive completed twice");
        }
        return;
      case Call::waitsome:
        for (std::size_t done = 0; done < messages_;) {
          const std::size_t now = layer_.wait_some(requests_, completed_);
          if (now == 0) throw Error("a receive completed twice");
          done += now;
        }
        return;
      case Call::testall:
        while (!layer_.test_all(requests_)) {
        }
        return;
    }
  }

  L& layer_;
  Call call_;
  std::size_t messages_;
  std::size_t size_;
  measure::Buffer data_;
  std::vector<typename L::Request> requests_;
  std::vector<int> completed_;
  std::uint64_t seed_ = 0;
};

}  // namespace strobe::kernels
