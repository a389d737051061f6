// SPDX-License-Identifier: BSD-3-Clause
//
// The order in which one-sided operations and locks of all ranks take effect, one after the other,
// where `strobe explore` chooses it. Each rank tells all others which operations it has begun and
// performed. When all ranks are blocked, they know the same, so that each finds the next operation
// by itself. Its rank performs it then.
//
// A chosen operation takes effect as soon as those have that were chosen to come before. All others
// wait until no chosen one is left: what is chosen does not depend on them. Then those that began
// in an earlier slice go first, and of one slice those of the lowest rank.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "bcs/runtime/control_service.hpp"

namespace strobe::bcs::runtime {

/// The name of an operation: the rank of the job that began it, and its number there.
struct AccessName {
  Rank rank = 0;
  std::uint32_t number = 0;
  friend auto operator<=>(const AccessName&, const AccessName&) = default;
};

/// What an operation does to the part of a window that is the target's.
struct Access {
  enum class Kind : std::uint8_t { memory, shared_lock, exclusive_lock };

  Context window = 0;
  std::int64_t begin = 0;  ///< of the bytes that it accesses; 0 for a lock
  std::int64_t end = 0;
  Rank target = 0;
  /// Operations with the same number commute if none has a result; 0: with none.
  std::uint32_t commutes = 0;
  Kind kind = Kind::memory;
  bool writes = false;
  bool has_result = false;
  bool is_accumulate = false;

  [[nodiscard]] bool is_lock() const { return kind != Kind::memory; }
};

class AccessOrder final : public ControlService {
 public:
  /// Performs an operation of this rank. Locks need no more than to be noted.
  using Perform = std::function<void(std::uint32_t number)>;

  /// `choosing` ranks have operations of any kind for which something is chosen, and each calls
  /// `all_chosen_begun` after it has begun the last one.
  AccessOrder(Endpoint& endpoint, int choosing, Perform perform);

  /// This rank begins an operation, which is chosen to come after others, or not.
  void begin(std::uint32_t number, const Access& access,
             const std::optional<std::vector<AccessName>>& after);
  void all_chosen_begun();
  /// Gives up a lock that was granted.
  void release(std::uint32_t number);

  [[nodiscard]] bool waits_for_slice() const override;
  void slice_begins() override;

 private:
  enum class Step : std::uint8_t { begin, perform, release, all_chosen_begun };
  struct Message {
    AccessName name;
    Step step{};
    bool is_chosen = false;
    std::uint16_t unused = 0;
    std::uint32_t slice = 0;
    Access access;
  };
  struct Pending {
    Access access;
    std::uint32_t slice;
    bool is_chosen;
  };
  void tell(const Message& message);
  void take(Rank source, std::span<const std::byte> bytes) override;
  /// Whether the lock is free for it, and no accumulate of the rank has to come first.
  [[nodiscard]] bool may_take_effect(const AccessName& name, const Pending& pending) const;
  [[nodiscard]] bool is_ready(const AccessName& name, const Pending& pending) const;
  [[nodiscard]] std::optional<AccessName> next_unchosen() const;

  int choosing_;
  Perform perform_;
  std::map<AccessName, Pending> pending_;
  std::map<std::uint32_t, std::vector<AccessName>> after_;  ///< of this rank's chosen ones
  std::set<AccessName> done_;
  std::map<AccessName, Access> locks_;  ///< that are held
};

}  // namespace strobe::bcs::runtime
