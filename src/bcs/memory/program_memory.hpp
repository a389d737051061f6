// SPDX-License-Identifier: BSD-3-Clause
//
// What the runtime learns of a program's memory with --check=buffers. libstrobe_run_memory.so is
// loaded before the C library, sees the calls by which the program allocates, frees, maps and
// protects memory, and gives them on to the next library. It finds no errors itself.
#pragma once

#include <signal.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace strobe::bcs::memory {

/// How memory goes back.
enum class Release : std::uint8_t { free, unmap };

/// Called in the thread of the program that does it. None of them may wait for another thread.
struct MemoryListener {
  /// Only releases that touch these addresses are of interest.
  std::atomic<std::uintptr_t> begin{UINTPTR_MAX};
  std::atomic<std::uintptr_t> end{0};

  /// The program frees or unmaps memory. If true, it stays as it is until `give_back`.
  bool (*releases)(void* memory, std::size_t bytes, Release release);
  /// The program has changed what is mapped there, or how it is protected.
  void (*remaps)(void* memory, std::size_t bytes);
  /// The program protects memory itself, which nobody else may do there from now on.
  void (*protects)(void* memory, std::size_t bytes);
  /// The program gives memory to a system call, which would fail on a protected page.
  void (*passes)(const void* memory, std::size_t bytes, bool is_written);
  /// The system call has read or written so much of it.
  void (*passed)(const void* memory, std::size_t bytes, bool is_written);
  /// The program sets its action for SIGSEGV, or asks for it.
  void (*sets_action)(const struct sigaction* action, struct sigaction* before);

  [[nodiscard]] bool is_interested_in(const void* memory, std::size_t bytes) const {
    const auto at = reinterpret_cast<std::uintptr_t>(memory);
    return at < end.load(std::memory_order_relaxed) &&
           at + bytes > begin.load(std::memory_order_relaxed);
  }
};

struct Allocation {
  const void* begin = nullptr;  ///< null: none is known
  std::size_t bytes = 0;        ///< as the program asked for
};

struct ProgramMemory {
  /// From now on; null: no longer.
  void (*listen)(MemoryListener* listener);
  /// The allocation that begins last before `at`. It need not reach that far.
  Allocation (*allocation_before)(const void* at);
  /// Frees or unmaps what a listener has kept.
  void (*give_back)(void* memory, std::size_t bytes, Release release);
  /// As sigaction(2), but the listener is not asked.
  int (*set_action)(int signal, const struct sigaction* action, struct sigaction* before);
};

}  // namespace strobe::bcs::memory

/// The function that the library exports.
using strobe_run_memory_function = const strobe::bcs::memory::ProgramMemory* (*)();
inline constexpr const char* strobe_run_memory_name = "strobe_run_memory";
