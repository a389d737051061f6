// SPDX-License-Identifier: BSD-3-Clause
//
// MPI as a message layer. Each function is one MPI call. Counts are MPI_Count, so a message may
// exceed 2 GiB (the `_c` functions of MPI 4). With an older MPI, messages and broadcasts beyond 2
// GiB use a derived datatype, and other collectives refuse them.
#pragma once

#include <mpi.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "layer/mpi/block_type.hpp"
#include "layer/mpi/calls.hpp"
#include "layer/mpi/file.hpp"
#include "layer/mpi/neighbourhood.hpp"
#include "layer/mpi/new_communicator.hpp"
#include "layer/mpi/parts.hpp"
#include "layer/mpi/started_collectives.hpp"
#include "layer/mpi/window.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::layer::mpi {

/// The MPI datatype of a strided shape. It is created again only if the shape changes.
class VectorType {
 public:
  VectorType() = default;
  VectorType(VectorType&& other) noexcept
      : shape_(std::exchange(other.shape_, std::nullopt)), type_(other.type_) {}
  VectorType& operator=(VectorType&& other) noexcept {
    std::swap(shape_, other.shape_);
    std::swap(type_, other.type_);
    return *this;
  }
  ~VectorType() { release(); }

  [[nodiscard]] MPI_Datatype of(Strided shape) {
    if (shape_ != shape) [[unlikely]]
      make(shape);
    return type_;
  }

 private:
  void make(Strided shape);
  void release();

  std::optional<Strided> shape_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// The buffer of MPI_Bsend. MPI allows one at a time in a process.
class SendBuffer {
 public:
  SendBuffer(std::size_t messages, std::size_t size_bytes);
  ~SendBuffer();
  SendBuffer(const SendBuffer&) = delete;
  SendBuffer& operator=(const SendBuffer&) = delete;

 private:
  std::unique_ptr<std::byte[]> memory_;
};

class MpiLayer : public StartedCollectives<MpiLayer> {
 public:
  using Request = MPI_Request;
  using SendBuffer = mpi::SendBuffer;
  using Parts = mpi::Parts;
  using ElementCounts = mpi::ElementCounts;
  using Neighbourhood = mpi::Neighbourhood;
  using BlockType = mpi::BlockType;
  using Window = mpi::Window;
  using File = mpi::File;

  /// Creates a communicator for the layer, so that its messages match no others.
  [[nodiscard]] static MpiLayer duplicate_of(MPI_Comm communicator);

  MpiLayer(MpiLayer&& other) noexcept
      : communicator_(std::exchange(other.communicator_, MPI_COMM_NULL)),
        rank_(other.rank_),
        size_(other.size_),
        vector_type_(std::move(other.vector_type_)) {}
  MpiLayer& operator=(MpiLayer&& other) noexcept {
    std::swap(communicator_, other.communicator_);
    rank_ = other.rank_;
    size_ = other.size_;
    vector_type_ = std::move(other.vector_type_);
    return *this;
  }
  ~MpiLayer();

  static constexpr Rank any_source{MPI_ANY_SOURCE};

  [[nodiscard]] Rank rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] MPI_Comm communicator() const { return communicator_; }
  [[nodiscard]] static std::chrono::nanoseconds now() { return base::monotonic_now(); }

  void send(ConstBytes out, Rank target, Tag tag) {
    const Amount amount(out.size());
    check(STROBE_MPI_COUNT(MPI_Send)(out.data(), amount.count(), amount.type(), target.value,
                                     tag.value, communicator_),
          "MPI_Send");
  }

  void receive(Bytes in, Rank source, Tag tag) {
    const Amount amount(in.size());
    check(STROBE_MPI_COUNT(MPI_Recv)(in.data(), amount.count(), amount.type(), source.value,
                                     tag.value, communicator_, MPI_STATUS_IGNORE),
          "MPI_Recv");
  }

  [[nodiscard]] Request start_send(ConstBytes out, Rank target, Tag tag) {
    const Amount amount(out.size());
    Request request = MPI_REQUEST_NULL;
    check(STROBE_MPI_COUNT(MPI_Isend)(out.data(), amount.count(), amount.type(), target.value,
                                      tag.value, communicator_, &request),
          "MPI_Isend");
    return request;
  }

  [[nodiscard]] Request start_receive(Bytes in, Rank source, Tag tag) {
    const Amount amount(in.size());
    Request request = MPI_REQUEST_NULL;
    check(STROBE_MPI_COUNT(MPI_Irecv)(in.data(), amount.count(), amount.type(), source.value,
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

  /// The index of a request that is complete now; nothing if none is active.
  [[nodiscard]] std::optional<std::size_t> wait_any(std::span<Request> requests) {
    int index = MPI_UNDEFINED;
    check(
        MPI_Waitany(static_cast<int>(requests.size()), requests.data(), &index, MPI_STATUS_IGNORE),
        "MPI_Waitany");
    return index == MPI_UNDEFINED ? std::nullopt : std::optional(static_cast<std::size_t>(index));
  }

  [[nodiscard]] std::size_t wait_some(std::span<Request> requests, std::span<int> completed) {
    int count = 0;
    check(MPI_Waitsome(static_cast<int>(requests.size()), requests.data(), &count, completed.data(),
                       MPI_STATUSES_IGNORE),
          "MPI_Waitsome");
    return count == MPI_UNDEFINED ? 0 : static_cast<std::size_t>(count);
  }

  [[nodiscard]] bool test_all(std::span<Request> requests) {
    int done = 0;
    check(
        MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE),
        "MPI_Testall");
    return done != 0;
  }

  void send_synchronous(ConstBytes out, Rank target, Tag tag) {
    const Amount amount(out.size());
    check(STROBE_MPI_COUNT(MPI_Ssend)(out.data(), amount.count(), amount.type(), target.value,
                                      tag.value, communicator_),
          "MPI_Ssend");
  }

  void send_ready(ConstBytes out, Rank target, Tag tag) {
    const Amount amount(out.size());
    check(STROBE_MPI_COUNT(MPI_Rsend)(out.data(), amount.count(), amount.type(), target.value,
                                      tag.value, communicator_),
          "MPI_Rsend");
  }

  [[nodiscard]] Request start_send_ready(ConstBytes out, Rank target, Tag tag) {
    const Amount amount(out.size());
    Request request = MPI_REQUEST_NULL;
    check(STROBE_MPI_COUNT(MPI_Irsend)(out.data(), amount.count(), amount.type(), target.value,
                                       tag.value, communicator_, &request),
          "MPI_Irsend");
    return request;
  }

  void cancel(Request& request) {
    check(MPI_Cancel(&request), "MPI_Cancel");
    wait(request);
  }

  void send_buffered(ConstBytes out, Rank target, Tag tag) {
    const Amount amount(out.size());
    check(STROBE_MPI_COUNT(MPI_Bsend)(out.data(), amount.count(), amount.type(), target.value,
                                      tag.value, communicator_),
          "MPI_Bsend");
  }

  [[nodiscard]] Request prepare_send(ConstBytes out, Rank target, Tag tag) {
    const Amount amount(out.size());
    Request request = MPI_REQUEST_NULL;
    check(STROBE_MPI_COUNT(MPI_Send_init)(out.data(), amount.count(), amount.type(), target.value,
                                          tag.value, communicator_, &request),
          "MPI_Send_init");
    return request;
  }

  [[nodiscard]] Request prepare_receive(Bytes in, Rank source, Tag tag) {
    const Amount amount(in.size());
    Request request = MPI_REQUEST_NULL;
    check(STROBE_MPI_COUNT(MPI_Recv_init)(in.data(), amount.count(), amount.type(), source.value,
                                          tag.value, communicator_, &request),
          "MPI_Recv_init");
    return request;
  }

  void start(Request& request) { check(MPI_Start(&request), "MPI_Start"); }
  void release(Request& request) { check(MPI_Request_free(&request), "MPI_Request_free"); }

  void send_strided(const std::byte* from, Strided shape, Rank target, Tag tag) {
    check(MPI_Send(from, 1, vector_type_.of(shape), target.value, tag.value, communicator_),
          "MPI_Send");
  }

  void receive_strided(std::byte* into, Strided shape, Rank source, Tag tag) {
    check(MPI_Recv(into, 1, vector_type_.of(shape), source.value, tag.value, communicator_,
                   MPI_STATUS_IGNORE),
          "MPI_Recv");
  }

  void send_blocks(const std::byte* from, const BlockType& type, Rank target, Tag tag) {
    check(MPI_Send(from, 1, type.handle(), target.value, tag.value, communicator_), "MPI_Send");
  }

  void receive_blocks(std::byte* into, const BlockType& type, Rank source, Tag tag) {
    check(
        MPI_Recv(into, 1, type.handle(), source.value, tag.value, communicator_, MPI_STATUS_IGNORE),
        "MPI_Recv");
  }

  void exchange_strided(const std::byte* from, Rank target, std::byte* into, Rank source,
                        Strided shape, Tag tag) {
    const MPI_Datatype type = vector_type_.of(shape);
    check(MPI_Sendrecv(from, 1, type, target.value, tag.value, into, 1, type, source.value,
                       tag.value, communicator_, MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
  }

  void swap_strided(std::byte* both, Rank target, Rank source, Strided shape, Tag tag) {
    check(MPI_Sendrecv_replace(both, 1, vector_type_.of(shape), target.value, tag.value,
                               source.value, tag.value, communicator_, MPI_STATUS_IGNORE),
          "MPI_Sendrecv_replace");
  }

  void exchange(ConstBytes out, Rank target, Bytes in, Rank source, Tag tag) {
    const Amount amount(out.size());
    const Amount received(in.size());
    check(STROBE_MPI_COUNT(MPI_Sendrecv)(out.data(), amount.count(), amount.type(), target.value,
                                         tag.value, in.data(), received.count(), received.type(),
                                         source.value, tag.value, communicator_, MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
  }

  void swap(Bytes both, Rank target, Rank source, Tag tag) {
    const Amount amount(both.size());
    check(STROBE_MPI_COUNT(MPI_Sendrecv_replace)(both.data(), amount.count(), amount.type(),
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
    const Amount amount(both.size());
    check(STROBE_MPI_COUNT(MPI_Bcast)(both.data(), amount.count(), amount.type(), root.value,
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
    const std::size_t part = part_of(out);
    check(STROBE_MPI_COUNT(MPI_Alltoall)(out.data(), to_count(part), MPI_BYTE, in.data(),
                                         to_count(part), MPI_BYTE, communicator_),
          "MPI_Alltoall");
  }

  [[nodiscard]] MpiLayer group(std::span<const Rank> members);

  void scatter_parts(ConstBytes out, const Parts& parts, Bytes in, Rank root) {
    check(STROBE_MPI_COUNT(MPI_Scatterv)(out.data(), parts.counts(), parts.displacements(),
                                         MPI_BYTE, in.data(), to_count(in.size()), MPI_BYTE,
                                         root.value, communicator_),
          "MPI_Scatterv");
  }

  void gather_parts(ConstBytes out, Bytes in, const Parts& parts, Rank root) {
    check(STROBE_MPI_COUNT(MPI_Gatherv)(out.data(), to_count(out.size()), MPI_BYTE, in.data(),
                                        parts.counts(), parts.displacements(), MPI_BYTE, root.value,
                                        communicator_),
          "MPI_Gatherv");
  }

  void allgather_parts(ConstBytes out, Bytes in, const Parts& parts) {
    check(STROBE_MPI_COUNT(MPI_Allgatherv)(out.data(), to_count(out.size()), MPI_BYTE, in.data(),
                                           parts.counts(), parts.displacements(), MPI_BYTE,
                                           communicator_),
          "MPI_Allgatherv");
  }

  void alltoall_parts(ConstBytes out, const Parts& out_parts, Bytes in, const Parts& in_parts) {
    check(STROBE_MPI_COUNT(MPI_Alltoallv)(out.data(), out_parts.counts(), out_parts.displacements(),
                                          MPI_BYTE, in.data(), in_parts.counts(),
                                          in_parts.displacements(), MPI_BYTE, communicator_),
          "MPI_Alltoallv");
  }

  void scatter_in_place(Bytes both, Rank root) {
    const bool is_root = rank_ == root;
    const Count part = to_count(is_root ? part_of(both) : both.size());
    check(STROBE_MPI_COUNT(MPI_Scatter)(both.data(), part, MPI_BYTE,
                                        is_root ? MPI_IN_PLACE : both.data(), part, MPI_BYTE,
                                        root.value, communicator_),
          "MPI_Scatter");
  }

  void gather_in_place(Bytes both, Rank root) {
    const bool is_root = rank_ == root;
    const Count part = to_count(is_root ? part_of(both) : both.size());
    check(STROBE_MPI_COUNT(MPI_Gather)(is_root ? MPI_IN_PLACE : both.data(), part, MPI_BYTE,
                                       is_root ? both.data() : nullptr, part, MPI_BYTE, root.value,
                                       communicator_),
          "MPI_Gather");
  }

  void allgather_in_place(Bytes both) {
    const Count part = to_count(part_of(both));
    check(STROBE_MPI_COUNT(MPI_Allgather)(MPI_IN_PLACE, part, MPI_BYTE, both.data(), part, MPI_BYTE,
                                          communicator_),
          "MPI_Allgather");
  }

  void alltoall_in_place(Bytes both) {
    const Count part = to_count(part_of(both));
    check(STROBE_MPI_COUNT(MPI_Alltoall)(MPI_IN_PLACE, part, MPI_BYTE, both.data(), part, MPI_BYTE,
                                         communicator_),
          "MPI_Alltoall");
  }

  [[nodiscard]] Request start_barrier() {
    Request request = MPI_REQUEST_NULL;
    check(MPI_Ibarrier(communicator_, &request), "MPI_Ibarrier");
    return request;
  }

  [[nodiscard]] Request start_broadcast(Bytes both, Rank root) {
    const Amount amount(both.size());
    Request request = MPI_REQUEST_NULL;
    check(STROBE_MPI_COUNT(MPI_Ibcast)(both.data(), amount.count(), amount.type(), root.value,
                                       communicator_, &request),
          "MPI_Ibcast");
    return request;
  }

  [[nodiscard]] Request start_allreduce(ConstBytes out, Bytes in, Element element,
                                        Operation operation) {
    Request request = MPI_REQUEST_NULL;
    check(STROBE_MPI_COUNT(MPI_Iallreduce)(
              out.data(), in.data(), to_count(out.size() / size_bytes(element)), datatype(element),
              operation_handle(operation), communicator_, &request),
          "MPI_Iallreduce");
    return request;
  }

  [[nodiscard]] Request start_alltoall(ConstBytes out, Bytes in) {
    Request request = MPI_REQUEST_NULL;
    const Count part = to_count(part_of(out));
    check(STROBE_MPI_COUNT(MPI_Ialltoall)(out.data(), part, MPI_BYTE, in.data(), part, MPI_BYTE,
                                          communicator_, &request),
          "MPI_Ialltoall");
    return request;
  }

#if MPI_VERSION >= 4
  [[nodiscard]] Request prepare_barrier() {
    Request request = MPI_REQUEST_NULL;
    check(MPI_Barrier_init(communicator_, MPI_INFO_NULL, &request), "MPI_Barrier_init");
    return request;
  }

  [[nodiscard]] Request prepare_broadcast(Bytes both, Rank root) {
    Request request = MPI_REQUEST_NULL;
    check(MPI_Bcast_init_c(both.data(), to_count(both.size()), MPI_BYTE, root.value, communicator_,
                           MPI_INFO_NULL, &request),
          "MPI_Bcast_init");
    return request;
  }

  [[nodiscard]] Request prepare_allreduce(ConstBytes out, Bytes in, Element element,
                                          Operation operation) {
    Request request = MPI_REQUEST_NULL;
    check(MPI_Allreduce_init_c(out.data(), in.data(), to_count(out.size() / size_bytes(element)),
                               datatype(element), operation_handle(operation), communicator_,
                               MPI_INFO_NULL, &request),
          "MPI_Allreduce_init");
    return request;
  }

  [[nodiscard]] Request prepare_alltoall(ConstBytes out, Bytes in) {
    Request request = MPI_REQUEST_NULL;
    const Count part = to_count(part_of(out));
    check(MPI_Alltoall_init_c(out.data(), part, MPI_BYTE, in.data(), part, MPI_BYTE, communicator_,
                              MPI_INFO_NULL, &request),
          "MPI_Alltoall_init");
    return request;
  }
#endif

  /// Whether MPI was started with MPI_THREAD_MULTIPLE.
  [[nodiscard]] static bool threads_may_call();

  /// The placement of a grid by MPI_Cart_create with reordering.
  [[nodiscard]] std::vector<Rank> cartesian_places(int rows, int columns);

  [[nodiscard]] Window allocate_window(std::size_t size_bytes) {
    return {communicator_, size_bytes};
  }
  /// A window of memory that the process allocated itself.
  [[nodiscard]] Window create_window(std::size_t size_bytes) {
    return {communicator_, size_bytes, WindowMemory::own};
  }

  [[nodiscard]] File create_file(const std::string& path) { return {communicator_, path}; }
  /// A file of this process alone.
  [[nodiscard]] static File create_own_file(const std::string& path) {
    return {MPI_COMM_SELF, path};
  }

  /// The neighbours of this process on a torus of all processes.
  [[nodiscard]] Neighbourhood neighbourhood() { return Neighbourhood(communicator_); }

  [[nodiscard]] NewCommunicator duplicate() { return NewCommunicator::duplicate(communicator_); }
  [[nodiscard]] NewCommunicator split(int colour, int key) {
    return NewCommunicator::split(communicator_, colour, key);
  }
  [[nodiscard]] NewCommunicator create(std::span<const Rank> members) {
    return NewCommunicator::create(communicator_, members);
  }
  [[nodiscard]] NewCommunicator create_group(std::span<const Rank> members) {
    return NewCommunicator::create_group(communicator_, members);
  }

 private:
  explicit MpiLayer(MPI_Comm owned);
  [[nodiscard]] std::size_t part_of(ConstBytes all) const {
    return all.size() / static_cast<std::size_t>(size_);
  }
  [[nodiscard]] static std::size_t bytes_of(const MPI_Status& status);

  MPI_Comm communicator_ = MPI_COMM_NULL;
  Rank rank_{};
  int size_ = 0;
  VectorType vector_type_;
};

static_assert(MessageLayer<MpiLayer>);
static_assert(SynchronousSends<MpiLayer> && ReadySends<MpiLayer> && BufferedSends<MpiLayer>);
static_assert(PersistentRequests<MpiLayer> && StridedExchanges<MpiLayer>);
static_assert(VaryingCollectives<MpiLayer> && InPlaceCollectives<MpiLayer>);
static_assert(NonblockingCollectives<MpiLayer> && ThreadedCalls<MpiLayer>);
static_assert(ReduceScatters<MpiLayer> && AllNonblockingCollectives<MpiLayer>);
static_assert(Neighbourhoods<MpiLayer> && BlockTypes<MpiLayer> && CompletesSome<MpiLayer>);
static_assert(CommunicatorCreation<MpiLayer> && RemoteAtomics<MpiLayer> && FileAccess<MpiLayer>);
static_assert(Cartesian<MpiLayer> && OneSided<MpiLayer> && Files<MpiLayer>);

}  // namespace strobe::layer::mpi
