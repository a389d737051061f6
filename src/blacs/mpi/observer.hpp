// SPDX-License-Identifier: BSD-3-Clause
//
// A wire under observation: what goes over it is counted, and its waits are measured and looked
// into. From debug level 2 on it has a communicator beside it, on which waiting processes write to
// each other.
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

#include "blacs/agreement.hpp"
#include "blacs/ledger.hpp"
#include "blacs/message_ids.hpp"
#include "blacs/mpi/letter.hpp"

namespace strobe::blacs::mpi {

class Waiting;

/// How a wire's ranks are places of its grid.
struct Places {
  int columns = 1;
  std::vector<int> ranks;  ///< in the grid, of those on the wire; empty where they are the same

  [[nodiscard]] int rank_of(int rank) const {
    return ranks.empty() ? rank : ranks[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] std::string name(int rank) const;
};

class Observer {
 public:
  /// All of the wire make theirs together.
  Observer(MPI_Comm wire, Places places, const Streams& streams);
  ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  [[nodiscard]] const Places& places() const { return places_; }
  [[nodiscard]] const Streams& streams() const { return streams_; }
  [[nodiscard]] int rank() const { return rank_; }

  /// A message begins to leave, whose departure is to be waited for; or, behind the caller, perhaps
  /// by departures(); or to be received.
  Need send(int to, int id, std::size_t size_bytes);
  void send_behind(int to, int id, std::size_t size_bytes);
  void take(int from, int id);
  /// A collective of all begins.
  void enter() { ledger_.enter(); }

  /// That the message of the last take arrives.
  [[nodiscard]] Need arrival(int from, int id) const;
  /// That the others, or one of them, enter the collective that this process has entered.
  [[nodiscard]] std::vector<Need> entries() const;
  [[nodiscard]] std::vector<Need> entry(int rank) const;
  /// The departures of what a scoped operation has sent behind the caller, and forgets them.
  [[nodiscard]] std::vector<Need> departures();

  /// Waits until all requests are done. Where there are as many needs, they are theirs.
  void await(std::span<MPI_Request> requests, std::vector<Need> needs,
             MPI_Status* first = MPI_STATUS_IGNORE);

  /// Waits until `look` finds the one that it may be; nobody in particular can be asked about it.
  [[nodiscard]] int await_one(const std::function<std::optional<int>()>& look, std::string what);

  /// All of the ranks, of which this process is one, wait for each other by messages.
  void meet(std::span<const int> ranks);
  /// The same; throws where somebody claims something else.
  void agree(std::span<const int> ranks, const Claim& claim);
  /// What the next message to a rank will be; and whether that from a rank is what is wanted, or it
  /// throws.
  void tell_header(int rank, const Header& header);
  void check_header(int rank, const Header& wanted);

  void post(int rank, const Letter& letter);
  void read_letters(Waiting& waiting);
  /// What this process answers about a need.
  [[nodiscard]] std::string answer(const Need& need, int asker, const Waiting& waiting) const;
  /// What another one has done who has left the wire; null while it is there.
  [[nodiscard]] const Letter::Done* left(int rank) const;
  /// Tells the others that this process has left, and sends nothing more. It must not wait then.
  void leave();

 private:
  /// Calls `hear` with the rank and the bytes of each process that this one meets on its way.
  template <class Hear>
  void meet(std::span<const int> ranks, std::span<const std::byte> own, Hear hear);

  Places places_;
  Streams streams_;
  int rank_ = 0;
  int size_ = 1;
  MPI_Comm letters_ = MPI_COMM_NULL;
  Ledger ledger_;
  std::vector<Need> departures_;
  std::map<int, Letter::Done> left_;
};

/// All the observers of this process read letters while one of them waits, for a cycle of waits may
/// lead over several grids. With several threads each has grids of its own, and reads theirs alone.
void read_all_letters(Waiting& waiting);

/// Says goodbye on all wires that this process has not left, and reads what has still to come.
void end_letters();

}  // namespace strobe::blacs::mpi
