// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/collectives.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "base/format.hpp"
#include "bcs/runtime/copy.hpp"

namespace strobe::bcs::runtime::collectives {

namespace {

/// Who needs whose contribution.
enum class Flow : std::uint8_t { from_all_to_all, from_root, to_root, upwards };

constexpr Flow flow_of(Kind kind) {
  switch (kind) {
    case Kind::broadcast:
    case Kind::scatter:
      return Flow::from_root;
    case Kind::gather:
    case Kind::reduce:
      return Flow::to_root;
    case Kind::scan:
    case Kind::exscan:
      return Flow::upwards;
    default:
      return Flow::from_all_to_all;
  }
}

/// What a member leaves for the others, if all members know alike how much that is at most.
std::optional<std::size_t> contribution_bytes(const Call& call, std::size_t members) {
  switch (call.signature.kind) {
    case Kind::barrier:
      return 0;
    case Kind::scatter:
    case Kind::alltoall:
      return members * call.signature.bytes;
    case Kind::allgatherv:
      return std::ranges::max_element(call.in, {}, &Piece::bytes)->bytes;
    case Kind::broadcast:
    case Kind::gather:
    case Kind::allgather:
      return call.signature.bytes;
    default:
      if (is_reduction(call.signature.kind)) return call.mine.bytes;
      return std::nullopt;
  }
}

}  // namespace

Collectives::Collectives(Endpoint& endpoint, Context context, std::vector<Rank> members, int own)
    : endpoint_(endpoint),
      context_(context),
      members_(std::move(members)),
      own_(own),
      pool_(endpoint.segment()),
      history_(pool_.history(endpoint.member(endpoint.rank()))) {}

Collectives::~Collectives() { pool_.leave(context_); }

Turn Collectives::next(const Signature& signature) {
  mark_ = std::rotl(mark_ * 0x9e3779b1U, 15) ^ mark_of(signature);
  history_.note(context_, ++sequence_, signature);
  return {.sequence = sequence_, .mark = mark_};
}

Context Collectives::hidden_context(std::uint16_t lane) const {
  return context_ ^ (0xc2b2ae3d27d4eb4fULL + lane * 0x165667b19e3779f9ULL);
}

std::unique_ptr<Operation> Collectives::prepare(const Call& call) {
  return std::make_unique<Operation>(
      *this, call.signature,
      program_of({.rank = own_, .size = size(), .root = call.signature.root}, call));
}

Ending Collectives::run(const Call& call) {
  if (fits(call)) return meet(call);
  std::unique_ptr<Operation> operation = prepare(call);
  operation->start();
  const Ending end = ending(endpoint_.wait_until([&] { return operation->is_complete(); }));
  if (end == Ending::over && operation->complaint().empty()) return Ending::over;
  if (complaint_.empty()) complaint_ = operation->complaint();
  given_up_ = std::move(operation);
  return complaint_.empty() ? end : Ending::wrong;
}

Ending Collectives::ending(Outcome outcome) {
  if (outcome != Outcome::stuck) return Ending::over;
  complaint_ = difference();
  return complaint_.empty() ? Ending::stuck : Ending::wrong;
}

std::vector<Rank> Collectives::awaited() const {
  return given_up_ != nullptr ? given_up_->awaited() : missing_;
}

// Members that differ.

std::string Collectives::difference() const {
  const std::uint64_t first = sequence_ > History::kept ? sequence_ - History::kept : 1;
  for (std::uint64_t sequence = first; sequence <= sequence_; ++sequence) {
    const std::optional<Signature> ours = history_.find(context_, sequence);
    if (!ours) continue;
    for (int member = 0; member < size(); ++member) {
      if (!endpoint_.is_here(job_rank(member))) continue;
      const std::optional<Signature> theirs =
          pool_.history(endpoint_.member(job_rank(member))).find(context_, sequence);
      if (theirs && *theirs != *ours) {
        return collectives::difference(sequence, {.rank = own_, .signature = *ours},
                                       {.rank = member, .signature = *theirs});
      }
    }
  }
  return {};
}

Ending Collectives::disagreement() {
  complaint_ = difference();
  if (complaint_.empty()) {
    complaint_ = base::format(
        "rank {} finds at collective {} of its communicator that another member has called others "
        "before",
        own_, sequence_);
  }
  return Ending::wrong;
}

std::string Collectives::complaint_about(const Transfer& received, const Turn& turn,
                                         const Signature& signature) const {
  const auto from = std::ranges::find(members_, received.got_source) - members_.begin();
  if (received.got_mark != turn.mark) {
    const std::string found = difference();
    return !found.empty()
               ? found
               : base::format(
                     "rank {} calls {} as collective {} of its communicator, where rank {} "
                     "calls something else, or did before",
                     own_, described(signature), turn.sequence, from);
  }
  if (received.got_bytes != received.bytes) {
    return base::format("rank {} gives {} bytes to rank {} in {}, where {} are expected", from,
                        received.got_bytes, own_, described(signature), received.bytes);
  }
  return {};
}

// Meeting in the area.

bool Collectives::fits(const Call& call) {
  const std::optional<std::size_t> bytes = contribution_bytes(call, members_.size());
  if (!bytes || *bytes > Area::most_capacity || size() == 1) return false;
  if (!has_asked_) {
    has_asked_ = true;
    const auto is_here = [this](Rank rank) { return endpoint_.is_here(rank); };
    if (!std::ranges::all_of(members_, is_here)) return false;
    area_ = pool_.area(context_, size());
    if (area_) scratch_.resize(area_->capacity());
  }
  return area_ && *bytes <= area_->capacity();
}

bool Collectives::has_arrived(int member, unsigned place) const {
  return area_->slot(member, place).stamp.load(std::memory_order_seq_cst) >= turns_[place].sequence;
}

bool Collectives::agree(Range range, unsigned place) const {
  const Turn& turn = turns_[place];
  for (int member = range.begin; member < range.end; ++member) {
    const Slot& slot = area_->slot(member, place);
    if (slot.stamp.load(std::memory_order_relaxed) != turn.sequence || slot.mark != turn.mark) {
      return false;
    }
  }
  return true;
}

int Collectives::first_missing(Range range, unsigned place) const {
  int member = range.begin;
  while (member < range.end && has_arrived(member, place)) ++member;
  return member;
}

Ending Collectives::wait_for(Range range, unsigned place) {
  const auto are_there = [&] {
    range.begin = first_missing(range, place);
    return range.begin == range.end;
  };
  if (are_there()) return Ending::over;
  const Ending end = ending(endpoint_.wait_until(are_there));
  if (end == Ending::over) return end;
  for (int member = range.begin; member < range.end; ++member) {
    if (!has_arrived(member, place)) missing_.push_back(job_rank(member));
  }
  return end;
}

/// Before a slot is written again all members must have read it, which those have that came to a
/// later collective.
Ending Collectives::make_room() {
  if (met_ <= Area::turns || all_met_ + Area::turns > met_) return Ending::over;
  const Range all{0, size()};
  // To look once for several slots is cheaper than for each.
  all_met_ = met_ - Area::turns / 2;
  if (first_missing(all, place_of(all_met_)) == size()) return Ending::over;
  all_met_ = met_ - Area::turns + 1;
  area_->lagging().fetch_add(1, std::memory_order_seq_cst);
  const Ending end = wait_for(all, place_of(all_met_));
  area_->lagging().fetch_sub(1, std::memory_order_seq_cst);
  return end;
}

Collectives::Range Collectives::needed(const Call& call) const {
  const int root = call.signature.root;
  switch (flow_of(call.signature.kind)) {
    case Flow::from_all_to_all:
      return {0, size()};
    case Flow::from_root:
      return own_ == root ? Range{} : Range{root, root + 1};
    case Flow::to_root:
      return own_ == root ? Range{0, size()} : Range{};
    case Flow::upwards:
      return {0, own_};
  }
  return {};
}

/// A sleeper is woken once, by who is the last that it waits for. Of two that come at the same time
/// each may find itself to be that.
void Collectives::wake_whom_it_may_concern(const Call& call, unsigned place) {
  const auto wake = [&](int begin, int end) {
    for (int member = begin; member < end; ++member) {
      if (member != own_) endpoint_.wake(job_rank(member));
    }
  };
  if (area_->lagging().load(std::memory_order_seq_cst) != 0) return wake(0, size());
  const Range all{0, size()};
  const int root = call.signature.root;
  switch (flow_of(call.signature.kind)) {
    case Flow::from_all_to_all:
      if (first_missing(all, place) == size()) wake(0, size());
      break;
    case Flow::from_root:
      if (own_ == root) wake(0, size());
      break;
    case Flow::to_root:
      if (own_ != root && endpoint_.is_blocked(job_rank(root)) &&
          first_missing(all, place) == size()) {
        wake(root, root + 1);
      }
      break;
    case Flow::upwards:
      wake(own_ + 1, first_missing(all, place));
      break;
  }
}

Ending Collectives::meet(const Call& call) {
  const Turn turn = next(call.signature);
  ++met_;
  if (const Ending end = make_room(); end != Ending::over) return end;
  const unsigned place = place_of(met_);
  turns_[place] = turn;
  Slot& slot = area_->slot(own_, place);
  give(call, slot.data);
  slot.mark = turn.mark;
  // Not later than the looks at who waits: he who waits says so first, and looks at this then.
  slot.stamp.exchange(turn.sequence, std::memory_order_seq_cst);
  wake_whom_it_may_concern(call, place);
  const Range range = needed(call);
  if (const Ending end = wait_for(range, place); end != Ending::over) return end;
  if (!agree(range, place)) return disagreement();
  if (range.end - range.begin == size()) all_met_ = met_;
  take(call, place);
  // The next slot's lines were read by the others last.
  __builtin_prefetch(&area_->slot(own_, (place + 1) % Area::turns), 1);
  if (!endpoint_.options().policy.buffers) return Ending::over;
  Transfer end_of_slice;
  endpoint_.settle(end_of_slice);
  return ending(endpoint_.wait_for(end_of_slice));
}

void Collectives::give(const Call& call, std::byte* room) const {
  const auto put_together = [&](std::span<const Piece> pieces) {
    for (const Piece& piece : pieces) {
      copy_bytes(room, piece.at, piece.bytes);
      room += piece.bytes;
    }
  };
  switch (call.signature.kind) {
    case Kind::barrier:
      break;
    case Kind::broadcast:
      if (own_ == call.signature.root) copy_bytes(room, call.result.at, call.result.bytes);
      break;
    case Kind::scatter:
      if (own_ == call.signature.root) put_together(call.out);
      break;
    case Kind::alltoall:
      put_together(call.out);
      break;
    default:
      copy_bytes(room, call.mine.at, call.mine.bytes);
      break;
  }
}

void Collectives::take(const Call& call, unsigned place) {
  const std::size_t block = call.signature.bytes;
  const auto from_each = [&](std::size_t first) {
    for (int member = 0; member < size(); ++member) {
      const Piece& piece = call.in[static_cast<std::size_t>(member)];
      copy_bytes(piece.at, area_->slot(member, place).data + first, piece.bytes);
    }
  };
  const std::byte* const roots = area_->slot(call.signature.root, place).data;
  const bool is_root = own_ == call.signature.root;
  switch (call.signature.kind) {
    case Kind::broadcast:
      if (!is_root) copy_bytes(call.result.at, roots, call.result.bytes);
      break;
    case Kind::scatter:
      copy_bytes(call.result.at, roots + static_cast<std::size_t>(own_) * block, call.result.bytes);
      break;
    case Kind::gather:
      if (is_root) from_each(0);
      break;
    case Kind::allgather:
    case Kind::allgatherv:
      from_each(0);
      break;
    case Kind::alltoall:
      from_each(static_cast<std::size_t>(own_) * block);
      break;
    case Kind::reduce:
      if (is_root) fold(call, place, size(), 0, call.mine.bytes);
      break;
    case Kind::allreduce:
      fold(call, place, size(), 0, call.mine.bytes);
      break;
    case Kind::scan:
      fold(call, place, own_ + 1, 0, call.mine.bytes);
      break;
    case Kind::exscan:
      fold(call, place, own_, 0, call.mine.bytes);
      break;
    case Kind::reduce_scatter:
    case Kind::reduce_scatter_block: {
      const auto before = call.counts.first(static_cast<std::size_t>(own_));
      const std::size_t first = std::accumulate(before.begin(), before.end(), std::size_t{0});
      fold(call, place, size(), first * call.reduction.element_bytes, call.result.bytes);
      break;
    }
    default:
      break;
  }
}

/// As a program's fold, but that the contributions of others stay as they are.
void Collectives::fold(const Call& call, unsigned place, int members, std::size_t first,
                       std::size_t bytes) {
  if (bytes == 0 || members == 0) return;
  const auto contribution = [&](int member) { return area_->slot(member, place).data + first; };
  if (members == 1) return copy_bytes(call.result.at, contribution(0), bytes);
  std::byte* sum = contribution(0);
  for (int member = 1; member < members; ++member) {
    // Between the two of them, so that it ends in the result.
    std::byte* const later = (members - member) % 2 == 1 ? call.result.at : scratch_.data();
    copy_bytes(later, contribution(member), bytes);
    call.reduction({sum, bytes}, later);
    sum = later;
  }
}

}  // namespace strobe::bcs::runtime::collectives
