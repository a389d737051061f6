// SPDX-License-Identifier: BSD-3-Clause
//
// The transport of a grid over MPI: a communicator whose ranks are the processes in row-major
// order. Unlike the message layer, it does not change the error handlers of the program's
// communicators. At debug and timing levels an observer counts the communication and performs the
// waits. Otherwise the MPI performs them, unless processes share cores (shared_cores_wait.hpp).
#pragma once

#include <mpi.h>

#include <complex>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "blacs/mpi/end.hpp"
#include "blacs/mpi/layout.hpp"
#include "blacs/mpi/observer.hpp"
#include "blacs/operations.hpp"
#include "layer/mpi/calls.hpp"
#include "strobe/blacs/integer.hpp"

namespace strobe::blacs::mpi {

using layer::Bytes;
using layer::mpi::check;
using layer::mpi::to_count;

template <class T>
[[nodiscard]] MPI_Datatype datatype_of() {
  if constexpr (std::is_same_v<T, float>) {
    return MPI_FLOAT;
  } else if constexpr (std::is_same_v<T, double>) {
    return MPI_DOUBLE;
  } else if constexpr (std::is_same_v<T, std::complex<float>>) {
    return MPI_C_FLOAT_COMPLEX;
  } else if constexpr (std::is_same_v<T, std::complex<double>>) {
    return MPI_C_DOUBLE_COMPLEX;
  } else {
    static_assert(std::is_same_v<T, Int>);
    return sizeof(Int) == 4 ? MPI_INT32_T : MPI_INT64_T;
  }
}

/// The memory of a send or receive: contiguous bytes, or the elements of a matrix with a Layout.
template <class Byte>
struct Memory {
  Memory(Byte* begin, std::size_t bytes)
      : data(begin), count(to_count(bytes)), type(MPI_BYTE), size_bytes(bytes) {}
  Memory(std::span<Byte> bytes) : Memory(bytes.data(), bytes.size()) {}
  Memory(std::span<std::byte> bytes)
    requires(std::is_const_v<Byte>)
      : Memory(bytes.data(), bytes.size()) {}
  Memory(const Layout& layout)
      : data(layout.matrix()), count(1), type(layout.type()), size_bytes(layout.size_bytes()) {}

  Byte* data;
  layer::mpi::Count count;
  MPI_Datatype type;
  std::size_t size_bytes;
};
using Outgoing = Memory<const std::byte>;
using Incoming = Memory<std::byte>;

/// The MPI_Op of a combine, created at the first use. MPI_Finalize frees it.
template <Extreme extreme, class T>
[[nodiscard]] MPI_Op operation_of() {
  static MPI_Op operation = [] {
    MPI_Op made = MPI_OP_NULL;
    constexpr int is_commutative = 1;
    check(MPI_Op_create(
              [](void* theirs, void* ours, int* count, MPI_Datatype*) {
                keep_extreme<extreme>(static_cast<const T*>(theirs), static_cast<T*>(ours),
                                      static_cast<std::size_t>(*count));
              },
              is_commutative, &made),
          "MPI_Op_create");
    call_at_end([] { MPI_Op_free(&operation); });
    return made;
  }();
  return operation;
}
[[nodiscard]] int rank_in(MPI_Comm communicator);
[[nodiscard]] int size_of(MPI_Comm communicator);

class Communicator {
 public:
  using Request = MPI_Request;
  using Layout = mpi::Layout;

  /// A send may wait for its receive, so the BLACS buffer messages themselves.
  static constexpr bool buffers_sends = false;
  static constexpr bool has_collectives = true;

  Communicator() = default;
  /// Takes ownership of the communicator and lets it return error codes.
  explicit Communicator(MPI_Comm owned) : handle_(owned) {
    check(MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  }
  Communicator(Communicator&& other) noexcept
      : handle_(std::exchange(other.handle_, MPI_COMM_NULL)),
        observer_(std::move(other.observer_)),
        shares_cores_(other.shares_cores_),
        polls_(other.polls_) {}
  Communicator& operator=(Communicator&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(observer_, other.observer_);
    std::swap(shares_cores_, other.shares_cores_);
    std::swap(polls_, other.polls_);
    return *this;
  }
  ~Communicator() { release(); }

  /// A communicator of the `ranks` of `parent`, in this order. Only its members call this.
  [[nodiscard]] static Communicator of(MPI_Comm parent, std::span<const int> ranks, int tag);

  /// The same, with ranks of this communicator.
  [[nodiscard]] Communicator part(std::span<const int> ranks, int tag) const;

  /// Starts to observe the communicator and its parts. All its processes call this together.
  void observe(int columns, const Streams& streams) {
    observer_ = std::make_unique<Observer>(handle_, GridRanks{.columns = columns, .ranks = {}},
                                           streams, shares_cores_);
    polls_ = true;
  }
  /// Null if the communicator is not observed.
  [[nodiscard]] Observer* observer() const { return observer_.get(); }

  /// Finds out whether processes share cores, and waits accordingly from now on. All processes call
  /// this together, and all get the same answer.
  void find_shared_cores();
  [[nodiscard]] bool shares_cores() const { return shares_cores_; }

  [[nodiscard]] MPI_Comm handle() const { return handle_; }
  [[nodiscard]] bool is_null() const { return handle_ == MPI_COMM_NULL; }

  [[nodiscard]] Request start_send(Outgoing out, int rank, int id) {
    if (observer_) [[unlikely]]
      observer_->count_nonblocking_send(rank, id, out.size_bytes);
    return begin_send(out, rank, id);
  }

  void send(Outgoing out, int rank, int id) {
    if (polls_) [[unlikely]]
      return polled_send(out, rank, id);
    check(STROBE_MPI_COUNT(MPI_Send)(out.data, out.count, out.type, rank, id, handle_), "MPI_Send");
  }

  void receive(Incoming in, int rank, int id) {
    if (polls_) [[unlikely]]
      return static_cast<void>(polled_receive(in, rank, id));
    check(STROBE_MPI_COUNT(MPI_Recv)(in.data, in.count, in.type, rank, id, handle_,
                                     MPI_STATUS_IGNORE),
          "MPI_Recv");
  }

  [[nodiscard]] Request start_receive(Incoming in, int rank, int id) {
    if (polls_) [[unlikely]]
      prepare_receive(in, rank, id, false);
    return begin_receive(in, rank, id);
  }

  /// Returns the size of the message, which may be smaller than the memory.
  [[nodiscard]] std::size_t receive_counted(Incoming in, int rank, int id) {
    if (polls_) [[unlikely]]
      return polled_receive(in, rank, id);
    MPI_Status status;
    check(STROBE_MPI_COUNT(MPI_Recv)(in.data, in.count, in.type, rank, id, handle_, &status),
          "MPI_Recv");
    return bytes_of(status);
  }
  /// Completes the receive that was started last for this rank and id.
  [[nodiscard]] std::size_t wait_counted(Request& request, int rank, int id) {
    MPI_Status status;
    if (polls_) [[unlikely]] {
      poll({&request, 1}, receive_dependencies(rank, id), &status);
    } else {
      check(MPI_Wait(&request, &status), "MPI_Wait");
    }
    return bytes_of(status);
  }

  /// Completes one of the receives that were started last for these ranks and the id, and returns
  /// its index. Receives that are complete are skipped.
  [[nodiscard]] std::size_t wait_any(std::span<Request> requests, std::span<const int> ranks,
                                     int id) {
    if (polls_) [[unlikely]]
      return poll_any(requests, ranks, id);
    int index = MPI_UNDEFINED;
    check(
        MPI_Waitany(static_cast<int>(requests.size()), requests.data(), &index, MPI_STATUS_IGNORE),
        "MPI_Waitany");
    return static_cast<std::size_t>(index);
  }

  [[nodiscard]] bool has_arrived(int rank, int id) {
    int arrived = 0;
    check(MPI_Iprobe(rank, id, handle_, &arrived, MPI_STATUS_IGNORE), "MPI_Iprobe");
    return arrived != 0;
  }

  /// The source of a message that has arrived; empty if none has.
  [[nodiscard]] std::optional<int> has_arrived_from(int id) {
    MPI_Status status;
    int arrived = 0;
    check(MPI_Iprobe(MPI_ANY_SOURCE, id, handle_, &arrived, &status), "MPI_Iprobe");
    return arrived != 0 ? std::optional(status.MPI_SOURCE) : std::nullopt;
  }

  void exchange(Outgoing out, int to, Incoming in, int from, int id) {
    if (polls_) [[unlikely]]
      return polled_exchange(out, to, in, from, id);
    check(STROBE_MPI_COUNT(MPI_Sendrecv)(out.data, out.count, out.type, to, id, in.data, in.count,
                                         in.type, from, id, handle_, MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
  }

  [[nodiscard]] static bool test(Request& request) {
    int done = 0;
    check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    return done != 0;
  }

  /// Completes the nonblocking sends of a scoped operation.
  void wait_all(std::span<Request> requests) {
    if (polls_) [[unlikely]]
      return poll(requests, send_dependencies());
    check(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
          "MPI_Waitall");
  }

  void barrier() {
    if (polls_) [[unlikely]]
      return polled_barrier();
    check(MPI_Barrier(handle_), "MPI_Barrier");
  }

  void broadcast(Bytes both, int root) {
    if (polls_) [[unlikely]]
      return polled_broadcast(both, root);
    check(STROBE_MPI_COUNT(MPI_Bcast)(both.data(), to_count(both.size()), MPI_BYTE, root, handle_),
          "MPI_Bcast");
  }

  /// Whether the root may use MPI_IN_PLACE: MPICH 4.0 crashes in a large MPI_Reduce if it does.
  [[nodiscard]] static bool adds_in_place();

  /// Stores the sum of `own` over all processes in `in` of the root. Both may be the same memory.
  template <class T>
  void add_on_one(const T* own, T* in, std::size_t count, int root, bool is_root) {
    const void* const out = is_root && own == in ? MPI_IN_PLACE : own;
    if (polls_) [[unlikely]] {
      // Only the root needs the other processes.
      poll_collective(is_root, [&](MPI_Request* request) {
        check(STROBE_MPI_COUNT(MPI_Ireduce)(out, in, to_count(count), datatype_of<T>(), MPI_SUM,
                                            root, handle_, request),
              "MPI_Ireduce");
      });
      return;
    }
    check(STROBE_MPI_COUNT(MPI_Reduce)(out, in, to_count(count), datatype_of<T>(), MPI_SUM, root,
                                       handle_),
          "MPI_Reduce");
  }

  template <class T>
  void add_on_all(T* both, std::size_t count) {
    reduce_on_all(both, count, MPI_SUM);
  }

  template <Extreme extreme, class T>
  void keep_extreme_on_all(T* both, std::size_t count) {
    reduce_on_all(both, count, operation_of<extreme, T>());
  }

 private:
  [[nodiscard]] static std::size_t bytes_of(const MPI_Status& status) {
    layer::mpi::Count bytes = 0;
    check(STROBE_MPI_COUNT(MPI_Get_count)(&status, MPI_BYTE, &bytes), "MPI_Get_count");
    return static_cast<std::size_t>(bytes);
  }

  [[nodiscard]] Request begin_send(Outgoing out, int rank, int id) {
    Request request = MPI_REQUEST_NULL;
    check(STROBE_MPI_COUNT(MPI_Isend)(out.data, out.count, out.type, rank, id, handle_, &request),
          "MPI_Isend");
    return request;
  }

  [[nodiscard]] Request begin_receive(Incoming in, int rank, int id) {
    Request request = MPI_REQUEST_NULL;
    check(STROBE_MPI_COUNT(MPI_Irecv)(in.data, in.count, in.type, rank, id, handle_, &request),
          "MPI_Irecv");
    return request;
  }

  /// Counts a receive that is about to start, and throws if its message has arrived and is too
  /// long. An MPI may report that error of a request to the handler of MPI_COMM_SELF, which ends
  /// the program without a sentence of the BLACS. With `waits` and a debug level it first waits for
  /// the message.
  void prepare_receive(const Incoming& in, int rank, int id, bool waits);

  template <class T>
  void reduce_on_all(T* both, std::size_t count, MPI_Op operation) {
    if (polls_) [[unlikely]] {
      poll_collective(true, [&](MPI_Request* request) {
        check(STROBE_MPI_COUNT(MPI_Iallreduce)(MPI_IN_PLACE, both, to_count(count),
                                               datatype_of<T>(), operation, handle_, request),
              "MPI_Iallreduce");
      });
      return;
    }
    check(STROBE_MPI_COUNT(MPI_Allreduce)(MPI_IN_PLACE, both, to_count(count), datatype_of<T>(),
                                          operation, handle_),
          "MPI_Allreduce");
  }

  void polled_send(Outgoing out, int rank, int id);
  std::size_t polled_receive(Incoming in, int rank, int id);
  void polled_exchange(Outgoing out, int to, Incoming in, int from, int id);
  void polled_barrier();
  void polled_broadcast(Bytes both, int root);

  /// Waits until all requests are complete: the observer does if there is one.
  void poll(std::span<Request> requests, std::vector<Dependency> dependencies,
            MPI_Status* first_status = MPI_STATUS_IGNORE);

  std::size_t poll_any(std::span<Request> requests, std::span<const int> ranks, int id);

  /// What the observer knows about a wait; empty without an observer.
  [[nodiscard]] std::vector<Dependency> receive_dependencies(int rank, int id) const;
  [[nodiscard]] std::vector<Dependency> send_dependencies();

  /// Starts a collective and waits for it. `needs_all` says whether it depends on all processes.
  template <class Start>
  void poll_collective(bool needs_all, Start start) {
    if (observer_) observer_->count_collective();
    MPI_Request request = MPI_REQUEST_NULL;
    start(&request);
    poll({&request, 1},
         needs_all && observer_ ? observer_->collective_dependencies() : std::vector<Dependency>());
  }

  void release() {
    if (observer_) handle_ = observer_->leave(handle_);
    observer_.reset();
    if (handle_ != MPI_COMM_NULL) MPI_Comm_free(&handle_);
  }

  MPI_Comm handle_ = MPI_COMM_NULL;
  std::unique_ptr<Observer> observer_;
  bool shares_cores_ = false;
  bool polls_ = false;  ///< whether waits are polls, of the observer or because of shared cores
};

}  // namespace strobe::blacs::mpi
