// SPDX-License-Identifier: BSD-3-Clause
//
// Notices from one rank to another, that it has come to some point: messages without data, which no
// receive has to match and which wait for no slice in any mode. Ranks synchronize by them before
// they call the MPI, in which no slice can begin.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <tuple>

#include "bcs/runtime/control_service.hpp"

namespace strobe::bcs::runtime {

class NoticeService final : public ControlService {
 public:
  explicit NoticeService(Endpoint& endpoint);

  void notify(Rank to, Context context, std::int32_t tag);
  /// Whether a notice has come and has not been taken.
  [[nodiscard]] bool has(Rank from, Context context, std::int32_t tag) const {
    return arrived_.contains({from, context, tag});
  }
  /// Takes a notice that has come.
  void take(Rank from, Context context, std::int32_t tag);

 private:
  struct Message {
    Context context = 0;
    std::int32_t tag = 0;
    std::uint32_t padding = 0;
  };

  void take(Rank source, std::span<const std::byte> bytes) override;

  std::map<std::tuple<Rank, Context, std::int32_t>, std::uint32_t> arrived_;  ///< how many
};

}  // namespace strobe::bcs::runtime
