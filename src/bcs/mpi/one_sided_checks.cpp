// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/one_sided_checks.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "base/format.hpp"
#include "bcs/mpi/device_memory.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

using check::AccessKind;
using check::EpochKind;
using check::Kind;
using check::WindowAccess;

namespace {

/// Of a process between two exchanges.
constexpr std::size_t most_accesses = 4096;
/// How many accesses of all processes one of them compares, about.
constexpr std::size_t most_accesses_together = 262'144;
/// Phases after so many are not told apart.
constexpr std::uint32_t most_phases = 63;

Window* checked_window(MPI_Win handle) {
  Window* const window = process().windows.find(handle);
  return window == nullptr || window->checked == nullptr ? nullptr : window;
}

bool is_member(const Window& window, int rank) {
  return rank >= 0 && static_cast<std::size_t>(rank) < window.ranks.size();
}

/// The members of the window among ranks of the job.
std::vector<int> members_among(const Window& window, const runtime::StridedList& ranks) {
  std::vector<int> found;
  for (const Rank rank : ranks) {
    if (const auto member = window.ranks.find(rank)) found.push_back(static_cast<int>(*member));
  }
  return found;
}

std::uintptr_t begin_of(std::span<const std::byte> memory) {
  return reinterpret_cast<std::uintptr_t>(memory.data());
}

/// The part of the memory that has this byte; its end if none has.
auto part_with(const std::vector<std::span<const std::byte>>& memory, std::uintptr_t address) {
  return std::ranges::find_if(memory, [address](std::span<const std::byte> part) {
    return address >= begin_of(part) && address - begin_of(part) < part.size();
  });
}

bool has_byte(const CheckedWindow& window, const std::byte* address) {
  return part_with(window.memory, reinterpret_cast<std::uintptr_t>(address)) != window.memory.end();
}

/// Whether it is memory of this process that others may access.
bool is_in_window(const std::byte* address) {
  bool is_in = false;
  process().windows.for_each([&](const Window& window) {
    is_in = is_in || (window.checked != nullptr && has_byte(*window.checked, address));
  });
  return is_in;
}

/// Whether each accessed byte may have been attached to the dynamic window. It was not if it was
/// detached before a synchronization of the members that came before the access.
bool was_attached(const CheckedWindow& window, const WindowAccess& access) {
  for (std::uint64_t at = access.begin; at < access.end();) {
    const auto part = std::ranges::find_if(window.attached, [&](const AttachedMemory& each) {
      return begin_of(each.memory) <= at && at - begin_of(each.memory) < each.memory.size() &&
             (!each.detached_in || access.phase <= *each.detached_in);
    });
    if (part == window.attached.end()) return false;
    at = begin_of(part->memory) + part->memory.size();
  }
  return true;
}

void on_error(MPI_Win* /*window*/, int* error, ...) { fail(*error); }

MPI_Errhandler handler_of(MPI_Win window) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  native().Win_get_errhandler(window, &handler);
  MPI_Errhandler freed = handler;
  native().Errhandler_free(&freed);
  return handler;
}

/// Names the rank and the line of a fatal error, as errors on communicators do.
MPI_Errhandler naming_handler() {
  static const MPI_Errhandler made = [] {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    native().Win_create_errhandler(on_error, &handler);
    return handler;
  }();
  return made;
}

void replace_handler(MPI_Win window, MPI_Errhandler now, MPI_Errhandler then) {
  if (handler_of(window) == now) native().Win_set_errhandler(window, then);
}

bool has_data(const DatatypeLayout* layout, MPI_Count count) {
  return layout != nullptr && count > 0 && layout->size_bytes > 0;
}

/// Datatypes with a longer reach, or with more blocks, are not taken apart.
constexpr std::int64_t most_marked_bytes = 4096;
constexpr std::size_t most_blocks = 64;

/// The contiguous blocks that the data consist of; none if that would take too long.
std::vector<Reach> blocks_of(const DatatypeLayout& layout, MPI_Count count) {
  const Reach all = reach_of(layout, count);
  const std::int64_t bytes = count * layout.size_bytes;
  std::vector<Reach> blocks;
  if (layout.is_contiguous(count)) blocks.push_back(all);
  if (!blocks.empty() || all.end_bytes - all.begin_bytes > most_marked_bytes ||
      bytes > most_marked_bytes)
    return blocks;
  // The MPI writes where the data are.
  std::vector<std::byte> marks(static_cast<std::size_t>(all.end_bytes - all.begin_bytes));
  const std::vector<std::byte> data(static_cast<std::size_t>(bytes), std::byte{1});
  unpack(layout, marks.data() - all.begin_bytes, count, data);
  for (std::size_t at = 0; at < marks.size(); ++at) {
    if (marks[at] == std::byte{0}) continue;
    const std::int64_t begin = all.begin_bytes + static_cast<std::int64_t>(at);
    if (blocks.empty() || blocks.back().end_bytes != begin) blocks.push_back({begin, begin});
    ++blocks.back().end_bytes;
  }
  if (blocks.size() > most_blocks) blocks.clear();
  return blocks;
}

/// The data in memory; empty if they are not contiguous, or out of reach.
std::span<const std::byte> memory_of(const DataArgument& data) {
  DatatypeLayout* const layout = layout_of(data.type);
  if (!has_data(layout, data.count) || data.address == nullptr ||
      !layout->is_contiguous(data.count))
    return {};
  const auto* const begin = static_cast<const std::byte*>(data.address) + layout->lower_bytes;
  if (is_device_memory(begin)) return {};
  return {begin, static_cast<std::size_t>(data.count * layout->size_bytes)};
}

bool is_synchronizing(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::barrier:
    case CollectiveKind::allgather:
    case CollectiveKind::alltoall:
    case CollectiveKind::allreduce:
      return true;
    default:
      return false;
  }
}

std::string_view role_of(AccessKind kind) {
  constexpr std::string_view roles[] = {"loaded", "stored", "got", "put", "accumulated"};
  return roles[static_cast<int>(kind)];
}

}  // namespace

void OneSidedChecks::report(const check::Epochs::Error& error) {
  if (!error) return;
  check::Finding finding{
      .kind = error->kind,
      .text = error->text,
      .where = {{.role = "called", .rank = log_.rank(), .place = places_.current()}}};
  if (error->began != 0)
    finding.where.push_back({.role = "began", .rank = log_.rank(), .place = error->began});
  log_.add(finding);
}

// Life of a window.

void OneSidedChecks::created(MPI_Comm communicator, MPI_Win handle) {
  freed_.erase(bits_of(handle));
  Window* const window = process().windows.find(handle);
  if (window == nullptr) return;
  auto checked = std::make_unique<CheckedWindow>();
  checked->is_dynamic = has_flavour(handle, MPI_WIN_FLAVOR_DYNAMIC);
  checked->is_shared = has_flavour(handle, MPI_WIN_FLAVOR_SHARED);
  {
    const NativeCallScope inside;
    // Unlike a duplicate, this calls no callbacks of the program.
    native().Comm_split(communicator, 0, static_cast<int>(window->own), &checked->between);
  }
  checked->parts = parts_of(handle, checked->between, window->ranks.size());
  const WindowPart& own = checked->parts[window->own];
  if (own.address != 0) {
    checked->memory.emplace_back(reinterpret_cast<const std::byte*>(own.address),
                                 static_cast<std::size_t>(own.size_bytes));
    checked->zero = begin_of(checked->memory.front());
  }
  replace_handler(handle, MPI_ERRORS_ARE_FATAL, naming_handler());
  observes();
  checked->observed_before = observations_;
  window->checked = std::move(checked);
  watch_own_accesses(*window);
}

void OneSidedChecks::attaches(MPI_Win handle, std::span<const std::byte> memory) {
  Window* const window = checked_window(handle);
  if (window == nullptr) return;
  const auto overlaps = [&](std::span<const std::byte> other) {
    return memory.data() < other.data() + other.size() &&
           other.data() < memory.data() + memory.size();
  };
  if (std::ranges::any_of(window->checked->memory, overlaps)) {
    log_.add({.kind = Kind::invalid_argument,
              .text = "attaches memory that overlaps what it has attached to the window before",
              .where = {{.role = "called", .rank = log_.rank(), .place = places_.current()}}});
  }
  window->checked->memory.push_back(memory);
  window->checked->attached.push_back({.memory = memory, .detached_in = {}});
}

void OneSidedChecks::detaches(MPI_Win handle, const std::byte* begin) {
  Window* const window = checked_window(handle);
  if (window == nullptr) return;
  end_own_accesses(*window);
  std::erase_if(window->checked->memory,
                [begin](std::span<const std::byte> part) { return part.data() == begin; });
  for (AttachedMemory& each : window->checked->attached) {
    if (each.memory.data() == begin && !each.detached_in) each.detached_in = window->checked->phase;
  }
}

void OneSidedChecks::fence(MPI_Win handle, int assertion) {
  Window* const window = checked_window(handle);
  if (window == nullptr) return;
  CheckedWindow& checked = *window->checked;
  end_own_accesses(*window);
  report(checked.epochs.fence((assertion & MPI_MODE_NOPRECEDE) == 0,
                              (assertion & MPI_MODE_NOSUCCEED) == 0));
  complete(checked, std::nullopt, true);
  exchange(*window);
  observes();
  checked.observed_before = observations_;
  watch_own_accesses(*window);
}

void OneSidedChecks::frees(MPI_Win handle) {
  Window* const window = checked_window(handle);
  if (window == nullptr) return;
  CheckedWindow& checked = *window->checked;
  report(checked.epochs.end());
  complete(checked, std::nullopt, true);
  end_own_accesses(*window);
  exchange(*window);
  native().Comm_free(&checked.between);
  // MPICH 5 calls no handler of a program in MPI_Win_free.
  replace_handler(handle, naming_handler(), MPI_ERRORS_ARE_FATAL);
  freed_.insert(bits_of(handle));
}

void OneSidedChecks::last_collective_ended() {
  std::vector<Window*> left;
  process().windows.for_each([&](Window& window) {
    if (window.checked != nullptr) left.push_back(&window);
  });
  std::ranges::sort(left, {}, &Window::context);
  for (Window* const window : left) {
    report(window->checked->epochs.end());
    complete(*window->checked, std::nullopt, true);
    end_own_accesses(*window);
    exchange(*window);
  }
}

int OneSidedChecks::refuse(MPI_Win handle) {
  const bool is_null = handle == MPI_WIN_NULL;
  if (!is_null && !freed_.contains(bits_of(handle))) return MPI_SUCCESS;
  call_error_handler(MPI_COMM_SELF,
                     explain_error(MPI_ERR_WIN, is_null ? "the window is MPI_WIN_NULL"
                                                        : "the window was freed before"));
  return MPI_ERR_WIN;
}

// Operations.

bool OneSidedChecks::accesses(const OneSidedCall& call) {
  Window* const window = checked_window(call.window);
  DatatypeLayout* const layout = layout_of(call.type);
  if (window == nullptr || !is_member(*window, call.target) || layout == nullptr) return false;
  CheckedWindow& checked = *window->checked;
  const check::Place place = places_.current();
  const auto error = checked.epochs.access(call.target, call.has_request, place);
  report(error);
  if (error) return false;

  const DataArgument at_target{nullptr, call.count, call.type};
  if (call.sent) compare_data(*call.sent, at_target, "sends");
  if (call.received) compare_data(at_target, *call.received, "gets");
  // The result comes first, since only a watchpoint tells of an access to it, and they are few.
  if (call.received) use_buffer(*window, call, *call.received, BufferUse::got);
  if (call.sent) use_buffer(*window, call, *call.sent, BufferUse::put);
  if (call.compared) use_buffer(*window, call, *call.compared, BufferUse::put);
  checked.reads = checked.reads || call.received;
  has_requests_ = has_requests_ || call.has_request;
  // When the request is complete is known to the MPI alone.
  if (call.received && call.has_request) observes();
  if (!has_data(layout, call.count)) return true;

  const WindowPart& part = checked.parts[static_cast<std::size_t>(call.target)];
  const std::int64_t at = call.displacement * part.unit_bytes;
  const Reach reach = reach_of(*layout, call.count);
  if (!checked.is_dynamic && !checked.is_shared &&
      (at + reach.begin_bytes < 0 || at + reach.end_bytes > part.size_bytes)) {
    log_.add({.kind = Kind::window_overrun,
              .text = base::format("accesses bytes {} to {} of the window of rank {}, which has {}",
                                   at + reach.begin_bytes, at + reach.end_bytes - 1, call.target,
                                   part.size_bytes),
              .where = {{.role = "called", .rank = log_.rank(), .place = place}}});
    return false;
  }
  const CheckedWindow::Completions completions = checked.completions[call.target];
  WindowAccess access{.begin = static_cast<std::uint64_t>(at + reach.begin_bytes),
                      .place = place,
                      .phase = checked.phase,
                      .completions = completions.at_target,
                      .local_completions = completions.at_origin,
                      .type = hash_of_basic(*layout),
                      .origin = static_cast<std::int32_t>(window->own),
                      .kind = call.kind,
                      .epoch_kind = checked.epochs.kind_at(call.target),
                      .combination = call.combination,
                      .is_exclusive = checked.epochs.is_exclusive(),
                      .may_follow = may_follow(checked),
                      .has_result = call.received.has_value()};
  if (access.epoch_kind == EpochKind::started) access.epoch = checked.starts[call.target];
  const std::vector<Reach> blocks = blocks_of(*layout, call.count);
  if (call.kind == AccessKind::put && blocks.size() == 1)
    access.contents = contents_of(memory_of(*call.sent));
  if (blocks.empty()) add(checked, call.target, access);
  for (const Reach& block : blocks) {
    access.begin = static_cast<std::uint64_t>(at + block.begin_bytes);
    access.bytes = static_cast<std::uint64_t>(block.end_bytes - block.begin_bytes);
    add(checked, call.target, access);
  }
  return true;
}

void OneSidedChecks::compare_data(const DataArgument& from, const DataArgument& to,
                                  std::string_view does) {
  DatatypeLayout* const sent = layout_of(from.type);
  DatatypeLayout* const taken = layout_of(to.type);
  if (!has_data(sent, from.count) || taken == nullptr || to.count < 0) return;
  const std::int64_t bytes = from.count * sent->size_bytes;
  const auto add = [&](Kind kind, std::string text) {
    const bool is_origin_first = from.address != nullptr;
    const auto witness = [&](DatatypeLayout& layout, bool is_origin) {
      return check::Witness{.role = is_origin ? "origin" : "target",
                            .rank = log_.rank(),
                            .place = places_.current(&checked(layout))};
    };
    log_.add({.kind = kind,
              .text = std::move(text),
              .where = {witness(*sent, is_origin_first), witness(*taken, !is_origin_first)}});
  };
  if (bytes > to.count * taken->size_bytes) {
    add(Kind::target_too_small, base::format("{} {} bytes, but the destination has {}", does, bytes,
                                             to.count * taken->size_bytes));
    return;
  }
  const auto one = checked(*sent).of_bytes(static_cast<std::uint64_t>(bytes));
  const auto other = checked(*taken).of_bytes(static_cast<std::uint64_t>(bytes));
  if (one && other && *one != *other) {
    add(Kind::type_mismatch,
        base::format("{} {{0}}, but the destination has {{1}} ({} bytes)", does, bytes));
  }
}

void OneSidedChecks::use_buffer(Window& window, const OneSidedCall& call, const DataArgument& data,
                                BufferUse use) {
  CheckedWindow& checked = *window.checked;
  const std::span<const std::byte> memory = memory_of(data);
  if (memory.empty()) return;
  const std::byte* const begin = memory.data();
  const check::Place place = places_.current();
  // A call may be repeated with the same buffer, as in a benchmark.
  const auto known = checked.buffers.find({begin, place, call.target});
  if (known != checked.buffers.end() && known->second.memory.size() == memory.size()) return;
  const bool is_kept = known == checked.buffers.end() && checked.buffers.size() < most_accesses;
  OriginBuffer buffer{
      .memory = memory, .use = use, .place = place, .has_request = call.has_request, .checked = {}};
  buffers_.begin(buffer.checked, memory, use, place,
                 is_kept ? Duration::of_operation : Duration::of_call);
  // What changes there may come from another process.
  if (is_in_window(begin)) buffer.checked.has_contents = 0;
  if (is_kept) checked.buffers.emplace(std::tuple(begin, place, call.target), buffer);
  // The memory of a window can be a buffer as well. Only a fence says when other processes access
  // it.
  if (!has_byte(checked, begin) || checked.epochs.kind_at(call.target) != EpochKind::fence) return;
  add(checked, static_cast<int>(window.own),
      {.begin = begin_of(memory) - checked.zero,
       .bytes = memory.size(),
       .place = place,
       .phase = checked.phase,
       .origin = static_cast<std::int32_t>(window.own),
       .kind = use == BufferUse::got ? AccessKind::store : AccessKind::load,
       .epoch_kind = EpochKind::fence});
}

void OneSidedChecks::add(CheckedWindow& window, int target, const WindowAccess& access) {
  const std::size_t most = std::min(most_accesses, most_accesses_together / window.parts.size());
  const bool is_repeated = !window.accesses.empty() && window.accesses.back().first == target &&
                           window.accesses.back().second == access;
  if (is_repeated) return;
  if (window.accesses.size() < most) {
    if (access.epoch_kind == EpochKind::locked && !access.is_local())
      window.open.push_back(window.accesses.size());
    window.accesses.emplace_back(target, access);
  } else {
    window.has_lost = true;
  }
}

/// By other windows a process may learn of others, or exclude them.
bool OneSidedChecks::may_follow(const CheckedWindow& window) const {
  if (window.is_shared || observations_ != window.observed_before) return true;
  int windows = 0;
  process().windows.for_each([&](const Window& /*each*/) { ++windows; });
  return windows > 1;
}

template <class Ends>
void OneSidedChecks::end_buffers(CheckedWindow& window, Ends&& ends) {
  for (auto each = window.buffers.begin(); each != window.buffers.end();) {
    if (!ends(std::get<2>(each->first), each->second)) {
      ++each;
      continue;
    }
    OriginBuffer& buffer = each->second;
    buffers_.end(buffer.checked);
    each = window.buffers.erase(each);
  }
}

void OneSidedChecks::complete_requests() {
  has_requests_ = false;
  process().windows.for_each([&](Window& window) {
    if (window.checked == nullptr) return;
    end_buffers(*window.checked,
                [](int /*target*/, const OriginBuffer& buffer) { return buffer.has_request; });
    for (auto& [target, completions] : window.checked->completions) ++completions.at_origin;
    close(*window.checked, std::nullopt, true);
  });
}

void OneSidedChecks::close(CheckedWindow& window, std::optional<int> target, bool is_at_origin) {
  std::erase_if(window.open, [&](std::size_t index) {
    auto& [of_target, access] = window.accesses[index];
    if ((target && of_target != *target) || (is_at_origin && !access.has_result)) return false;
    access.last_phase = window.phase;
    return true;
  });
}

void OneSidedChecks::complete(CheckedWindow& window, std::optional<int> target, bool is_at_target) {
  end_buffers(window, [&](int of_target, const OriginBuffer& /*buffer*/) {
    return !target || of_target == *target;
  });
  close(window, target, !is_at_target);
  if (std::exchange(window.reads, false)) observes();
  for (auto& [each, completions] : window.completions) {
    if (target && each != *target) continue;
    ++completions.at_origin;
    if (is_at_target) ++completions.at_target;
  }
}

// Synchronization.

void OneSidedChecks::starts(MPI_Win handle, const runtime::StridedList& targets) {
  Window* const window = checked_window(handle);
  if (window == nullptr) return;
  CheckedWindow& checked = *window->checked;
  const std::vector<int> members = members_among(*window, targets);
  const auto error = checked.epochs.start(members, places_.current());
  report(error);
  if (error) return;
  for (const int member : members) ++checked.starts[member];
}

void OneSidedChecks::completes(MPI_Win handle) {
  Window* const window = checked_window(handle);
  if (window == nullptr) return;
  report(window->checked->epochs.complete());
  complete(*window->checked, std::nullopt, true);
}

void OneSidedChecks::posts(MPI_Win handle, const runtime::StridedList& origins) {
  Window* const window = checked_window(handle);
  if (window == nullptr) return;
  CheckedWindow& checked = *window->checked;
  const auto error = checked.epochs.post(places_.current());
  report(error);
  if (error) return;
  end_own_accesses(*window);
  ++checked.exposures;
  for (const int origin : members_among(*window, origins))
    checked.exposure_of[{origin, ++checked.posts[origin]}] = checked.exposures;
  watch_own_accesses(*window);
}

void OneSidedChecks::waits(MPI_Win handle) {
  if (Window* const window = checked_window(handle)) report(window->checked->epochs.wait());
}

void OneSidedChecks::exposure_ended(MPI_Win handle) {
  observes();
  Window* const window = checked_window(handle);
  if (window == nullptr) return;
  end_own_accesses(*window);
  window->checked->epochs.exposure_ended();
  watch_own_accesses(*window);
}

void OneSidedChecks::locks(MPI_Win handle, int target, bool is_exclusive) {
  Window* const window = checked_window(handle);
  if (window == nullptr || !is_member(*window, target)) return;
  change_locks(*window, [&](check::Epochs& epochs) {
    return epochs.lock(target, is_exclusive, places_.current());
  });
}

void OneSidedChecks::unlocks(MPI_Win handle, int target) {
  Window* const window = checked_window(handle);
  if (window == nullptr || !is_member(*window, target)) return;
  change_locks(*window, [&](check::Epochs& epochs) { return epochs.unlock(target); });
  complete(*window->checked, target, true);
}

void OneSidedChecks::locks_all(MPI_Win handle) {
  Window* const window = checked_window(handle);
  if (window == nullptr) return;
  change_locks(*window, [&](check::Epochs& epochs) { return epochs.lock_all(places_.current()); });
}

void OneSidedChecks::unlocks_all(MPI_Win handle) {
  Window* const window = checked_window(handle);
  if (window == nullptr) return;
  change_locks(*window, [](check::Epochs& epochs) { return epochs.unlock_all(); });
  complete(*window->checked, std::nullopt, true);
}

void OneSidedChecks::flushes(MPI_Win handle, std::optional<int> target, bool is_at_target) {
  Window* const window = checked_window(handle);
  if (window == nullptr || (target && !is_member(*window, *target))) return;
  report(target ? window->checked->epochs.flush(*target) : window->checked->epochs.flush_all());
  complete(*window->checked, target, is_at_target);
}

void OneSidedChecks::ended(const Collective& collective) {
  observes();
  if (!!collective.is_nonblocking() || !is_synchronizing(collective.kind())) return;
  const Communicator& communicator = collective.communicator();
  process().windows.for_each([&](Window& window) {
    if (window.checked == nullptr) return;
    CheckedWindow& checked = *window.checked;
    const auto [known, is_new] = checked.covering.try_emplace(communicator.context, false);
    if (is_new) {
      known->second = std::ranges::all_of(
          window.ranks, [&](Rank rank) { return communicator.members.find(rank).has_value(); });
    }
    if (!known->second) return;
    end_own_accesses(window);
    ++checked.phase;
    checked.observed_before = observations_;
    watch_own_accesses(window);
  });
}

// The program's own accesses to its memory.

void OneSidedChecks::watch_own_accesses(Window& window) {
  CheckedWindow& checked = *window.checked;
  const WindowPart& own = checked.parts[window.own];
  // As long as an element, so that an access is most often one to all of these bytes.
  const std::int64_t unit_bytes =
      own.unit_bytes == 1 ? 4 : std::min<std::int64_t>(own.unit_bytes, 8);
  checked.watched_kind = checked.epochs.exposure();
  checked.watched_epoch = checked.watched_kind == EpochKind::started ? checked.exposures : 0;
  // A lock of another process may begin and end at any time. A store then is wrong only if this
  // process cannot know what the other one did before.
  if (checked.watched_kind == EpochKind::none) {
    if (may_follow(checked)) return;
    checked.watched_kind = EpochKind::locked;
  }
  checked.watched_bytes =
      std::bit_floor(static_cast<std::size_t>(std::max<std::int64_t>(unit_bytes, 1)));
  if (checked.memory.empty() || checked.memory.front().size() < checked.watched_bytes ||
      begin_of(checked.memory.front()) % checked.watched_bytes != 0 ||
      !buffers_.is_sampled(places_.current()))
    return;
  const std::byte* const begin = checked.memory.front().data();
  checked.watched_at = begin_of(checked.memory.front()) - checked.zero;
  check::BufferWatch& watch = buffers_.watch();
  // A store raises both at once, and the signal tells of one of them: Linux tells of the later one.
  checked.any = watch.begin(begin, checked.watched_bytes, check::Access::any);
  checked.stores = watch.begin(begin, checked.watched_bytes, check::Access::write);
  if (checked.watched_kind == EpochKind::locked) are_stores_watched_ = true;
}

bool OneSidedChecks::end_own_accesses(Window& window) {
  CheckedWindow& checked = *window.checked;
  check::BufferWatch& watch = buffers_.watch();
  const bool is_watched = checked.stores != check::BufferWatch::none;
  const bool is_by_locks = checked.watched_kind == EpochKind::locked;
  // Without this watch a store is not known to be the first access.
  const bool is_first_known = checked.any != check::BufferWatch::none;
  const auto stored_at = watch.end(std::exchange(checked.stores, check::BufferWatch::none));
  const auto any_at = watch.end(std::exchange(checked.any, check::BufferWatch::none));
  const auto add_own = [&](AccessKind kind, const check::AccessSite& site) {
    add(checked, static_cast<int>(window.own),
        {.begin = checked.watched_at,
         .bytes = checked.watched_bytes,
         .place = places_.of_access(site),
         .epoch = checked.watched_epoch,
         .phase = checked.phase,
         .last_phase = checked.phase,
         .origin = static_cast<std::int32_t>(window.own),
         .kind = kind,
         .epoch_kind = checked.watched_kind,
         .is_exclusive = checked.epochs.is_exclusive(),
         .is_without_lock = !checked.epochs.has_lock(),
         .is_somewhere = true});
  };
  const bool has_loaded = any_at && (!stored_at || any_at->address != stored_at->address);
  // By a load before, a process may wait for what another one puts there.
  if (stored_at && !(is_by_locks && (has_loaded || !is_first_known)))
    add_own(AccessKind::store, *stored_at);
  if (has_loaded && !is_by_locks) add_own(AccessKind::load, *any_at);
  return is_watched && !stored_at && !any_at;
}

void OneSidedChecks::end_watched_stores() {
  are_stores_watched_ = false;
  process().windows.for_each([&](Window& window) {
    if (window.checked != nullptr && window.checked->watched_kind == EpochKind::locked)
      end_own_accesses(window);
  });
}

template <class Change>
void OneSidedChecks::change_locks(Window& window, Change&& change) {
  CheckedWindow& checked = *window.checked;
  const bool is_watched = checked.watched_kind == EpochKind::locked && end_own_accesses(window);
  report(change(checked.epochs));
  if (is_watched) watch_own_accesses(window);
}

// Comparing.

namespace {

/// What a member says of its accesses before the members exchange them.
struct Summary {
  std::int64_t accesses;
  std::int64_t locked;  ///< of them, by locks
  std::int64_t lost;    ///< whether there were more
};

/// Has the members of the window send each other what they did there. All that others did to the
/// memory of this one.
std::vector<WindowAccess> accesses_here(CheckedWindow& window, std::size_t members) {
  std::ranges::stable_sort(window.accesses, {}, &std::pair<int, WindowAccess>::first);
  std::vector<WindowAccess> sent;
  std::vector<int> sent_bytes(members), received_bytes(members), sent_at(members),
      received_at(members);
  for (const auto& [target, access] : window.accesses) {
    sent.push_back(access);
    sent_bytes[static_cast<std::size_t>(target)] += static_cast<int>(sizeof(WindowAccess));
  }
  native().Alltoall(sent_bytes.data(), 1, MPI_INT, received_bytes.data(), 1, MPI_INT,
                    window.between);
  int all_bytes = 0;
  for (std::size_t i = 0; i < members; ++i) {
    sent_at[i] = i == 0 ? 0 : sent_at[i - 1] + sent_bytes[i - 1];
    received_at[i] = all_bytes;
    all_bytes += received_bytes[i];
  }
  std::vector<WindowAccess> received(static_cast<std::size_t>(all_bytes) / sizeof(WindowAccess));
  native().Alltoallv(sent.data(), sent_bytes.data(), sent_at.data(), MPI_BYTE, received.data(),
                     received_bytes.data(), received_at.data(), MPI_BYTE, window.between);
  return received;
}

/// By a load of what another process has written elsewhere in its window, a process may wait for
/// that before it stores here.
bool may_have_polled(const WindowAccess& store, const std::vector<WindowAccess>& accesses) {
  return std::ranges::any_of(accesses, [&](const WindowAccess& other) {
    const bool is_at_once = other.phase <= store.phase && store.phase <= other.last_phase;
    const bool is_there = other.begin <= store.begin && store.end() <= other.end();
    return other.origin != store.origin && other.writes() && is_at_once && !is_there;
  });
}

/// A process whose memory others have written in a phase may have waited for that, and so know what
/// they did before. Marks accesses by locks that come later than such a write may have.
void mark_followers(const CheckedWindow& window, std::size_t own,
                    std::vector<WindowAccess>& accesses, bool are_all_known) {
  std::uint64_t written = are_all_known ? 0 : ~std::uint64_t{0};
  for (const WindowAccess& access : accesses) {
    if (access.writes() && static_cast<std::size_t>(access.origin) != own)
      written |= std::uint64_t{1} << std::min(access.phase, most_phases);
  }
  std::vector<std::uint64_t> written_of(window.parts.size());
  native().Allgather(&written, 1, MPI_UINT64_T, written_of.data(), 1, MPI_UINT64_T, window.between);
  for (WindowAccess& access : accesses) {
    if (access.epoch_kind != EpochKind::locked) continue;
    if (access.is_local()) {
      access.may_follow = !are_all_known || may_have_polled(access, accesses);
      continue;
    }
    const std::uint64_t here = written_of[static_cast<std::size_t>(access.origin)];
    if (access.phase >= most_phases || (here >> access.phase & 1U) != 0) access.may_follow = true;
  }
}

}  // namespace

void OneSidedChecks::exchange(Window& window) {
  CheckedWindow& checked = *window.checked;
  const std::size_t members = window.ranks.size();
  std::vector<WindowAccess> here;
  {
    const NativeCallScope inside;
    Summary own{.accesses = static_cast<std::int64_t>(checked.accesses.size()),
                .locked = std::ranges::count_if(
                    checked.accesses,
                    [](const auto& each) { return each.second.epoch_kind == EpochKind::locked; }),
                .lost = checked.has_lost ? 1 : 0};
    std::vector<Summary> all(members);
    native().Allgather(&own, 3, MPI_INT64_T, all.data(), 3, MPI_INT64_T, checked.between);
    if (std::ranges::any_of(all, [](const Summary& each) { return each.accesses != 0; }))
      here = accesses_here(checked, members);
    if (std::ranges::any_of(all, [](const Summary& each) { return each.locked != 0; })) {
      mark_followers(checked, window.own, here,
                     std::ranges::all_of(all, [](const Summary& each) { return each.lost == 0; }));
    }
  }
  for (const WindowAccess& access : here) {
    if (checked.is_dynamic && !access.is_local() && !was_attached(checked, access))
      report_not_attached(window, access);
  }
  for (WindowAccess& access : here) {
    if (access.epoch_kind != EpochKind::started || access.is_local()) continue;
    const auto exposure = checked.exposure_of.find({access.origin, access.epoch});
    if (exposure == checked.exposure_of.end()) {
      access.bytes = 0;
    } else {
      access.epoch = exposure->second;
    }
  }
  for (const auto& [one, other] : check::conflicts(here)) report_conflict(window, one, other);
  checked.accesses.clear();
  checked.open.clear();
  checked.exposure_of.clear();
  std::erase_if(checked.attached, [](const AttachedMemory& each) { return !!each.detached_in; });
  checked.has_lost = false;
  checked.phase = 0;
}

void OneSidedChecks::report_conflict(const Window& window, const WindowAccess& one,
                                     const WindowAccess& other) {
  const auto rank_of = [&](const WindowAccess& access) {
    return window.ranks[static_cast<std::size_t>(access.origin)];
  };
  const auto witness = [&](const WindowAccess& access) {
    return check::Witness{
        .role = role_of(access.kind), .rank = rank_of(access), .place = access.place};
  };
  const std::string by = one.origin == other.origin ? base::format("two by rank {}", rank_of(one))
                                                    : base::format("by rank {} and by rank {}",
                                                                   rank_of(one), rank_of(other));
  log_.add({.kind = check::are_same_puts(one, other) ? Kind::conflicting_puts_of_same_data
                                                     : Kind::conflicting_accesses,
            .text = base::format("has a window with conflicting accesses to bytes {} to {}: {}",
                                 std::max(one.begin, other.begin),
                                 std::min(one.end(), other.end()) - 1, by),
            .where = {witness(one), witness(other)}});
}

void OneSidedChecks::report_not_attached(const Window& window, const WindowAccess& access) {
  const Rank origin = window.ranks[static_cast<std::size_t>(access.origin)];
  log_.add({.kind = Kind::window_overrun,
            .text = base::format(
                "has not attached memory to a dynamic window that rank {} accesses", origin),
            .where = {{.role = role_of(access.kind), .rank = origin, .place = access.place}}});
}

}  // namespace strobe::bcs::mpi
