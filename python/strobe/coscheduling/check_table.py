# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/checks.py from codegen/checks.toml.
# fmt: off
# ruff: noqa: E501
"""What --check can find."""

from __future__ import annotations

import msgspec


class Check(msgspec.Struct, frozen=True):
    """A kind of finding; `section` is that of MPI 4.1."""

    name: str
    classified: str
    severity: str
    severity_if_strict: str
    title: str
    section: str
    rule: str
    advice: str


CHECKS = {
    "type-mismatch": Check(
        "type-mismatch",
        "parameter matching",
        "error",
        "error",
        "The datatypes of a message and of its receive differ",
        "3.3.1",
        "The basic datatypes of a message must be those of its receive, one by one. MPI_BYTE only matches MPI_BYTE; MPI_PACKED matches all.",
        "Use the same datatype on both sides.",
    ),
    "type-name-mismatch": Check(
        "type-name-mismatch",
        "parameter matching",
        "warning",
        "warning",
        "The datatypes of a message and of its receive differ only by name",
        "3.3.1",
        "The basic datatypes of a message must be those of its receive. Here both have the same size and kind on this machine.",
        "Use the same datatype on both sides; on another machine their sizes may differ.",
    ),
    "message-not-received": Check(
        "message-not-received",
        "call matching",
        "error",
        "error",
        "A message was never received",
        "11.2.2",
        "Before MPI_Finalize each send needs a matching receive.",
        "Add the receive, or remove the send.",
    ),
    "request-not-completed": Check(
        "request-not-completed",
        "request lifecycle",
        "error",
        "error",
        "An operation was never completed",
        "11.2.2",
        "Each nonblocking or persistent operation that has begun must be completed, by a call such as MPI_Wait, before MPI_Finalize.",
        "Wait for the request, or test it until it is complete. If the handle was overwritten, keep it.",
    ),
    "request-not-freed": Check(
        "request-not-freed",
        "resource leak",
        "warning",
        "warning",
        "A persistent request was never freed",
        "3.9",
        "A persistent request lives until MPI_Request_free.",
        "Call MPI_Request_free after its last completion.",
    ),
    "request-never-started": Check(
        "request-never-started",
        "request lifecycle",
        "warning",
        "warning",
        "A persistent request was never started",
        "3.9",
        "A persistent operation communicates only after MPI_Start or MPI_Startall.",
        "Call MPI_Start before the operation is waited for, or remove the request.",
    ),
    "request-freed-while-active": Check(
        "request-freed-while-active",
        "request lifecycle",
        "warning",
        "warning",
        "The request of an active operation was freed",
        "3.7.3",
        "After MPI_Request_free of an active request, the program cannot find out when the operation is complete and the buffer may be used again.",
        "Complete the operation before the request is freed.",
    ),
    "object-not-freed": Check(
        "object-not-freed",
        "resource leak",
        "warning",
        "warning",
        "An object of MPI was never freed",
        "2.5.1",
        "Objects that a program creates live until it frees them; their memory is lost otherwise.",
        "Free the object, or close the file, after its last use.",
    ),
    "buffer-overlap": Check(
        "buffer-overlap",
        "local concurrency",
        "error",
        "error",
        "The buffers of two operations in progress overlap",
        "3.7.2",
        "While an operation is in progress, no other one may write to its buffer, nor may it write to the buffer of another.",
        "Complete the first operation before the second one begins, or use another buffer.",
    ),
    "send-buffer-changed": Check(
        "send-buffer-changed",
        "local concurrency",
        "error",
        "error",
        "A send buffer was changed before its operation was complete",
        "3.7.2",
        "The program must not change a send buffer while the send is in progress.",
        "Change the buffer after the completion (MPI_Wait), or use another one.",
    ),
    "receive-buffer-accessed": Check(
        "receive-buffer-accessed",
        "local concurrency",
        "error",
        "error",
        "A receive buffer was accessed before its operation was complete",
        "3.7.2",
        "The program must neither read nor write a receive buffer while the receive is in progress.",
        "Access the buffer after the completion (MPI_Wait).",
    ),
    "message-race": Check(
        "message-race",
        "message race",
        "warning",
        "warning",
        "Several messages could match one receive",
        "3.5",
        "A receive from any source takes any of the messages that match, so that the result may depend on timing.",
        "Name the source or use different tags if the program depends on the order.",
    ),
    "deadlock": Check(
        "deadlock",
        "call matching",
        "error",
        "error",
        "Deadlock",
        "3.5",
        "No rank can continue: each one waits for another.",
        "Change the order of the calls, or use MPI_Sendrecv or nonblocking calls.",
    ),
    "hidden-deadlock": Check(
        "hidden-deadlock",
        "call matching",
        "warning",
        "error",
        "The program only continues because the MPI buffers or does not synchronize",
        "3.5",
        "A standard send may wait for its receive, and any collective may synchronize its members. A program that needs the contrary is not safe.",
        "Change the order of the calls, or use MPI_Sendrecv or nonblocking calls.",
    ),
    "collective-mismatch": Check(
        "collective-mismatch",
        "parameter matching",
        "error",
        "error",
        "Members of a communicator call different collectives",
        "6.1",
        "All members must call the same collectives in the same order, with matching arguments.",
        "Look for a branch that only some members take, and for arguments that differ.",
    ),
    "collective-type-mismatch": Check(
        "collective-type-mismatch",
        "parameter matching",
        "error",
        "error",
        "Members of a communicator call a collective with different datatypes",
        "6.1",
        "The type signature that a member sends must be that which another one receives, and that of a reduction must be the same on all members.",
        "Use the same datatypes and counts on all members.",
    ),
    "missing-finalize": Check(
        "missing-finalize",
        "call matching",
        "error",
        "error",
        "A rank ended without MPI_Finalize",
        "11.2.2",
        "Each rank that has called MPI_Init must call MPI_Finalize before it ends. An exit status other than 0 is no finding: the program has ended after an error of its own.",
        "Call MPI_Finalize on each way out of the program, or MPI_Abort after an error.",
    ),
    "failed-call": Check(
        "failed-call",
        "invalid parameter",
        "error",
        "error",
        "A call failed",
        "9.3",
        "The MPI or the runtime returned an error.",
        "Correct the arguments of the call.",
    ),
}
