// Behind calls of code that is not seen, and where such code may call back, the runtime is told whose code runs.
void unseen(void (*)());
int count;

static void callback() { count = 1; }
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

// CHECK: define internal void @{{.*}}callback
// CHECK: [[FROM:%.*]] = call i32 @selvage_hook_enter_callback()
// CHECK: call void @selvage_hook_write(ptr @count
// CHECK: call void @selvage_hook_leave_callback(i32 [[FROM]])
// CHECK: ret void

// CHECK: define internal void @{{.*}}direct
// CHECK-NOT: callback(
// CHECK: ret void
