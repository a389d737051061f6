// SPDX-License-Identifier: BSD-3-Clause
//
// Attributes that compile one function for an instruction set, whatever the compiler options of its
// file, and functions that tell whether this processor has it. Without `prefer-vector-width` GCC
// uses only half of an AVX-512 register; Clang wants `min_vector_width` for the same.
#pragma once

#if defined(__x86_64__)
#define STROBE_TARGET_AVX2 gnu::target("avx2,fma")
#if defined(__clang__)
#define STROBE_TARGET_AVX512 \
  gnu::target("avx512f,avx512bw,avx512dq,avx512vl,fma"), clang::min_vector_width(512)
#else
#define STROBE_TARGET_AVX512 \
  gnu::target("avx512f,avx512bw,avx512dq,avx512vl,fma,prefer-vector-width=512")
#endif

namespace strobe::base {

[[nodiscard]] inline bool has_avx2() {
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
}

[[nodiscard]] inline bool has_avx512() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
}

}  // namespace strobe::base
#endif
