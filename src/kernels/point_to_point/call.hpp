// SPDX-License-Identifier: BSD-3-Clause
//
// The calls that can send a message, and which of them a layer has.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "measure/kernel.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

/// `nonblocking` is the async of the CM-5 study: one call starts the operation, another one waits
/// for it. `buffered` is its noblock: the send copies the message if necessary and returns.
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

/// An axis of the `calls` that the layer has.
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
  throw Error("unknown call: " + measure::word_at(point, "call"));
}

/// A persistent request; the destructor releases it.
template <layer::PersistentRequests L>
class PersistentRequest {
 public:
  PersistentRequest(L& layer, typename L::Request request) : layer_(layer), request_(request) {}
  ~PersistentRequest() { layer_.release(request_); }
  PersistentRequest(const PersistentRequest&) = delete;
  PersistentRequest& operator=(const PersistentRequest&) = delete;

  /// Starts the operation and waits for it.
  void run() {
    layer_.start(request_);
    layer_.wait(request_);
  }

 private:
  L& layer_;
  typename L::Request request_;
};

}  // namespace strobe::kernels
