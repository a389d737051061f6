// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/collective.hpp"

#include <algorithm>
#include <utility>

#include "base/format.hpp"
#include "base/hash.hpp"
#include "bcs/mpi/argument_checks.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/reduction_op.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi {

namespace {

using collectives::Piece;

Piece piece_of(UserBuffer& data) {
  const std::span<std::byte> place = data.memory();
  return {place.data(), place.size()};
}

bool add(std::vector<UserBuffer>& all, const void* buffer, MPI_Count count, MPI_Datatype type) {
  std::optional<UserBuffer> data = user_buffer_of(buffer, count, type);
  if (!data) return false;
  all.push_back(std::move(*data));
  return true;
}

}  // namespace

Collective::Collective(CollectiveKind kind, CallMode mode, Communicator& communicator)
    : communicator_(&communicator), function_(call_state.function) {
  call_.signature.kind = kind;
  call_.signature.mode = mode.blocks() ? collectives::CollectiveMode::blocking
                         : mode.kind() == CallMode::Kind::nonblocking
                             ? collectives::CollectiveMode::non_blocking
                             : collectives::CollectiveMode::persistent;
}

Collective::~Collective() {
  if (!is_holding_) return;
  for_each_layout([](DatatypeLayout& layout) { release(layout); });
  if (reducer_) release_op(reducer_->operation);
}

template <class Visit>
void Collective::for_each_layout(Visit&& visit) {
  if (mine_) visit(*mine_->layout());
  if (result_) visit(*result_->layout());
  for (const UserBuffer& data : out_) visit(*data.layout());
  for (const UserBuffer& data : in_) visit(*data.layout());
  if (reducer_) visit(*reducer_->layout);
}

bool Collective::set_root(int root) {
  if (communicator_->is_inter()) {
    // The root is alone in its group to have arguments that mean something.
    constexpr int none = -1;
    call_.signature.root = root == MPI_ROOT ? own() : none;
    return root == MPI_ROOT || (root >= 0 && root < size());
  }
  call_.signature.root = root;
  return root >= 0 && root < size();
}

bool Collective::set_send_buffer(const void* buffer, MPI_Count count, MPI_Datatype type) {
  mine_ = user_buffer_of(buffer, count, type);
  return mine_.has_value();
}

bool Collective::set_receive_buffer(void* buffer, MPI_Count count, MPI_Datatype type) {
  result_ = user_buffer_of(buffer, count, type);
  return result_.has_value();
}

bool Collective::add_send_buffer(const void* buffer, MPI_Count count, MPI_Datatype type) {
  return add(out_, buffer, count, type);
}

bool Collective::add_receive_buffer(void* buffer, MPI_Count count, MPI_Datatype type) {
  return add(in_, buffer, count, type);
}

bool Collective::add_neighbor_send_buffer(const Neighbor& neighbor, const void* buffer,
                                          MPI_Count count, MPI_Datatype type) {
  if (neighbor.rank == MPI_PROC_NULL) return true;
  edges_out_.push_back({.neighbor = neighbor.rank, .lane = neighbor.lane});
  return add_send_buffer(buffer, count, type);
}

bool Collective::add_neighbor_receive_buffer(const Neighbor& neighbor, void* buffer,
                                             MPI_Count count, MPI_Datatype type) {
  if (neighbor.rank == MPI_PROC_NULL) return true;
  edges_in_.push_back({.neighbor = neighbor.rank, .lane = neighbor.lane});
  return add_receive_buffer(buffer, count, type);
}

bool Collective::set_reduction(MPI_Op operation, MPI_Datatype type) {
  DatatypeLayout* const layout = layout_of(type);
  if (layout == nullptr || operation == MPI_OP_NULL) return false;
  if (!is_defined(operation, *layout)) return false;
  check_reduced(operation, type);
  reducer_ = Reducer{.operation = operation, .layout = layout};
  call_.signature.operation = operator_of(operation);
  // Operations that the application defines may combine any of its types.
  if (call_.signature.operation != collectives::Operator::users) {
    call_.signature.element = layout->element;
  }
  return true;
}

bool Collective::set_operand(const void* buffer, MPI_Count count) {
  if (!user_buffer_of(buffer, count, reducer_->layout->type)) return false;
  operand_.emplace(buffer, count, *reducer_->layout);
  block_ = {.layout = reducer_->layout,
            .bytes = static_cast<std::uint64_t>(count * reducer_->layout->size_bytes)};
  return true;
}

bool Collective::set_reduction_result(void* buffer, MPI_Count count) {
  if (!user_buffer_of(buffer, count, reducer_->layout->type)) return false;
  reduction_result_.emplace(buffer, count, *reducer_->layout);
  block_ = {.layout = reducer_->layout,
            .bytes = static_cast<std::uint64_t>(count * reducer_->layout->size_bytes)};
  return true;
}

void Collective::set_block_size(MPI_Count count, MPI_Datatype type) {
  DatatypeLayout* const layout = layout_of(type);
  call_.signature.bytes = static_cast<std::uint64_t>(count * layout->size_bytes);
  block_ = {.layout = layout, .bytes = call_.signature.bytes};
}

int Collective::perform(CallMode mode, Collective&& collective) {
  if (mode.blocks()) return collective.run();
  if (mode.request() == nullptr) return pass_through;
  auto kept = std::make_unique<Collective>(std::move(collective));
  kept->for_each_layout([](DatatypeLayout& layout) { retain(layout); });
  if (kept->reducer_) retain_op(kept->reducer_->operation);
  kept->is_holding_ = true;
  // The standard matches persistent collectives by the order of their initialization calls, not by
  // that of their starts.
  kept->prepare();
  process().requests.make(mode, std::move(kept));
  return MPI_SUCCESS;
}

/// From now on the pieces that the call points at do not move.
void Collective::bind() {
  for (UserBuffer& data : out_) out_pieces_.push_back(piece_of(data));
  for (UserBuffer& data : in_) in_pieces_.push_back(piece_of(data));
  for (std::size_t i = 0; i < edges_out_.size(); ++i) edges_out_[i].piece = out_pieces_[i];
  for (std::size_t i = 0; i < edges_in_.size(); ++i) edges_in_[i].piece = in_pieces_[i];
  const auto own_place = static_cast<std::size_t>(own());
  if (mine_) call_.mine = piece_of(*mine_);
  if (result_) call_.result = piece_of(*result_);
  if (is_in_place_ && !out_.empty()) call_.result = out_pieces_[own_place];
  if (is_in_place_ && !in_.empty()) call_.mine = in_pieces_[own_place];
  if (is_in_place_ && out_.empty()) out_pieces_ = in_pieces_;
  if (reducer_) {
    call_.reduction = reducer_->reduction();
    // In place, MPI_Reduce_scatter writes only the first part of the buffer that it reads.
    if (operand_ && is_in_place_) operand_->detach();
    if (reduction_result_) call_.result = reduction_result_->memory();
    call_.mine = operand_ ? operand_->memory() : call_.result;
    call_.signature.bytes = call_.mine.bytes;
    block_ = {.layout = reducer_->layout, .bytes = call_.signature.bytes};
  }
  call_.out = out_pieces_;
  call_.in = in_pieces_;
  call_.counts = counts_;
  call_.edges_out = edges_out_;
  call_.edges_in = edges_in_;
}

std::size_t Collective::own_bytes() const {
  if (call_.signature.kind == CollectiveKind::broadcast) return call_.result.bytes;
  std::size_t bytes = call_.mine.bytes;
  for (const Piece& piece : out_pieces_) bytes += piece.bytes;
  return bytes;
}

void Collective::count(std::size_t bytes) {
  const collectives::Signature& signature = call_.signature;
  if (signature.kind == CollectiveKind::finalization) return;
  std::uint64_t what = communicator_->context;
  for (const std::uint64_t word :
       {static_cast<std::uint64_t>(signature.kind), static_cast<std::uint64_t>(signature.root),
        static_cast<std::uint64_t>(bytes)}) {
    what = base::extended_hash(what, word);
  }
  number_ = process().endpoint.served(what);
}

void Collective::copy_in() {
  ++starts_;
  const std::size_t bytes = own_bytes();
  count(bytes);
  if (interposer.mmds != nullptr) [[unlikely]]
    monitor_begin(bytes);
  if (mine_) mine_->copy_in();
  for (UserBuffer& data : out_) data.copy_in();
  if (is_in_place_) {
    for (UserBuffer& data : in_) data.copy_in();
  }
  if (result_ && call_.signature.kind == CollectiveKind::broadcast && is_root()) result_->copy_in();
  if (operand_) operand_->copy_in();
  // The receive buffer may be the operand (MPI_IN_PLACE), or stay as it is.
  if (reduction_result_) reduction_result_->copy_in();
}

void Collective::monitor_begin(std::size_t bytes) {
  if (kind() != CollectiveKind::barrier) add_call_bytes(bytes);
  monitor::Mmds& monitor = *interposer.mmds;
  monitored_ = monitor.begins({.context = communicator_->context,
                               .gave_bytes = static_cast<std::int64_t>(bytes),
                               .got_bytes = static_cast<std::int64_t>(call_.result.bytes),
                               .root = call_.signature.root,
                               .members = size(),
                               .own = own(),
                               .function = static_cast<std::uint32_t>(function_),
                               .order = static_cast<std::uint32_t>(sequence_),
                               .starts = starts_});
  const auto message = [&](const collectives::Edge& edge) -> monitor::Mmds::Message {
    return {.operation = monitored_,
            .context = communicator_->context,
            .peer = communicator_->members[static_cast<std::size_t>(edge.neighbor)],
            .tag = edge.lane,
            .size_bytes = static_cast<std::int64_t>(edge.piece.bytes)};
  };
  using monitor::LoggedMessage;
  for (const collectives::Edge& edge : edges_out_)
    monitor.logs(LoggedMessage::neighbor_sends, message(edge));
  for (const collectives::Edge& edge : edges_in_)
    monitor.logs(LoggedMessage::neighbor_receives, message(edge));
}

void Collective::copy_out() {
  if (interposer.mmds != nullptr) [[unlikely]]
    interposer.mmds->collective_over(monitored_);
  const bool is_source = call_.signature.kind == CollectiveKind::broadcast && is_root();
  if (result_ && !is_source) result_->copy_out(call_.result.bytes);
  for (std::size_t i = 0; i < in_.size(); ++i) in_[i].copy_out(in_pieces_[i].bytes);
  if (reduction_result_) reduction_result_->copy_out();
  if (process().hashes_data) [[unlikely]]
    hash_results();
}

void Collective::hash_results() {
  const CollectiveKind kind = call_.signature.kind;
  std::uint64_t contents = 0;
  bool has_got = false;
  const auto add = [&](std::uint64_t of_part) {
    contents = base::extended_hash(contents, of_part);
    has_got = true;
  };
  if (result_ && !(kind == CollectiveKind::broadcast && is_root())) {
    add(result_->contents(call_.result.bytes));
  }
  for (std::size_t i = 0; i < in_.size(); ++i) add(in_[i].contents(in_pieces_[i].bytes));
  // MPI_Exscan leaves the buffer of the first rank as it is.
  if (reduction_result_ && !(kind == CollectiveKind::exscan && own() == 0)) {
    add(reduction_result_->contents());
  }
  constexpr std::uint64_t collective = 1ULL << 32U;  // receives have smaller numbers
  if (has_got) process().endpoint.got(collective | number_, contents);
}

/// A sentence if this rank sends blocks of another size than it receives, in a collective whose
/// blocks have the same size everywhere; empty otherwise.
std::string Collective::contradiction() const {
  const CollectiveKind kind = call_.signature.kind;
  if (kind != CollectiveKind::gather && kind != CollectiveKind::scatter &&
      kind != CollectiveKind::allgather && kind != CollectiveKind::alltoall) {
    return {};
  }
  std::size_t bytes = call_.signature.bytes;
  const auto compare = [&](const Piece& piece) {
    if (piece.bytes != call_.signature.bytes) bytes = piece.bytes;
  };
  if (mine_) compare(call_.mine);
  if (result_) compare(call_.result);
  std::ranges::for_each(out_pieces_, compare);
  std::ranges::for_each(in_pieces_, compare);
  if (bytes == call_.signature.bytes) return {};
  return base::format("the send and receive blocks of a rank differ in {}: one has {} bytes",
                      collectives::described(call_.signature), bytes);
}

namespace {

/// All blocks, if each begins where the one before ends.
std::span<const std::byte> joined(std::span<const UserBuffer> blocks) {
  std::span<const std::byte> all;
  for (const UserBuffer& block : blocks) {
    const std::span<const std::byte> memory = block.contiguous();
    if (block.bytes() == 0) continue;
    if (memory.empty() || (!all.empty() && memory.data() != all.data() + all.size())) return {};
    all = all.empty() ? memory : std::span(all.data(), all.size() + memory.size());
  }
  return all;
}

}  // namespace

Collective::Memory Collective::memory() const {
  Memory memory;
  if (mine_) memory.read = mine_->contiguous();
  if (operand_ && !is_in_place_) memory.read = operand_->contiguous();
  if (!out_.empty()) memory.read = joined(out_);
  if (result_) memory.written = result_->contiguous();
  if (reduction_result_) memory.written = reduction_result_->contiguous();
  if (!in_.empty()) memory.written = joined(in_);
  // The root of a broadcast reads its buffer.
  if (kind() == CollectiveKind::broadcast && is_root())
    memory = {.read = memory.written, .written = {}};
  return memory;
}

void Collective::for_each_object(
    FunctionRef<void(std::span<const std::byte>, bool is_written)> visit) const {
  if (mine_) visit(mine_->object(), false);
  if (operand_ && !is_in_place_) visit(operand_->object(), false);
  for (const UserBuffer& block : out_) visit(block.object(), false);
  if (result_) visit(result_->object(), true);
  if (reduction_result_) visit(reduction_result_->object(), true);
  for (const UserBuffer& block : in_) visit(block.object(), true);
}

int Collective::run() {
  bind();
  if (const std::string complaint = contradiction(); !complaint.empty()) {
    return raise_error(*communicator_, fails(complaint));
  }
  take_number();
  copy_in();
  if (interposer.checks != nullptr) [[unlikely]] {
    interposer.checks->collective_types().calls(*this);
    interposer.checks->begins(*this);
  }
  switch (communicator_->collectives->run(call_)) {
    case collectives::CollectiveOutcome::complete:
      if (interposer.checks != nullptr) [[unlikely]]
        interposer.checks->ended(*this);
      copy_out();
      return MPI_SUCCESS;
    case collectives::CollectiveOutcome::deadlock:
      process().report_deadlock(waiting_for(communicator_->collectives->awaited()));
    case collectives::CollectiveOutcome::mismatch:
      break;
  }
  return raise_error(*communicator_, differs(communicator_->collectives->complaint()));
}

int Collective::differs(std::string_view complaint) const {
  if (interposer.checks != nullptr)
    interposer.checks->collective_types().report_mismatch(*communicator_);
  return fails(complaint);
}

int Collective::fails(std::string_view complaint) const {
  return explain_error(MPI_ERR_OTHER,
                       base::format("on {}, {}", name_of(*communicator_), complaint));
}

void Collective::prepare() {
  bind();
  take_number();
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->collective_types().calls(*this);
  operation_ = communicator_->collectives->prepare(call_);
}

void Collective::begin() {
  copy_in();
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->begins(*this);
  operation_->start();
}

void Collective::write_status(MPI_Status* status) const { set_nothing_received(status); }

int Collective::deliver() {
  if (!operation_->complaint().empty()) return differs(operation_->complaint());
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->ended(*this);
  copy_out();
  return MPI_SUCCESS;
}

WaitDescription Collective::waits_for() const { return waiting_for(operation_->awaited()); }

WaitDescription Collective::waiting_for(std::vector<Rank> ranks) const {
  const std::string what =
      operation_ != nullptr ? operation_->description() : collectives::described(call_.signature);
  const std::string_view article = what.find_first_of("aeiou") == 0 ? "an" : "a";
  WaitDescription waits{
      .text = base::format("for {} {} of {}", article, what, name_of(*communicator_)),
      .ranks = std::move(ranks)};
  const std::string difference = communicator_->collectives->difference();
  if (!difference.empty()) waits.text += "; " + difference;
  return waits;
}

}  // namespace strobe::bcs::mpi
