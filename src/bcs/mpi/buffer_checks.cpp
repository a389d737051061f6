// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/buffer_checks.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "base/content_hash.hpp"
#include "base/format.hpp"
#include "bcs/mpi/call_site.hpp"

namespace strobe::bcs::mpi {

using check::Kind;

namespace {

/// An access within a call of MPI is the runtime's or the MPI's.
bool is_within_call() { return call_state.depth > 0; }

const void* address_of_program(const void* interrupted) {
  const void* const found = innermost_address_of_program(interrupted);
  const auto* const after = static_cast<const std::byte*>(found);
#if defined(__x86_64__)
  // The processor stops after the access, and not before it, as at other signals.
  if (after == static_cast<const std::byte*>(interrupted) + 1) return interrupted;
#endif
  return after;
}

/// What a use of a buffer allows the program meanwhile, and how findings name it.
struct UseFacts {
  std::string_view role;
  bool is_written;  ///< by the operation
  Kind early_access;
  std::string_view text;
};
constexpr UseFacts use_facts[] = {
    {"sent", false, Kind::send_buffer_changed, "changes a send buffer before the send is complete"},
    {"received", true, Kind::receive_buffer_accessed,
     "accesses a receive buffer before the receive is complete"},
    {"put", false, Kind::origin_buffer_accessed,
     "changes the buffer of a one-sided operation before the operation is complete"},
    {"got", true, Kind::origin_buffer_accessed,
     "accesses the buffer of a one-sided operation before the operation is complete"},
};
const UseFacts& facts_of(BufferUse use) { return use_facts[static_cast<int>(use)]; }

}  // namespace

std::uint64_t contents_of(std::span<const std::byte> buffer) {
  constexpr std::size_t most_compared_bytes = 64 * 1024;
  return buffer.size() <= most_compared_bytes ? base::content_hash(buffer) : 0;
}

BufferChecks::BufferChecks(check::CheckLog& log, Places& places)
    : log_(log), places_(places), watch_(is_within_call, address_of_program) {}

bool BufferChecks::is_sampled(check::Place place) {
  constexpr std::uint32_t always = 32;
  if (uses_.size() <= place) uses_.resize(place + 1);
  const std::uint32_t use = uses_[place]++;
  return use < always || std::has_single_bit(use);
}

void BufferChecks::begins(CheckedBuffer& checked, std::span<const std::byte> memory, BufferUse use,
                          check::Place place, bool is_in_progress) {
  checked.pending = 0;
  checked.has_contents = 0;
  checked.watch = check::BufferWatch::none;
  if (memory.empty()) return;
  const UseFacts& facts = facts_of(use);
  const check::PendingBuffer buffer{.begin = reinterpret_cast<std::uintptr_t>(memory.data()),
                                    .bytes = memory.size(),
                                    .is_written = facts.is_written,
                                    .place = place,
                                    .role = facts.role};
  if (const auto other = pending_.conflict(buffer)) report_overlap(buffer, *other);
  if (!is_in_progress) return;
  checked.pending = pending_.add(buffer);
  if (!is_sampled(place)) return;
  checked.watch = watch_.begin(memory.data(), memory.size(),
                               facts.is_written ? check::Access::any : check::Access::write);
  if (!facts.is_written) {
    checked.contents = contents_of(memory);
    checked.has_contents = 1;
  }
}

void BufferChecks::is_known(CheckedBuffer& checked, std::span<const std::byte> memory,
                            BufferUse use, check::Place place) {
  const auto accessed_at = watch_.end(std::exchange(checked.watch, check::BufferWatch::none));
  const bool has_changed =
      std::exchange(checked.has_contents, 0U) != 0 && contents_of(memory) != checked.contents;
  if (!accessed_at && !has_changed) return;
  const UseFacts& facts = facts_of(use);
  check::Finding finding{.kind = facts.early_access, .text = std::string(facts.text), .where = {}};
  if (accessed_at) {
    finding.where.push_back({.role = facts.is_written ? "accessed" : "changed",
                             .rank = log_.rank(),
                             .place = places_.of_code(*accessed_at)});
  }
  finding.where.push_back({.role = facts.role, .rank = log_.rank(), .place = place});
  finding.where.push_back({.role = "completed", .rank = log_.rank(), .place = places_.current()});
  log_.add(finding);
}

void BufferChecks::forgets(CheckedBuffer& checked, std::span<const std::byte> memory) {
  if (checked.pending == 0) return;
  static_cast<void>(watch_.end(std::exchange(checked.watch, check::BufferWatch::none)));
  pending_.remove(std::exchange(checked.pending, 0),
                  reinterpret_cast<std::uintptr_t>(memory.data()));
}

void BufferChecks::report_overlap(const check::PendingBuffer& buffer,
                                  const check::PendingBuffer& pending) {
  log_.add(check::Finding{
      .kind = Kind::buffer_overlap,
      .text = base::format(
          "uses a buffer that overlaps one of an operation in progress by {} bytes",
          std::min(buffer.end(), pending.end()) - std::max(buffer.begin, pending.begin)),
      .where = {{.role = buffer.role, .rank = log_.rank(), .place = buffer.place},
                {.role = pending.role, .rank = log_.rank(), .place = pending.place}}});
}

}  // namespace strobe::bcs::mpi
