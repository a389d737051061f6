// SPDX-License-Identifier: BSD-3-Clause
//
// The calls by which a message may be sent, and those of them that a layer has.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "measure/kernel.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

/// `nonblocking` is what the CM-5 study calls async: a call that starts, and one that waits for the
/// end; `buffered` is its noblock, a send that copies the message if it must, and returns.
enum class Call { blocking, nonblocking, synchronous, ready, buffered, persistent };

namespace detail {

inline constexpr std::pair<Call, const char*> call_words[] = {
    {Call::blocking, "blocking"},       {Call::nonblocking, "nonblocking"},
    {Call::synchronous, "synchronous"}, {Call::ready, "ready"},
    {Call::buffered, "buffered"},       {Call::persistent, "persistent"}};

template <layer::MessageLayer L>
[[nodiscard]] constexpr bool has_call(Call call) {
  switch (call) {
    case Call::blocking:
    case Call::nonblocking:
      return true;
    case Call::synchronous:
      return layer::SynchronousSends<L>;
    case Call::ready:
      return layer::ReadySends<L>;
    case Call::buffered:
      return layer::BufferedSends<L>;
    case Call::persistent:
      return layer::PersistentRequests<L>;
  }
  return false;
}

}  // namespace detail

/// Those of `calls` that the layer has, as an axis.
template <layer::MessageLayer L>
[[nodiscard]] measure::AxisInfo call_axis(std::initializer_list<Call> calls) {
  measure::AxisInfo axis{.name = "call", .choices = {}};
  for (const auto& [call, word] : detail::call_words) {
    const bool wanted = std::ranges::find(calls, call) != calls.end();
    if (wanted && detail::has_call<L>(call)) axis.choices.emplace_back(word);
  }
  return axis;
}

[[nodiscard]] inline Call call_at(const measure::Point& point) {
  for (const auto& [call, word] : detail::call_words) {
    if (measure::word_at(point, "call") == word) return call;
  }
  throw Error("no such call: " + measure::word_at(point, "call"));
}

/// A persistent request, released at its end.
template <layer::PersistentRequests L>
class Prepared {
 public:
  Prepared(L& layer, typename L::Request request) : layer_(layer), request_(request) {}
  ~Prepared() { layer_.release(request_); }
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;

  /// The operation that it describes, from its start to its end.
  void run() {
    layer_.start(request_);
    layer_.wait(request_);
  }

 private:
  L& layer_;
  typename L::Request request_;
};

}  // namespace strobe::kernels
