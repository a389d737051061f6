// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/mpi_wrappers.py from codegen/mpi_functions.txt.
// clang-format off

// The functions that an application calls. Calls that the MPI makes to itself arrive
// here, too, and pass through. A tool that the application is linked with gets each
// call first, and calls the function with the other name (MPI 4.1, section 15.2).
#include "bcs/mpi/argument_checks.hpp"
#include "bcs/mpi/call_scope.hpp"
#include "bcs/mpi/file_errors.hpp"
#include "bcs/mpi/followed_objects.hpp"
#include "bcs/mpi/native_collectives.hpp"
#include "bcs/mpi/bindings/handlers.hpp"

namespace strobe::bcs::mpi {

extern "C" {

static int serve_Init(int* argc, char*** argv, const void* caller) {
  const CallScope call(Function::Init, caller);
  if (call.is_outermost()) {
    const int result = handlers::init(argc, argv);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Init, argc, argv);
}
STROBE_EXPORT int PMPI_Init(int* argc, char*** argv) {
  return serve_Init(argc, argv, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Init(int* argc, char*** argv) {
  native();
  const auto tool = detail::linked_tool.Init;
  if (tool != nullptr) [[unlikely]] return tool(argc, argv);
  return serve_Init(argc, argv, __builtin_return_address(0));
}

static int serve_Init_thread(int* argc, char*** argv, int required, int* provided,
        const void* caller) {
  const CallScope call(Function::Init_thread, caller);
  if (call.is_outermost()) {
    const int result = handlers::init_thread(argc, argv, required, provided);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Init_thread, argc, argv, required, provided);
}
STROBE_EXPORT int PMPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return serve_Init_thread(argc, argv, required, provided, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  native();
  const auto tool = detail::linked_tool.Init_thread;
  if (tool != nullptr) [[unlikely]] return tool(argc, argv, required, provided);
  return serve_Init_thread(argc, argv, required, provided, __builtin_return_address(0));
}

static int serve_Finalize(const void* caller) {
  const CallScope call(Function::Finalize, caller);
  if (call.is_application_call()) {
    const int result = handlers::finalize();
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Finalize);
}
STROBE_EXPORT int PMPI_Finalize(void) {
  return serve_Finalize(__builtin_return_address(0));
}
STROBE_EXPORT int MPI_Finalize(void) {
  const auto tool = detail::linked_tool.Finalize;
  if (tool != nullptr) [[unlikely]] return tool();
  return serve_Finalize(__builtin_return_address(0));
}

static int serve_Initialized(int* flag, const void* caller) {
  const CallScope call(Function::Initialized, caller);
  if (call.is_outermost()) {
    const int result = handlers::initialized(flag);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Initialized, flag);
}
STROBE_EXPORT int PMPI_Initialized(int* flag) {
  return serve_Initialized(flag, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Initialized(int* flag) {
  native();
  const auto tool = detail::linked_tool.Initialized;
  if (tool != nullptr) [[unlikely]] return tool(flag);
  return serve_Initialized(flag, __builtin_return_address(0));
}

#if defined(MPI_SESSION_NULL)
static int serve_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session,
        const void* caller) {
  const CallScope call(Function::Session_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)},
        {ObjectKind::error_handler, bits_of(errhandler)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_outermost()) {
    const int result = handlers::session_init(info, errhandler, session);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Session_init, info, errhandler, session);
}
STROBE_EXPORT int PMPI_Session_init(MPI_Info info, MPI_Errhandler errhandler,
        MPI_Session* session) {
  return serve_Session_init(info, errhandler, session, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session) {
  native();
  const auto tool = detail::linked_tool.Session_init;
  if (tool != nullptr) [[unlikely]] return tool(info, errhandler, session);
  return serve_Session_init(info, errhandler, session, __builtin_return_address(0));
}

static int serve_Session_finalize(MPI_Session* session, const void* caller) {
  const CallScope call(Function::Session_finalize, caller);
  if (call.is_outermost()) {
    const int result = handlers::session_finalize(session);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Session_finalize, session);
}
STROBE_EXPORT int PMPI_Session_finalize(MPI_Session* session) {
  return serve_Session_finalize(session, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Session_finalize(MPI_Session* session) {
  native();
  const auto tool = detail::linked_tool.Session_finalize;
  if (tool != nullptr) [[unlikely]] return tool(session);
  return serve_Session_finalize(session, __builtin_return_address(0));
}
#endif

static int serve_Query_thread(int* provided, const void* caller) {
  const CallScope call(Function::Query_thread, caller);
  if (call.is_application_call()) {
    const int result = handlers::query_thread(provided);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Query_thread, provided);
}
STROBE_EXPORT int PMPI_Query_thread(int* provided) {
  return serve_Query_thread(provided, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Query_thread(int* provided) {
  const auto tool = detail::linked_tool.Query_thread;
  if (tool != nullptr) [[unlikely]] return tool(provided);
  return serve_Query_thread(provided, __builtin_return_address(0));
}

static int serve_Abort(MPI_Comm comm, int errorcode, const void* caller) {
  const CallScope call(Function::Abort, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::abort(comm, errorcode);
    if (result != pass_through) return result;
  }
  return call.pass(native().Abort, comm, errorcode);
}
STROBE_EXPORT int PMPI_Abort(MPI_Comm comm, int errorcode) {
  return serve_Abort(comm, errorcode, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Abort(MPI_Comm comm, int errorcode) {
  const auto tool = detail::linked_tool.Abort;
  if (tool != nullptr) [[unlikely]] return tool(comm, errorcode);
  return serve_Abort(comm, errorcode, __builtin_return_address(0));
}

static int serve_Send(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Send, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::send(CallMode::blocking(), buf, count, datatype, dest, tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Send, buf, count, datatype, dest, tag, comm);
}
STROBE_EXPORT int PMPI_Send(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm) {
  return serve_Send(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Send(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Send;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm);
  return serve_Send(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}

static int serve_Send_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Send_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::send(CallMode::blocking(), buf, count, datatype, dest, tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Send_c, native().Send, no_arrays, buf, count, datatype,
        dest, tag, comm);
}
STROBE_EXPORT int PMPI_Send_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm) {
  return serve_Send_c(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Send_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Send_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm);
  return serve_Send_c(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}

static int serve_Isend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Isend, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::send(CallMode::nonblocking(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Isend, buf, count, datatype, dest, tag,
        comm, request), request);
}
STROBE_EXPORT int PMPI_Isend(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Isend(buf, count, datatype, dest, tag, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Isend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Isend;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Isend(buf, count, datatype, dest, tag, comm, request, __builtin_return_address(0));
}

static int serve_Isend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Isend_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::send(CallMode::nonblocking(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Isend_c, native().Isend,
        no_arrays, buf, count, datatype, dest, tag, comm, request), request);
}
STROBE_EXPORT int PMPI_Isend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Isend_c(buf, count, datatype, dest, tag, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Isend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Isend_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Isend_c(buf, count, datatype, dest, tag, comm, request, __builtin_return_address(0));
}

static int serve_Send_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Send_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::send(CallMode::persistent(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Send_init, buf, count, datatype, dest, tag, comm, request);
}
STROBE_EXPORT int PMPI_Send_init(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Send_init(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Send_init(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Send_init;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Send_init(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}

static int serve_Send_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Send_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::send(CallMode::persistent(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Send_init_c, native().Send_init, no_arrays, buf, count,
        datatype, dest, tag, comm, request);
}
STROBE_EXPORT int PMPI_Send_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Send_init_c(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Send_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Send_init_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Send_init_c(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}

static int serve_Ssend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Ssend, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::ssend(CallMode::blocking(), buf, count, datatype, dest, tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Ssend, buf, count, datatype, dest, tag, comm);
}
STROBE_EXPORT int PMPI_Ssend(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm) {
  return serve_Ssend(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ssend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Ssend;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm);
  return serve_Ssend(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}

static int serve_Ssend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Ssend_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::ssend(CallMode::blocking(), buf, count, datatype, dest, tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Ssend_c, native().Ssend, no_arrays, buf, count,
        datatype, dest, tag, comm);
}
STROBE_EXPORT int PMPI_Ssend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm) {
  return serve_Ssend_c(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ssend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Ssend_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm);
  return serve_Ssend_c(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}

static int serve_Issend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Issend, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::ssend(CallMode::nonblocking(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Issend, buf, count, datatype, dest, tag,
        comm, request), request);
}
STROBE_EXPORT int PMPI_Issend(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Issend(buf, count, datatype, dest, tag, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Issend(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Issend;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Issend(buf, count, datatype, dest, tag, comm, request, __builtin_return_address(0));
}

static int serve_Issend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Issend_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::ssend(CallMode::nonblocking(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Issend_c, native().Issend,
        no_arrays, buf, count, datatype, dest, tag, comm, request), request);
}
STROBE_EXPORT int PMPI_Issend_c(const void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Issend_c(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Issend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Issend_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Issend_c(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}

static int serve_Ssend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ssend_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::ssend(CallMode::persistent(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Ssend_init, buf, count, datatype, dest, tag, comm, request);
}
STROBE_EXPORT int PMPI_Ssend_init(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Ssend_init(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ssend_init(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ssend_init;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Ssend_init(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}

static int serve_Ssend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ssend_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::ssend(CallMode::persistent(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Ssend_init_c, native().Ssend_init, no_arrays, buf, count,
        datatype, dest, tag, comm, request);
}
STROBE_EXPORT int PMPI_Ssend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Ssend_init_c(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ssend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ssend_init_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Ssend_init_c(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}

static int serve_Rsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Rsend, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::rsend(CallMode::blocking(), buf, count, datatype, dest, tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Rsend, buf, count, datatype, dest, tag, comm);
}
STROBE_EXPORT int PMPI_Rsend(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm) {
  return serve_Rsend(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Rsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Rsend;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm);
  return serve_Rsend(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}

static int serve_Rsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Rsend_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::rsend(CallMode::blocking(), buf, count, datatype, dest, tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Rsend_c, native().Rsend, no_arrays, buf, count,
        datatype, dest, tag, comm);
}
STROBE_EXPORT int PMPI_Rsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm) {
  return serve_Rsend_c(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Rsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Rsend_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm);
  return serve_Rsend_c(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}

static int serve_Irsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Irsend, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::rsend(CallMode::nonblocking(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Irsend, buf, count, datatype, dest, tag,
        comm, request), request);
}
STROBE_EXPORT int PMPI_Irsend(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Irsend(buf, count, datatype, dest, tag, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Irsend(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Irsend;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Irsend(buf, count, datatype, dest, tag, comm, request, __builtin_return_address(0));
}

static int serve_Irsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Irsend_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::rsend(CallMode::nonblocking(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Irsend_c, native().Irsend,
        no_arrays, buf, count, datatype, dest, tag, comm, request), request);
}
STROBE_EXPORT int PMPI_Irsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Irsend_c(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Irsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Irsend_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Irsend_c(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}

static int serve_Rsend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Rsend_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::rsend(CallMode::persistent(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Rsend_init, buf, count, datatype, dest, tag, comm, request);
}
STROBE_EXPORT int PMPI_Rsend_init(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Rsend_init(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Rsend_init(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Rsend_init;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Rsend_init(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}

static int serve_Rsend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Rsend_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::rsend(CallMode::persistent(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Rsend_init_c, native().Rsend_init, no_arrays, buf, count,
        datatype, dest, tag, comm, request);
}
STROBE_EXPORT int PMPI_Rsend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Rsend_init_c(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Rsend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Rsend_init_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Rsend_init_c(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}

static int serve_Bsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Bsend, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::bsend(CallMode::blocking(), buf, count, datatype, dest, tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Bsend, buf, count, datatype, dest, tag, comm);
}
STROBE_EXPORT int PMPI_Bsend(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm) {
  return serve_Bsend(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Bsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Bsend;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm);
  return serve_Bsend(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}

static int serve_Bsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Bsend_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::bsend(CallMode::blocking(), buf, count, datatype, dest, tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Bsend_c, native().Bsend, no_arrays, buf, count,
        datatype, dest, tag, comm);
}
STROBE_EXPORT int PMPI_Bsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm) {
  return serve_Bsend_c(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Bsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Bsend_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm);
  return serve_Bsend_c(buf, count, datatype, dest, tag, comm, __builtin_return_address(0));
}

static int serve_Ibsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ibsend, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::bsend(CallMode::nonblocking(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Ibsend, buf, count, datatype, dest, tag,
        comm, request), request);
}
STROBE_EXPORT int PMPI_Ibsend(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Ibsend(buf, count, datatype, dest, tag, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ibsend(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ibsend;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Ibsend(buf, count, datatype, dest, tag, comm, request, __builtin_return_address(0));
}

static int serve_Ibsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ibsend_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::bsend(CallMode::nonblocking(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Ibsend_c, native().Ibsend,
        no_arrays, buf, count, datatype, dest, tag, comm, request), request);
}
STROBE_EXPORT int PMPI_Ibsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Ibsend_c(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ibsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ibsend_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Ibsend_c(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}

static int serve_Bsend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Bsend_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::bsend(CallMode::persistent(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Bsend_init, buf, count, datatype, dest, tag, comm, request);
}
STROBE_EXPORT int PMPI_Bsend_init(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Bsend_init(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Bsend_init(const void* buf, int count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Bsend_init;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Bsend_init(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}

static int serve_Bsend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int tag, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Bsend_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::bsend(CallMode::persistent(request), buf, count, datatype, dest,
        tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Bsend_init_c, native().Bsend_init, no_arrays, buf, count,
        datatype, dest, tag, comm, request);
}
STROBE_EXPORT int PMPI_Bsend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Bsend_init_c(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Bsend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Bsend_init_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, tag, comm, request);
  return serve_Bsend_init_c(buf, count, datatype, dest, tag, comm, request,
        __builtin_return_address(0));
}

static int serve_Recv(void* buf, int count, MPI_Datatype datatype, int source, int tag,
        MPI_Comm comm, MPI_Status* status, const void* caller) {
  const CallScope call(Function::Recv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::recv(CallMode::blocking(status), buf, count, datatype, source,
        tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Recv, buf, count, datatype, source, tag, comm, status);
}
STROBE_EXPORT int PMPI_Recv(void* buf, int count, MPI_Datatype datatype, int source, int tag,
        MPI_Comm comm, MPI_Status* status) {
  return serve_Recv(buf, count, datatype, source, tag, comm, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Recv(void* buf, int count, MPI_Datatype datatype, int source, int tag,
        MPI_Comm comm, MPI_Status* status) {
  const auto tool = detail::linked_tool.Recv;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, source, tag, comm, status);
  return serve_Recv(buf, count, datatype, source, tag, comm, status, __builtin_return_address(0));
}

static int serve_Recv_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
        MPI_Comm comm, MPI_Status* status, const void* caller) {
  const CallScope call(Function::Recv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::recv(CallMode::blocking(status), buf, count, datatype, source,
        tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Recv_c, native().Recv, no_arrays, buf, count, datatype,
        source, tag, comm, status);
}
STROBE_EXPORT int PMPI_Recv_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source,
        int tag, MPI_Comm comm, MPI_Status* status) {
  return serve_Recv_c(buf, count, datatype, source, tag, comm, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Recv_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source,
        int tag, MPI_Comm comm, MPI_Status* status) {
  const auto tool = detail::linked_tool.Recv_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, source, tag, comm, status);
  return serve_Recv_c(buf, count, datatype, source, tag, comm, status, __builtin_return_address(0));
}

static int serve_Irecv(void* buf, int count, MPI_Datatype datatype, int source, int tag,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Irecv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::recv(CallMode::nonblocking(request), buf, count, datatype,
        source, tag, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Irecv, buf, count, datatype, source,
        tag, comm, request), request);
}
STROBE_EXPORT int PMPI_Irecv(void* buf, int count, MPI_Datatype datatype, int source, int tag,
        MPI_Comm comm, MPI_Request* request) {
  return serve_Irecv(buf, count, datatype, source, tag, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Irecv(void* buf, int count, MPI_Datatype datatype, int source, int tag,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Irecv;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, source, tag, comm, request);
  return serve_Irecv(buf, count, datatype, source, tag, comm, request, __builtin_return_address(0));
}

static int serve_Irecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Irecv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::recv(CallMode::nonblocking(request), buf, count, datatype,
        source, tag, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Irecv_c, native().Irecv,
        no_arrays, buf, count, datatype, source, tag, comm, request), request);
}
STROBE_EXPORT int PMPI_Irecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source,
        int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Irecv_c(buf, count, datatype, source, tag, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Irecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source,
        int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Irecv_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, source, tag, comm, request);
  return serve_Irecv_c(buf, count, datatype, source, tag, comm, request,
        __builtin_return_address(0));
}

static int serve_Recv_init(void* buf, int count, MPI_Datatype datatype, int source, int tag,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Recv_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::recv(CallMode::persistent(request), buf, count, datatype, source,
        tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Recv_init, buf, count, datatype, source, tag, comm, request);
}
STROBE_EXPORT int PMPI_Recv_init(void* buf, int count, MPI_Datatype datatype, int source,
        int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Recv_init(buf, count, datatype, source, tag, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Recv_init(void* buf, int count, MPI_Datatype datatype, int source, int tag,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Recv_init;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, source, tag, comm, request);
  return serve_Recv_init(buf, count, datatype, source, tag, comm, request,
        __builtin_return_address(0));
}

static int serve_Recv_init_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source,
        int tag, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Recv_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::recv(CallMode::persistent(request), buf, count, datatype, source,
        tag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Recv_init_c, native().Recv_init, no_arrays, buf, count,
        datatype, source, tag, comm, request);
}
STROBE_EXPORT int PMPI_Recv_init_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source,
        int tag, MPI_Comm comm, MPI_Request* request) {
  return serve_Recv_init_c(buf, count, datatype, source, tag, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Recv_init_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source,
        int tag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Recv_init_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, source, tag, comm, request);
  return serve_Recv_init_c(buf, count, datatype, source, tag, comm, request,
        __builtin_return_address(0));
}

static int serve_Sendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
        int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source,
        int recvtag, MPI_Comm comm, MPI_Status* status, const void* caller) {
  const CallScope call(Function::Sendrecv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::sendrecv(CallMode::blocking(status), sendbuf, sendcount,
        sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Sendrecv, sendbuf, sendcount, sendtype, dest, sendtag,
        recvbuf, recvcount, recvtype, source, recvtag, comm, status);
}
STROBE_EXPORT int PMPI_Sendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source,
        int recvtag, MPI_Comm comm, MPI_Status* status) {
  return serve_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
        source, recvtag, comm, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Sendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source,
        int recvtag, MPI_Comm comm, MPI_Status* status) {
  const auto tool = detail::linked_tool.Sendrecv;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
  return serve_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
        source, recvtag, comm, status, __builtin_return_address(0));
}

static int serve_Sendrecv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        int source, int recvtag, MPI_Comm comm, MPI_Status* status, const void* caller) {
  const CallScope call(Function::Sendrecv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::sendrecv(CallMode::blocking(status), sendbuf, sendcount,
        sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Sendrecv_c, native().Sendrecv, no_arrays, sendbuf,
        sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm,
        status);
}
STROBE_EXPORT int PMPI_Sendrecv_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
  return serve_Sendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
        recvtype, source, recvtag, comm, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Sendrecv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
  const auto tool = detail::linked_tool.Sendrecv_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
  return serve_Sendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
        recvtype, source, recvtag, comm, status, __builtin_return_address(0));
}

static int serve_Isendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
        int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source,
        int recvtag, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Isendrecv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::sendrecv(CallMode::nonblocking(request), sendbuf, sendcount,
        sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Isendrecv, sendbuf, sendcount, sendtype,
        dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request), request);
}
STROBE_EXPORT int PMPI_Isendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source,
        int recvtag, MPI_Comm comm, MPI_Request* request) {
  return serve_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
        recvtype, source, recvtag, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Isendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source,
        int recvtag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Isendrecv;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
  return serve_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
        recvtype, source, recvtag, comm, request, __builtin_return_address(0));
}

static int serve_Isendrecv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        int source, int recvtag, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Isendrecv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::sendrecv(CallMode::nonblocking(request), sendbuf, sendcount,
        sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Isendrecv_c, native().Isendrecv,
        no_arrays, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
        recvtype, source, recvtag, comm, request), request);
}
STROBE_EXPORT int PMPI_Isendrecv_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
  return serve_Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
        recvtype, source, recvtag, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Isendrecv_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Isendrecv_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
  return serve_Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
        recvtype, source, recvtag, comm, request, __builtin_return_address(0));
}

static int serve_Sendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest,
        int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status,
        const void* caller) {
  const CallScope call(Function::Sendrecv_replace, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::sendrecv_replace(CallMode::blocking(status), buf, count,
        datatype, dest, sendtag, source, recvtag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Sendrecv_replace, buf, count, datatype, dest, sendtag,
        source, recvtag, comm, status);
}
STROBE_EXPORT int PMPI_Sendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest,
        int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
  return serve_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm,
        status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Sendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest,
        int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
  const auto tool = detail::linked_tool.Sendrecv_replace;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
  return serve_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm,
        status, __builtin_return_address(0));
}

static int serve_Sendrecv_replace_c(void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status,
        const void* caller) {
  const CallScope call(Function::Sendrecv_replace_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::sendrecv_replace(CallMode::blocking(status), buf, count,
        datatype, dest, sendtag, source, recvtag, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Sendrecv_replace_c, native().Sendrecv_replace,
        no_arrays, buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
}
STROBE_EXPORT int PMPI_Sendrecv_replace_c(void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
  return serve_Sendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm,
        status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Sendrecv_replace_c(void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
  const auto tool = detail::linked_tool.Sendrecv_replace_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
  return serve_Sendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm,
        status, __builtin_return_address(0));
}

static int serve_Isendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest,
        int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Isendrecv_replace, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::sendrecv_replace(CallMode::nonblocking(request), buf, count,
        datatype, dest, sendtag, source, recvtag, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Isendrecv_replace, buf, count, datatype,
        dest, sendtag, source, recvtag, comm, request), request);
}
STROBE_EXPORT int PMPI_Isendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest,
        int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
  return serve_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm,
        request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Isendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest,
        int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Isendrecv_replace;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
  return serve_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm,
        request, __builtin_return_address(0));
}

static int serve_Isendrecv_replace_c(void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
        int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Isendrecv_replace_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::sendrecv_replace(CallMode::nonblocking(request), buf, count,
        datatype, dest, sendtag, source, recvtag, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Isendrecv_replace_c,
        native().Isendrecv_replace, no_arrays, buf, count, datatype, dest, sendtag,
        source, recvtag, comm, request), request);
}
STROBE_EXPORT int PMPI_Isendrecv_replace_c(void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
  return serve_Isendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm,
        request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Isendrecv_replace_c(void* buf, MPI_Count count, MPI_Datatype datatype,
        int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Isendrecv_replace_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
  return serve_Isendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm,
        request, __builtin_return_address(0));
}

static int serve_Start(MPI_Request* request, const void* caller) {
  const CallScope call(Function::Start, caller);
  const CallbackScope callback(call, request);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::start(request);
    if (result != pass_through) return result;
  }
  return call.pass(native().Start, request);
}
STROBE_EXPORT int PMPI_Start(MPI_Request* request) {
  return serve_Start(request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Start(MPI_Request* request) {
  const auto tool = detail::linked_tool.Start;
  if (tool != nullptr) [[unlikely]] return tool(request);
  return serve_Start(request, __builtin_return_address(0));
}

static int serve_Startall(int count, MPI_Request array_of_requests[], const void* caller) {
  const CallScope call(Function::Startall, caller);
  const CallbackScope callback(call, count, array_of_requests);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::startall(count, array_of_requests);
    if (result != pass_through) return result;
  }
  return call.pass(native().Startall, count, array_of_requests);
}
STROBE_EXPORT int PMPI_Startall(int count, MPI_Request array_of_requests[]) {
  return serve_Startall(count, array_of_requests, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Startall(int count, MPI_Request array_of_requests[]) {
  const auto tool = detail::linked_tool.Startall;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_requests);
  return serve_Startall(count, array_of_requests, __builtin_return_address(0));
}

static int serve_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status, const void* caller) {
  const CallScope call(Function::Probe, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::probe(source, tag, comm, status);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Probe, source, tag, comm, status);
}
STROBE_EXPORT int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  return serve_Probe(source, tag, comm, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  const auto tool = detail::linked_tool.Probe;
  if (tool != nullptr) [[unlikely]] return tool(source, tag, comm, status);
  return serve_Probe(source, tag, comm, status, __builtin_return_address(0));
}

static int serve_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status,
        const void* caller) {
  const CallScope call(Function::Iprobe, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::iprobe(source, tag, comm, flag, status);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Iprobe, source, tag, comm, flag, status);
}
STROBE_EXPORT int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  return serve_Iprobe(source, tag, comm, flag, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  const auto tool = detail::linked_tool.Iprobe;
  if (tool != nullptr) [[unlikely]] return tool(source, tag, comm, flag, status);
  return serve_Iprobe(source, tag, comm, flag, status, __builtin_return_address(0));
}

static int serve_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message,
        MPI_Status* status, const void* caller) {
  const CallScope call(Function::Mprobe, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::mprobe(source, tag, comm, message, status);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Mprobe, source, tag, comm, message, status);
}
STROBE_EXPORT int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message,
        MPI_Status* status) {
  return serve_Mprobe(source, tag, comm, message, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message,
        MPI_Status* status) {
  const auto tool = detail::linked_tool.Mprobe;
  if (tool != nullptr) [[unlikely]] return tool(source, tag, comm, message, status);
  return serve_Mprobe(source, tag, comm, message, status, __builtin_return_address(0));
}

static int serve_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
        MPI_Status* status, const void* caller) {
  const CallScope call(Function::Improbe, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::improbe(source, tag, comm, flag, message, status);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Improbe, source, tag, comm, flag, message, status);
}
STROBE_EXPORT int PMPI_Improbe(int source, int tag, MPI_Comm comm, int* flag,
        MPI_Message* message, MPI_Status* status) {
  return serve_Improbe(source, tag, comm, flag, message, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Improbe(int source, int tag, MPI_Comm comm, int* flag,
        MPI_Message* message, MPI_Status* status) {
  const auto tool = detail::linked_tool.Improbe;
  if (tool != nullptr) [[unlikely]] return tool(source, tag, comm, flag, message, status);
  return serve_Improbe(source, tag, comm, flag, message, status, __builtin_return_address(0));
}

static int serve_Mrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message,
        MPI_Status* status, const void* caller) {
  const CallScope call(Function::Mrecv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::mrecv(buf, count, datatype, message, status);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Mrecv, buf, count, datatype, message, status);
}
STROBE_EXPORT int PMPI_Mrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message,
        MPI_Status* status) {
  return serve_Mrecv(buf, count, datatype, message, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Mrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message,
        MPI_Status* status) {
  const auto tool = detail::linked_tool.Mrecv;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, message, status);
  return serve_Mrecv(buf, count, datatype, message, status, __builtin_return_address(0));
}

static int serve_Mrecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message,
        MPI_Status* status, const void* caller) {
  const CallScope call(Function::Mrecv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::mrecv(buf, count, datatype, message, status);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Mrecv_c, native().Mrecv, no_arrays, buf, count,
        datatype, message, status);
}
STROBE_EXPORT int PMPI_Mrecv_c(void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Message* message, MPI_Status* status) {
  return serve_Mrecv_c(buf, count, datatype, message, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Mrecv_c(void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Message* message, MPI_Status* status) {
  const auto tool = detail::linked_tool.Mrecv_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, message, status);
  return serve_Mrecv_c(buf, count, datatype, message, status, __builtin_return_address(0));
}

static int serve_Imrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Imrecv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::imrecv(buf, count, datatype, message, request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Imrecv, buf, count, datatype, message,
        request), request);
}
STROBE_EXPORT int PMPI_Imrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message,
        MPI_Request* request) {
  return serve_Imrecv(buf, count, datatype, message, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Imrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Imrecv;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, message, request);
  return serve_Imrecv(buf, count, datatype, message, request, __builtin_return_address(0));
}

static int serve_Imrecv_c(void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Message* message, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Imrecv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::imrecv(buf, count, datatype, message, request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Imrecv_c, native().Imrecv,
        no_arrays, buf, count, datatype, message, request), request);
}
STROBE_EXPORT int PMPI_Imrecv_c(void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Message* message, MPI_Request* request) {
  return serve_Imrecv_c(buf, count, datatype, message, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Imrecv_c(void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Message* message, MPI_Request* request) {
  const auto tool = detail::linked_tool.Imrecv_c;
  if (tool != nullptr) [[unlikely]] return tool(buf, count, datatype, message, request);
  return serve_Imrecv_c(buf, count, datatype, message, request, __builtin_return_address(0));
}

static int serve_Buffer_attach(void* buffer, int size, const void* caller) {
  const CallScope call(Function::Buffer_attach, caller);
  if (call.is_application_call()) {
    const int result = handlers::buffer_attach(buffer, size);
    if (result != pass_through) return result;
  }
  return call.pass(native().Buffer_attach, buffer, size);
}
STROBE_EXPORT int PMPI_Buffer_attach(void* buffer, int size) {
  return serve_Buffer_attach(buffer, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Buffer_attach(void* buffer, int size) {
  const auto tool = detail::linked_tool.Buffer_attach;
  if (tool != nullptr) [[unlikely]] return tool(buffer, size);
  return serve_Buffer_attach(buffer, size, __builtin_return_address(0));
}

static int serve_Buffer_attach_c(void* buffer, MPI_Count size, const void* caller) {
  const CallScope call(Function::Buffer_attach_c, caller);
  if (call.is_application_call()) {
    const int result = handlers::buffer_attach(buffer, size);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Buffer_attach_c, native().Buffer_attach, no_arrays, buffer, size);
}
STROBE_EXPORT int PMPI_Buffer_attach_c(void* buffer, MPI_Count size) {
  return serve_Buffer_attach_c(buffer, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Buffer_attach_c(void* buffer, MPI_Count size) {
  const auto tool = detail::linked_tool.Buffer_attach_c;
  if (tool != nullptr) [[unlikely]] return tool(buffer, size);
  return serve_Buffer_attach_c(buffer, size, __builtin_return_address(0));
}

static int serve_Buffer_detach(void* buffer_addr, int* size, const void* caller) {
  const CallScope call(Function::Buffer_detach, caller);
  if (call.is_application_call()) {
    const int result = handlers::buffer_detach(buffer_addr, size);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Buffer_detach, buffer_addr, size);
}
STROBE_EXPORT int PMPI_Buffer_detach(void* buffer_addr, int* size) {
  return serve_Buffer_detach(buffer_addr, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Buffer_detach(void* buffer_addr, int* size) {
  const auto tool = detail::linked_tool.Buffer_detach;
  if (tool != nullptr) [[unlikely]] return tool(buffer_addr, size);
  return serve_Buffer_detach(buffer_addr, size, __builtin_return_address(0));
}

static int serve_Buffer_detach_c(void* buffer_addr, MPI_Count* size, const void* caller) {
  const CallScope call(Function::Buffer_detach_c, caller);
  if (call.is_application_call()) {
    const int result = handlers::buffer_detach(buffer_addr, size);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Buffer_detach_c, native().Buffer_detach, no_arrays,
        buffer_addr, size);
}
STROBE_EXPORT int PMPI_Buffer_detach_c(void* buffer_addr, MPI_Count* size) {
  return serve_Buffer_detach_c(buffer_addr, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Buffer_detach_c(void* buffer_addr, MPI_Count* size) {
  const auto tool = detail::linked_tool.Buffer_detach_c;
  if (tool != nullptr) [[unlikely]] return tool(buffer_addr, size);
  return serve_Buffer_detach_c(buffer_addr, size, __builtin_return_address(0));
}

static int serve_Buffer_flush(const void* caller) {
  const CallScope call(Function::Buffer_flush, caller);
  if (call.is_application_call()) {
    const int result = handlers::buffer_flush();
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Buffer_flush);
}
STROBE_EXPORT int PMPI_Buffer_flush(void) {
  return serve_Buffer_flush(__builtin_return_address(0));
}
STROBE_EXPORT int MPI_Buffer_flush(void) {
  const auto tool = detail::linked_tool.Buffer_flush;
  if (tool != nullptr) [[unlikely]] return tool();
  return serve_Buffer_flush(__builtin_return_address(0));
}

static int serve_Buffer_iflush(MPI_Request* request, const void* caller) {
  const CallScope call(Function::Buffer_iflush, caller);
  if (call.is_application_call()) {
    const int result = handlers::buffer_iflush(request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Buffer_iflush, request), request);
}
STROBE_EXPORT int PMPI_Buffer_iflush(MPI_Request* request) {
  return serve_Buffer_iflush(request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Buffer_iflush(MPI_Request* request) {
  const auto tool = detail::linked_tool.Buffer_iflush;
  if (tool != nullptr) [[unlikely]] return tool(request);
  return serve_Buffer_iflush(request, __builtin_return_address(0));
}

static int serve_Comm_attach_buffer(MPI_Comm comm, void* buffer, int size, const void* caller) {
  const CallScope call(Function::Comm_attach_buffer, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::comm_attach_buffer(comm, buffer, size);
    if (result != pass_through) return result;
  }
  return call.pass(native().Comm_attach_buffer, comm, buffer, size);
}
STROBE_EXPORT int PMPI_Comm_attach_buffer(MPI_Comm comm, void* buffer, int size) {
  return serve_Comm_attach_buffer(comm, buffer, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_attach_buffer(MPI_Comm comm, void* buffer, int size) {
  const auto tool = detail::linked_tool.Comm_attach_buffer;
  if (tool != nullptr) [[unlikely]] return tool(comm, buffer, size);
  return serve_Comm_attach_buffer(comm, buffer, size, __builtin_return_address(0));
}

static int serve_Comm_attach_buffer_c(MPI_Comm comm, void* buffer, MPI_Count size,
        const void* caller) {
  const CallScope call(Function::Comm_attach_buffer_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::comm_attach_buffer(comm, buffer, size);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Comm_attach_buffer_c, native().Comm_attach_buffer, no_arrays,
        comm, buffer, size);
}
STROBE_EXPORT int PMPI_Comm_attach_buffer_c(MPI_Comm comm, void* buffer, MPI_Count size) {
  return serve_Comm_attach_buffer_c(comm, buffer, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_attach_buffer_c(MPI_Comm comm, void* buffer, MPI_Count size) {
  const auto tool = detail::linked_tool.Comm_attach_buffer_c;
  if (tool != nullptr) [[unlikely]] return tool(comm, buffer, size);
  return serve_Comm_attach_buffer_c(comm, buffer, size, __builtin_return_address(0));
}

static int serve_Comm_detach_buffer(MPI_Comm comm, void* buffer_addr, int* size,
        const void* caller) {
  const CallScope call(Function::Comm_detach_buffer, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::comm_detach_buffer(comm, buffer_addr, size);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Comm_detach_buffer, comm, buffer_addr, size);
}
STROBE_EXPORT int PMPI_Comm_detach_buffer(MPI_Comm comm, void* buffer_addr, int* size) {
  return serve_Comm_detach_buffer(comm, buffer_addr, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_detach_buffer(MPI_Comm comm, void* buffer_addr, int* size) {
  const auto tool = detail::linked_tool.Comm_detach_buffer;
  if (tool != nullptr) [[unlikely]] return tool(comm, buffer_addr, size);
  return serve_Comm_detach_buffer(comm, buffer_addr, size, __builtin_return_address(0));
}

static int serve_Comm_detach_buffer_c(MPI_Comm comm, void* buffer_addr, MPI_Count* size,
        const void* caller) {
  const CallScope call(Function::Comm_detach_buffer_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::comm_detach_buffer(comm, buffer_addr, size);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Comm_detach_buffer_c, native().Comm_detach_buffer,
        no_arrays, comm, buffer_addr, size);
}
STROBE_EXPORT int PMPI_Comm_detach_buffer_c(MPI_Comm comm, void* buffer_addr, MPI_Count* size) {
  return serve_Comm_detach_buffer_c(comm, buffer_addr, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_detach_buffer_c(MPI_Comm comm, void* buffer_addr, MPI_Count* size) {
  const auto tool = detail::linked_tool.Comm_detach_buffer_c;
  if (tool != nullptr) [[unlikely]] return tool(comm, buffer_addr, size);
  return serve_Comm_detach_buffer_c(comm, buffer_addr, size, __builtin_return_address(0));
}

static int serve_Comm_flush_buffer(MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Comm_flush_buffer, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::comm_flush_buffer(comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Comm_flush_buffer, comm);
}
STROBE_EXPORT int PMPI_Comm_flush_buffer(MPI_Comm comm) {
  return serve_Comm_flush_buffer(comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_flush_buffer(MPI_Comm comm) {
  const auto tool = detail::linked_tool.Comm_flush_buffer;
  if (tool != nullptr) [[unlikely]] return tool(comm);
  return serve_Comm_flush_buffer(comm, __builtin_return_address(0));
}

static int serve_Comm_iflush_buffer(MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Comm_iflush_buffer, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::comm_iflush_buffer(comm, request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Comm_iflush_buffer, comm, request), request);
}
STROBE_EXPORT int PMPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request* request) {
  return serve_Comm_iflush_buffer(comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Comm_iflush_buffer;
  if (tool != nullptr) [[unlikely]] return tool(comm, request);
  return serve_Comm_iflush_buffer(comm, request, __builtin_return_address(0));
}

#if defined(MPI_SESSION_NULL)
static int serve_Session_attach_buffer(MPI_Session session, void* buffer, int size,
        const void* caller) {
  const CallScope call(Function::Session_attach_buffer, caller);
  if (call.is_application_call()) {
    const int result = handlers::session_attach_buffer(session, buffer, size);
    if (result != pass_through) return result;
  }
  return call.pass(native().Session_attach_buffer, session, buffer, size);
}
STROBE_EXPORT int PMPI_Session_attach_buffer(MPI_Session session, void* buffer, int size) {
  return serve_Session_attach_buffer(session, buffer, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Session_attach_buffer(MPI_Session session, void* buffer, int size) {
  const auto tool = detail::linked_tool.Session_attach_buffer;
  if (tool != nullptr) [[unlikely]] return tool(session, buffer, size);
  return serve_Session_attach_buffer(session, buffer, size, __builtin_return_address(0));
}

static int serve_Session_attach_buffer_c(MPI_Session session, void* buffer, MPI_Count size,
        const void* caller) {
  const CallScope call(Function::Session_attach_buffer_c, caller);
  if (call.is_application_call()) {
    const int result = handlers::session_attach_buffer(session, buffer, size);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Session_attach_buffer_c, native().Session_attach_buffer,
        no_arrays, session, buffer, size);
}
STROBE_EXPORT int PMPI_Session_attach_buffer_c(MPI_Session session, void* buffer, MPI_Count size) {
  return serve_Session_attach_buffer_c(session, buffer, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Session_attach_buffer_c(MPI_Session session, void* buffer, MPI_Count size) {
  const auto tool = detail::linked_tool.Session_attach_buffer_c;
  if (tool != nullptr) [[unlikely]] return tool(session, buffer, size);
  return serve_Session_attach_buffer_c(session, buffer, size, __builtin_return_address(0));
}

static int serve_Session_detach_buffer(MPI_Session session, void* buffer_addr, int* size,
        const void* caller) {
  const CallScope call(Function::Session_detach_buffer, caller);
  if (call.is_application_call()) {
    const int result = handlers::session_detach_buffer(session, buffer_addr, size);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Session_detach_buffer, session, buffer_addr, size);
}
STROBE_EXPORT int PMPI_Session_detach_buffer(MPI_Session session, void* buffer_addr, int* size) {
  return serve_Session_detach_buffer(session, buffer_addr, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Session_detach_buffer(MPI_Session session, void* buffer_addr, int* size) {
  const auto tool = detail::linked_tool.Session_detach_buffer;
  if (tool != nullptr) [[unlikely]] return tool(session, buffer_addr, size);
  return serve_Session_detach_buffer(session, buffer_addr, size, __builtin_return_address(0));
}

static int serve_Session_detach_buffer_c(MPI_Session session, void* buffer_addr, MPI_Count* size,
        const void* caller) {
  const CallScope call(Function::Session_detach_buffer_c, caller);
  if (call.is_application_call()) {
    const int result = handlers::session_detach_buffer(session, buffer_addr, size);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Session_detach_buffer_c,
        native().Session_detach_buffer, no_arrays, session, buffer_addr, size);
}
STROBE_EXPORT int PMPI_Session_detach_buffer_c(MPI_Session session, void* buffer_addr,
        MPI_Count* size) {
  return serve_Session_detach_buffer_c(session, buffer_addr, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Session_detach_buffer_c(MPI_Session session, void* buffer_addr,
        MPI_Count* size) {
  const auto tool = detail::linked_tool.Session_detach_buffer_c;
  if (tool != nullptr) [[unlikely]] return tool(session, buffer_addr, size);
  return serve_Session_detach_buffer_c(session, buffer_addr, size, __builtin_return_address(0));
}

static int serve_Session_flush_buffer(MPI_Session session, const void* caller) {
  const CallScope call(Function::Session_flush_buffer, caller);
  if (call.is_application_call()) {
    const int result = handlers::session_flush_buffer(session);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Session_flush_buffer, session);
}
STROBE_EXPORT int PMPI_Session_flush_buffer(MPI_Session session) {
  return serve_Session_flush_buffer(session, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Session_flush_buffer(MPI_Session session) {
  const auto tool = detail::linked_tool.Session_flush_buffer;
  if (tool != nullptr) [[unlikely]] return tool(session);
  return serve_Session_flush_buffer(session, __builtin_return_address(0));
}

static int serve_Session_iflush_buffer(MPI_Session session, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Session_iflush_buffer, caller);
  if (call.is_application_call()) {
    const int result = handlers::session_iflush_buffer(session, request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Session_iflush_buffer, session, request), request);
}
STROBE_EXPORT int PMPI_Session_iflush_buffer(MPI_Session session, MPI_Request* request) {
  return serve_Session_iflush_buffer(session, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Session_iflush_buffer(MPI_Session session, MPI_Request* request) {
  const auto tool = detail::linked_tool.Session_iflush_buffer;
  if (tool != nullptr) [[unlikely]] return tool(session, request);
  return serve_Session_iflush_buffer(session, request, __builtin_return_address(0));
}
#endif

static int serve_Wait(MPI_Request* request, MPI_Status* status, const void* caller) {
  const CallScope call(Function::Wait, caller);
  const CallbackScope callback(call, request);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::wait(request, status);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Wait, request, status);
}
STROBE_EXPORT int PMPI_Wait(MPI_Request* request, MPI_Status* status) {
  return serve_Wait(request, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  const auto tool = detail::linked_tool.Wait;
  if (tool != nullptr) [[unlikely]] return tool(request, status);
  return serve_Wait(request, status, __builtin_return_address(0));
}

static int serve_Waitall(int count, MPI_Request array_of_requests[],
        MPI_Status* array_of_statuses, const void* caller) {
  const CallScope call(Function::Waitall, caller);
  const CallbackScope callback(call, count, array_of_requests);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::waitall(count, array_of_requests, array_of_statuses);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Waitall, count, array_of_requests, array_of_statuses);
}
STROBE_EXPORT int PMPI_Waitall(int count, MPI_Request array_of_requests[],
        MPI_Status* array_of_statuses) {
  return serve_Waitall(count, array_of_requests, array_of_statuses, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Waitall(int count, MPI_Request array_of_requests[],
        MPI_Status* array_of_statuses) {
  const auto tool = detail::linked_tool.Waitall;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_requests, array_of_statuses);
  return serve_Waitall(count, array_of_requests, array_of_statuses, __builtin_return_address(0));
}

static int serve_Waitany(int count, MPI_Request array_of_requests[], int* indx,
        MPI_Status* status, const void* caller) {
  const CallScope call(Function::Waitany, caller);
  const CallbackScope callback(call, count, array_of_requests);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::waitany(count, array_of_requests, indx, status);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Waitany, count, array_of_requests, indx, status);
}
STROBE_EXPORT int PMPI_Waitany(int count, MPI_Request array_of_requests[], int* indx,
        MPI_Status* status) {
  return serve_Waitany(count, array_of_requests, indx, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Waitany(int count, MPI_Request array_of_requests[], int* indx,
        MPI_Status* status) {
  const auto tool = detail::linked_tool.Waitany;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_requests, indx, status);
  return serve_Waitany(count, array_of_requests, indx, status, __builtin_return_address(0));
}

static int serve_Waitsome(int incount, MPI_Request array_of_requests[], int* outcount,
        int array_of_indices[], MPI_Status* array_of_statuses, const void* caller) {
  const CallScope call(Function::Waitsome, caller);
  const CallbackScope callback(call, incount, array_of_requests);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::waitsome(incount, array_of_requests, outcount, array_of_indices,
        array_of_statuses);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Waitsome, incount, array_of_requests, outcount,
        array_of_indices, array_of_statuses);
}
STROBE_EXPORT int PMPI_Waitsome(int incount, MPI_Request array_of_requests[], int* outcount,
        int array_of_indices[], MPI_Status* array_of_statuses) {
  return serve_Waitsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int* outcount,
        int array_of_indices[], MPI_Status* array_of_statuses) {
  const auto tool = detail::linked_tool.Waitsome;
  if (tool != nullptr) [[unlikely]] return tool(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
  return serve_Waitsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses,
        __builtin_return_address(0));
}

static int serve_Test(MPI_Request* request, int* flag, MPI_Status* status, const void* caller) {
  const CallScope call(Function::Test, caller);
  const CallbackScope callback(call, request);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::test(request, flag, status);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Test, request, flag, status);
}
STROBE_EXPORT int PMPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  return serve_Test(request, flag, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  const auto tool = detail::linked_tool.Test;
  if (tool != nullptr) [[unlikely]] return tool(request, flag, status);
  return serve_Test(request, flag, status, __builtin_return_address(0));
}

static int serve_Testall(int count, MPI_Request array_of_requests[], int* flag,
        MPI_Status* array_of_statuses, const void* caller) {
  const CallScope call(Function::Testall, caller);
  const CallbackScope callback(call, count, array_of_requests);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::testall(count, array_of_requests, flag, array_of_statuses);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Testall, count, array_of_requests, flag, array_of_statuses);
}
STROBE_EXPORT int PMPI_Testall(int count, MPI_Request array_of_requests[], int* flag,
        MPI_Status* array_of_statuses) {
  return serve_Testall(count, array_of_requests, flag, array_of_statuses,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Testall(int count, MPI_Request array_of_requests[], int* flag,
        MPI_Status* array_of_statuses) {
  const auto tool = detail::linked_tool.Testall;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_requests, flag, array_of_statuses);
  return serve_Testall(count, array_of_requests, flag, array_of_statuses,
        __builtin_return_address(0));
}

static int serve_Testany(int count, MPI_Request array_of_requests[], int* indx, int* flag,
        MPI_Status* status, const void* caller) {
  const CallScope call(Function::Testany, caller);
  const CallbackScope callback(call, count, array_of_requests);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::testany(count, array_of_requests, indx, flag, status);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Testany, count, array_of_requests, indx, flag, status);
}
STROBE_EXPORT int PMPI_Testany(int count, MPI_Request array_of_requests[], int* indx, int* flag,
        MPI_Status* status) {
  return serve_Testany(count, array_of_requests, indx, flag, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Testany(int count, MPI_Request array_of_requests[], int* indx, int* flag,
        MPI_Status* status) {
  const auto tool = detail::linked_tool.Testany;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_requests, indx, flag, status);
  return serve_Testany(count, array_of_requests, indx, flag, status, __builtin_return_address(0));
}

static int serve_Testsome(int incount, MPI_Request array_of_requests[], int* outcount,
        int array_of_indices[], MPI_Status* array_of_statuses, const void* caller) {
  const CallScope call(Function::Testsome, caller);
  const CallbackScope callback(call, incount, array_of_requests);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::testsome(incount, array_of_requests, outcount, array_of_indices,
        array_of_statuses);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Testsome, incount, array_of_requests, outcount,
        array_of_indices, array_of_statuses);
}
STROBE_EXPORT int PMPI_Testsome(int incount, MPI_Request array_of_requests[], int* outcount,
        int array_of_indices[], MPI_Status* array_of_statuses) {
  return serve_Testsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Testsome(int incount, MPI_Request array_of_requests[], int* outcount,
        int array_of_indices[], MPI_Status* array_of_statuses) {
  const auto tool = detail::linked_tool.Testsome;
  if (tool != nullptr) [[unlikely]] return tool(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
  return serve_Testsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses,
        __builtin_return_address(0));
}

static int serve_Request_free(MPI_Request* request, const void* caller) {
  const CallScope call(Function::Request_free, caller);
  const CallbackScope callback(call, request);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::request_free(request);
    if (result != pass_through) return result;
  }
  return call.pass(native().Request_free, request);
}
STROBE_EXPORT int PMPI_Request_free(MPI_Request* request) {
  return serve_Request_free(request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Request_free(MPI_Request* request) {
  const auto tool = detail::linked_tool.Request_free;
  if (tool != nullptr) [[unlikely]] return tool(request);
  return serve_Request_free(request, __builtin_return_address(0));
}

static int serve_Request_get_status(MPI_Request request, int* flag, MPI_Status* status,
        const void* caller) {
  const CallScope call(Function::Request_get_status, caller);
  const CallbackScope callback(call, request);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::request_get_status(request, flag, status);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Request_get_status, request, flag, status);
}
STROBE_EXPORT int PMPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  return serve_Request_get_status(request, flag, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  const auto tool = detail::linked_tool.Request_get_status;
  if (tool != nullptr) [[unlikely]] return tool(request, flag, status);
  return serve_Request_get_status(request, flag, status, __builtin_return_address(0));
}

static int serve_Request_get_status_all(int count, const MPI_Request array_of_requests[],
        int* flag, MPI_Status* array_of_statuses, const void* caller) {
  const CallScope call(Function::Request_get_status_all, caller);
  const CallbackScope callback(call, count, array_of_requests);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::request_get_status_all(count, array_of_requests, flag,
        array_of_statuses);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Request_get_status_all, count, array_of_requests, flag,
        array_of_statuses);
}
STROBE_EXPORT int PMPI_Request_get_status_all(int count, const MPI_Request array_of_requests[],
        int* flag, MPI_Status* array_of_statuses) {
  return serve_Request_get_status_all(count, array_of_requests, flag, array_of_statuses,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Request_get_status_all(int count, const MPI_Request array_of_requests[],
        int* flag, MPI_Status* array_of_statuses) {
  const auto tool = detail::linked_tool.Request_get_status_all;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_requests, flag, array_of_statuses);
  return serve_Request_get_status_all(count, array_of_requests, flag, array_of_statuses,
        __builtin_return_address(0));
}

static int serve_Request_get_status_any(int count, const MPI_Request array_of_requests[],
        int* indx, int* flag, MPI_Status* status, const void* caller) {
  const CallScope call(Function::Request_get_status_any, caller);
  const CallbackScope callback(call, count, array_of_requests);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::request_get_status_any(count, array_of_requests, indx, flag,
        status);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Request_get_status_any, count, array_of_requests, indx, flag,
        status);
}
STROBE_EXPORT int PMPI_Request_get_status_any(int count, const MPI_Request array_of_requests[],
        int* indx, int* flag, MPI_Status* status) {
  return serve_Request_get_status_any(count, array_of_requests, indx, flag, status,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Request_get_status_any(int count, const MPI_Request array_of_requests[],
        int* indx, int* flag, MPI_Status* status) {
  const auto tool = detail::linked_tool.Request_get_status_any;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_requests, indx, flag, status);
  return serve_Request_get_status_any(count, array_of_requests, indx, flag, status,
        __builtin_return_address(0));
}

static int serve_Request_get_status_some(int incount, const MPI_Request array_of_requests[],
        int* outcount, int array_of_indices[], MPI_Status* array_of_statuses, const void* caller) {
  const CallScope call(Function::Request_get_status_some, caller);
  const CallbackScope callback(call, incount, array_of_requests);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::request_get_status_some(incount, array_of_requests, outcount,
        array_of_indices, array_of_statuses);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Request_get_status_some, incount, array_of_requests,
        outcount, array_of_indices, array_of_statuses);
}
STROBE_EXPORT int PMPI_Request_get_status_some(int incount,
        const MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
        MPI_Status* array_of_statuses) {
  return serve_Request_get_status_some(incount, array_of_requests, outcount, array_of_indices,
        array_of_statuses, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Request_get_status_some(int incount, const MPI_Request array_of_requests[],
        int* outcount, int array_of_indices[], MPI_Status* array_of_statuses) {
  const auto tool = detail::linked_tool.Request_get_status_some;
  if (tool != nullptr) [[unlikely]] return tool(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
  return serve_Request_get_status_some(incount, array_of_requests, outcount, array_of_indices,
        array_of_statuses, __builtin_return_address(0));
}

static int serve_Cancel(MPI_Request* request, const void* caller) {
  const CallScope call(Function::Cancel, caller);
  const CallbackScope callback(call, request);
  if (callback.refused() != MPI_SUCCESS) return callback.refused();
  if (callback.is_served()) {
    const int result = handlers::cancel(request);
    if (result != pass_through) return result;
  }
  return call.pass(native().Cancel, request);
}
STROBE_EXPORT int PMPI_Cancel(MPI_Request* request) {
  return serve_Cancel(request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Cancel(MPI_Request* request) {
  const auto tool = detail::linked_tool.Cancel;
  if (tool != nullptr) [[unlikely]] return tool(request);
  return serve_Cancel(request, __builtin_return_address(0));
}

static int serve_Psend_init(const void* buf, int partitions, MPI_Count count,
        MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Psend_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}, {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::psend_init(buf, partitions, count, datatype, dest, tag, comm,
        info, request);
    if (result != pass_through) return result;
  }
  return call.pass(native().Psend_init, buf, partitions, count, datatype, dest, tag, comm, info,
        request);
}
STROBE_EXPORT int PMPI_Psend_init(const void* buf, int partitions, MPI_Count count,
        MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  return serve_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Psend_init(const void* buf, int partitions, MPI_Count count,
        MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Psend_init;
  if (tool != nullptr) [[unlikely]] return tool(buf, partitions, count, datatype, dest, tag, comm, info, request);
  return serve_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request,
        __builtin_return_address(0));
}

static int serve_Precv_init(void* buf, int partitions, MPI_Count count, MPI_Datatype datatype,
        int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Precv_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}, {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::precv_init(buf, partitions, count, datatype, dest, tag, comm,
        info, request);
    if (result != pass_through) return result;
  }
  return call.pass(native().Precv_init, buf, partitions, count, datatype, dest, tag, comm, info,
        request);
}
STROBE_EXPORT int PMPI_Precv_init(void* buf, int partitions, MPI_Count count,
        MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  return serve_Precv_init(buf, partitions, count, datatype, dest, tag, comm, info, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Precv_init(void* buf, int partitions, MPI_Count count,
        MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Precv_init;
  if (tool != nullptr) [[unlikely]] return tool(buf, partitions, count, datatype, dest, tag, comm, info, request);
  return serve_Precv_init(buf, partitions, count, datatype, dest, tag, comm, info, request,
        __builtin_return_address(0));
}

static int serve_Pready(int partition, MPI_Request request, const void* caller) {
  const CallScope call(Function::Pready, caller);
  if (call.is_application_call()) {
    const int result = handlers::pready(partition, request);
    if (result != pass_through) return result;
  }
  return call.pass(native().Pready, partition, request);
}
STROBE_EXPORT int PMPI_Pready(int partition, MPI_Request request) {
  return serve_Pready(partition, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Pready(int partition, MPI_Request request) {
  const auto tool = detail::linked_tool.Pready;
  if (tool != nullptr) [[unlikely]] return tool(partition, request);
  return serve_Pready(partition, request, __builtin_return_address(0));
}

static int serve_Pready_range(int partition_low, int partition_high, MPI_Request request,
        const void* caller) {
  const CallScope call(Function::Pready_range, caller);
  if (call.is_application_call()) {
    const int result = handlers::pready_range(partition_low, partition_high, request);
    if (result != pass_through) return result;
  }
  return call.pass(native().Pready_range, partition_low, partition_high, request);
}
STROBE_EXPORT int PMPI_Pready_range(int partition_low, int partition_high, MPI_Request request) {
  return serve_Pready_range(partition_low, partition_high, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Pready_range(int partition_low, int partition_high, MPI_Request request) {
  const auto tool = detail::linked_tool.Pready_range;
  if (tool != nullptr) [[unlikely]] return tool(partition_low, partition_high, request);
  return serve_Pready_range(partition_low, partition_high, request, __builtin_return_address(0));
}

static int serve_Pready_list(int length, PartitionIndex array_of_partitions[],
        MPI_Request request, const void* caller) {
  const CallScope call(Function::Pready_list, caller);
  if (call.is_application_call()) {
    const int result = handlers::pready_list(length, array_of_partitions, request);
    if (result != pass_through) return result;
  }
  return call.pass(native().Pready_list, length, array_of_partitions, request);
}
STROBE_EXPORT int PMPI_Pready_list(int length, PartitionIndex array_of_partitions[],
        MPI_Request request) {
  return serve_Pready_list(length, array_of_partitions, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Pready_list(int length, PartitionIndex array_of_partitions[],
        MPI_Request request) {
  const auto tool = detail::linked_tool.Pready_list;
  if (tool != nullptr) [[unlikely]] return tool(length, array_of_partitions, request);
  return serve_Pready_list(length, array_of_partitions, request, __builtin_return_address(0));
}

static int serve_Parrived(MPI_Request request, int partition, int* flag, const void* caller) {
  const CallScope call(Function::Parrived, caller);
  if (call.is_application_call()) {
    const int result = handlers::parrived(request, partition, flag);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Parrived, request, partition, flag);
}
STROBE_EXPORT int PMPI_Parrived(MPI_Request request, int partition, int* flag) {
  return serve_Parrived(request, partition, flag, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Parrived(MPI_Request request, int partition, int* flag) {
  const auto tool = detail::linked_tool.Parrived;
  if (tool != nullptr) [[unlikely]] return tool(request, partition, flag);
  return serve_Parrived(request, partition, flag, __builtin_return_address(0));
}

static int serve_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm, const void* caller) {
  const CallScope call(Function::Comm_dup, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, newcomm);
  if (call.is_application_call()) {
    const int result = handlers::comm_dup(comm, newcomm);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Comm_dup, comm, newcomm));
}
STROBE_EXPORT int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  return serve_Comm_dup(comm, newcomm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  const auto tool = detail::linked_tool.Comm_dup;
  if (tool != nullptr) [[unlikely]] return tool(comm, newcomm);
  return serve_Comm_dup(comm, newcomm, __builtin_return_address(0));
}

static int serve_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm,
        const void* caller) {
  const CallScope call(Function::Comm_dup_with_info, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, newcomm);
  if (call.is_application_call()) {
    const int result = handlers::comm_dup_with_info(comm, info, newcomm);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Comm_dup_with_info, comm, info, newcomm));
}
STROBE_EXPORT int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
  return serve_Comm_dup_with_info(comm, info, newcomm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
  const auto tool = detail::linked_tool.Comm_dup_with_info;
  if (tool != nullptr) [[unlikely]] return tool(comm, info, newcomm);
  return serve_Comm_dup_with_info(comm, info, newcomm, __builtin_return_address(0));
}

static int serve_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Comm_idup, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::comm_idup(comm, newcomm, request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Comm_idup, comm, newcomm, request), request);
}
STROBE_EXPORT int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  return serve_Comm_idup(comm, newcomm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Comm_idup;
  if (tool != nullptr) [[unlikely]] return tool(comm, newcomm, request);
  return serve_Comm_idup(comm, newcomm, request, __builtin_return_address(0));
}

static int serve_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Comm_idup_with_info, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::comm_idup_with_info(comm, info, newcomm, request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Comm_idup_with_info, comm, info,
        newcomm, request), request);
}
STROBE_EXPORT int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm,
        MPI_Request* request) {
  return serve_Comm_idup_with_info(comm, info, newcomm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Comm_idup_with_info;
  if (tool != nullptr) [[unlikely]] return tool(comm, info, newcomm, request);
  return serve_Comm_idup_with_info(comm, info, newcomm, request, __builtin_return_address(0));
}

static int serve_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm,
        const void* caller) {
  const CallScope call(Function::Comm_split, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, newcomm);
  if (call.is_application_call()) {
    const int result = handlers::comm_split(comm, color, key, newcomm);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Comm_split, comm, color, key, newcomm));
}
STROBE_EXPORT int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
  return serve_Comm_split(comm, color, key, newcomm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
  const auto tool = detail::linked_tool.Comm_split;
  if (tool != nullptr) [[unlikely]] return tool(comm, color, key, newcomm);
  return serve_Comm_split(comm, color, key, newcomm, __builtin_return_address(0));
}

static int serve_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info,
        MPI_Comm* newcomm, const void* caller) {
  const CallScope call(Function::Comm_split_type, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, newcomm);
  if (call.is_application_call()) {
    const int result = handlers::comm_split_type(comm, split_type, key, info, newcomm);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Comm_split_type, comm, split_type, key, info,
        newcomm));
}
STROBE_EXPORT int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info,
        MPI_Comm* newcomm) {
  return serve_Comm_split_type(comm, split_type, key, info, newcomm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info,
        MPI_Comm* newcomm) {
  const auto tool = detail::linked_tool.Comm_split_type;
  if (tool != nullptr) [[unlikely]] return tool(comm, split_type, key, info, newcomm);
  return serve_Comm_split_type(comm, split_type, key, info, newcomm, __builtin_return_address(0));
}

static int serve_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm,
        const void* caller) {
  const CallScope call(Function::Comm_create, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::group, bits_of(group)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, newcomm);
  if (call.is_application_call()) {
    const int result = handlers::comm_create(comm, group, newcomm);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Comm_create, comm, group, newcomm));
}
STROBE_EXPORT int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm) {
  return serve_Comm_create(comm, group, newcomm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm) {
  const auto tool = detail::linked_tool.Comm_create;
  if (tool != nullptr) [[unlikely]] return tool(comm, group, newcomm);
  return serve_Comm_create(comm, group, newcomm, __builtin_return_address(0));
}

static int serve_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm,
        const void* caller) {
  const CallScope call(Function::Comm_create_group, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::group, bits_of(group)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, newcomm);
  if (call.is_application_call()) {
    const int result = handlers::comm_create_group(comm, group, tag, newcomm);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Comm_create_group, comm, group, tag, newcomm));
}
STROBE_EXPORT int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag,
        MPI_Comm* newcomm) {
  return serve_Comm_create_group(comm, group, tag, newcomm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag,
        MPI_Comm* newcomm) {
  const auto tool = detail::linked_tool.Comm_create_group;
  if (tool != nullptr) [[unlikely]] return tool(comm, group, tag, newcomm);
  return serve_Comm_create_group(comm, group, tag, newcomm, __builtin_return_address(0));
}

#if defined(MPI_SESSION_NULL)
static int serve_Comm_create_from_group(MPI_Group group, const char* stringtag, MPI_Info info,
        MPI_Errhandler errhandler, MPI_Comm* newcomm, const void* caller) {
  const CallScope call(Function::Comm_create_from_group, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(group)},
        {ObjectKind::info, bits_of(info)}, {ObjectKind::error_handler, bits_of(errhandler)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, newcomm);
  if (call.is_application_call()) {
    const int result = handlers::comm_create_from_group(group, stringtag, info, errhandler,
        newcomm);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Comm_create_from_group, group, stringtag, info,
        errhandler, newcomm));
}
STROBE_EXPORT int PMPI_Comm_create_from_group(MPI_Group group, const char* stringtag,
        MPI_Info info, MPI_Errhandler errhandler, MPI_Comm* newcomm) {
  return serve_Comm_create_from_group(group, stringtag, info, errhandler, newcomm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_create_from_group(MPI_Group group, const char* stringtag,
        MPI_Info info, MPI_Errhandler errhandler, MPI_Comm* newcomm) {
  const auto tool = detail::linked_tool.Comm_create_from_group;
  if (tool != nullptr) [[unlikely]] return tool(group, stringtag, info, errhandler, newcomm);
  return serve_Comm_create_from_group(group, stringtag, info, errhandler, newcomm,
        __builtin_return_address(0));
}

static int serve_Group_from_session_pset(MPI_Session session, const char* pset_name,
        MPI_Group* newgroup, const void* caller) {
  const CallScope call(Function::Group_from_session_pset, caller);
  const ObjectCreation object(ObjectKind::group, newgroup);
  if (call.is_application_call()) {
    const int result = handlers::group_from_session_pset(session, pset_name, newgroup);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Group_from_session_pset, session, pset_name,
        newgroup));
}
STROBE_EXPORT int PMPI_Group_from_session_pset(MPI_Session session, const char* pset_name,
        MPI_Group* newgroup) {
  return serve_Group_from_session_pset(session, pset_name, newgroup, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Group_from_session_pset(MPI_Session session, const char* pset_name,
        MPI_Group* newgroup) {
  const auto tool = detail::linked_tool.Group_from_session_pset;
  if (tool != nullptr) [[unlikely]] return tool(session, pset_name, newgroup);
  return serve_Group_from_session_pset(session, pset_name, newgroup, __builtin_return_address(0));
}
#endif

static int serve_Comm_free(MPI_Comm* comm, const void* caller) {
  const CallScope call(Function::Comm_free, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_at(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectRelease object(ObjectKind::communicator, comm);
  if (call.is_served()) {
    const int result = handlers::comm_free(comm);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass(native().Comm_free, comm));
}
STROBE_EXPORT int PMPI_Comm_free(MPI_Comm* comm) {
  return serve_Comm_free(comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_free(MPI_Comm* comm) {
  const auto tool = detail::linked_tool.Comm_free;
  if (tool != nullptr) [[unlikely]] return tool(comm);
  return serve_Comm_free(comm, __builtin_return_address(0));
}

static int serve_Comm_disconnect(MPI_Comm* comm, const void* caller) {
  const CallScope call(Function::Comm_disconnect, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_at(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectRelease object(ObjectKind::communicator, comm);
  if (call.is_application_call()) {
    const int result = handlers::comm_disconnect(comm);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Comm_disconnect, comm));
}
STROBE_EXPORT int PMPI_Comm_disconnect(MPI_Comm* comm) {
  return serve_Comm_disconnect(comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_disconnect(MPI_Comm* comm) {
  const auto tool = detail::linked_tool.Comm_disconnect;
  if (tool != nullptr) [[unlikely]] return tool(comm);
  return serve_Comm_disconnect(comm, __builtin_return_address(0));
}

#if !defined(OPEN_MPI) || OMPI_MAJOR_VERSION >= 5
static int serve_X_Comm_revoke(MPI_Comm comm, const void* caller) {
  const CallScope call(Function::X_Comm_revoke, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::x_comm_revoke(comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().X_Comm_revoke, comm);
}
STROBE_EXPORT int PMPIX_Comm_revoke(MPI_Comm comm) {
  return serve_X_Comm_revoke(comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPIX_Comm_revoke(MPI_Comm comm) {
  const auto tool = detail::linked_tool.X_Comm_revoke;
  if (tool != nullptr) [[unlikely]] return tool(comm);
  return serve_X_Comm_revoke(comm, __builtin_return_address(0));
}
#endif

static int serve_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[],
        int reorder, MPI_Comm* comm_cart, const void* caller) {
  const CallScope call(Function::Cart_create, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm_old)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, comm_cart);
  if (call.is_application_call()) {
    const int result = handlers::cart_create(comm_old, ndims, dims, periods, reorder, comm_cart);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Cart_create, comm_old, ndims, dims, periods,
        reorder, comm_cart));
}
STROBE_EXPORT int PMPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[],
        const int periods[], int reorder, MPI_Comm* comm_cart) {
  return serve_Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[],
        const int periods[], int reorder, MPI_Comm* comm_cart) {
  const auto tool = detail::linked_tool.Cart_create;
  if (tool != nullptr) [[unlikely]] return tool(comm_old, ndims, dims, periods, reorder, comm_cart);
  return serve_Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart,
        __builtin_return_address(0));
}

static int serve_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm* newcomm,
        const void* caller) {
  const CallScope call(Function::Cart_sub, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, newcomm);
  if (call.is_application_call()) {
    const int result = handlers::cart_sub(comm, remain_dims, newcomm);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Cart_sub, comm, remain_dims, newcomm));
}
STROBE_EXPORT int PMPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm* newcomm) {
  return serve_Cart_sub(comm, remain_dims, newcomm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm* newcomm) {
  const auto tool = detail::linked_tool.Cart_sub;
  if (tool != nullptr) [[unlikely]] return tool(comm, remain_dims, newcomm);
  return serve_Cart_sub(comm, remain_dims, newcomm, __builtin_return_address(0));
}

static int serve_Graph_create(MPI_Comm comm_old, int nnodes, const int indx[], const int edges[],
        int reorder, MPI_Comm* comm_graph, const void* caller) {
  const CallScope call(Function::Graph_create, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm_old)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, comm_graph);
  if (call.is_application_call()) {
    const int result = handlers::graph_create(comm_old, nnodes, indx, edges, reorder, comm_graph);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Graph_create, comm_old, nnodes, indx, edges,
        reorder, comm_graph));
}
STROBE_EXPORT int PMPI_Graph_create(MPI_Comm comm_old, int nnodes, const int indx[],
        const int edges[], int reorder, MPI_Comm* comm_graph) {
  return serve_Graph_create(comm_old, nnodes, indx, edges, reorder, comm_graph,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Graph_create(MPI_Comm comm_old, int nnodes, const int indx[],
        const int edges[], int reorder, MPI_Comm* comm_graph) {
  const auto tool = detail::linked_tool.Graph_create;
  if (tool != nullptr) [[unlikely]] return tool(comm_old, nnodes, indx, edges, reorder, comm_graph);
  return serve_Graph_create(comm_old, nnodes, indx, edges, reorder, comm_graph,
        __builtin_return_address(0));
}

static int serve_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[],
        const int degrees[], const int destinations[], const int weights[], MPI_Info info,
        int reorder, MPI_Comm* comm_dist_graph, const void* caller) {
  const CallScope call(Function::Dist_graph_create, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm_old)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, comm_dist_graph);
  if (call.is_application_call()) {
    const int result = handlers::dist_graph_create(comm_old, n, sources, degrees, destinations,
        weights, info, reorder, comm_dist_graph);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Dist_graph_create, comm_old, n, sources,
        degrees, destinations, weights, info, reorder, comm_dist_graph));
}
STROBE_EXPORT int PMPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[],
        const int degrees[], const int destinations[], const int weights[], MPI_Info info,
        int reorder, MPI_Comm* comm_dist_graph) {
  return serve_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info,
        reorder, comm_dist_graph, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[],
        const int degrees[], const int destinations[], const int weights[], MPI_Info info,
        int reorder, MPI_Comm* comm_dist_graph) {
  const auto tool = detail::linked_tool.Dist_graph_create;
  if (tool != nullptr) [[unlikely]] return tool(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph);
  return serve_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info,
        reorder, comm_dist_graph, __builtin_return_address(0));
}

static int serve_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
        const int sourceweights[], int outdegree, const int destinations[],
        const int destweights[], MPI_Info info, int reorder, MPI_Comm* comm_dist_graph,
        const void* caller) {
  const CallScope call(Function::Dist_graph_create_adjacent, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm_old)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, comm_dist_graph);
  if (call.is_application_call()) {
    const int result = handlers::dist_graph_create_adjacent(comm_old, indegree, sources,
        sourceweights, outdegree, destinations, destweights, info, reorder, comm_dist_graph);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Dist_graph_create_adjacent, comm_old, indegree,
        sources, sourceweights, outdegree, destinations, destweights, info, reorder,
        comm_dist_graph));
}
STROBE_EXPORT int PMPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree,
        const int sources[], const int sourceweights[], int outdegree, const int destinations[],
        const int destweights[], MPI_Info info, int reorder, MPI_Comm* comm_dist_graph) {
  return serve_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree,
        destinations, destweights, info, reorder, comm_dist_graph, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree,
        const int sources[], const int sourceweights[], int outdegree, const int destinations[],
        const int destweights[], MPI_Info info, int reorder, MPI_Comm* comm_dist_graph) {
  const auto tool = detail::linked_tool.Dist_graph_create_adjacent;
  if (tool != nullptr) [[unlikely]] return tool(comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, comm_dist_graph);
  return serve_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree,
        destinations, destweights, info, reorder, comm_dist_graph, __builtin_return_address(0));
}

static int serve_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm* newintracomm,
        const void* caller) {
  const CallScope call(Function::Intercomm_merge, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(intercomm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, newintracomm);
  if (call.is_application_call()) {
    const int result = handlers::intercomm_merge(intercomm, high, newintracomm);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Intercomm_merge, intercomm, high, newintracomm));
}
STROBE_EXPORT int PMPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm* newintracomm) {
  return serve_Intercomm_merge(intercomm, high, newintracomm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm* newintracomm) {
  const auto tool = detail::linked_tool.Intercomm_merge;
  if (tool != nullptr) [[unlikely]] return tool(intercomm, high, newintracomm);
  return serve_Intercomm_merge(intercomm, high, newintracomm, __builtin_return_address(0));
}

static int serve_Barrier(MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Barrier, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::barrier(CallMode::blocking(), comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Barrier, comm);
}
STROBE_EXPORT int PMPI_Barrier(MPI_Comm comm) {
  return serve_Barrier(comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Barrier(MPI_Comm comm) {
  const auto tool = detail::linked_tool.Barrier;
  if (tool != nullptr) [[unlikely]] return tool(comm);
  return serve_Barrier(comm, __builtin_return_address(0));
}

static int serve_Ibarrier(MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ibarrier, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::barrier(CallMode::nonblocking(request), comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Ibarrier, comm, request), request);
}
STROBE_EXPORT int PMPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return serve_Ibarrier(comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ibarrier;
  if (tool != nullptr) [[unlikely]] return tool(comm, request);
  return serve_Ibarrier(comm, request, __builtin_return_address(0));
}

static int serve_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Barrier_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::barrier(CallMode::persistent(request), comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Barrier_init, comm, info, request);
}
STROBE_EXPORT int PMPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Barrier_init(comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Barrier_init;
  if (tool != nullptr) [[unlikely]] return tool(comm, info, request);
  return serve_Barrier_init(comm, info, request, __builtin_return_address(0));
}

static int serve_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
        const void* caller) {
  const CallScope call(Function::Bcast, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::bcast(CallMode::blocking(), buffer, count, datatype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Bcast, buffer, count, datatype, root, comm);
}
STROBE_EXPORT int PMPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root,
        MPI_Comm comm) {
  return serve_Bcast(buffer, count, datatype, root, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root,
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Bcast;
  if (tool != nullptr) [[unlikely]] return tool(buffer, count, datatype, root, comm);
  return serve_Bcast(buffer, count, datatype, root, comm, __builtin_return_address(0));
}

static int serve_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Bcast_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::bcast(CallMode::blocking(), buffer, count, datatype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Bcast_c, native().Bcast, no_arrays, buffer, count,
        datatype, root, comm);
}
STROBE_EXPORT int PMPI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
        MPI_Comm comm) {
  return serve_Bcast_c(buffer, count, datatype, root, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Bcast_c;
  if (tool != nullptr) [[unlikely]] return tool(buffer, count, datatype, root, comm);
  return serve_Bcast_c(buffer, count, datatype, root, comm, __builtin_return_address(0));
}

static int serve_Ibcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ibcast, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::bcast(CallMode::nonblocking(request), buffer, count, datatype,
        root, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Ibcast, buffer, count, datatype, root,
        comm, request), request);
}
STROBE_EXPORT int PMPI_Ibcast(void* buffer, int count, MPI_Datatype datatype, int root,
        MPI_Comm comm, MPI_Request* request) {
  return serve_Ibcast(buffer, count, datatype, root, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ibcast(void* buffer, int count, MPI_Datatype datatype, int root,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ibcast;
  if (tool != nullptr) [[unlikely]] return tool(buffer, count, datatype, root, comm, request);
  return serve_Ibcast(buffer, count, datatype, root, comm, request, __builtin_return_address(0));
}

static int serve_Ibcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ibcast_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::bcast(CallMode::nonblocking(request), buffer, count, datatype,
        root, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Ibcast_c, native().Ibcast,
        no_arrays, buffer, count, datatype, root, comm, request), request);
}
STROBE_EXPORT int PMPI_Ibcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
        MPI_Comm comm, MPI_Request* request) {
  return serve_Ibcast_c(buffer, count, datatype, root, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ibcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ibcast_c;
  if (tool != nullptr) [[unlikely]] return tool(buffer, count, datatype, root, comm, request);
  return serve_Ibcast_c(buffer, count, datatype, root, comm, request, __builtin_return_address(0));
}

static int serve_Bcast_init(void* buffer, int count, MPI_Datatype datatype, int root,
        MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Bcast_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}, {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::bcast(CallMode::persistent(request), buffer, count, datatype,
        root, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Bcast_init, buffer, count, datatype, root, comm, info, request);
}
STROBE_EXPORT int PMPI_Bcast_init(void* buffer, int count, MPI_Datatype datatype, int root,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Bcast_init(buffer, count, datatype, root, comm, info, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Bcast_init(void* buffer, int count, MPI_Datatype datatype, int root,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Bcast_init;
  if (tool != nullptr) [[unlikely]] return tool(buffer, count, datatype, root, comm, info, request);
  return serve_Bcast_init(buffer, count, datatype, root, comm, info, request,
        __builtin_return_address(0));
}

static int serve_Bcast_init_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
        MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Bcast_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}, {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::bcast(CallMode::persistent(request), buffer, count, datatype,
        root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Bcast_init_c, native().Bcast_init, no_arrays, buffer, count,
        datatype, root, comm, info, request);
}
STROBE_EXPORT int PMPI_Bcast_init_c(void* buffer, MPI_Count count, MPI_Datatype datatype,
        int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Bcast_init_c(buffer, count, datatype, root, comm, info, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Bcast_init_c(void* buffer, MPI_Count count, MPI_Datatype datatype,
        int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Bcast_init_c;
  if (tool != nullptr) [[unlikely]] return tool(buffer, count, datatype, root, comm, info, request);
  return serve_Bcast_init_c(buffer, count, datatype, root, comm, info, request,
        __builtin_return_address(0));
}

static int serve_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Gather, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::gather(CallMode::blocking(), sendbuf, sendcount, sendtype,
        recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Gather, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, root, comm);
}
STROBE_EXPORT int PMPI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return serve_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Gather;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  return serve_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        __builtin_return_address(0));
}

static int serve_Gather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        const void* caller) {
  const CallScope call(Function::Gather_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::gather(CallMode::blocking(), sendbuf, sendcount, sendtype,
        recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Gather_c, native().Gather, no_arrays, sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
STROBE_EXPORT int PMPI_Gather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return serve_Gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Gather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Gather_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  return serve_Gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        __builtin_return_address(0));
}

static int serve_Igather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Igather, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::gather(CallMode::nonblocking(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Igather, sendbuf, sendcount, sendtype,
        recvbuf, recvcount, recvtype, root, comm, request), request);
}
STROBE_EXPORT int PMPI_Igather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request) {
  return serve_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Igather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Igather;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
  return serve_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        request, __builtin_return_address(0));
}

static int serve_Igather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Igather_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::gather(CallMode::nonblocking(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Igather_c, native().Igather,
        no_arrays, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, request), request);
}
STROBE_EXPORT int PMPI_Igather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request) {
  return serve_Igather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Igather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Igather_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
  return serve_Igather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        request, __builtin_return_address(0));
}

static int serve_Gather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Gather_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::gather(CallMode::persistent(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Gather_init, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, root, comm, info, request);
}
STROBE_EXPORT int PMPI_Gather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Info info, MPI_Request* request) {
  return serve_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Gather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Gather_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
  return serve_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        info, request, __builtin_return_address(0));
}

static int serve_Gather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Gather_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::gather(CallMode::persistent(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Gather_init_c, native().Gather_init, no_arrays, sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
STROBE_EXPORT int PMPI_Gather_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Gather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Gather_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Gather_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
  return serve_Gather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, info, request, __builtin_return_address(0));
}

static int serve_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        int root, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Gatherv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::gatherv(CallMode::blocking(), sendbuf, sendcount, sendtype,
        recvbuf, recvcounts, displs, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Gatherv, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, root, comm);
}
STROBE_EXPORT int PMPI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        int root, MPI_Comm comm) {
  return serve_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
        comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        int root, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Gatherv;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
  return serve_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
        comm, __builtin_return_address(0));
}

static int serve_Gatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
        MPI_Datatype recvtype, int root, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Gatherv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::gatherv(CallMode::blocking(), sendbuf, sendcount, sendtype,
        recvbuf, recvcounts, displs, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Gatherv_c, native().Gatherv,
        [&] { return counts_of_remote_group(comm, root == MPI_ROOT); }, sendbuf, sendcount,
        sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}
STROBE_EXPORT int PMPI_Gatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
        MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return serve_Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        root, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Gatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
        MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Gatherv_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
  return serve_Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        root, comm, __builtin_return_address(0));
}

static int serve_Igatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        int root, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Igatherv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::gatherv(CallMode::nonblocking(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Igatherv, sendbuf, sendcount, sendtype,
        recvbuf, recvcounts, displs, recvtype, root, comm, request), request);
}
STROBE_EXPORT int PMPI_Igatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        int root, MPI_Comm comm, MPI_Request* request) {
  return serve_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
        comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Igatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        int root, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Igatherv;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
  return serve_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
        comm, request, __builtin_return_address(0));
}

static int serve_Igatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Igatherv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::gatherv(CallMode::nonblocking(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Igatherv_c, native().Igatherv,
        [&] { return counts_of_remote_group(comm, root == MPI_ROOT); }, sendbuf,
        sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request), request);
}
STROBE_EXPORT int PMPI_Igatherv_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request) {
  return serve_Igatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        root, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Igatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Igatherv_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
  return serve_Igatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        root, comm, request, __builtin_return_address(0));
}

static int serve_Gatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        int root, MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Gatherv_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::gatherv(CallMode::persistent(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Gatherv_init, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, root, comm, info, request);
}
STROBE_EXPORT int PMPI_Gatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        root, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Gatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Gatherv_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
  return serve_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        root, comm, info, request, __builtin_return_address(0));
}

static int serve_Gatherv_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Gatherv_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::gatherv(CallMode::persistent(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Gatherv_init_c, native().Gatherv_init,
        [&] { return counts_of_remote_group(comm, root == MPI_ROOT); }, sendbuf, sendcount,
        sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
}
STROBE_EXPORT int PMPI_Gatherv_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  return serve_Gatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        root, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Gatherv_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Gatherv_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
  return serve_Gatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        root, comm, info, request, __builtin_return_address(0));
}

static int serve_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        const void* caller) {
  const CallScope call(Function::Scatter, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scatter(CallMode::blocking(), sendbuf, sendcount, sendtype,
        recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Scatter, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, root, comm);
}
STROBE_EXPORT int PMPI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return serve_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Scatter;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  return serve_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        __builtin_return_address(0));
}

static int serve_Scatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        const void* caller) {
  const CallScope call(Function::Scatter_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scatter(CallMode::blocking(), sendbuf, sendcount, sendtype,
        recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Scatter_c, native().Scatter, no_arrays, sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
STROBE_EXPORT int PMPI_Scatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return serve_Scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Scatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Scatter_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  return serve_Scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        __builtin_return_address(0));
}

static int serve_Iscatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Iscatter, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scatter(CallMode::nonblocking(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Iscatter, sendbuf, sendcount, sendtype,
        recvbuf, recvcount, recvtype, root, comm, request), request);
}
STROBE_EXPORT int PMPI_Iscatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request) {
  return serve_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iscatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Iscatter;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
  return serve_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        request, __builtin_return_address(0));
}

static int serve_Iscatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Iscatter_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scatter(CallMode::nonblocking(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Iscatter_c, native().Iscatter,
        no_arrays, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, request), request);
}
STROBE_EXPORT int PMPI_Iscatter_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        int root, MPI_Comm comm, MPI_Request* request) {
  return serve_Iscatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iscatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Iscatter_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
  return serve_Iscatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        request, __builtin_return_address(0));
}

static int serve_Scatter_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Scatter_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scatter(CallMode::persistent(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Scatter_init, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, root, comm, info, request);
}
STROBE_EXPORT int PMPI_Scatter_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Info info, MPI_Request* request) {
  return serve_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Scatter_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Scatter_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
  return serve_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, info, request, __builtin_return_address(0));
}

static int serve_Scatter_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Scatter_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scatter(CallMode::persistent(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Scatter_init_c, native().Scatter_init, no_arrays, sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
STROBE_EXPORT int PMPI_Scatter_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Scatter_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Scatter_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Scatter_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
  return serve_Scatter_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, info, request, __builtin_return_address(0));
}

static int serve_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[],
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root,
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Scatterv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scatterv(CallMode::blocking(), sendbuf, sendcounts, displs,
        sendtype, recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Scatterv, sendbuf, sendcounts, displs, sendtype, recvbuf,
        recvcount, recvtype, root, comm);
}
STROBE_EXPORT int PMPI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[],
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root,
        MPI_Comm comm) {
  return serve_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root,
        comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[],
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root,
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Scatterv;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
  return serve_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root,
        comm, __builtin_return_address(0));
}

static int serve_Scatterv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Scatterv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scatterv(CallMode::blocking(), sendbuf, sendcounts, displs,
        sendtype, recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Scatterv_c, native().Scatterv,
        [&] { return counts_of_remote_group(comm, root == MPI_ROOT); }, sendbuf, sendcounts,
        displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
STROBE_EXPORT int PMPI_Scatterv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return serve_Scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
        root, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Scatterv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Scatterv_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
  return serve_Scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
        root, comm, __builtin_return_address(0));
}

static int serve_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[],
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Iscatterv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scatterv(CallMode::nonblocking(request), sendbuf, sendcounts,
        displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Iscatterv, sendbuf, sendcounts, displs,
        sendtype, recvbuf, recvcount, recvtype, root, comm, request), request);
}
STROBE_EXPORT int PMPI_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[],
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root,
        MPI_Comm comm, MPI_Request* request) {
  return serve_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
        root, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[],
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Iscatterv;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
  return serve_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
        root, comm, request, __builtin_return_address(0));
}

static int serve_Iscatterv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Iscatterv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scatterv(CallMode::nonblocking(request), sendbuf, sendcounts,
        displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Iscatterv_c, native().Iscatterv,
        [&] { return counts_of_remote_group(comm, root == MPI_ROOT); }, sendbuf,
        sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request), request);
}
STROBE_EXPORT int PMPI_Iscatterv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
  return serve_Iscatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
        root, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iscatterv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Iscatterv_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
  return serve_Iscatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
        root, comm, request, __builtin_return_address(0));
}

static int serve_Scatterv_init(const void* sendbuf, const int sendcounts[], const int displs[],
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root,
        MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Scatterv_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scatterv(CallMode::persistent(request), sendbuf, sendcounts,
        displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Scatterv_init, sendbuf, sendcounts, displs, sendtype, recvbuf,
        recvcount, recvtype, root, comm, info, request);
}
STROBE_EXPORT int PMPI_Scatterv_init(const void* sendbuf, const int sendcounts[],
        const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
        root, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Scatterv_init(const void* sendbuf, const int sendcounts[],
        const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Scatterv_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
  return serve_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
        root, comm, info, request, __builtin_return_address(0));
}

static int serve_Scatterv_init_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Scatterv_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scatterv(CallMode::persistent(request), sendbuf, sendcounts,
        displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Scatterv_init_c, native().Scatterv_init,
        [&] { return counts_of_remote_group(comm, root == MPI_ROOT); }, sendbuf, sendcounts,
        displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
STROBE_EXPORT int PMPI_Scatterv_init_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Scatterv_init_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Scatterv_init_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Scatterv_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
  return serve_Scatterv_init_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm, info, request, __builtin_return_address(0));
}

static int serve_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Allgather, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allgather(CallMode::blocking(), sendbuf, sendcount, sendtype,
        recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Allgather, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm);
}
STROBE_EXPORT int PMPI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Allgather;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  return serve_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        __builtin_return_address(0));
}

static int serve_Allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
        const void* caller) {
  const CallScope call(Function::Allgather_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allgather(CallMode::blocking(), sendbuf, sendcount, sendtype,
        recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Allgather_c, native().Allgather, no_arrays, sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
STROBE_EXPORT int PMPI_Allgather_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm) {
  return serve_Allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Allgather_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Allgather_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  return serve_Allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        __builtin_return_address(0));
}

static int serve_Iallgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Iallgather, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allgather(CallMode::nonblocking(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Iallgather, sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm, request), request);
}
STROBE_EXPORT int PMPI_Iallgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return serve_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iallgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Iallgather;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
  return serve_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request, __builtin_return_address(0));
}

static int serve_Iallgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Iallgather_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allgather(CallMode::nonblocking(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Iallgather_c, native().Iallgather,
        no_arrays, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request), request);
}
STROBE_EXPORT int PMPI_Iallgather_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  return serve_Iallgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iallgather_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Iallgather_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
  return serve_Iallgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request, __builtin_return_address(0));
}

static int serve_Allgather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Allgather_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allgather(CallMode::persistent(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Allgather_init, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Allgather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  return serve_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Allgather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Allgather_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
  return serve_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        info, request, __builtin_return_address(0));
}

static int serve_Allgather_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Allgather_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allgather(CallMode::persistent(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Allgather_init_c, native().Allgather_init, no_arrays, sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Allgather_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Allgather_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Allgather_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
  return serve_Allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        info, request, __builtin_return_address(0));
}

static int serve_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Allgatherv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allgatherv(CallMode::blocking(), sendbuf, sendcount, sendtype,
        recvbuf, recvcounts, displs, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Allgatherv, sendbuf, sendcount, sendtype, recvbuf,
        recvcounts, displs, recvtype, comm);
}
STROBE_EXPORT int PMPI_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        MPI_Comm comm) {
  return serve_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Allgatherv;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
  return serve_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        comm, __builtin_return_address(0));
}

static int serve_Allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
        MPI_Datatype recvtype, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Allgatherv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allgatherv(CallMode::blocking(), sendbuf, sendcount, sendtype,
        recvbuf, recvcounts, displs, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Allgatherv_c, native().Allgatherv,
        [&] { return counts_of_remote_group(comm); }, sendbuf, sendcount, sendtype, recvbuf,
        recvcounts, displs, recvtype, comm);
}
STROBE_EXPORT int PMPI_Allgatherv_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Allgatherv_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Allgatherv_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
  return serve_Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        comm, __builtin_return_address(0));
}

static int serve_Iallgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Iallgatherv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allgatherv(CallMode::nonblocking(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Iallgatherv, sendbuf, sendcount,
        sendtype, recvbuf, recvcounts, displs, recvtype, comm, request), request);
}
STROBE_EXPORT int PMPI_Iallgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  return serve_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iallgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Iallgatherv;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
  return serve_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        comm, request, __builtin_return_address(0));
}

static int serve_Iallgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Iallgatherv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allgatherv(CallMode::nonblocking(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Iallgatherv_c,
        native().Iallgatherv, [&] { return counts_of_remote_group(comm); }, sendbuf,
        sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request), request);
}
STROBE_EXPORT int PMPI_Iallgatherv_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return serve_Iallgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iallgatherv_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Iallgatherv_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
  return serve_Iallgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        comm, request, __builtin_return_address(0));
}

static int serve_Allgatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Allgatherv_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allgatherv(CallMode::persistent(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Allgatherv_init, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Allgatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Allgatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Allgatherv_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
  return serve_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, info, request, __builtin_return_address(0));
}

static int serve_Allgatherv_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Allgatherv_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allgatherv(CallMode::persistent(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Allgatherv_init_c, native().Allgatherv_init,
        [&] { return counts_of_remote_group(comm); }, sendbuf, sendcount, sendtype, recvbuf,
        recvcounts, displs, recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Allgatherv_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  return serve_Allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Allgatherv_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Allgatherv_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
  return serve_Allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, info, request, __builtin_return_address(0));
}

static int serve_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Alltoall, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoall(CallMode::blocking(), sendbuf, sendcount, sendtype,
        recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Alltoall, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm);
}
STROBE_EXPORT int PMPI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Alltoall;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  return serve_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        __builtin_return_address(0));
}

static int serve_Alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
        const void* caller) {
  const CallScope call(Function::Alltoall_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoall(CallMode::blocking(), sendbuf, sendcount, sendtype,
        recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Alltoall_c, native().Alltoall, no_arrays, sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
STROBE_EXPORT int PMPI_Alltoall_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm) {
  return serve_Alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Alltoall_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  return serve_Alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        __builtin_return_address(0));
}

static int serve_Ialltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Ialltoall, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoall(CallMode::nonblocking(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Ialltoall, sendbuf, sendcount, sendtype,
        recvbuf, recvcount, recvtype, comm, request), request);
}
STROBE_EXPORT int PMPI_Ialltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return serve_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ialltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ialltoall;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
  return serve_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request, __builtin_return_address(0));
}

static int serve_Ialltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ialltoall_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoall(CallMode::nonblocking(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Ialltoall_c, native().Ialltoall,
        no_arrays, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request), request);
}
STROBE_EXPORT int PMPI_Ialltoall_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  return serve_Ialltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ialltoall_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ialltoall_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
  return serve_Ialltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request, __builtin_return_address(0));
}

static int serve_Alltoall_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Alltoall_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoall(CallMode::persistent(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Alltoall_init, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Alltoall_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  return serve_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Alltoall_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Alltoall_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
  return serve_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        info, request, __builtin_return_address(0));
}

static int serve_Alltoall_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Alltoall_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoall(CallMode::persistent(request), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Alltoall_init_c, native().Alltoall_init, no_arrays, sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Alltoall_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Alltoall_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Alltoall_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
  return serve_Alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        info, request, __builtin_return_address(0));
}

static int serve_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
        MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[],
        MPI_Datatype recvtype, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Alltoallv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoallv(CallMode::blocking(), sendbuf, sendcounts, sdispls,
        sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Alltoallv, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm);
}
STROBE_EXPORT int PMPI_Alltoallv(const void* sendbuf, const int sendcounts[],
        const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
        MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[],
        MPI_Datatype recvtype, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Alltoallv;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
  return serve_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm, __builtin_return_address(0));
}

static int serve_Alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Alltoallv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoallv(CallMode::blocking(), sendbuf, sendcounts, sdispls,
        sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Alltoallv_c, native().Alltoallv,
        [&] { return counts_of_remote_group(comm); }, sendbuf, sendcounts, sdispls, sendtype,
        recvbuf, recvcounts, rdispls, recvtype, comm);
}
STROBE_EXPORT int PMPI_Alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm) {
  return serve_Alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Alltoallv_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
  return serve_Alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm, __builtin_return_address(0));
}

static int serve_Ialltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
        MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[],
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ialltoallv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoallv(CallMode::nonblocking(request), sendbuf, sendcounts,
        sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Ialltoallv, sendbuf, sendcounts,
        sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request), request);
}
STROBE_EXPORT int PMPI_Ialltoallv(const void* sendbuf, const int sendcounts[],
        const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return serve_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ialltoallv(const void* sendbuf, const int sendcounts[],
        const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ialltoallv;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
  return serve_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm, request, __builtin_return_address(0));
}

static int serve_Ialltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ialltoallv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoallv(CallMode::nonblocking(request), sendbuf, sendcounts,
        sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Ialltoallv_c, native().Ialltoallv,
        [&] { return counts_of_remote_group(comm); }, sendbuf, sendcounts, sdispls,
        sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request), request);
}
STROBE_EXPORT int PMPI_Ialltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  return serve_Ialltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ialltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ialltoallv_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
  return serve_Ialltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm, request, __builtin_return_address(0));
}

static int serve_Alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
        MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[],
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Alltoallv_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoallv(CallMode::persistent(request), sendbuf, sendcounts,
        sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Alltoallv_init, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Alltoallv_init(const void* sendbuf, const int sendcounts[],
        const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  return serve_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Alltoallv_init(const void* sendbuf, const int sendcounts[],
        const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Alltoallv_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
  return serve_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, info, request, __builtin_return_address(0));
}

static int serve_Alltoallv_init_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Alltoallv_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoallv(CallMode::persistent(request), sendbuf, sendcounts,
        sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Alltoallv_init_c, native().Alltoallv_init,
        [&] { return counts_of_remote_group(comm); }, sendbuf, sendcounts, sdispls, sendtype,
        recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Alltoallv_init_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Alltoallv_init_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Alltoallv_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
  return serve_Alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, info, request, __builtin_return_address(0));
}

static int serve_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
        const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
        const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Alltoallw, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoallw(CallMode::blocking(), sendbuf, sendcounts, sdispls,
        sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Alltoallw, sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm);
}
STROBE_EXPORT int PMPI_Alltoallw(const void* sendbuf, const int sendcounts[],
        const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm) {
  return serve_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
        const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
        const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
  const auto tool = detail::linked_tool.Alltoallw;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
  return serve_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm, __builtin_return_address(0));
}

static int serve_Alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Alltoallw_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoallw(CallMode::blocking(), sendbuf, sendcounts, sdispls,
        sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Alltoallw_c, native().Alltoallw,
        [&] { return counts_of_remote_group(comm); }, sendbuf, sendcounts, sdispls, sendtypes,
        recvbuf, recvcounts, rdispls, recvtypes, comm);
}
STROBE_EXPORT int PMPI_Alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm) {
  return serve_Alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Alltoallw_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
  return serve_Alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm, __builtin_return_address(0));
}

static int serve_Ialltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
        const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
        const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Ialltoallw, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoallw(CallMode::nonblocking(request), sendbuf, sendcounts,
        sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Ialltoallw, sendbuf, sendcounts,
        sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request), request);
}
STROBE_EXPORT int PMPI_Ialltoallw(const void* sendbuf, const int sendcounts[],
        const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Request* request) {
  return serve_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ialltoallw(const void* sendbuf, const int sendcounts[],
        const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ialltoallw;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
  return serve_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm, request, __builtin_return_address(0));
}

static int serve_Ialltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ialltoallw_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoallw(CallMode::nonblocking(request), sendbuf, sendcounts,
        sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Ialltoallw_c, native().Ialltoallw,
        [&] { return counts_of_remote_group(comm); }, sendbuf, sendcounts, sdispls,
        sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request), request);
}
STROBE_EXPORT int PMPI_Ialltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Request* request) {
  return serve_Ialltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ialltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ialltoallw_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
  return serve_Ialltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm, request, __builtin_return_address(0));
}

static int serve_Alltoallw_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
        const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
        const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Alltoallw_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoallw(CallMode::persistent(request), sendbuf, sendcounts,
        sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Alltoallw_init, sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm, info, request);
}
STROBE_EXPORT int PMPI_Alltoallw_init(const void* sendbuf, const int sendcounts[],
        const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Alltoallw_init(const void* sendbuf, const int sendcounts[],
        const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Alltoallw_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
  return serve_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, info, request, __builtin_return_address(0));
}

static int serve_Alltoallw_init_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Alltoallw_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alltoallw(CallMode::persistent(request), sendbuf, sendcounts,
        sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Alltoallw_init_c, native().Alltoallw_init,
        [&] { return counts_of_remote_group(comm); }, sendbuf, sendcounts, sdispls, sendtypes,
        recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
STROBE_EXPORT int PMPI_Alltoallw_init_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Alltoallw_init_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Alltoallw_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
  return serve_Alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, info, request, __builtin_return_address(0));
}

static int serve_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
        MPI_Op op, int root, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Reduce, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce(CallMode::blocking(), sendbuf, recvbuf, count, datatype,
        op, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Reduce, sendbuf, recvbuf, count, datatype, op, root, comm);
}
STROBE_EXPORT int PMPI_Reduce(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
  return serve_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Reduce(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Reduce;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, root, comm);
  return serve_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm,
        __builtin_return_address(0));
}

static int serve_Reduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Reduce_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce(CallMode::blocking(), sendbuf, recvbuf, count, datatype,
        op, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Reduce_c, native().Reduce, no_arrays, sendbuf, recvbuf,
        count, datatype, op, root, comm);
}
STROBE_EXPORT int PMPI_Reduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
  return serve_Reduce_c(sendbuf, recvbuf, count, datatype, op, root, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Reduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Reduce_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, root, comm);
  return serve_Reduce_c(sendbuf, recvbuf, count, datatype, op, root, comm,
        __builtin_return_address(0));
}

static int serve_Ireduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
        MPI_Op op, int root, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ireduce, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce(CallMode::nonblocking(request), sendbuf, recvbuf, count,
        datatype, op, root, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Ireduce, sendbuf, recvbuf, count,
        datatype, op, root, comm, request), request);
}
STROBE_EXPORT int PMPI_Ireduce(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
  return serve_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ireduce(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ireduce;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, root, comm, request);
  return serve_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request,
        __builtin_return_address(0));
}

static int serve_Ireduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Ireduce_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce(CallMode::nonblocking(request), sendbuf, recvbuf, count,
        datatype, op, root, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Ireduce_c, native().Ireduce,
        no_arrays, sendbuf, recvbuf, count, datatype, op, root, comm, request), request);
}
STROBE_EXPORT int PMPI_Ireduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
  return serve_Ireduce_c(sendbuf, recvbuf, count, datatype, op, root, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ireduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ireduce_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, root, comm, request);
  return serve_Ireduce_c(sendbuf, recvbuf, count, datatype, op, root, comm, request,
        __builtin_return_address(0));
}

static int serve_Reduce_init(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Reduce_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce(CallMode::persistent(request), sendbuf, recvbuf, count,
        datatype, op, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Reduce_init, sendbuf, recvbuf, count, datatype, op, root, comm, info,
        request);
}
STROBE_EXPORT int PMPI_Reduce_init(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  return serve_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Reduce_init(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Reduce_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
  return serve_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request,
        __builtin_return_address(0));
}

static int serve_Reduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Reduce_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce(CallMode::persistent(request), sendbuf, recvbuf, count,
        datatype, op, root, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Reduce_init_c, native().Reduce_init, no_arrays, sendbuf,
        recvbuf, count, datatype, op, root, comm, info, request);
}
STROBE_EXPORT int PMPI_Reduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  return serve_Reduce_init_c(sendbuf, recvbuf, count, datatype, op, root, comm, info, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Reduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Reduce_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
  return serve_Reduce_init_c(sendbuf, recvbuf, count, datatype, op, root, comm, info, request,
        __builtin_return_address(0));
}

static int serve_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Allreduce, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allreduce(CallMode::blocking(), sendbuf, recvbuf, count,
        datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Allreduce, sendbuf, recvbuf, count, datatype, op, comm);
}
STROBE_EXPORT int PMPI_Allreduce(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Allreduce;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm);
  return serve_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0));
}

static int serve_Allreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Allreduce_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allreduce(CallMode::blocking(), sendbuf, recvbuf, count,
        datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Allreduce_c, native().Allreduce, no_arrays, sendbuf,
        recvbuf, count, datatype, op, comm);
}
STROBE_EXPORT int PMPI_Allreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_Allreduce_c(sendbuf, recvbuf, count, datatype, op, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Allreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Allreduce_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm);
  return serve_Allreduce_c(sendbuf, recvbuf, count, datatype, op, comm,
        __builtin_return_address(0));
}

static int serve_Iallreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Iallreduce, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allreduce(CallMode::nonblocking(request), sendbuf, recvbuf,
        count, datatype, op, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Iallreduce, sendbuf, recvbuf, count,
        datatype, op, comm, request), request);
}
STROBE_EXPORT int PMPI_Iallreduce(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return serve_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iallreduce(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Iallreduce;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm, request);
  return serve_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request,
        __builtin_return_address(0));
}

static int serve_Iallreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Iallreduce_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allreduce(CallMode::nonblocking(request), sendbuf, recvbuf,
        count, datatype, op, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Iallreduce_c, native().Iallreduce,
        no_arrays, sendbuf, recvbuf, count, datatype, op, comm, request), request);
}
STROBE_EXPORT int PMPI_Iallreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return serve_Iallreduce_c(sendbuf, recvbuf, count, datatype, op, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iallreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Iallreduce_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm, request);
  return serve_Iallreduce_c(sendbuf, recvbuf, count, datatype, op, comm, request,
        __builtin_return_address(0));
}

static int serve_Allreduce_init(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Allreduce_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allreduce(CallMode::persistent(request), sendbuf, recvbuf, count,
        datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Allreduce_init, sendbuf, recvbuf, count, datatype, op, comm, info,
        request);
}
STROBE_EXPORT int PMPI_Allreduce_init(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Allreduce_init(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Allreduce_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm, info, request);
  return serve_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        __builtin_return_address(0));
}

static int serve_Allreduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Allreduce_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::allreduce(CallMode::persistent(request), sendbuf, recvbuf, count,
        datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Allreduce_init_c, native().Allreduce_init, no_arrays, sendbuf,
        recvbuf, count, datatype, op, comm, info, request);
}
STROBE_EXPORT int PMPI_Allreduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Allreduce_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Allreduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Allreduce_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm, info, request);
  return serve_Allreduce_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        __builtin_return_address(0));
}

static int serve_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Reduce_scatter, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce_scatter(CallMode::blocking(), sendbuf, recvbuf,
        recvcounts, datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Reduce_scatter, sendbuf, recvbuf, recvcounts, datatype, op,
        comm);
}
STROBE_EXPORT int PMPI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Reduce_scatter;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, recvcounts, datatype, op, comm);
  return serve_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm,
        __builtin_return_address(0));
}

static int serve_Reduce_scatter_c(const void* sendbuf, void* recvbuf,
        const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
        const void* caller) {
  const CallScope call(Function::Reduce_scatter_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce_scatter(CallMode::blocking(), sendbuf, recvbuf,
        recvcounts, datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Reduce_scatter_c, native().Reduce_scatter,
        [&] { return counts_of_own_group(comm); }, sendbuf, recvbuf, recvcounts, datatype, op,
        comm);
}
STROBE_EXPORT int PMPI_Reduce_scatter_c(const void* sendbuf, void* recvbuf,
        const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_Reduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Reduce_scatter_c(const void* sendbuf, void* recvbuf,
        const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Reduce_scatter_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, recvcounts, datatype, op, comm);
  return serve_Reduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm,
        __builtin_return_address(0));
}

static int serve_Ireduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ireduce_scatter, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce_scatter(CallMode::nonblocking(request), sendbuf, recvbuf,
        recvcounts, datatype, op, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Ireduce_scatter, sendbuf, recvbuf,
        recvcounts, datatype, op, comm, request), request);
}
STROBE_EXPORT int PMPI_Ireduce_scatter(const void* sendbuf, void* recvbuf,
        const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
        MPI_Request* request) {
  return serve_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ireduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ireduce_scatter;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
  return serve_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request,
        __builtin_return_address(0));
}

static int serve_Ireduce_scatter_c(const void* sendbuf, void* recvbuf,
        const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ireduce_scatter_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce_scatter(CallMode::nonblocking(request), sendbuf, recvbuf,
        recvcounts, datatype, op, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Ireduce_scatter_c,
        native().Ireduce_scatter, [&] { return counts_of_own_group(comm); }, sendbuf,
        recvbuf, recvcounts, datatype, op, comm, request), request);
}
STROBE_EXPORT int PMPI_Ireduce_scatter_c(const void* sendbuf, void* recvbuf,
        const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
        MPI_Request* request) {
  return serve_Ireduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ireduce_scatter_c(const void* sendbuf, void* recvbuf,
        const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Ireduce_scatter_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
  return serve_Ireduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, request,
        __builtin_return_address(0));
}

static int serve_Reduce_scatter_init(const void* sendbuf, void* recvbuf, const int recvcounts[],
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Reduce_scatter_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce_scatter(CallMode::persistent(request), sendbuf, recvbuf,
        recvcounts, datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Reduce_scatter_init, sendbuf, recvbuf, recvcounts, datatype, op, comm,
        info, request);
}
STROBE_EXPORT int PMPI_Reduce_scatter_init(const void* sendbuf, void* recvbuf,
        const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  return serve_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info,
        request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Reduce_scatter_init(const void* sendbuf, void* recvbuf,
        const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Reduce_scatter_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
  return serve_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info,
        request, __builtin_return_address(0));
}

static int serve_Reduce_scatter_init_c(const void* sendbuf, void* recvbuf,
        const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
        MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Reduce_scatter_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce_scatter(CallMode::persistent(request), sendbuf, recvbuf,
        recvcounts, datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Reduce_scatter_init_c, native().Reduce_scatter_init,
        [&] { return counts_of_own_group(comm); }, sendbuf, recvbuf, recvcounts, datatype, op,
        comm, info, request);
}
STROBE_EXPORT int PMPI_Reduce_scatter_init_c(const void* sendbuf, void* recvbuf,
        const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
        MPI_Info info, MPI_Request* request) {
  return serve_Reduce_scatter_init_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, info,
        request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Reduce_scatter_init_c(const void* sendbuf, void* recvbuf,
        const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
        MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Reduce_scatter_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
  return serve_Reduce_scatter_init_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, info,
        request, __builtin_return_address(0));
}

static int serve_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Reduce_scatter_block, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce_scatter_block(CallMode::blocking(), sendbuf, recvbuf,
        recvcount, datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Reduce_scatter_block, sendbuf, recvbuf, recvcount, datatype,
        op, comm);
}
STROBE_EXPORT int PMPI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Reduce_scatter_block;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, recvcount, datatype, op, comm);
  return serve_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm,
        __builtin_return_address(0));
}

static int serve_Reduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Reduce_scatter_block_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce_scatter_block(CallMode::blocking(), sendbuf, recvbuf,
        recvcount, datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Reduce_scatter_block_c, native().Reduce_scatter_block,
        no_arrays, sendbuf, recvbuf, recvcount, datatype, op, comm);
}
STROBE_EXPORT int PMPI_Reduce_scatter_block_c(const void* sendbuf, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_Reduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Reduce_scatter_block_c(const void* sendbuf, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Reduce_scatter_block_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, recvcount, datatype, op, comm);
  return serve_Reduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm,
        __builtin_return_address(0));
}

static int serve_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ireduce_scatter_block, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce_scatter_block(CallMode::nonblocking(request), sendbuf,
        recvbuf, recvcount, datatype, op, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Ireduce_scatter_block, sendbuf, recvbuf,
        recvcount, datatype, op, comm, request), request);
}
STROBE_EXPORT int PMPI_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return serve_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ireduce_scatter_block;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
  return serve_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request,
        __builtin_return_address(0));
}

static int serve_Ireduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ireduce_scatter_block_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce_scatter_block(CallMode::nonblocking(request), sendbuf,
        recvbuf, recvcount, datatype, op, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Ireduce_scatter_block_c,
        native().Ireduce_scatter_block, no_arrays, sendbuf, recvbuf, recvcount,
        datatype, op, comm, request), request);
}
STROBE_EXPORT int PMPI_Ireduce_scatter_block_c(const void* sendbuf, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
        MPI_Request* request) {
  return serve_Ireduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ireduce_scatter_block_c(const void* sendbuf, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Ireduce_scatter_block_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
  return serve_Ireduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm, request,
        __builtin_return_address(0));
}

static int serve_Reduce_scatter_block_init(const void* sendbuf, void* recvbuf, int recvcount,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Reduce_scatter_block_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce_scatter_block(CallMode::persistent(request), sendbuf,
        recvbuf, recvcount, datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Reduce_scatter_block_init, sendbuf, recvbuf, recvcount, datatype, op,
        comm, info, request);
}
STROBE_EXPORT int PMPI_Reduce_scatter_block_init(const void* sendbuf, void* recvbuf,
        int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  return serve_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info,
        request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Reduce_scatter_block_init(const void* sendbuf, void* recvbuf,
        int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Reduce_scatter_block_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
  return serve_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info,
        request, __builtin_return_address(0));
}

static int serve_Reduce_scatter_block_init_c(const void* sendbuf, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Reduce_scatter_block_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::reduce_scatter_block(CallMode::persistent(request), sendbuf,
        recvbuf, recvcount, datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Reduce_scatter_block_init_c, native().Reduce_scatter_block_init,
        no_arrays, sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
}
STROBE_EXPORT int PMPI_Reduce_scatter_block_init_c(const void* sendbuf, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  return serve_Reduce_scatter_block_init_c(sendbuf, recvbuf, recvcount, datatype, op, comm, info,
        request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Reduce_scatter_block_init_c(const void* sendbuf, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Reduce_scatter_block_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
  return serve_Reduce_scatter_block_init_c(sendbuf, recvbuf, recvcount, datatype, op, comm, info,
        request, __builtin_return_address(0));
}

static int serve_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Scan, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scan(CallMode::blocking(), sendbuf, recvbuf, count, datatype, op,
        comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Scan, sendbuf, recvbuf, count, datatype, op, comm);
}
STROBE_EXPORT int PMPI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm) {
  return serve_Scan(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Scan;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm);
  return serve_Scan(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0));
}

static int serve_Scan_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Scan_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scan(CallMode::blocking(), sendbuf, recvbuf, count, datatype, op,
        comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Scan_c, native().Scan, no_arrays, sendbuf, recvbuf,
        count, datatype, op, comm);
}
STROBE_EXPORT int PMPI_Scan_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_Scan_c(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Scan_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Scan_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm);
  return serve_Scan_c(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0));
}

static int serve_Iscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Iscan, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scan(CallMode::nonblocking(request), sendbuf, recvbuf, count,
        datatype, op, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Iscan, sendbuf, recvbuf, count,
        datatype, op, comm, request), request);
}
STROBE_EXPORT int PMPI_Iscan(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return serve_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Iscan;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm, request);
  return serve_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request,
        __builtin_return_address(0));
}

static int serve_Iscan_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Iscan_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scan(CallMode::nonblocking(request), sendbuf, recvbuf, count,
        datatype, op, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Iscan_c, native().Iscan,
        no_arrays, sendbuf, recvbuf, count, datatype, op, comm, request), request);
}
STROBE_EXPORT int PMPI_Iscan_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return serve_Iscan_c(sendbuf, recvbuf, count, datatype, op, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iscan_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Iscan_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm, request);
  return serve_Iscan_c(sendbuf, recvbuf, count, datatype, op, comm, request,
        __builtin_return_address(0));
}

static int serve_Scan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Scan_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scan(CallMode::persistent(request), sendbuf, recvbuf, count,
        datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Scan_init, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
STROBE_EXPORT int PMPI_Scan_init(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Scan_init(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Scan_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm, info, request);
  return serve_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        __builtin_return_address(0));
}

static int serve_Scan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Scan_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::scan(CallMode::persistent(request), sendbuf, recvbuf, count,
        datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Scan_init_c, native().Scan_init, no_arrays, sendbuf, recvbuf,
        count, datatype, op, comm, info, request);
}
STROBE_EXPORT int PMPI_Scan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Scan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Scan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Scan_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm, info, request);
  return serve_Scan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        __builtin_return_address(0));
}

static int serve_Exscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Exscan, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::exscan(CallMode::blocking(), sendbuf, recvbuf, count, datatype,
        op, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Exscan, sendbuf, recvbuf, count, datatype, op, comm);
}
STROBE_EXPORT int PMPI_Exscan(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_Exscan(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Exscan(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Exscan;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm);
  return serve_Exscan(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0));
}

static int serve_Exscan_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Exscan_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::exscan(CallMode::blocking(), sendbuf, recvbuf, count, datatype,
        op, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Exscan_c, native().Exscan, no_arrays, sendbuf, recvbuf,
        count, datatype, op, comm);
}
STROBE_EXPORT int PMPI_Exscan_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_Exscan_c(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Exscan_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Exscan_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm);
  return serve_Exscan_c(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0));
}

static int serve_Iexscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Iexscan, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::exscan(CallMode::nonblocking(request), sendbuf, recvbuf, count,
        datatype, op, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Iexscan, sendbuf, recvbuf, count,
        datatype, op, comm, request), request);
}
STROBE_EXPORT int PMPI_Iexscan(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return serve_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iexscan(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Iexscan;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm, request);
  return serve_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request,
        __builtin_return_address(0));
}

static int serve_Iexscan_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Iexscan_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::exscan(CallMode::nonblocking(request), sendbuf, recvbuf, count,
        datatype, op, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Iexscan_c, native().Iexscan,
        no_arrays, sendbuf, recvbuf, count, datatype, op, comm, request), request);
}
STROBE_EXPORT int PMPI_Iexscan_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return serve_Iexscan_c(sendbuf, recvbuf, count, datatype, op, comm, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Iexscan_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Iexscan_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm, request);
  return serve_Iexscan_c(sendbuf, recvbuf, count, datatype, op, comm, request,
        __builtin_return_address(0));
}

static int serve_Exscan_init(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Exscan_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::exscan(CallMode::persistent(request), sendbuf, recvbuf, count,
        datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Exscan_init, sendbuf, recvbuf, count, datatype, op, comm, info,
        request);
}
STROBE_EXPORT int PMPI_Exscan_init(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Exscan_init(const void* sendbuf, void* recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Exscan_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm, info, request);
  return serve_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        __builtin_return_address(0));
}

static int serve_Exscan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Exscan_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::exscan(CallMode::persistent(request), sendbuf, recvbuf, count,
        datatype, op, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Exscan_init_c, native().Exscan_init, no_arrays, sendbuf,
        recvbuf, count, datatype, op, comm, info, request);
}
STROBE_EXPORT int PMPI_Exscan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Exscan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Exscan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Exscan_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, recvbuf, count, datatype, op, comm, info, request);
  return serve_Exscan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        __builtin_return_address(0));
}

static int serve_Neighbor_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Neighbor_allgather, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_allgather(CallMode::blocking(), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Neighbor_allgather, sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm);
}
STROBE_EXPORT int PMPI_Neighbor_allgather(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_allgather(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Neighbor_allgather;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  return serve_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, __builtin_return_address(0));
}

static int serve_Neighbor_allgather_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Neighbor_allgather_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_allgather(CallMode::blocking(), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Neighbor_allgather_c, native().Neighbor_allgather,
        no_arrays, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
STROBE_EXPORT int PMPI_Neighbor_allgather_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm) {
  return serve_Neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_allgather_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Neighbor_allgather_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  return serve_Neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, __builtin_return_address(0));
}

static int serve_Ineighbor_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Ineighbor_allgather, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_allgather(CallMode::nonblocking(request), sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Ineighbor_allgather, sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm, request), request);
}
STROBE_EXPORT int PMPI_Ineighbor_allgather(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  return serve_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ineighbor_allgather(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ineighbor_allgather;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
  return serve_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, request, __builtin_return_address(0));
}

static int serve_Ineighbor_allgather_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ineighbor_allgather_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_allgather(CallMode::nonblocking(request), sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Ineighbor_allgather_c,
        native().Ineighbor_allgather, no_arrays, sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm, request), request);
}
STROBE_EXPORT int PMPI_Ineighbor_allgather_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  return serve_Ineighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ineighbor_allgather_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ineighbor_allgather_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
  return serve_Ineighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, request, __builtin_return_address(0));
}

static int serve_Neighbor_allgather_init(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Neighbor_allgather_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_allgather(CallMode::persistent(request), sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Neighbor_allgather_init, sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Neighbor_allgather_init(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_allgather_init(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Neighbor_allgather_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
  return serve_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, info, request, __builtin_return_address(0));
}

static int serve_Neighbor_allgather_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Neighbor_allgather_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_allgather(CallMode::persistent(request), sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Neighbor_allgather_init_c, native().Neighbor_allgather_init,
        no_arrays, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Neighbor_allgather_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Neighbor_allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_allgather_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Neighbor_allgather_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
  return serve_Neighbor_allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request, __builtin_return_address(0));
}

static int serve_Neighbor_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Neighbor_allgatherv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_allgatherv(CallMode::blocking(), sendbuf, sendcount,
        sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Neighbor_allgatherv, sendbuf, sendcount, sendtype, recvbuf,
        recvcounts, displs, recvtype, comm);
}
STROBE_EXPORT int PMPI_Neighbor_allgatherv(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[],
        MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_allgatherv(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[],
        MPI_Datatype recvtype, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Neighbor_allgatherv;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
  return serve_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, __builtin_return_address(0));
}

static int serve_Neighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Neighbor_allgatherv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_allgatherv(CallMode::blocking(), sendbuf, sendcount,
        sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Neighbor_allgatherv_c, native().Neighbor_allgatherv,
        arrays_of_unknown_length, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm);
}
STROBE_EXPORT int PMPI_Neighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_Neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Neighbor_allgatherv_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
  return serve_Neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, __builtin_return_address(0));
}

static int serve_Ineighbor_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ineighbor_allgatherv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_allgatherv(CallMode::nonblocking(request), sendbuf,
        sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Ineighbor_allgatherv, sendbuf,
        sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request), request);
}
STROBE_EXPORT int PMPI_Ineighbor_allgatherv(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[],
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return serve_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ineighbor_allgatherv(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[],
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ineighbor_allgatherv;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
  return serve_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, request, __builtin_return_address(0));
}

static int serve_Ineighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Ineighbor_allgatherv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_allgatherv(CallMode::nonblocking(request), sendbuf,
        sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Ineighbor_allgatherv_c,
        native().Ineighbor_allgatherv, arrays_of_unknown_length, sendbuf, sendcount,
        sendtype, recvbuf, recvcounts, displs, recvtype, comm, request), request);
}
STROBE_EXPORT int PMPI_Ineighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return serve_Ineighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ineighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ineighbor_allgatherv_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
  return serve_Ineighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, request, __builtin_return_address(0));
}

static int serve_Neighbor_allgatherv_init(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[],
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Neighbor_allgatherv_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_allgatherv(CallMode::persistent(request), sendbuf,
        sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Neighbor_allgatherv_init, sendbuf, sendcount, sendtype, recvbuf,
        recvcounts, displs, recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Neighbor_allgatherv_init(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[],
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_allgatherv_init(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[],
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Neighbor_allgatherv_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
  return serve_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, info, request, __builtin_return_address(0));
}

static int serve_Neighbor_allgatherv_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Neighbor_allgatherv_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_allgatherv(CallMode::persistent(request), sendbuf,
        sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Neighbor_allgatherv_init_c, native().Neighbor_allgatherv_init,
        arrays_of_unknown_length, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Neighbor_allgatherv_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  return serve_Neighbor_allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_allgatherv_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
        const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Neighbor_allgatherv_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
  return serve_Neighbor_allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm, info, request, __builtin_return_address(0));
}

static int serve_Neighbor_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Neighbor_alltoall, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoall(CallMode::blocking(), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Neighbor_alltoall, sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm);
}
STROBE_EXPORT int PMPI_Neighbor_alltoall(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_alltoall(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Neighbor_alltoall;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  return serve_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        __builtin_return_address(0));
}

static int serve_Neighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Neighbor_alltoall_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoall(CallMode::blocking(), sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Neighbor_alltoall_c, native().Neighbor_alltoall,
        no_arrays, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
STROBE_EXPORT int PMPI_Neighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm) {
  return serve_Neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Neighbor_alltoall_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  return serve_Neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, __builtin_return_address(0));
}

static int serve_Ineighbor_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Ineighbor_alltoall, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoall(CallMode::nonblocking(request), sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Ineighbor_alltoall, sendbuf, sendcount,
        sendtype, recvbuf, recvcount, recvtype, comm, request), request);
}
STROBE_EXPORT int PMPI_Ineighbor_alltoall(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  return serve_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ineighbor_alltoall(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ineighbor_alltoall;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
  return serve_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, request, __builtin_return_address(0));
}

static int serve_Ineighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ineighbor_alltoall_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoall(CallMode::nonblocking(request), sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Ineighbor_alltoall_c,
        native().Ineighbor_alltoall, no_arrays, sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm, request), request);
}
STROBE_EXPORT int PMPI_Ineighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  return serve_Ineighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ineighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ineighbor_alltoall_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
  return serve_Ineighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, request, __builtin_return_address(0));
}

static int serve_Neighbor_alltoall_init(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Neighbor_alltoall_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoall(CallMode::persistent(request), sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Neighbor_alltoall_init, sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Neighbor_alltoall_init(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_alltoall_init(const void* sendbuf, int sendcount,
        MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Neighbor_alltoall_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
  return serve_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, info, request, __builtin_return_address(0));
}

static int serve_Neighbor_alltoall_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Neighbor_alltoall_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoall(CallMode::persistent(request), sendbuf,
        sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Neighbor_alltoall_init_c, native().Neighbor_alltoall_init,
        no_arrays, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Neighbor_alltoall_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Neighbor_alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_alltoall_init_c(const void* sendbuf, MPI_Count sendcount,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Neighbor_alltoall_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
  return serve_Neighbor_alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request, __builtin_return_address(0));
}

static int serve_Neighbor_alltoallv(const void* sendbuf, const int sendcounts[],
        const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Neighbor_alltoallv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoallv(CallMode::blocking(), sendbuf, sendcounts,
        sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Neighbor_alltoallv, sendbuf, sendcounts, sdispls, sendtype,
        recvbuf, recvcounts, rdispls, recvtype, comm);
}
STROBE_EXPORT int PMPI_Neighbor_alltoallv(const void* sendbuf, const int sendcounts[],
        const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_alltoallv(const void* sendbuf, const int sendcounts[],
        const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Neighbor_alltoallv;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
  return serve_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, __builtin_return_address(0));
}

static int serve_Neighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Neighbor_alltoallv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoallv(CallMode::blocking(), sendbuf, sendcounts,
        sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Neighbor_alltoallv_c, native().Neighbor_alltoallv,
        arrays_of_unknown_length, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm);
}
STROBE_EXPORT int PMPI_Neighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm) {
  return serve_Neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Neighbor_alltoallv_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
  return serve_Neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, __builtin_return_address(0));
}

static int serve_Ineighbor_alltoallv(const void* sendbuf, const int sendcounts[],
        const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Ineighbor_alltoallv, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoallv(CallMode::nonblocking(request), sendbuf,
        sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Ineighbor_alltoallv, sendbuf,
        sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
        request), request);
}
STROBE_EXPORT int PMPI_Ineighbor_alltoallv(const void* sendbuf, const int sendcounts[],
        const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return serve_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ineighbor_alltoallv(const void* sendbuf, const int sendcounts[],
        const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ineighbor_alltoallv;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
  return serve_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, request, __builtin_return_address(0));
}

static int serve_Ineighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ineighbor_alltoallv_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoallv(CallMode::nonblocking(request), sendbuf,
        sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Ineighbor_alltoallv_c,
        native().Ineighbor_alltoallv, arrays_of_unknown_length, sendbuf, sendcounts,
        sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request), request);
}
STROBE_EXPORT int PMPI_Ineighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  return serve_Ineighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ineighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ineighbor_alltoallv_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
  return serve_Ineighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, request, __builtin_return_address(0));
}

static int serve_Neighbor_alltoallv_init(const void* sendbuf, const int sendcounts[],
        const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Neighbor_alltoallv_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoallv(CallMode::persistent(request), sendbuf,
        sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Neighbor_alltoallv_init, sendbuf, sendcounts, sdispls, sendtype,
        recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Neighbor_alltoallv_init(const void* sendbuf, const int sendcounts[],
        const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  return serve_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_alltoallv_init(const void* sendbuf, const int sendcounts[],
        const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Neighbor_alltoallv_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
  return serve_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, info, request, __builtin_return_address(0));
}

static int serve_Neighbor_alltoallv_init_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Neighbor_alltoallv_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(sendtype)},
        {ObjectKind::datatype, bits_of(recvtype)}, {ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoallv(CallMode::persistent(request), sendbuf,
        sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Neighbor_alltoallv_init_c, native().Neighbor_alltoallv_init,
        arrays_of_unknown_length, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, info, request);
}
STROBE_EXPORT int PMPI_Neighbor_alltoallv_init_c(const void* sendbuf,
        const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype,
        void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Neighbor_alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_alltoallv_init_c(const void* sendbuf,
        const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype,
        void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Neighbor_alltoallv_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
  return serve_Neighbor_alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, info, request, __builtin_return_address(0));
}

static int serve_Neighbor_alltoallw(const void* sendbuf, const int sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Neighbor_alltoallw, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoallw(CallMode::blocking(), sendbuf, sendcounts,
        sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Neighbor_alltoallw, sendbuf, sendcounts, sdispls, sendtypes,
        recvbuf, recvcounts, rdispls, recvtypes, comm);
}
STROBE_EXPORT int PMPI_Neighbor_alltoallw(const void* sendbuf, const int sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm) {
  return serve_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_alltoallw(const void* sendbuf, const int sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Neighbor_alltoallw;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
  return serve_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, __builtin_return_address(0));
}

static int serve_Neighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, const void* caller) {
  const CallScope call(Function::Neighbor_alltoallw_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoallw(CallMode::blocking(), sendbuf, sendcounts,
        sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large_blocking(native().Neighbor_alltoallw_c, native().Neighbor_alltoallw,
        arrays_of_unknown_length, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm);
}
STROBE_EXPORT int PMPI_Neighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm) {
  return serve_Neighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm) {
  const auto tool = detail::linked_tool.Neighbor_alltoallw_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
  return serve_Neighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, __builtin_return_address(0));
}

static int serve_Ineighbor_alltoallw(const void* sendbuf, const int sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ineighbor_alltoallw, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoallw(CallMode::nonblocking(request), sendbuf,
        sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Ineighbor_alltoallw, sendbuf,
        sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
        request), request);
}
STROBE_EXPORT int PMPI_Ineighbor_alltoallw(const void* sendbuf, const int sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Request* request) {
  return serve_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ineighbor_alltoallw(const void* sendbuf, const int sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ineighbor_alltoallw;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
  return serve_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, request, __builtin_return_address(0));
}

static int serve_Ineighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Ineighbor_alltoallw_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoallw(CallMode::nonblocking(request), sendbuf,
        sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Ineighbor_alltoallw_c,
        native().Ineighbor_alltoallw, arrays_of_unknown_length, sendbuf, sendcounts,
        sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request), request);
}
STROBE_EXPORT int PMPI_Ineighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Request* request) {
  return serve_Ineighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Ineighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Request* request) {
  const auto tool = detail::linked_tool.Ineighbor_alltoallw_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
  return serve_Ineighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, request, __builtin_return_address(0));
}

static int serve_Neighbor_alltoallw_init(const void* sendbuf, const int sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Neighbor_alltoallw_init, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoallw(CallMode::persistent(request), sendbuf,
        sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    if (result != pass_through) return result;
  }
  return call.pass(native().Neighbor_alltoallw_init, sendbuf, sendcounts, sdispls, sendtypes,
        recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
STROBE_EXPORT int PMPI_Neighbor_alltoallw_init(const void* sendbuf, const int sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_alltoallw_init(const void* sendbuf, const int sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Neighbor_alltoallw_init;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
  return serve_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm, info, request, __builtin_return_address(0));
}

static int serve_Neighbor_alltoallw_init_c(const void* sendbuf, const MPI_Count sendcounts[],
        const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
        const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
        MPI_Comm comm, MPI_Info info, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Neighbor_alltoallw_init_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::neighbor_alltoallw(CallMode::persistent(request), sendbuf,
        sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Neighbor_alltoallw_init_c, native().Neighbor_alltoallw_init,
        arrays_of_unknown_length, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, info, request);
}
STROBE_EXPORT int PMPI_Neighbor_alltoallw_init_c(const void* sendbuf,
        const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
        void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
        const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return serve_Neighbor_alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm, info, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Neighbor_alltoallw_init_c(const void* sendbuf,
        const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
        void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
        const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const auto tool = detail::linked_tool.Neighbor_alltoallw_init_c;
  if (tool != nullptr) [[unlikely]] return tool(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
  return serve_Neighbor_alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm, info, request, __builtin_return_address(0));
}

static int serve_Alloc_mem(MPI_Aint size, MPI_Info info, void* baseptr, const void* caller) {
  const CallScope call(Function::Alloc_mem, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::alloc_mem(size, info, baseptr);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Alloc_mem, size, info, baseptr);
}
STROBE_EXPORT int PMPI_Alloc_mem(MPI_Aint size, MPI_Info info, void* baseptr) {
  return serve_Alloc_mem(size, info, baseptr, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void* baseptr) {
  const auto tool = detail::linked_tool.Alloc_mem;
  if (tool != nullptr) [[unlikely]] return tool(size, info, baseptr);
  return serve_Alloc_mem(size, info, baseptr, __builtin_return_address(0));
}

static int serve_Free_mem(void* base, const void* caller) {
  const CallScope call(Function::Free_mem, caller);
  if (call.is_application_call()) {
    const int result = handlers::free_mem(base);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Free_mem, base);
}
STROBE_EXPORT int PMPI_Free_mem(void* base) {
  return serve_Free_mem(base, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Free_mem(void* base) {
  const auto tool = detail::linked_tool.Free_mem;
  if (tool != nullptr) [[unlikely]] return tool(base);
  return serve_Free_mem(base, __builtin_return_address(0));
}

static int serve_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup,
        const void* caller) {
  const CallScope call(Function::Group_excl, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(group)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::group, newgroup);
  if (call.is_application_call()) {
    const int result = handlers::group_excl(group, n, ranks, newgroup);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Group_excl, group, n, ranks, newgroup));
}
STROBE_EXPORT int PMPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup) {
  return serve_Group_excl(group, n, ranks, newgroup, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup) {
  const auto tool = detail::linked_tool.Group_excl;
  if (tool != nullptr) [[unlikely]] return tool(group, n, ranks, newgroup);
  return serve_Group_excl(group, n, ranks, newgroup, __builtin_return_address(0));
}

static int serve_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup,
        const void* caller) {
  const CallScope call(Function::Group_incl, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(group)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::group, newgroup);
  if (call.is_application_call()) {
    const int result = handlers::group_incl(group, n, ranks, newgroup);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Group_incl, group, n, ranks, newgroup));
}
STROBE_EXPORT int PMPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup) {
  return serve_Group_incl(group, n, ranks, newgroup, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup) {
  const auto tool = detail::linked_tool.Group_incl;
  if (tool != nullptr) [[unlikely]] return tool(group, n, ranks, newgroup);
  return serve_Group_incl(group, n, ranks, newgroup, __builtin_return_address(0));
}

static int serve_Type_free(MPI_Datatype* datatype, const void* caller) {
  const CallScope call(Function::Type_free, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_at(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectRelease object(ObjectKind::datatype, datatype);
  if (call.is_served()) {
    const int result = handlers::type_free(datatype);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass(native().Type_free, datatype));
}
STROBE_EXPORT int PMPI_Type_free(MPI_Datatype* datatype) {
  return serve_Type_free(datatype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_free(MPI_Datatype* datatype) {
  const auto tool = detail::linked_tool.Type_free;
  if (tool != nullptr) [[unlikely]] return tool(datatype);
  return serve_Type_free(datatype, __builtin_return_address(0));
}

static int serve_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses,
        int max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[],
        MPI_Datatype array_of_datatypes[], const void* caller) {
  const CallScope call(Function::Type_get_contents, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::type_get_contents(datatype, max_integers, max_addresses,
        max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Type_get_contents, datatype, max_integers, max_addresses,
        max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes);
}
STROBE_EXPORT int PMPI_Type_get_contents(MPI_Datatype datatype, int max_integers,
        int max_addresses, int max_datatypes, int array_of_integers[],
        MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]) {
  return serve_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes,
        array_of_integers, array_of_addresses, array_of_datatypes, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_get_contents(MPI_Datatype datatype, int max_integers,
        int max_addresses, int max_datatypes, int array_of_integers[],
        MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]) {
  const auto tool = detail::linked_tool.Type_get_contents;
  if (tool != nullptr) [[unlikely]] return tool(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes);
  return serve_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes,
        array_of_integers, array_of_addresses, array_of_datatypes, __builtin_return_address(0));
}

#if MPI_VERSION >= 4
static int serve_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers,
        MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes,
        int array_of_integers[], MPI_Aint array_of_addresses[],
        MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[], const void* caller) {
  const CallScope call(Function::Type_get_contents_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::type_get_contents_c(datatype, max_integers, max_addresses,
        max_large_counts, max_datatypes, array_of_integers, array_of_addresses,
        array_of_large_counts, array_of_datatypes);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Type_get_contents_c, datatype, max_integers, max_addresses,
        max_large_counts, max_datatypes, array_of_integers, array_of_addresses,
        array_of_large_counts, array_of_datatypes);
}
STROBE_EXPORT int PMPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers,
        MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes,
        int array_of_integers[], MPI_Aint array_of_addresses[],
        MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]) {
  return serve_Type_get_contents_c(datatype, max_integers, max_addresses, max_large_counts,
        max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts,
        array_of_datatypes, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers,
        MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes,
        int array_of_integers[], MPI_Aint array_of_addresses[],
        MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]) {
  const auto tool = detail::linked_tool.Type_get_contents_c;
  if (tool != nullptr) [[unlikely]] return tool(datatype, max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes);
  return serve_Type_get_contents_c(datatype, max_integers, max_addresses, max_large_counts,
        max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts,
        array_of_datatypes, __builtin_return_address(0));
}
#endif

static int serve_Op_free(MPI_Op* op, const void* caller) {
  const CallScope call(Function::Op_free, caller);
  const int refused = refuse_freed(call, {{ObjectKind::op, bits_at(op)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectRelease object(ObjectKind::op, op);
  if (call.is_served()) {
    const int result = handlers::op_free(op);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass(native().Op_free, op));
}
STROBE_EXPORT int PMPI_Op_free(MPI_Op* op) {
  return serve_Op_free(op, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Op_free(MPI_Op* op) {
  const auto tool = detail::linked_tool.Op_free;
  if (tool != nullptr) [[unlikely]] return tool(op);
  return serve_Op_free(op, __builtin_return_address(0));
}

static double serve_Wtime(const void* caller) {
  const CallScope call(Function::Wtime, caller);
  return call.pass(native().Wtime);
}
STROBE_EXPORT double PMPI_Wtime(void) {
  return serve_Wtime(__builtin_return_address(0));
}
STROBE_EXPORT double MPI_Wtime(void) {
  const auto tool = detail::linked_tool.Wtime;
  if (tool != nullptr) [[unlikely]] return tool();
  return serve_Wtime(__builtin_return_address(0));
}

static int serve_Win_shared_query(MPI_Win win, int rank, MPI_Aint* size, int* disp_unit,
        void* baseptr, const void* caller) {
  const CallScope call(Function::Win_shared_query, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Win_shared_query, win, rank, size, disp_unit, baseptr);
}
STROBE_EXPORT int PMPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint* size, int* disp_unit,
        void* baseptr) {
  return serve_Win_shared_query(win, rank, size, disp_unit, baseptr, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint* size, int* disp_unit,
        void* baseptr) {
  const auto tool = detail::linked_tool.Win_shared_query;
  if (tool != nullptr) [[unlikely]] return tool(win, rank, size, disp_unit, baseptr);
  return serve_Win_shared_query(win, rank, size, disp_unit, baseptr, __builtin_return_address(0));
}

static int serve_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint* size, MPI_Aint* disp_unit,
        void* baseptr, const void* caller) {
  const CallScope call(Function::Win_shared_query_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass_large(native().Win_shared_query_c, native().Win_shared_query, no_arrays, win,
        rank, size, disp_unit, baseptr);
}
STROBE_EXPORT int PMPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint* size,
        MPI_Aint* disp_unit, void* baseptr) {
  return serve_Win_shared_query_c(win, rank, size, disp_unit, baseptr, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint* size,
        MPI_Aint* disp_unit, void* baseptr) {
  const auto tool = detail::linked_tool.Win_shared_query_c;
  if (tool != nullptr) [[unlikely]] return tool(win, rank, size, disp_unit, baseptr);
  return serve_Win_shared_query_c(win, rank, size, disp_unit, baseptr, __builtin_return_address(0));
}

static int serve_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
        void* baseptr, MPI_Win* win, const void* caller) {
  const CallScope call(Function::Win_allocate, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::window, win);
  if (call.is_application_call()) synchronize_communicator(comm);
  const int result = call.pass_blocking(native().Win_allocate, size, disp_unit, info, comm,
        baseptr, win);
  if (call.is_application_call() && result == MPI_SUCCESS) register_window(comm, win);
  return object.noted(result);
}
STROBE_EXPORT int PMPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
        void* baseptr, MPI_Win* win) {
  return serve_Win_allocate(size, disp_unit, info, comm, baseptr, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
        void* baseptr, MPI_Win* win) {
  const auto tool = detail::linked_tool.Win_allocate;
  if (tool != nullptr) [[unlikely]] return tool(size, disp_unit, info, comm, baseptr, win);
  return serve_Win_allocate(size, disp_unit, info, comm, baseptr, win, __builtin_return_address(0));
}

static int serve_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
        void* baseptr, MPI_Win* win, const void* caller) {
  const CallScope call(Function::Win_allocate_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::window, win);
  if (call.is_application_call()) synchronize_communicator(comm);
  const int result = call.pass_large_blocking(native().Win_allocate_c, native().Win_allocate,
        no_arrays, size, disp_unit, info, comm, baseptr, win);
  if (call.is_application_call() && result == MPI_SUCCESS) register_window(comm, win);
  return object.noted(result);
}
STROBE_EXPORT int PMPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
        MPI_Comm comm, void* baseptr, MPI_Win* win) {
  return serve_Win_allocate_c(size, disp_unit, info, comm, baseptr, win,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
        MPI_Comm comm, void* baseptr, MPI_Win* win) {
  const auto tool = detail::linked_tool.Win_allocate_c;
  if (tool != nullptr) [[unlikely]] return tool(size, disp_unit, info, comm, baseptr, win);
  return serve_Win_allocate_c(size, disp_unit, info, comm, baseptr, win,
        __builtin_return_address(0));
}

static int serve_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
        void* baseptr, MPI_Win* win, const void* caller) {
  const CallScope call(Function::Win_allocate_shared, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::window, win);
  if (call.is_application_call()) synchronize_communicator(comm);
  const int result = call.pass_blocking(native().Win_allocate_shared, size, disp_unit, info, comm,
        baseptr, win);
  if (call.is_application_call() && result == MPI_SUCCESS) register_window(comm, win);
  return object.noted(result);
}
STROBE_EXPORT int PMPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info,
        MPI_Comm comm, void* baseptr, MPI_Win* win) {
  return serve_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info,
        MPI_Comm comm, void* baseptr, MPI_Win* win) {
  const auto tool = detail::linked_tool.Win_allocate_shared;
  if (tool != nullptr) [[unlikely]] return tool(size, disp_unit, info, comm, baseptr, win);
  return serve_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win,
        __builtin_return_address(0));
}

static int serve_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
        MPI_Comm comm, void* baseptr, MPI_Win* win, const void* caller) {
  const CallScope call(Function::Win_allocate_shared_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::window, win);
  if (call.is_application_call()) synchronize_communicator(comm);
  const int result = call.pass_large_blocking(native().Win_allocate_shared_c,
        native().Win_allocate_shared, no_arrays, size, disp_unit, info, comm, baseptr, win);
  if (call.is_application_call() && result == MPI_SUCCESS) register_window(comm, win);
  return object.noted(result);
}
STROBE_EXPORT int PMPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
        MPI_Comm comm, void* baseptr, MPI_Win* win) {
  return serve_Win_allocate_shared_c(size, disp_unit, info, comm, baseptr, win,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
        MPI_Comm comm, void* baseptr, MPI_Win* win) {
  const auto tool = detail::linked_tool.Win_allocate_shared_c;
  if (tool != nullptr) [[unlikely]] return tool(size, disp_unit, info, comm, baseptr, win);
  return serve_Win_allocate_shared_c(size, disp_unit, info, comm, baseptr, win,
        __builtin_return_address(0));
}

static int serve_Win_create(void* base, MPI_Aint size, int disp_unit, MPI_Info info,
        MPI_Comm comm, MPI_Win* win, const void* caller) {
  const CallScope call(Function::Win_create, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::window, win);
  if (call.is_application_call()) synchronize_communicator(comm);
  const int result = call.pass_blocking(native().Win_create, base, size, disp_unit, info, comm,
        win);
  if (call.is_application_call() && result == MPI_SUCCESS) register_window(comm, win);
  return object.noted(result);
}
STROBE_EXPORT int PMPI_Win_create(void* base, MPI_Aint size, int disp_unit, MPI_Info info,
        MPI_Comm comm, MPI_Win* win) {
  return serve_Win_create(base, size, disp_unit, info, comm, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_create(void* base, MPI_Aint size, int disp_unit, MPI_Info info,
        MPI_Comm comm, MPI_Win* win) {
  const auto tool = detail::linked_tool.Win_create;
  if (tool != nullptr) [[unlikely]] return tool(base, size, disp_unit, info, comm, win);
  return serve_Win_create(base, size, disp_unit, info, comm, win, __builtin_return_address(0));
}

static int serve_Win_create_c(void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
        MPI_Comm comm, MPI_Win* win, const void* caller) {
  const CallScope call(Function::Win_create_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::window, win);
  if (call.is_application_call()) synchronize_communicator(comm);
  const int result = call.pass_large_blocking(native().Win_create_c, native().Win_create,
        no_arrays, base, size, disp_unit, info, comm, win);
  if (call.is_application_call() && result == MPI_SUCCESS) register_window(comm, win);
  return object.noted(result);
}
STROBE_EXPORT int PMPI_Win_create_c(void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
        MPI_Comm comm, MPI_Win* win) {
  return serve_Win_create_c(base, size, disp_unit, info, comm, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_create_c(void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
        MPI_Comm comm, MPI_Win* win) {
  const auto tool = detail::linked_tool.Win_create_c;
  if (tool != nullptr) [[unlikely]] return tool(base, size, disp_unit, info, comm, win);
  return serve_Win_create_c(base, size, disp_unit, info, comm, win, __builtin_return_address(0));
}

static int serve_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win* win,
        const void* caller) {
  const CallScope call(Function::Win_create_dynamic, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::window, win);
  if (call.is_application_call()) synchronize_communicator(comm);
  const int result = call.pass_blocking(native().Win_create_dynamic, info, comm, win);
  if (call.is_application_call() && result == MPI_SUCCESS) register_window(comm, win);
  return object.noted(result);
}
STROBE_EXPORT int PMPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win* win) {
  return serve_Win_create_dynamic(info, comm, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win* win) {
  const auto tool = detail::linked_tool.Win_create_dynamic;
  if (tool != nullptr) [[unlikely]] return tool(info, comm, win);
  return serve_Win_create_dynamic(info, comm, win, __builtin_return_address(0));
}

static int serve_Win_free(MPI_Win* win, const void* caller) {
  const CallScope call(Function::Win_free, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_at(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectRelease object(ObjectKind::window, win);
  if (call.is_application_call()) release_window(win);
  return object.noted(call.pass_blocking(native().Win_free, win));
}
STROBE_EXPORT int PMPI_Win_free(MPI_Win* win) {
  return serve_Win_free(win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_free(MPI_Win* win) {
  const auto tool = detail::linked_tool.Win_free;
  if (tool != nullptr) [[unlikely]] return tool(win);
  return serve_Win_free(win, __builtin_return_address(0));
}

static int serve_Accumulate(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, const void* caller) {
  const CallScope call(Function::Accumulate, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::op, bits_of(op)},
        {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::accumulate(origin_addr, origin_count, origin_datatype,
        target_rank, target_disp, target_count, target_datatype, op, win);
    if (result != pass_through) return result;
  }
  return call.pass(native().Accumulate, origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, op, win);
}
STROBE_EXPORT int PMPI_Accumulate(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  return serve_Accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, op, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Accumulate(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  const auto tool = detail::linked_tool.Accumulate;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
  return serve_Accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, op, win, __builtin_return_address(0));
}

static int serve_Accumulate_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
        const void* caller) {
  const CallScope call(Function::Accumulate_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::op, bits_of(op)},
        {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::accumulate(origin_addr, origin_count, origin_datatype,
        target_rank, target_disp, target_count, target_datatype, op, win);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Accumulate_c, native().Accumulate, no_arrays, origin_addr,
        origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
        op, win);
}
STROBE_EXPORT int PMPI_Accumulate_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  return serve_Accumulate_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, op, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Accumulate_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  const auto tool = detail::linked_tool.Accumulate_c;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
  return serve_Accumulate_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, op, win, __builtin_return_address(0));
}

static int serve_Compare_and_swap(const void* origin_addr, const void* compare_addr,
        void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
        MPI_Win win, const void* caller) {
  const CallScope call(Function::Compare_and_swap, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::compare_and_swap(origin_addr, compare_addr, result_addr,
        datatype, target_rank, target_disp, win);
    if (result != pass_through) return result;
  }
  return call.pass(native().Compare_and_swap, origin_addr, compare_addr, result_addr, datatype,
        target_rank, target_disp, win);
}
STROBE_EXPORT int PMPI_Compare_and_swap(const void* origin_addr, const void* compare_addr,
        void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
        MPI_Win win) {
  return serve_Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank,
        target_disp, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Compare_and_swap(const void* origin_addr, const void* compare_addr,
        void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
        MPI_Win win) {
  const auto tool = detail::linked_tool.Compare_and_swap;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win);
  return serve_Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank,
        target_disp, win, __builtin_return_address(0));
}

static int serve_Fetch_and_op(const void* origin_addr, void* result_addr, MPI_Datatype datatype,
        int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win, const void* caller) {
  const CallScope call(Function::Fetch_and_op, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}, {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::fetch_and_op(origin_addr, result_addr, datatype, target_rank,
        target_disp, op, win);
    if (result != pass_through) return result;
  }
  return call.pass(native().Fetch_and_op, origin_addr, result_addr, datatype, target_rank,
        target_disp, op, win);
}
STROBE_EXPORT int PMPI_Fetch_and_op(const void* origin_addr, void* result_addr,
        MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
  return serve_Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, win,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Fetch_and_op(const void* origin_addr, void* result_addr,
        MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
  const auto tool = detail::linked_tool.Fetch_and_op;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, result_addr, datatype, target_rank, target_disp, op, win);
  return serve_Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, win,
        __builtin_return_address(0));
}

static int serve_Get(void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
        MPI_Win win, const void* caller) {
  const CallScope call(Function::Get, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::get(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win);
    if (result != pass_through) return result;
  }
  return call.pass(native().Get, origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win);
}
STROBE_EXPORT int PMPI_Get(void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
        MPI_Win win) {
  return serve_Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Get(void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
        MPI_Win win) {
  const auto tool = detail::linked_tool.Get;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
  return serve_Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, __builtin_return_address(0));
}

static int serve_Get_c(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, MPI_Count target_count,
        MPI_Datatype target_datatype, MPI_Win win, const void* caller) {
  const CallScope call(Function::Get_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::get(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Get_c, native().Get, no_arrays, origin_addr, origin_count,
        origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
STROBE_EXPORT int PMPI_Get_c(void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
  return serve_Get_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Get_c(void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
  const auto tool = detail::linked_tool.Get_c;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
  return serve_Get_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, __builtin_return_address(0));
}

static int serve_Get_accumulate(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, void* result_addr, int result_count,
        MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, const void* caller) {
  const CallScope call(Function::Get_accumulate, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(result_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::op, bits_of(op)},
        {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::get_accumulate(origin_addr, origin_count, origin_datatype,
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count,
        target_datatype, op, win);
    if (result != pass_through) return result;
  }
  return call.pass(native().Get_accumulate, origin_addr, origin_count, origin_datatype,
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count,
        target_datatype, op, win);
}
STROBE_EXPORT int PMPI_Get_accumulate(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, void* result_addr, int result_count,
        MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  return serve_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype,
        op, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Get_accumulate(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, void* result_addr, int result_count,
        MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  const auto tool = detail::linked_tool.Get_accumulate;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
  return serve_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype,
        op, win, __builtin_return_address(0));
}

static int serve_Get_accumulate_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
        MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
        const void* caller) {
  const CallScope call(Function::Get_accumulate_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(result_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::op, bits_of(op)},
        {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::get_accumulate(origin_addr, origin_count, origin_datatype,
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count,
        target_datatype, op, win);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Get_accumulate_c, native().Get_accumulate, no_arrays,
        origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
        target_rank, target_disp, target_count, target_datatype, op, win);
}
STROBE_EXPORT int PMPI_Get_accumulate_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
        MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  return serve_Get_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr,
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype,
        op, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Get_accumulate_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
        MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  const auto tool = detail::linked_tool.Get_accumulate_c;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
  return serve_Get_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr,
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype,
        op, win, __builtin_return_address(0));
}

static int serve_Put(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
        MPI_Win win, const void* caller) {
  const CallScope call(Function::Put, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::put(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win);
    if (result != pass_through) return result;
  }
  return call.pass(native().Put, origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win);
}
STROBE_EXPORT int PMPI_Put(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Win win) {
  return serve_Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Put(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Win win) {
  const auto tool = detail::linked_tool.Put;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
  return serve_Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, __builtin_return_address(0));
}

static int serve_Put_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, const void* caller) {
  const CallScope call(Function::Put_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::put(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win);
    if (result != pass_through) return result;
  }
  return call.pass_large(native().Put_c, native().Put, no_arrays, origin_addr, origin_count,
        origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
STROBE_EXPORT int PMPI_Put_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
  return serve_Put_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Put_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
  const auto tool = detail::linked_tool.Put_c;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
  return serve_Put_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, __builtin_return_address(0));
}

static int serve_Raccumulate(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Raccumulate, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::op, bits_of(op)},
        {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::raccumulate(origin_addr, origin_count, origin_datatype,
        target_rank, target_disp, target_count, target_datatype, op, win, request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Raccumulate, origin_addr, origin_count,
        origin_datatype, target_rank, target_disp, target_count, target_datatype, op,
        win, request), request);
}
STROBE_EXPORT int PMPI_Raccumulate(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
  return serve_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, op, win, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Raccumulate(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
  const auto tool = detail::linked_tool.Raccumulate;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
  return serve_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, op, win, request, __builtin_return_address(0));
}

static int serve_Raccumulate_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Raccumulate_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::op, bits_of(op)},
        {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::raccumulate(origin_addr, origin_count, origin_datatype,
        target_rank, target_disp, target_count, target_datatype, op, win, request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Raccumulate_c,
        native().Raccumulate, no_arrays, origin_addr, origin_count, origin_datatype,
        target_rank, target_disp, target_count, target_datatype, op, win, request), request);
}
STROBE_EXPORT int PMPI_Raccumulate_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
        MPI_Request* request) {
  return serve_Raccumulate_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, op, win, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Raccumulate_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Raccumulate_c;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
  return serve_Raccumulate_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, op, win, request, __builtin_return_address(0));
}

static int serve_Rget(void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
        MPI_Win win, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Rget, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::rget(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win, request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Rget, origin_addr, origin_count,
        origin_datatype, target_rank, target_disp, target_count, target_datatype, win,
        request), request);
}
STROBE_EXPORT int PMPI_Rget(void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
        MPI_Win win, MPI_Request* request) {
  return serve_Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Rget(void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
        MPI_Win win, MPI_Request* request) {
  const auto tool = detail::linked_tool.Rget;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
  return serve_Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, request, __builtin_return_address(0));
}

static int serve_Rget_c(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, MPI_Count target_count,
        MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Rget_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::rget(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win, request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Rget_c, native().Rget, no_arrays,
        origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, request), request);
}
STROBE_EXPORT int PMPI_Rget_c(void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
  return serve_Rget_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Rget_c(void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
  const auto tool = detail::linked_tool.Rget_c;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
  return serve_Rget_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, request, __builtin_return_address(0));
}

static int serve_Rget_accumulate(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, void* result_addr, int result_count,
        MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Rget_accumulate, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(result_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::op, bits_of(op)},
        {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::rget_accumulate(origin_addr, origin_count, origin_datatype,
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count,
        target_datatype, op, win, request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Rget_accumulate, origin_addr,
        origin_count, origin_datatype, result_addr, result_count, result_datatype,
        target_rank, target_disp, target_count, target_datatype, op, win, request), request);
}
STROBE_EXPORT int PMPI_Rget_accumulate(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, void* result_addr, int result_count,
        MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
  return serve_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype,
        op, win, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Rget_accumulate(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, void* result_addr, int result_count,
        MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
  const auto tool = detail::linked_tool.Rget_accumulate;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
  return serve_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype,
        op, win, request, __builtin_return_address(0));
}

static int serve_Rget_accumulate_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
        MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::Rget_accumulate_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(result_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::op, bits_of(op)},
        {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::rget_accumulate(origin_addr, origin_count, origin_datatype,
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count,
        target_datatype, op, win, request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Rget_accumulate_c,
        native().Rget_accumulate, no_arrays, origin_addr, origin_count, origin_datatype,
        result_addr, result_count, result_datatype, target_rank, target_disp,
        target_count, target_datatype, op, win, request), request);
}
STROBE_EXPORT int PMPI_Rget_accumulate_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
        MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
        MPI_Request* request) {
  return serve_Rget_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr,
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype,
        op, win, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Rget_accumulate_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
        MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.Rget_accumulate_c;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
  return serve_Rget_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr,
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype,
        op, win, request, __builtin_return_address(0));
}

static int serve_Rput(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
        MPI_Win win, MPI_Request* request, const void* caller) {
  const CallScope call(Function::Rput, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::rput(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win, request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass(native().Rput, origin_addr, origin_count,
        origin_datatype, target_rank, target_disp, target_count, target_datatype, win,
        request), request);
}
STROBE_EXPORT int PMPI_Rput(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
  return serve_Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Rput(const void* origin_addr, int origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
        MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
  const auto tool = detail::linked_tool.Rput;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
  return serve_Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, request, __builtin_return_address(0));
}

static int serve_Rput_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request,
        const void* caller) {
  const CallScope call(Function::Rput_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(origin_datatype)},
        {ObjectKind::datatype, bits_of(target_datatype)}, {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::rput(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win, request);
    if (result != pass_through) return result;
  }
  return noted_request(call, call.pass_large(native().Rput_c, native().Rput, no_arrays,
        origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, request), request);
}
STROBE_EXPORT int PMPI_Rput_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
  return serve_Rput_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Rput_c(const void* origin_addr, MPI_Count origin_count,
        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
  const auto tool = detail::linked_tool.Rput_c;
  if (tool != nullptr) [[unlikely]] return tool(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
  return serve_Rput_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, request, __builtin_return_address(0));
}

static int serve_Win_attach(MPI_Win win, void* base, MPI_Aint size, const void* caller) {
  const CallScope call(Function::Win_attach, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_attach(win, base, size);
    if (result != pass_through) return result;
  }
  return call.pass(native().Win_attach, win, base, size);
}
STROBE_EXPORT int PMPI_Win_attach(MPI_Win win, void* base, MPI_Aint size) {
  return serve_Win_attach(win, base, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_attach(MPI_Win win, void* base, MPI_Aint size) {
  const auto tool = detail::linked_tool.Win_attach;
  if (tool != nullptr) [[unlikely]] return tool(win, base, size);
  return serve_Win_attach(win, base, size, __builtin_return_address(0));
}

static int serve_Win_complete(MPI_Win win, const void* caller) {
  const CallScope call(Function::Win_complete, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_complete(win);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Win_complete, win);
}
STROBE_EXPORT int PMPI_Win_complete(MPI_Win win) {
  return serve_Win_complete(win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_complete(MPI_Win win) {
  const auto tool = detail::linked_tool.Win_complete;
  if (tool != nullptr) [[unlikely]] return tool(win);
  return serve_Win_complete(win, __builtin_return_address(0));
}

static int serve_Win_detach(MPI_Win win, const void* base, const void* caller) {
  const CallScope call(Function::Win_detach, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_detach(win, base);
    if (result != pass_through) return result;
  }
  return call.pass(native().Win_detach, win, base);
}
STROBE_EXPORT int PMPI_Win_detach(MPI_Win win, const void* base) {
  return serve_Win_detach(win, base, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_detach(MPI_Win win, const void* base) {
  const auto tool = detail::linked_tool.Win_detach;
  if (tool != nullptr) [[unlikely]] return tool(win, base);
  return serve_Win_detach(win, base, __builtin_return_address(0));
}

static int serve_Win_fence(int assert, MPI_Win win, const void* caller) {
  const CallScope call(Function::Win_fence, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_fence(assert, win);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Win_fence, assert, win);
}
STROBE_EXPORT int PMPI_Win_fence(int assert, MPI_Win win) {
  return serve_Win_fence(assert, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_fence(int assert, MPI_Win win) {
  const auto tool = detail::linked_tool.Win_fence;
  if (tool != nullptr) [[unlikely]] return tool(assert, win);
  return serve_Win_fence(assert, win, __builtin_return_address(0));
}

static int serve_Win_flush(int rank, MPI_Win win, const void* caller) {
  const CallScope call(Function::Win_flush, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_flush(rank, win);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Win_flush, rank, win);
}
STROBE_EXPORT int PMPI_Win_flush(int rank, MPI_Win win) {
  return serve_Win_flush(rank, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_flush(int rank, MPI_Win win) {
  const auto tool = detail::linked_tool.Win_flush;
  if (tool != nullptr) [[unlikely]] return tool(rank, win);
  return serve_Win_flush(rank, win, __builtin_return_address(0));
}

static int serve_Win_flush_all(MPI_Win win, const void* caller) {
  const CallScope call(Function::Win_flush_all, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_flush_all(win);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Win_flush_all, win);
}
STROBE_EXPORT int PMPI_Win_flush_all(MPI_Win win) {
  return serve_Win_flush_all(win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_flush_all(MPI_Win win) {
  const auto tool = detail::linked_tool.Win_flush_all;
  if (tool != nullptr) [[unlikely]] return tool(win);
  return serve_Win_flush_all(win, __builtin_return_address(0));
}

static int serve_Win_flush_local(int rank, MPI_Win win, const void* caller) {
  const CallScope call(Function::Win_flush_local, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_flush_local(rank, win);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Win_flush_local, rank, win);
}
STROBE_EXPORT int PMPI_Win_flush_local(int rank, MPI_Win win) {
  return serve_Win_flush_local(rank, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_flush_local(int rank, MPI_Win win) {
  const auto tool = detail::linked_tool.Win_flush_local;
  if (tool != nullptr) [[unlikely]] return tool(rank, win);
  return serve_Win_flush_local(rank, win, __builtin_return_address(0));
}

static int serve_Win_flush_local_all(MPI_Win win, const void* caller) {
  const CallScope call(Function::Win_flush_local_all, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_flush_local_all(win);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Win_flush_local_all, win);
}
STROBE_EXPORT int PMPI_Win_flush_local_all(MPI_Win win) {
  return serve_Win_flush_local_all(win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_flush_local_all(MPI_Win win) {
  const auto tool = detail::linked_tool.Win_flush_local_all;
  if (tool != nullptr) [[unlikely]] return tool(win);
  return serve_Win_flush_local_all(win, __builtin_return_address(0));
}

static int serve_Win_lock(int lock_type, int rank, int assert, MPI_Win win, const void* caller) {
  const CallScope call(Function::Win_lock, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_lock(lock_type, rank, assert, win);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Win_lock, lock_type, rank, assert, win);
}
STROBE_EXPORT int PMPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win) {
  return serve_Win_lock(lock_type, rank, assert, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win) {
  const auto tool = detail::linked_tool.Win_lock;
  if (tool != nullptr) [[unlikely]] return tool(lock_type, rank, assert, win);
  return serve_Win_lock(lock_type, rank, assert, win, __builtin_return_address(0));
}

static int serve_Win_lock_all(int assert, MPI_Win win, const void* caller) {
  const CallScope call(Function::Win_lock_all, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_lock_all(assert, win);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Win_lock_all, assert, win);
}
STROBE_EXPORT int PMPI_Win_lock_all(int assert, MPI_Win win) {
  return serve_Win_lock_all(assert, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_lock_all(int assert, MPI_Win win) {
  const auto tool = detail::linked_tool.Win_lock_all;
  if (tool != nullptr) [[unlikely]] return tool(assert, win);
  return serve_Win_lock_all(assert, win, __builtin_return_address(0));
}

static int serve_Win_post(MPI_Group group, int assert, MPI_Win win, const void* caller) {
  const CallScope call(Function::Win_post, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(group)},
        {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_post(group, assert, win);
    if (result != pass_through) return result;
  }
  return call.pass(native().Win_post, group, assert, win);
}
STROBE_EXPORT int PMPI_Win_post(MPI_Group group, int assert, MPI_Win win) {
  return serve_Win_post(group, assert, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_post(MPI_Group group, int assert, MPI_Win win) {
  const auto tool = detail::linked_tool.Win_post;
  if (tool != nullptr) [[unlikely]] return tool(group, assert, win);
  return serve_Win_post(group, assert, win, __builtin_return_address(0));
}

static int serve_Win_start(MPI_Group group, int assert, MPI_Win win, const void* caller) {
  const CallScope call(Function::Win_start, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(group)},
        {ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_start(group, assert, win);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Win_start, group, assert, win);
}
STROBE_EXPORT int PMPI_Win_start(MPI_Group group, int assert, MPI_Win win) {
  return serve_Win_start(group, assert, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_start(MPI_Group group, int assert, MPI_Win win) {
  const auto tool = detail::linked_tool.Win_start;
  if (tool != nullptr) [[unlikely]] return tool(group, assert, win);
  return serve_Win_start(group, assert, win, __builtin_return_address(0));
}

static int serve_Win_sync(MPI_Win win, const void* caller) {
  const CallScope call(Function::Win_sync, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_sync(win);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Win_sync, win);
}
STROBE_EXPORT int PMPI_Win_sync(MPI_Win win) {
  return serve_Win_sync(win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_sync(MPI_Win win) {
  const auto tool = detail::linked_tool.Win_sync;
  if (tool != nullptr) [[unlikely]] return tool(win);
  return serve_Win_sync(win, __builtin_return_address(0));
}

static int serve_Win_test(MPI_Win win, int* flag, const void* caller) {
  const CallScope call(Function::Win_test, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_test(win, flag);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Win_test, win, flag);
}
STROBE_EXPORT int PMPI_Win_test(MPI_Win win, int* flag) {
  return serve_Win_test(win, flag, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_test(MPI_Win win, int* flag) {
  const auto tool = detail::linked_tool.Win_test;
  if (tool != nullptr) [[unlikely]] return tool(win, flag);
  return serve_Win_test(win, flag, __builtin_return_address(0));
}

static int serve_Win_unlock(int rank, MPI_Win win, const void* caller) {
  const CallScope call(Function::Win_unlock, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_unlock(rank, win);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Win_unlock, rank, win);
}
STROBE_EXPORT int PMPI_Win_unlock(int rank, MPI_Win win) {
  return serve_Win_unlock(rank, win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_unlock(int rank, MPI_Win win) {
  const auto tool = detail::linked_tool.Win_unlock;
  if (tool != nullptr) [[unlikely]] return tool(rank, win);
  return serve_Win_unlock(rank, win, __builtin_return_address(0));
}

static int serve_Win_unlock_all(MPI_Win win, const void* caller) {
  const CallScope call(Function::Win_unlock_all, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_unlock_all(win);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Win_unlock_all, win);
}
STROBE_EXPORT int PMPI_Win_unlock_all(MPI_Win win) {
  return serve_Win_unlock_all(win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_unlock_all(MPI_Win win) {
  const auto tool = detail::linked_tool.Win_unlock_all;
  if (tool != nullptr) [[unlikely]] return tool(win);
  return serve_Win_unlock_all(win, __builtin_return_address(0));
}

static int serve_Win_wait(MPI_Win win, const void* caller) {
  const CallScope call(Function::Win_wait, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) {
    const int result = handlers::win_wait(win);
    if (result != pass_through) return result;
  }
  return call.pass_blocking(native().Win_wait, win);
}
STROBE_EXPORT int PMPI_Win_wait(MPI_Win win) {
  return serve_Win_wait(win, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_wait(MPI_Win win) {
  const auto tool = detail::linked_tool.Win_wait;
  if (tool != nullptr) [[unlikely]] return tool(win);
  return serve_Win_wait(win, __builtin_return_address(0));
}

static int serve_File_iread(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iread, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass(native().File_iread, fh,
        buf, count, datatype, request)), request);
}
STROBE_EXPORT int PMPI_File_iread(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
  return serve_File_iread(fh, buf, count, datatype, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iread(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iread;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, request);
  return serve_File_iread(fh, buf, count, datatype, request, __builtin_return_address(0));
}

static int serve_File_iread_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iread_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass_large(
        native().File_iread_c, native().File_iread, no_arrays, fh, buf, count,
        datatype, request)), request);
}
STROBE_EXPORT int PMPI_File_iread_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iread_c(fh, buf, count, datatype, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iread_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iread_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, request);
  return serve_File_iread_c(fh, buf, count, datatype, request, __builtin_return_address(0));
}

static int serve_File_iread_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iread_all, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass(native().File_iread_all,
        fh, buf, count, datatype, request)), request);
}
STROBE_EXPORT int PMPI_File_iread_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
  return serve_File_iread_all(fh, buf, count, datatype, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iread_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iread_all;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, request);
  return serve_File_iread_all(fh, buf, count, datatype, request, __builtin_return_address(0));
}

static int serve_File_iread_all_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iread_all_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass_large(
        native().File_iread_all_c, native().File_iread_all, no_arrays, fh, buf, count,
        datatype, request)), request);
}
STROBE_EXPORT int PMPI_File_iread_all_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iread_all_c(fh, buf, count, datatype, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iread_all_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iread_all_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, request);
  return serve_File_iread_all_c(fh, buf, count, datatype, request, __builtin_return_address(0));
}

static int serve_File_iread_at(MPI_File fh, MPI_Offset offset, void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iread_at, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass(
        native().File_iread_at, fh, offset, buf, count, datatype, request), offset), request);
}
STROBE_EXPORT int PMPI_File_iread_at(MPI_File fh, MPI_Offset offset, void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iread_at(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iread_at(MPI_File fh, MPI_Offset offset, void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iread_at;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, request);
  return serve_File_iread_at(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}

static int serve_File_iread_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iread_at_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass_large(
        native().File_iread_at_c, native().File_iread_at, no_arrays, fh,
        offset, buf, count, datatype, request), offset), request);
}
STROBE_EXPORT int PMPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iread_at_c(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iread_at_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, request);
  return serve_File_iread_at_c(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}

static int serve_File_iread_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iread_at_all, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass(
        native().File_iread_at_all, fh, offset, buf, count, datatype, request), offset), request);
}
STROBE_EXPORT int PMPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iread_at_all(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iread_at_all;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, request);
  return serve_File_iread_at_all(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}

static int serve_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iread_at_all_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass_large(
        native().File_iread_at_all_c, native().File_iread_at_all, no_arrays,
        fh, offset, buf, count, datatype, request), offset), request);
}
STROBE_EXPORT int PMPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iread_at_all_c(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iread_at_all_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, request);
  return serve_File_iread_at_all_c(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}

static int serve_File_iread_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iread_shared, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass(
        native().File_iread_shared, fh, buf, count, datatype, request)), request);
}
STROBE_EXPORT int PMPI_File_iread_shared(MPI_File fh, void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iread_shared(fh, buf, count, datatype, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iread_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iread_shared;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, request);
  return serve_File_iread_shared(fh, buf, count, datatype, request, __builtin_return_address(0));
}

static int serve_File_iread_shared_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iread_shared_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass_large(
        native().File_iread_shared_c, native().File_iread_shared, no_arrays, fh, buf,
        count, datatype, request)), request);
}
STROBE_EXPORT int PMPI_File_iread_shared_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iread_shared_c(fh, buf, count, datatype, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iread_shared_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iread_shared_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, request);
  return serve_File_iread_shared_c(fh, buf, count, datatype, request, __builtin_return_address(0));
}

static int serve_File_iwrite(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iwrite, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass(native().File_iwrite, fh,
        buf, count, datatype, request)), request);
}
STROBE_EXPORT int PMPI_File_iwrite(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iwrite(fh, buf, count, datatype, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iwrite(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iwrite;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, request);
  return serve_File_iwrite(fh, buf, count, datatype, request, __builtin_return_address(0));
}

static int serve_File_iwrite_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iwrite_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass_large(
        native().File_iwrite_c, native().File_iwrite, no_arrays, fh, buf, count,
        datatype, request)), request);
}
STROBE_EXPORT int PMPI_File_iwrite_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iwrite_c(fh, buf, count, datatype, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iwrite_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iwrite_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, request);
  return serve_File_iwrite_c(fh, buf, count, datatype, request, __builtin_return_address(0));
}

static int serve_File_iwrite_all(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iwrite_all, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass(native().File_iwrite_all,
        fh, buf, count, datatype, request)), request);
}
STROBE_EXPORT int PMPI_File_iwrite_all(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iwrite_all(fh, buf, count, datatype, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iwrite_all(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iwrite_all;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, request);
  return serve_File_iwrite_all(fh, buf, count, datatype, request, __builtin_return_address(0));
}

static int serve_File_iwrite_all_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iwrite_all_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass_large(
        native().File_iwrite_all_c, native().File_iwrite_all, no_arrays, fh, buf,
        count, datatype, request)), request);
}
STROBE_EXPORT int PMPI_File_iwrite_all_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iwrite_all_c(fh, buf, count, datatype, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iwrite_all_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iwrite_all_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, request);
  return serve_File_iwrite_all_c(fh, buf, count, datatype, request, __builtin_return_address(0));
}

static int serve_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iwrite_at, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass(
        native().File_iwrite_at, fh, offset, buf, count, datatype, request), offset), request);
}
STROBE_EXPORT int PMPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iwrite_at(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iwrite_at;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, request);
  return serve_File_iwrite_at(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}

static int serve_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iwrite_at_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass_large(
        native().File_iwrite_at_c, native().File_iwrite_at, no_arrays, fh,
        offset, buf, count, datatype, request), offset), request);
}
STROBE_EXPORT int PMPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iwrite_at_c(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iwrite_at_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, request);
  return serve_File_iwrite_at_c(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}

static int serve_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iwrite_at_all, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass(
        native().File_iwrite_at_all, fh, offset, buf, count, datatype, request), offset), request);
}
STROBE_EXPORT int PMPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void* buf,
        int count, MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iwrite_at_all(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void* buf,
        int count, MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iwrite_at_all;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, request);
  return serve_File_iwrite_at_all(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}

static int serve_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iwrite_at_all_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass_large(
        native().File_iwrite_at_all_c, native().File_iwrite_at_all, no_arrays,
        fh, offset, buf, count, datatype, request), offset), request);
}
STROBE_EXPORT int PMPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iwrite_at_all_c(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iwrite_at_all_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, request);
  return serve_File_iwrite_at_all_c(fh, offset, buf, count, datatype, request,
        __builtin_return_address(0));
}

static int serve_File_iwrite_shared(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iwrite_shared, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass(
        native().File_iwrite_shared, fh, buf, count, datatype, request)), request);
}
STROBE_EXPORT int PMPI_File_iwrite_shared(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iwrite_shared(fh, buf, count, datatype, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iwrite_shared(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iwrite_shared;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, request);
  return serve_File_iwrite_shared(fh, buf, count, datatype, request, __builtin_return_address(0));
}

static int serve_File_iwrite_shared_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request, const void* caller) {
  const CallScope call(Function::File_iwrite_shared_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, noted_file_error(call, call.pass_large(
        native().File_iwrite_shared_c, native().File_iwrite_shared, no_arrays, fh, buf,
        count, datatype, request)), request);
}
STROBE_EXPORT int PMPI_File_iwrite_shared_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
  return serve_File_iwrite_shared_c(fh, buf, count, datatype, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_iwrite_shared_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
  const auto tool = detail::linked_tool.File_iwrite_shared_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, request);
  return serve_File_iwrite_shared_c(fh, buf, count, datatype, request, __builtin_return_address(0));
}

static int serve_File_read(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_read, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_file_error(call, call.pass_blocking(native().File_read, fh, buf, count, datatype,
        status));
}
STROBE_EXPORT int PMPI_File_read(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
  return serve_File_read(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_read(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_read_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_read_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_file_error(call, call.pass_large_blocking(native().File_read_c,
        native().File_read, no_arrays, fh, buf, count, datatype, status));
}
STROBE_EXPORT int PMPI_File_read_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_read_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_read_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_read_at(MPI_File fh, MPI_Offset offset, void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_read_at, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_file_error(call, call.pass_blocking(native().File_read_at, fh, offset,
        buf, count, datatype, status), offset);
}
STROBE_EXPORT int PMPI_File_read_at(MPI_File fh, MPI_Offset offset, void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_read_at(fh, offset, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_at(MPI_File fh, MPI_Offset offset, void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read_at;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, status);
  return serve_File_read_at(fh, offset, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_read_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_read_at_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_file_error(call, call.pass_large_blocking(native().File_read_at_c,
        native().File_read_at, no_arrays, fh, offset, buf, count, datatype, status), offset);
}
STROBE_EXPORT int PMPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_read_at_c(fh, offset, buf, count, datatype, status,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read_at_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, status);
  return serve_File_read_at_c(fh, offset, buf, count, datatype, status,
        __builtin_return_address(0));
}

static int serve_File_read_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_read_shared, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_file_error(call, call.pass_blocking(native().File_read_shared, fh, buf, count,
        datatype, status));
}
STROBE_EXPORT int PMPI_File_read_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
  return serve_File_read_shared(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read_shared;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_read_shared(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_read_shared_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_read_shared_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_file_error(call, call.pass_large_blocking(native().File_read_shared_c,
        native().File_read_shared, no_arrays, fh, buf, count, datatype, status));
}
STROBE_EXPORT int PMPI_File_read_shared_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_read_shared_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_shared_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read_shared_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_read_shared_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_write(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_write, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_file_error(call, call.pass_blocking(native().File_write, fh, buf, count, datatype,
        status));
}
STROBE_EXPORT int PMPI_File_write(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
  return serve_File_write(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_write(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_write_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_write_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_file_error(call, call.pass_large_blocking(native().File_write_c,
        native().File_write, no_arrays, fh, buf, count, datatype, status));
}
STROBE_EXPORT int PMPI_File_write_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_write_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_write_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_write_at(MPI_File fh, MPI_Offset offset, const void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_write_at, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_file_error(call, call.pass_blocking(native().File_write_at, fh, offset,
        buf, count, datatype, status), offset);
}
STROBE_EXPORT int PMPI_File_write_at(MPI_File fh, MPI_Offset offset, const void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_write_at(fh, offset, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_at(MPI_File fh, MPI_Offset offset, const void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write_at;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, status);
  return serve_File_write_at(fh, offset, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_write_at_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_write_at_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_file_error(call, call.pass_large_blocking(native().File_write_at_c,
        native().File_write_at, no_arrays, fh, offset, buf, count, datatype, status), offset);
}
STROBE_EXPORT int PMPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_write_at_c(fh, offset, buf, count, datatype, status,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write_at_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, status);
  return serve_File_write_at_c(fh, offset, buf, count, datatype, status,
        __builtin_return_address(0));
}

static int serve_File_write_shared(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_write_shared, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_file_error(call, call.pass_blocking(native().File_write_shared, fh, buf, count,
        datatype, status));
}
STROBE_EXPORT int PMPI_File_write_shared(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_write_shared(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_shared(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write_shared;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_write_shared(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_write_shared_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_write_shared_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_file_error(call, call.pass_large_blocking(native().File_write_shared_c,
        native().File_write_shared, no_arrays, fh, buf, count, datatype, status));
}
STROBE_EXPORT int PMPI_File_write_shared_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_write_shared_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_shared_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write_shared_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_write_shared_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_close(MPI_File* fh, const void* caller) {
  const CallScope call(Function::File_close, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_at(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectRelease object(ObjectKind::file, fh);
  if (call.is_application_call()) release_file(fh);
  return object.noted(noted_file_error(call, call.pass_blocking(native().File_close, fh)));
}
STROBE_EXPORT int PMPI_File_close(MPI_File* fh) {
  return serve_File_close(fh, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_close(MPI_File* fh) {
  const auto tool = detail::linked_tool.File_close;
  if (tool != nullptr) [[unlikely]] return tool(fh);
  return serve_File_close(fh, __builtin_return_address(0));
}

static int serve_File_open(MPI_Comm comm, const char* filename, int amode, MPI_Info info,
        MPI_File* fh, const void* caller) {
  const CallScope call(Function::File_open, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::file, fh);
  if (call.is_application_call()) synchronize_communicator(comm);
  const int result = noted_file_error(call, call.pass_blocking(native().File_open, comm,
        filename, amode, info, fh));
  if (call.is_application_call() && result == MPI_SUCCESS) register_file(comm, fh);
  return object.noted(result);
}
STROBE_EXPORT int PMPI_File_open(MPI_Comm comm, const char* filename, int amode, MPI_Info info,
        MPI_File* fh) {
  return serve_File_open(comm, filename, amode, info, fh, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_open(MPI_Comm comm, const char* filename, int amode, MPI_Info info,
        MPI_File* fh) {
  const auto tool = detail::linked_tool.File_open;
  if (tool != nullptr) [[unlikely]] return tool(comm, filename, amode, info, fh);
  return serve_File_open(comm, filename, amode, info, fh, __builtin_return_address(0));
}

static int serve_File_preallocate(MPI_File fh, MPI_Offset size, const void* caller) {
  const CallScope call(Function::File_preallocate, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_preallocate, fh, size));
}
STROBE_EXPORT int PMPI_File_preallocate(MPI_File fh, MPI_Offset size) {
  return serve_File_preallocate(fh, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_preallocate(MPI_File fh, MPI_Offset size) {
  const auto tool = detail::linked_tool.File_preallocate;
  if (tool != nullptr) [[unlikely]] return tool(fh, size);
  return serve_File_preallocate(fh, size, __builtin_return_address(0));
}

static int serve_File_read_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_read_all, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_read_all, fh, buf, count,
        datatype, status));
}
STROBE_EXPORT int PMPI_File_read_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
  return serve_File_read_all(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read_all;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_read_all(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_read_all_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_read_all_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_large_blocking(native().File_read_all_c,
        native().File_read_all, no_arrays, fh, buf, count, datatype, status));
}
STROBE_EXPORT int PMPI_File_read_all_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_read_all_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_all_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read_all_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_read_all_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_read_all_begin(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        const void* caller) {
  const CallScope call(Function::File_read_all_begin, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass(native().File_read_all_begin, fh, buf, count, datatype));
}
STROBE_EXPORT int PMPI_File_read_all_begin(MPI_File fh, void* buf, int count,
        MPI_Datatype datatype) {
  return serve_File_read_all_begin(fh, buf, count, datatype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_all_begin(MPI_File fh, void* buf, int count,
        MPI_Datatype datatype) {
  const auto tool = detail::linked_tool.File_read_all_begin;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype);
  return serve_File_read_all_begin(fh, buf, count, datatype, __builtin_return_address(0));
}

static int serve_File_read_all_begin_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, const void* caller) {
  const CallScope call(Function::File_read_all_begin_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_large(native().File_read_all_begin_c,
        native().File_read_all_begin, no_arrays, fh, buf, count, datatype));
}
STROBE_EXPORT int PMPI_File_read_all_begin_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype) {
  return serve_File_read_all_begin_c(fh, buf, count, datatype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_all_begin_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype) {
  const auto tool = detail::linked_tool.File_read_all_begin_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype);
  return serve_File_read_all_begin_c(fh, buf, count, datatype, __builtin_return_address(0));
}

static int serve_File_read_all_end(MPI_File fh, void* buf, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_read_all_end, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_read_all_end, fh, buf, status));
}
STROBE_EXPORT int PMPI_File_read_all_end(MPI_File fh, void* buf, MPI_Status* status) {
  return serve_File_read_all_end(fh, buf, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_all_end(MPI_File fh, void* buf, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read_all_end;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, status);
  return serve_File_read_all_end(fh, buf, status, __builtin_return_address(0));
}

static int serve_File_read_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_read_at_all, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_read_at_all, fh, offset,
        buf, count, datatype, status), offset);
}
STROBE_EXPORT int PMPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_read_at_all(fh, offset, buf, count, datatype, status,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read_at_all;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, status);
  return serve_File_read_at_all(fh, offset, buf, count, datatype, status,
        __builtin_return_address(0));
}

static int serve_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_read_at_all_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_large_blocking(native().File_read_at_all_c,
        native().File_read_at_all, no_arrays, fh, offset, buf, count, datatype, status), offset);
}
STROBE_EXPORT int PMPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_read_at_all_c(fh, offset, buf, count, datatype, status,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read_at_all_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, status);
  return serve_File_read_at_all_c(fh, offset, buf, count, datatype, status,
        __builtin_return_address(0));
}

static int serve_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void* buf, int count,
        MPI_Datatype datatype, const void* caller) {
  const CallScope call(Function::File_read_at_all_begin, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass(native().File_read_at_all_begin, fh, offset,
        buf, count, datatype), offset);
}
STROBE_EXPORT int PMPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void* buf,
        int count, MPI_Datatype datatype) {
  return serve_File_read_at_all_begin(fh, offset, buf, count, datatype,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void* buf,
        int count, MPI_Datatype datatype) {
  const auto tool = detail::linked_tool.File_read_at_all_begin;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype);
  return serve_File_read_at_all_begin(fh, offset, buf, count, datatype,
        __builtin_return_address(0));
}

static int serve_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void* buf,
        MPI_Count count, MPI_Datatype datatype, const void* caller) {
  const CallScope call(Function::File_read_at_all_begin_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_large(native().File_read_at_all_begin_c,
        native().File_read_at_all_begin, no_arrays, fh, offset, buf, count, datatype), offset);
}
STROBE_EXPORT int PMPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void* buf,
        MPI_Count count, MPI_Datatype datatype) {
  return serve_File_read_at_all_begin_c(fh, offset, buf, count, datatype,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void* buf,
        MPI_Count count, MPI_Datatype datatype) {
  const auto tool = detail::linked_tool.File_read_at_all_begin_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype);
  return serve_File_read_at_all_begin_c(fh, offset, buf, count, datatype,
        __builtin_return_address(0));
}

static int serve_File_read_at_all_end(MPI_File fh, void* buf, MPI_Status* status,
        const void* caller) {
  const CallScope call(Function::File_read_at_all_end, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_read_at_all_end, fh, buf, status));
}
STROBE_EXPORT int PMPI_File_read_at_all_end(MPI_File fh, void* buf, MPI_Status* status) {
  return serve_File_read_at_all_end(fh, buf, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_at_all_end(MPI_File fh, void* buf, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read_at_all_end;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, status);
  return serve_File_read_at_all_end(fh, buf, status, __builtin_return_address(0));
}

static int serve_File_read_ordered(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_read_ordered, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_read_ordered, fh, buf, count,
        datatype, status));
}
STROBE_EXPORT int PMPI_File_read_ordered(MPI_File fh, void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_read_ordered(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_ordered(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read_ordered;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_read_ordered(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_read_ordered_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_read_ordered_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_large_blocking(native().File_read_ordered_c,
        native().File_read_ordered, no_arrays, fh, buf, count, datatype, status));
}
STROBE_EXPORT int PMPI_File_read_ordered_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_read_ordered_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_ordered_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read_ordered_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_read_ordered_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_read_ordered_begin(MPI_File fh, void* buf, int count,
        MPI_Datatype datatype, const void* caller) {
  const CallScope call(Function::File_read_ordered_begin, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass(native().File_read_ordered_begin, fh, buf, count,
        datatype));
}
STROBE_EXPORT int PMPI_File_read_ordered_begin(MPI_File fh, void* buf, int count,
        MPI_Datatype datatype) {
  return serve_File_read_ordered_begin(fh, buf, count, datatype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_ordered_begin(MPI_File fh, void* buf, int count,
        MPI_Datatype datatype) {
  const auto tool = detail::linked_tool.File_read_ordered_begin;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype);
  return serve_File_read_ordered_begin(fh, buf, count, datatype, __builtin_return_address(0));
}

static int serve_File_read_ordered_begin_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype, const void* caller) {
  const CallScope call(Function::File_read_ordered_begin_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_large(native().File_read_ordered_begin_c,
        native().File_read_ordered_begin, no_arrays, fh, buf, count, datatype));
}
STROBE_EXPORT int PMPI_File_read_ordered_begin_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype) {
  return serve_File_read_ordered_begin_c(fh, buf, count, datatype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_ordered_begin_c(MPI_File fh, void* buf, MPI_Count count,
        MPI_Datatype datatype) {
  const auto tool = detail::linked_tool.File_read_ordered_begin_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype);
  return serve_File_read_ordered_begin_c(fh, buf, count, datatype, __builtin_return_address(0));
}

static int serve_File_read_ordered_end(MPI_File fh, void* buf, MPI_Status* status,
        const void* caller) {
  const CallScope call(Function::File_read_ordered_end, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_read_ordered_end, fh, buf,
        status));
}
STROBE_EXPORT int PMPI_File_read_ordered_end(MPI_File fh, void* buf, MPI_Status* status) {
  return serve_File_read_ordered_end(fh, buf, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_read_ordered_end(MPI_File fh, void* buf, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_read_ordered_end;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, status);
  return serve_File_read_ordered_end(fh, buf, status, __builtin_return_address(0));
}

static int serve_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence, const void* caller) {
  const CallScope call(Function::File_seek_shared, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_seek_shared, fh, offset, whence));
}
STROBE_EXPORT int PMPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) {
  return serve_File_seek_shared(fh, offset, whence, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) {
  const auto tool = detail::linked_tool.File_seek_shared;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, whence);
  return serve_File_seek_shared(fh, offset, whence, __builtin_return_address(0));
}

static int serve_File_set_atomicity(MPI_File fh, int flag, const void* caller) {
  const CallScope call(Function::File_set_atomicity, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_set_atomicity, fh, flag));
}
STROBE_EXPORT int PMPI_File_set_atomicity(MPI_File fh, int flag) {
  return serve_File_set_atomicity(fh, flag, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_set_atomicity(MPI_File fh, int flag) {
  const auto tool = detail::linked_tool.File_set_atomicity;
  if (tool != nullptr) [[unlikely]] return tool(fh, flag);
  return serve_File_set_atomicity(fh, flag, __builtin_return_address(0));
}

static int serve_File_set_info(MPI_File fh, MPI_Info info, const void* caller) {
  const CallScope call(Function::File_set_info, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_set_info, fh, info));
}
STROBE_EXPORT int PMPI_File_set_info(MPI_File fh, MPI_Info info) {
  return serve_File_set_info(fh, info, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_set_info(MPI_File fh, MPI_Info info) {
  const auto tool = detail::linked_tool.File_set_info;
  if (tool != nullptr) [[unlikely]] return tool(fh, info);
  return serve_File_set_info(fh, info, __builtin_return_address(0));
}

static int serve_File_set_size(MPI_File fh, MPI_Offset size, const void* caller) {
  const CallScope call(Function::File_set_size, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_set_size, fh, size));
}
STROBE_EXPORT int PMPI_File_set_size(MPI_File fh, MPI_Offset size) {
  return serve_File_set_size(fh, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_set_size(MPI_File fh, MPI_Offset size) {
  const auto tool = detail::linked_tool.File_set_size;
  if (tool != nullptr) [[unlikely]] return tool(fh, size);
  return serve_File_set_size(fh, size, __builtin_return_address(0));
}

static int serve_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype,
        MPI_Datatype filetype, const char* datarep, MPI_Info info, const void* caller) {
  const CallScope call(Function::File_set_view, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(etype)}, {ObjectKind::datatype, bits_of(filetype)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_set_view, fh, disp, etype,
        filetype, datarep, info));
}
STROBE_EXPORT int PMPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype,
        MPI_Datatype filetype, const char* datarep, MPI_Info info) {
  return serve_File_set_view(fh, disp, etype, filetype, datarep, info, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype,
        MPI_Datatype filetype, const char* datarep, MPI_Info info) {
  const auto tool = detail::linked_tool.File_set_view;
  if (tool != nullptr) [[unlikely]] return tool(fh, disp, etype, filetype, datarep, info);
  return serve_File_set_view(fh, disp, etype, filetype, datarep, info, __builtin_return_address(0));
}

static int serve_File_sync(MPI_File fh, const void* caller) {
  const CallScope call(Function::File_sync, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_sync, fh));
}
STROBE_EXPORT int PMPI_File_sync(MPI_File fh) {
  return serve_File_sync(fh, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_sync(MPI_File fh) {
  const auto tool = detail::linked_tool.File_sync;
  if (tool != nullptr) [[unlikely]] return tool(fh);
  return serve_File_sync(fh, __builtin_return_address(0));
}

static int serve_File_write_all(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_write_all, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_write_all, fh, buf, count,
        datatype, status));
}
STROBE_EXPORT int PMPI_File_write_all(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_write_all(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_all(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write_all;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_write_all(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_write_all_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_write_all_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_large_blocking(native().File_write_all_c,
        native().File_write_all, no_arrays, fh, buf, count, datatype, status));
}
STROBE_EXPORT int PMPI_File_write_all_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_write_all_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_all_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write_all_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_write_all_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_write_all_begin(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, const void* caller) {
  const CallScope call(Function::File_write_all_begin, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass(native().File_write_all_begin, fh, buf, count, datatype));
}
STROBE_EXPORT int PMPI_File_write_all_begin(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype) {
  return serve_File_write_all_begin(fh, buf, count, datatype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_all_begin(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype) {
  const auto tool = detail::linked_tool.File_write_all_begin;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype);
  return serve_File_write_all_begin(fh, buf, count, datatype, __builtin_return_address(0));
}

static int serve_File_write_all_begin_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, const void* caller) {
  const CallScope call(Function::File_write_all_begin_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_large(native().File_write_all_begin_c,
        native().File_write_all_begin, no_arrays, fh, buf, count, datatype));
}
STROBE_EXPORT int PMPI_File_write_all_begin_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype) {
  return serve_File_write_all_begin_c(fh, buf, count, datatype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_all_begin_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype) {
  const auto tool = detail::linked_tool.File_write_all_begin_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype);
  return serve_File_write_all_begin_c(fh, buf, count, datatype, __builtin_return_address(0));
}

static int serve_File_write_all_end(MPI_File fh, const void* buf, MPI_Status* status,
        const void* caller) {
  const CallScope call(Function::File_write_all_end, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_write_all_end, fh, buf, status));
}
STROBE_EXPORT int PMPI_File_write_all_end(MPI_File fh, const void* buf, MPI_Status* status) {
  return serve_File_write_all_end(fh, buf, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_all_end(MPI_File fh, const void* buf, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write_all_end;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, status);
  return serve_File_write_all_end(fh, buf, status, __builtin_return_address(0));
}

static int serve_File_write_at_all(MPI_File fh, MPI_Offset offset, const void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_write_at_all, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_write_at_all, fh,
        offset, buf, count, datatype, status), offset);
}
STROBE_EXPORT int PMPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void* buf,
        int count, MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_write_at_all(fh, offset, buf, count, datatype, status,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void* buf,
        int count, MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write_at_all;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, status);
  return serve_File_write_at_all(fh, offset, buf, count, datatype, status,
        __builtin_return_address(0));
}

static int serve_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_write_at_all_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_large_blocking(native().File_write_at_all_c,
        native().File_write_at_all, no_arrays, fh, offset, buf, count, datatype, status), offset);
}
STROBE_EXPORT int PMPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_write_at_all_c(fh, offset, buf, count, datatype, status,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write_at_all_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype, status);
  return serve_File_write_at_all_c(fh, offset, buf, count, datatype, status,
        __builtin_return_address(0));
}

static int serve_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void* buf,
        int count, MPI_Datatype datatype, const void* caller) {
  const CallScope call(Function::File_write_at_all_begin, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass(native().File_write_at_all_begin, fh, offset,
        buf, count, datatype), offset);
}
STROBE_EXPORT int PMPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void* buf,
        int count, MPI_Datatype datatype) {
  return serve_File_write_at_all_begin(fh, offset, buf, count, datatype,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void* buf,
        int count, MPI_Datatype datatype) {
  const auto tool = detail::linked_tool.File_write_at_all_begin;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype);
  return serve_File_write_at_all_begin(fh, offset, buf, count, datatype,
        __builtin_return_address(0));
}

static int serve_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype, const void* caller) {
  const CallScope call(Function::File_write_at_all_begin_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_large(native().File_write_at_all_begin_c,
        native().File_write_at_all_begin, no_arrays, fh, offset, buf, count, datatype), offset);
}
STROBE_EXPORT int PMPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype) {
  return serve_File_write_at_all_begin_c(fh, offset, buf, count, datatype,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void* buf,
        MPI_Count count, MPI_Datatype datatype) {
  const auto tool = detail::linked_tool.File_write_at_all_begin_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, buf, count, datatype);
  return serve_File_write_at_all_begin_c(fh, offset, buf, count, datatype,
        __builtin_return_address(0));
}

static int serve_File_write_at_all_end(MPI_File fh, const void* buf, MPI_Status* status,
        const void* caller) {
  const CallScope call(Function::File_write_at_all_end, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_write_at_all_end, fh, buf,
        status));
}
STROBE_EXPORT int PMPI_File_write_at_all_end(MPI_File fh, const void* buf, MPI_Status* status) {
  return serve_File_write_at_all_end(fh, buf, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_at_all_end(MPI_File fh, const void* buf, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write_at_all_end;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, status);
  return serve_File_write_at_all_end(fh, buf, status, __builtin_return_address(0));
}

static int serve_File_write_ordered(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_write_ordered, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_write_ordered, fh, buf, count,
        datatype, status));
}
STROBE_EXPORT int PMPI_File_write_ordered(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_write_ordered(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_ordered(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write_ordered;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_write_ordered(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_write_ordered_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status, const void* caller) {
  const CallScope call(Function::File_write_ordered_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_large_blocking(native().File_write_ordered_c,
        native().File_write_ordered, no_arrays, fh, buf, count, datatype, status));
}
STROBE_EXPORT int PMPI_File_write_ordered_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  return serve_File_write_ordered_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_ordered_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write_ordered_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype, status);
  return serve_File_write_ordered_c(fh, buf, count, datatype, status, __builtin_return_address(0));
}

static int serve_File_write_ordered_begin(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype, const void* caller) {
  const CallScope call(Function::File_write_ordered_begin, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass(native().File_write_ordered_begin, fh, buf, count,
        datatype));
}
STROBE_EXPORT int PMPI_File_write_ordered_begin(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype) {
  return serve_File_write_ordered_begin(fh, buf, count, datatype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_ordered_begin(MPI_File fh, const void* buf, int count,
        MPI_Datatype datatype) {
  const auto tool = detail::linked_tool.File_write_ordered_begin;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype);
  return serve_File_write_ordered_begin(fh, buf, count, datatype, __builtin_return_address(0));
}

static int serve_File_write_ordered_begin_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype, const void* caller) {
  const CallScope call(Function::File_write_ordered_begin_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_large(native().File_write_ordered_begin_c,
        native().File_write_ordered_begin, no_arrays, fh, buf, count, datatype));
}
STROBE_EXPORT int PMPI_File_write_ordered_begin_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype) {
  return serve_File_write_ordered_begin_c(fh, buf, count, datatype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_ordered_begin_c(MPI_File fh, const void* buf, MPI_Count count,
        MPI_Datatype datatype) {
  const auto tool = detail::linked_tool.File_write_ordered_begin_c;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, count, datatype);
  return serve_File_write_ordered_begin_c(fh, buf, count, datatype, __builtin_return_address(0));
}

static int serve_File_write_ordered_end(MPI_File fh, const void* buf, MPI_Status* status,
        const void* caller) {
  const CallScope call(Function::File_write_ordered_end, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (call.is_application_call()) synchronize_file(fh);
  return noted_file_error(call, call.pass_blocking(native().File_write_ordered_end, fh, buf,
        status));
}
STROBE_EXPORT int PMPI_File_write_ordered_end(MPI_File fh, const void* buf, MPI_Status* status) {
  return serve_File_write_ordered_end(fh, buf, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_write_ordered_end(MPI_File fh, const void* buf, MPI_Status* status) {
  const auto tool = detail::linked_tool.File_write_ordered_end;
  if (tool != nullptr) [[unlikely]] return tool(fh, buf, status);
  return serve_File_write_ordered_end(fh, buf, status, __builtin_return_address(0));
}

static int serve_Comm_join(int fd, MPI_Comm* intercomm, const void* caller) {
  const CallScope call(Function::Comm_join, caller);
  const ObjectCreation object(ObjectKind::communicator, intercomm);
  return object.noted(call.pass_blocking(native().Comm_join, fd, intercomm));
}
STROBE_EXPORT int PMPI_Comm_join(int fd, MPI_Comm* intercomm) {
  return serve_Comm_join(fd, intercomm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_join(int fd, MPI_Comm* intercomm) {
  const auto tool = detail::linked_tool.Comm_join;
  if (tool != nullptr) [[unlikely]] return tool(fd, intercomm);
  return serve_Comm_join(fd, intercomm, __builtin_return_address(0));
}

static int serve_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
        int remote_leader, int tag, MPI_Comm* newintercomm, const void* caller) {
  const CallScope call(Function::Intercomm_create, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(local_comm)},
        {ObjectKind::communicator, bits_of(peer_comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, newintercomm);
  if (call.is_application_call()) {
    const int result = handlers::intercomm_create(local_comm, local_leader, peer_comm,
        remote_leader, tag, newintercomm);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Intercomm_create, local_comm, local_leader,
        peer_comm, remote_leader, tag, newintercomm));
}
STROBE_EXPORT int PMPI_Intercomm_create(MPI_Comm local_comm, int local_leader,
        MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm* newintercomm) {
  return serve_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag,
        newintercomm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
        int remote_leader, int tag, MPI_Comm* newintercomm) {
  const auto tool = detail::linked_tool.Intercomm_create;
  if (tool != nullptr) [[unlikely]] return tool(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm);
  return serve_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag,
        newintercomm, __builtin_return_address(0));
}

#if defined(MPI_SESSION_NULL)
static int serve_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
        MPI_Group remote_group, int remote_leader, const char* stringtag, MPI_Info info,
        MPI_Errhandler errhandler, MPI_Comm* newintercomm, const void* caller) {
  const CallScope call(Function::Intercomm_create_from_groups, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(local_group)},
        {ObjectKind::group, bits_of(remote_group)}, {ObjectKind::info, bits_of(info)},
        {ObjectKind::error_handler, bits_of(errhandler)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, newintercomm);
  if (call.is_application_call()) {
    const int result = handlers::intercomm_create_from_groups(local_group, local_leader,
        remote_group, remote_leader, stringtag, info, errhandler, newintercomm);
    if (result != pass_through) return object.noted(result);
  }
  return object.noted(call.pass_blocking(native().Intercomm_create_from_groups, local_group,
        local_leader, remote_group, remote_leader, stringtag, info, errhandler, newintercomm));
}
STROBE_EXPORT int PMPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
        MPI_Group remote_group, int remote_leader, const char* stringtag, MPI_Info info,
        MPI_Errhandler errhandler, MPI_Comm* newintercomm) {
  return serve_Intercomm_create_from_groups(local_group, local_leader, remote_group,
        remote_leader, stringtag, info, errhandler, newintercomm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
        MPI_Group remote_group, int remote_leader, const char* stringtag, MPI_Info info,
        MPI_Errhandler errhandler, MPI_Comm* newintercomm) {
  const auto tool = detail::linked_tool.Intercomm_create_from_groups;
  if (tool != nullptr) [[unlikely]] return tool(local_group, local_leader, remote_group, remote_leader, stringtag, info, errhandler, newintercomm);
  return serve_Intercomm_create_from_groups(local_group, local_leader, remote_group,
        remote_leader, stringtag, info, errhandler, newintercomm, __builtin_return_address(0));
}
#endif

static int serve_Comm_spawn(const char* command, char* argv[], int maxprocs, MPI_Info info,
        int root, MPI_Comm comm, MPI_Comm* intercomm, int array_of_errcodes[], const void* caller) {
  const CallScope call(Function::Comm_spawn, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, intercomm);
  if (call.is_application_call()) synchronize_communicator(comm);
  return object.noted(call.pass_blocking(native().Comm_spawn, command, argv, maxprocs, info,
        root, comm, intercomm, array_of_errcodes));
}
STROBE_EXPORT int PMPI_Comm_spawn(const char* command, char* argv[], int maxprocs, MPI_Info info,
        int root, MPI_Comm comm, MPI_Comm* intercomm, int array_of_errcodes[]) {
  return serve_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_spawn(const char* command, char* argv[], int maxprocs, MPI_Info info,
        int root, MPI_Comm comm, MPI_Comm* intercomm, int array_of_errcodes[]) {
  const auto tool = detail::linked_tool.Comm_spawn;
  if (tool != nullptr) [[unlikely]] return tool(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes);
  return serve_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes,
        __builtin_return_address(0));
}

static int serve_Comm_spawn_multiple(int count, char* array_of_commands[],
        char** array_of_argv[], const int array_of_maxprocs[], const MPI_Info array_of_info[],
        int root, MPI_Comm comm, MPI_Comm* intercomm, int array_of_errcodes[], const void* caller) {
  const CallScope call(Function::Comm_spawn_multiple, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, intercomm);
  if (call.is_application_call()) synchronize_communicator(comm);
  return object.noted(call.pass_blocking(native().Comm_spawn_multiple, count, array_of_commands,
        array_of_argv, array_of_maxprocs, array_of_info, root, comm, intercomm, array_of_errcodes));
}
STROBE_EXPORT int PMPI_Comm_spawn_multiple(int count, char* array_of_commands[],
        char** array_of_argv[], const int array_of_maxprocs[], const MPI_Info array_of_info[],
        int root, MPI_Comm comm, MPI_Comm* intercomm, int array_of_errcodes[]) {
  return serve_Comm_spawn_multiple(count, array_of_commands, array_of_argv, array_of_maxprocs,
        array_of_info, root, comm, intercomm, array_of_errcodes, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_spawn_multiple(int count, char* array_of_commands[],
        char** array_of_argv[], const int array_of_maxprocs[], const MPI_Info array_of_info[],
        int root, MPI_Comm comm, MPI_Comm* intercomm, int array_of_errcodes[]) {
  const auto tool = detail::linked_tool.Comm_spawn_multiple;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, comm, intercomm, array_of_errcodes);
  return serve_Comm_spawn_multiple(count, array_of_commands, array_of_argv, array_of_maxprocs,
        array_of_info, root, comm, intercomm, array_of_errcodes, __builtin_return_address(0));
}

static int serve_Comm_connect(const char* port_name, MPI_Info info, int root, MPI_Comm comm,
        MPI_Comm* newcomm, const void* caller) {
  const CallScope call(Function::Comm_connect, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, newcomm);
  if (call.is_application_call()) synchronize_communicator(comm);
  return object.noted(call.pass_blocking(native().Comm_connect, port_name, info, root, comm,
        newcomm));
}
STROBE_EXPORT int PMPI_Comm_connect(const char* port_name, MPI_Info info, int root,
        MPI_Comm comm, MPI_Comm* newcomm) {
  return serve_Comm_connect(port_name, info, root, comm, newcomm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_connect(const char* port_name, MPI_Info info, int root, MPI_Comm comm,
        MPI_Comm* newcomm) {
  const auto tool = detail::linked_tool.Comm_connect;
  if (tool != nullptr) [[unlikely]] return tool(port_name, info, root, comm, newcomm);
  return serve_Comm_connect(port_name, info, root, comm, newcomm, __builtin_return_address(0));
}

static int serve_Comm_accept(const char* port_name, MPI_Info info, int root, MPI_Comm comm,
        MPI_Comm* newcomm, const void* caller) {
  const CallScope call(Function::Comm_accept, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, newcomm);
  if (call.is_application_call()) synchronize_communicator(comm);
  return object.noted(call.pass_blocking(native().Comm_accept, port_name, info, root, comm,
        newcomm));
}
STROBE_EXPORT int PMPI_Comm_accept(const char* port_name, MPI_Info info, int root, MPI_Comm comm,
        MPI_Comm* newcomm) {
  return serve_Comm_accept(port_name, info, root, comm, newcomm, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_accept(const char* port_name, MPI_Info info, int root, MPI_Comm comm,
        MPI_Comm* newcomm) {
  const auto tool = detail::linked_tool.Comm_accept;
  if (tool != nullptr) [[unlikely]] return tool(port_name, info, root, comm, newcomm);
  return serve_Comm_accept(port_name, info, root, comm, newcomm, __builtin_return_address(0));
}

static int serve_Abi_get_fortran_info(MPI_Info* info, const void* caller) {
  if (is_unfollowed(native().Abi_get_fortran_info)) [[likely]]
    return native().Abi_get_fortran_info(info);
  const CallScope call(Function::Abi_get_fortran_info, caller);
  const ObjectCreation object(ObjectKind::info, info);
  return object.noted(call.pass(native().Abi_get_fortran_info, info));
}
STROBE_EXPORT int PMPI_Abi_get_fortran_info(MPI_Info* info) {
  return serve_Abi_get_fortran_info(info, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Abi_get_fortran_info(MPI_Info* info) {
  const auto tool = detail::linked_tool.Abi_get_fortran_info;
  if (tool != nullptr) [[unlikely]] return tool(info);
  return serve_Abi_get_fortran_info(info, __builtin_return_address(0));
}

static int serve_Abi_get_info(MPI_Info* info, const void* caller) {
  if (is_unfollowed(native().Abi_get_info)) [[likely]]
    return native().Abi_get_info(info);
  const CallScope call(Function::Abi_get_info, caller);
  const ObjectCreation object(ObjectKind::info, info);
  return object.noted(call.pass(native().Abi_get_info, info));
}
STROBE_EXPORT int PMPI_Abi_get_info(MPI_Info* info) {
  return serve_Abi_get_info(info, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Abi_get_info(MPI_Info* info) {
  const auto tool = detail::linked_tool.Abi_get_info;
  if (tool != nullptr) [[unlikely]] return tool(info);
  return serve_Abi_get_info(info, __builtin_return_address(0));
}

static int serve_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[],
        const void* caller) {
  if (is_unfollowed(native().Cart_coords)) [[likely]]
    return native().Cart_coords(comm, rank, maxdims, coords);
  const CallScope call(Function::Cart_coords, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Cart_coords, comm, rank, maxdims, coords);
}
STROBE_EXPORT int PMPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) {
  return serve_Cart_coords(comm, rank, maxdims, coords, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) {
  const auto tool = detail::linked_tool.Cart_coords;
  if (tool != nullptr) [[unlikely]] return tool(comm, rank, maxdims, coords);
  return serve_Cart_coords(comm, rank, maxdims, coords, __builtin_return_address(0));
}

static int serve_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[],
        const void* caller) {
  if (is_unfollowed(native().Cart_get)) [[likely]]
    return native().Cart_get(comm, maxdims, dims, periods, coords);
  const CallScope call(Function::Cart_get, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Cart_get, comm, maxdims, dims, periods, coords);
}
STROBE_EXPORT int PMPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[],
        int coords[]) {
  return serve_Cart_get(comm, maxdims, dims, periods, coords, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[],
        int coords[]) {
  const auto tool = detail::linked_tool.Cart_get;
  if (tool != nullptr) [[unlikely]] return tool(comm, maxdims, dims, periods, coords);
  return serve_Cart_get(comm, maxdims, dims, periods, coords, __builtin_return_address(0));
}

static int serve_Cart_rank(MPI_Comm comm, const int coords[], int* rank, const void* caller) {
  if (is_unfollowed(native().Cart_rank)) [[likely]]
    return native().Cart_rank(comm, coords, rank);
  const CallScope call(Function::Cart_rank, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Cart_rank, comm, coords, rank);
}
STROBE_EXPORT int PMPI_Cart_rank(MPI_Comm comm, const int coords[], int* rank) {
  return serve_Cart_rank(comm, coords, rank, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Cart_rank(MPI_Comm comm, const int coords[], int* rank) {
  const auto tool = detail::linked_tool.Cart_rank;
  if (tool != nullptr) [[unlikely]] return tool(comm, coords, rank);
  return serve_Cart_rank(comm, coords, rank, __builtin_return_address(0));
}

static int serve_Cart_shift(MPI_Comm comm, int direction, int disp, int* rank_source,
        int* rank_dest, const void* caller) {
  if (is_unfollowed(native().Cart_shift)) [[likely]]
    return native().Cart_shift(comm, direction, disp, rank_source, rank_dest);
  const CallScope call(Function::Cart_shift, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Cart_shift, comm, direction, disp, rank_source, rank_dest);
}
STROBE_EXPORT int PMPI_Cart_shift(MPI_Comm comm, int direction, int disp, int* rank_source,
        int* rank_dest) {
  return serve_Cart_shift(comm, direction, disp, rank_source, rank_dest,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int* rank_source,
        int* rank_dest) {
  const auto tool = detail::linked_tool.Cart_shift;
  if (tool != nullptr) [[unlikely]] return tool(comm, direction, disp, rank_source, rank_dest);
  return serve_Cart_shift(comm, direction, disp, rank_source, rank_dest,
        __builtin_return_address(0));
}

static int serve_Cartdim_get(MPI_Comm comm, int* ndims, const void* caller) {
  if (is_unfollowed(native().Cartdim_get)) [[likely]]
    return native().Cartdim_get(comm, ndims);
  const CallScope call(Function::Cartdim_get, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Cartdim_get, comm, ndims);
}
STROBE_EXPORT int PMPI_Cartdim_get(MPI_Comm comm, int* ndims) {
  return serve_Cartdim_get(comm, ndims, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Cartdim_get(MPI_Comm comm, int* ndims) {
  const auto tool = detail::linked_tool.Cartdim_get;
  if (tool != nullptr) [[unlikely]] return tool(comm, ndims);
  return serve_Cartdim_get(comm, ndims, __builtin_return_address(0));
}

static int serve_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int* result, const void* caller) {
  if (is_unfollowed(native().Comm_compare)) [[likely]]
    return native().Comm_compare(comm1, comm2, result);
  const CallScope call(Function::Comm_compare, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm1)},
        {ObjectKind::communicator, bits_of(comm2)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Comm_compare, comm1, comm2, result);
}
STROBE_EXPORT int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int* result) {
  return serve_Comm_compare(comm1, comm2, result, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int* result) {
  const auto tool = detail::linked_tool.Comm_compare;
  if (tool != nullptr) [[unlikely]] return tool(comm1, comm2, result);
  return serve_Comm_compare(comm1, comm2, result, __builtin_return_address(0));
}

static int serve_Comm_create_errhandler(MPI_Comm_errhandler_function* comm_errhandler_fn,
        MPI_Errhandler* errhandler, const void* caller) {
  if (is_unfollowed(native().Comm_create_errhandler)) [[likely]]
    return native().Comm_create_errhandler(comm_errhandler_fn, errhandler);
  const CallScope call(Function::Comm_create_errhandler, caller);
  const ObjectCreation object(ObjectKind::error_handler, errhandler);
  return object.noted(call.pass(native().Comm_create_errhandler, comm_errhandler_fn, errhandler));
}
STROBE_EXPORT int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function* comm_errhandler_fn,
        MPI_Errhandler* errhandler) {
  return serve_Comm_create_errhandler(comm_errhandler_fn, errhandler, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function* comm_errhandler_fn,
        MPI_Errhandler* errhandler) {
  const auto tool = detail::linked_tool.Comm_create_errhandler;
  if (tool != nullptr) [[unlikely]] return tool(comm_errhandler_fn, errhandler);
  return serve_Comm_create_errhandler(comm_errhandler_fn, errhandler, __builtin_return_address(0));
}

static int serve_Comm_create_keyval(MPI_Comm_copy_attr_function* comm_copy_attr_fn,
        MPI_Comm_delete_attr_function* comm_delete_attr_fn, int* comm_keyval, void* extra_state,
        const void* caller) {
  if (is_unfollowed(native().Comm_create_keyval)) [[likely]]
    return native().Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval,
        extra_state);
  const CallScope call(Function::Comm_create_keyval, caller);
  const ObjectCreation object(ObjectKind::attribute_key, comm_keyval);
  return object.noted(call.pass(native().Comm_create_keyval, comm_copy_attr_fn,
        comm_delete_attr_fn, comm_keyval, extra_state));
}
STROBE_EXPORT int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function* comm_copy_attr_fn,
        MPI_Comm_delete_attr_function* comm_delete_attr_fn, int* comm_keyval, void* extra_state) {
  return serve_Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval,
        extra_state, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function* comm_copy_attr_fn,
        MPI_Comm_delete_attr_function* comm_delete_attr_fn, int* comm_keyval, void* extra_state) {
  const auto tool = detail::linked_tool.Comm_create_keyval;
  if (tool != nullptr) [[unlikely]] return tool(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state);
  return serve_Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval,
        extra_state, __builtin_return_address(0));
}

static int serve_Comm_free_keyval(int* comm_keyval, const void* caller) {
  if (is_unfollowed(native().Comm_free_keyval)) [[likely]]
    return native().Comm_free_keyval(comm_keyval);
  const CallScope call(Function::Comm_free_keyval, caller);
  const int refused = refuse_freed(call, {{ObjectKind::attribute_key, bits_at(comm_keyval)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectRelease object(ObjectKind::attribute_key, comm_keyval);
  return object.noted(call.pass(native().Comm_free_keyval, comm_keyval));
}
STROBE_EXPORT int PMPI_Comm_free_keyval(int* comm_keyval) {
  return serve_Comm_free_keyval(comm_keyval, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_free_keyval(int* comm_keyval) {
  const auto tool = detail::linked_tool.Comm_free_keyval;
  if (tool != nullptr) [[unlikely]] return tool(comm_keyval);
  return serve_Comm_free_keyval(comm_keyval, __builtin_return_address(0));
}

static int serve_Comm_get_attr(MPI_Comm comm, int comm_keyval, void* attribute_val, int* flag,
        const void* caller) {
  if (is_unfollowed(native().Comm_get_attr)) [[likely]]
    return native().Comm_get_attr(comm, comm_keyval, attribute_val, flag);
  const CallScope call(Function::Comm_get_attr, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Comm_get_attr, comm, comm_keyval, attribute_val, flag);
}
STROBE_EXPORT int PMPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void* attribute_val,
        int* flag) {
  return serve_Comm_get_attr(comm, comm_keyval, attribute_val, flag, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void* attribute_val,
        int* flag) {
  const auto tool = detail::linked_tool.Comm_get_attr;
  if (tool != nullptr) [[unlikely]] return tool(comm, comm_keyval, attribute_val, flag);
  return serve_Comm_get_attr(comm, comm_keyval, attribute_val, flag, __builtin_return_address(0));
}

static int serve_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler* errhandler,
        const void* caller) {
  if (is_unfollowed(native().Comm_get_errhandler)) [[likely]]
    return native().Comm_get_errhandler(comm, errhandler);
  const CallScope call(Function::Comm_get_errhandler, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::error_handler, errhandler, Owner::mpi);
  return object.noted(call.pass(native().Comm_get_errhandler, comm, errhandler));
}
STROBE_EXPORT int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler* errhandler) {
  return serve_Comm_get_errhandler(comm, errhandler, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler* errhandler) {
  const auto tool = detail::linked_tool.Comm_get_errhandler;
  if (tool != nullptr) [[unlikely]] return tool(comm, errhandler);
  return serve_Comm_get_errhandler(comm, errhandler, __builtin_return_address(0));
}

static int serve_Comm_get_info(MPI_Comm comm, MPI_Info* info_used, const void* caller) {
  if (is_unfollowed(native().Comm_get_info)) [[likely]]
    return native().Comm_get_info(comm, info_used);
  const CallScope call(Function::Comm_get_info, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::info, info_used);
  return object.noted(call.pass(native().Comm_get_info, comm, info_used));
}
STROBE_EXPORT int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info* info_used) {
  return serve_Comm_get_info(comm, info_used, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_get_info(MPI_Comm comm, MPI_Info* info_used) {
  const auto tool = detail::linked_tool.Comm_get_info;
  if (tool != nullptr) [[unlikely]] return tool(comm, info_used);
  return serve_Comm_get_info(comm, info_used, __builtin_return_address(0));
}

static int serve_Comm_get_name(MPI_Comm comm, char* comm_name, int* resultlen, const void* caller) {
  if (is_unfollowed(native().Comm_get_name)) [[likely]]
    return native().Comm_get_name(comm, comm_name, resultlen);
  const CallScope call(Function::Comm_get_name, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Comm_get_name, comm, comm_name, resultlen);
}
STROBE_EXPORT int PMPI_Comm_get_name(MPI_Comm comm, char* comm_name, int* resultlen) {
  return serve_Comm_get_name(comm, comm_name, resultlen, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_get_name(MPI_Comm comm, char* comm_name, int* resultlen) {
  const auto tool = detail::linked_tool.Comm_get_name;
  if (tool != nullptr) [[unlikely]] return tool(comm, comm_name, resultlen);
  return serve_Comm_get_name(comm, comm_name, resultlen, __builtin_return_address(0));
}

static int serve_Comm_get_parent(MPI_Comm* parent, const void* caller) {
  if (is_unfollowed(native().Comm_get_parent)) [[likely]]
    return native().Comm_get_parent(parent);
  const CallScope call(Function::Comm_get_parent, caller);
  const ObjectCreation object(ObjectKind::communicator, parent, Owner::mpi);
  return object.noted(call.pass(native().Comm_get_parent, parent));
}
STROBE_EXPORT int PMPI_Comm_get_parent(MPI_Comm* parent) {
  return serve_Comm_get_parent(parent, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_get_parent(MPI_Comm* parent) {
  const auto tool = detail::linked_tool.Comm_get_parent;
  if (tool != nullptr) [[unlikely]] return tool(parent);
  return serve_Comm_get_parent(parent, __builtin_return_address(0));
}

static int serve_Comm_group(MPI_Comm comm, MPI_Group* group, const void* caller) {
  if (is_unfollowed(native().Comm_group)) [[likely]]
    return native().Comm_group(comm, group);
  const CallScope call(Function::Comm_group, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::group, group);
  return object.noted(call.pass(native().Comm_group, comm, group));
}
STROBE_EXPORT int PMPI_Comm_group(MPI_Comm comm, MPI_Group* group) {
  return serve_Comm_group(comm, group, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_group(MPI_Comm comm, MPI_Group* group) {
  const auto tool = detail::linked_tool.Comm_group;
  if (tool != nullptr) [[unlikely]] return tool(comm, group);
  return serve_Comm_group(comm, group, __builtin_return_address(0));
}

static int serve_Comm_rank(MPI_Comm comm, int* rank, const void* caller) {
  if (is_unfollowed(native().Comm_rank)) [[likely]]
    return native().Comm_rank(comm, rank);
  const CallScope call(Function::Comm_rank, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Comm_rank, comm, rank);
}
STROBE_EXPORT int PMPI_Comm_rank(MPI_Comm comm, int* rank) {
  return serve_Comm_rank(comm, rank, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_rank(MPI_Comm comm, int* rank) {
  const auto tool = detail::linked_tool.Comm_rank;
  if (tool != nullptr) [[unlikely]] return tool(comm, rank);
  return serve_Comm_rank(comm, rank, __builtin_return_address(0));
}

static int serve_Comm_remote_group(MPI_Comm comm, MPI_Group* group, const void* caller) {
  if (is_unfollowed(native().Comm_remote_group)) [[likely]]
    return native().Comm_remote_group(comm, group);
  const CallScope call(Function::Comm_remote_group, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::group, group);
  return object.noted(call.pass(native().Comm_remote_group, comm, group));
}
STROBE_EXPORT int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group* group) {
  return serve_Comm_remote_group(comm, group, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group* group) {
  const auto tool = detail::linked_tool.Comm_remote_group;
  if (tool != nullptr) [[unlikely]] return tool(comm, group);
  return serve_Comm_remote_group(comm, group, __builtin_return_address(0));
}

static int serve_Comm_remote_size(MPI_Comm comm, int* size, const void* caller) {
  if (is_unfollowed(native().Comm_remote_size)) [[likely]]
    return native().Comm_remote_size(comm, size);
  const CallScope call(Function::Comm_remote_size, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (interposer.checks != nullptr && call.is_application_call()) [[unlikely]]
    check_comm_remote_size(comm, size);
  return call.pass(native().Comm_remote_size, comm, size);
}
STROBE_EXPORT int PMPI_Comm_remote_size(MPI_Comm comm, int* size) {
  return serve_Comm_remote_size(comm, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_remote_size(MPI_Comm comm, int* size) {
  const auto tool = detail::linked_tool.Comm_remote_size;
  if (tool != nullptr) [[unlikely]] return tool(comm, size);
  return serve_Comm_remote_size(comm, size, __builtin_return_address(0));
}

static int serve_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler, const void* caller) {
  if (is_unfollowed(native().Comm_set_errhandler)) [[likely]]
    return native().Comm_set_errhandler(comm, errhandler);
  const CallScope call(Function::Comm_set_errhandler, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::error_handler, bits_of(errhandler)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Comm_set_errhandler, comm, errhandler);
}
STROBE_EXPORT int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) {
  return serve_Comm_set_errhandler(comm, errhandler, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) {
  const auto tool = detail::linked_tool.Comm_set_errhandler;
  if (tool != nullptr) [[unlikely]] return tool(comm, errhandler);
  return serve_Comm_set_errhandler(comm, errhandler, __builtin_return_address(0));
}

static int serve_Comm_set_info(MPI_Comm comm, MPI_Info info, const void* caller) {
  if (is_unfollowed(native().Comm_set_info)) [[likely]]
    return native().Comm_set_info(comm, info);
  const CallScope call(Function::Comm_set_info, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)},
        {ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Comm_set_info, comm, info);
}
STROBE_EXPORT int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info) {
  return serve_Comm_set_info(comm, info, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info) {
  const auto tool = detail::linked_tool.Comm_set_info;
  if (tool != nullptr) [[unlikely]] return tool(comm, info);
  return serve_Comm_set_info(comm, info, __builtin_return_address(0));
}

static int serve_Comm_set_name(MPI_Comm comm, const char* comm_name, const void* caller) {
  if (is_unfollowed(native().Comm_set_name)) [[likely]]
    return native().Comm_set_name(comm, comm_name);
  const CallScope call(Function::Comm_set_name, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Comm_set_name, comm, comm_name);
}
STROBE_EXPORT int PMPI_Comm_set_name(MPI_Comm comm, const char* comm_name) {
  return serve_Comm_set_name(comm, comm_name, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_set_name(MPI_Comm comm, const char* comm_name) {
  const auto tool = detail::linked_tool.Comm_set_name;
  if (tool != nullptr) [[unlikely]] return tool(comm, comm_name);
  return serve_Comm_set_name(comm, comm_name, __builtin_return_address(0));
}

static int serve_Comm_size(MPI_Comm comm, int* size, const void* caller) {
  if (is_unfollowed(native().Comm_size)) [[likely]]
    return native().Comm_size(comm, size);
  const CallScope call(Function::Comm_size, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Comm_size, comm, size);
}
STROBE_EXPORT int PMPI_Comm_size(MPI_Comm comm, int* size) {
  return serve_Comm_size(comm, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_size(MPI_Comm comm, int* size) {
  const auto tool = detail::linked_tool.Comm_size;
  if (tool != nullptr) [[unlikely]] return tool(comm, size);
  return serve_Comm_size(comm, size, __builtin_return_address(0));
}

static int serve_Comm_test_inter(MPI_Comm comm, int* flag, const void* caller) {
  if (is_unfollowed(native().Comm_test_inter)) [[likely]]
    return native().Comm_test_inter(comm, flag);
  const CallScope call(Function::Comm_test_inter, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Comm_test_inter, comm, flag);
}
STROBE_EXPORT int PMPI_Comm_test_inter(MPI_Comm comm, int* flag) {
  return serve_Comm_test_inter(comm, flag, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Comm_test_inter(MPI_Comm comm, int* flag) {
  const auto tool = detail::linked_tool.Comm_test_inter;
  if (tool != nullptr) [[unlikely]] return tool(comm, flag);
  return serve_Comm_test_inter(comm, flag, __builtin_return_address(0));
}

static int serve_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[],
        int sourceweights[], int maxoutdegree, int destinations[], int destweights[],
        const void* caller) {
  if (is_unfollowed(native().Dist_graph_neighbors)) [[likely]]
    return native().Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree,
        destinations, destweights);
  const CallScope call(Function::Dist_graph_neighbors, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Dist_graph_neighbors, comm, maxindegree, sources, sourceweights,
        maxoutdegree, destinations, destweights);
}
STROBE_EXPORT int PMPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[],
        int sourceweights[], int maxoutdegree, int destinations[], int destweights[]) {
  return serve_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree,
        destinations, destweights, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[],
        int sourceweights[], int maxoutdegree, int destinations[], int destweights[]) {
  const auto tool = detail::linked_tool.Dist_graph_neighbors;
  if (tool != nullptr) [[unlikely]] return tool(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights);
  return serve_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree,
        destinations, destweights, __builtin_return_address(0));
}

static int serve_Dist_graph_neighbors_count(MPI_Comm comm, int* indegree, int* outdegree,
        int* weighted, const void* caller) {
  if (is_unfollowed(native().Dist_graph_neighbors_count)) [[likely]]
    return native().Dist_graph_neighbors_count(comm, indegree, outdegree, weighted);
  const CallScope call(Function::Dist_graph_neighbors_count, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Dist_graph_neighbors_count, comm, indegree, outdegree, weighted);
}
STROBE_EXPORT int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int* indegree, int* outdegree,
        int* weighted) {
  return serve_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int* indegree, int* outdegree,
        int* weighted) {
  const auto tool = detail::linked_tool.Dist_graph_neighbors_count;
  if (tool != nullptr) [[unlikely]] return tool(comm, indegree, outdegree, weighted);
  return serve_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted,
        __builtin_return_address(0));
}

#if defined(MPICH)
static int serve_Errhandler_create(MPI_Comm_errhandler_function* comm_errhandler_fn,
        MPI_Errhandler* errhandler, const void* caller) {
  if (is_unfollowed(native().Errhandler_create)) [[likely]]
    return native().Errhandler_create(comm_errhandler_fn, errhandler);
  const CallScope call(Function::Errhandler_create, caller);
  const ObjectCreation object(ObjectKind::error_handler, errhandler);
  return object.noted(call.pass(native().Errhandler_create, comm_errhandler_fn, errhandler));
}
STROBE_EXPORT int PMPI_Errhandler_create(MPI_Comm_errhandler_function* comm_errhandler_fn,
        MPI_Errhandler* errhandler) {
  return serve_Errhandler_create(comm_errhandler_fn, errhandler, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Errhandler_create(MPI_Comm_errhandler_function* comm_errhandler_fn,
        MPI_Errhandler* errhandler) {
  const auto tool = detail::linked_tool.Errhandler_create;
  if (tool != nullptr) [[unlikely]] return tool(comm_errhandler_fn, errhandler);
  return serve_Errhandler_create(comm_errhandler_fn, errhandler, __builtin_return_address(0));
}
#endif

static int serve_Errhandler_free(MPI_Errhandler* errhandler, const void* caller) {
  if (is_unfollowed(native().Errhandler_free)) [[likely]]
    return native().Errhandler_free(errhandler);
  const CallScope call(Function::Errhandler_free, caller);
  const int refused = refuse_freed(call, {{ObjectKind::error_handler, bits_at(errhandler)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectRelease object(ObjectKind::error_handler, errhandler);
  return object.noted(call.pass(native().Errhandler_free, errhandler));
}
STROBE_EXPORT int PMPI_Errhandler_free(MPI_Errhandler* errhandler) {
  return serve_Errhandler_free(errhandler, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Errhandler_free(MPI_Errhandler* errhandler) {
  const auto tool = detail::linked_tool.Errhandler_free;
  if (tool != nullptr) [[unlikely]] return tool(errhandler);
  return serve_Errhandler_free(errhandler, __builtin_return_address(0));
}

#if defined(MPICH)
static int serve_Errhandler_get(MPI_Comm comm, MPI_Errhandler* errhandler, const void* caller) {
  if (is_unfollowed(native().Errhandler_get)) [[likely]]
    return native().Errhandler_get(comm, errhandler);
  const CallScope call(Function::Errhandler_get, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::error_handler, errhandler, Owner::mpi);
  return object.noted(call.pass(native().Errhandler_get, comm, errhandler));
}
STROBE_EXPORT int PMPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler* errhandler) {
  return serve_Errhandler_get(comm, errhandler, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler* errhandler) {
  const auto tool = detail::linked_tool.Errhandler_get;
  if (tool != nullptr) [[unlikely]] return tool(comm, errhandler);
  return serve_Errhandler_get(comm, errhandler, __builtin_return_address(0));
}
#endif

static int serve_File_create_errhandler(MPI_File_errhandler_function* file_errhandler_fn,
        MPI_Errhandler* errhandler, const void* caller) {
  if (is_unfollowed(native().File_create_errhandler)) [[likely]]
    return native().File_create_errhandler(file_errhandler_fn, errhandler);
  const CallScope call(Function::File_create_errhandler, caller);
  const ObjectCreation object(ObjectKind::error_handler, errhandler);
  return object.noted(noted_file_error(call, call.pass(native().File_create_errhandler,
        file_errhandler_fn, errhandler)));
}
STROBE_EXPORT int PMPI_File_create_errhandler(MPI_File_errhandler_function* file_errhandler_fn,
        MPI_Errhandler* errhandler) {
  return serve_File_create_errhandler(file_errhandler_fn, errhandler, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_create_errhandler(MPI_File_errhandler_function* file_errhandler_fn,
        MPI_Errhandler* errhandler) {
  const auto tool = detail::linked_tool.File_create_errhandler;
  if (tool != nullptr) [[unlikely]] return tool(file_errhandler_fn, errhandler);
  return serve_File_create_errhandler(file_errhandler_fn, errhandler, __builtin_return_address(0));
}

static int serve_File_delete(const char* filename, MPI_Info info, const void* caller) {
  if (is_unfollowed(native().File_delete)) [[likely]]
    return native().File_delete(filename, info);
  const CallScope call(Function::File_delete, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_file_error(call, call.pass(native().File_delete, filename, info));
}
STROBE_EXPORT int PMPI_File_delete(const char* filename, MPI_Info info) {
  return serve_File_delete(filename, info, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_delete(const char* filename, MPI_Info info) {
  const auto tool = detail::linked_tool.File_delete;
  if (tool != nullptr) [[unlikely]] return tool(filename, info);
  return serve_File_delete(filename, info, __builtin_return_address(0));
}

static int serve_File_get_errhandler(MPI_File fh, MPI_Errhandler* errhandler, const void* caller) {
  if (is_unfollowed(native().File_get_errhandler)) [[likely]]
    return native().File_get_errhandler(fh, errhandler);
  const CallScope call(Function::File_get_errhandler, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::error_handler, errhandler, Owner::mpi);
  return object.noted(noted_file_error(call, call.pass(native().File_get_errhandler, fh,
        errhandler)));
}
STROBE_EXPORT int PMPI_File_get_errhandler(MPI_File fh, MPI_Errhandler* errhandler) {
  return serve_File_get_errhandler(fh, errhandler, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_get_errhandler(MPI_File fh, MPI_Errhandler* errhandler) {
  const auto tool = detail::linked_tool.File_get_errhandler;
  if (tool != nullptr) [[unlikely]] return tool(fh, errhandler);
  return serve_File_get_errhandler(fh, errhandler, __builtin_return_address(0));
}

static int serve_File_get_group(MPI_File fh, MPI_Group* group, const void* caller) {
  if (is_unfollowed(native().File_get_group)) [[likely]]
    return native().File_get_group(fh, group);
  const CallScope call(Function::File_get_group, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::group, group);
  return object.noted(noted_file_error(call, call.pass(native().File_get_group, fh, group)));
}
STROBE_EXPORT int PMPI_File_get_group(MPI_File fh, MPI_Group* group) {
  return serve_File_get_group(fh, group, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_get_group(MPI_File fh, MPI_Group* group) {
  const auto tool = detail::linked_tool.File_get_group;
  if (tool != nullptr) [[unlikely]] return tool(fh, group);
  return serve_File_get_group(fh, group, __builtin_return_address(0));
}

static int serve_File_get_info(MPI_File fh, MPI_Info* info_used, const void* caller) {
  if (is_unfollowed(native().File_get_info)) [[likely]]
    return native().File_get_info(fh, info_used);
  const CallScope call(Function::File_get_info, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::info, info_used);
  return object.noted(noted_file_error(call, call.pass(native().File_get_info, fh, info_used)));
}
STROBE_EXPORT int PMPI_File_get_info(MPI_File fh, MPI_Info* info_used) {
  return serve_File_get_info(fh, info_used, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_get_info(MPI_File fh, MPI_Info* info_used) {
  const auto tool = detail::linked_tool.File_get_info;
  if (tool != nullptr) [[unlikely]] return tool(fh, info_used);
  return serve_File_get_info(fh, info_used, __builtin_return_address(0));
}

static int serve_File_get_view(MPI_File fh, MPI_Offset* disp, MPI_Datatype* etype,
        MPI_Datatype* filetype, char* datarep, const void* caller) {
  if (is_unfollowed(native().File_get_view)) [[likely]]
    return native().File_get_view(fh, disp, etype, filetype, datarep);
  const CallScope call(Function::File_get_view, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object_of_etype(ObjectKind::datatype, etype, Owner::mpi);
  const ObjectCreation object_of_filetype(ObjectKind::datatype, filetype, Owner::mpi);
  return object_of_etype.noted(object_of_filetype.noted(noted_file_error(call, call.pass(
        native().File_get_view, fh, disp, etype, filetype, datarep))));
}
STROBE_EXPORT int PMPI_File_get_view(MPI_File fh, MPI_Offset* disp, MPI_Datatype* etype,
        MPI_Datatype* filetype, char* datarep) {
  return serve_File_get_view(fh, disp, etype, filetype, datarep, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_get_view(MPI_File fh, MPI_Offset* disp, MPI_Datatype* etype,
        MPI_Datatype* filetype, char* datarep) {
  const auto tool = detail::linked_tool.File_get_view;
  if (tool != nullptr) [[unlikely]] return tool(fh, disp, etype, filetype, datarep);
  return serve_File_get_view(fh, disp, etype, filetype, datarep, __builtin_return_address(0));
}

static int serve_File_seek(MPI_File fh, MPI_Offset offset, int whence, const void* caller) {
  if (is_unfollowed(native().File_seek)) [[likely]]
    return native().File_seek(fh, offset, whence);
  const CallScope call(Function::File_seek, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_file_error(call, call.pass(native().File_seek, fh, offset, whence));
}
STROBE_EXPORT int PMPI_File_seek(MPI_File fh, MPI_Offset offset, int whence) {
  return serve_File_seek(fh, offset, whence, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence) {
  const auto tool = detail::linked_tool.File_seek;
  if (tool != nullptr) [[unlikely]] return tool(fh, offset, whence);
  return serve_File_seek(fh, offset, whence, __builtin_return_address(0));
}

static int serve_File_set_errhandler(MPI_File fh, MPI_Errhandler errhandler, const void* caller) {
  if (is_unfollowed(native().File_set_errhandler)) [[likely]]
    return native().File_set_errhandler(fh, errhandler);
  const CallScope call(Function::File_set_errhandler, caller);
  const int refused = refuse_freed(call, {{ObjectKind::file, bits_of(fh)},
        {ObjectKind::error_handler, bits_of(errhandler)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (interposer.checks != nullptr && call.is_application_call()) [[unlikely]]
    check_file_set_errhandler(fh, errhandler);
  return noted_file_error(call, call.pass(native().File_set_errhandler, fh, errhandler));
}
STROBE_EXPORT int PMPI_File_set_errhandler(MPI_File fh, MPI_Errhandler errhandler) {
  return serve_File_set_errhandler(fh, errhandler, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_File_set_errhandler(MPI_File fh, MPI_Errhandler errhandler) {
  const auto tool = detail::linked_tool.File_set_errhandler;
  if (tool != nullptr) [[unlikely]] return tool(fh, errhandler);
  return serve_File_set_errhandler(fh, errhandler, __builtin_return_address(0));
}

static int serve_Get_count(const MPI_Status* status, MPI_Datatype datatype, int* count,
        const void* caller) {
  if (is_unfollowed(native().Get_count)) [[likely]]
    return native().Get_count(status, datatype, count);
  const CallScope call(Function::Get_count, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Get_count, status, datatype, count);
}
STROBE_EXPORT int PMPI_Get_count(const MPI_Status* status, MPI_Datatype datatype, int* count) {
  return serve_Get_count(status, datatype, count, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Get_count(const MPI_Status* status, MPI_Datatype datatype, int* count) {
  const auto tool = detail::linked_tool.Get_count;
  if (tool != nullptr) [[unlikely]] return tool(status, datatype, count);
  return serve_Get_count(status, datatype, count, __builtin_return_address(0));
}

static int serve_Get_elements(const MPI_Status* status, MPI_Datatype datatype, int* count,
        const void* caller) {
  if (is_unfollowed(native().Get_elements)) [[likely]]
    return native().Get_elements(status, datatype, count);
  const CallScope call(Function::Get_elements, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Get_elements, status, datatype, count);
}
STROBE_EXPORT int PMPI_Get_elements(const MPI_Status* status, MPI_Datatype datatype, int* count) {
  return serve_Get_elements(status, datatype, count, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Get_elements(const MPI_Status* status, MPI_Datatype datatype, int* count) {
  const auto tool = detail::linked_tool.Get_elements;
  if (tool != nullptr) [[unlikely]] return tool(status, datatype, count);
  return serve_Get_elements(status, datatype, count, __builtin_return_address(0));
}

static int serve_Get_hw_resource_info(MPI_Info* hw_info, const void* caller) {
  if (is_unfollowed(native().Get_hw_resource_info)) [[likely]]
    return native().Get_hw_resource_info(hw_info);
  const CallScope call(Function::Get_hw_resource_info, caller);
  const ObjectCreation object(ObjectKind::info, hw_info);
  return object.noted(call.pass(native().Get_hw_resource_info, hw_info));
}
STROBE_EXPORT int PMPI_Get_hw_resource_info(MPI_Info* hw_info) {
  return serve_Get_hw_resource_info(hw_info, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Get_hw_resource_info(MPI_Info* hw_info) {
  const auto tool = detail::linked_tool.Get_hw_resource_info;
  if (tool != nullptr) [[unlikely]] return tool(hw_info);
  return serve_Get_hw_resource_info(hw_info, __builtin_return_address(0));
}

static int serve_Get_processor_name(char* name, int* resultlen, const void* caller) {
  if (is_unfollowed(native().Get_processor_name)) [[likely]]
    return native().Get_processor_name(name, resultlen);
  const CallScope call(Function::Get_processor_name, caller);
  return call.pass(native().Get_processor_name, name, resultlen);
}
STROBE_EXPORT int PMPI_Get_processor_name(char* name, int* resultlen) {
  return serve_Get_processor_name(name, resultlen, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Get_processor_name(char* name, int* resultlen) {
  const auto tool = detail::linked_tool.Get_processor_name;
  if (tool != nullptr) [[unlikely]] return tool(name, resultlen);
  return serve_Get_processor_name(name, resultlen, __builtin_return_address(0));
}

static int serve_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[],
        const void* caller) {
  if (is_unfollowed(native().Graph_neighbors)) [[likely]]
    return native().Graph_neighbors(comm, rank, maxneighbors, neighbors);
  const CallScope call(Function::Graph_neighbors, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Graph_neighbors, comm, rank, maxneighbors, neighbors);
}
STROBE_EXPORT int PMPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]) {
  return serve_Graph_neighbors(comm, rank, maxneighbors, neighbors, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]) {
  const auto tool = detail::linked_tool.Graph_neighbors;
  if (tool != nullptr) [[unlikely]] return tool(comm, rank, maxneighbors, neighbors);
  return serve_Graph_neighbors(comm, rank, maxneighbors, neighbors, __builtin_return_address(0));
}

static int serve_Graph_neighbors_count(MPI_Comm comm, int rank, int* nneighbors,
        const void* caller) {
  if (is_unfollowed(native().Graph_neighbors_count)) [[likely]]
    return native().Graph_neighbors_count(comm, rank, nneighbors);
  const CallScope call(Function::Graph_neighbors_count, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Graph_neighbors_count, comm, rank, nneighbors);
}
STROBE_EXPORT int PMPI_Graph_neighbors_count(MPI_Comm comm, int rank, int* nneighbors) {
  return serve_Graph_neighbors_count(comm, rank, nneighbors, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int* nneighbors) {
  const auto tool = detail::linked_tool.Graph_neighbors_count;
  if (tool != nullptr) [[unlikely]] return tool(comm, rank, nneighbors);
  return serve_Graph_neighbors_count(comm, rank, nneighbors, __builtin_return_address(0));
}

static int serve_Group_compare(MPI_Group group1, MPI_Group group2, int* result,
        const void* caller) {
  if (is_unfollowed(native().Group_compare)) [[likely]]
    return native().Group_compare(group1, group2, result);
  const CallScope call(Function::Group_compare, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(group1)},
        {ObjectKind::group, bits_of(group2)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Group_compare, group1, group2, result);
}
STROBE_EXPORT int PMPI_Group_compare(MPI_Group group1, MPI_Group group2, int* result) {
  return serve_Group_compare(group1, group2, result, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int* result) {
  const auto tool = detail::linked_tool.Group_compare;
  if (tool != nullptr) [[unlikely]] return tool(group1, group2, result);
  return serve_Group_compare(group1, group2, result, __builtin_return_address(0));
}

static int serve_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup,
        const void* caller) {
  if (is_unfollowed(native().Group_difference)) [[likely]]
    return native().Group_difference(group1, group2, newgroup);
  const CallScope call(Function::Group_difference, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(group1)},
        {ObjectKind::group, bits_of(group2)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::group, newgroup);
  return object.noted(call.pass(native().Group_difference, group1, group2, newgroup));
}
STROBE_EXPORT int PMPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  return serve_Group_difference(group1, group2, newgroup, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  const auto tool = detail::linked_tool.Group_difference;
  if (tool != nullptr) [[unlikely]] return tool(group1, group2, newgroup);
  return serve_Group_difference(group1, group2, newgroup, __builtin_return_address(0));
}

static int serve_Group_free(MPI_Group* group, const void* caller) {
  if (is_unfollowed(native().Group_free)) [[likely]]
    return native().Group_free(group);
  const CallScope call(Function::Group_free, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_at(group)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectRelease object(ObjectKind::group, group);
  return object.noted(call.pass(native().Group_free, group));
}
STROBE_EXPORT int PMPI_Group_free(MPI_Group* group) {
  return serve_Group_free(group, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Group_free(MPI_Group* group) {
  const auto tool = detail::linked_tool.Group_free;
  if (tool != nullptr) [[unlikely]] return tool(group);
  return serve_Group_free(group, __builtin_return_address(0));
}

static int serve_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup,
        const void* caller) {
  if (is_unfollowed(native().Group_intersection)) [[likely]]
    return native().Group_intersection(group1, group2, newgroup);
  const CallScope call(Function::Group_intersection, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(group1)},
        {ObjectKind::group, bits_of(group2)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::group, newgroup);
  return object.noted(call.pass(native().Group_intersection, group1, group2, newgroup));
}
STROBE_EXPORT int PMPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  return serve_Group_intersection(group1, group2, newgroup, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  const auto tool = detail::linked_tool.Group_intersection;
  if (tool != nullptr) [[unlikely]] return tool(group1, group2, newgroup);
  return serve_Group_intersection(group1, group2, newgroup, __builtin_return_address(0));
}

static int serve_Group_range_excl(MPI_Group group, int n, RankRange ranges[],
        MPI_Group* newgroup, const void* caller) {
  if (is_unfollowed(native().Group_range_excl)) [[likely]]
    return native().Group_range_excl(group, n, ranges, newgroup);
  const CallScope call(Function::Group_range_excl, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(group)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::group, newgroup);
  return object.noted(call.pass(native().Group_range_excl, group, n, ranges, newgroup));
}
STROBE_EXPORT int PMPI_Group_range_excl(MPI_Group group, int n, RankRange ranges[],
        MPI_Group* newgroup) {
  return serve_Group_range_excl(group, n, ranges, newgroup, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Group_range_excl(MPI_Group group, int n, RankRange ranges[],
        MPI_Group* newgroup) {
  const auto tool = detail::linked_tool.Group_range_excl;
  if (tool != nullptr) [[unlikely]] return tool(group, n, ranges, newgroup);
  return serve_Group_range_excl(group, n, ranges, newgroup, __builtin_return_address(0));
}

static int serve_Group_range_incl(MPI_Group group, int n, RankRange ranges[],
        MPI_Group* newgroup, const void* caller) {
  if (is_unfollowed(native().Group_range_incl)) [[likely]]
    return native().Group_range_incl(group, n, ranges, newgroup);
  const CallScope call(Function::Group_range_incl, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(group)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::group, newgroup);
  return object.noted(call.pass(native().Group_range_incl, group, n, ranges, newgroup));
}
STROBE_EXPORT int PMPI_Group_range_incl(MPI_Group group, int n, RankRange ranges[],
        MPI_Group* newgroup) {
  return serve_Group_range_incl(group, n, ranges, newgroup, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Group_range_incl(MPI_Group group, int n, RankRange ranges[],
        MPI_Group* newgroup) {
  const auto tool = detail::linked_tool.Group_range_incl;
  if (tool != nullptr) [[unlikely]] return tool(group, n, ranges, newgroup);
  return serve_Group_range_incl(group, n, ranges, newgroup, __builtin_return_address(0));
}

static int serve_Group_rank(MPI_Group group, int* rank, const void* caller) {
  if (is_unfollowed(native().Group_rank)) [[likely]]
    return native().Group_rank(group, rank);
  const CallScope call(Function::Group_rank, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(group)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Group_rank, group, rank);
}
STROBE_EXPORT int PMPI_Group_rank(MPI_Group group, int* rank) {
  return serve_Group_rank(group, rank, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Group_rank(MPI_Group group, int* rank) {
  const auto tool = detail::linked_tool.Group_rank;
  if (tool != nullptr) [[unlikely]] return tool(group, rank);
  return serve_Group_rank(group, rank, __builtin_return_address(0));
}

static int serve_Group_size(MPI_Group group, int* size, const void* caller) {
  if (is_unfollowed(native().Group_size)) [[likely]]
    return native().Group_size(group, size);
  const CallScope call(Function::Group_size, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(group)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Group_size, group, size);
}
STROBE_EXPORT int PMPI_Group_size(MPI_Group group, int* size) {
  return serve_Group_size(group, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Group_size(MPI_Group group, int* size) {
  const auto tool = detail::linked_tool.Group_size;
  if (tool != nullptr) [[unlikely]] return tool(group, size);
  return serve_Group_size(group, size, __builtin_return_address(0));
}

static int serve_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[],
        MPI_Group group2, int ranks2[], const void* caller) {
  if (is_unfollowed(native().Group_translate_ranks)) [[likely]]
    return native().Group_translate_ranks(group1, n, ranks1, group2, ranks2);
  const CallScope call(Function::Group_translate_ranks, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(group1)},
        {ObjectKind::group, bits_of(group2)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Group_translate_ranks, group1, n, ranks1, group2, ranks2);
}
STROBE_EXPORT int PMPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[],
        MPI_Group group2, int ranks2[]) {
  return serve_Group_translate_ranks(group1, n, ranks1, group2, ranks2,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[],
        MPI_Group group2, int ranks2[]) {
  const auto tool = detail::linked_tool.Group_translate_ranks;
  if (tool != nullptr) [[unlikely]] return tool(group1, n, ranks1, group2, ranks2);
  return serve_Group_translate_ranks(group1, n, ranks1, group2, ranks2,
        __builtin_return_address(0));
}

static int serve_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup,
        const void* caller) {
  if (is_unfollowed(native().Group_union)) [[likely]]
    return native().Group_union(group1, group2, newgroup);
  const CallScope call(Function::Group_union, caller);
  const int refused = refuse_freed(call, {{ObjectKind::group, bits_of(group1)},
        {ObjectKind::group, bits_of(group2)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::group, newgroup);
  return object.noted(call.pass(native().Group_union, group1, group2, newgroup));
}
STROBE_EXPORT int PMPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  return serve_Group_union(group1, group2, newgroup, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  const auto tool = detail::linked_tool.Group_union;
  if (tool != nullptr) [[unlikely]] return tool(group1, group2, newgroup);
  return serve_Group_union(group1, group2, newgroup, __builtin_return_address(0));
}

static int serve_Info_create(MPI_Info* info, const void* caller) {
  if (is_unfollowed(native().Info_create)) [[likely]]
    return native().Info_create(info);
  const CallScope call(Function::Info_create, caller);
  const ObjectCreation object(ObjectKind::info, info);
  return object.noted(call.pass(native().Info_create, info));
}
STROBE_EXPORT int PMPI_Info_create(MPI_Info* info) {
  return serve_Info_create(info, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Info_create(MPI_Info* info) {
  const auto tool = detail::linked_tool.Info_create;
  if (tool != nullptr) [[unlikely]] return tool(info);
  return serve_Info_create(info, __builtin_return_address(0));
}

#if MPI_VERSION >= 4 || OMPI_MAJOR_VERSION >= 5
static int serve_Info_create_env(int argc, char* argv[], MPI_Info* info, const void* caller) {
  if (is_unfollowed(native().Info_create_env)) [[likely]]
    return native().Info_create_env(argc, argv, info);
  const CallScope call(Function::Info_create_env, caller);
  const ObjectCreation object(ObjectKind::info, info);
  return object.noted(call.pass(native().Info_create_env, argc, argv, info));
}
STROBE_EXPORT int PMPI_Info_create_env(int argc, char* argv[], MPI_Info* info) {
  return serve_Info_create_env(argc, argv, info, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Info_create_env(int argc, char* argv[], MPI_Info* info) {
  const auto tool = detail::linked_tool.Info_create_env;
  if (tool != nullptr) [[unlikely]] return tool(argc, argv, info);
  return serve_Info_create_env(argc, argv, info, __builtin_return_address(0));
}
#endif

static int serve_Info_delete(MPI_Info info, const char* key, const void* caller) {
  if (is_unfollowed(native().Info_delete)) [[likely]]
    return native().Info_delete(info, key);
  const CallScope call(Function::Info_delete, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Info_delete, info, key);
}
STROBE_EXPORT int PMPI_Info_delete(MPI_Info info, const char* key) {
  return serve_Info_delete(info, key, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Info_delete(MPI_Info info, const char* key) {
  const auto tool = detail::linked_tool.Info_delete;
  if (tool != nullptr) [[unlikely]] return tool(info, key);
  return serve_Info_delete(info, key, __builtin_return_address(0));
}

static int serve_Info_dup(MPI_Info info, MPI_Info* newinfo, const void* caller) {
  if (is_unfollowed(native().Info_dup)) [[likely]]
    return native().Info_dup(info, newinfo);
  const CallScope call(Function::Info_dup, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::info, newinfo);
  return object.noted(call.pass(native().Info_dup, info, newinfo));
}
STROBE_EXPORT int PMPI_Info_dup(MPI_Info info, MPI_Info* newinfo) {
  return serve_Info_dup(info, newinfo, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Info_dup(MPI_Info info, MPI_Info* newinfo) {
  const auto tool = detail::linked_tool.Info_dup;
  if (tool != nullptr) [[unlikely]] return tool(info, newinfo);
  return serve_Info_dup(info, newinfo, __builtin_return_address(0));
}

static int serve_Info_free(MPI_Info* info, const void* caller) {
  if (is_unfollowed(native().Info_free)) [[likely]]
    return native().Info_free(info);
  const CallScope call(Function::Info_free, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_at(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectRelease object(ObjectKind::info, info);
  return object.noted(call.pass(native().Info_free, info));
}
STROBE_EXPORT int PMPI_Info_free(MPI_Info* info) {
  return serve_Info_free(info, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Info_free(MPI_Info* info) {
  const auto tool = detail::linked_tool.Info_free;
  if (tool != nullptr) [[unlikely]] return tool(info);
  return serve_Info_free(info, __builtin_return_address(0));
}

static int serve_Info_set(MPI_Info info, const char* key, const char* value, const void* caller) {
  if (is_unfollowed(native().Info_set)) [[likely]]
    return native().Info_set(info, key, value);
  const CallScope call(Function::Info_set, caller);
  const int refused = refuse_freed(call, {{ObjectKind::info, bits_of(info)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Info_set, info, key, value);
}
STROBE_EXPORT int PMPI_Info_set(MPI_Info info, const char* key, const char* value) {
  return serve_Info_set(info, key, value, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Info_set(MPI_Info info, const char* key, const char* value) {
  const auto tool = detail::linked_tool.Info_set;
  if (tool != nullptr) [[unlikely]] return tool(info, key, value);
  return serve_Info_set(info, key, value, __builtin_return_address(0));
}

#if defined(MPICH)
static int serve_Keyval_create(MPI_Copy_function* copy_fn, MPI_Delete_function* delete_fn,
        int* comm_keyval, void* extra_state, const void* caller) {
  if (is_unfollowed(native().Keyval_create)) [[likely]]
    return native().Keyval_create(copy_fn, delete_fn, comm_keyval, extra_state);
  const CallScope call(Function::Keyval_create, caller);
  const ObjectCreation object(ObjectKind::attribute_key, comm_keyval);
  return object.noted(call.pass(native().Keyval_create, copy_fn, delete_fn, comm_keyval,
        extra_state));
}
STROBE_EXPORT int PMPI_Keyval_create(MPI_Copy_function* copy_fn, MPI_Delete_function* delete_fn,
        int* comm_keyval, void* extra_state) {
  return serve_Keyval_create(copy_fn, delete_fn, comm_keyval, extra_state,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Keyval_create(MPI_Copy_function* copy_fn, MPI_Delete_function* delete_fn,
        int* comm_keyval, void* extra_state) {
  const auto tool = detail::linked_tool.Keyval_create;
  if (tool != nullptr) [[unlikely]] return tool(copy_fn, delete_fn, comm_keyval, extra_state);
  return serve_Keyval_create(copy_fn, delete_fn, comm_keyval, extra_state,
        __builtin_return_address(0));
}

static int serve_Keyval_free(int* comm_keyval, const void* caller) {
  if (is_unfollowed(native().Keyval_free)) [[likely]]
    return native().Keyval_free(comm_keyval);
  const CallScope call(Function::Keyval_free, caller);
  const int refused = refuse_freed(call, {{ObjectKind::attribute_key, bits_at(comm_keyval)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectRelease object(ObjectKind::attribute_key, comm_keyval);
  return object.noted(call.pass(native().Keyval_free, comm_keyval));
}
STROBE_EXPORT int PMPI_Keyval_free(int* comm_keyval) {
  return serve_Keyval_free(comm_keyval, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Keyval_free(int* comm_keyval) {
  const auto tool = detail::linked_tool.Keyval_free;
  if (tool != nullptr) [[unlikely]] return tool(comm_keyval);
  return serve_Keyval_free(comm_keyval, __builtin_return_address(0));
}
#endif

static int serve_Op_create(MPI_User_function* user_fn, int commute, MPI_Op* op,
        const void* caller) {
  if (is_unfollowed(native().Op_create)) [[likely]]
    return native().Op_create(user_fn, commute, op);
  const CallScope call(Function::Op_create, caller);
  const ObjectCreation object(ObjectKind::op, op);
  return object.noted(call.pass(native().Op_create, user_fn, commute, op));
}
STROBE_EXPORT int PMPI_Op_create(MPI_User_function* user_fn, int commute, MPI_Op* op) {
  return serve_Op_create(user_fn, commute, op, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Op_create(MPI_User_function* user_fn, int commute, MPI_Op* op) {
  const auto tool = detail::linked_tool.Op_create;
  if (tool != nullptr) [[unlikely]] return tool(user_fn, commute, op);
  return serve_Op_create(user_fn, commute, op, __builtin_return_address(0));
}

#if MPI_VERSION >= 4
static int serve_Op_create_c(MPI_User_function_c* user_fn, int commute, MPI_Op* op,
        const void* caller) {
  if (is_unfollowed(native().Op_create_c)) [[likely]]
    return native().Op_create_c(user_fn, commute, op);
  const CallScope call(Function::Op_create_c, caller);
  const ObjectCreation object(ObjectKind::op, op);
  return object.noted(call.pass(native().Op_create_c, user_fn, commute, op));
}
STROBE_EXPORT int PMPI_Op_create_c(MPI_User_function_c* user_fn, int commute, MPI_Op* op) {
  return serve_Op_create_c(user_fn, commute, op, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Op_create_c(MPI_User_function_c* user_fn, int commute, MPI_Op* op) {
  const auto tool = detail::linked_tool.Op_create_c;
  if (tool != nullptr) [[unlikely]] return tool(user_fn, commute, op);
  return serve_Op_create_c(user_fn, commute, op, __builtin_return_address(0));
}
#endif

static int serve_Pack(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf,
        int outsize, int* position, MPI_Comm comm, const void* caller) {
  if (is_unfollowed(native().Pack)) [[likely]]
    return native().Pack(inbuf, incount, datatype, outbuf, outsize, position, comm);
  const CallScope call(Function::Pack, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (interposer.checks != nullptr && call.is_application_call()) [[unlikely]]
    check_pack(inbuf, incount, datatype, outbuf, outsize, position, comm);
  return call.pass(native().Pack, inbuf, incount, datatype, outbuf, outsize, position, comm);
}
STROBE_EXPORT int PMPI_Pack(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf,
        int outsize, int* position, MPI_Comm comm) {
  return serve_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Pack(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf,
        int outsize, int* position, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Pack;
  if (tool != nullptr) [[unlikely]] return tool(inbuf, incount, datatype, outbuf, outsize, position, comm);
  return serve_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm,
        __builtin_return_address(0));
}

static int serve_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int* size,
        const void* caller) {
  if (is_unfollowed(native().Pack_size)) [[likely]]
    return native().Pack_size(incount, datatype, comm, size);
  const CallScope call(Function::Pack_size, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Pack_size, incount, datatype, comm, size);
}
STROBE_EXPORT int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int* size) {
  return serve_Pack_size(incount, datatype, comm, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int* size) {
  const auto tool = detail::linked_tool.Pack_size;
  if (tool != nullptr) [[unlikely]] return tool(incount, datatype, comm, size);
  return serve_Pack_size(incount, datatype, comm, size, __builtin_return_address(0));
}

static int serve_Reduce_local(const void* inbuf, void* inoutbuf, int count,
        MPI_Datatype datatype, MPI_Op op, const void* caller) {
  if (is_unfollowed(native().Reduce_local)) [[likely]]
    return native().Reduce_local(inbuf, inoutbuf, count, datatype, op);
  const CallScope call(Function::Reduce_local, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::op, bits_of(op)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Reduce_local, inbuf, inoutbuf, count, datatype, op);
}
STROBE_EXPORT int PMPI_Reduce_local(const void* inbuf, void* inoutbuf, int count,
        MPI_Datatype datatype, MPI_Op op) {
  return serve_Reduce_local(inbuf, inoutbuf, count, datatype, op, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Reduce_local(const void* inbuf, void* inoutbuf, int count,
        MPI_Datatype datatype, MPI_Op op) {
  const auto tool = detail::linked_tool.Reduce_local;
  if (tool != nullptr) [[unlikely]] return tool(inbuf, inoutbuf, count, datatype, op);
  return serve_Reduce_local(inbuf, inoutbuf, count, datatype, op, __builtin_return_address(0));
}

#if defined(MPI_SESSION_NULL)
static int serve_Session_create_errhandler(
        MPI_Session_errhandler_function* session_errhandler_fn, MPI_Errhandler* errhandler,
        const void* caller) {
  if (is_unfollowed(native().Session_create_errhandler)) [[likely]]
    return native().Session_create_errhandler(session_errhandler_fn, errhandler);
  const CallScope call(Function::Session_create_errhandler, caller);
  const ObjectCreation object(ObjectKind::error_handler, errhandler);
  return object.noted(call.pass(native().Session_create_errhandler, session_errhandler_fn,
        errhandler));
}
STROBE_EXPORT int PMPI_Session_create_errhandler(
        MPI_Session_errhandler_function* session_errhandler_fn, MPI_Errhandler* errhandler) {
  return serve_Session_create_errhandler(session_errhandler_fn, errhandler,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Session_create_errhandler(
        MPI_Session_errhandler_function* session_errhandler_fn, MPI_Errhandler* errhandler) {
  const auto tool = detail::linked_tool.Session_create_errhandler;
  if (tool != nullptr) [[unlikely]] return tool(session_errhandler_fn, errhandler);
  return serve_Session_create_errhandler(session_errhandler_fn, errhandler,
        __builtin_return_address(0));
}

static int serve_Session_get_errhandler(MPI_Session session, MPI_Errhandler* errhandler,
        const void* caller) {
  if (is_unfollowed(native().Session_get_errhandler)) [[likely]]
    return native().Session_get_errhandler(session, errhandler);
  const CallScope call(Function::Session_get_errhandler, caller);
  const ObjectCreation object(ObjectKind::error_handler, errhandler, Owner::mpi);
  return object.noted(call.pass(native().Session_get_errhandler, session, errhandler));
}
STROBE_EXPORT int PMPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler* errhandler) {
  return serve_Session_get_errhandler(session, errhandler, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler* errhandler) {
  const auto tool = detail::linked_tool.Session_get_errhandler;
  if (tool != nullptr) [[unlikely]] return tool(session, errhandler);
  return serve_Session_get_errhandler(session, errhandler, __builtin_return_address(0));
}

static int serve_Session_get_info(MPI_Session session, MPI_Info* info_used, const void* caller) {
  if (is_unfollowed(native().Session_get_info)) [[likely]]
    return native().Session_get_info(session, info_used);
  const CallScope call(Function::Session_get_info, caller);
  const ObjectCreation object(ObjectKind::info, info_used);
  return object.noted(call.pass(native().Session_get_info, session, info_used));
}
STROBE_EXPORT int PMPI_Session_get_info(MPI_Session session, MPI_Info* info_used) {
  return serve_Session_get_info(session, info_used, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Session_get_info(MPI_Session session, MPI_Info* info_used) {
  const auto tool = detail::linked_tool.Session_get_info;
  if (tool != nullptr) [[unlikely]] return tool(session, info_used);
  return serve_Session_get_info(session, info_used, __builtin_return_address(0));
}

static int serve_Session_get_pset_info(MPI_Session session, const char* pset_name,
        MPI_Info* info, const void* caller) {
  if (is_unfollowed(native().Session_get_pset_info)) [[likely]]
    return native().Session_get_pset_info(session, pset_name, info);
  const CallScope call(Function::Session_get_pset_info, caller);
  const ObjectCreation object(ObjectKind::info, info);
  return object.noted(call.pass(native().Session_get_pset_info, session, pset_name, info));
}
STROBE_EXPORT int PMPI_Session_get_pset_info(MPI_Session session, const char* pset_name,
        MPI_Info* info) {
  return serve_Session_get_pset_info(session, pset_name, info, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Session_get_pset_info(MPI_Session session, const char* pset_name,
        MPI_Info* info) {
  const auto tool = detail::linked_tool.Session_get_pset_info;
  if (tool != nullptr) [[unlikely]] return tool(session, pset_name, info);
  return serve_Session_get_pset_info(session, pset_name, info, __builtin_return_address(0));
}
#endif

static int serve_Topo_test(MPI_Comm comm, int* status, const void* caller) {
  if (is_unfollowed(native().Topo_test)) [[likely]]
    return native().Topo_test(comm, status);
  const CallScope call(Function::Topo_test, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Topo_test, comm, status);
}
STROBE_EXPORT int PMPI_Topo_test(MPI_Comm comm, int* status) {
  return serve_Topo_test(comm, status, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Topo_test(MPI_Comm comm, int* status) {
  const auto tool = detail::linked_tool.Topo_test;
  if (tool != nullptr) [[unlikely]] return tool(comm, status);
  return serve_Topo_test(comm, status, __builtin_return_address(0));
}

static int serve_Type_commit(MPI_Datatype* datatype, const void* caller) {
  if (is_unfollowed(native().Type_commit)) [[likely]]
    return native().Type_commit(datatype);
  const CallScope call(Function::Type_commit, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_at(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCommit object(datatype);
  return object.noted(call.pass(native().Type_commit, datatype));
}
STROBE_EXPORT int PMPI_Type_commit(MPI_Datatype* datatype) {
  return serve_Type_commit(datatype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_commit(MPI_Datatype* datatype) {
  const auto tool = detail::linked_tool.Type_commit;
  if (tool != nullptr) [[unlikely]] return tool(datatype);
  return serve_Type_commit(datatype, __builtin_return_address(0));
}

static int serve_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype* newtype,
        const void* caller) {
  if (is_unfollowed(native().Type_contiguous)) [[likely]]
    return native().Type_contiguous(count, oldtype, newtype);
  const CallScope call(Function::Type_contiguous, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_contiguous, count, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_contiguous(count, oldtype, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_contiguous;
  if (tool != nullptr) [[unlikely]] return tool(count, oldtype, newtype);
  return serve_Type_contiguous(count, oldtype, newtype, __builtin_return_address(0));
}

#if MPI_VERSION >= 4
static int serve_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype* newtype,
        const void* caller) {
  if (is_unfollowed(native().Type_contiguous_c)) [[likely]]
    return native().Type_contiguous_c(count, oldtype, newtype);
  const CallScope call(Function::Type_contiguous_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_contiguous_c, count, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype,
        MPI_Datatype* newtype) {
  return serve_Type_contiguous_c(count, oldtype, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype,
        MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_contiguous_c;
  if (tool != nullptr) [[unlikely]] return tool(count, oldtype, newtype);
  return serve_Type_contiguous_c(count, oldtype, newtype, __builtin_return_address(0));
}
#endif

static int serve_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[],
        const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[],
        int order, MPI_Datatype oldtype, MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_create_darray)) [[likely]]
    return native().Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs,
        array_of_dargs, array_of_psizes, order, oldtype, newtype);
  const CallScope call(Function::Type_create_darray, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_darray, size, rank, ndims, array_of_gsizes,
        array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_create_darray(int size, int rank, int ndims,
        const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[],
        const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs,
        array_of_dargs, array_of_psizes, order, oldtype, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_darray(int size, int rank, int ndims,
        const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[],
        const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_darray;
  if (tool != nullptr) [[unlikely]] return tool(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype);
  return serve_Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs,
        array_of_dargs, array_of_psizes, order, oldtype, newtype, __builtin_return_address(0));
}

#if MPI_VERSION >= 4
static int serve_Type_create_darray_c(int size, int rank, int ndims,
        const MPI_Count array_of_gsizes[], const int array_of_distribs[],
        const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype,
        MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_create_darray_c)) [[likely]]
    return native().Type_create_darray_c(size, rank, ndims, array_of_gsizes, array_of_distribs,
        array_of_dargs, array_of_psizes, order, oldtype, newtype);
  const CallScope call(Function::Type_create_darray_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_darray_c, size, rank, ndims,
        array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype,
        newtype));
}
STROBE_EXPORT int PMPI_Type_create_darray_c(int size, int rank, int ndims,
        const MPI_Count array_of_gsizes[], const int array_of_distribs[],
        const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype,
        MPI_Datatype* newtype) {
  return serve_Type_create_darray_c(size, rank, ndims, array_of_gsizes, array_of_distribs,
        array_of_dargs, array_of_psizes, order, oldtype, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_darray_c(int size, int rank, int ndims,
        const MPI_Count array_of_gsizes[], const int array_of_distribs[],
        const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype,
        MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_darray_c;
  if (tool != nullptr) [[unlikely]] return tool(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype);
  return serve_Type_create_darray_c(size, rank, ndims, array_of_gsizes, array_of_distribs,
        array_of_dargs, array_of_psizes, order, oldtype, newtype, __builtin_return_address(0));
}
#endif

static int serve_Type_create_f90_complex(int p, int r, MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_create_f90_complex)) [[likely]]
    return native().Type_create_f90_complex(p, r, newtype);
  const CallScope call(Function::Type_create_f90_complex, caller);
  const ObjectCreation object(ObjectKind::datatype, newtype, Owner::mpi);
  return object.noted(call.pass(native().Type_create_f90_complex, p, r, newtype));
}
STROBE_EXPORT int PMPI_Type_create_f90_complex(int p, int r, MPI_Datatype* newtype) {
  return serve_Type_create_f90_complex(p, r, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_f90_complex(int p, int r, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_f90_complex;
  if (tool != nullptr) [[unlikely]] return tool(p, r, newtype);
  return serve_Type_create_f90_complex(p, r, newtype, __builtin_return_address(0));
}

static int serve_Type_create_f90_integer(int r, MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_create_f90_integer)) [[likely]]
    return native().Type_create_f90_integer(r, newtype);
  const CallScope call(Function::Type_create_f90_integer, caller);
  const ObjectCreation object(ObjectKind::datatype, newtype, Owner::mpi);
  return object.noted(call.pass(native().Type_create_f90_integer, r, newtype));
}
STROBE_EXPORT int PMPI_Type_create_f90_integer(int r, MPI_Datatype* newtype) {
  return serve_Type_create_f90_integer(r, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_f90_integer(int r, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_f90_integer;
  if (tool != nullptr) [[unlikely]] return tool(r, newtype);
  return serve_Type_create_f90_integer(r, newtype, __builtin_return_address(0));
}

static int serve_Type_create_f90_real(int p, int r, MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_create_f90_real)) [[likely]]
    return native().Type_create_f90_real(p, r, newtype);
  const CallScope call(Function::Type_create_f90_real, caller);
  const ObjectCreation object(ObjectKind::datatype, newtype, Owner::mpi);
  return object.noted(call.pass(native().Type_create_f90_real, p, r, newtype));
}
STROBE_EXPORT int PMPI_Type_create_f90_real(int p, int r, MPI_Datatype* newtype) {
  return serve_Type_create_f90_real(p, r, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_f90_real(int p, int r, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_f90_real;
  if (tool != nullptr) [[unlikely]] return tool(p, r, newtype);
  return serve_Type_create_f90_real(p, r, newtype, __builtin_return_address(0));
}

static int serve_Type_create_hindexed(int count, const int array_of_blocklengths[],
        const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype,
        const void* caller) {
  if (is_unfollowed(native().Type_create_hindexed)) [[likely]]
    return native().Type_create_hindexed(count, array_of_blocklengths, array_of_displacements,
        oldtype, newtype);
  const CallScope call(Function::Type_create_hindexed, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_hindexed, count, array_of_blocklengths,
        array_of_displacements, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[],
        const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_hindexed(int count, const int array_of_blocklengths[],
        const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_hindexed;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
  return serve_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}

static int serve_Type_create_hindexed_block(int count, int blocklength,
        const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype,
        const void* caller) {
  if (is_unfollowed(native().Type_create_hindexed_block)) [[likely]]
    return native().Type_create_hindexed_block(count, blocklength, array_of_displacements,
        oldtype, newtype);
  const CallScope call(Function::Type_create_hindexed_block, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_hindexed_block, count, blocklength,
        array_of_displacements, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_create_hindexed_block(int count, int blocklength,
        const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_hindexed_block(int count, int blocklength,
        const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_hindexed_block;
  if (tool != nullptr) [[unlikely]] return tool(count, blocklength, array_of_displacements, oldtype, newtype);
  return serve_Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}

#if MPI_VERSION >= 4
static int serve_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength,
        const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype,
        const void* caller) {
  if (is_unfollowed(native().Type_create_hindexed_block_c)) [[likely]]
    return native().Type_create_hindexed_block_c(count, blocklength, array_of_displacements,
        oldtype, newtype);
  const CallScope call(Function::Type_create_hindexed_block_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_hindexed_block_c, count, blocklength,
        array_of_displacements, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength,
        const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_create_hindexed_block_c(count, blocklength, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength,
        const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_hindexed_block_c;
  if (tool != nullptr) [[unlikely]] return tool(count, blocklength, array_of_displacements, oldtype, newtype);
  return serve_Type_create_hindexed_block_c(count, blocklength, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}

static int serve_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
        const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype,
        const void* caller) {
  if (is_unfollowed(native().Type_create_hindexed_c)) [[likely]]
    return native().Type_create_hindexed_c(count, array_of_blocklengths, array_of_displacements,
        oldtype, newtype);
  const CallScope call(Function::Type_create_hindexed_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_hindexed_c, count, array_of_blocklengths,
        array_of_displacements, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_create_hindexed_c(MPI_Count count,
        const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[],
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_create_hindexed_c(count, array_of_blocklengths, array_of_displacements,
        oldtype, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_hindexed_c(MPI_Count count,
        const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[],
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_hindexed_c;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
  return serve_Type_create_hindexed_c(count, array_of_blocklengths, array_of_displacements,
        oldtype, newtype, __builtin_return_address(0));
}
#endif

static int serve_Type_create_hvector(int count, int blocklength, MPI_Aint stride,
        MPI_Datatype oldtype, MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_create_hvector)) [[likely]]
    return native().Type_create_hvector(count, blocklength, stride, oldtype, newtype);
  const CallScope call(Function::Type_create_hvector, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_hvector, count, blocklength, stride,
        oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_create_hvector(count, blocklength, stride, oldtype, newtype,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_hvector;
  if (tool != nullptr) [[unlikely]] return tool(count, blocklength, stride, oldtype, newtype);
  return serve_Type_create_hvector(count, blocklength, stride, oldtype, newtype,
        __builtin_return_address(0));
}

#if MPI_VERSION >= 4
static int serve_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
        MPI_Datatype oldtype, MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_create_hvector_c)) [[likely]]
    return native().Type_create_hvector_c(count, blocklength, stride, oldtype, newtype);
  const CallScope call(Function::Type_create_hvector_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_hvector_c, count, blocklength, stride,
        oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength,
        MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_create_hvector_c(count, blocklength, stride, oldtype, newtype,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength,
        MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_hvector_c;
  if (tool != nullptr) [[unlikely]] return tool(count, blocklength, stride, oldtype, newtype);
  return serve_Type_create_hvector_c(count, blocklength, stride, oldtype, newtype,
        __builtin_return_address(0));
}
#endif

static int serve_Type_create_indexed_block(int count, int blocklength,
        const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype,
        const void* caller) {
  if (is_unfollowed(native().Type_create_indexed_block)) [[likely]]
    return native().Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype,
        newtype);
  const CallScope call(Function::Type_create_indexed_block, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_indexed_block, count, blocklength,
        array_of_displacements, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_create_indexed_block(int count, int blocklength,
        const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_indexed_block(int count, int blocklength,
        const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_indexed_block;
  if (tool != nullptr) [[unlikely]] return tool(count, blocklength, array_of_displacements, oldtype, newtype);
  return serve_Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}

#if MPI_VERSION >= 4
static int serve_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength,
        const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype,
        const void* caller) {
  if (is_unfollowed(native().Type_create_indexed_block_c)) [[likely]]
    return native().Type_create_indexed_block_c(count, blocklength, array_of_displacements,
        oldtype, newtype);
  const CallScope call(Function::Type_create_indexed_block_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_indexed_block_c, count, blocklength,
        array_of_displacements, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength,
        const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_create_indexed_block_c(count, blocklength, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength,
        const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_indexed_block_c;
  if (tool != nullptr) [[unlikely]] return tool(count, blocklength, array_of_displacements, oldtype, newtype);
  return serve_Type_create_indexed_block_c(count, blocklength, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}
#endif

static int serve_Type_create_keyval(MPI_Type_copy_attr_function* type_copy_attr_fn,
        MPI_Type_delete_attr_function* type_delete_attr_fn, int* type_keyval, void* extra_state,
        const void* caller) {
  if (is_unfollowed(native().Type_create_keyval)) [[likely]]
    return native().Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval,
        extra_state);
  const CallScope call(Function::Type_create_keyval, caller);
  const ObjectCreation object(ObjectKind::attribute_key, type_keyval);
  return object.noted(call.pass(native().Type_create_keyval, type_copy_attr_fn,
        type_delete_attr_fn, type_keyval, extra_state));
}
STROBE_EXPORT int PMPI_Type_create_keyval(MPI_Type_copy_attr_function* type_copy_attr_fn,
        MPI_Type_delete_attr_function* type_delete_attr_fn, int* type_keyval, void* extra_state) {
  return serve_Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval,
        extra_state, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_keyval(MPI_Type_copy_attr_function* type_copy_attr_fn,
        MPI_Type_delete_attr_function* type_delete_attr_fn, int* type_keyval, void* extra_state) {
  const auto tool = detail::linked_tool.Type_create_keyval;
  if (tool != nullptr) [[unlikely]] return tool(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state);
  return serve_Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval,
        extra_state, __builtin_return_address(0));
}

static int serve_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
        MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_create_resized)) [[likely]]
    return native().Type_create_resized(oldtype, lb, extent, newtype);
  const CallScope call(Function::Type_create_resized, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_resized, oldtype, lb, extent, newtype));
}
STROBE_EXPORT int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
        MPI_Datatype* newtype) {
  return serve_Type_create_resized(oldtype, lb, extent, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
        MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_resized;
  if (tool != nullptr) [[unlikely]] return tool(oldtype, lb, extent, newtype);
  return serve_Type_create_resized(oldtype, lb, extent, newtype, __builtin_return_address(0));
}

#if MPI_VERSION >= 4
static int serve_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent,
        MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_create_resized_c)) [[likely]]
    return native().Type_create_resized_c(oldtype, lb, extent, newtype);
  const CallScope call(Function::Type_create_resized_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_resized_c, oldtype, lb, extent, newtype));
}
STROBE_EXPORT int PMPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb,
        MPI_Count extent, MPI_Datatype* newtype) {
  return serve_Type_create_resized_c(oldtype, lb, extent, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent,
        MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_resized_c;
  if (tool != nullptr) [[unlikely]] return tool(oldtype, lb, extent, newtype);
  return serve_Type_create_resized_c(oldtype, lb, extent, newtype, __builtin_return_address(0));
}
#endif

static int serve_Type_create_struct(int count, const int array_of_blocklengths[],
        const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[],
        MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_create_struct)) [[likely]]
    return native().Type_create_struct(count, array_of_blocklengths, array_of_displacements,
        array_of_types, newtype);
  const CallScope call(Function::Type_create_struct, caller);
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_struct, count, array_of_blocklengths,
        array_of_displacements, array_of_types, newtype));
}
STROBE_EXPORT int PMPI_Type_create_struct(int count, const int array_of_blocklengths[],
        const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[],
        MPI_Datatype* newtype) {
  return serve_Type_create_struct(count, array_of_blocklengths, array_of_displacements,
        array_of_types, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_struct(int count, const int array_of_blocklengths[],
        const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[],
        MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_struct;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype);
  return serve_Type_create_struct(count, array_of_blocklengths, array_of_displacements,
        array_of_types, newtype, __builtin_return_address(0));
}

#if MPI_VERSION >= 4
static int serve_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
        const MPI_Count array_of_displacements[], const MPI_Datatype array_of_types[],
        MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_create_struct_c)) [[likely]]
    return native().Type_create_struct_c(count, array_of_blocklengths, array_of_displacements,
        array_of_types, newtype);
  const CallScope call(Function::Type_create_struct_c, caller);
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_struct_c, count, array_of_blocklengths,
        array_of_displacements, array_of_types, newtype));
}
STROBE_EXPORT int PMPI_Type_create_struct_c(MPI_Count count,
        const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[],
        const MPI_Datatype array_of_types[], MPI_Datatype* newtype) {
  return serve_Type_create_struct_c(count, array_of_blocklengths, array_of_displacements,
        array_of_types, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_struct_c(MPI_Count count,
        const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[],
        const MPI_Datatype array_of_types[], MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_struct_c;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype);
  return serve_Type_create_struct_c(count, array_of_blocklengths, array_of_displacements,
        array_of_types, newtype, __builtin_return_address(0));
}
#endif

static int serve_Type_create_subarray(int ndims, const int array_of_sizes[],
        const int array_of_subsizes[], const int array_of_starts[], int order,
        MPI_Datatype oldtype, MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_create_subarray)) [[likely]]
    return native().Type_create_subarray(ndims, array_of_sizes, array_of_subsizes,
        array_of_starts, order, oldtype, newtype);
  const CallScope call(Function::Type_create_subarray, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_subarray, ndims, array_of_sizes,
        array_of_subsizes, array_of_starts, order, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[],
        const int array_of_subsizes[], const int array_of_starts[], int order,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts,
        order, oldtype, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_subarray(int ndims, const int array_of_sizes[],
        const int array_of_subsizes[], const int array_of_starts[], int order,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_subarray;
  if (tool != nullptr) [[unlikely]] return tool(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype);
  return serve_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts,
        order, oldtype, newtype, __builtin_return_address(0));
}

#if MPI_VERSION >= 4
static int serve_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[],
        const MPI_Count array_of_subsizes[], const MPI_Count array_of_starts[], int order,
        MPI_Datatype oldtype, MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_create_subarray_c)) [[likely]]
    return native().Type_create_subarray_c(ndims, array_of_sizes, array_of_subsizes,
        array_of_starts, order, oldtype, newtype);
  const CallScope call(Function::Type_create_subarray_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_create_subarray_c, ndims, array_of_sizes,
        array_of_subsizes, array_of_starts, order, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[],
        const MPI_Count array_of_subsizes[], const MPI_Count array_of_starts[], int order,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_create_subarray_c(ndims, array_of_sizes, array_of_subsizes, array_of_starts,
        order, oldtype, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[],
        const MPI_Count array_of_subsizes[], const MPI_Count array_of_starts[], int order,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_create_subarray_c;
  if (tool != nullptr) [[unlikely]] return tool(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype);
  return serve_Type_create_subarray_c(ndims, array_of_sizes, array_of_subsizes, array_of_starts,
        order, oldtype, newtype, __builtin_return_address(0));
}
#endif

static int serve_Type_dup(MPI_Datatype oldtype, MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_dup)) [[likely]]
    return native().Type_dup(oldtype, newtype);
  const CallScope call(Function::Type_dup, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype, oldtype);
  return object.noted(call.pass(native().Type_dup, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_dup(oldtype, newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_dup;
  if (tool != nullptr) [[unlikely]] return tool(oldtype, newtype);
  return serve_Type_dup(oldtype, newtype, __builtin_return_address(0));
}

static int serve_Type_free_keyval(int* type_keyval, const void* caller) {
  if (is_unfollowed(native().Type_free_keyval)) [[likely]]
    return native().Type_free_keyval(type_keyval);
  const CallScope call(Function::Type_free_keyval, caller);
  const int refused = refuse_freed(call, {{ObjectKind::attribute_key, bits_at(type_keyval)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectRelease object(ObjectKind::attribute_key, type_keyval);
  return object.noted(call.pass(native().Type_free_keyval, type_keyval));
}
STROBE_EXPORT int PMPI_Type_free_keyval(int* type_keyval) {
  return serve_Type_free_keyval(type_keyval, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_free_keyval(int* type_keyval) {
  const auto tool = detail::linked_tool.Type_free_keyval;
  if (tool != nullptr) [[unlikely]] return tool(type_keyval);
  return serve_Type_free_keyval(type_keyval, __builtin_return_address(0));
}

static int serve_Type_get_attr(MPI_Datatype datatype, int type_keyval, void* attribute_val,
        int* flag, const void* caller) {
  if (is_unfollowed(native().Type_get_attr)) [[likely]]
    return native().Type_get_attr(datatype, type_keyval, attribute_val, flag);
  const CallScope call(Function::Type_get_attr, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Type_get_attr, datatype, type_keyval, attribute_val, flag);
}
STROBE_EXPORT int PMPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void* attribute_val,
        int* flag) {
  return serve_Type_get_attr(datatype, type_keyval, attribute_val, flag,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void* attribute_val,
        int* flag) {
  const auto tool = detail::linked_tool.Type_get_attr;
  if (tool != nullptr) [[unlikely]] return tool(datatype, type_keyval, attribute_val, flag);
  return serve_Type_get_attr(datatype, type_keyval, attribute_val, flag,
        __builtin_return_address(0));
}

static int serve_Type_get_extent(MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent,
        const void* caller) {
  if (is_unfollowed(native().Type_get_extent)) [[likely]]
    return native().Type_get_extent(datatype, lb, extent);
  const CallScope call(Function::Type_get_extent, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Type_get_extent, datatype, lb, extent);
}
STROBE_EXPORT int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent) {
  return serve_Type_get_extent(datatype, lb, extent, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent) {
  const auto tool = detail::linked_tool.Type_get_extent;
  if (tool != nullptr) [[unlikely]] return tool(datatype, lb, extent);
  return serve_Type_get_extent(datatype, lb, extent, __builtin_return_address(0));
}

static int serve_Type_get_name(MPI_Datatype datatype, char* type_name, int* resultlen,
        const void* caller) {
  if (is_unfollowed(native().Type_get_name)) [[likely]]
    return native().Type_get_name(datatype, type_name, resultlen);
  const CallScope call(Function::Type_get_name, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Type_get_name, datatype, type_name, resultlen);
}
STROBE_EXPORT int PMPI_Type_get_name(MPI_Datatype datatype, char* type_name, int* resultlen) {
  return serve_Type_get_name(datatype, type_name, resultlen, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_get_name(MPI_Datatype datatype, char* type_name, int* resultlen) {
  const auto tool = detail::linked_tool.Type_get_name;
  if (tool != nullptr) [[unlikely]] return tool(datatype, type_name, resultlen);
  return serve_Type_get_name(datatype, type_name, resultlen, __builtin_return_address(0));
}

#if MPI_VERSION * 10 + MPI_SUBVERSION >= 41
static int serve_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type,
        MPI_Datatype* pair_type, const void* caller) {
  if (is_unfollowed(native().Type_get_value_index)) [[likely]]
    return native().Type_get_value_index(value_type, index_type, pair_type);
  const CallScope call(Function::Type_get_value_index, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(value_type)},
        {ObjectKind::datatype, bits_of(index_type)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::datatype, pair_type, Owner::mpi);
  return object.noted(call.pass(native().Type_get_value_index, value_type, index_type, pair_type));
}
STROBE_EXPORT int PMPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type,
        MPI_Datatype* pair_type) {
  return serve_Type_get_value_index(value_type, index_type, pair_type, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type,
        MPI_Datatype* pair_type) {
  const auto tool = detail::linked_tool.Type_get_value_index;
  if (tool != nullptr) [[unlikely]] return tool(value_type, index_type, pair_type);
  return serve_Type_get_value_index(value_type, index_type, pair_type, __builtin_return_address(0));
}
#endif

#if defined(MPICH)
static int serve_Type_hindexed(int count, int array_of_blocklengths[],
        MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype,
        const void* caller) {
  if (is_unfollowed(native().Type_hindexed)) [[likely]]
    return native().Type_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype,
        newtype);
  const CallScope call(Function::Type_hindexed, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_hindexed, count, array_of_blocklengths,
        array_of_displacements, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_hindexed(int count, int array_of_blocklengths[],
        MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_hindexed(int count, int array_of_blocklengths[],
        MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_hindexed;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
  return serve_Type_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}

static int serve_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
        MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_hvector)) [[likely]]
    return native().Type_hvector(count, blocklength, stride, oldtype, newtype);
  const CallScope call(Function::Type_hvector, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_hvector, count, blocklength, stride, oldtype,
        newtype));
}
STROBE_EXPORT int PMPI_Type_hvector(int count, int blocklength, MPI_Aint stride,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_hvector(count, blocklength, stride, oldtype, newtype,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_hvector(int count, int blocklength, MPI_Aint stride,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_hvector;
  if (tool != nullptr) [[unlikely]] return tool(count, blocklength, stride, oldtype, newtype);
  return serve_Type_hvector(count, blocklength, stride, oldtype, newtype,
        __builtin_return_address(0));
}
#endif

static int serve_Type_indexed(int count, const int array_of_blocklengths[],
        const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype,
        const void* caller) {
  if (is_unfollowed(native().Type_indexed)) [[likely]]
    return native().Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype,
        newtype);
  const CallScope call(Function::Type_indexed, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_indexed, count, array_of_blocklengths,
        array_of_displacements, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_indexed(int count, const int array_of_blocklengths[],
        const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_indexed(int count, const int array_of_blocklengths[],
        const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_indexed;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
  return serve_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}

#if MPI_VERSION >= 4
static int serve_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
        const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype,
        const void* caller) {
  if (is_unfollowed(native().Type_indexed_c)) [[likely]]
    return native().Type_indexed_c(count, array_of_blocklengths, array_of_displacements, oldtype,
        newtype);
  const CallScope call(Function::Type_indexed_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_indexed_c, count, array_of_blocklengths,
        array_of_displacements, oldtype, newtype));
}
STROBE_EXPORT int PMPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
        const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_indexed_c(count, array_of_blocklengths, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
        const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_indexed_c;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
  return serve_Type_indexed_c(count, array_of_blocklengths, array_of_displacements, oldtype,
        newtype, __builtin_return_address(0));
}
#endif

static int serve_Type_size(MPI_Datatype datatype, int* size, const void* caller) {
  if (is_unfollowed(native().Type_size)) [[likely]]
    return native().Type_size(datatype, size);
  const CallScope call(Function::Type_size, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Type_size, datatype, size);
}
STROBE_EXPORT int PMPI_Type_size(MPI_Datatype datatype, int* size) {
  return serve_Type_size(datatype, size, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_size(MPI_Datatype datatype, int* size) {
  const auto tool = detail::linked_tool.Type_size;
  if (tool != nullptr) [[unlikely]] return tool(datatype, size);
  return serve_Type_size(datatype, size, __builtin_return_address(0));
}

#if defined(MPICH)
static int serve_Type_struct(int count, int array_of_blocklengths[],
        MPI_Aint array_of_displacements[], MPI_Datatype array_of_types[], MPI_Datatype* newtype,
        const void* caller) {
  if (is_unfollowed(native().Type_struct)) [[likely]]
    return native().Type_struct(count, array_of_blocklengths, array_of_displacements,
        array_of_types, newtype);
  const CallScope call(Function::Type_struct, caller);
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_struct, count, array_of_blocklengths,
        array_of_displacements, array_of_types, newtype));
}
STROBE_EXPORT int PMPI_Type_struct(int count, int array_of_blocklengths[],
        MPI_Aint array_of_displacements[], MPI_Datatype array_of_types[], MPI_Datatype* newtype) {
  return serve_Type_struct(count, array_of_blocklengths, array_of_displacements, array_of_types,
        newtype, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_struct(int count, int array_of_blocklengths[],
        MPI_Aint array_of_displacements[], MPI_Datatype array_of_types[], MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_struct;
  if (tool != nullptr) [[unlikely]] return tool(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype);
  return serve_Type_struct(count, array_of_blocklengths, array_of_displacements, array_of_types,
        newtype, __builtin_return_address(0));
}
#endif

static int serve_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype,
        MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_vector)) [[likely]]
    return native().Type_vector(count, blocklength, stride, oldtype, newtype);
  const CallScope call(Function::Type_vector, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_vector, count, blocklength, stride, oldtype,
        newtype));
}
STROBE_EXPORT int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype,
        MPI_Datatype* newtype) {
  return serve_Type_vector(count, blocklength, stride, oldtype, newtype,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype,
        MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_vector;
  if (tool != nullptr) [[unlikely]] return tool(count, blocklength, stride, oldtype, newtype);
  return serve_Type_vector(count, blocklength, stride, oldtype, newtype,
        __builtin_return_address(0));
}

#if MPI_VERSION >= 4
static int serve_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
        MPI_Datatype oldtype, MPI_Datatype* newtype, const void* caller) {
  if (is_unfollowed(native().Type_vector_c)) [[likely]]
    return native().Type_vector_c(count, blocklength, stride, oldtype, newtype);
  const CallScope call(Function::Type_vector_c, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(oldtype)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const DatatypeCreation object(newtype);
  return object.noted(call.pass(native().Type_vector_c, count, blocklength, stride, oldtype,
        newtype));
}
STROBE_EXPORT int PMPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return serve_Type_vector_c(count, blocklength, stride, oldtype, newtype,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const auto tool = detail::linked_tool.Type_vector_c;
  if (tool != nullptr) [[unlikely]] return tool(count, blocklength, stride, oldtype, newtype);
  return serve_Type_vector_c(count, blocklength, stride, oldtype, newtype,
        __builtin_return_address(0));
}
#endif

static int serve_Unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount,
        MPI_Datatype datatype, MPI_Comm comm, const void* caller) {
  if (is_unfollowed(native().Unpack)) [[likely]]
    return native().Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm);
  const CallScope call(Function::Unpack, caller);
  const int refused = refuse_freed(call, {{ObjectKind::datatype, bits_of(datatype)},
        {ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  if (interposer.checks != nullptr && call.is_application_call()) [[unlikely]]
    check_unpack(inbuf, insize, position, outbuf, outcount, datatype, comm);
  return call.pass(native().Unpack, inbuf, insize, position, outbuf, outcount, datatype, comm);
}
STROBE_EXPORT int PMPI_Unpack(const void* inbuf, int insize, int* position, void* outbuf,
        int outcount, MPI_Datatype datatype, MPI_Comm comm) {
  return serve_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Unpack(const void* inbuf, int insize, int* position, void* outbuf,
        int outcount, MPI_Datatype datatype, MPI_Comm comm) {
  const auto tool = detail::linked_tool.Unpack;
  if (tool != nullptr) [[unlikely]] return tool(inbuf, insize, position, outbuf, outcount, datatype, comm);
  return serve_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm,
        __builtin_return_address(0));
}

static int serve_Win_create_errhandler(MPI_Win_errhandler_function* win_errhandler_fn,
        MPI_Errhandler* errhandler, const void* caller) {
  if (is_unfollowed(native().Win_create_errhandler)) [[likely]]
    return native().Win_create_errhandler(win_errhandler_fn, errhandler);
  const CallScope call(Function::Win_create_errhandler, caller);
  const ObjectCreation object(ObjectKind::error_handler, errhandler);
  return object.noted(call.pass(native().Win_create_errhandler, win_errhandler_fn, errhandler));
}
STROBE_EXPORT int PMPI_Win_create_errhandler(MPI_Win_errhandler_function* win_errhandler_fn,
        MPI_Errhandler* errhandler) {
  return serve_Win_create_errhandler(win_errhandler_fn, errhandler, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_create_errhandler(MPI_Win_errhandler_function* win_errhandler_fn,
        MPI_Errhandler* errhandler) {
  const auto tool = detail::linked_tool.Win_create_errhandler;
  if (tool != nullptr) [[unlikely]] return tool(win_errhandler_fn, errhandler);
  return serve_Win_create_errhandler(win_errhandler_fn, errhandler, __builtin_return_address(0));
}

static int serve_Win_create_keyval(MPI_Win_copy_attr_function* win_copy_attr_fn,
        MPI_Win_delete_attr_function* win_delete_attr_fn, int* win_keyval, void* extra_state,
        const void* caller) {
  if (is_unfollowed(native().Win_create_keyval)) [[likely]]
    return native().Win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval,
        extra_state);
  const CallScope call(Function::Win_create_keyval, caller);
  const ObjectCreation object(ObjectKind::attribute_key, win_keyval);
  return object.noted(call.pass(native().Win_create_keyval, win_copy_attr_fn, win_delete_attr_fn,
        win_keyval, extra_state));
}
STROBE_EXPORT int PMPI_Win_create_keyval(MPI_Win_copy_attr_function* win_copy_attr_fn,
        MPI_Win_delete_attr_function* win_delete_attr_fn, int* win_keyval, void* extra_state) {
  return serve_Win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state,
        __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_create_keyval(MPI_Win_copy_attr_function* win_copy_attr_fn,
        MPI_Win_delete_attr_function* win_delete_attr_fn, int* win_keyval, void* extra_state) {
  const auto tool = detail::linked_tool.Win_create_keyval;
  if (tool != nullptr) [[unlikely]] return tool(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state);
  return serve_Win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state,
        __builtin_return_address(0));
}

static int serve_Win_free_keyval(int* win_keyval, const void* caller) {
  if (is_unfollowed(native().Win_free_keyval)) [[likely]]
    return native().Win_free_keyval(win_keyval);
  const CallScope call(Function::Win_free_keyval, caller);
  const int refused = refuse_freed(call, {{ObjectKind::attribute_key, bits_at(win_keyval)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectRelease object(ObjectKind::attribute_key, win_keyval);
  return object.noted(call.pass(native().Win_free_keyval, win_keyval));
}
STROBE_EXPORT int PMPI_Win_free_keyval(int* win_keyval) {
  return serve_Win_free_keyval(win_keyval, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_free_keyval(int* win_keyval) {
  const auto tool = detail::linked_tool.Win_free_keyval;
  if (tool != nullptr) [[unlikely]] return tool(win_keyval);
  return serve_Win_free_keyval(win_keyval, __builtin_return_address(0));
}

static int serve_Win_get_attr(MPI_Win win, int win_keyval, void* attribute_val, int* flag,
        const void* caller) {
  if (is_unfollowed(native().Win_get_attr)) [[likely]]
    return native().Win_get_attr(win, win_keyval, attribute_val, flag);
  const CallScope call(Function::Win_get_attr, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Win_get_attr, win, win_keyval, attribute_val, flag);
}
STROBE_EXPORT int PMPI_Win_get_attr(MPI_Win win, int win_keyval, void* attribute_val, int* flag) {
  return serve_Win_get_attr(win, win_keyval, attribute_val, flag, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_get_attr(MPI_Win win, int win_keyval, void* attribute_val, int* flag) {
  const auto tool = detail::linked_tool.Win_get_attr;
  if (tool != nullptr) [[unlikely]] return tool(win, win_keyval, attribute_val, flag);
  return serve_Win_get_attr(win, win_keyval, attribute_val, flag, __builtin_return_address(0));
}

static int serve_Win_get_errhandler(MPI_Win win, MPI_Errhandler* errhandler, const void* caller) {
  if (is_unfollowed(native().Win_get_errhandler)) [[likely]]
    return native().Win_get_errhandler(win, errhandler);
  const CallScope call(Function::Win_get_errhandler, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::error_handler, errhandler, Owner::mpi);
  return object.noted(call.pass(native().Win_get_errhandler, win, errhandler));
}
STROBE_EXPORT int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler* errhandler) {
  return serve_Win_get_errhandler(win, errhandler, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler* errhandler) {
  const auto tool = detail::linked_tool.Win_get_errhandler;
  if (tool != nullptr) [[unlikely]] return tool(win, errhandler);
  return serve_Win_get_errhandler(win, errhandler, __builtin_return_address(0));
}

static int serve_Win_get_group(MPI_Win win, MPI_Group* group, const void* caller) {
  if (is_unfollowed(native().Win_get_group)) [[likely]]
    return native().Win_get_group(win, group);
  const CallScope call(Function::Win_get_group, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::group, group);
  return object.noted(call.pass(native().Win_get_group, win, group));
}
STROBE_EXPORT int PMPI_Win_get_group(MPI_Win win, MPI_Group* group) {
  return serve_Win_get_group(win, group, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_get_group(MPI_Win win, MPI_Group* group) {
  const auto tool = detail::linked_tool.Win_get_group;
  if (tool != nullptr) [[unlikely]] return tool(win, group);
  return serve_Win_get_group(win, group, __builtin_return_address(0));
}

static int serve_Win_get_info(MPI_Win win, MPI_Info* info_used, const void* caller) {
  if (is_unfollowed(native().Win_get_info)) [[likely]]
    return native().Win_get_info(win, info_used);
  const CallScope call(Function::Win_get_info, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::info, info_used);
  return object.noted(call.pass(native().Win_get_info, win, info_used));
}
STROBE_EXPORT int PMPI_Win_get_info(MPI_Win win, MPI_Info* info_used) {
  return serve_Win_get_info(win, info_used, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_get_info(MPI_Win win, MPI_Info* info_used) {
  const auto tool = detail::linked_tool.Win_get_info;
  if (tool != nullptr) [[unlikely]] return tool(win, info_used);
  return serve_Win_get_info(win, info_used, __builtin_return_address(0));
}

static int serve_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler, const void* caller) {
  if (is_unfollowed(native().Win_set_errhandler)) [[likely]]
    return native().Win_set_errhandler(win, errhandler);
  const CallScope call(Function::Win_set_errhandler, caller);
  const int refused = refuse_freed(call, {{ObjectKind::window, bits_of(win)},
        {ObjectKind::error_handler, bits_of(errhandler)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return call.pass(native().Win_set_errhandler, win, errhandler);
}
STROBE_EXPORT int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler) {
  return serve_Win_set_errhandler(win, errhandler, __builtin_return_address(0));
}
STROBE_EXPORT int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler) {
  const auto tool = detail::linked_tool.Win_set_errhandler;
  if (tool != nullptr) [[unlikely]] return tool(win, errhandler);
  return serve_Win_set_errhandler(win, errhandler, __builtin_return_address(0));
}

#if !defined(OPEN_MPI) || OMPI_MAJOR_VERSION >= 5
static int serve_X_Comm_failure_get_acked(MPI_Comm comm, MPI_Group* failedgrp, const void* caller) {
  if (is_unfollowed(native().X_Comm_failure_get_acked)) [[likely]]
    return native().X_Comm_failure_get_acked(comm, failedgrp);
  const CallScope call(Function::X_Comm_failure_get_acked, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::group, failedgrp);
  return object.noted(call.pass(native().X_Comm_failure_get_acked, comm, failedgrp));
}
STROBE_EXPORT int PMPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group* failedgrp) {
  return serve_X_Comm_failure_get_acked(comm, failedgrp, __builtin_return_address(0));
}
STROBE_EXPORT int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group* failedgrp) {
  const auto tool = detail::linked_tool.X_Comm_failure_get_acked;
  if (tool != nullptr) [[unlikely]] return tool(comm, failedgrp);
  return serve_X_Comm_failure_get_acked(comm, failedgrp, __builtin_return_address(0));
}

static int serve_X_Comm_get_failed(MPI_Comm comm, MPI_Group* failedgrp, const void* caller) {
  if (is_unfollowed(native().X_Comm_get_failed)) [[likely]]
    return native().X_Comm_get_failed(comm, failedgrp);
  const CallScope call(Function::X_Comm_get_failed, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::group, failedgrp);
  return object.noted(call.pass(native().X_Comm_get_failed, comm, failedgrp));
}
STROBE_EXPORT int PMPIX_Comm_get_failed(MPI_Comm comm, MPI_Group* failedgrp) {
  return serve_X_Comm_get_failed(comm, failedgrp, __builtin_return_address(0));
}
STROBE_EXPORT int MPIX_Comm_get_failed(MPI_Comm comm, MPI_Group* failedgrp) {
  const auto tool = detail::linked_tool.X_Comm_get_failed;
  if (tool != nullptr) [[unlikely]] return tool(comm, failedgrp);
  return serve_X_Comm_get_failed(comm, failedgrp, __builtin_return_address(0));
}
#endif

#if OMPI_MAJOR_VERSION >= 5
static int serve_X_Comm_ishrink(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request,
        const void* caller) {
  if (is_unfollowed(native().X_Comm_ishrink)) [[likely]]
    return native().X_Comm_ishrink(comm, newcomm, request);
  const CallScope call(Function::X_Comm_ishrink, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  return noted_request(call, call.pass(native().X_Comm_ishrink, comm, newcomm, request), request);
}
STROBE_EXPORT int PMPIX_Comm_ishrink(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  return serve_X_Comm_ishrink(comm, newcomm, request, __builtin_return_address(0));
}
STROBE_EXPORT int MPIX_Comm_ishrink(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  const auto tool = detail::linked_tool.X_Comm_ishrink;
  if (tool != nullptr) [[unlikely]] return tool(comm, newcomm, request);
  return serve_X_Comm_ishrink(comm, newcomm, request, __builtin_return_address(0));
}
#endif

#if !defined(OPEN_MPI) || OMPI_MAJOR_VERSION >= 5
static int serve_X_Comm_shrink(MPI_Comm comm, MPI_Comm* newcomm, const void* caller) {
  if (is_unfollowed(native().X_Comm_shrink)) [[likely]]
    return native().X_Comm_shrink(comm, newcomm);
  const CallScope call(Function::X_Comm_shrink, caller);
  const int refused = refuse_freed(call, {{ObjectKind::communicator, bits_of(comm)}});
  if (refused != MPI_SUCCESS) [[unlikely]] return refused;
  const ObjectCreation object(ObjectKind::communicator, newcomm);
  return object.noted(call.pass(native().X_Comm_shrink, comm, newcomm));
}
STROBE_EXPORT int PMPIX_Comm_shrink(MPI_Comm comm, MPI_Comm* newcomm) {
  return serve_X_Comm_shrink(comm, newcomm, __builtin_return_address(0));
}
STROBE_EXPORT int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm* newcomm) {
  const auto tool = detail::linked_tool.X_Comm_shrink;
  if (tool != nullptr) [[unlikely]] return tool(comm, newcomm);
  return serve_X_Comm_shrink(comm, newcomm, __builtin_return_address(0));
}
#endif

static double serve_Wtick(const void* caller) {
  if (is_unfollowed(native().Wtick)) [[likely]]
    return native().Wtick();
  const CallScope call(Function::Wtick, caller);
  return call.pass(native().Wtick);
}
STROBE_EXPORT double PMPI_Wtick(void) {
  return serve_Wtick(__builtin_return_address(0));
}
STROBE_EXPORT double MPI_Wtick(void) {
  const auto tool = detail::linked_tool.Wtick;
  if (tool != nullptr) [[unlikely]] return tool();
  return serve_Wtick(__builtin_return_address(0));
}

}  // extern "C"

}  // namespace strobe::bcs::mpi
