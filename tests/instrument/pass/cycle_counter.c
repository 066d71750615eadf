// The processor's clock is replaced by a virtual one.
#include <x86intrin.h>

// CHECK-LABEL: define {{.*}}@clock_value(
// CHECK: call i64 @selvage_hook_cycle_counter()
// CHECK: call i64 @selvage_hook_cycle_counter()
// CHECK: call i64 @selvage_hook_cycle_counter()
// CHECK: call i64 @selvage_hook_cycle_counter()
// CHECK-NOT: call {{.*}}rdtsc
unsigned long long clock_value(void) {
  unsigned processor, low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return __rdtsc() + __builtin_readcyclecounter() + __rdtscp(&processor) + low + high;
}
