// SPDX-License-Identifier: BSD-3-Clause
//
// Locks of one rank's part of an object, such as a window, each kept by that rank: shared by
// several ranks, or exclusive. A rank asks the target for its lock and waits in the runtime, where
// it keeps no node from a slice. The lock of an MPI would be waited for inside the MPI.
//
// A lock is granted at once if its holders allow it, even if others wait: a rank that waited for
// one that does not have the lock yet would be more than the MPI promises.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "bcs/runtime/control_service.hpp"

namespace strobe::bcs::runtime {

enum class LockKind : std::uint8_t { shared, exclusive };

class LockService final : public ControlService {
 public:
  explicit LockService(Endpoint& endpoint);

  /// Asks for the lock of `target`, a rank of the job, on an object. One at a time for each.
  void request(Context object, Rank target, LockKind kind);
  /// Whether the target has granted all that was asked for.
  [[nodiscard]] bool has(Context object, Rank target) const {
    return !requested_.contains({object, target});
  }
  void release(Context object, Rank target);

 private:
  enum class Step : std::uint8_t { request, grant, release };
  struct Message {
    Context object = 0;
    Step step = Step::request;
    LockKind kind = LockKind::shared;
  };
  struct Request {
    Rank origin;
    LockKind kind;
  };
  /// The lock of this rank on an object.
  struct Lock {
    std::uint32_t shared = 0;  ///< its holders
    bool is_exclusive = false;
    std::deque<Request> waiting{};

    [[nodiscard]] bool allows(LockKind kind) const {
      return !is_exclusive && (kind == LockKind::shared || shared == 0);
    }
  };

  void take(Rank source, std::span<const std::byte> bytes) override;
  void grant(Context object, Lock& lock, const Request& request);
  void take_release(Context object);

  std::map<Context, Lock> locks_;
  std::set<std::pair<Context, Rank>> requested_;  ///< by this rank, and not granted yet
};

}  // namespace strobe::bcs::runtime
