// SPDX-License-Identifier: BSD-3-Clause
#include "layer/pvm/pvm_layer.hpp"

#include <pvm3.h>

#include <algorithm>
#include <limits>
#include <thread>

#include "base/format.hpp"
#include "layer/pvm/counts.hpp"
#include "layer/pvm/errors.hpp"
#include "layer/pvm/packing.hpp"
#include "strobe/error.hpp"

namespace strobe::layer::pvm {
namespace {

constexpr Tag context_tag{32005};
constexpr Tag join_tag{32006};
constexpr Tag broadcast_tag{32007};
constexpr Tag reduce_tag{32008};

std::size_t size_of_message(int buffer) {
  int bytes = 0;
  check(pvm_bufinfo(buffer, &bytes, nullptr, nullptr), "pvm_bufinfo");
  return static_cast<std::size_t>(bytes);
}

void check_size(std::size_t message_bytes, std::size_t buffer_bytes, const char* function) {
  if (message_bytes > buffer_bytes) {
    throw Error(base::format("{} failed: a message of {} bytes was truncated to {} bytes", function,
                             message_bytes, buffer_bytes));
  }
}

}  // namespace

PvmLayer::PvmLayer(std::vector<int> tasks, int context)
    : tasks_(std::move(tasks)), size_(static_cast<int>(tasks_.size())), context_(context) {
  const int own = check(pvm_mytid(), "pvm_mytid");
  const auto found = std::ranges::find(tasks_, own);
  if (found == tasks_.end()) throw Error("the task that creates a PVM layer is not a member of it");
  rank_.value = static_cast<int>(found - tasks_.begin());
}

int PvmLayer::task(Rank rank, const char* function) const {
  if (rank.value < 0 || rank.value >= size()) [[unlikely]] {
    throw Error(base::format("{} failed: rank {} is outside of the {} ranks", function, rank.value,
                             size()));
  }
  return tasks_[static_cast<std::size_t>(rank.value)];
}

/// Selects the context of this layer. A process has one context at a time.
void PvmLayer::select_context() const { pvm_setcontext(context_); }

void PvmLayer::send(ConstBytes out, Rank target, Tag tag) {
  select_context();
  auto* start = reinterpret_cast<char*>(const_cast<std::byte*>(out.data()));
  check(pvm_psend(task(target, "pvm_psend"), tag.value, start, to_count(out.size()), PVM_BYTE),
        "pvm_psend");
}

std::size_t PvmLayer::receive_counted(Bytes in, Rank source, Tag tag) {
  complete_receives(source, tag, std::numeric_limits<std::uint64_t>::max());
  return receive_message(in, source, tag);
}

/// Waits for a message and copies it. Returns its size.
std::size_t PvmLayer::receive_message(Bytes in, Rank source, Tag tag) const {
  select_context();
  int bytes = 0;
  check(pvm_precv(task(source, "pvm_precv"), tag.value, in.data(), to_count(in.size()), PVM_BYTE,
                  nullptr, nullptr, &bytes),
        "pvm_precv");
  check_size(static_cast<std::size_t>(bytes), in.size(), "pvm_precv");
  return static_cast<std::size_t>(bytes);
}

bool PvmLayer::try_receive_message(Bytes in, Rank source, Tag tag) const {
  select_context();
  const int buffer = check(pvm_nrecv(task(source, "pvm_nrecv"), tag.value), "pvm_nrecv");
  if (buffer == 0) return false;
  const std::size_t bytes = size_of_message(buffer);
  check_size(bytes, in.size(), "pvm_nrecv");
  unpack(in.data(), {.block_bytes = bytes, .stride_bytes = bytes, .count = 1});
  return true;
}

PvmLayer::Request PvmLayer::start_receive(Bytes in, Rank source, Tag tag) {
  pending_receives_.push_back({++started_, in, source, tag});
  return {started_};
}

/// Completes the receives from this source with this tag, up to the receive `last`. Messages match
/// receives in the order in which both were started.
void PvmLayer::complete_receives(Rank source, Tag tag, std::uint64_t last) {
  for (auto each = pending_receives_.begin();
       each != pending_receives_.end() && each->number <= last;) {
    if (each->source != source || each->tag.value != tag.value) {
      ++each;
      continue;
    }
    const PendingReceive receive = *each;
    each = pending_receives_.erase(each);
    receive_message(receive.in, receive.source, receive.tag);
  }
}

/// The same without waiting. Returns false if one of them has no message yet.
bool PvmLayer::try_complete_receives(Rank source, Tag tag, std::uint64_t last) {
  for (auto each = pending_receives_.begin();
       each != pending_receives_.end() && each->number <= last;) {
    if (each->source != source || each->tag.value != tag.value) {
      ++each;
    } else if (try_receive_message(each->in, source, tag)) {
      each = pending_receives_.erase(each);
    } else {
      return false;
    }
  }
  return true;
}

void PvmLayer::wait(Request& request) {
  const auto own = std::ranges::find(pending_receives_, request.number, &PendingReceive::number);
  if (own != pending_receives_.end()) complete_receives(own->source, own->tag, request.number);
  request = {};
}

void PvmLayer::wait_all(std::span<Request> requests) {
  for (Request& request : requests) wait(request);
}

bool PvmLayer::test(Request& request) {
  const auto own = std::ranges::find(pending_receives_, request.number, &PendingReceive::number);
  if (own != pending_receives_.end() &&
      !try_complete_receives(own->source, own->tag, request.number)) {
    return false;
  }
  request = {};
  return true;
}

/// PVM copies strided data when it packs them; only contiguous data can be packed in place.
void PvmLayer::send_strided(const std::byte* from, Strided shape, Rank target, Tag tag) {
  select_context();
  (void)to_count(shape.block_bytes * shape.count);
  check(pvm_initsend(PvmDataRaw), "pvm_initsend");
  pack(from, shape);
  check(pvm_send(task(target, "pvm_send"), tag.value), "pvm_send");
}

void PvmLayer::receive_strided(std::byte* into, Strided shape, Rank source, Tag tag) {
  complete_receives(source, tag, std::numeric_limits<std::uint64_t>::max());
  select_context();
  const int buffer = check(pvm_recv(task(source, "pvm_recv"), tag.value), "pvm_recv");
  check_size(size_of_message(buffer), shape.block_bytes * shape.count, "pvm_recv");
  unpack(into, shape);
}

/// PVM has no blocking probe, so this polls.
std::size_t PvmLayer::probe(Rank source, Tag tag) {
  complete_receives(source, tag, std::numeric_limits<std::uint64_t>::max());
  while (true) {
    if (const auto size_bytes = probe_now(source, tag)) return *size_bytes;
    std::this_thread::yield();
  }
}

std::optional<std::size_t> PvmLayer::probe_now(Rank source, Tag tag) {
  if (!try_complete_receives(source, tag, std::numeric_limits<std::uint64_t>::max())) {
    return std::nullopt;
  }
  select_context();
  const int buffer = check(pvm_probe(task(source, "pvm_probe"), tag.value), "pvm_probe");
  if (buffer == 0) return std::nullopt;
  return size_of_message(buffer);
}

/// The tasks join the group at the first collective of PVM, one after the other, so that the
/// numbers in the group are the ranks.
NativeGroup& PvmLayer::native() {
  if (native_.exists()) return native_;
  if (rank_.value > 0) receive({}, Rank{rank_.value - 1}, join_tag);
  native_ = NativeGroup(base::format("strobe.{:x}.{:x}", tasks_.front(), context_));
  if (rank_.value + 1 < size()) send({}, Rank{rank_.value + 1}, join_tag);
  native_.freeze(size());
  return native_;
}

void PvmLayer::barrier() {
  if (size() > 1) native().barrier();
}

/// PVM may lose a broadcast for tasks that are not ready for it. So there is a barrier before it,
/// as in MPBench (section 3.2.6).
void PvmLayer::broadcast(Bytes both, Rank root) {
  if (size() == 1) return;
  native().barrier();
  if (rank_ == root) {
    select_context();
    native_.broadcast(both, broadcast_tag);
  } else {
    receive_message(both, root, broadcast_tag);
  }
}

void PvmLayer::reduce(ConstBytes out, Bytes in, Element element, Operation operation, Rank root) {
  if (size() == 1 || out.empty() || !NativeGroup::combines(element, operation)) {
    return collectives::reduce(
        *this, schedule::reduce(schedule::binomial, collectives::position_of(*this, root)), out, in,
        {element, operation}, root, workspace_);
  }
  native().barrier();
  // The library overwrites its input, so this passes a copy.
  workspace_.assign(out.begin(), out.end());
  const Bytes both = rank_ == root ? in.first(out.size()) : Bytes(workspace_);
  if (rank_ == root) std::ranges::copy(out, in.begin());
  select_context();
  native_.reduce(both, element, operation, root.value, reduce_tag);
}

/// PVM has no allreduce. As in MPBench it is a reduction, a barrier and a broadcast
/// (section 3.2.7).
void PvmLayer::allreduce(ConstBytes out, Bytes in, Element element, Operation operation) {
  reduce(out, in, element, operation, Rank{0});
  broadcast(in.first(out.size()), Rank{0});
}

/// The first member gets a new context from PVM and sends its number to the others.
PvmLayer PvmLayer::group(std::span<const Rank> members) {
  std::vector<int> tasks;
  for (const Rank member : members) tasks.push_back(task(member, "creating a group"));
  if (rank_ != members.front()) {
    int context = 0;
    receive(std::as_writable_bytes(std::span(&context, 1)), members.front(), context_tag);
    return {std::move(tasks), context};
  }
  OwnContext own = OwnContext::create();
  const int context = own.number();
  for (const Rank member : members.subspan(1)) {
    send(std::as_bytes(std::span(&context, 1)), member, context_tag);
  }
  PvmLayer made(std::move(tasks), context);
  made.own_context_ = std::move(own);
  return made;
}

}  // namespace strobe::layer::pvm
