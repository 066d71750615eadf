// Atomic operations are announced with their order: 0 relaxed, 2 acquire, 3 release, 4 both, 5 sequentially consistent.
#include <stdatomic.h>

atomic_int number;
_Atomic(int*) pointer;

// CHECK-LABEL: define {{.*}}@atomics(
void atomics(int* target) {
  // CHECK: call void @selvage_hook_atomic_load(ptr @number, i32 4, i32 2, i32 [[#]])
  // CHECK-NEXT: load atomic i32, ptr @number acquire
  (void)atomic_load_explicit(&number, memory_order_acquire);
  // CHECK: call void @selvage_hook_atomic_store(ptr @pointer, i32 8, i64 {{%.*}}, i32 3, i32 [[#]])
  // CHECK-NEXT: store atomic {{.*}}, ptr @pointer release
  atomic_store_explicit(&pointer, target, memory_order_release);
  // CHECK: call void @selvage_hook_atomic_update(ptr @number, i32 4, i64 3, i32 0, i32 [[#]])
  // CHECK-NEXT: atomicrmw add ptr @number, i32 3 monotonic
  (void)atomic_fetch_add_explicit(&number, 3, memory_order_relaxed);
  // CHECK: call void @selvage_hook_atomic_update(ptr @number, i32 4, i64 4, i32 5, i32 [[#]])
  // CHECK-NEXT: atomicrmw xchg
  (void)atomic_exchange(&number, 4);
  // CHECK: call void @selvage_hook_atomic_compare_exchange(ptr @number, i32 4, i64 {{.*}}, i64 9, i32 4, i32 [[#]])
  // CHECK-NEXT: cmpxchg ptr @number, i32 {{.*}}, i32 9 acq_rel monotonic
  int expected = 1;
  atomic_compare_exchange_strong_explicit(&number, &expected, 9, memory_order_acq_rel, memory_order_relaxed);
  // CHECK: call void @selvage_hook_fence(i32 5, i32 [[#]])
  // CHECK-NEXT: fence seq_cst
  atomic_thread_fence(memory_order_seq_cst);
  // CHECK-NOT: selvage_hook_{{(read|write|with|atomic|fence)}}
  // CHECK: fence syncscope("singlethread")
  atomic_signal_fence(memory_order_seq_cst);
  // CHECK: call void @selvage_hook_atomic_update({{.*}}, i32 4, i64 1, i32 5, i32 [[#]])
  (void)__sync_fetch_and_add((int*)&number, 1);
  // CHECK-NOT: selvage_hook_{{(read|write|with|atomic|fence)}}
  // CHECK: ret void
  atomic_int local;
  atomic_store(&local, 1);
}

struct wide {
  long words[4];
};
_Atomic struct wide wide;

// CHECK-LABEL: define {{.*}}@library(
struct wide library(struct wide value) {
  // CHECK: call void @selvage_hook_atomic_store(ptr @wide, i32 32, i64 0, i32 5, i32 [[#]])
  // CHECK: call void @__atomic_store(i64 noundef 32
  atomic_store(&wide, value);
  // CHECK: call void @selvage_hook_atomic_load(ptr @wide, i32 32, i32 2, i32 [[#]])
  // CHECK: call void @__atomic_load(i64 noundef 32
  return atomic_load_explicit(&wide, memory_order_acquire);
}
