// What programs of the verification suites define for themselves means what the suites say it means.
void abort(void);

// CHECK-LABEL: define {{.*}}@assume_abort_if_not(
// CHECK: call void @selvage_assume(i32
// CHECK: call void @abort()
void assume_abort_if_not(int condition) {
  if (!condition) abort();
}

// CHECK-LABEL: define {{.*}}@reach_error(
// CHECK: call void @__VERIFIER_error()
// CHECK-NEXT: load i32, ptr @selvage_follows_positions
// CHECK: ret void
void reach_error(void) {}

// CHECK-LABEL: define {{.*}}@reach_error_of_another_kind(
// CHECK-NOT: __VERIFIER_error
// CHECK: ret void
void reach_error_of_another_kind(void) {}
