// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/collectives/collectives.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/assert.hpp"
#include "base/format.hpp"
#include "bcs/runtime/collectives/contribution.hpp"
#include "bcs/runtime/transition.hpp"

namespace strobe::bcs::runtime::collectives {

namespace {

/// Broadcasts and reductions up to this size go through the shared buffer in parts, so that one
/// member writes while others read. For longer ones receivers fetch the data, with one copy less.
constexpr std::size_t most_bytes = std::size_t{1} << 20;
/// If a reduction has more bytes than this in all, each member combines a part.
constexpr std::size_t most_combined_bytes = std::size_t{512} << 10;
/// If a node has more members than this, reductions over messages take log2(members) steps.
constexpr int most_members_directly = 16;

/// One member writes parts of its contribution while the root combines them. That takes less time
/// than dividing the work, however long the contributions are.
bool is_reduce_of_two(const Call& call, int members) {
  return call.signature.kind == CollectiveKind::reduce && members == 2;
}

StridedList nodes_of(const StridedList& members, const Placement& placement) {
  if (members == StridedList::consecutive(placement.ranks)) return placement.node_of;
  StridedList::Builder nodes;
  for (const Rank member : members) nodes.append(placement.node(member));
  return nodes.finish();
}

}  // namespace

Collectives::Collectives(Endpoint& endpoint, Context context, StridedList members, int own)
    : endpoint_(endpoint),
      context_(context),
      members_(std::move(members)),
      nodes_(nodes_of(members_, endpoint.placement())),
      own_(own),
      pool_(endpoint.segment()),
      call_history_(pool_.history(endpoint.member(endpoint.rank()))) {}

Collectives::~Collectives() { pool_.leave(context_); }

SequenceNumber Collectives::next(const Signature& signature) {
  mark_ = std::rotl(mark_ * 0x9e3779b1U, 15) ^ mark_of(signature);
  call_history_.note(context_, ++sequence_, signature, std::exchange(remark_, 0));
  return {.sequence = sequence_, .mark = mark_};
}

std::optional<std::uint64_t> Collectives::remark_of(int member, std::uint64_t sequence) const {
  if (!endpoint_.is_here(job_rank(member))) return std::nullopt;
  return pool_.history(endpoint_.member(job_rank(member))).remark(context_, sequence);
}

bool Collectives::is_same_call(int member, std::uint64_t sequence) const {
  const std::optional<Signature> ours = call_history_.find(context_, sequence);
  if (!ours || !endpoint_.is_here(job_rank(member))) return false;
  return pool_.history(endpoint_.member(job_rank(member))).find(context_, sequence) == ours;
}

Context Collectives::hidden_context(CollectiveMode mode, std::uint16_t lane) const {
  const std::uint64_t once = 0xc2b2ae3d27d4eb4fULL;
  const std::uint64_t again = 0x27d4eb2f165667c5ULL;
  const std::uint64_t mixed =
      (mode == CollectiveMode::persistent ? again : once) + lane * 0x165667b19e3779f9ULL;
  return (context_ ^ mixed) | of_collectives;
}

std::unique_ptr<CollectiveOperation> Collectives::prepare(const Call& from_caller) {
  Call call = from_caller;
  call.memory = &endpoint_.memory();
  const schedule::Position place{.rank = own_, .size = size(), .root = call.signature.root};
  if (endpoint_.offload() != nullptr && size() > 1) {
    if (std::optional<OffloadedCollective> served = offloaded(place, call)) {
      served->context = context_;
      served->members = &members_;
      return std::make_unique<CollectiveOperation>(*this, call.signature, *served);
    }
  }
  // If each message waits for a slice, few rounds are better than few messages.
  std::optional<CollectiveSchedule> across;
  if (!endpoint_.options().policy.buffers) {
    const bool are_many = nodes_.count() == 1 && size() > most_members_directly;
    if (are_many && is_reduction(call.signature.kind)) {
      if (!single_members_) single_members_ = Nodes::of_single_members(size());
      across = schedule_across_nodes(*single_members_, place, call);
    } else {
      across = schedule_across_nodes(nodes_, place, call);
    }
  }
  return std::make_unique<CollectiveOperation>(
      *this, call.signature, across ? std::move(*across) : schedule_of(place, call));
}

CollectiveOutcome Collectives::run(const Call& call) {
  if (SharedCollective* const shared = shared_collective_for(call))
    return run_shared(call, *shared);
  std::unique_ptr<CollectiveOperation> operation = prepare(call);
  operation->start();
  // The root of a broadcast has nothing to wait for, and each poll of other nodes is a system call.
  endpoint_.call_followers();
  if (operation->is_complete() && operation->complaint().empty())
    return CollectiveOutcome::complete;
  const CollectiveOutcome end =
      outcome_of(endpoint_.wait_until([&] { return operation->is_complete(); }));
  if (end == CollectiveOutcome::complete && operation->complaint().empty())
    return CollectiveOutcome::complete;
  if (complaint_.empty()) complaint_ = operation->complaint();
  abandoned_ = std::move(operation);
  return complaint_.empty() ? end : CollectiveOutcome::mismatch;
}

CollectiveOutcome Collectives::outcome_of(WaitOutcome outcome) {
  if (outcome != WaitOutcome::deadlock) return CollectiveOutcome::complete;
  complaint_ = difference();
  return complaint_.empty() ? CollectiveOutcome::deadlock : CollectiveOutcome::mismatch;
}

std::vector<Rank> Collectives::awaited() const {
  return abandoned_ != nullptr ? abandoned_->awaited() : missing_;
}

// Mismatched calls.

std::vector<Rank> Collectives::without_call(std::uint64_t sequence) const {
  std::vector<Rank> without;
  for (const Rank rank : members_) {
    if (!endpoint_.is_here(rank) ||
        !pool_.history(endpoint_.member(rank)).find(context_, sequence)) {
      without.push_back(rank);
    }
  }
  return without;
}

std::string Collectives::difference() const {
  const std::optional<Difference> found = first_difference();
  return found ? described(*found) : std::string();
}

std::optional<Difference> Collectives::first_difference() const {
  const std::uint64_t first = sequence_ > CallHistory::kept ? sequence_ - CallHistory::kept : 1;
  for (std::uint64_t sequence = first; sequence <= sequence_; ++sequence) {
    const std::optional<Signature> ours = call_history_.find(context_, sequence);
    if (!ours) continue;
    for (int member = 0; member < size(); ++member) {
      if (!endpoint_.is_here(job_rank(member))) continue;
      const std::optional<Signature> theirs =
          pool_.history(endpoint_.member(job_rank(member))).find(context_, sequence);
      if (theirs && *theirs != *ours) {
        return Difference{.collective = sequence,
                          .own = {.rank = own_, .signature = *ours},
                          .other = {.rank = member, .signature = *theirs}};
      }
    }
  }
  return std::nullopt;
}

std::string Collectives::disagreement() const {
  const std::string found = difference();
  if (!found.empty()) return found;
  return base::format("rank {} finds at collective {} that another member has called others before",
                      own_, sequence_);
}

std::string Collectives::complaint_about(const Transfer& received, const SequenceNumber& turn,
                                         const Signature& signature) {
  const std::size_t from = members_.find(received.source).value_or(members_.size());
  if (received.received.mark != turn.mark) {
    const std::string found = difference();
    if (!found.empty()) return found;
    return base::format(
        "rank {} calls {} as collective {}, where rank {} calls something else, or did before",
        own_, described(signature), turn.sequence, from);
  }
  if (received.received.bytes != received.bytes) {
    wrong_part_ = {.collective = turn.sequence,
                   .from = static_cast<int>(from),
                   .given_bytes = received.received.bytes,
                   .expected_bytes = received.bytes};
    return base::format("rank {} gives {} bytes to rank {} in {}, where {} are expected", from,
                        received.received.bytes, own_, described(signature), received.bytes);
  }
  return {};
}

// Collectives in shared memory.

SharedCollective* Collectives::shared_collective_for(const Call& call) {
  if (size() == 1 || endpoint_.offload() != nullptr) return nullptr;
  const std::optional<std::size_t> bytes = contribution_bytes(call, size());
  const bool has_any_length = is_reduce_of_two(call, size());
  if (!bytes || (*bytes > most_bytes && !has_any_length)) return nullptr;
  if (!has_asked_) {
    has_asked_ = true;
    const auto is_here = [this](Rank rank) { return endpoint_.is_here(rank); };
    if (!std::ranges::all_of(members_, is_here)) return nullptr;
    if (const std::optional<SharedBuffers> buffers = pool_.buffers(context_, size())) {
      lagging_ = buffers->lagging;
      if (buffers->brief) brief_.emplace(*buffers->brief, size(), own_);
      small_.emplace(buffers->small, size(), own_);
      if (buffers->large) large_.emplace(*buffers->large, size(), own_);
      const std::size_t longest =
          large_ ? std::max(small_->capacity(), most_combined_bytes / members_.size())
                 : small_->capacity();
      scratch_.resize(partial_results_of(size()) * longest);
    }
  }
  if (brief_ && *bytes <= brief_->capacity()) return &*brief_;
  if (small_ && *bytes <= small_->capacity()) return &*small_;
  if (!large_) return nullptr;
  const bool is_in_parts = *bytes > large_->capacity();
  if (is_in_parts && part_bytes(call, large_->capacity()) == 0) return nullptr;
  const bool is_too_much = is_reduction(call.signature.kind) && !has_any_length &&
                           *bytes * members_.size() > most_combined_bytes;
  return is_too_much ? nullptr : &*large_;
}

CollectiveOutcome Collectives::wait_for(MemberRange range, SharedCollective& shared) {
  const auto are_there = [&] {
    range.begin = shared.first_missing(range);
    return range.begin == range.end;
  };
  if (are_there()) return CollectiveOutcome::complete;
  const CollectiveOutcome end = outcome_of(endpoint_.wait_until(are_there));
  if (end == CollectiveOutcome::deadlock) note_missing(range, shared);
  return end;
}

/// All members must have read a slot before it is written again.
CollectiveOutcome Collectives::wait_for_room(SharedCollective& shared) {
  if (shared.has_room()) return CollectiveOutcome::complete;
  lagging_->fetch_add(1, std::memory_order_seq_cst);
  STROBE_TRANSITION(lagging);
  const CollectiveOutcome end = outcome_of(endpoint_.wait_until([&] { return shared.has_room(); }));
  const std::uint32_t lagged = lagging_->fetch_sub(1, std::memory_order_seq_cst);
  base::ensure(lagged != 0 && lagged <= members_.size(),
               "the count of members that wait for room is wrong");
  if (end == CollectiveOutcome::deadlock) note_missing({0, size()}, shared);
  return end;
}

void Collectives::note_missing(MemberRange range, const SharedCollective& shared) {
  for (int member = range.begin; member < range.end; ++member) {
    if (member != own_ && !shared.has_arrived(member)) missing_.push_back(job_rank(member));
  }
}

/// A sleeping member is woken by the last member that it waits for. Two members that arrive at the
/// same time may both be the last, and wake it both.
void Collectives::wake_waiting_members(const Call& call, const SharedCollective& shared) {
  const auto wake = [&](int begin, int end) {
    for (int member = begin; member < end; ++member) {
      if (member != own_) endpoint_.wake(job_rank(member));
    }
  };
  const MemberRange all{0, size()};
  if (lagging_->load(std::memory_order_seq_cst) != 0 && shared.gives_room() &&
      shared.first_missing(all) == size()) {
    return wake(0, size());
  }
  const int root = call.signature.root;
  switch (data_flow_of(call.signature.kind)) {
    case DataFlow::from_all_to_all:
      if (shared.first_missing(all) == size()) wake(0, size());
      break;
    case DataFlow::from_root:
      if (own_ == root) wake(0, size());
      break;
    case DataFlow::to_root:
      if (own_ != root && endpoint_.is_blocked(job_rank(root)) &&
          shared.first_missing(all) == size()) {
        wake(root, root + 1);
      }
      break;
    case DataFlow::upwards:
      wake(own_ + 1, shared.first_missing(all));
      break;
  }
}

CollectiveOutcome Collectives::run_part(const Call& call, std::uint32_t mark,
                                        SharedCollective& shared) {
  const Member member{.own = own_, .members = size()};
  shared.next();
  if (const CollectiveOutcome end = wait_for_room(shared); end != CollectiveOutcome::complete)
    return end;
  give(call, member, shared.contribution(own_), copy_);
  STROBE_TRANSITION(arriving);
  shared.arrive(mark);
  STROBE_TRANSITION(arrived);
  wake_waiting_members(call, shared);
  const MemberRange range = needed(call, member);
  if (const CollectiveOutcome end = wait_for(range, shared); end != CollectiveOutcome::complete)
    return end;
  if (!shared.agree(range)) {
    complaint_ = disagreement();
    return CollectiveOutcome::mismatch;
  }
  take(call, member, shared, scratch_);
  shared.leave(range);
  return CollectiveOutcome::complete;
}

CollectiveOutcome Collectives::run_shared(const Call& call, SharedCollective& shared) {
  const std::uint32_t mark = next(call.signature).mark;
  const std::size_t whole = call.signature.bytes;
  const std::size_t part = part_bytes(call, shared.capacity());
  if (part == 0 || whole <= shared.capacity()) {
    if (const CollectiveOutcome end = run_part(call, mark, shared);
        end != CollectiveOutcome::complete)
      return end;
  } else {
    for (std::size_t first = 0; first < whole; first += part) {
      const CollectiveOutcome end =
          run_part(part_of(call, first, std::min(part, whole - first)), mark, shared);
      if (end != CollectiveOutcome::complete) return end;
    }
  }
  if (!endpoint_.options().policy.buffers) return CollectiveOutcome::complete;
  Transfer end_of_slice;
  endpoint_.settle(end_of_slice);
  return outcome_of(endpoint_.wait_for(end_of_slice));
}

}  // namespace strobe::bcs::runtime::collectives
