// SPDX-License-Identifier: BSD-3-Clause
//
// The collectives of one communicator, as one of its members calls them. Small ones that block meet
// in an area of shared memory: each member leaves its contribution there, and who needs those of
// others takes them as soon as they are there. All others run as programs, over messages. Either
// way contributions are combined in the order of ranks, and the bits that come out are the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bcs/runtime/collectives/call.hpp"
#include "bcs/runtime/collectives/operation.hpp"
#include "bcs/runtime/collectives/pool.hpp"
#include "bcs/runtime/endpoint.hpp"

namespace strobe::bcs::runtime::collectives {

enum class Ending : std::uint8_t {
  over,
  stuck,  ///< nobody can ever go on
  wrong,  ///< members have called what does not fit together: complaint() is the sentence
};

class Collectives {
 public:
  /// `members` are ranks of the job, in the order of the communicator, in which this is the
  /// `own`-th. Messages of `context` never meet those of collectives.
  Collectives(Endpoint& endpoint, Context context, std::vector<Rank> members, int own);
  Collectives(const Collectives&) = delete;
  Collectives& operator=(const Collectives&) = delete;
  /// The communicator is not used any more.
  ~Collectives();

  /// Blocks until this member's part is done.
  [[nodiscard]] Ending run(const Call& call);
  /// To be started: once where it does not block, as often as one likes where it is persistent.
  [[nodiscard]] std::unique_ptr<Operation> prepare(const Call& call);
  [[nodiscard]] const std::string& complaint() const { return complaint_; }
  /// After Ending::stuck: the ranks of the job that it waits for.
  [[nodiscard]] std::vector<Rank> awaited() const;

  /// Where members differ in what they called last, the first difference in a sentence. To be asked
  /// where nobody can go on.
  [[nodiscard]] std::string difference() const;

  // For operations.
  [[nodiscard]] Turn next(const Signature& signature);
  [[nodiscard]] Endpoint& endpoint() { return endpoint_; }
  [[nodiscard]] Rank job_rank(int member) const {
    return members_[static_cast<std::size_t>(member)];
  }
  [[nodiscard]] Context hidden_context(std::uint16_t lane) const;
  [[nodiscard]] static std::int32_t tag_of(const Turn& turn) {
    return static_cast<std::int32_t>(turn.sequence & 0x7fffffff);
  }
  /// Empty where what was received is what was expected.
  [[nodiscard]] std::string complaint_about(const Transfer& received, const Turn& turn,
                                            const Signature& signature) const;

 private:
  /// Some members: from the first to before the last.
  struct Range {
    int begin = 0;
    int end = 0;
  };

  [[nodiscard]] int size() const { return static_cast<int>(members_.size()); }
  [[nodiscard]] bool fits(const Call& call);
  [[nodiscard]] Ending ending(Outcome outcome);
  [[nodiscard]] Ending meet(const Call& call);
  [[nodiscard]] Ending make_room();
  /// Waits until these members have come to the collective of that place.
  [[nodiscard]] Ending wait_for(Range range, unsigned place);
  void give(const Call& call, std::byte* room) const;
  void take(const Call& call, unsigned place);
  void fold(const Call& call, unsigned place, int members, std::size_t first, std::size_t bytes);
  void wake_whom_it_may_concern(const Call& call, unsigned place);
  [[nodiscard]] Range needed(const Call& call) const;
  [[nodiscard]] bool has_arrived(int member, unsigned place) const;
  /// The end of the range where all of it have arrived.
  [[nodiscard]] int first_missing(Range range, unsigned place) const;
  /// Of the slots of each member, which is that of the so many-th meeting.
  [[nodiscard]] static unsigned place_of(std::uint64_t met) {
    return static_cast<unsigned>(met % Area::turns);
  }
  [[nodiscard]] bool agree(Range range, unsigned place) const;
  [[nodiscard]] Ending disagreement();

  Endpoint& endpoint_;
  Context context_;
  std::vector<Rank> members_;
  int own_;
  std::uint64_t sequence_ = 0;
  std::uint32_t mark_ = 0;
  Pool pool_;
  History& history_;
  std::string complaint_;
  std::unique_ptr<Operation> given_up_;  ///< messages may still come for it
  std::vector<Rank> missing_;            ///< those that did not come to the area

  // The area, and the collectives that met in it.
  bool has_asked_ = false;
  std::optional<Area> area_;
  std::vector<std::byte> scratch_;
  std::uint64_t met_ = 0;
  std::uint64_t all_met_ = 0;  ///< of these, the last that all members are known to have come to
  std::array<Turn, Area::turns> turns_{};  ///< those whose contributions are in the own slots
};

}  // namespace strobe::bcs::runtime::collectives
