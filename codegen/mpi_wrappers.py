# SPDX-License-Identifier: BSD-3-Clause
"""Write the bindings of the interposer: a wrapper of each MPI function, and the table of the MPI's.

The input is mpi_functions.txt. One line there stands for the blocking, nonblocking and persistent
functions of an operation, each with small and with large counts. All of them share one handler.

Run: python codegen/mpi_wrappers.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "codegen" / "mpi_functions.txt"
BINDINGS = Path("src/bcs/mpi/bindings")
WIDTH = 100
HEAD = (
    "// SPDX-License-Identifier: BSD-3-Clause\n"
    "// Written by codegen/mpi_wrappers.py from codegen/mpi_functions.txt.\n"
    "// clang-format off\n"
)

# The parameters that a mode adds to those of the line.
REQUEST_TYPE = "MPI_Request*"
REQUEST = f"{REQUEST_TYPE} request"
PERSISTENT = "_init"  # in the name of a function
STATUS = "MPI_Status* status"
INFO = "MPI_Info info"
FAMILIES = {
    "sends": {"blocking": "", "nonblocking": REQUEST, "persistent": REQUEST},
    "receives": {"blocking": STATUS, "nonblocking": REQUEST, "persistent": REQUEST},
    "exchanges": {"blocking": STATUS, "nonblocking": REQUEST},
    "collectives": {"blocking": "", "nonblocking": REQUEST, "persistent": f"{INFO}, {REQUEST}"},
}
KINDS = ("handled", "noted", "synchronized", "followed", "called", *FAMILIES)
OBJECTS = {"MPI_Comm": "communicator", "MPI_Win": "window", "MPI_File": "file"}
# What --check follows, by the type of a parameter that a function writes. A key of attributes is
# an int, which is known by its name.
FOLLOWED = {
    "MPI_Comm*": "communicator",
    "MPI_Datatype*": "datatype",
    "MPI_Errhandler*": "error_handler",
    "MPI_File*": "file",
    "MPI_Group*": "group",
    "MPI_Info*": "info",
    "MPI_Op*": "op",
    "MPI_Win*": "window",
}
# Objects that a function uses, and that the program must not have freed before.
USED = {type.removesuffix("*"): kind for type, kind in FOLLOWED.items()}
# Functions that free the object of such a parameter, and one that only uses it; others create it.
FREE_OBJECTS = re.compile(".*_(free|disconnect|close|free_keyval)")
USE_OBJECT = "Type_commit"
# A new datatype is not committed; a copy is as its original.
TYPE_OF_OTHERS = re.compile("Type_(contiguous|h?vector|h?indexed|struct|create_(?!f90_).*)(_c)?")
TYPE_COPY = "Type_dup"

# These return the handle of an object that is there already, which the program need not free.
LENDS = re.compile(
    "(Comm|Win|File|Session)_get_errhandler|Errhandler_get|Comm_get_parent|Type_create_f90_.*|"
    "Type_get_value_index|File_get_view"
)
# argument_checks.hpp has a function for each, which --check calls first.
CHECKED_ARGUMENTS = ("Comm_remote_size", "Pack", "Unpack", "File_set_errhandler")

# What a program may look for by name, and cannot be served unless the MPI has it.
NEEDED_FROM_MPI = {
    re.compile(".*session.*|.*_create_from_groups?", re.IGNORECASE): "defined(MPI_SESSION_NULL)",
    re.compile("(Op_create|Type_.*)_c"): "MPI_VERSION >= 4",
    re.compile("Info_create_env"): "MPI_VERSION >= 4 || OMPI_MAJOR_VERSION >= 5",
    re.compile("Type_get_value_index"): "MPI_VERSION * 10 + MPI_SUBVERSION >= 41",
    re.compile(
        "X_Comm_(revoke|shrink|.*failed|.*acked)"
    ): "!defined(OPEN_MPI) || OMPI_MAJOR_VERSION >= 5",
    re.compile("X_Comm_ishrink"): "OMPI_MAJOR_VERSION >= 5",
    # Removed from the standard, or deprecated.
    re.compile(
        "(Errhandler|Keyval)_create|Errhandler_get|Keyval_free|Type_(hvector|hindexed|struct)"
    ): "defined(MPICH)",
}

# Functions whose handlers are called although the runtime does not serve the application yet.
STARTS = ("Init", "Init_thread", "Initialized", "Session_init", "Session_finalize")
# A callback of an attribute may call these within a call of MPI.
FREES = ("Comm_free", "Type_free", "Op_free")
# It may also complete requests, which are the first parameters.
WAITS = re.compile("(Wait|Test)(|all|any|some)|Request_(free|get_status.*)|Cancel|Start|Startall")

# They may find a request complete without waiting for it, or wait for any one of several.
UNDECIDED = re.compile("Test(|all|any|some)|Request_get_status.*|Wait(any|some)")

# Any thread may call them, whatever the level of thread support.
FOR_ANY_THREAD = re.compile(
    "Initialized|Finalized|Query_thread|Is_thread_main|Get_version|Get_library_version|Abort|"
    "Wtime|Wtick|Info_.*|.*_create_errhandler|Errhandler_free|Error_.*|(Add|Remove)_error_.*|"
    "Session_.*"
)

# They may be called before MPI is initialized and after it is finalized (MPI 4.1, section 11.4.1),
# or begin that time. MPI_Abort is not among them, but is the end of the program anyway.
ALWAYS_ALLOWED = re.compile(
    "Init|Init_thread|Initialized|Finalized|Session_.*|Get_version|Get_library_version|Info_.*|"
    ".*_create_errhandler|Errhandler_free|Error_.*|(Add|Remove)_error_.*|Abort"
)

# Local functions, apart from nonblocking and persistent ones: they do not wait for another process.
# A test or a nonblocking probe is not local here: an application may call it until it succeeds.
LOCAL = re.compile(
    "Abort|Start|Startall|Request_free|Cancel|.*attach_buffer|Buffer_attach|"
    "Comm_free|Type_free|Op_free|Wtime|R?put|R?get|R?accumulate|R?get_accumulate|Fetch_and_op|"
    "Compare_and_swap|Win_(attach|detach|post|.*query)|File_i.*|File_.*_begin|"
    "X_Comm_revoke|P(send|recv)_init|Pready.*|I?m?recv_init|Imrecv|.*_iflush(_buffer)?|Comm_idup.*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Parameter:
    """A parameter as C has it: `const int` counts `[]`."""

    before: str
    name: str
    array: bool

    @property
    def text(self) -> str:
        return f"{self.before} {self.name}{'[]' if self.array else ''}"

    @property
    def type(self) -> str:
        """As in the type of a function pointer."""
        return self.before + ("*" if self.array else "")

    @property
    def is_count(self) -> bool:
        return bool(re.search("count|^size$", self.name)) and self.before.endswith(("int", "int*"))

    @property
    def is_displacement(self) -> bool:
        names = self.name.endswith("displs") or self.name == "disp_unit"
        return names and self.before.endswith(("int", "int*"))

    def large(self) -> Parameter:
        """As in the function with large counts."""
        wide = "MPI_Count" if self.is_count else "MPI_Aint" if self.is_displacement else "int"
        return Parameter(re.sub(r"\bint\b", wide, self.before), self.name, self.array)

    def for_handler(self) -> str:
        """As in a handler that serves the functions with small and with large counts."""
        if not (self.is_count or self.is_displacement):
            return self.text
        if self.array:
            return f"Integers {self.name}"
        return f"{'ReturnedCount' if '*' in self.before else 'MPI_Count'} {self.name}"


@dataclass(frozen=True)
class Function:
    """One function of MPI, without the MPI_ before its name; X_ begins that of an extension."""

    name: str
    returns: str
    parameters: tuple[Parameter, ...]
    kind: str  # handled, noted, synchronized, followed, called
    reason: str = ""  # why the guarantee does not cover it
    handler: str = ""
    mode: str = ""  # the first argument of the handler, if it has one
    mode_parameters: int = 0  # the last parameters, which belong to the mode

    @property
    def c_name(self) -> str:
        return f"MPI{'' if self.name.startswith('X_') else '_'}{self.name}"

    @property
    def blocks(self) -> bool:
        if self.kind == "followed":
            return False
        begins = bool(self.mode) and not self.mode.startswith("CallMode::blocking")
        return not begins and LOCAL.fullmatch(self.name.removesuffix("_c")) is None

    @property
    def is_undecided(self) -> bool:
        return UNDECIDED.fullmatch(self.name) is not None

    @property
    def is_for_any_thread(self) -> bool:
        return FOR_ANY_THREAD.fullmatch(self.name) is not None

    @property
    def is_always_allowed(self) -> bool:
        return ALWAYS_ALLOWED.fullmatch(self.name) is not None

    @property
    def has_handler(self) -> bool:
        return self.kind == "handled" or self.name in STARTS

    @property
    def followed(self) -> list[tuple[str, str]]:
        """The kinds of the objects that the function creates or frees, and their parameters. The
        handle of MPI_Comm_idup is not valid before its request is complete."""
        if self.name == USE_OBJECT or any(p.type == REQUEST_TYPE for p in self.parameters):
            return []
        return [
            (kind, p.name)
            for p in self.parameters if not p.array and (kind := followed_kind(p)) is not None
        ]  # fmt: skip

    @property
    def used(self) -> list[str]:
        """The objects that the function uses, as C++ has them."""
        found = [
            f"{{ObjectKind::{USED[p.type]}, bits_of({p.name})}}"
            for p in self.parameters if p.type in USED
        ]  # fmt: skip
        found += [
            f"{{ObjectKind::{kind}, bits_at({p.name})}}"
            for p in self.parameters
            if not p.array and (kind := followed_kind(p)) is not None
            and (self.name == USE_OBJECT or FREE_OBJECTS.fullmatch(self.name))
        ]  # fmt: skip
        return found

    @property
    def types(self) -> str:
        return ", ".join(p.type for p in self.parameters)


def followed_kind(p: Parameter) -> str | None:
    """Of what a function creates or frees at this parameter."""
    is_key = p.type == "int*" and p.name.endswith("_keyval")
    return "attribute_key" if is_key else FOLLOWED.get(p.type)


def parameters(text: str) -> tuple[Parameter, ...]:
    if text in ("", "void"):
        return ()
    found = []
    for each in text.split(", "):
        before, name = each.rsplit(" ", 1)
        found.append(Parameter(before, name.removesuffix("[]"), name.endswith("[]")))
    return tuple(found)


def modes(line: Function, family: str) -> Iterator[Function]:
    """The blocking, nonblocking and persistent functions of a line."""
    first, rest = line.name[0], line.name[1:]
    names = {
        "blocking": line.name,
        "nonblocking": f"I{first.lower()}{rest}",
        "persistent": f"{line.name}_init",
    }
    for mode, added in FAMILIES[family].items():
        more = parameters(added)
        arguments = [p.name for p in more if p.name != "info"]
        yield Function(
            names[mode],
            line.returns,
            line.parameters + more,
            "noted" if line.reason else "handled",
            line.reason,
            handler=line.name.lower(),
            mode=f"CallMode::{mode}({', '.join(arguments)})",
            mode_parameters=len(more),
        )


def table() -> list[Function]:
    """All functions in the order of the file, each followed by that with large counts."""
    found: list[Function] = []
    kind = reason = ""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            kind, _, reason = line[1:-1].partition(" ")
            if kind not in KINDS:
                raise SystemExit(f"{TABLE.name}: '{kind}' is not one of {', '.join(KINDS)}")
            continue
        parts = re.fullmatch(r"(?:(\w+) )?(\w+)(\+?)\((.*)\)", line)
        if parts is None:
            raise SystemExit(f"{TABLE.name}: cannot read '{line}'")
        returns, name, plus, text = parts.groups()
        small = Function(name, returns or "int", parameters(text), kind, reason, name.lower())
        for each in modes(small, kind) if kind in FAMILIES else [small]:
            found.append(each)
            if plus:
                large = tuple(p.large() for p in each.parameters)
                found.append(
                    Function(**{**vars(each), "name": each.name + "_c", "parameters": large})
                )
    return found


def wrapped(head: str, parts: list[str], end: str) -> str:
    """`head`part, part, ... `end` in lines of at most WIDTH characters."""
    lines, line = [], head
    for i, part in enumerate(parts):
        text = part + (", " if i + 1 < len(parts) else "")
        if len((line + text).rstrip()) > WIDTH - len(end):
            lines.append(line.rstrip())
            line = "        "
        line += text
    return "\n".join([*lines, line + end])


def functions_header(functions: list[Function]) -> str:
    wrappers = [f for f in functions if f.kind != "called"]
    reasons = sorted({f.reason for f in wrappers} - {""})
    return "\n".join(
        [
            HEAD,
            "// The MPI functions that have wrappers, for monitors, reports and certificates.",
            "#pragma once",
            "",
            "#include <cstdint>",
            "",
            "namespace strobe::bcs::mpi {",
            "",
            "enum class Function : std::uint16_t {",
            *(f"  {f.name}," for f in wrappers),
            "};",
            f"inline constexpr int function_count = {len(wrappers)};",
            "",
            "/// Why the guarantee of a deterministic run does not cover a function.",
            "enum class OutsideGuarantee : std::uint8_t {",
            *(f"  {identifier(r)}," for r in ["", *reasons]),
            "};",
            "",
            "struct FunctionFacts {",
            "  const char* name;",
            "  bool blocks;  ///< a process may wait in it for another one",
            "  /// It may find a request complete without waiting for it, or waits for any one of "
            "several.",
            "  bool is_undecided;",
            "  bool is_for_any_thread;  ///< whatever the level of thread support is",
            "  bool is_always_allowed;  ///< also before MPI_Init and after MPI_Finalize",
            "  OutsideGuarantee outside;",
            "};",
            "",
            "inline constexpr FunctionFacts function_facts[function_count] = {",
            *(
                f'    {{"{f.c_name}", {str(f.blocks).lower()}, {str(f.is_undecided).lower()}, '
                f"{str(f.is_for_any_thread).lower()}, {str(f.is_always_allowed).lower()}, "
                f"OutsideGuarantee::{identifier(f.reason)}}},"
                for f in wrappers
            ),
            "};",
            "",
            "[[nodiscard]] constexpr const FunctionFacts& facts_of(Function function) {",
            "  return function_facts[static_cast<int>(function)];",
            "}",
            "",
            "}  // namespace strobe::bcs::mpi",
            "",
        ]
    )


def identifier(reason: str) -> str:
    return re.sub(r"\W", "_", reason) or "no"


def natives_header(functions: list[Function]) -> str:
    return "\n".join(
        [
            HEAD,
            "// The functions of the MPI to which calls pass through; null if it lacks one.",
            "#pragma once",
            "",
            '#include "bcs/mpi/mpi.hpp"',
            "",
            "namespace strobe::bcs::mpi {",
            "",
            "struct NativeFunctions {",
            *(
                wrapped(f"  {f.returns} (*{f.name})(", f.types.split(", "), ") = nullptr;")
                for f in functions
            ),
            "",
            "  /// Sets each pointer to `find(name)`.",
            "  template <class Find>",
            "  void fill(Find&& find) {",
            *(f'    {f.name} = reinterpret_cast<decltype({f.name})>(find("P{f.c_name}"));'
              for f in functions),
            "  }",
            "};",
            "",
            "}  // namespace strobe::bcs::mpi",
            "",
        ]
    )  # fmt: skip


def handlers_header(functions: list[Function]) -> str:
    seen: dict[str, str] = {}
    names = {f.name for f in functions}
    for f in functions:
        if f.has_handler and f.handler not in seen:
            own = f.parameters[: len(f.parameters) - f.mode_parameters]
            is_for_both = f"{f.name}_c" in names
            parts = (["CallMode mode"] if f.mode else []) + [
                p.for_handler() if is_for_both else p.text for p in own
            ]
            seen[f.handler] = wrapped(f"int {f.handler}(", parts, ");")
    return "\n".join(
        [
            HEAD,
            "// The handlers. Each performs the MPI functions of its name, in all modes, or",
            "// returns `pass_through`.",
            "#pragma once",
            "",
            '#include "bcs/mpi/call_mode.hpp"',
            '#include "bcs/mpi/integers.hpp"',
            '#include "bcs/mpi/mpi.hpp"',
            "",
            "namespace strobe::bcs::mpi::handlers {",
            "",
            *seen.values(),
            "",
            "}  // namespace strobe::bcs::mpi::handlers",
            "",
        ]
    )


def condition(name: str) -> str:
    """When the wrapper calls the handler. The runtime serves the application from MPI_Init on."""
    if name in STARTS:
        return "is_outermost"
    return "is_served" if name in FREES else "is_application_call"


def synchronization(f: Function) -> tuple[str, str]:
    """What comes before and after a collective call that passes through."""
    if f.kind != "synchronized":
        return "", ""
    types = {p.type: p.name for p in f.parameters}
    on = next(kind for kind in (*OBJECTS, *(f"{kind}*" for kind in OBJECTS)) if kind in types)
    what = OBJECTS[on.removesuffix("*")]
    verb = "release" if on.endswith("*") else "synchronize"
    before = f"{verb}_{what}({types[on]});"
    made = next((kind for kind in ("MPI_Win*", "MPI_File*") if kind in types), None)
    if made is None or on != "MPI_Comm":
        return before, ""
    return before, f"register_{OBJECTS[made.removesuffix('*')]}({types[on]}, {types[made]});"


def length_of_arrays(f: Function) -> str:
    """A function that returns how many counts the array arguments of a large function have."""
    if not any(p.array and re.search("MPI_(Count|Aint)", p.before) for p in f.parameters):
        return "no_arrays"
    name = f.handler
    if name.startswith("neighbor"):
        return "arrays_of_unknown_length"
    if name == "reduce_scatter":
        return "[&] { return counts_of_own_group(comm); }"
    at_root = ", root == MPI_ROOT" if name in ("gatherv", "scatterv") else ""
    return f"[&] {{ return counts_of_remote_group(comm{at_root}); }}"


def wrapper(f: Function) -> str:
    texts = [p.text for p in f.parameters]
    names = [f"native().{f.name}", *(p.name for p in f.parameters)]
    arguments = ", ".join(p.name for p in f.parameters)
    passed_on = [*names[1:], "__builtin_return_address(0)"]
    lines = [
        wrapped(f"static {f.returns} serve_{f.name}(", [*texts, "const void* caller"], ") {"),
    ]
    if f.kind == "followed":
        lines += [
            f"  if (is_unfollowed(native().{f.name})) [[likely]]",
            wrapped(f"    return native().{f.name}(", names[1:], ");"),
        ]
    lines.append(f"  const CallScope call(Function::{f.name}, caller);")
    if f.used and f.returns == "int":
        lines += [
            wrapped("  const int refused = refuse_freed(call, {", f.used, "});"),
            "  if (refused != MPI_SUCCESS) [[unlikely]] return refused;",
        ]
    if f.name in CHECKED_ARGUMENTS:
        lines += [
            "  if (interposer.checks != nullptr && call.is_application_call()) [[unlikely]]",
            wrapped(f"    check_{f.handler}(", [p.name for p in f.parameters], ");"),
        ]
    noting, end, returned = "", ");", "return result;"
    if f.name == USE_OBJECT:
        lines.append(f"  const DatatypeCommit object({f.parameters[0].name});")
        noting, end, returned = "object.noted(", "));", "return object.noted(result);"
    for kind, name in f.followed:
        what = "Release" if FREE_OBJECTS.fullmatch(f.name) else "Creation"
        variable = "object" if len(f.followed) == 1 else f"object_of_{name}"
        lender = ", Owner::mpi" if LENDS.fullmatch(f.name) else ""
        declaration = f"Object{what} {variable}(ObjectKind::{kind}, {name}{lender})"
        if kind == "datatype" and what == "Creation":
            original = {TYPE_COPY: f", {f.parameters[0].name}"}.get(f.name)
            if original is not None or TYPE_OF_OTHERS.fullmatch(f.name):
                declaration = f"DatatypeCreation {variable}({name}{original or ''})"
        lines.append(f"  const {declaration};")
        noting, end = f"{noting}{variable}.noted(", f"){end}"
        returned = f"return {noting}result{')' * noting.count('(')};"
    if f.has_handler:
        own = f.parameters[: len(f.parameters) - f.mode_parameters]
        passed = ([f.mode] if f.mode else []) + [p.name for p in own]
        condition_text = f"call.{condition(f.name)}()"
        if WAITS.fullmatch(f.name):
            handles = names[2:3] if names[1].endswith("count") else []
            requests = ", ".join(["call", names[1], *handles])
            lines.append(f"  const CallbackScope callback({requests});")
            lines.append("  if (callback.refused() != MPI_SUCCESS) return callback.refused();")
            condition_text = "callback.is_served()"
        lines += [
            f"  if ({condition_text}) {{",
            wrapped(f"    const int result = handlers::{f.handler}(", passed, ");"),
            f"    if (result != pass_through) {returned}",
            "  }",
        ]
    before, after = synchronization(f)
    passing = f"call.{'pass_blocking' if f.blocks else 'pass'}("
    # Files return their errors, which a program need not look at.
    is_of_file = f.name.startswith("File_") and f.kind in ("noted", "synchronized", "followed")
    # Those of datatypes have other parameters with small counts.
    if f.name.endswith("_c") and f.kind != "followed" and not f.name.startswith("Type_"):
        passing = passing.replace("pass", "pass_large", 1)
        names[1:1] = [f"native().{f.name.removesuffix('_c')}", length_of_arrays(f)]
    closing = ");"
    if is_of_file:
        offset = (
            ", offset" if "_at" in f.name and any(p.name == "offset" for p in f.parameters) else ""
        )
        passing = f"noted_file_error(call, {passing}"
        closing, end = f"){offset});", f"){offset}{end}"
    if before:
        lines.append(f"  if (call.is_application_call()) {before}")
    if after:
        lines += [
            wrapped(f"  const int result = {passing}", names, closing),
            f"  if (call.is_application_call() && result == MPI_SUCCESS) {after}",
            f"  {returned}",
        ]
    else:
        # A persistent operation has not begun.
        made = [p.name for p in f.parameters if p.type == REQUEST_TYPE]
        if made and PERSISTENT not in f.name and WAITS.fullmatch(f.name) is None:
            noting, end = "noted_request(call, ", f"{end.removesuffix(';')}, {made[0]});"
        lines.append(wrapped(f"  return {noting}{passing}", names, end))
    lines += [
        "}",
        wrapped(f"STROBE_EXPORT {f.returns} P{f.c_name}(", texts or ["void"], ") {"),
        wrapped(f"  return serve_{f.name}(", passed_on, ");"),
        "}",
        wrapped(f"STROBE_EXPORT {f.returns} {f.c_name}(", texts or ["void"], ") {"),
        # The first call of MPI looks for the tool.
        *(["  native();"] if f.name in STARTS else []),
        f"  const auto tool = detail::linked_tool.{f.name};",
        f"  if (tool != nullptr) [[unlikely]] return tool({arguments});",
        wrapped(f"  return serve_{f.name}(", passed_on, ");"),
        "}",
    ]
    return "\n".join(lines)


def needed_from_mpi(f: Function) -> str:
    """The condition, for the preprocessor, on which the function is there; "" if it always is."""
    conditions = (has_it for names, has_it in NEEDED_FROM_MPI.items() if names.fullmatch(f.name))
    return next(conditions, "")


def wrappers(functions: list[Function]) -> Iterator[str]:
    """The wrappers, of which a run of neighbours that need the same has one condition."""
    for has_it, neighbours in groupby(functions, needed_from_mpi):
        if has_it:
            yield f"#if {has_it}"
        yield "\n\n".join(wrapper(f) for f in neighbours)
        yield "#endif\n" if has_it else ""


def wrappers_source(functions: list[Function]) -> str:
    return "\n".join(
        [
            HEAD,
            "// The functions that an application calls. Calls that the MPI makes to itself arrive",
            "// here, too, and pass through. A tool that the application is linked with gets each",
            "// call first, and calls the function with the other name (MPI 4.1, section 15.2).",
            '#include "bcs/mpi/argument_checks.hpp"',
            '#include "bcs/mpi/call_scope.hpp"',
            '#include "bcs/mpi/file_errors.hpp"',
            '#include "bcs/mpi/followed_objects.hpp"',
            '#include "bcs/mpi/native_collectives.hpp"',
            '#include "bcs/mpi/bindings/handlers.hpp"',
            "",
            "namespace strobe::bcs::mpi {",
            "",
            'extern "C" {',
            "",
            *wrappers([f for f in functions if f.kind != "called"]),
            '}  // extern "C"',
            "",
            "}  // namespace strobe::bcs::mpi",
            "",
        ]
    )


def bindings() -> dict[Path, str]:
    """The text of each file, by its path in the tree."""
    functions = table()
    return {
        BINDINGS / "functions.hpp": functions_header(functions),
        BINDINGS / "native_functions.hpp": natives_header(functions),
        BINDINGS / "handlers.hpp": handlers_header(functions),
        BINDINGS / "wrappers.cpp": wrappers_source(functions),
    }


if __name__ == "__main__":
    for path, text in bindings().items():
        (ROOT / path).write_text(text, encoding="utf-8")
