// SPDX-License-Identifier: BSD-3-Clause
//
// The call of MPI that this process is in, or has made last, in a file that it maps into its
// memory. The kernel keeps what a process has stored there, however the process ends: so
// `strobe run` knows what a rank did that was killed by SIGKILL, which no handler can catch
// (python/strobe/coscheduling/last_calls.py).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/tick_clock.hpp"
#include "bcs/mpi/bindings/functions.hpp"

namespace strobe::bcs::mpi {

/// The content of the file `call-<rank>`.
struct LastCallFile {
  static constexpr std::uint64_t this_magic = 0x316c6c61'43727453;  ///< "StrCall1"
  static constexpr std::size_t line_bytes = 256;

  // The bits of `call`, from the highest: whether the process is in the call, whether the place is
  // the number of a line, the number of the function from 1, and the place. Otherwise the place is
  // a return address, or 0 if it is not known.
  static constexpr std::uint64_t is_inside = 1ULL << 63U;
  static constexpr std::uint64_t has_line = 1ULL << 62U;
  static constexpr unsigned function_shift = 48;
  static constexpr std::uint64_t place_mask = (1ULL << function_shift) - 1;

  std::uint64_t magic;
  std::atomic<std::uint64_t> call;
  std::atomic<std::uint64_t> image_bytes;
  std::byte unused[40];
  char lines[2][line_bytes];  ///< of Python: "ring.py:12, in main"
  /// The files of code that have called MPI, one in a line: the first address and the one after the
  /// last, what to subtract from an address for addr2line, all as 16 digits, and the path.
  char images[15808];
};
static_assert(sizeof(LastCallFile) == 16384);

class LastCall {
 public:
  /// Starts to note the calls of this rank, the first of which has initialized MPI, in the folder
  /// of the handshake. Does nothing if there is no such folder, or no space in it.
  void start(int rank, Function initialization, const void* caller);

  /// `caller` is the return address of the call. Null leaves the place as it was.
  void entered(Function function, const void* caller) {
    auto place = reinterpret_cast<std::uintptr_t>(caller);
    if (place - image_begin_ >= image_bytes_) [[unlikely]]
      place = place_of(caller);
    const std::uint64_t number = static_cast<std::uint64_t>(function) + 1;
    set(LastCallFile::is_inside | number << LastCallFile::function_shift | place);
  }
  void left() { set(get() & ~LastCallFile::is_inside); }

  /// For a call within which the application makes other calls.
  [[nodiscard]] std::uint64_t get() const { return call_->load(std::memory_order_relaxed); }
  void set(std::uint64_t call) { call_->store(call, std::memory_order_relaxed); }
  /// The call waits, so that there is time to search.
  void search_before_sleep();

 private:
  /// A file of code that has called MPI.
  struct Image {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    bool is_binding = false;  ///< whose addresses do not tell lines of the program apart
  };

  [[nodiscard, gnu::noinline]] std::uint64_t place_of(const void* caller);
  [[nodiscard]] const Image& image_of(const void* address);
  /// Searches the stack, unless the last search was so short ago that searches would take more than
  /// one part in `most_share` of the time.
  [[nodiscard]] std::uint64_t search(base::Ticks most_share);
  [[nodiscard]] std::uint64_t note_line(const std::string& line);

  /// Before `start`, calls are noted here.
  std::atomic<std::uint64_t> nowhere_ = 0;
  std::atomic<std::uint64_t>* call_ = &nowhere_;
  // The image of the last caller; all addresses before `start`; none if it is a binding.
  std::uintptr_t image_begin_ = 0;
  std::size_t image_bytes_ = SIZE_MAX;
  LastCallFile* file_ = nullptr;
  std::vector<Image>* images_ = nullptr;  ///< never destroyed, as Interposer
  bool has_binding_ = false;              ///< among the images
  int searches_ = 0;
  base::Ticks last_search_ = 0;  ///< its end
  base::Ticks search_took_ = 0;
  std::uint64_t line_ = 0;  ///< the one that was written last
};

}  // namespace strobe::bcs::mpi
