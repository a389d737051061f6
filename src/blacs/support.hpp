// SPDX-License-Identifier: BSD-3-Clause
//
// The support routines, with the arguments of the interface. System contexts differ between C and
// Fortran, so functions that take or return one have an argument for the language.
#pragma once

#include "blacs/routines.hpp"
#include "strobe/blacs/communicator.hpp"
#include "strobe/blacs/integer.hpp"

namespace strobe::blacs {

/// In Fortran a system context is the handle of the communicator, in C a number of
/// Csys2blacs_handle.
enum class Language { c, fortran };

/// The size is -1 if the number of processes is not known yet (PVM).
void process_info(Int* rank, Int* size) noexcept;
/// Starts processes so that there are `size`, if only the calling one exists (PVM).
void set_up(Int* rank, Int* size) noexcept;
void get(Language language, Int context, Int what, Int* value) noexcept;
void set(Int context, Int what, const Int* value) noexcept;

/// Replaces the system context in `context` by the grid's context; -1 if not a member.
void grid_init(Language language, Int* context, char order, Int rows, Int columns) noexcept;
void grid_map(Language language, Int* context, const Int* ranks, Int leading, Int rows,
              Int columns) noexcept;
void grid_exit(Int context) noexcept;
/// Returns -1 for all four if the process has no such grid.
void grid_info(Int context, Int* rows, Int* columns, Int* row, Int* column) noexcept;
[[nodiscard]] Int process_number(Int context, Coordinates coordinates) noexcept;
void process_coordinates(Int context, Int number, Int* row, Int* column) noexcept;
/// Ignores an unknown scope.
void barrier(Int context, char scope) noexcept;

void free_buffers(Int wait) noexcept;
[[noreturn]] void abort_all(Int context, Int error) noexcept;
/// Ends the machine, too, unless `keep_machine`.
void leave(Int keep_machine) noexcept;

[[nodiscard]] Int system_context(Language language, Communicator communicator) noexcept;
[[nodiscard]] Communicator communicator_of(Language language, Int system_context) noexcept;
void free_system_context(Int system_context) noexcept;

/// The id of the next message or broadcast, without taking it.
[[nodiscard]] Int next_send_id(Int context, Coordinates destination) noexcept;
[[nodiscard]] Int next_receive_id(Int context, Coordinates source) noexcept;
[[nodiscard]] Int next_own_broadcast_id(Int context, char scope) noexcept;
[[nodiscard]] Int next_broadcast_id(Int context, char scope, Coordinates source) noexcept;

[[nodiscard]] double cpu_time_s() noexcept;
[[nodiscard]] double wall_time_s() noexcept;

}  // namespace strobe::blacs
