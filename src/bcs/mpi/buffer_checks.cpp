// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/buffer_checks.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.hpp"
#include "base/content_hash.hpp"
#include "base/format.hpp"
#include "base/hash.hpp"
#include "bcs/check/own_stack.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/call_site.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/runtime/own_thread.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::mpi {

using check::BufferWatch;
using check::PendingBuffer;

namespace {

/// So many uses of a place are looked at closely, which takes microseconds, and then one in ever
/// more.
constexpr std::uint32_t uses_looked_at = 32;
/// If thorough, uses are watched in addition, one in so much time and a few at once: a switch to
/// another process takes several times as long while there are watchpoints.
constexpr std::chrono::microseconds time_per_watch{500};

/// An access within a call of MPI is the runtime's or the MPI's, and one in a callback may be.
bool is_excused() {
  return call_state.depth > 0 || call_state.is_in_callback || runtime::is_own_thread;
}

/// As find_call_site for a watchpoint.
void describe_watched(const void* interrupted, check::AccessSite& site) {
  find_call_site(interrupted, site);
#if defined(__x86_64__)
  // The processor stops after the access, and not before it, as at other signals.
  if (site.address == static_cast<const std::byte*>(interrupted) + 1) site.address = interrupted;
#endif
}

const memory::ProgramMemory* find_program_memory() {
  const auto function =
      reinterpret_cast<strobe_run_memory_function>(dlsym(RTLD_DEFAULT, strobe_run_memory_name));
  return function == nullptr ? nullptr : function();
}

/// Of the process, for callbacks without an argument.
check::PageGuard* the_guard = nullptr;

std::unique_ptr<check::PageGuard> made_guard(const memory::ProgramMemory& program) {
  const check::PageGuard::Callbacks callbacks{
      .is_excused = is_excused, .describe = find_call_site, .opened = [] {
        interposer.before_return.store(
            [] {
              interposer.before_return.store(nullptr, std::memory_order_relaxed);
              if (the_guard != nullptr) the_guard->close_opened();
            },
            std::memory_order_relaxed);
      }};
  return std::make_unique<check::PageGuard>(program, callbacks);
}

/// What the program may not do with a buffer meanwhile, and how findings name its use.
struct UseFacts {
  std::string_view role;
  bool is_written;    ///< by the operation
  bool is_one_sided;  ///< served by the MPI
  check::Kind early_access;
  std::string_view text;
};
constexpr UseFacts use_facts[] = {
    {"sent", false, false, check::Kind::send_buffer_changed,
     "changes a send buffer before the operation is complete"},
    {"received", true, false, check::Kind::receive_buffer_accessed,
     "accesses a receive buffer before the operation is complete"},
    {"put", false, true, check::Kind::origin_buffer_accessed,
     "changes the buffer of a one-sided operation before the operation is complete"},
    {"got", true, true, check::Kind::origin_buffer_accessed,
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

BufferChecks::BufferChecks(check::CheckLog& log, Places& places, bool is_thorough)
    : log_(log), places_(places), watch_(is_excused, describe_watched) {
  if (!is_thorough) return;
  const memory::ProgramMemory* const program = find_program_memory();
  if (program == nullptr) {
    throw Error(
        "STROBE_CHECKS has the word buffers, but libstrobe_run_memory.so is not loaded; use "
        "`strobe run --check=buffers`, which preloads it");
  }
  guard_ = made_guard(*program);
  bounds_.emplace(*program);
  the_guard = guard_.get();
  process().endpoint.call_before_data(
      [](const std::byte* data, std::size_t bytes, bool is_by_link) {
        if (the_guard != nullptr) the_guard->arrives(data, bytes, is_by_link);
      });
}

BufferChecks::~BufferChecks() { stop(); }

void BufferChecks::stop() {
  the_guard = nullptr;
  guard_.reset();
}

bool BufferChecks::is_sampled(check::Place place) {
  if (uses_.size() <= place) uses_.resize(place + 1);
  const std::uint32_t use = uses_[place]++;
  return use < uses_looked_at || std::has_single_bit(use);
}

/// Whether a watchpoint may be spent on a use that is looked at.
bool BufferChecks::is_watched(check::Place place) {
  if (guard_ == nullptr || is_sampled(place)) return true;
  const auto now = base::monotonic_now();
  if (now < next_watch_) return false;
  next_watch_ = std::max(next_watch_, now - BufferWatch::most * time_per_watch) + time_per_watch;
  return true;
}

std::uint64_t BufferChecks::hash_of(const CheckedBuffer& buffer) const {
  if (guard_ == nullptr || buffer.guard == check::PageGuard::none)
    return base::content_hash(buffer.memory);
  const check::PageGuard::Edges edges = guard_->edges(buffer.guard);
  return base::hash_of(base::content_hash(edges.first), base::content_hash(edges.last));
}

void BufferChecks::init(CheckedBuffer& buffer) {
  buffer.pending = 0;
  buffer.has_contents = 0;
  buffer.watch = BufferWatch::none;
  buffer.guard = check::PageGuard::none;
}

void BufferChecks::begin(CheckedBuffer& buffer, std::span<const std::byte> memory, BufferUse use,
                         check::Place place, Duration duration) {
  init(buffer);
  buffer.memory = memory;
  buffer.use = use;
  buffer.place = place;
  if (memory.empty()) return;
  const PendingBuffer own = pending_of(memory, use, place);
  if (const auto other = pending_.conflict(own)) report_overlap(own, *other);
  if (duration == Duration::of_call) return;
  buffer.pending = pending_.add(own);
  const UseFacts& facts = facts_of(use);
  const auto access = facts.is_written ? check::Access::any : check::Access::write;
  std::span<const std::byte> watched = memory;
  if (guard_ != nullptr) {
    using Writer = check::PageGuard::Writer;
    buffer.guard = guard_->begin(memory, access,
                                 facts.is_one_sided                 ? Writer::others
                                 : duration == Duration::of_message ? Writer::followed
                                                                    : Writer::runtime);
    if (buffer.guard != check::PageGuard::none) {
      const check::PageGuard::Edges edges = guard_->edges(buffer.guard);
      watched = edges.first.empty() ? edges.last : edges.first;
    }
  } else if (!is_sampled(place)) {
    return;
  }
  if (is_watched(place)) buffer.watch = watch_.begin(watched.data(), watched.size(), access);
  if (facts.is_written || (guard_ == nullptr && memory.size() > most_compared_bytes)) return;
  buffer.contents = hash_of(buffer);
  buffer.has_contents = 1;
}

void BufferChecks::check_size(std::span<const std::byte> memory, BufferUse use,
                              check::Place place) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  const std::optional<check::Object> object = bounds_->exceeded(begin, memory.size());
  if (!object) return;
  log_.add(check::Finding{
      .kind = check::Kind::buffer_too_small,
      .text = base::format("uses a buffer of {} bytes, but {} has {} bytes there", memory.size(),
                           object->name.empty() ? "the allocated memory"
                                                : base::format("the variable {}", object->name),
                           object->end - begin),
      .where = {{.role = facts_of(use).role, .rank = log_.rank(), .place = place}}});
}

namespace {

/// Whether memory is on the stack of this thread, where no function of the program is any more.
bool is_of_returned_function(std::span<const std::byte> memory) {
  const auto at = reinterpret_cast<std::uintptr_t>(memory.data());
  return at < reinterpret_cast<std::uintptr_t>(call_state.frame) &&
         check::own_stack().contains(at) &&
         check::own_stack().contains(reinterpret_cast<std::uintptr_t>(call_state.frame));
}

}  // namespace

void BufferChecks::look_at(CheckedBuffer& buffer) {
  const bool is_gone = buffer.pending != 0 && is_of_returned_function(buffer.memory);
  std::optional<check::AccessSite> accessed =
      watch_.end(std::exchange(buffer.watch, BufferWatch::none));
  bool has_changed = std::exchange(buffer.has_contents, std::uint8_t{0}) != 0 &&
                     hash_of(buffer) != buffer.contents;
  std::optional<check::AccessSite> released;
  const std::uint16_t guard = std::exchange(buffer.guard, check::PageGuard::none);
  if (guard_ != nullptr && guard != check::PageGuard::none) {
    const check::PageGuard::Seen seen = guard_->end(guard);
    if (seen.accessed) accessed = seen.accessed;
    has_changed = has_changed || seen.was_changed_early;
    released = seen.released;
  }
  if (!accessed && !has_changed && !released && !is_gone) return;
  const UseFacts& facts = facts_of(buffer.use);
  check::Finding finding{.kind = facts.early_access, .text = std::string(facts.text), .where = {}};
  const auto add = [&](std::string_view role, check::Place place) {
    finding.where.push_back({.role = role, .rank = log_.rank(), .place = place});
  };
  // What else was seen follows from it.
  if (is_gone) {
    finding.kind = check::Kind::buffer_freed;
    finding.text = "has the buffer of an operation in a function that has returned";
  } else if (released) {
    finding.kind = check::Kind::buffer_freed;
    finding.text = "frees the memory of a buffer before the operation is complete";
    add("freed", places_.of_access(*released));
  } else if (accessed) {
    add(facts.is_written ? "accessed" : "changed", places_.of_access(*accessed));
  }
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
  const std::uint16_t guard = std::exchange(buffer.guard, check::PageGuard::none);
  if (guard_ != nullptr && guard != check::PageGuard::none) static_cast<void>(guard_->end(guard));
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
