// SPDX-License-Identifier: BSD-3-Clause
//
// MPI as a message layer. Each function is one MPI call; counts are MPI_Count, so that a message
// may exceed 2 GiB (the `_c` functions of MPI 4).
#pragma once

#include <mpi.h>

#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "base/clock.hpp"
#include "strobe/error.hpp"
#include "strobe/message_layer.hpp"

#if MPI_VERSION >= 4
#define STROBE_MPI_COUNT(function) function##_c
#else
#define STROBE_MPI_COUNT(function) function
#endif

namespace strobe::layer::mpi {

#if MPI_VERSION >= 4
using Count = MPI_Count;
#else
using Count = int;
#endif

/// Throws strobe::Error with the library's words for `code`.
[[noreturn]] void fail(int code, const char* function);

inline void check(int code, const char* function) {
  if (code != MPI_SUCCESS) [[unlikely]]
    fail(code, function);
}

/// `bytes` as a count that this MPI can take; throws where an MPI older than 4 cannot.
[[nodiscard]] inline Count to_count(std::size_t bytes) {
  if constexpr (sizeof(Count) < sizeof(std::size_t)) {
    if (bytes > static_cast<std::size_t>(std::numeric_limits<Count>::max())) [[unlikely]] {
      throw Error("messages beyond 2 GiB need an MPI of version 4 or later");
    }
  }
  return static_cast<Count>(bytes);
}

[[nodiscard]] inline MPI_Datatype datatype(Element element) {
  switch (element) {
    case Element::int32:
      return MPI_INT32_T;
    case Element::int64:
      return MPI_INT64_T;
    case Element::float32:
      return MPI_FLOAT;
    case Element::float64:
      return MPI_DOUBLE;
  }
  throw Error("an element type that the MPI layer does not know");
}

[[nodiscard]] inline MPI_Op operation_handle(Operation operation) {
  switch (operation) {
    case Operation::sum:
      return MPI_SUM;
    case Operation::minimum:
      return MPI_MIN;
    case Operation::maximum:
      return MPI_MAX;
  }
  throw Error("a reduction that the MPI layer does not know");
}

class MpiLayer {
 public:
  using Request = MPI_Request;

  /// Takes a communicator of its own, so that its messages meet no others.
  [[nodiscard]] static MpiLayer duplicate_of(MPI_Comm communicator);

  MpiLayer(MpiLayer&& other) noexcept
      : communicator_(std::exchange(other.communicator_, MPI_COMM_NULL)),
        rank_(other.rank_),
        size_(other.size_) {}
  MpiLayer& operator=(MpiLayer&& other) noexcept {
    std::swap(communicator_, other.communicator_);
    rank_ = other.rank_;
    size_ = other.size_;
    return *this;
  }
  ~MpiLayer();

  [[nodiscard]] Rank rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] static std::chrono::nanoseconds now() { return base::monotonic_now(); }

  void send(ConstBytes out, Rank target, Tag tag) {
    check(STROBE_MPI_COUNT(MPI_Send)(out.data(), to_count(out.size()), MPI_BYTE, target.value,
                                     tag.value, communicator_),
          "MPI_Send");
  }

  void receive(Bytes in, Rank source, Tag tag) {
    check(STROBE_MPI_COUNT(MPI_Recv)(in.data(), to_count(in.size()), MPI_BYTE, source.value,
                                     tag.value, communicator_, MPI_STATUS_IGNORE),
          "MPI_Recv");
  }

  [[nodiscard]] Request start_send(ConstBytes out, Rank target, Tag tag) {
    Request request = MPI_REQUEST_NULL;
    check(STROBE_MPI_COUNT(MPI_Isend)(out.data(), to_count(out.size()), MPI_BYTE, target.value,
                                      tag.value, communicator_, &request),
          "MPI_Isend");
    return request;
  }

  [[nodiscard]] Request start_receive(Bytes in, Rank source, Tag tag) {
    Request request = MPI_REQUEST_NULL;
    check(STROBE_MPI_COUNT(MPI_Irecv)(in.data(), to_count(in.size()), MPI_BYTE, source.value,
                                      tag.value, communicator_, &request),
          "MPI_Irecv");
    return request;
  }

  void wait(Request& request) { check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait"); }

  void wait_all(std::span<Request> requests) {
    check(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
          "MPI_Waitall");
  }

  [[nodiscard]] bool test(Request& request) {
    int done = 0;
    check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    return done != 0;
  }

  void send_strided(const std::byte* from, Strided shape, Rank target, Tag tag);
  void receive_strided(std::byte* into, Strided shape, Rank source, Tag tag);

  void exchange(ConstBytes out, Rank target, Bytes in, Rank source, Tag tag) {
    check(STROBE_MPI_COUNT(MPI_Sendrecv)(out.data(), to_count(out.size()), MPI_BYTE, target.value,
                                         tag.value, in.data(), to_count(in.size()), MPI_BYTE,
                                         source.value, tag.value, communicator_, MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
  }

  void swap(Bytes both, Rank target, Rank source, Tag tag) {
    check(STROBE_MPI_COUNT(MPI_Sendrecv_replace)(both.data(), to_count(both.size()), MPI_BYTE,
                                                 target.value, tag.value, source.value, tag.value,
                                                 communicator_, MPI_STATUS_IGNORE),
          "MPI_Sendrecv_replace");
  }

  [[nodiscard]] std::size_t probe(Rank source, Tag tag) {
    MPI_Status status;
    check(MPI_Probe(source.value, tag.value, communicator_, &status), "MPI_Probe");
    return bytes_of(status);
  }

  [[nodiscard]] std::optional<std::size_t> probe_now(Rank source, Tag tag) {
    MPI_Status status;
    int arrived = 0;
    check(MPI_Iprobe(source.value, tag.value, communicator_, &arrived, &status), "MPI_Iprobe");
    if (arrived == 0) return std::nullopt;
    return bytes_of(status);
  }

  void barrier() { check(MPI_Barrier(communicator_), "MPI_Barrier"); }

  void broadcast(Bytes both, Rank root) {
    check(STROBE_MPI_COUNT(MPI_Bcast)(both.data(), to_count(both.size()), MPI_BYTE, root.value,
                                      communicator_),
          "MPI_Bcast");
  }

  void reduce(ConstBytes out, Bytes in, Element element, Operation operation, Rank root) {
    check(STROBE_MPI_COUNT(MPI_Reduce)(
              out.data(), in.data(), to_count(out.size() / size_bytes(element)), datatype(element),
              operation_handle(operation), root.value, communicator_),
          "MPI_Reduce");
  }

  void allreduce(ConstBytes out, Bytes in, Element element, Operation operation) {
    check(STROBE_MPI_COUNT(MPI_Allreduce)(
              out.data(), in.data(), to_count(out.size() / size_bytes(element)), datatype(element),
              operation_handle(operation), communicator_),
          "MPI_Allreduce");
  }

  void scan(ConstBytes out, Bytes in, Element element, Operation operation) {
    check(STROBE_MPI_COUNT(MPI_Scan)(out.data(), in.data(),
                                     to_count(out.size() / size_bytes(element)), datatype(element),
                                     operation_handle(operation), communicator_),
          "MPI_Scan");
  }

  void scatter(ConstBytes out, Bytes in, Rank root) {
    check(STROBE_MPI_COUNT(MPI_Scatter)(out.data(), to_count(in.size()), MPI_BYTE, in.data(),
                                        to_count(in.size()), MPI_BYTE, root.value, communicator_),
          "MPI_Scatter");
  }

  void gather(ConstBytes out, Bytes in, Rank root) {
    check(STROBE_MPI_COUNT(MPI_Gather)(out.data(), to_count(out.size()), MPI_BYTE, in.data(),
                                       to_count(out.size()), MPI_BYTE, root.value, communicator_),
          "MPI_Gather");
  }

  void allgather(ConstBytes out, Bytes in) {
    check(STROBE_MPI_COUNT(MPI_Allgather)(out.data(), to_count(out.size()), MPI_BYTE, in.data(),
                                          to_count(out.size()), MPI_BYTE, communicator_),
          "MPI_Allgather");
  }

  void alltoall(ConstBytes out, Bytes in) {
    const std::size_t part = out.size() / static_cast<std::size_t>(size_);
    check(STROBE_MPI_COUNT(MPI_Alltoall)(out.data(), to_count(part), MPI_BYTE, in.data(),
                                         to_count(part), MPI_BYTE, communicator_),
          "MPI_Alltoall");
  }

  [[nodiscard]] std::optional<MpiLayer> first_ranks(int count);

 private:
  explicit MpiLayer(MPI_Comm owned);
  [[nodiscard]] static std::size_t bytes_of(const MPI_Status& status);

  MPI_Comm communicator_ = MPI_COMM_NULL;
  Rank rank_{};
  int size_ = 0;
};

static_assert(MessageLayer<MpiLayer>);

}  // namespace strobe::layer::mpi
