// SPDX-License-Identifier: BSD-3-Clause
//
// --check: what this process looks at in its calls, and writes down (bcs/check).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcs/check/check_log.hpp"
#include "bcs/check/message_mark.hpp"
#include "bcs/check/objects.hpp"
#include "bcs/check/order_log.hpp"
#include "bcs/monitor/rank_record.hpp"
#include "bcs/mpi/buffer_checks.hpp"
#include "bcs/mpi/collective.hpp"
#include "bcs/mpi/collective_type_checks.hpp"
#include "bcs/mpi/matched_messages.hpp"
#include "bcs/mpi/one_sided_checks.hpp"
#include "bcs/mpi/places.hpp"
#include "bcs/mpi/point_to_point_operation.hpp"
#include "bcs/mpi/request.hpp"
#include "bcs/mpi/thread_checks.hpp"
#include "bcs/mpi/unseen_statuses.hpp"

namespace strobe::bcs::mpi {

class Checks {
 public:
  /// Throws strobe::Error if nothing can be written into the folder. `looks_at_buffers`: as
  /// BufferChecks does if it is thorough.
  Checks(const std::string& folder, std::int32_t rank, bool looks_at_buffers);

  // The call of this thread has initialized an operation. It may begin later, and more than once.
  void initialized_send(PointToPointOperation& operation);
  void initialized_receive(PointToPointOperation& operation);
  /// The call of this thread sends and receives; MPI_Sendrecv must not use the same memory twice.
  void exchanges(const PointToPointOperation& send, const PointToPointOperation& receive);
  void begins(PointToPointOperation& operation);
  /// The call of this thread completes it.
  void ended(PointToPointOperation& operation);
  /// The status of a receive from any source was written, or the program ignores it.
  void status_written(const PointToPointOperation& receive, const MPI_Status* status);
  /// The application knows that the request is complete, and may use the buffers.
  void is_known(Request& request);
  /// The call of this thread tells of other ranks by what is in no event.
  void learns();
  /// The application cannot know any more when the operation is complete.
  void forgets(PointToPointOperation& operation);
  /// Where threads go on in turns: a blocking probe begins.
  void begins_to_probe(const Communicator& communicator, runtime::Rank source, std::int32_t tag);
  /// The call of this thread has found a message, which it has not received. `is_free`: it could
  /// have found another one, or none.
  void probed(const runtime::Message& message, const Communicator& communicator, std::int32_t tag,
              bool is_free);
  /// The process may end soon: writes what is not yet in files. Async-signal-safe.
  void flush() { order_.flush(); }
  /// The program may not use the buffer of an operation from now on, until `ended_with`.
  void begins_with(CheckedBuffer& buffer, std::span<const std::byte> memory, BufferUse use);
  void ended_with(CheckedBuffer& buffer);
  void begins(Collective& collective);
  void ended(Collective& collective);

  /// No rank has received a message of this rank.
  void not_received(const monitor::Unreceived& send, check::MessageMark mark);
  /// This rank has matched a message and has not received it.
  void not_received(const MatchedMessage& matched);

  /// The call of this thread has made a request.
  void made(Request& request) { request.history = {.place = places_.current()}; }
  /// The call of this thread has an argument that the standard forbids; `does` follows "rank 3 ".
  void got_invalid_argument(std::string does);
  /// The call of this thread packs data into a buffer, or unpacks them from it, from a position on.
  void uses_packed(std::span<const std::byte> buffer, std::int64_t position, std::int64_t bytes,
                   BufferUse use);
  /// The call of this thread returns an error that no error handler gets.
  void failed_silently(std::string reason);
  /// The call of this thread comes after MPI_Finalize.
  void called_after_finalize();

  /// The call of this thread has begun an operation of the MPI, which has made this request.
  void made_by_mpi(MPI_Request request);
  /// Whether this is one of those requests, as far as the application has not completed it.
  [[nodiscard]] bool is_pending_in_mpi(MPI_Request request) const {
    return pending_in_mpi_.contains(bits_of(request));
  }
  void completed_by_mpi(MPI_Request request);
  /// The call of this thread may wait for other ranks in the MPI, and so be told of them.
  void waits_in_mpi();
  /// The call of this thread waits for all others that use these messages, which then call it, too.
  void synchronizes(Context context);
  void frees(Communicator& communicator) { collective_types_.frees(communicator); }
  /// The call of this thread completes requests of an array, or asks for them.
  void completes(std::span<const MPI_Request> handles);
  /// The application frees a request.
  void frees(const Request& request);
  void cancels(const Request& request);
  /// Whether the application has no valid handle of the request that the call of this thread uses,
  /// which is an error.
  [[nodiscard]] bool is_used_again(const Request& request) {
    if (request.history.place != 0 && !request.is_detached) [[likely]]
      return false;
    report_used_again(request);
    return true;
  }

  /// A call of this thread has created an object: one of the application, or of the MPI. A thread
  /// need not have its turn (ThreadTurns).
  void created(check::ObjectKind kind, std::uintptr_t handle, bool is_by_application);
  void created(check::ObjectKind kind, std::uintptr_t handle, check::Place place);
  void is_being_created(check::ObjectKind kind, std::uintptr_t handle);
  /// A call of this thread frees an object: where it was created, if that is known.
  std::optional<check::Place> frees(check::ObjectKind kind, std::uintptr_t handle,
                                    bool is_by_application);
  /// The MPI has freed it.
  void freed(check::ObjectKind kind, std::uintptr_t handle);
  /// The datatype that a call of this thread has created is not committed yet.
  void is_to_commit(std::uintptr_t datatype);
  void committed(std::uintptr_t datatype);
  /// Whether the application has created the datatype and has not committed it.
  [[nodiscard]] bool is_uncommitted(std::uintptr_t datatype);
  /// Whether the application has freed the object that the call of this thread uses, which is an
  /// error. `name` is that of its kind: "a communicator".
  [[nodiscard]] bool is_freed(check::ObjectKind kind, std::uintptr_t handle, std::string_view name);

  /// From now on, callbacks of MPI_Finalize run. They may free what the application has left.
  void begin_finalize() { is_finalizing_ = true; }

  // The end, in this order.
  /// The application makes no more calls.
  void last_call_ended();
  /// All ranks have called MPI_Finalize. All ranks call this, and the MPI's barrier afterwards.
  void last_collective_ended();
  /// After that barrier: what no rank can find alone.
  void all_ranks_stopped();

  [[nodiscard]] CollectiveTypeChecks& collective_types() { return collective_types_; }
  [[nodiscard]] OneSidedChecks& one_sided() { return one_sided_; }
  [[nodiscard]] ThreadChecks& threads() { return threads_; }
  [[nodiscard]] Places& places() { return places_; }
  [[nodiscard]] check::CheckLog& log() { return log_; }
  [[nodiscard]] check::OrderLog& order() { return order_; }

 private:
  void report_used_again(const Request& request);
  void received(const PointToPointOperation& operation);
  void was_truncated(const PointToPointOperation& operation, check::MessageMark mark);
  [[nodiscard]] std::uint32_t contents_of_received(PointToPointOperation& receive);
  /// The call of this thread, and another one of this rank unless that is not known.
  std::vector<check::Witness> here_and(std::string_view role, std::string_view other_role,
                                       check::Place other);
  /// Reports what the call of this thread does, if no other one takes part.
  void report_call(check::Kind kind, std::string does);
  void begins_with_buffer(PointToPointOperation& operation);
  void begins_with_buffers(Collective& collective);
  void report_hidden_deadlock(const std::vector<check::Order>& orders);
  void report_incomplete_collective(const std::vector<check::Order>& orders);
  void frees_active_send(const Request& request);
  /// What happens to other ranks may be told to this one by what is in no event.
  void is_told_otherwise(bool at_any_time);

  check::CheckLog log_;
  Places places_;
  std::filesystem::path folder_;
  check::OrderLog order_;
  BufferChecks buffers_;
  UnseenStatuses statuses_;
  CollectiveTypeChecks collective_types_;
  ThreadChecks threads_;
  /// The event that follows the last one that tells otherwise.
  std::uint32_t next_when_told_ = check::OrderLog::lost;
  std::map<Context, std::uint32_t> synchronizations_;  ///< their numbers
  bool is_told_at_any_time_ = false;
  /// The MPI has duplicated an intercommunicator in the background.
  bool has_unknown_communicators_ = false;
  std::map<std::uintptr_t, check::Place> pending_in_mpi_;  ///< by the handle
  std::mutex objects_lock_;
  check::Objects objects_;
  bool is_finalizing_ = false;
  bool has_received_from_any_ = false;
  OneSidedChecks one_sided_;
};

/// Tells communicators apart in the order of events.
[[nodiscard]] std::uint32_t context_hash(const Communicator& communicator);

/// The source of a message in the communicator. With --check, the envelope has no room for it.
[[nodiscard]] int source_in(const Communicator& communicator, Rank source,
                            const runtime::Envelope& message);

/// A buffer that the program may not use as long as an operation of its own class is in progress.
/// Does nothing without --check.
class BufferInUse {
 public:
  BufferInUse() = default;
  BufferInUse(const BufferInUse&) = delete;
  BufferInUse& operator=(const BufferInUse&) = delete;
  ~BufferInUse() { end(); }

  void begin(const UserBuffer& data, BufferUse use) {
    if (interposer.checks != nullptr) [[unlikely]]
      interposer.checks->begins_with(checked_.emplace(), data.contiguous(), use);
  }
  void end() {
    if (!checked_ || interposer.checks == nullptr) return;
    interposer.checks->ended_with(*checked_);
    checked_.reset();
  }

 private:
  std::optional<CheckedBuffer> checked_{};
};

}  // namespace strobe::bcs::mpi
