// SPDX-License-Identifier: BSD-3-Clause
//
// The attributes that compile one function for an instruction set, whatever the options of its
// file, and whether this processor has it. Vectors of AVX-512 are only used in their full width
// where that is asked for.
#pragma once

#if defined(__x86_64__)
#define STROBE_TARGET_AVX2 gnu::target("avx2,fma")
#define STROBE_TARGET_AVX512 \
  gnu::target("avx512f,avx512bw,avx512dq,avx512vl,fma,prefer-vector-width=512")

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
