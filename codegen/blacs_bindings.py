# SPDX-License-Identifier: BSD-3-Clause
"""Write the bindings of the BLACS from one table: the headers, the Fortran module and all names.

The names are the 78 of BLACS 1.1 in each language, and the extensions (strobe_blacs_...). The
Fortran names, the C names and the two clocks are in separate source files, so they are in separate
object files. The Fortran names are weak symbols, because some programs define a few of them.

Run: python codegen/blacs_bindings.py
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LICENCE = "// SPDX-License-Identifier: BSD-3-Clause\n"
WRITTEN_BY = (
    "// Written by codegen/blacs_bindings.py; change the table there.\n// clang-format off\n"
)
WIDTH = 100
EXTENSION = "strobe_blacs_"  # prefix of the names beyond BLACS 1.1


@dataclass(frozen=True)
class Argument:
    """An argument. C passes `int` by value; Fortran passes everything by reference.

    kind: int, source (an int that Fortran gets back), text, matrix, const matrix, ints, const ints,
    communicator; in extensions also type, combination, operation.
    """

    kind: str
    name: str
    role: str = "any"  # what debug level 1 checks (src/blacs/arguments.hpp)


@dataclass(frozen=True)
class Routine:
    """One routine of the table. `body` names arguments in braces; {language} is c or fortran."""

    name: str
    arguments: tuple[Argument, ...]
    body: str
    description: str
    returns: str = "void"
    c_element: str = ""  # element type of the matrix in C
    cpp_element: str = ""  # element type of the matrix in C++
    is_extension: bool = False


@dataclass(frozen=True)
class ElementType:
    letter: str
    c_element: str
    cpp_element: str
    title: str


ELEMENT_TYPES = (
    ElementType("i", "strobe_blacs_int", "Int", "integers"),
    ElementType("s", "float", "float", "single precision"),
    ElementType("d", "double", "double", "double precision"),
    ElementType("c", "float", "std::complex<float>", "single complex"),
    ElementType("z", "double", "std::complex<double>", "double complex"),
)


# The role of an argument depends on its name, ...
ROLES = {
    "a": "matrix", "ca": "origins", "cdest": "to_column", "context": "grid", "csrc": "from_column",
    "diag": "diag", "lda": "leading", "ldia": "origins_leading", "ldumap": "map_leading",
    "m": "rows", "n": "columns", "npcol": "map_columns", "nprow": "map_rows", "order": "order",
    "ra": "origins", "rdest": "to_row", "rsrc": "from_row", "scope": "scope", "top": "top",
    "uplo": "uplo", "usermap": "map",
}  # fmt: skip
# ... except in these routines, some of which accept any context, ...
SPECIAL_ROLES = {
    "blacs_abort": {"context": "any"},
    "blacs_get": {"context": "any", "what": "readable"},
    "blacs_gridinfo": {"context": "any"},
    "blacs_gridinit": {"nprow": "extent", "npcol": "extent"},
    "blacs_set": {"context": "any", "what": "settable"},
}


# ... and in the extensions: their scopes are numbers, and UPLO may be General.
EXTENSION_ROLES = {
    "a": "matrix", "context": "grid", "lda": "leading", "m": "rows", "n": "columns",
    "operation": "not_null", "top": "top",
}  # fmt: skip


def extension_role(kind: str, name: str) -> str:
    # receive_any returns the source. Other arrays may be null if they are empty.
    if kind == "ints" and name in ("rsrc", "csrc"):
        return "not_null"
    return EXTENSION_ROLES.get(name, "any")


def role(routine: str, kind: str, name: str) -> str:
    if kind == "communicator":
        return "any"
    if routine.startswith(EXTENSION):
        return extension_role(kind, name)
    if name not in ("ra", "ca", "usermap") and kind in ("ints", "const ints"):
        return "not_null"
    if kind == "source":
        return "any_row" if name == "rsrc" else "any_column"
    found = SPECIAL_ROLES.get(routine, {}).get(name, ROLES.get(name, "any"))
    # All processes may get the result of a combine, but a message has one receiver.
    is_combine = routine[1:] in ("gsum2d", "gamx2d", "gamn2d")
    return found.replace("to_", "left_") if is_combine else found


def arguments(routine: str, text: str) -> tuple[Argument, ...]:
    """`int context, text scope` as arguments; the last word of each is its name."""
    if not text:
        return ()
    pairs = (each.strip().rsplit(" ", 1) for each in text.split(","))
    return tuple(Argument(kind, name, role(routine, kind, name)) for kind, name in pairs)


EXTENT = "int m, int n"
GENERAL = "Shape::general({m}, {n}, {lda})"
TRAPEZOID = "Shape::trapezoid(first_letter({uplo}), first_letter({diag}), {m}, {n}, {lda})"
SCOPED = "first_letter({scope}), first_letter({top})"
DESTINATION = "{{{rdest}, {cdest}}}"
SOURCE = "{{{rsrc}, {csrc}}}"

# name, arguments, body, description
TYPED = [
    (
        f"{shape}{operation}2d",
        f"int context, {scope}{corner}{EXTENT}, {a}, int lda{end}",
        f'{{first}}{call}<{{cpp_element}}>("{{routine}}", {{context}}, {top}{matrix}, '
        f"{{a}}{coordinates}){{last}};",
        f"{what} {kind} matrix{where}.",
    )
    for shape, corner, matrix, kind in (
        ("ge", "", GENERAL, "a general M x N"),
        ("tr", "text uplo, text diag, ", TRAPEZOID, "a trapezoidal M x N"),
    )
    for operation, scope, a, end, call, top, coordinates, what, where in (
        (
            "sd", "", "const matrix a", ", int rdest, int cdest", "send_matrix", "",
            f", {DESTINATION}", "Sends",
            " to process {rdest,cdest}. The program may change A when the routine returns",
        ),
        (
            "rv", "", "matrix a", ", source rsrc, source csrc", "receive_matrix", "",
            f", {SOURCE}", "Receives",
            " from process {rsrc,csrc}; -1 accepts any row or column. In Fortran an argument that"
            " was -1 then has the coordinate of the source, so it must be a variable; in C"
            " strobe_blacs_last_source returns it",
        ),
        (
            "bs", "text scope, text top, ", "const matrix a", "", "send_broadcast", f"{SCOPED}, ",
            "", "Broadcasts", " to the scope",
        ),
        (
            "br", "text scope, text top, ", "matrix a", ", int rsrc, int csrc",
            "receive_broadcast", f"{SCOPED}, ", f", {SOURCE}", "Receives",
            " that process {rsrc,csrc} broadcasts",
        ),
    )
]  # fmt: skip

COMBINES = [
    (
        "gsum2d",
        f"int context, text scope, text top, {EXTENT}, matrix a, int lda, int rdest, int cdest",
        f'combine_sum<{{cpp_element}}>("{{routine}}", {{context}}, {SCOPED}, {GENERAL}, {{a}}, '
        f"{DESTINATION});",
        "Computes the sum over the scope. Process {rdest,cdest} gets the result; all processes"
        " get it if rdest or cdest is -1.",
    ),
    *(
        (
            f"{name}2d",
            f"int context, text scope, text top, {EXTENT}, matrix a, int lda, ints ra, ints ca, "
            "int ldia, int rdest, int cdest",
            f'{call}<{{cpp_element}}>("{{routine}}", {{context}}, {SCOPED}, {GENERAL}, {{a}}, '
            f"{{ra}}, {{ca}}, {{ldia}}, {DESTINATION});",
            f"Computes the {what} absolute value of each element over the scope. Process"
            f" {{rdest,cdest}} gets the result; all processes get it if rdest or cdest is -1. RA"
            " and CA (M x N, columns LDIA apart) get the row and column of the process that each"
            " element comes from; they are not used if LDIA is -1.",
        )
        for name, call, what in (
            ("gamx", "combine_largest", "largest"),
            ("gamn", "combine_smallest", "smallest"),
        )
    ),
]

# name, arguments, body, description, result
SUPPORT = [
    (
        "blacs_pinfo", "ints mypnum, ints nprocs", "process_info({mypnum}, {nprocs});",
        "Returns the number of this process and the number of processes. Starts MPI if the"
        " program has not. Over PVM nprocs is -1 before the other processes are spawned.", "void",
    ),
    (
        "blacs_setup", "ints mypnum, ints nprocs", "set_up({mypnum}, {nprocs});",
        "The same as blacs_pinfo over MPI, which has started all processes. Over PVM it spawns this"
        " program until there are nprocs processes.", "void",
    ),
    (
        "blacs_get", "int context, int what, ints val",
        "get(Language::{language}, {context}, {what}, {val});",
        "Returns a value. what = 0: the default system context; 1: the range of message ids (2"
        " values); 2: the debug level; 10: the grid's system context; 11 and 13: the number of"
        " rings of broadcasts and combines with topology M; 12 and 14: the number of branches with"
        " topology T; 15: whether combines are repeatable; 16: whether they are coherent.", "void",
    ),
    (
        "blacs_set", "int context, int what, const ints val", "set({context}, {what}, {val});",
        "Sets a value of blacs_get: 1 for new grids, 11 to 16 for the grid of the context.", "void",
    ),
    (
        "blacs_gridinit", "ints context, text order, int nprow, int npcol",
        "grid_init(Language::{language}, {context}, first_letter({order}), {nprow}, {npcol});",
        "Creates a grid of the first nprow*npcol processes of the system context, column by"
        " column if order is C. Only the members need to call. Sets context to the context of the"
        " grid, or to -1 if the process is not a member.",
        "void",
    ),
    (
        "blacs_gridmap",
        "ints context, const ints usermap, int ldumap, int nprow, int npcol",
        "grid_map(Language::{language}, {context}, {usermap}, {ldumap}, {nprow}, {npcol});",
        "Creates a grid of the processes in usermap (nprow x npcol, columns ldumap apart).", "void",
    ),
    (
        "blacs_freebuff", "int context, int wait",
        "free_buffers({wait});",
        "Frees the unused send buffers. With wait != 0 it first waits until all sends are"
        " complete.", "void",
    ),
    (
        "blacs_gridexit", "int context", "grid_exit({context});",
        "Frees the grid and its context.", "void",
    ),
    (
        "blacs_abort", "int context, int errornum", "abort_all({context}, {errornum});",
        "Writes which process aborts, and ends all processes with the exit code errornum.", "void",
    ),
    (
        "blacs_exit", "int notdone", "leave({notdone});",
        "Frees all grids. With notdone = 0 it ends MPI, too.", "void",
    ),
    (
        "blacs_gridinfo", "int context, ints nprow, ints npcol, ints myprow, ints mypcol",
        "grid_info({context}, {nprow}, {npcol}, {myprow}, {mypcol});",
        "Returns the size of the grid and the coordinates of this process; -1 if there is no grid.",
        "void",
    ),
    (
        "blacs_pnum", "int context, int prow, int pcol",
        "return process_number({context}, {{{prow}, {pcol}}});",
        "Returns the number of process {prow,pcol} in the grid's system context; -1 if there is"
        " none.",
        "int",
    ),
    (
        "blacs_pcoord", "int context, int nodenum, ints prow, ints pcol",
        "process_coordinates({context}, {nodenum}, {prow}, {pcol});",
        "Returns the coordinates of process nodenum; -1 if there is none.", "void",
    ),
    (
        "blacs_barrier", "int context, text scope", "barrier({context}, first_letter({scope}));",
        "Returns when all processes of the scope have called.", "void",
    ),
    (
        "sys2blacs_handle", "communicator syscontext",
        "return system_context(Language::{language}, {syscontext});",
        "Returns the system context of a communicator.", "int",
    ),
    (
        "blacs2sys_handle", "int syscontext",
        "return {communicator_of};",
        "Returns the communicator of a system context.", "communicator",
    ),
    (
        "free_blacs_system_handle", "int syscontext", "{free_handle}",
        "Removes a system context. The others keep their numbers.", "void",
    ),
    (
        "ksendid", "int context, int rdest, int cdest",
        f"return next_send_id({{context}}, {DESTINATION});",
        "Returns the id of the next message to process {rdest,cdest}.", "int",
    ),
    (
        "krecvid", "int context, int rsrc, int csrc",
        f"return next_receive_id({{context}}, {SOURCE});",
        "Returns the id of the next message from process {rsrc,csrc}.", "int",
    ),
    (
        "kbsid", "int context, text scope",
        "return next_own_broadcast_id({context}, first_letter({scope}));",
        "Returns the id of the next broadcast of this process in the scope.", "int",
    ),
    (
        "kbrid", "int context, text scope, int rsrc, int csrc",
        f"return next_broadcast_id({{context}}, first_letter({{scope}}), {SOURCE});",
        "Returns the id of the next broadcast of process {rsrc,csrc} in the scope.", "int",
    ),
]  # fmt: skip

CLOCKS = [
    ("dcputime00", "", "return cpu_time_s();", "Processor time of this process, in s.", "double"),
    ("dwalltime00", "", "return wall_time_s();", "Wall-clock time, in s.", "double"),
]


IN_SCOPE = "int context, int scope, text top, "
ANY_MATRIX = f"text uplo, text diag, {EXTENT}, matrix a, int lda"
ON_PROCESS = ", int rdest, int cdest"
ANY_SHAPE = "{{first_letter({uplo}), first_letter({diag}), {m}, {n}, {lda}}}"
ELEMENTS = f"{{type}}, {{a}}, {ANY_SHAPE}"
IN_CALL = '"{routine}", {context}'
IN_SCOPED_CALL = f"{IN_CALL}, {{scope}}, first_letter({{top}})"

# name, arguments, body, result. The comments are in blacs_extensions.h.in.
EXTENSIONS = [
    (
        "scope_create", "int context, int count, const ints rows, const ints columns",
        f"return extensions::create_scope({IN_CALL}, {{count}}, {{rows}}, {{columns}});", "int",
    ),
    (
        "scope_free", "int context, int scope",
        f"extensions::free_scope({IN_CALL}, {{scope}});", "void",
    ),
    (
        "barrier", "int context, int scope", f"extensions::barrier({IN_CALL}, {{scope}});", "void",
    ),
    (
        "broadcast", f"{IN_SCOPE}type type, {ANY_MATRIX}, int rsrc, int csrc",
        f"extensions::broadcast({IN_SCOPED_CALL}, {ELEMENTS}, {SOURCE});", "void",
    ),
    (
        "receive_any", f"int context, type type, {ANY_MATRIX}, ints rsrc, ints csrc",
        f"extensions::receive_any({IN_CALL}, {ELEMENTS}, {{rsrc}}, {{csrc}});", "void",
    ),
    (
        "last_source", "int context, ints rsrc, ints csrc",
        f"extensions::last_source({IN_CALL}, {{rsrc}}, {{csrc}});", "void",
    ),
    (
        "combine", f"{IN_SCOPE}combination combination, type type, {ANY_MATRIX}{ON_PROCESS}",
        f"extensions::combine({IN_SCOPED_CALL}, {{combination}}, {ELEMENTS}, {DESTINATION});",
        "void",
    ),
    (
        "combine_located",
        f"{IN_SCOPE}combination combination, type type, {ANY_MATRIX}, ints ra, ints ca, int ldia"
        f"{ON_PROCESS}",
        f"extensions::combine_located({IN_SCOPED_CALL}, {{combination}}, {ELEMENTS}, "
        f"{{{{{{ra}}, {{ca}}, {{ldia}}}}}}, {DESTINATION});",
        "void",
    ),
    (
        "combine_user", f"{IN_SCOPE}operation operation, {ANY_MATRIX}{ON_PROCESS}",
        f"extensions::combine_user({IN_SCOPED_CALL}, *{{operation}}, {{a}}, {ANY_SHAPE}, "
        f"{DESTINATION});",
        "void",
    ),
]  # fmt: skip


def extensions() -> list[Routine]:
    return [
        Routine(
            name=EXTENSION + name,
            arguments=arguments(EXTENSION + name, text),
            body=body,
            description="",
            returns=returns,
            c_element="void",
            is_extension=True,
        )
        for name, text, body, returns in EXTENSIONS
    ]


def typed() -> list[Routine]:
    return [
        Routine(
            name=kind.letter + name,
            arguments=arguments(kind.letter + name, text),
            body=body,
            description=f"{description} Elements are {kind.title}.",
            c_element=kind.c_element,
            cpp_element=kind.cpp_element,
        )
        for name, text, body, description in [*TYPED, *COMBINES]
        for kind in ELEMENT_TYPES
    ]


def support(table: list[tuple[str, str, str, str, str]]) -> list[Routine]:
    return [
        Routine(name, arguments(name, text), body, description, returns)
        for name, text, body, description, returns in table
    ]


def c_name(routine: Routine) -> str:
    return routine.name if routine.is_extension else "C" + routine.name


def fortran_name(routine: Routine) -> str:
    return routine.name + "_"


def c_type(routine: Routine, kind: str) -> str:
    return {
        "int": "strobe_blacs_int ",
        "source": "strobe_blacs_int ",
        "text": "const char* ",
        "matrix": f"{routine.c_element}* ",
        "const matrix": f"const {routine.c_element}* ",
        "ints": "strobe_blacs_int* ",
        "const ints": "const strobe_blacs_int* ",
        "communicator": "strobe_blacs_communicator ",
        "type": "strobe_blacs_type ",
        "combination": "strobe_blacs_combination ",
        "operation": "const strobe_blacs_operation* ",
        "double": "double ",
        "void": "void ",
    }[kind]


def fortran_type(routine: Routine, kind: str, returned: bool) -> str:
    if kind in ("int", "communicator", "combination"):
        return "strobe_blacs_int " if returned else "const strobe_blacs_int* "
    if kind == "type":
        return "const char* "
    if kind == "source":
        return "strobe_blacs_int* "
    return c_type(routine, kind)


def signature(routine: Routine, language: str) -> str:
    if language == "c":
        returns = c_type(routine, routine.returns)
        handed = [c_type(routine, a.kind) + a.name for a in routine.arguments]
        name = c_name(routine)
    else:
        returns = fortran_type(routine, routine.returns, returned=True)
        handed = [fortran_type(routine, a.kind, False) + a.name for a in routine.arguments]
        name = fortran_name(routine)
    return wrapped(f"{returns}{name}(", handed)


def wrapped(head: str, parts: list[str], end: str = ")") -> str:
    """`head`part, part, ... `end` with lines of at most WIDTH characters."""
    lines, line = [], head
    for i, part in enumerate(parts):
        text = part + (", " if i + 1 < len(parts) else "")
        if len((line + text).rstrip()) > WIDTH - 2 - len(end):
            lines.append(line.rstrip())
            line = "    "
        line += text
    return "\n".join([*lines, f"{line}{end if parts else 'void)'}"])


def value(routine: Routine, argument: Argument, language: str) -> str:
    """The expression that passes an argument on."""
    if "matrix" in argument.kind and routine.cpp_element.startswith("std::complex"):
        const = "const " if argument.kind.startswith("const") else ""
        return f"reinterpret_cast<{const}{routine.cpp_element}*>({argument.name})"
    if argument.kind == "type":
        return (
            f"first_letter({argument.name})" if language == "fortran" else f"char({argument.name})"
        )
    if language == "fortran" and argument.kind in ("int", "source", "combination"):
        return "*" + argument.name
    if language == "fortran" and argument.kind == "communicator":
        return f"machine::from_fortran(*{argument.name})"
    return argument.name


def body(routine: Routine, language: str) -> str:
    values = {a.name: value(routine, a, language) for a in routine.arguments}
    given = values.get("syscontext", "")
    communicator = f"communicator_of(Language::{language}, {given})"
    in_fortran = language == "fortran"
    return routine.body.format(
        **values,
        cpp_element=routine.cpp_element,
        routine=message_name(routine, language),
        language=language,
        # A wildcard receive returns its source in the arguments of Fortran.
        first="store_source(" if in_fortran and returns_source(routine) else "",
        last=", rsrc, csrc)" if in_fortran and returns_source(routine) else "",
        communicator_of=f"machine::to_fortran({communicator})" if in_fortran else communicator,
        # Fortran's system contexts are the communicators themselves.
        free_handle="" if in_fortran else f"free_system_context({given});",
    )


def returns_source(routine: Routine) -> bool:
    return any(argument.kind == "source" for argument in routine.arguments)


def message_name(routine: Routine, language: str) -> str:
    """The name in messages."""
    return c_name(routine) if language == "c" else routine.name


def definition(routine: Routine, language: str, prefix: str) -> str:
    """The function. With all debug and timing levels 0 it costs the call and one branch.

    The observed call is a separate function, so that the fast path saves no registers for it.
    """
    call = body(routine, language)
    head = signature(routine, language).replace("(void)", "()")
    if not routine.arguments:
        return f"\n{prefix}{head} {{\n  {call}\n}}"
    values = []
    for argument in routine.arguments:
        value = "" if argument.kind == "communicator" else f", {observed(argument, language)}"
        values.append(f'{{"{argument.name.upper()}", Role::{argument.role}{value}}}')
    name = c_name(routine) if language == "c" else fortran_name(routine)
    begin = f'  return observe("{message_name(routine, language)}", {{'
    observation = wrapped(begin, values, "},").replace("\n    ", "\n      ")
    names = ", ".join(argument.name for argument in routine.arguments)
    return "\n".join(
        [
            f"\nSTROBE_BLACS_COLD static {head.replace(name, 'observed_' + name, 1)} {{",
            observation,
            f"      [=] {{ {call} }});".replace("{  }", "{}"),
            "}",
            f"{prefix}{head} {{",
            f"  if (levels.are_on) [[unlikely]] return observed_{name}({names});",
            *([f"  {call}"] if call else []),
            "}",
        ]
    )


def observed(argument: Argument, language: str) -> str:
    """The value that debug levels check and show; nullptr is neither checked nor shown."""
    if argument.kind in ("type", "combination"):
        return "nullptr"
    by_reference = language == "fortran" and argument.kind in ("int", "source")
    return f"*{argument.name}" if by_reference else argument.name


def filled(text: str) -> str:
    """The text as a comment, wrapped at WIDTH."""
    lines, line = [], "/*"
    for word in text.split():
        if len(line) + 1 + len(word) > WIDTH - 3:
            lines.append(line)
            line = "  "
        line += " " + word
    return "\n".join([*lines, line + " */"])


HEADER = """\
/* SPDX-License-Identifier: BSD-3-Clause */
/* clang-format off */
/*
 * The BLACS in C: the names of version 1.1 (those of R. C. Whaley, LAPACK Working Note 73,
 * 1994, with a context as the first argument).
 *
 * Written by codegen/blacs_bindings.py; change the table there.
 *
 * Matrices are column-major: M x N elements with columns LDA elements apart (LDA < M means M).
 * Complex elements are pairs of reals. Only the first character of a text is used, in either case:
 *   scope  Row, Column, All
 *   top    ' ' the MPI's own (over PVM H), I and D increasing and decreasing ring, S split ring,
 *          M multiring, H hypercube (in combines left on all: bidirectional exchange), 1 to 9
 *          and T trees, F fully connected
 *   uplo   Upper, Lower
 *   diag   Unit (the diagonal is not sent), Non-unit
 * There are no error codes. A wrong context, scope, topology or process ends the program
 * (MPI_Abort) with a message that names the routine and the calling process. A program can set an
 * error handler that is called first; see blacs_extensions.h.
 *
 * Link strobe_blacs. To use integers of 64 bits, define STROBE_BLACS_ILP64 and link strobe_blacs64.
 * To use PVM instead of MPI, define STROBE_BLACS_PVM and link strobe_blacs_pvm.
 */
#ifndef STROBE_BLACS_H
#define STROBE_BLACS_H

#include <stdint.h>

#ifdef STROBE_BLACS_PVM
/* The number of a set of tasks; 0 is the set of all tasks. */
typedef int strobe_blacs_communicator;
#else
#include <mpi.h>
typedef MPI_Comm strobe_blacs_communicator;
#endif

#ifdef __cplusplus
extern "C" {{
#endif

#ifdef STROBE_BLACS_ILP64
typedef int64_t strobe_blacs_int;
#else
typedef int32_t strobe_blacs_int;
#endif

#ifdef __GNUC__
#define STROBE_BLACS_API __attribute__((visibility("default")))
#else
#define STROBE_BLACS_API
#endif

{declarations}

#ifdef __cplusplus
}}
#endif

#endif  /* STROBE_BLACS_H */
"""

SOURCE_FILE = """\
{licence}//
{about}
{written_by}
{includes}

namespace {{
using namespace strobe::blacs;
static_assert(sizeof(strobe_blacs_int) == sizeof(Int));
}}  // namespace

extern "C" {{
{definitions}
}}
"""


def header() -> str:
    declarations = "\n\n".join(
        f"{filled(routine.description)}\nSTROBE_BLACS_API {signature(routine, 'c')};"
        for routine in [*support(SUPPORT), *support(CLOCKS), *typed()]
    )
    return HEADER.format(declarations=declarations)


def extensions_header() -> str:
    template = (ROOT / "codegen" / "blacs_extensions.h.in").read_text(encoding="utf-8")
    declarations = {
        routine.name: f"STROBE_BLACS_API {signature(routine, 'c')};" for routine in extensions()
    }
    return re.sub(r"^@(\w+)@$", lambda each: declarations[each[1]], template, flags=re.MULTILINE)


def source(routines: list[Routine], language: str, about: str) -> str:
    # There is no header for the Fortran names. They are weak, so a program may define them.
    prefix = "STROBE_BLACS_WEAK " if language == "fortran" else ""
    includes = [
        "#include <complex>",
        "",
        *(['#include "blacs/extensions.hpp"'] if routines[0].is_extension else []),
        '#include "blacs/first_letter.hpp"',
        '#include "blacs/levels.hpp"',
        '#include "blacs/machine.hpp"',
        '#include "blacs/observed_call.hpp"',
        '#include "blacs/routines.hpp"',
        '#include "blacs/support.hpp"',
        '#include "strobe/blacs.h"',
    ]
    if language == "fortran":
        includes += [
            "",
            "#ifdef __GNUC__",
            "#define STROBE_BLACS_WEAK STROBE_BLACS_API __attribute__((weak))",
            "#else",
            "#define STROBE_BLACS_WEAK",
            "#endif",
        ]
    definitions = []
    for routine in routines:
        definitions.append(definition(routine, language, prefix))
    return SOURCE_FILE.format(
        licence=LICENCE,
        about=about,
        written_by=WRITTEN_BY,
        includes="\n".join(includes),
        definitions="\n".join(definitions),
    )


FORTRAN_MODULE = """\
! SPDX-License-Identifier: BSD-3-Clause
!
! Explicit interfaces of the BLACS and their extensions: `use strobe_blacs`. Compile this file with
! your program, because the format of a compiled module belongs to one compiler.
!
! Written by codegen/blacs_bindings.py; change the table there.
!
! A matrix is an array, or an array element at which it begins. A scalar is an array of one element
! (gfortran; compilers that know IGNORE_TKR also accept scalars). Characters are those of blacs.h.
! For integers of 64 bits define STROBE_BLACS_ILP64 and link strobe_blacs64.
module strobe_blacs
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_double_complex, c_float, &
      c_float_complex, c_funptr, c_int32_t, c_int64_t, c_null_funptr, c_null_ptr, c_ptr, c_size_t
  implicit none
  private

#ifdef STROBE_BLACS_ILP64
  integer, parameter, public :: strobe_blacs_int = c_int64_t
#else
  integer, parameter, public :: strobe_blacs_int = c_int32_t
#endif

{constants}

  ! The functions of a user's combine are those of blacs_extensions.h, by c_funloc.
  type, bind(c), public :: strobe_blacs_operation
    integer(c_size_t) :: element_bytes = 0
    type(c_funptr) :: initialise = c_null_funptr
    type(c_funptr) :: operate = c_null_funptr
    type(c_funptr) :: finish = c_null_funptr
    type(c_ptr) :: user = c_null_ptr
  end type strobe_blacs_operation

{public}

  interface
{interfaces}
  end interface
end module strobe_blacs
"""
FORTRAN_ELEMENTS = {
    "Int": "integer(strobe_blacs_int)",
    "float": "real(c_float)",
    "double": "real(c_double)",
    "std::complex<float>": "complex(c_float_complex)",
    "std::complex<double>": "complex(c_double_complex)",
    "": "type(*)",
}


def fortran_constants() -> list[tuple[str, str]]:
    """The enumerators of the extensions by name; a letter for TYPE is not needed in Fortran."""
    template = (ROOT / "codegen" / "blacs_extensions.h.in").read_text(encoding="utf-8")
    found: list[tuple[str, str]] = []
    for enumerators in re.findall(r"enum \{(.*?)\}", template, re.DOTALL):
        next_value = 0
        text = re.sub(r"/\*.*?\*/", "", enumerators, flags=re.DOTALL)
        for each in filter(None, (part.strip() for part in text.split(","))):
            name, _, value = (word.strip() for word in each.partition("="))
            if value.startswith("'"):
                continue
            number = int(value) if value else next_value
            found.append((name.lower(), str(number)))
            next_value = number + 1
    return found


def fortran_declaration(routine: Routine, argument: Argument) -> str:
    """The declaration of a dummy argument."""
    integer = "integer(strobe_blacs_int)"
    element = FORTRAN_ELEMENTS[routine.cpp_element]
    return {
        "int": f"{integer}, intent(in) :: {{}}",
        "communicator": f"{integer}, intent(in) :: {{}}",
        "combination": f"{integer}, intent(in) :: {{}}",
        # A constant is allowed where the routine does not change the argument.
        "source": f"{integer} :: {{}}",
        "text": "character(kind=c_char), intent(in) :: {}(*)",
        "type": "character(kind=c_char), intent(in) :: {}(*)",
        "matrix": f"{element} :: {{}}(*)",
        "const matrix": f"{element}, intent(in) :: {{}}(*)",
        "ints": f"{integer} :: {{}}{'' if is_single(argument) else '(*)'}",
        "const ints": f"{integer}, intent(in) :: {{}}{'' if is_single(argument) else '(*)'}",
        "operation": "type(strobe_blacs_operation), intent(in) :: {}",
    }[argument.kind].format(argument.name)


def is_single(argument: Argument) -> bool:
    """Whether `ints` are one integer. The two ids of blacs_get begin at an array element."""
    return argument.name not in ("ra", "ca", "usermap", "rows", "columns")


def fortran_interface(routine: Routine) -> str:
    """The interface body of a Fortran name."""
    kind = "subroutine" if routine.returns == "void" else "function"
    names = [argument.name for argument in routine.arguments]
    head = f"    {kind} {routine.name}("
    lines = fortran_wrapped(head, names, f') bind(c, name="{fortran_name(routine)}")')
    declarations = [fortran_declaration(routine, argument) for argument in routine.arguments]
    if kind == "function":
        is_time = routine.returns == "double"
        result = "real(c_double)" if is_time else "integer(strobe_blacs_int)"
        declarations.append(f"{result} :: {routine.name}")
    used = {
        name
        for name in (
            "c_char", "c_double", "c_double_complex", "c_float", "c_float_complex",
            "strobe_blacs_int", "strobe_blacs_operation",
        )
        if any(re.search(rf"\b{name}\b", text) for text in declarations)
    }  # fmt: skip
    lines += fortran_wrapped("      import :: ", sorted(used), "")
    arrays = [a.name for a in routine.arguments if "matrix" in a.kind or a.name in ("ra", "ca")]
    if arrays:
        lines.append("      !DIR$ IGNORE_TKR " + ", ".join(f"(R) {name}" for name in arrays))
    lines += [f"      {text}" for text in declarations]
    return "\n".join([*lines, f"    end {kind} {routine.name}"])


def fortran_wrapped(head: str, parts: list[str], end: str) -> list[str]:
    """`head`part, part, ... `end` as lines of free form with continuations."""
    lines, line = [], head
    for i, part in enumerate(parts):
        text = part + (", " if i + 1 < len(parts) else end)
        if len(line + text) > WIDTH - 2:
            lines.append(line.rstrip() + " &")
            line = "        "
        line += text
    return [*lines, line if parts else line + end]


def fortran_module() -> str:
    routines = [*support(SUPPORT), *support(CLOCKS), *typed(), *extensions()]
    constants = "\n".join(
        f"  integer(strobe_blacs_int), parameter, public :: {name} = {value}"
        for name, value in fortran_constants()
    )
    names = "\n".join(f"  public :: {routine.name}" for routine in routines)
    return FORTRAN_MODULE.format(
        constants=constants,
        public=names,
        interfaces="\n\n".join(fortran_interface(routine) for routine in routines),
    )


def texts() -> dict[Path, str]:
    """The text of each generated file, by path."""
    bindings = ROOT / "src" / "blacs" / "bindings"
    routines = [*support(SUPPORT), *typed()]
    clocks = support(CLOCKS)
    return {
        ROOT / "include" / "strobe" / "blacs.h": header(),
        ROOT / "include" / "strobe" / "blacs_extensions.h": extensions_header(),
        ROOT / "include" / "strobe" / "strobe_blacs.F90": fortran_module(),
        bindings / "c.cpp": source(routines, "c", "// The C names except those of the clocks."),
        bindings / "c_clocks.cpp": source(clocks, "c", "// The C names of the clocks."),
        bindings / "c_extensions.cpp": source(
            extensions(), "c", "// The C names of the extensions."
        ),
        bindings / "fortran.cpp": source(
            routines,
            "fortran",
            "// The Fortran names except those of the clocks. Character lengths are not read.",
        ),
        bindings / "fortran_clocks.cpp": source(
            clocks, "fortran", "// The Fortran names of the clocks."
        ),
        bindings / "fortran_extensions.cpp": source(
            extensions(),
            "fortran",
            "// The Fortran names of the extensions. Character lengths are not read.",
        ),
    }


if __name__ == "__main__":
    for path, text in texts().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
