// SPDX-License-Identifier: BSD-3-Clause
//
// Partitioned communication (MPI 4.1, section 4.2). Each partition of the sender is a message. The
// two operations match in the order in which both ranks have initialized them, so that each pair
// has a context of its own, in which the tag is the number of the partition. The receiver may have
// another number of partitions: the first message says how many the sender has.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/format.hpp"
#include "base/hash.hpp"
#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/status.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

/// Of the message with the sender's number of partitions.
constexpr std::int32_t tag_of_count = std::numeric_limits<std::int32_t>::max();

/// The arguments of either side.
struct Partitioning {
  std::byte* buffer;
  int partitions;
  MPI_Count count;  ///< of elements in each partition
  MPI_Datatype type;
  int peer;
  int tag;
  Communicator* communicator;

  [[nodiscard]] bool is_with_proc_null() const { return peer == MPI_PROC_NULL; }

  /// That of the next pair of operations with this peer and tag.
  [[nodiscard]] Context next_context(bool is_send) const {
    constexpr std::uint64_t apart = 0x70617274;
    const Rank own = communicator->rank;
    const std::vector<Rank> pair{is_send ? own : peer, is_send ? peer : own};
    const Context all =
        derived_context(communicator->context, apart + static_cast<std::uint64_t>(tag), pair);
    return derived_context(all, communicator->partitioned[{all, is_send}]++, pair);
  }
};

class PartitionedOperation : public RequestOperation {
 public:
  PartitionedOperation(const Partitioning& arguments, bool is_send)
      : arguments_(arguments),
        context_(arguments.is_with_proc_null() ? 0 : arguments.next_context(is_send)) {}

  [[nodiscard]] Communicator& communicator() const override { return *arguments_.communicator; }
  [[nodiscard]] bool is_partition(int partition) const {
    return partition >= 0 && partition < arguments_.partitions;
  }

 protected:
  [[nodiscard]] const Partitioning& arguments() const { return arguments_; }
  [[nodiscard]] Context context() const { return context_; }
  /// Initializes the message with the sender's number of partitions.
  void init(runtime::Transfer& count, int& partitions) const {
    if (arguments_.is_with_proc_null()) return;
    count.peer = arguments_.communicator->member(arguments_.peer);
    count.tag = tag_of_count;
    count.context = context_;
    count.data = reinterpret_cast<std::byte*>(&partitions);
    count.bytes = sizeof partitions;
    count.is_internal = true;
  }
  /// Initializes one of the other messages, whose arguments it has.
  void init(PointToPointOperation& message, std::size_t partition) const {
    message.transfer.context = context_;
    message.transfer.tag = static_cast<std::int32_t>(partition);
    // Other messages are counted in the order in which they are posted, and these in that in which
    // partitions are ready.
    message.transfer.is_internal = true;
    message.is_nonblocking = true;
  }

 private:
  Partitioning arguments_;
  Context context_;
};

class PartitionedSend final : public PartitionedOperation {
 public:
  PartitionedSend(const Partitioning& arguments, std::int64_t extent_bytes)
      : PartitionedOperation(arguments, true),
        messages_(static_cast<std::size_t>(arguments.partitions)),
        is_ready_(messages_.size()),
        partitions_(arguments.partitions) {
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      std::byte* const part =
          arguments.buffer + static_cast<std::int64_t>(i) * arguments.count * extent_bytes;
      // MPI_Psend_init has checked the arguments.
      static_cast<void>(init_send(messages_[i], SendMode::standard, part, arguments.count,
                                  arguments.type, arguments.peer, 0, *arguments.communicator));
      init(messages_[i], i);
    }
    init(count_, partitions_);
    retain(*messages_.front().data.layout());
  }
  PartitionedSend(const PartitionedSend&) = delete;
  PartitionedSend& operator=(const PartitionedSend&) = delete;
  ~PartitionedSend() override {
    if (interposer.checks != nullptr) [[unlikely]]
      forget();
    release(*messages_.front().data.layout());
  }

  void begin() override {
    is_ready_.assign(messages_.size(), false);
    left_ = messages_.size();
    if (arguments().is_with_proc_null() || std::exchange(has_sent_count_, true)) return;
    process().endpoint.begin_send(count_);
  }
  [[nodiscard]] bool is_complete() const override {
    return left_ == 0 && (count_.is_complete || arguments().is_with_proc_null()) &&
           std::ranges::all_of(messages_, &PointToPointOperation::is_complete);
  }
  void write_status(MPI_Status* status) const override { set_nothing_received(status); }
  int deliver() override {
    for (PointToPointOperation& message : messages_) message.deliver();
    return MPI_SUCCESS;
  }
  [[nodiscard]] WaitDescription waits_for() const override {
    const auto waiting = std::ranges::find_if_not(messages_, &PointToPointOperation::is_complete);
    return left_ != 0 || waiting == messages_.end()
               ? WaitDescription{.text = "for partitions that are not ready (MPI_Pready)",
                                 .ranks = {}}
               : waiting->waits_for();
  }

  /// Returns an error class, or MPI_SUCCESS.
  int set_ready(int partition) {
    const auto at = static_cast<std::size_t>(partition);
    if (!is_partition(partition) || left_ == 0 || is_ready_[at]) return MPI_ERR_ARG;
    is_ready_[at] = true;
    --left_;
    messages_[at].begin();
    return MPI_SUCCESS;
  }

 private:
  /// The application may have freed the request of an active operation.
  void forget() {
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      if (is_ready_[i] && !arguments().is_with_proc_null())
        interposer.checks->forgets(messages_[i]);
    }
  }

  std::vector<PointToPointOperation> messages_;
  std::vector<bool> is_ready_;
  std::size_t left_ = 0;     ///< partitions that are not ready
  runtime::Transfer count_;  ///< sends `partitions_`
  int partitions_;
  bool has_sent_count_ = false;
};

class PartitionedReceive final : public PartitionedOperation, public runtime::Follower {
 public:
  PartitionedReceive(const Partitioning& arguments, UserBuffer&& data)
      : PartitionedOperation(arguments, false), data_(std::move(data)) {
    retain(*data_.layout());
    init(count_, partitions_of_sender_);
    count_.follower = this;
  }
  PartitionedReceive(const PartitionedReceive&) = delete;
  PartitionedReceive& operator=(const PartitionedReceive&) = delete;
  ~PartitionedReceive() override { release(*data_.layout()); }

  void begin() override {
    if (!arguments().is_with_proc_null()) in_use_.begin(data_, BufferUse::received);
    if (!messages_.empty()) {
      begin_messages();
    } else if (!arguments().is_with_proc_null()) {
      process().endpoint.begin_receive(count_);
    }
  }
  [[nodiscard]] bool is_complete() const override {
    if (arguments().is_with_proc_null()) return true;
    return !messages_.empty() &&
           std::ranges::all_of(messages_, &PointToPointOperation::is_complete);
  }
  void write_status(MPI_Status* status) const override {
    const bool is_null = arguments().is_with_proc_null();
    mpi::set_status(status, arguments().peer, is_null ? MPI_ANY_TAG : arguments().tag,
                    is_null ? 0 : data_.bytes());
  }
  int deliver() override {
    in_use_.end();
    int error = MPI_SUCCESS;
    for (PointToPointOperation& message : messages_) {
      if (const int of_message = message.deliver(); error == MPI_SUCCESS) error = of_message;
    }
    if (process().hashes_data && !arguments().is_with_proc_null()) [[unlikely]]
      hash_data();
    data_.copy_out(static_cast<std::size_t>(data_.bytes()));
    return error;
  }
  [[nodiscard]] WaitDescription waits_for() const override {
    const auto waiting = std::ranges::find_if_not(messages_, &PointToPointOperation::is_complete);
    if (waiting != messages_.end()) return waiting->waits_for();
    const Rank sender = arguments().communicator->member(arguments().peer);
    return {.text = base::format("for a partitioned send from rank {} of {}", arguments().peer,
                                 name_of(*arguments().communicator)),
            .ranks = {sender}};
  }

  /// The sender's number of partitions has come.
  void completed(runtime::Transfer& /*transfer*/) override {
    const auto partitions = static_cast<std::size_t>(std::max(partitions_of_sender_, 1));
    messages_ = std::vector<PointToPointOperation>(partitions);
    const auto bytes = static_cast<std::size_t>(data_.bytes());
    for (std::size_t i = 0; i < partitions; ++i) {
      static_cast<void>(init_receive(
          messages_[i], data_.memory().data() + bytes * i / partitions,
          static_cast<MPI_Count>(bytes * (i + 1) / partitions - bytes * i / partitions), MPI_BYTE,
          arguments().peer, 0, *arguments().communicator));
      init(messages_[i], i);
    }
    begin_messages();
  }

  /// Whether a partition of this side has arrived. If so the application may read it.
  [[nodiscard]] bool has_arrived(int partition) {
    return has_arrived(partition, [](PointToPointOperation& m) { return m.is_complete(); });
  }
  /// The same if that was so when the slice began, as Request::is_certain.
  [[nodiscard]] bool had_arrived(int partition) {
    return has_arrived(partition, [](PointToPointOperation& m) { return m.is_certain(); });
  }
  /// The program may use the data from now on, or does not know when it may.
  void copy_out() {
    in_use_.end();
    data_.copy_out(static_cast<std::size_t>(data_.bytes()));
  }

 private:
  void begin_messages() {
    for (PointToPointOperation& message : messages_) message.begin();
  }
  void hash_data() {
    const std::uint64_t operation = base::hash_of(++deliveries_, context());
    process().endpoint.got(operation, data_.contents(static_cast<std::size_t>(data_.bytes())));
  }

  template <class IsHere>
  [[nodiscard]] bool has_arrived(int partition, IsHere&& is_here) {
    if (arguments().is_with_proc_null()) return true;
    if (messages_.empty()) return false;
    // The messages that overlap the partition.
    const auto size = messages_.size();
    const auto own = static_cast<std::size_t>(arguments().partitions);
    const std::size_t first = static_cast<std::size_t>(partition) * size / own;
    const std::size_t end = ((static_cast<std::size_t>(partition) + 1) * size + own - 1) / own;
    return std::all_of(messages_.begin() + static_cast<std::ptrdiff_t>(first),
                       messages_.begin() + static_cast<std::ptrdiff_t>(end), is_here);
  }

  UserBuffer data_;
  BufferInUse in_use_;
  runtime::Transfer count_;
  int partitions_of_sender_ = 0;
  std::uint64_t deliveries_ = 0;
  std::vector<PointToPointOperation> messages_;  ///< none before the sender's number is known
};

template <class Operation>
Operation* operation_of(MPI_Request request) {
  Request* const found = process().requests.find(request);
  return found == nullptr ? nullptr : dynamic_cast<Operation*>(found->operation.get());
}

/// Whether the arguments are valid: those of a send or a receive of all partitions.
template <class Init>
bool is_valid(const Partitioning& arguments, Init&& init_all) {
  PointToPointOperation all;
  return arguments.partitions > 0 && arguments.count >= 0 && init_all(all);
}

int set_ready(MPI_Request request, int partition) {
  auto* const send = operation_of<PartitionedSend>(request);
  if (send == nullptr) return pass_through;
  return raise_error(send->communicator(), send->set_ready(partition));
}

}  // namespace

int psend_init(const void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest,
               int tag, MPI_Comm comm, MPI_Info /*info*/, MPI_Request* request) {
  Communicator* const communicator = served_communicator(comm);
  if (communicator == nullptr || request == nullptr) return pass_through;
  const Partitioning arguments{static_cast<std::byte*>(const_cast<void*>(buf)),
                               partitions,
                               count,
                               datatype,
                               dest,
                               tag,
                               communicator};
  const bool is_right = is_valid(arguments, [&](PointToPointOperation& all) {
    return init_send(all, SendMode::standard, buf, count, datatype, dest, tag, *communicator);
  });
  if (!is_right) return invalid_argument(*communicator);
  MPI_Count lower = 0;
  MPI_Count extent = 0;
  native().Type_get_extent_x(datatype, &lower, &extent);
  process().requests.make(CallMode::persistent(request),
                          std::make_unique<PartitionedSend>(arguments, extent));
  return MPI_SUCCESS;
}

int precv_init(void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source,
               int tag, MPI_Comm comm, MPI_Info /*info*/, MPI_Request* request) {
  Communicator* const communicator = served_communicator(comm);
  if (communicator == nullptr || request == nullptr) return pass_through;
  const Partitioning arguments{
      static_cast<std::byte*>(buf), partitions, count, datatype, source, tag, communicator};
  std::optional<UserBuffer> data = user_buffer_of(buf, partitions * count, datatype);
  const bool is_right = is_valid(arguments, [&](PointToPointOperation& all) {
    return data && source != MPI_ANY_SOURCE && tag != MPI_ANY_TAG &&
           init_receive(all, buf, count, datatype, source, tag, *communicator);
  });
  if (!is_right) return invalid_argument(*communicator);
  process().requests.make(CallMode::persistent(request),
                          std::make_unique<PartitionedReceive>(arguments, std::move(*data)));
  return MPI_SUCCESS;
}

int pready(int partition, MPI_Request request) { return set_ready(request, partition); }

int pready_range(int partition_low, int partition_high, MPI_Request request) {
  for (int partition = partition_low; partition <= partition_high; ++partition) {
    if (const int error = set_ready(request, partition); error != MPI_SUCCESS) return error;
  }
  return MPI_SUCCESS;
}

int pready_list(int length, PartitionIndex array_of_partitions[], MPI_Request request) {
  for (int i = 0; i < length; ++i) {
    if (const int error = set_ready(request, array_of_partitions[i]); error != MPI_SUCCESS) {
      return error;
    }
  }
  return MPI_SUCCESS;
}

int parrived(MPI_Request request, int partition, int* flag) {
  auto* const receive = operation_of<PartitionedReceive>(request);
  if (receive == nullptr || flag == nullptr) return pass_through;
  if (!receive->is_partition(partition)) {
    return raise_error(receive->communicator(), MPI_ERR_ARG);
  }
  if (!process().requests.find(request)->is_active) {
    *flag = 1;
    return MPI_SUCCESS;
  }
  const auto is_certain = [&] { return receive->had_arrived(partition); };
  const auto look = [&] {
    return is_so_by_slice([&] { return receive->has_arrived(partition); }, is_certain);
  };
  *flag = answer_poll(is_certain, look) ? 1 : 0;
  if (*flag == 0) return MPI_SUCCESS;
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->learns();
  receive->copy_out();
  return MPI_SUCCESS;
}

}  // namespace strobe::bcs::mpi::handlers
