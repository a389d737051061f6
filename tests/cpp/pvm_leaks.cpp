// SPDX-License-Identifier: BSD-3-Clause
// For programs that run over PVM under the address sanitizer: PVM forgets the routes between tasks
// that it has opened.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libpvm3.so"; }
