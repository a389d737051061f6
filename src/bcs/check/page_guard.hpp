// SPDX-License-Identifier: BSD-3-Clause
//
// Finds all accesses to buffers in flight, by protecting the pages that lie within one: those of a
// send buffer cannot be written, those of a receive buffer not even be read. An access raises
// SIGSEGV; the handler notes who it was, opens the pages, and lets the access happen. An excused
// access, by the runtime in a call of MPI, opens them until the call returns.
//
// What lies outside of these pages is hashed. A system call fails on a protected page and raises no
// signal, so the runtime says beforehand where it writes.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bcs/check/access_site.hpp"
#include "bcs/check/buffer_watch.hpp"
#include "bcs/check/memory_map.hpp"
#include "bcs/memory/program_memory.hpp"

namespace strobe::bcs::check {

class PageGuard {
 public:
  static constexpr std::size_t most = 4096;
  /// The number of a guarded buffer; none.
  static constexpr std::uint16_t none = 0xffff;

  struct Callbacks {
    /// In a signal handler: whether this thread accesses buffers for the program, as MPI does.
    bool (*is_excused)();
    DescribeSite describe;
    /// Buffers were opened: `close_opened` has to be called before the program continues.
    void (*opened)();
  };

  /// Only one object may be there.
  PageGuard(const memory::ProgramMemory& memory, const Callbacks& callbacks);
  PageGuard(const PageGuard&) = delete;
  PageGuard& operator=(const PageGuard&) = delete;
  ~PageGuard();

  /// Who writes to a buffer while its operation is in progress.
  enum class Writer : std::uint8_t {
    followed,  ///< the runtime, which calls `arrives` before
    runtime,
    others,  ///< the MPI or another process, at any time, so that no page is protected
  };
  /// An operation uses this buffer from now on, in which these accesses are errors.
  [[nodiscard]] std::uint16_t begin(std::span<const std::byte> buffer, Access access,
                                    Writer writer);
  /// The bytes that are not on protected pages, at the begin and at the end of the buffer.
  struct Edges {
    std::span<const std::byte> first, last;
  };
  [[nodiscard]] Edges edges(std::uint16_t number) const;

  /// What has happened to a buffer meanwhile.
  struct Seen {
    std::optional<AccessSite> accessed;
    std::optional<AccessSite> released;  ///< freed or unmapped
    bool was_changed_early = false;      ///< its edges, before its data arrived
  };
  /// The program may access the buffer from now on.
  Seen end(std::uint16_t number);

  /// The runtime is about to write there, or has another process or the system do so. If
  /// `for_good`, that takes longer than this call.
  void arrives(const std::byte* data, std::size_t bytes, bool for_good);
  /// Protects again what was opened.
  void close_opened();

  // From signal handlers, and from calls of the program that change its memory.
  [[nodiscard]] bool faulted(std::uintptr_t at, const void* interrupted);
  void chain(int number, siginfo_t* info, void* context);

 private:
  enum class State : std::uint8_t { unused, open, closed, reopened };
  struct Guarded {
    std::atomic<State> state{State::unused};
    std::atomic<std::uintptr_t> begin{0}, end{0};
    std::atomic<std::uintptr_t> page_begin{0}, page_end{0};  ///< what is protected
    std::atomic<int> protection{0};                          ///< as it was before
    Access access = Access::write;
    bool is_followed = false;
    bool was_changed_early = false;
    std::uint64_t contents = 0;  ///< hash of the edges of a followed buffer
    std::atomic<bool> is_accessed{false};
    std::atomic<bool> is_released{false};
    AccessSite accessed{}, released{};

    [[nodiscard]] bool contains(std::uintptr_t at) const {
      return page_begin.load(std::memory_order_relaxed) <= at &&
             at < page_end.load(std::memory_order_relaxed);
    }
  };
  struct Kept {
    void* memory;
    std::size_t bytes;
    memory::Release release;
  };
  struct Range {
    std::uintptr_t begin, end;
  };

  [[nodiscard]] std::optional<int> protection_of(std::uintptr_t begin, std::uintptr_t end,
                                                 bool& is_shared);
  [[nodiscard]] bool close(Guarded& buffer) const;
  static void open(const Guarded& buffer);
  void restore_others(const Guarded& opened) const;
  template <class Visit>
  void for_each_overlapping(std::uintptr_t begin, std::uintptr_t end, Visit&& visit);
  /// Whether the program may not do so meanwhile.
  [[nodiscard]] static bool is_error(const Guarded& buffer, bool is_written) {
    return is_written || buffer.access == Access::any;
  }
  void note(Guarded& buffer, const void* interrupted);
  void give_back_kept();

  // The listener's.
  [[nodiscard]] bool releases(void* memory, std::size_t bytes, memory::Release release);
  void protects(void* memory, std::size_t bytes);
  void passes(const void* memory, std::size_t bytes, bool is_written);
  void passed(const void* memory, std::size_t bytes, bool is_written);
  void sets_action(const struct sigaction* action, struct sigaction* before);

  const memory::ProgramMemory& memory_;
  Callbacks callbacks_;
  memory::MemoryListener listener_{};
  std::uintptr_t page_bytes_;
  pid_t pid_;
  std::array<Guarded, most> buffers_;
  std::atomic<std::size_t> used_{0};  ///< all in use have smaller numbers
  std::vector<std::uint16_t> free_;
  std::size_t pending_ = 0;
  MemoryMap map_;
  // Threads of the program that free and protect memory do not wait for each other: a signal
  // handler may be among them.
  std::atomic_flag is_locked_ = ATOMIC_FLAG_INIT;
  std::atomic<bool> is_map_changed_{true};
  std::array<Kept, 256> kept_{};
  std::size_t kept_count_ = 0;
  std::array<Range, 64> protected_by_program_{};
  std::size_t protected_count_ = 0;
  struct sigaction replaced_{};
};

}  // namespace strobe::bcs::check
