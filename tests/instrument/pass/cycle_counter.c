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

// A wait that is bounded by it: the hook of the loop stands before what has come in its place.
// CHECK-LABEL: define {{.*}}@wait_a_while(
// CHECK: call void @selvage_hook_leaving_call()
// CHECK-NEXT: call i64 @selvage_hook_cycle_counter()
// CHECK-NOT: call {{.*}}rdtsc
int flag;
void wait_a_while(void) {
  unsigned long long start = __rdtsc();
  while (!__atomic_load_n(&flag, __ATOMIC_SEQ_CST) && __rdtsc() - start < 1000000);
}

// CHECK-LABEL: define {{.*}}@wait_by_assembly(
// CHECK: call void @selvage_hook_leaving_call()
// CHECK-NOT: call {{.*}}rdtsc
void wait_by_assembly(void) {
  unsigned low, high;
  do __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  while (!__atomic_load_n(&flag, __ATOMIC_SEQ_CST) && low < 1000);
}
