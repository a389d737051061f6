// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/buffer_checks.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/content_hash.hpp"
#include "base/format.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/call_site.hpp"

namespace strobe::bcs::mpi {

using check::BufferWatch;
using check::PendingBuffer;

namespace {

/// So many uses of a place are looked at closely, which takes microseconds, and then one in ever
/// more.
constexpr std::uint32_t uses_looked_at = 32;

/// An access within a call of MPI is the runtime's or the MPI's.
bool is_within_call() { return call_state.depth > 0; }

const void* address_of_program(const void* interrupted) {
  const void* const found = innermost_address_of_program(interrupted);
#if defined(__x86_64__)
  // The processor stops after the access, and not before it, as at other signals.
  if (found == static_cast<const std::byte*>(interrupted) + 1) return interrupted;
#endif
  return found;
}

/// What the program may not do with a buffer meanwhile, and how findings name its use.
struct UseFacts {
  std::string_view role;
  bool is_written;  ///< by the operation
  check::Kind early_access;
  std::string_view text;
};
constexpr UseFacts use_facts[] = {
    {"sent", false, check::Kind::send_buffer_changed,
     "changes a send buffer before the operation is complete"},
    {"received", true, check::Kind::receive_buffer_accessed,
     "accesses a receive buffer before the operation is complete"},
    {"put", false, check::Kind::origin_buffer_accessed,
     "changes the buffer of a one-sided operation before the operation is complete"},
    {"got", true, check::Kind::origin_buffer_accessed,
     "accesses the buffer of a one-sided operation before the operation is complete"},
};
const UseFacts& facts_of(BufferUse use) { return use_facts[static_cast<int>(use)]; }

PendingBuffer pending_of(std::span<const std::byte> memory, BufferUse use, check::Place place) {
  return {.begin = reinterpret_cast<std::uintptr_t>(memory.data()),
          .bytes = memory.size(),
          .is_written = facts_of(use).is_written,
          .place = place,
          .role = facts_of(use).role};
}

}  // namespace

std::uint64_t contents_of(std::span<const std::byte> buffer) {
  return buffer.size() <= most_compared_bytes ? base::content_hash(buffer) : 0;
}

BufferChecks::BufferChecks(check::CheckLog& log, Places& places)
    : log_(log), places_(places), watch_(is_within_call, address_of_program) {}

bool BufferChecks::is_sampled(check::Place place) {
  if (uses_.size() <= place) uses_.resize(place + 1);
  const std::uint32_t use = uses_[place]++;
  return use < uses_looked_at || std::has_single_bit(use);
}

void BufferChecks::begin(CheckedBuffer& buffer, std::span<const std::byte> memory, BufferUse use,
                         check::Place place, bool is_nonblocking) {
  buffer.memory = memory;
  buffer.pending = 0;
  buffer.has_contents = 0;
  buffer.watch = BufferWatch::none;
  buffer.use = use;
  buffer.place = place;
  if (memory.empty()) return;
  const PendingBuffer own = pending_of(memory, use, place);
  if (const auto other = pending_.conflict(own)) report_overlap(own, *other);
  if (!is_nonblocking) return;
  buffer.pending = pending_.add(own);
  if (!is_sampled(place)) return;
  const bool is_written = facts_of(use).is_written;
  buffer.watch = watch_.begin(memory.data(), memory.size(),
                              is_written ? check::Access::any : check::Access::write);
  if (is_written) return;
  buffer.contents = contents_of(memory);
  buffer.has_contents = 1;
}

void BufferChecks::look_at(CheckedBuffer& buffer) {
  const auto accessed_at = watch_.end(std::exchange(buffer.watch, BufferWatch::none));
  const bool has_changed = std::exchange(buffer.has_contents, std::uint8_t{0}) != 0 &&
                           contents_of(buffer.memory) != buffer.contents;
  if (!accessed_at && !has_changed) return;
  const UseFacts& facts = facts_of(buffer.use);
  check::Finding finding{.kind = facts.early_access, .text = std::string(facts.text), .where = {}};
  const auto add = [&](std::string_view role, check::Place place) {
    finding.where.push_back({.role = role, .rank = log_.rank(), .place = place});
  };
  if (accessed_at) add(facts.is_written ? "accessed" : "changed", places_.of_code(*accessed_at));
  add(facts.role, buffer.place);
  add("completed", places_.current());
  log_.add(finding);
}

void BufferChecks::end(CheckedBuffer& buffer) {
  look_at(buffer);
  forget(buffer);
}

void BufferChecks::forget(CheckedBuffer& buffer) {
  buffer.has_contents = 0;
  if (buffer.pending == 0) return;
  static_cast<void>(watch_.end(std::exchange(buffer.watch, BufferWatch::none)));
  pending_.remove(std::exchange(buffer.pending, 0),
                  reinterpret_cast<std::uintptr_t>(buffer.memory.data()));
}

void BufferChecks::compare(std::span<const std::byte> read, std::span<const std::byte> written,
                           check::Place place) {
  const PendingBuffer one = pending_of(read, BufferUse::sent, place);
  const PendingBuffer other = pending_of(written, BufferUse::received, place);
  if (one.bytes != 0 && other.bytes != 0 && one.begin < other.end() && other.begin < one.end())
    report_overlap(one, other);
}

void BufferChecks::report_overlap(const PendingBuffer& buffer, const PendingBuffer& pending) {
  const std::uintptr_t bytes =
      std::min(buffer.end(), pending.end()) - std::max(buffer.begin, pending.begin);
  log_.add(check::Finding{
      .kind = check::Kind::buffer_overlap,
      .text =
          buffer.place == pending.place && buffer.is_written != pending.is_written
              ? base::format("sends from and receives into the same {} bytes in one call", bytes)
              : base::format("uses {} bytes that an operation in progress uses", bytes),
      .where = {{.role = buffer.role, .rank = log_.rank(), .place = buffer.place},
                {.role = pending.role, .rank = log_.rank(), .place = pending.place}}});
}

}  // namespace strobe::bcs::mpi
