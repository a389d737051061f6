// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/mmds.hpp"

#include <algorithm>
#include <atomic>
#include <string>

#include "strobe/error.hpp"

namespace strobe::bcs::monitor {

Mmds::Mmds(std::span<const Function> functions, std::int32_t job_size, const MmdsOptions& options)
    : functions_(functions),
      options_(options),
      computation_(options.resolution_bits),
      communication_(options.resolution_bits),
      primitives_(functions.size()),
      partners_(static_cast<std::size_t>(job_size)),
      timed_one_in_(options.timed) {
  for (const std::string& chosen : options.primitives) {
    const auto has_its_name = [&](const Function& function) { return chosen == function.name; };
    if (std::ranges::none_of(functions, has_its_name)) {
      throw Error("STROBE_MONITOR: primitives names " + chosen + ", which is not an MPI function");
    }
  }
  if (options.logged_calls > 0) {
    log_ = std::make_unique<CallLog>(options.logged_calls);
    time_all_calls();
  }
  if (options.slices > 0) slices_ = std::make_unique<SliceLog>(options.slices);
}

void Mmds::add_to_log(LoggedMessage::Event event, const Message& message) {
  ++events_;
  log_->add(LoggedMessage{.at = base::ticks_now(),
                          .operation = message.operation,
                          .context = message.context,
                          .size_bytes = message.size_bytes,
                          .peer = message.peer,
                          .tag = message.tag,
                          .event = event});
}

void Mmds::finish(base::Ticks now) {
  const auto lock = lock_if_needed();
  end(now);
  if (slices_ != nullptr) slices_->finish();
}

void Mmds::left_in_handler(std::uint32_t function, base::Ticks entered, base::Ticks now,
                           std::int64_t size_bytes, const Slice& slice) {
  add_call(function, entered, now, size_bytes, false);
  if (slices_ != nullptr) {
    slices_->left(slice, functions_[function].blocks ? now - entered : 0, moved_, false);
  }
  if (log_ != nullptr) {
    log_->add_without_memory(
        logged_call(function, entered, now, size_bytes, slice.number, LoggedCall::no_site));
  }
}

void Mmds::finish_in_handler(base::Ticks now) {
  end(now);
  if (slices_ != nullptr) slices_->finish(false);
}

void Mmds::end(base::Ticks now) {
  if (log_ != nullptr) last_computed_ns_ = CallLog::end_computation();
  // Another thread may have finished a call after this one read the clock.
  end_ = std::max(now, last_left_);
  computation_.add(end_ - last_left_);
  last_left_ = end_;
}

void Mmds::make_room(std::uint32_t function) {
  if (!options_.selects(functions_[function].name)) return;
  Primitive& primitive = primitives_[function];
  // Sizes first: a signal handler that finds latencies expects sizes, too.
  primitive.sizes = std::make_unique<Distribution>(options_.resolution_bits);
  std::atomic_signal_fence(std::memory_order_release);
  primitive.latencies = std::make_unique<Distribution>(options_.resolution_bits);
}

}  // namespace strobe::bcs::monitor
