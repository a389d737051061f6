// SPDX-License-Identifier: BSD-3-Clause
//
// The handlers of probes, and of receives of matched messages.
#include <memory>
#include <optional>
#include <utility>

#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/native_wait.hpp"
#include "bcs/mpi/poll.hpp"
#include "bcs/mpi/process.hpp"
#include "bcs/mpi/status.hpp"
#include "bcs/mpi/thread_choices.hpp"

namespace strobe::bcs::mpi::handlers {

namespace {

/// The arguments of a probe.
struct ProbeArguments {
  Communicator* communicator;
  Rank source;
  std::int32_t tag;
  bool is_chosen = false;  ///< the source, of a probe from any source

  [[nodiscard]] const runtime::Message* visible() const {
    return process().endpoint.visible(communicator->context, source, tag);
  }
  [[nodiscard]] const runtime::Message* visible_earlier() const {
    return process().endpoint.visible_earlier(communicator->context, source, tag);
  }
  /// The result may depend on timing, so the runtime decides it at the end of a slice.
  [[nodiscard]] bool is_from_any() const { return source == runtime::any_source; }
};

[[nodiscard]] WaitDescription description_of(const ProbeArguments& probe) {
  return {.text = "for a " + describe_message(false, probe.source, probe.tag, *probe.communicator),
          .ranks = possible_peers(probe.source, *probe.communicator)};
}

enum class ProbeMode : std::uint8_t { blocking, nonblocking };

/// Waits until a message is there, or for a nonblocking probe until a slice begins. Not a blocking
/// probe in strict mode. Null if there is none, or no longer.
const runtime::Message* wait_for_message(const ProbeArguments& probe, ProbeMode mode) {
  if (process().endpoint.offload() != nullptr) return probe.visible();
  const runtime::Message* found = nullptr;
  const auto find = [&] {
    found = probe.visible();
    return found != nullptr;
  };
  if (probe.is_from_any()) process().endpoint.take_own();
  const auto is_complete = [&] {
    return find() && (!probe.is_from_any() ||
                      process().endpoint.is_certain(*found, probe.communicator->lowest_other));
  };
  const auto at_edge = [&] { return find() || mode == ProbeMode::nonblocking; };
  process().wait(is_complete, at_edge, [&] { return description_of(probe); });
  // Another thread may have evaluated the conditions, and received the message since.
  return found == nullptr ? nullptr : probe.visible();
}

/// The same for a blocking probe, in the turn of this thread. A probe whose message another thread
/// receives may wait for the next one (MPI 4.1, section 3.8.1).
const runtime::Message& wait_in_turn(const ProbeArguments& probe) {
  for (;;) {
    const runtime::Message* found = wait_for_message(probe, ProbeMode::blocking);
    if (found != nullptr && learn_in_turn()) found = probe.visible();
    if (found != nullptr) return *found;
    learn_again();
  }
}

/// Waits in strict mode until a message is there.
runtime::Message wait_for_offloaded(const ProbeArguments& probe) {
  // Other threads may evaluate the condition, and may probe before this one has its turn.
  std::optional<runtime::Message> found;
  const auto has_found = [&] {
    if (found) return true;
    const runtime::Message* const told = process().endpoint.offload()->expected(
        probe.communicator->context, probe.source, probe.tag);
    if (told != nullptr) found = *told;
    return found.has_value();
  };
  process().wait(has_found, [] { return false; }, [&] { return description_of(probe); });
  return *found;
}

/// Calls `take(message)`. Without a message no wait of a blocking probe ends.
template <class Take>
auto run_blocking(const ProbeArguments& probe, Take&& take) {
  const auto take_found = [&](const runtime::Message& found) {
    if (probe.is_from_any()) process().endpoint.tested(true);
    if (interposer.checks != nullptr) [[unlikely]]
      interposer.checks->probed(found, *probe.communicator, probe.tag, probe.is_chosen);
    process().endpoint.set_known(found.source, found.envelope);
    return take(found);
  };
  if (process().endpoint.offload() != nullptr) return take_found(wait_for_offloaded(probe));
  return take_found(wait_in_turn(probe));
}

/// The message of a nonblocking probe for which it is chosen what it finds; null: none.
const runtime::Message* run_chosen(ProbeArguments probe, const Choice& choice) {
  const runtime::Message* found = nullptr;
  if (choice.is_message()) {
    probe.source = choice.source;
    while (found == nullptr) found = wait_for_message(probe, ProbeMode::blocking);
  } else {
    process().endpoint.progress();
  }
  process().endpoint.tested(found != nullptr);
  return found;
}

/// The same where nothing is chosen.
const runtime::Message* run_unchosen(const ProbeArguments& probe) {
  const runtime::Message* found = nullptr;
  const auto is_certain = [&] {
    found = probe.visible_earlier();
    return found != nullptr;
  };
  const auto look = [&] {
    found = wait_for_message(probe, ProbeMode::nonblocking);
    return found != nullptr;
  };
  return answer_poll(is_certain, look) ? found : nullptr;
}

/// Null if there is no message.
const runtime::Message* run_nonblocking(const ProbeArguments& probe) {
  const std::optional<Poll> poll = Poll::of_probe(*probe.communicator, probe.source, probe.tag);
  const bool is_chosen = poll && poll->choice() != nullptr;
  const runtime::Message* const found =
      is_chosen ? run_chosen(probe, *poll->choice()) : run_unchosen(probe);
  if (found != nullptr) process().endpoint.set_known(found->source, found->envelope);
  if (poll) poll->ends(found);
  // The end of a poll is in the log already.
  if (interposer.checks != nullptr && found != nullptr) [[unlikely]] {
    if (poll) {
      interposer.checks->one_sided().observes();
    } else {
      interposer.checks->probed(*found, *probe.communicator, probe.tag, true);
    }
  }
  return found;
}

void set_status(MPI_Status* status, const Communicator& communicator,
                const runtime::Message& message) {
  mpi::set_status(status, source_in(communicator, message.source, message.envelope),
                  message.envelope.tag, static_cast<std::int64_t>(message.envelope.bytes));
}

/// Empty if the call passes through to the MPI, as a probe of MPI_PROC_NULL does.
std::optional<ProbeArguments> probe_arguments(int source, int tag, MPI_Comm comm) {
  Communicator* const communicator = served_communicator(comm);
  if (communicator == nullptr || source == MPI_PROC_NULL) return std::nullopt;
  if (!is_source(source, *communicator) || !is_tag_or_any(tag)) {
    invalid_argument(*communicator);
    return std::nullopt;
  }
  return ProbeArguments{communicator, source_of(source, *communicator), tag_of(tag)};
}

/// A blocking probe from any source gets the message that is chosen for it.
std::optional<ProbeArguments> chosen(std::optional<ProbeArguments> probe) {
  if (probe && probe->is_from_any()) {
    probe->source = process().choices.next_source();
    probe->is_chosen = true;
    if (interposer.checks != nullptr && are_threads_chosen()) [[unlikely]]
      interposer.checks->begins_to_probe(*probe->communicator, probe->source, probe->tag);
  }
  return probe;
}

/// A blocking probe of what the runtime does not serve: `ask(&flag)` asks the MPI.
template <class Ask>
int probe_by_mpi(MPI_Comm comm, Ask&& ask) {
  if (comm == MPI_COMM_NULL || process().communicator(comm) != nullptr) return pass_through;
  int flag = 0;
  int error = MPI_SUCCESS;
  wait_for_mpi([&] {
    error = ask(&flag);
    return flag != 0 || error != MPI_SUCCESS;
  });
  return error;
}

/// False if another thread has got the message meanwhile.
bool claim(const ProbeArguments& probe, const runtime::Message& found, MPI_Message* message,
           MPI_Status* status) {
  runtime::OwnedMessage claimed = process().endpoint.claim(found);
  if (claimed == nullptr) return false;
  set_status(status, *probe.communicator, *claimed);
  ++probe.communicator->operations;
  *message = process().messages.add(
      {.message = std::move(claimed),
       .communicator = probe.communicator,
       .place = interposer.checks == nullptr ? 0 : interposer.checks->places().current()});
  return true;
}

int receive(CallMode mode, void* buffer, MPI_Count count, MPI_Datatype type, MPI_Message* message) {
  if (message == nullptr) return pass_through;
  MatchedMessage* const claimed = process().messages.find(*message);
  if (claimed == nullptr) return pass_through;
  Communicator& communicator = *claimed->communicator;
  PointToPointOperation operation;
  if (!init_receive(operation, buffer, count, type, MPI_ANY_SOURCE, MPI_ANY_TAG, communicator)) {
    return raise_error(communicator, count < 0 ? MPI_ERR_COUNT : MPI_ERR_TYPE);
  }
  operation.claimed = process().messages.take(*message);
  operation.is_from_any = false;  // the probe has chosen
  const std::unique_ptr<Communicator, void (*)(Communicator*)> about(
      &communicator, [](Communicator* held) { release(*held); });
  *message = MPI_MESSAGE_NULL;
  if (!mode.blocks()) {
    process().requests.make(mode, std::move(operation));
    return MPI_SUCCESS;
  }
  operation.begin();
  operation.wait();
  operation.write_status(mode.status());
  return raise_error(communicator, operation.deliver());
}

}  // namespace

int probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  const std::optional<ProbeArguments> probe = chosen(probe_arguments(source, tag, comm));
  if (!probe) {
    return probe_by_mpi(
        comm, [&](int* flag) { return native().Iprobe(source, tag, comm, flag, status); });
  }
  run_blocking(*probe, [&](const runtime::Message& found) {
    set_status(status, *probe->communicator, found);
  });
  return MPI_SUCCESS;
}

int iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  const std::optional<ProbeArguments> probe = probe_arguments(source, tag, comm);
  if (!probe || flag == nullptr) return pass_through;
  const runtime::Message* const found = run_nonblocking(*probe);
  *flag = found != nullptr ? 1 : 0;
  if (found != nullptr) set_status(status, *probe->communicator, *found);
  return MPI_SUCCESS;
}

int mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  const std::optional<ProbeArguments> probe = chosen(probe_arguments(source, tag, comm));
  if (message == nullptr) return pass_through;
  if (!probe) {
    return probe_by_mpi(comm, [&](int* flag) {
      return native().Improbe(source, tag, comm, flag, message, status);
    });
  }
  while (!run_blocking(*probe, [&](const runtime::Message& found) {
    return claim(*probe, found, message, status);
  })) {
  }
  return MPI_SUCCESS;
}

int improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
            MPI_Status* status) {
  const std::optional<ProbeArguments> probe = probe_arguments(source, tag, comm);
  if (!probe || flag == nullptr || message == nullptr) return pass_through;
  const runtime::Message* const found = run_nonblocking(*probe);
  *flag = found != nullptr && claim(*probe, *found, message, status) ? 1 : 0;
  return MPI_SUCCESS;
}

int mrecv(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message,
          MPI_Status* status) {
  return receive(CallMode::blocking(status), buf, count, datatype, message);
}

int imrecv(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message,
           MPI_Request* request) {
  return request == nullptr
             ? pass_through
             : receive(CallMode::nonblocking(request), buf, count, datatype, message);
}

}  // namespace strobe::bcs::mpi::handlers
