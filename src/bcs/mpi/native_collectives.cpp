// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/native_collectives.hpp"

#include <memory>

#include "base/format.hpp"
#include "base/hash.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/notices.hpp"
#include "bcs/mpi/ordered_accesses.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

namespace {

/// Notifies a rank, and waits for the notice of another one.
void exchange(Rank to, Rank from, Context context, std::int32_t tag, std::string_view what) {
  notify(to, context, tag);
  wait_for_notices(std::vector{from}, context, tag, [&] {
    return base::format("for the other members of the {} to make the same call", what);
  });
}

/// `context` is that of the messages.
void synchronize(const Members& members, Context context, std::string_view what) {
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->synchronizes(members.context);
  OrderedAccesses* const accesses = process().accesses.get();
  const std::uint32_t begin =
      accesses == nullptr ? 0 : accesses->begins_to_synchronize(members.context);
  const std::size_t size = members.ranks.size();
  for (std::size_t distance = 1; distance < size; distance *= 2) {
    exchange(members.ranks[(members.own + distance) % size],
             members.ranks[(members.own + size - distance) % size], context,
             static_cast<std::int32_t>(distance), what);
  }
  if (accesses != nullptr) [[unlikely]]
    accesses->has_synchronized(begin);
}

template <class Handle, class Value>
void synchronize_if_known(const HandleMap<Handle, Value>& all, Handle handle,
                          std::string_view what) {
  const Members* const members = all.find(handle);
  if (members == nullptr) return;
  // Members that make other calls wait for each other here, where a deadlock is told.
  synchronize(*members, base::hash_of(members->context, matched_function()), what);
}

template <class Handle, class Value>
void register_members(HandleMap<Handle, Value>& all, MPI_Comm communicator, const Handle* handle) {
  Communicator* const parent = process().intracommunicator(communicator);
  if (parent == nullptr || handle == nullptr) return;
  all.remove(*handle);  // that of an object which a callback has freed
  all.add(*handle,
          std::make_unique<Value>(Value{Members{
              .ranks = parent->members,
              .own = static_cast<std::size_t>(parent->rank),
              .context = derived_context(parent->context, parent->children++, parent->members)}}));
}

constexpr std::string_view of_window = "window";
constexpr std::string_view of_file = "file";

}  // namespace

void synchronize(const Members& members, std::string_view what) {
  synchronize(members, members.context, what);
}

Members members_of(const Communicator& communicator) {
  constexpr std::uint64_t apart = 0x6d616b65;
  const Context context = derived_context(communicator.context, apart, {});
  if (!communicator.is_inter()) {
    return {.ranks = communicator.members,
            .own = static_cast<std::size_t>(communicator.rank),
            .context = context};
  }
  const std::optional<std::size_t> own = communicator.both_groups.find(process().endpoint.rank());
  return {.ranks = communicator.both_groups, .own = *own, .context = context};
}

void synchronize(const Communicator& communicator, const CollectiveArguments& arguments) {
  synchronize(members_of(communicator),
              communicator.is_inter() ? "intercommunicator" : "communicator");
  compare_calls(communicator, arguments);
}

void synchronize_with_remote(const Members& local, std::optional<Rank> remote_leader,
                             Context between, std::string_view what) {
  synchronize(local, what);
  if (remote_leader) exchange(*remote_leader, *remote_leader, between, 0, what);
  // The others wait until the leader has heard of the remote group.
  synchronize(local, what);
}

void synchronize_communicator(MPI_Comm handle) {
  const Communicator* const known = process().communicator(handle);
  if (known == nullptr) return;
  if (!known->is_inter()) synchronize(*known);
  // So that an error of the call has the rank and the line. Those of MPI_File_open are no errors of
  // the communicator, and are returned by default.
  if (interposer.checks != nullptr && call_state.function != Function::File_open) [[unlikely]]
    call_state.invalid_argument_on = known;
}

void synchronize_window(MPI_Win handle) {
  synchronize_if_known(process().windows, handle, of_window);
}

void synchronize_file(MPI_File handle) { synchronize_if_known(process().files, handle, of_file); }

void release_window(const MPI_Win* handle) {
  if (handle == nullptr) return;
  complete_ordered(process().windows.find(*handle));
  synchronize_window(*handle);
  if (interposer.checks != nullptr) [[unlikely]]
    interposer.checks->one_sided().frees(*handle);
  process().windows.remove(*handle);
}

void release_file(const MPI_File* handle) {
  if (handle == nullptr) return;
  synchronize_file(*handle);
  process().files.remove(*handle);
}

void register_window(MPI_Comm communicator, const MPI_Win* handle) {
  register_members(process().windows, communicator, handle);
  if (process().accesses != nullptr && handle != nullptr) [[unlikely]] {
    if (Window* const window = process().windows.find(*handle))
      OrderedAccesses::created(communicator, *handle, *window);
  }
  if (interposer.checks != nullptr && handle != nullptr) [[unlikely]]
    interposer.checks->one_sided().created(communicator, *handle);
}

void register_file(MPI_Comm communicator, const MPI_File* handle) {
  register_members(process().files, communicator, handle);
}

}  // namespace strobe::bcs::mpi
