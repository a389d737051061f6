// SPDX-License-Identifier: BSD-3-Clause
//
// How the messages of a grid travel over MPI: a communicator of its own, in which ranks are
// row-major places. Unlike the layer that is measured, it leaves the error handlers of the
// program's own communicators alone.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "blacs/integer.hpp"
#include "layer/mpi/calls.hpp"

namespace strobe::blacs::mpi {

using layer::Bytes;
using layer::ConstBytes;
using layer::mpi::check;
using layer::mpi::to_count;

template <class T>
[[nodiscard]] MPI_Datatype datatype_of() {
  if constexpr (std::is_same_v<T, float>) {
    return MPI_FLOAT;
  } else if constexpr (std::is_same_v<T, double>) {
    return MPI_DOUBLE;
  } else {
    static_assert(std::is_same_v<T, Int>);
    return sizeof(Int) == 4 ? MPI_INT32_T : MPI_INT64_T;
  }
}

class Communicator {
 public:
  using Request = MPI_Request;

  Communicator() = default;
  /// Takes `owned`, whose errors come back as codes from now on.
  explicit Communicator(MPI_Comm owned) : handle_(owned) {
    check(MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  }
  Communicator(Communicator&& other) noexcept
      : handle_(std::exchange(other.handle_, MPI_COMM_NULL)) {}
  Communicator& operator=(Communicator&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Communicator() { release(); }

  /// A communicator of `ranks` of `parent`, in this order, for its members alone to call.
  [[nodiscard]] static Communicator of(MPI_Comm parent, std::span<const int> ranks, int tag);

  /// The same of this one's ranks.
  [[nodiscard]] Communicator part(std::span<const int> ranks, int tag) const {
    return of(handle_, ranks, tag);
  }

  [[nodiscard]] MPI_Comm handle() const { return handle_; }
  [[nodiscard]] bool is_null() const { return handle_ == MPI_COMM_NULL; }

  [[nodiscard]] Request start_send(ConstBytes out, int rank, int id) {
    Request request = MPI_REQUEST_NULL;
    check(STROBE_MPI_COUNT(MPI_Isend)(out.data(), to_count(out.size()), MPI_BYTE, rank, id, handle_,
                                      &request),
          "MPI_Isend");
    return request;
  }

  void send(ConstBytes out, int rank, int id) {
    check(STROBE_MPI_COUNT(MPI_Send)(out.data(), to_count(out.size()), MPI_BYTE, rank, id, handle_),
          "MPI_Send");
  }

  void receive(Bytes in, int rank, int id) {
    check(STROBE_MPI_COUNT(MPI_Recv)(in.data(), to_count(in.size()), MPI_BYTE, rank, id, handle_,
                                     MPI_STATUS_IGNORE),
          "MPI_Recv");
  }

  [[nodiscard]] Request start_receive(Bytes in, int rank, int id) {
    Request request = MPI_REQUEST_NULL;
    check(STROBE_MPI_COUNT(MPI_Irecv)(in.data(), to_count(in.size()), MPI_BYTE, rank, id, handle_,
                                      &request),
          "MPI_Irecv");
    return request;
  }

  /// How many bytes came; a message may be shorter than what waits for it.
  [[nodiscard]] std::size_t receive_counted(Bytes in, int rank, int id) {
    MPI_Status status;
    check(STROBE_MPI_COUNT(MPI_Recv)(in.data(), to_count(in.size()), MPI_BYTE, rank, id, handle_,
                                     &status),
          "MPI_Recv");
    return bytes_of(status);
  }
  [[nodiscard]] static std::size_t wait_counted(Request& request) {
    MPI_Status status;
    check(MPI_Wait(&request, &status), "MPI_Wait");
    return bytes_of(status);
  }

  [[nodiscard]] bool has_arrived(int rank, int id) {
    int arrived = 0;
    check(MPI_Iprobe(rank, id, handle_, &arrived, MPI_STATUS_IGNORE), "MPI_Iprobe");
    return arrived != 0;
  }

  /// From whom, if from anybody.
  [[nodiscard]] std::optional<int> has_arrived_from(int id) {
    MPI_Status status;
    int arrived = 0;
    check(MPI_Iprobe(MPI_ANY_SOURCE, id, handle_, &arrived, &status), "MPI_Iprobe");
    return arrived != 0 ? std::optional(status.MPI_SOURCE) : std::nullopt;
  }

  void exchange(ConstBytes out, int to, Bytes in, int from, int id) {
    check(STROBE_MPI_COUNT(MPI_Sendrecv)(out.data(), to_count(out.size()), MPI_BYTE, to, id,
                                         in.data(), to_count(in.size()), MPI_BYTE, from, id,
                                         handle_, MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
  }

  [[nodiscard]] static bool test(Request& request) {
    int done = 0;
    check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    return done != 0;
  }

  static void wait_all(std::span<Request> requests) {
    check(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
          "MPI_Waitall");
  }

  void barrier() { check(MPI_Barrier(handle_), "MPI_Barrier"); }

  void broadcast(Bytes both, int root) {
    check(STROBE_MPI_COUNT(MPI_Bcast)(both.data(), to_count(both.size()), MPI_BYTE, root, handle_),
          "MPI_Bcast");
  }

  /// The sum of all comes into `in` on the root, and nowhere else. Not in place: MPICH 4.0 crashes
  /// where the root of a large MPI_Reduce gives MPI_IN_PLACE.
  template <class T>
  void add_on_one(const T* out, T* in, std::size_t count, int root) {
    check(STROBE_MPI_COUNT(MPI_Reduce)(out, in, to_count(count), datatype_of<T>(), MPI_SUM, root,
                                       handle_),
          "MPI_Reduce");
  }

  template <class T>
  void add_on_all(T* both, std::size_t count) {
    check(STROBE_MPI_COUNT(MPI_Allreduce)(MPI_IN_PLACE, both, to_count(count), datatype_of<T>(),
                                          MPI_SUM, handle_),
          "MPI_Allreduce");
  }

 private:
  [[nodiscard]] static std::size_t bytes_of(const MPI_Status& status) {
    layer::mpi::Count bytes = 0;
    check(STROBE_MPI_COUNT(MPI_Get_count)(&status, MPI_BYTE, &bytes), "MPI_Get_count");
    return static_cast<std::size_t>(bytes);
  }

  void release() {
    if (handle_ != MPI_COMM_NULL) MPI_Comm_free(&handle_);
  }

  MPI_Comm handle_ = MPI_COMM_NULL;
};

}  // namespace strobe::blacs::mpi
