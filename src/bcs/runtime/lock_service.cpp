// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/lock_service.hpp"

#include "base/assert.hpp"
#include "bcs/runtime/endpoint.hpp"

namespace strobe::bcs::runtime {

namespace {

constexpr Context context_of_locks = 0x6c6f636b735f5f5f;

}  // namespace

LockService::LockService(Endpoint& endpoint) : ControlService(endpoint, context_of_locks) {}

// At the rank that wants a lock.

void LockService::request(Context object, Rank target, LockKind kind) {
  requested_.insert({object, target});
  send(target, Message{.object = object, .step = Step::request, .kind = kind});
}

void LockService::release(Context object, Rank target) {
  send(target, Message{.object = object, .step = Step::release});
}

// At the target.

void LockService::grant(Context object, Lock& lock, const Request& request) {
  if (request.kind == LockKind::exclusive) {
    lock.is_exclusive = true;
  } else {
    ++lock.shared;
  }
  send(request.origin, Message{.object = object, .step = Step::grant});
}

void LockService::take_release(Context object) {
  Lock& lock = locks_[object];
  base::ensure(lock.is_exclusive || lock.shared != 0, "a lock is released that no rank has");
  if (lock.is_exclusive) {
    lock.is_exclusive = false;
  } else {
    --lock.shared;
  }
  std::deque<Request> waiting = std::exchange(lock.waiting, {});
  for (const Request& request : waiting) {
    if (lock.allows(request.kind)) {
      grant(object, lock, request);
    } else {
      lock.waiting.push_back(request);
    }
  }
  if (lock.waiting.empty() && lock.allows(LockKind::exclusive)) locks_.erase(object);
}

// Messages.

void LockService::take(Rank source, std::span<const std::byte> bytes) {
  const auto message = read<Message>(bytes);
  switch (message.step) {
    case Step::request: {
      Lock& lock = locks_[message.object];
      if (lock.allows(message.kind)) {
        grant(message.object, lock, {source, message.kind});
      } else {
        lock.waiting.push_back({source, message.kind});
      }
      break;
    }
    case Step::grant:
      requested_.erase({message.object, source});
      break;
    case Step::release:
      take_release(message.object);
      break;
  }
}

}  // namespace strobe::bcs::runtime
