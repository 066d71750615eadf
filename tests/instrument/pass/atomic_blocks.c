// Functions named __VERIFIER_atomic_* are atomic blocks.
int shared;

// CHECK-LABEL: define {{.*}}@__VERIFIER_atomic_take(
// CHECK: call void @selvage_atomic_begin()
// CHECK: call void @selvage_hook_read(ptr @shared
// CHECK: call void @selvage_atomic_end()
// CHECK-NEXT: load i32, ptr @selvage_follows_positions
// CHECK: ret i32
int __VERIFIER_atomic_take(void) {
  if (shared == 0) return 0;
  shared = 0;
  return 1;
}

// CHECK-LABEL: define {{.*}}@__VERIFIER_atomic_begin(
// CHECK-NOT: selvage_atomic_begin
// CHECK: ret void
void __VERIFIER_atomic_begin(void) {}
