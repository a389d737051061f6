// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/communicator.hpp"

#include <memory>

#include "base/format.hpp"
#include "base/hash.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/process.hpp"

namespace strobe::bcs::mpi {

Context derived_context(Context parent, std::uint64_t ordinal,
                        const runtime::StridedList& members) {
  Context context = base::hash_of(ordinal, parent);
  for (const Rank member : members) {
    context = base::extended_hash(context, static_cast<std::uint64_t>(member));
  }
  return context & ~runtime::of_collectives;
}

std::string name_of(const Communicator& communicator) {
  if (communicator.is_freed) return "a freed communicator";
  char name[MPI_MAX_OBJECT_NAME + 1] = {};
  int length = 0;
  native().Comm_get_name(communicator.handle, name, &length);
  if (length != 0) return name;
  // A number that is the same on all ranks tells unnamed communicators apart.
  const std::size_t size =
      communicator.is_inter() ? communicator.both_groups.size() : communicator.members.size();
  return base::format("an unnamed {} of {} ranks (#{:04x})",
                      communicator.is_inter() ? "intercommunicator" : "communicator", size,
                      communicator.context & 0xffff);
}

void unregister_communicator(MPI_Comm handle) {
  std::unique_ptr<Communicator> communicator = process().communicators.remove(handle);
  if (communicator != nullptr && interposer.checks != nullptr) [[unlikely]]
    interposer.checks->frees(*communicator);
  if (communicator == nullptr || communicator->operations == 0) return;
  communicator->is_freed = true;
  native().Comm_get_errhandler(handle, &communicator->errors);
  static_cast<void>(communicator.release());  // until the last operation releases it
}

void release(Communicator& communicator) {
  if (--communicator.operations != 0 || !communicator.is_freed) return;
  native().Errhandler_free(&communicator.errors);
  delete &communicator;
}

}  // namespace strobe::bcs::mpi
