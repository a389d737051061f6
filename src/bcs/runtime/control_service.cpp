// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/control_service.hpp"

#include <algorithm>

#include "bcs/runtime/endpoint.hpp"

namespace strobe::bcs::runtime {

ControlService::ControlService(Endpoint& endpoint, Context context)
    : endpoint_(endpoint), context_(context) {
  arrival_.follower = this;
  endpoint_.serve(*this);
}

ControlService::~ControlService() { endpoint_.stop_serving(*this); }

bool ControlService::has_sent_all() const {
  return std::ranges::all_of(sent_, [](const Sent& sent) { return sent.transfer.is_complete; });
}

void ControlService::send(Rank to, std::span<const std::byte> message) {
  if (to == endpoint_.rank()) return take(to, message);
  std::erase_if(sent_, [](const Sent& sent) { return sent.transfer.is_complete; });
  Sent& sent =
      sent_.emplace_back(Sent{.message = {message.begin(), message.end()}, .transfer = {}});
  sent.transfer.peer = to;
  sent.transfer.context = context_;
  sent.transfer.data = sent.message.data();
  sent.transfer.bytes = sent.message.size();
  sent.transfer.is_internal = true;
  endpoint_.begin_send(sent.transfer);
}

Transfer& ControlService::arrived(Rank source, std::span<const std::byte> data) {
  arrived_.push_back({source, {data.begin(), data.end()}});
  return arrival_;
}

void ControlService::completed(Transfer& /*transfer*/) {
  while (!arrived_.empty()) {
    const Arrived next = std::move(arrived_.front());
    arrived_.pop_front();
    take(next.source, next.message);
    if (MessageOffload* const offload = endpoint_.offload()) offload->service_took();
  }
}

}  // namespace strobe::bcs::runtime
