// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/order_log.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <system_error>

#include "base/format.hpp"
#include "bcs/check/log_file.hpp"
#include "bcs/monitor/json_writer.hpp"

namespace strobe::bcs::check {

std::filesystem::path order_file(const std::filesystem::path& folder, std::int32_t rank) {
  return folder / base::format("rank-{}.order", rank);
}

OrderLog::OrderLog(const std::filesystem::path& folder, std::int32_t rank)
    : file_(open_log_file(order_file(folder, rank))) {
  buffer_.reserve(buffered_events);
}

OrderLog::~OrderLog() { close(file_); }

void OrderLog::flush() {
  const std::size_t bytes = buffer_.size() * sizeof(OrderEvent);
  // A part of an event at the end of the file says that others are lost.
  if (!monitor::write_all(file_, buffer_.data(), bytes)) abandon();
  if (count_ == most_events) static_cast<void>(monitor::write_all(file_, "lost", 4));
  buffer_.clear();
}

Order read_order(const std::filesystem::path& folder, std::int32_t rank) {
  Order order;
  std::error_code error;
  const std::filesystem::path path = order_file(folder, rank);
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (error || !file) return {.events = {}, .is_whole = false};
  order.is_whole = bytes % sizeof(OrderEvent) == 0;
  order.events.resize(static_cast<std::size_t>(bytes / sizeof(OrderEvent)));
  file.read(reinterpret_cast<char*>(order.events.data()),
            static_cast<std::streamsize>(order.events.size() * sizeof(OrderEvent)));
  if (!file) return {.events = {}, .is_whole = false};
  // The turns of several threads are one order, in which they did not have to be.
  if (std::ranges::any_of(order.events, [](const OrderEvent& event) {
        return event.kind == OrderEvent::Kind::thread_goes;
      }))
    return {.events = {}, .is_whole = false};
  // A log that was abandoned before it was full may have the events of several threads.
  if (!order.is_whole && order.events.size() < OrderLog::most_events) order.events.clear();
  return order;
}

}  // namespace strobe::bcs::check
