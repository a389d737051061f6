// SPDX-License-Identifier: BSD-3-Clause
//
// Observes the communication of a process on one transport: counts its events, measures its waits
// and, from debug level 2 on, finds out why a wait does not end. For that it has a communicator of
// its own, on which waiting processes exchange control messages.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "blacs/call_signature.hpp"
#include "blacs/event_counts.hpp"
#include "blacs/message_ids.hpp"
#include "blacs/mpi/control_message.hpp"

namespace strobe::blacs::mpi {

class WaitMonitor;

/// Maps ranks of a transport to ranks and coordinates in its grid.
struct GridRanks {
  int columns = 1;
  std::vector<int> ranks;  ///< in the grid, by rank of the transport; empty if both are the same

  [[nodiscard]] int rank_of(int rank) const {
    return ranks.empty() ? rank : ranks[static_cast<std::size_t>(rank)];
  }
  /// The coordinates, as messages show them: {row,column}.
  [[nodiscard]] std::string coordinates(int rank) const;
};

class Observer {
 public:
  /// All processes of the transport create their observers together.
  /// `shares_cores` says how to wait below debug level 2 (shared_cores_wait.hpp).
  Observer(MPI_Comm transport, GridRanks grid_ranks, const Streams& streams, bool shares_cores);
  ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  [[nodiscard]] const GridRanks& grid_ranks() const { return grid_ranks_; }
  [[nodiscard]] const Streams& streams() const { return streams_; }
  [[nodiscard]] int rank() const { return rank_; }

  /// Counts the start of a send. Returns the dependency of a wait for its completion.
  Dependency count_send(int to, int id, std::size_t size_bytes);
  /// Counts the start of a send that the caller does not wait for at once; see send_dependencies().
  void count_nonblocking_send(int to, int id, std::size_t size_bytes);
  void count_receive(int from, int id);
  void count_collective() { events_.count_collective(); }

  /// The dependency of a wait for the last receive that was counted for this rank and id.
  [[nodiscard]] Dependency receive_dependency(int from, int id) const;
  /// The dependencies of a wait for the last collective: that all others enter it, or that one
  /// does.
  [[nodiscard]] std::vector<Dependency> collective_dependencies() const;
  [[nodiscard]] Dependency collective_dependency(int rank) const;
  /// The dependencies of a wait for the nonblocking sends of a scoped operation. Forgets them.
  [[nodiscard]] std::vector<Dependency> send_dependencies();

  /// Waits until all requests are complete. If there is one dependency for each request, it is met
  /// when that request is complete. Stores the status of the first request.
  void wait(std::span<MPI_Request> requests, std::vector<Dependency> dependencies,
            MPI_Status* first_status = MPI_STATUS_IGNORE);

  /// Waits until one of the requests is complete, and returns its index. The caller waits for all
  /// of them in the end, so the wait depends on the dependencies of all that are not yet complete.
  [[nodiscard]] std::size_t wait_any(std::span<MPI_Request> requests,
                                     std::span<const Dependency> dependencies);

  /// Waits until `poll` returns true, which happens after the event of the dependency.
  void wait_until(const std::function<bool()>& poll, const Dependency& dependency);

  /// Waits until `poll` returns a rank. No particular process can be asked about such a wait.
  [[nodiscard]] int wait_for_any(const std::function<std::optional<int>()>& poll,
                                 std::string description);

  /// Returns when all these ranks have called; this process is one of them.
  void synchronise(std::span<const int> ranks);
  /// The same. Throws if the call of a process has another signature.
  void check_agreement(std::span<const int> ranks, const CallSignature& signature);
  /// Sends the header of the next message to a rank.
  void send_header(int rank, const MessageHeader& header);
  /// Receives the header of the next message from a rank. Throws if it does not match.
  void check_header(int rank, const MessageHeader& expected);

  void send_control(int rank, const ControlMessage& message);
  void receive_control_messages(WaitMonitor& monitor);
  /// The events of a process that has left the transport; null if it has not left.
  [[nodiscard]] const ControlMessage::FinalCounts* final_counts(int rank) const;
  /// Tells the others that this process leaves the transport. The observer must not wait
  /// afterwards. From debug level 2 on it takes the transport, which is freed when all processes
  /// have left and the messages that the program did not receive have been reported. Returns the
  /// transport if it has not taken it.
  MPI_Comm leave(MPI_Comm transport = MPI_COMM_NULL);

 private:
  /// Calls `check` with the rank and the bytes of each process that this one hears from.
  template <class Check>
  void synchronise(std::span<const int> ranks, std::span<const std::byte> own, Check check);
  /// The reply to a query of `asking_rank`.
  [[nodiscard]] std::string reply(const Dependency& dependency, int asking_rank,
                                  const WaitMonitor& monitor) const;

  GridRanks grid_ranks_;
  Streams streams_;
  bool shares_cores_;
  int rank_ = 0;
  int size_ = 1;
  MPI_Comm control_ = MPI_COMM_NULL;
  EventCounts events_;
  std::vector<Dependency> send_dependencies_;
  std::map<int, ControlMessage::FinalCounts> final_counts_;
};

/// Receives the control messages of all observers of this process, because a cycle of waits may
/// lead through several grids. With several threads it receives only those of the monitor's
/// transport, because each thread has grids of its own.
void receive_all_control_messages(WaitMonitor& monitor);

/// Leaves all transports that this process has not left, and receives the last control messages.
void finish_control_messages();

}  // namespace strobe::blacs::mpi
