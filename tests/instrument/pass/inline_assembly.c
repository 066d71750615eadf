// Memory operands of inline assembly are announced; statements that cannot be seen into are counted in the record.
int number;

// Magic, version, sites, functions, skipped functions, opaque statements:
// CHECK: @selvage_module_record = internal constant {{.*}} i32 [[#]], i32 [[#]], i32 1, i32 1, i32 1, i32 [[#]], i32 0, i32 0, i32 3, ptr

// CHECK-LABEL: define {{.*}}@assembly(
void assembly(int* pointer) {
  // CHECK: call void @selvage_hook_atomic_update(ptr @number, i32 4, i64 0, i32 5, i32 [[#]])
  // CHECK: "lock; incl
  __asm__ volatile("lock; incl %0" : "+m"(number));
  // CHECK: call void @selvage_hook_write_range(ptr @number, i64 4, i32 [[#]])
  // CHECK: "movl $$1
  __asm__ volatile("movl $1, %0" : "=m"(number));
  // CHECK: call void @selvage_hook_read_range(ptr @number, i64 4, i32 [[#]])
  // CHECK: "cmpl $$1
  __asm__ volatile("cmpl $1, %0" : : "m"(number) : "cc");
  // CHECK: call void @selvage_hook_fence(i32 5, i32 [[#]])
  // CHECK: "mfence"
  __asm__ volatile("mfence" ::: "memory");
  // CHECK-NOT: selvage_hook_{{(read|write|with|atomic|fence)}}
  // CHECK: ret void
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("pause" ::: "memory");
  __asm__ volatile("movl $1, (%0)" : : "r"(pointer) : "memory");
}

__attribute__((naked)) void naked(void) { __asm__("ret"); }
