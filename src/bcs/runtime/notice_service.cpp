// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/notice_service.hpp"

#include "base/assert.hpp"
#include "bcs/runtime/endpoint.hpp"

namespace strobe::bcs::runtime {

namespace {

constexpr Context context_of_notices = 0x6e6f74696365735f;

}  // namespace

NoticeService::NoticeService(Endpoint& endpoint) : ControlService(endpoint, context_of_notices) {}

void NoticeService::notify(Rank to, Context context, std::int32_t tag) {
  send(to, Message{.context = context, .tag = tag});
}

void NoticeService::take(Rank from, Context context, std::int32_t tag) {
  const auto found = arrived_.find({from, context, tag});
  base::ensure(found != arrived_.end(), "a notice is taken that has not come");
  if (--found->second == 0) arrived_.erase(found);
}

void NoticeService::take(Rank source, std::span<const std::byte> bytes) {
  const auto message = read<Message>(bytes);
  ++arrived_[{source, message.context, message.tag}];
}

}  // namespace strobe::bcs::runtime
