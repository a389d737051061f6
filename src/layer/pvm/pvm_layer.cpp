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

void check_room(std::size_t message_bytes, std::size_t room_bytes, const char* function) {
  if (message_bytes > room_bytes) {
    throw Error(base::format("{} failed: a message of {} bytes was truncated to {}", function,
                             message_bytes, room_bytes));
  }
}

}  // namespace

PvmLayer::PvmLayer(std::vector<int> tasks, int context)
    : tasks_(std::move(tasks)), size_(static_cast<int>(tasks_.size())), context_(context) {
  const int own = check(pvm_mytid(), "pvm_mytid");
  const auto place = std::ranges::find(tasks_, own);
  if (place == tasks_.end()) throw Error("a PVM layer was made by a task that is not in it");
  rank_.value = static_cast<int>(place - tasks_.begin());
}

int PvmLayer::task(Rank rank, const char* function) const {
  if (rank.value < 0 || rank.value >= size()) [[unlikely]] {
    throw Error(
        base::format("{} failed: there is no rank {} among {}", function, rank.value, size()));
  }
  return tasks_[static_cast<std::size_t>(rank.value)];
}

/// A process has one context at a time; asking for it and setting it cost a few nanoseconds.
void PvmLayer::enter() const { pvm_setcontext(context_); }

void PvmLayer::send(ConstBytes out, Rank target, Tag tag) {
  enter();
  auto* start = reinterpret_cast<char*>(const_cast<std::byte*>(out.data()));
  check(pvm_psend(task(target, "pvm_psend"), tag.value, start, to_count(out.size()), PVM_BYTE),
        "pvm_psend");
}

std::size_t PvmLayer::receive_counted(Bytes in, Rank source, Tag tag) {
  settle(source, tag, std::numeric_limits<std::uint64_t>::max());
  return fetch(in, source, tag);
}

/// Waits for a message and copies it; how many bytes it has.
std::size_t PvmLayer::fetch(Bytes in, Rank source, Tag tag) const {
  enter();
  int bytes = 0;
  check(pvm_precv(task(source, "pvm_precv"), tag.value, in.data(), to_count(in.size()), PVM_BYTE,
                  nullptr, nullptr, &bytes),
        "pvm_precv");
  check_room(static_cast<std::size_t>(bytes), in.size(), "pvm_precv");
  return static_cast<std::size_t>(bytes);
}

bool PvmLayer::try_fetch(Bytes in, Rank source, Tag tag) const {
  enter();
  const int buffer = check(pvm_nrecv(task(source, "pvm_nrecv"), tag.value), "pvm_nrecv");
  if (buffer == 0) return false;
  const std::size_t bytes = size_of_message(buffer);
  check_room(bytes, in.size(), "pvm_nrecv");
  unpack(in.data(), {.block_bytes = bytes, .stride_bytes = bytes, .count = 1});
  return true;
}

PvmLayer::Request PvmLayer::start_receive(Bytes in, Rank source, Tag tag) {
  pending_.push_back({++started_, in, source, tag});
  return {started_};
}

/// Completes the receives from this source with this tag that were started no later than `last`:
/// messages go to receives in the order of both.
void PvmLayer::settle(Rank source, Tag tag, std::uint64_t last) {
  for (auto each = pending_.begin(); each != pending_.end() && each->number <= last;) {
    if (each->source != source || each->tag.value != tag.value) {
      ++each;
      continue;
    }
    const Pending due = *each;
    each = pending_.erase(each);
    fetch(due.in, due.source, due.tag);
  }
}

/// The same without waiting; false while one of them has no message.
bool PvmLayer::try_settle(Rank source, Tag tag, std::uint64_t last) {
  for (auto each = pending_.begin(); each != pending_.end() && each->number <= last;) {
    if (each->source != source || each->tag.value != tag.value) {
      ++each;
    } else if (try_fetch(each->in, source, tag)) {
      each = pending_.erase(each);
    } else {
      return false;
    }
  }
  return true;
}

void PvmLayer::wait(Request& request) {
  const auto own = std::ranges::find(pending_, request.number, &Pending::number);
  if (own != pending_.end()) settle(own->source, own->tag, request.number);
  request = {};
}

void PvmLayer::wait_all(std::span<Request> requests) {
  for (Request& request : requests) wait(request);
}

bool PvmLayer::test(Request& request) {
  const auto own = std::ranges::find(pending_, request.number, &Pending::number);
  if (own != pending_.end() && !try_settle(own->source, own->tag, request.number)) return false;
  request = {};
  return true;
}

/// PVM packs strides by copying only: in place it takes contiguous data alone.
void PvmLayer::send_strided(const std::byte* from, Strided shape, Rank target, Tag tag) {
  enter();
  (void)to_count(shape.block_bytes * shape.count);
  check(pvm_initsend(PvmDataRaw), "pvm_initsend");
  pack(from, shape);
  check(pvm_send(task(target, "pvm_send"), tag.value), "pvm_send");
}

void PvmLayer::receive_strided(std::byte* into, Strided shape, Rank source, Tag tag) {
  settle(source, tag, std::numeric_limits<std::uint64_t>::max());
  enter();
  const int buffer = check(pvm_recv(task(source, "pvm_recv"), tag.value), "pvm_recv");
  check_room(size_of_message(buffer), shape.block_bytes * shape.count, "pvm_recv");
  unpack(into, shape);
}

/// PVM has no probe that waits without receiving.
std::size_t PvmLayer::probe(Rank source, Tag tag) {
  settle(source, tag, std::numeric_limits<std::uint64_t>::max());
  while (true) {
    if (const auto size_bytes = probe_now(source, tag)) return *size_bytes;
    std::this_thread::yield();
  }
}

std::optional<std::size_t> PvmLayer::probe_now(Rank source, Tag tag) {
  if (!try_settle(source, tag, std::numeric_limits<std::uint64_t>::max())) return std::nullopt;
  enter();
  const int buffer = check(pvm_probe(task(source, "pvm_probe"), tag.value), "pvm_probe");
  if (buffer == 0) return std::nullopt;
  return size_of_message(buffer);
}

/// The group is joined at the first collective that is PVM's own, one member after the other, so
/// that the library numbers them as we do.
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

/// A broadcast that others are not ready for would not be kept for them: MPBench has a barrier
/// before it for that reason (section 3.2.6), and so has this one.
void PvmLayer::broadcast(Bytes both, Rank root) {
  if (size() == 1) return;
  native().barrier();
  if (rank_ == root) {
    enter();
    native_.broadcast(both, broadcast_tag);
  } else {
    fetch(both, root, broadcast_tag);
  }
}

void PvmLayer::reduce(ConstBytes out, Bytes in, Element element, Operation operation, Rank root) {
  if (size() == 1 || out.empty() || !NativeGroup::combines(element)) {
    return collectives::reduce(
        *this, schedule::reduce(schedule::binomial, collectives::position_of(*this, root)), out, in,
        {element, operation}, root, room_);
  }
  native().barrier();
  // The library combines in its members' own memory, which our caller wants unchanged.
  room_.assign(out.begin(), out.end());
  const Bytes both = rank_ == root ? in.first(out.size()) : Bytes(room_);
  if (rank_ == root) std::ranges::copy(out, in.begin());
  enter();
  native_.reduce(both, element, operation, root.value, reduce_tag);
}

/// PVM has none; MPBench's is a reduction, a barrier and a broadcast (section 3.2.7).
void PvmLayer::allreduce(ConstBytes out, Bytes in, Element element, Operation operation) {
  reduce(out, in, element, operation, Rank{0});
  broadcast(in.first(out.size()), Rank{0});
}

/// The first member gets a context from PVM, which gives each to one alone, and tells the others.
PvmLayer PvmLayer::group(std::span<const Rank> members) {
  std::vector<int> tasks;
  for (const Rank member : members) tasks.push_back(task(member, "a group"));
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
