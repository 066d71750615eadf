// Atomic blocks that begin with assumptions say so, and where they begin to do something else than read.
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
void selvage_atomic_begin(void);
void selvage_atomic_end(void);
void selvage_assume(int);
int shared, other;
int* pointer;

// CHECK-LABEL: define {{.*}}@take(
// CHECK: call void @selvage_hook_assumption(ptr @shared, i32 4
// CHECK: call void @selvage_hook_assumption(ptr @other, i32 4
// CHECK: call void @__VERIFIER_atomic_begin()
// CHECK: call void @selvage_hook_read(ptr @shared
// CHECK: call void @selvage_hook_read(ptr @other
// CHECK: call void @__VERIFIER_assume(
// CHECK: call void @selvage_hook_block_acts()
// CHECK: call void @selvage_hook_write(ptr @shared
// CHECK: ret void
void take(void) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(shared == 0 && other == 0);
  shared = 1;
  __VERIFIER_atomic_end();
}

// The end of the block is something else, too; between two assumptions there is nothing.
// CHECK-LABEL: define {{.*}}@look(
// CHECK: call void @selvage_hook_assumption(ptr @shared
// CHECK: call void @selvage_assume(
// CHECK-NOT: @selvage_hook_block_acts
// CHECK: call void @selvage_assume(
// CHECK: call void @selvage_hook_block_acts()
// CHECK: call void @selvage_atomic_end()
// CHECK: ret void
void look(void) {
  selvage_atomic_begin();
  selvage_assume(shared > 0);
  selvage_assume(other > 0);
  selvage_atomic_end();
}

// An assumption on one way only.
// CHECK-LABEL: define {{.*}}@take_if(
// CHECK: call void @selvage_hook_assumption(ptr @other
// CHECK: call void @selvage_hook_block_acts()
// CHECK: call void @selvage_hook_write(ptr @shared
// CHECK: ret void
void take_if(int assumes) {
  selvage_atomic_begin();
  if (assumes) selvage_assume(other == 0);
  shared = 1;
  selvage_atomic_end();
}

// Something comes before the assumption.
// CHECK-LABEL: define {{.*}}@act_first(
// CHECK-NOT: @selvage_hook_assumption
// CHECK-NOT: @selvage_hook_block_acts
// CHECK: ret void
void act_first(void) {
  selvage_atomic_begin();
  shared = 1;
  selvage_assume(other == 0);
  selvage_atomic_end();
}

// CHECK-LABEL: define {{.*}}@without(
// CHECK-NOT: @selvage_hook_assumption
// CHECK-NOT: @selvage_hook_block_acts
// CHECK: ret void
void without(void) {
  selvage_atomic_begin();
  shared = other;
  selvage_atomic_end();
}

// What is read depends on what was read.
// CHECK-LABEL: define {{.*}}@through_pointer(
// CHECK-NOT: @selvage_hook_assumption
// CHECK-NOT: @selvage_hook_block_acts
// CHECK: ret void
void through_pointer(void) {
  selvage_atomic_begin();
  selvage_assume(*pointer == 0);
  *pointer = 1;
  selvage_atomic_end();
}
