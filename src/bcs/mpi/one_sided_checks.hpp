// SPDX-License-Identifier: BSD-3-Clause
//
// --check: one-sided communication. Each process keeps the epochs and accesses of its windows, and
// looks at its own buffers and arguments. At each fence, and when the window is freed, the members
// exchange their accesses, and each compares those to its own memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bcs/check/epochs.hpp"
#include "bcs/check/window_accesses.hpp"
#include "bcs/mpi/buffer_checks.hpp"
#include "bcs/mpi/collective.hpp"
#include "bcs/mpi/mpi.hpp"
#include "bcs/mpi/places.hpp"
#include "bcs/runtime/strided_list.hpp"

namespace strobe::bcs::mpi {

struct Members;
struct Window;

/// Data as the arguments of a call have them.
struct DataArgument {
  const void* address = nullptr;
  MPI_Count count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

/// The memory of a member of a window.
struct WindowPart {
  std::int64_t address = 0;  ///< in its process; 0 if displacements are addresses
  std::int64_t size_bytes = 0;
  std::int64_t unit_bytes = 1;
};

/// A call of MPI_Put or another operation.
struct OneSidedCall {
  MPI_Win window = MPI_WIN_NULL;
  check::AccessKind kind{};
  int target = 0;
  MPI_Aint displacement = 0;
  MPI_Count count = 0;  ///< at the target
  MPI_Datatype type = MPI_DATATYPE_NULL;
  std::optional<DataArgument> sent{}, compared{}, received{};
  MPI_Op operation = MPI_OP_NULL;  ///< of an accumulate
  std::uint8_t combination = 0;    ///< as check::WindowAccess has it
  bool has_request = false;
};

/// A buffer of an operation that is not complete at its origin.
struct OriginBuffer {
  std::span<const std::byte> memory;
  BufferUse use;
  check::Place place;
  bool has_request;
  CheckedBuffer checked;
};

/// Memory that the program has attached to a dynamic window.
struct AttachedMemory {
  std::span<const std::byte> memory;
  std::optional<std::uint32_t> detached_in;  ///< the phase
};

/// What --check keeps of a window.
struct CheckedWindow {
  /// How many times accesses were completed.
  struct Completions {
    std::uint32_t at_target = 0;
    std::uint32_t at_origin = 0;
  };

  MPI_Comm between = MPI_COMM_NULL;  ///< its members
  std::vector<WindowPart> parts;
  bool is_dynamic = false;  ///< the program attaches memory, and displacements are addresses
  bool is_shared = false;   ///< members access each other's memory without calls
  /// What others may access: the memory of the window, or what is attached to it now.
  std::vector<std::span<const std::byte>> memory;
  std::vector<AttachedMemory> attached;  ///< of a dynamic window, since the last fence
  std::uintptr_t zero = 0;               ///< the address that displacements count from
  check::Epochs epochs;
  /// By the begin, the place of the call, and the target.
  std::map<std::tuple<const std::byte*, check::Place, int>, OriginBuffer> buffers;
  bool reads = false;  ///< an operation that is not complete reads from a target

  std::vector<std::pair<int, check::WindowAccess>> accesses;  ///< with their targets
  std::vector<std::size_t> open;           ///< indices of those that are not complete at the target
  bool has_lost = false;                   ///< there were more accesses
  std::uint32_t phase = 0;                 ///< number of the phase, since a fence
  std::uint64_t observed_before = 0;       ///< the phase
  std::map<int, Completions> completions;  ///< of each target
  std::map<int, std::uint32_t> starts, posts;
  std::uint32_t exposures = 0;
  /// By the origin, and by its number among the origin's starts.
  std::map<std::pair<int, std::uint32_t>, std::uint32_t> exposure_of;
  std::map<Context, bool> covering;  ///< whether a communicator has all members

  // Watches of the program's own accesses to the begin of its memory.
  std::uint8_t stores = check::BufferWatch::none, any = check::BufferWatch::none;
  std::uint64_t watched_at = 0;  ///< the displacement, in bytes
  std::size_t watched_bytes = 0;
  check::EpochKind watched_kind{};
  std::uint32_t watched_epoch = 0;
};

class OneSidedChecks {
 public:
  OneSidedChecks(check::CheckLog& log, Places& places, BufferChecks& buffers)
      : log_(log), places_(places), buffers_(buffers) {}

  // All members call these, which wait for each other.
  void created(MPI_Comm communicator, MPI_Win handle);
  void fence(MPI_Win handle, int assertion);
  void frees(MPI_Win handle);
  /// The program ends with windows that are not freed.
  void last_collective_ended();

  // The program does this with memory of a dynamic window.
  void attaches(MPI_Win handle, std::span<const std::byte> memory);
  void detaches(MPI_Win handle, const std::byte* begin);

  /// Raises an error and returns it if the window is freed, or none; otherwise MPI_SUCCESS.
  [[nodiscard]] int refuse(MPI_Win handle);
  /// False if the call is wrong.
  bool accesses(const OneSidedCall& call);
  void starts(MPI_Win handle, const runtime::StridedList& targets);
  void completes(MPI_Win handle);
  void posts(MPI_Win handle, const runtime::StridedList& origins);
  void waits(MPI_Win handle);
  void exposure_ended(MPI_Win handle);
  void locks(MPI_Win handle, int target, bool is_exclusive);
  void unlocks(MPI_Win handle, int target);
  void locks_all(MPI_Win handle);
  void unlocks_all(MPI_Win handle);
  /// A flush of all targets if none is given.
  void flushes(MPI_Win handle, std::optional<int> target, bool is_at_target);

  /// A call may complete requests of the MPI, some of which may be those of one-sided operations.
  void asks_for_requests() {
    if (has_requests_) complete_requests();
  }

  /// This process may know from now on what others did before.
  void observes() {
    ++observations_;
    if (are_stores_watched_) [[unlikely]]
      end_watched_stores();
  }
  void ended(const Collective& collective);

 private:
  void report(const check::Epochs::Error& error);
  void report_conflict(const Window& window, const check::WindowAccess& one,
                       const check::WindowAccess& other);
  /// An access to memory that was not attached to the dynamic window.
  void report_not_attached(const Window& window, const check::WindowAccess& access);
  /// Whether the data fit, and have the type of the place that they go to.
  void compare_data(const DataArgument& from, const DataArgument& to, std::string_view does);
  void use_buffer(Window& window, const OneSidedCall& call, const DataArgument& data,
                  BufferUse use);
  void add(CheckedWindow& window, int target, const check::WindowAccess& access);
  [[nodiscard]] bool may_follow(const CheckedWindow& window) const;
  template <class Ends>
  void end_buffers(CheckedWindow& window, Ends&& ends);
  /// Accesses to the target, or to all, are complete at the target; `is_at_origin` says that others
  /// than those with results are complete at their origin only.
  static void close(CheckedWindow& window, std::optional<int> target, bool is_at_origin);
  /// The operations to the target, or to all, are complete at their origin, or at the target, too.
  void complete(CheckedWindow& window, std::optional<int> target, bool is_at_target);
  /// Operations with a request are complete at their origin.
  void complete_requests();
  void watch_own_accesses(Window& window);
  /// Whether there were no accesses, and watches.
  bool end_own_accesses(Window& window);
  /// Those that only locks synchronize. What comes now may follow the accesses of others.
  void end_watched_stores();
  /// Own accesses before and after a call that locks or unlocks differ. Calls `change` between.
  template <class Change>
  void change_locks(Window& window, Change&& change);
  void exchange(Window& window);

  check::CheckLog& log_;
  Places& places_;
  BufferChecks& buffers_;
  std::set<std::uintptr_t> freed_;  ///< handles
  std::uint64_t observations_ = 0;
  bool are_stores_watched_ = false;
  bool has_requests_ = false;  ///< of one-sided operations, which no call may have completed
};

}  // namespace strobe::bcs::mpi
