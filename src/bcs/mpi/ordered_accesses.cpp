// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/ordered_accesses.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <string>

#include "base/format.hpp"
#include "base/hash.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/datatype_contents.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/reduction_op.hpp"
#include "bcs/mpi/status.hpp"
#include "bcs/mpi/thread_choices.hpp"
#include "bcs/runtime/cross_memory.hpp"

namespace strobe::bcs::mpi {

using runtime::Access;

/// An operation or a lock, from its call until the program knows that it has taken effect.
struct OrderedAccess {
  Access access;
  std::size_t target = 0;  ///< in the window
  std::uint32_t number = 0;
  std::uint32_t event = 0;  ///< of its begin
  std::uint32_t copied =
      0;  ///< the event of the end of its request, of an operation without result
  bool is_performed = false;
  bool is_delivered = false;
  std::uint32_t slice = 0;  ///< in which it has taken effect

  // Unless it is a lock or MPI_Win_sync.
  std::uint64_t address = 0;  ///< of the data at the target, there
  MPI_Count count = 0;
  DatatypeLayout* layout = nullptr;  ///< at the target
  MPI_Op operation = MPI_OP_NULL;    ///< of an accumulate
  MPI_Datatype element = MPI_DATATYPE_NULL;
  std::vector<std::byte> sent, compared;
  std::optional<DataArgument> received;
  DatatypeLayout* received_layout = nullptr;
  std::vector<std::byte> result;
};

namespace {

using AccessEvent = check::OrderEvent;

std::uint32_t log_access(const AccessEvent& event) {
  return interposer.checks == nullptr ? 0 : interposer.checks->order().add(event);
}

std::uint32_t place_of_call() {
  return interposer.checks == nullptr ? 0 : interposer.checks->places().current();
}

std::uint32_t short_hash(Context context) {
  return static_cast<std::uint32_t>(base::hash_of(context) >> 32U);
}

/// As python/strobe/explore/accesses.py reads it.
std::uint32_t log_begin(const Access& access) {
  const int bits = static_cast<int>(access.kind) | (access.writes ? 4 : 0) |
                   (access.has_result ? 8 : 0) | (access.is_accumulate ? 16 : 0);
  const std::uint32_t begin = log_access({.kind = AccessEvent::Kind::access_begins,
                                          .members = static_cast<std::uint16_t>(bits),
                                          .of = place_of_call(),
                                          .peer = static_cast<std::uint32_t>(access.target),
                                          .number = access.commutes,
                                          .context = short_hash(access.window)});
  const auto first = static_cast<std::uint64_t>(access.begin);
  const auto size = static_cast<std::uint64_t>(access.end - access.begin);
  log_access({.kind = AccessEvent::Kind::access_bytes,
              .of = begin,
              .peer = static_cast<std::uint32_t>(first),
              .number = static_cast<std::uint32_t>(first >> 32U),
              .tag = static_cast<std::int32_t>(size >> 32U),
              .context = static_cast<std::uint32_t>(size)});
  return begin;
}

/// The predefined datatype that a datatype of one kind of element is made of.
MPI_Datatype element_in(MPI_Datatype type) {
  const std::optional<DatatypeEnvelope> envelope = envelope_of(type);
  if (!envelope || envelope->combiner == MPI_COMBINER_NAMED || envelope->types == 0) return type;
  return element_in(DatatypeContents(type, *envelope).types.front());
}

/// 0 if it does not even commute with itself. Rounding does not count: sums of floating-point
/// numbers commute.
std::uint32_t commuting_number(MPI_Op operation, MPI_Datatype element) {
  using runtime::collectives::Operator;
  const Operator asked = operator_of(operation);
  DatatypeLayout* const layout = layout_of(element);
  if (asked < Operator::maximum || asked > Operator::minimum_and_place || layout == nullptr)
    return 0;
  return static_cast<std::uint32_t>(base::hash_of(asked, hash_of_basic(*layout))) | 1U;
}

bool moves_nothing(MPI_Op operation) {
  return operator_of(operation) == runtime::collectives::Operator::no_op;
}

std::vector<std::byte> packed(const DataArgument& data) {
  DatatypeLayout* const layout = layout_of(data.type);
  std::vector<std::byte> bytes(static_cast<std::size_t>(data.count * layout->size_bytes));
  pack(*layout, data.address, data.count, bytes);
  return bytes;
}

bool has_bytes(const std::optional<DataArgument>& data, std::int64_t bytes) {
  if (!data) return true;
  const DatatypeLayout* const layout = layout_of(data->type);
  return layout != nullptr && data->count >= 0 && data->count * layout->size_bytes == bytes;
}

/// The elements of packed data as they are in memory: pairs of numbers may have padding.
std::vector<std::byte> spread(const DatatypeLayout& element, const std::vector<std::byte>& data) {
  const std::int64_t count = static_cast<std::int64_t>(data.size()) / element.size_bytes;
  std::vector<std::byte> elements(static_cast<std::size_t>(count * element.extent_bytes));
  unpack(element, elements.data(), count, data);
  return elements;
}

/// The data at the target after an operation, from those before it.
std::vector<std::byte> combined(const OrderedAccess& access, const std::vector<std::byte>& before) {
  if (!access.access.writes) return before;
  if (!access.compared.empty()) return access.compared == before ? access.sent : before;
  if (!access.access.is_accumulate ||
      operator_of(access.operation) == runtime::collectives::Operator::replace)
    return access.sent;
  const DatatypeLayout& element = *layout_of(access.element);
  const std::vector<std::byte> sent = spread(element, access.sent);
  std::vector<std::byte> after = spread(element, before);
  const std::int64_t count = static_cast<std::int64_t>(before.size()) / element.size_bytes;
  native().Reduce_local(sent.data(), after.data(), static_cast<int>(count), access.element,
                        access.operation);
  return packed({after.data(), count, access.element});
}

/// The memory of a target that an operation accesses, with what lies between its data.
class TargetMemory {
 public:
  explicit TargetMemory(const OrderedAccess& access)
      : access_(access),
        reach_(reach_of(*access.layout, access.count)),
        pid_(process().segment.status(process().endpoint.member(access.access.target)).pid),
        before_(static_cast<std::size_t>(reach_.end_bytes - reach_.begin_bytes)) {
    if (!runtime::pull(pid_, begin(), before_.data(), before_.size())) refuse();
  }

  [[nodiscard]] std::vector<std::byte> data() {
    std::vector<std::byte> data(
        static_cast<std::size_t>(access_.count * access_.layout->size_bytes));
    pack(*access_.layout, before_.data() - reach_.begin_bytes, access_.count, data);
    return data;
  }
  /// Writes the bytes that change, and no other. Whether there are any.
  bool write(const std::vector<std::byte>& data) {
    std::vector<std::byte> after = before_;
    unpack(*access_.layout, after.data() - reach_.begin_bytes, access_.count, data);
    bool has_changed = false;
    for (std::size_t i = 0; i < after.size();) {
      const std::size_t first = i;
      while (i < after.size() && after[i] != before_[i]) ++i;
      if (i == first) {
        ++i;
        continue;
      }
      has_changed = true;
      if (!runtime::push(pid_, after.data() + first, begin() + first, i - first)) refuse();
    }
    return has_changed;
  }

 private:
  [[nodiscard]] std::uint64_t begin() const {
    return access_.address + static_cast<std::uint64_t>(reach_.begin_bytes);
  }
  [[noreturn]] void refuse() const {
    end_job(
        base::format("rank {} cannot access the window of rank {} at {:x}: the memory is not "
                     "there, or the system does not let ranks access each other's memory",
                     process().endpoint.rank(), access_.access.target, begin()));
  }

  const OrderedAccess& access_;
  Reach reach_;
  pid_t pid_;
  std::vector<std::byte> before_;
};

}  // namespace

/// The request of an operation. One without a result is complete at once, since its data were
/// copied.
class AccessRequest final : public RequestOperation {
 public:
  AccessRequest(OrderedAccesses& all, std::shared_ptr<OrderedAccess> access)
      : all_(all), access_(std::move(access)) {}

  void begin() override {}
  [[nodiscard]] bool is_complete() const override {
    return !access_->received || access_->is_performed;
  }
  [[nodiscard]] bool is_certain(std::uint32_t slice) const override {
    return !access_->received || access_->slice < slice;
  }
  void write_status(MPI_Status* status) const override { set_nothing_received(status); }
  int deliver() override {
    if (access_->received) all_.deliver(*access_);
    return MPI_SUCCESS;
  }
  [[nodiscard]] WaitDescription waits_for() const override {
    return {.text = "for a one-sided operation", .ranks = {}};
  }
  [[nodiscard]] const std::uint32_t* order() const override {
    return access_->received ? &access_->event : &access_->copied;
  }
  [[nodiscard]] Communicator& communicator() const override {
    return *process().communicator(MPI_COMM_SELF);
  }

 private:
  OrderedAccesses& all_;
  std::shared_ptr<OrderedAccess> access_;
};

OrderedAccesses::OrderedAccesses(runtime::Endpoint& endpoint, Choices& choices)
    : choices_(choices), order_(endpoint, choices.choosing_ranks(), [this](std::uint32_t number) {
        perform(number);
      }) {
  choices.call_when_used_up([this] { order_.all_chosen_begun(); });
}

void OrderedAccesses::created(MPI_Comm communicator, MPI_Win handle, Window& window) {
  if (process().link != nullptr) {
    end_job(
        "a file of choices chooses the order of one-sided operations, which is possible on one "
        "host only; run all ranks on one host");
  }
  process().endpoint.share_memory();
  window.parts = parts_of(handle, communicator, window.ranks.size());
}

// Operations.

std::shared_ptr<OrderedAccess> OrderedAccesses::begin(const Access& access,
                                                      OrderedAccess operation) {
  const Choice* const choice = choices_.next();
  if (choice != nullptr && !choice->after) choices_.refuse();
  auto begun = std::make_shared<OrderedAccess>(std::move(operation));
  begun->access = access;
  begun->number = choices_.current();
  begun->event = log_begin(access);
  operations_.emplace(begun->number, begun);
  order_.begin(begun->number, access, choice == nullptr ? std::nullopt : choice->after);
  return begun;
}

std::shared_ptr<OrderedAccess> OrderedAccesses::begin(const OneSidedCall& call) {
  const Window* const window = process().windows.find(call.window);
  DatatypeLayout* const layout = layout_of(call.type);
  if (window == nullptr || call.target < 0 ||
      static_cast<std::size_t>(call.target) >= window->ranks.size() || layout == nullptr ||
      call.count <= 0 || layout->size_bytes == 0)
    return nullptr;
  const std::int64_t bytes = call.count * layout->size_bytes;
  if (!has_bytes(call.sent, bytes) || !has_bytes(call.compared, bytes) ||
      !has_bytes(call.received, bytes))
    return nullptr;
  const bool is_accumulate = call.kind == check::AccessKind::accumulate;
  const bool combines =
      is_accumulate && !call.compared && call.sent && !moves_nothing(call.operation);
  const MPI_Datatype element = is_accumulate ? element_in(call.type) : MPI_DATATYPE_NULL;
  if (combines && operator_of(call.operation) != runtime::collectives::Operator::replace &&
      !is_defined(call.operation, *layout_of(element)))
    return nullptr;
  const auto target = static_cast<std::size_t>(call.target);
  const WindowPart& part = window->parts[target];
  const std::int64_t at = call.displacement * part.unit_bytes;
  const Reach reach = reach_of(*layout, call.count);
  OrderedAccess operation{
      .access = {},
      .target = target,
      .address = static_cast<std::uint64_t>(part.address + at),
      .count = call.count,
      .layout = layout,
      .operation = call.operation,
      .element = element,
      .sent = call.sent ? packed(*call.sent) : std::vector<std::byte>(),
      .compared = call.compared ? packed(*call.compared) : std::vector<std::byte>(),
      .received = call.received,
      .result = {}};
  // The program may free the datatypes.
  retain(*layout);
  if (call.received) {
    operation.received_layout = layout_of(call.received->type);
    retain(*operation.received_layout);
  }
  return begin({.window = window->context,
                .begin = at + reach.begin_bytes,
                .end = at + reach.end_bytes,
                .target = window->ranks[target],
                .commutes = combines ? commuting_number(call.operation, element) : 0,
                .writes = call.sent.has_value(),
                .has_result = call.received.has_value(),
                .is_accumulate = is_accumulate},
               std::move(operation));
}

bool OrderedAccesses::begin(const OneSidedCall& call, MPI_Request* request) {
  if (request == nullptr) return false;
  std::shared_ptr<OrderedAccess> begun = begin(call);
  if (begun == nullptr) return false;
  if (!begun->received) {
    begun->copied = log_access({.kind = AccessEvent::Kind::access_copied, .of = begun->event});
  }
  process().requests.make(CallMode::nonblocking(request),
                          std::make_unique<AccessRequest>(*this, std::move(begun)));
  return true;
}

void OrderedAccesses::perform(std::uint32_t number) {
  OrderedAccess& access = *operations_.at(number);
  bool has_changed = access.access.is_lock();
  if (access.layout != nullptr) {
    // In the same slice another rank may perform an accumulate that commutes with this one.
    const std::lock_guard one_at_a_time(process().segment.control().lock);
    TargetMemory memory(access);
    std::vector<std::byte> data = memory.data();
    if (access.access.writes) has_changed = memory.write(combined(access, data));
    if (access.received) access.result = std::move(data);
    release(*access.layout);
  }
  access.is_performed = true;
  access.slice = process().endpoint.slice();
  log_access({.kind = AccessEvent::Kind::access_performed,
              .is_free = !has_changed,
              .of = access.event,
              .number = access.slice});
}

void OrderedAccesses::deliver(OrderedAccess& access) {
  if (std::exchange(access.is_delivered, true)) return;
  learn_in_turn();
  log_access({.kind = AccessEvent::Kind::access_ends, .of = access.event});
  if (access.received) {
    unpack(*access.received_layout, const_cast<void*>(access.received->address),
           access.received->count, access.result);
    release(*access.received_layout);
  }
  operations_.erase(access.number);
}

// Completion.

void OrderedAccesses::wait_for(const std::vector<std::shared_ptr<OrderedAccess>>& awaited,
                               const char* what) {
  process().wait(
      [&] {
        return std::ranges::all_of(awaited, [](const auto& each) { return each->is_performed; });
      },
      [] { return false; },
      [&] {
        WaitDescription description{.text = what, .ranks = {}};
        for (const auto& each : awaited) {
          if (!each->is_performed) description.ranks.push_back(each->access.target);
        }
        return description;
      });
}

void OrderedAccesses::complete(const Window& window, std::optional<std::size_t> target,
                               bool is_at_origin) {
  std::vector<std::shared_ptr<OrderedAccess>> awaited;
  for (const auto& [number, operation] : operations_) {
    if (operation->access.window == window.context && (!target || operation->target == *target) &&
        (!is_at_origin || operation->received))
      awaited.push_back(operation);
  }
  wait_for(awaited, "for one-sided operations to take effect");
  for (const auto& each : awaited) deliver(*each);
}

void OrderedAccesses::observe(const Window& window) {
  const auto begun = begin({.window = window.context,
                            .begin = 0,
                            .end = std::max<std::int64_t>(window.parts[window.own].size_bytes, 1),
                            .target = window.ranks[window.own],
                            .has_result = true},
                           {.access = {}, .target = window.own, .received = {}, .result = {}});
  wait_for({begun}, "for its turn to see the window");
  deliver(*begun);
}

// Locks.

void OrderedAccesses::lock(const Window& window, std::span<const std::size_t> targets,
                           bool is_exclusive) {
  std::vector<std::shared_ptr<OrderedAccess>> awaited;
  for (const std::size_t target : targets) {
    awaited.push_back(
        begin({.window = window.context,
               .target = window.ranks[target],
               .kind = is_exclusive ? Access::Kind::exclusive_lock : Access::Kind::shared_lock},
              {.access = {}, .target = target, .received = {}, .result = {}}));
    locks_[{window.context, target}] = awaited.back();
  }
  wait_for(awaited, "for the lock of a window");
  for (const auto& each : awaited) deliver(*each);
}

void OrderedAccesses::unlock(const Window& window, std::size_t target) {
  const auto found = locks_.find({window.context, target});
  if (found == locks_.end()) return;
  log_access({.kind = AccessEvent::Kind::lock_released, .of = found->second->event});
  order_.release(found->second->number);
  locks_.erase(found);
}

// The log.

void OrderedAccesses::signals(Rank to, Context context, std::int32_t tag) {
  log_access({.kind = AccessEvent::Kind::signal,
              .of = place_of_call(),
              .peer = static_cast<std::uint32_t>(to),
              .tag = tag,
              .context = short_hash(context)});
}

void OrderedAccesses::sees_signal(Rank from, Context context, std::int32_t tag) {
  learn_in_turn();
  log_access({.kind = AccessEvent::Kind::signal_seen,
              .of = place_of_call(),
              .peer = static_cast<std::uint32_t>(from),
              .tag = tag,
              .context = short_hash(context)});
}

/// It does not say how many members there are: the hidden deadlocks of --check know nothing of such
/// calls.
std::uint32_t OrderedAccesses::begins_to_synchronize(Context context) {
  return log_access({.kind = AccessEvent::Kind::collective_begins,
                     .of = place_of_call(),
                     .peer = short_hash(context),
                     .number = synchronizations_[context]++,
                     .tag = static_cast<std::int32_t>(CollectiveKind::barrier)});
}

void OrderedAccesses::has_synchronized(std::uint32_t begin) {
  learn_in_turn();
  log_access({.kind = AccessEvent::Kind::collective_ends, .of = begin});
}

void complete_ordered(const Window* window, std::optional<std::size_t> target, bool is_at_origin) {
  if (process().accesses == nullptr || window == nullptr) [[likely]]
    return;
  process().accesses->complete(*window, target, is_at_origin);
}

}  // namespace strobe::bcs::mpi
