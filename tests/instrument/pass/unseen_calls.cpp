// Behind calls of code that is not seen, and where such code may call back, the runtime is told whose code runs.
void unseen(void (*)());
int count;
int taken(int value);

// CHECK-LABEL: define {{.*}}callback
// CHECK: [[FROM:%.*]] = call i32 @selvage_hook_enter_callback()
// CHECK: call void @selvage_hook_write(ptr @count
// CHECK: call void @selvage_hook_leave_callback(i32 [[FROM]])
// CHECK-NEXT: ret void
static void callback() { count = 1; }

// CHECK-LABEL: define {{.*}}direct
// CHECK-NOT: callback(
// CHECK: ret void
__attribute__((noinline)) static void direct() { count = 2; }

// CHECK-LABEL: define {{.*}}caller
// CHECK: call void @selvage_hook_unseen_call(ptr @{{.*}}unseen{{.*}})
// CHECK: invoke void @{{.*}}unseen
// CHECK: call void @selvage_hook_unseen_return()
// CHECK: landingpad
// CHECK: call void @selvage_hook_unseen_return()
void caller() {
  try {
    unseen(callback);
  } catch (...) {
  }
  direct();
}
