// SPDX-License-Identifier: BSD-3-Clause
//
// A window of memory that other processes read and write with one-sided calls.
#pragma once

#include <mpi.h>

#include <map>
#include <memory>
#include <utility>

#include "layer/mpi/calls.hpp"

namespace strobe::layer::mpi {

class Window {
 public:
  /// Collective over the communicator. MPI allocates the memory, and may place it where the other
  /// processes of the node can access it; or it is memory of this process (MPI_Win_create).
  Window(MPI_Comm communicator, std::size_t size_bytes,
         WindowMemory memory = WindowMemory::allocated);
  Window(Window&& other) noexcept
      : window_(std::exchange(other.window_, MPI_WIN_NULL)),
        own_(std::move(other.own_)),
        memory_(other.memory_),
        size_(other.size_),
        group_(std::exchange(other.group_, MPI_GROUP_NULL)),
        singles_(std::exchange(other.singles_, {})) {}
  Window& operator=(Window&&) = delete;
  ~Window();

  [[nodiscard]] Bytes bytes() { return {memory_, size_}; }

  void put(ConstBytes out, Rank target, std::size_t offset) {
    const Count count = to_count(out.size());
    check(STROBE_MPI_COUNT(MPI_Put)(out.data(), count, MPI_BYTE, target.value,
                                    static_cast<MPI_Aint>(offset), count, MPI_BYTE, window_),
          "MPI_Put");
  }

  void get(Bytes in, Rank target, std::size_t offset) {
    const Count count = to_count(in.size());
    check(STROBE_MPI_COUNT(MPI_Get)(in.data(), count, MPI_BYTE, target.value,
                                    static_cast<MPI_Aint>(offset), count, MPI_BYTE, window_),
          "MPI_Get");
  }

  void accumulate(ConstBytes out, Rank target, std::size_t offset, Element element,
                  Operation operation) {
    const Count count = to_count(out.size() / layer::size_bytes(element));
    check(STROBE_MPI_COUNT(MPI_Accumulate)(out.data(), count, datatype(element), target.value,
                                           static_cast<MPI_Aint>(offset), count, datatype(element),
                                           operation_handle(operation), window_),
          "MPI_Accumulate");
  }

  /// Adds `out` to the target's elements as `operation` says, and gets what they were before.
  void get_accumulate(ConstBytes out, Bytes in, Rank target, std::size_t offset, Element element,
                      Operation operation) {
    const Count count = to_count(out.size() / layer::size_bytes(element));
    check(STROBE_MPI_COUNT(MPI_Get_accumulate)(
              out.data(), count, datatype(element), in.data(), count, datatype(element),
              target.value, static_cast<MPI_Aint>(offset), count, datatype(element),
              operation_handle(operation), window_),
          "MPI_Get_accumulate");
  }

  /// The same for one element.
  void fetch_and_op(ConstBytes out, Bytes in, Rank target, std::size_t offset, Element element,
                    Operation operation) {
    check(MPI_Fetch_and_op(out.data(), in.data(), datatype(element), target.value,
                           static_cast<MPI_Aint>(offset), operation_handle(operation), window_),
          "MPI_Fetch_and_op");
  }

  /// Replaces the target's element by `out` if it equals `compared`, and gets what it was before.
  void compare_and_swap(ConstBytes out, ConstBytes compared, Bytes in, Rank target,
                        std::size_t offset, Element element) {
    check(MPI_Compare_and_swap(out.data(), compared.data(), in.data(), datatype(element),
                               target.value, static_cast<MPI_Aint>(offset), window_),
          "MPI_Compare_and_swap");
  }

  void fence() { check(MPI_Win_fence(0, window_), "MPI_Win_fence"); }

  void post(Rank origin) { check(MPI_Win_post(only(origin), 0, window_), "MPI_Win_post"); }
  void start(Rank target) { check(MPI_Win_start(only(target), 0, window_), "MPI_Win_start"); }
  void complete() { check(MPI_Win_complete(window_), "MPI_Win_complete"); }
  void wait() { check(MPI_Win_wait(window_), "MPI_Win_wait"); }

  void lock(Rank target) {
    check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target.value, 0, window_), "MPI_Win_lock");
  }
  /// A shared lock, which several processes can hold.
  void lock_shared(Rank target) {
    check(MPI_Win_lock(MPI_LOCK_SHARED, target.value, 0, window_), "MPI_Win_lock");
  }
  void lock_all() { check(MPI_Win_lock_all(0, window_), "MPI_Win_lock_all"); }
  void unlock_all() { check(MPI_Win_unlock_all(window_), "MPI_Win_unlock_all"); }
  void flush_all() { check(MPI_Win_flush_all(window_), "MPI_Win_flush_all"); }
  /// Waits until the buffers of this process can be used again; the target may not have the data.
  void flush_local_all() { check(MPI_Win_flush_local_all(window_), "MPI_Win_flush_local_all"); }
  void flush(Rank target) { check(MPI_Win_flush(target.value, window_), "MPI_Win_flush"); }
  void unlock(Rank target) { check(MPI_Win_unlock(target.value, window_), "MPI_Win_unlock"); }

 private:
  /// The group of one process. It is created once, because measured regions use it.
  [[nodiscard]] MPI_Group only(Rank rank) {
    const auto known = singles_.find(rank.value);
    return known != singles_.end() ? known->second : make_single(rank);
  }
  MPI_Group make_single(Rank rank);

  MPI_Win window_ = MPI_WIN_NULL;
  std::unique_ptr<std::byte[]> own_;
  std::byte* memory_ = nullptr;
  std::size_t size_ = 0;
  MPI_Group group_ = MPI_GROUP_NULL;
  std::map<int, MPI_Group> singles_;
};

}  // namespace strobe::layer::mpi
