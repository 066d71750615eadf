// In a shared object site numbers start at a base that the runtime assigns, and call sites go through a pointer.
// LINK: shared
int global;
void leave(void);

// CHECK: @selvage_site_base = internal global i32 0
// CHECK: @selvage_call_site_pointer = external hidden {{.*}}global ptr
// CHECK: @selvage_module_record = internal constant {{.*}} i32 1, i32 0, i32 3, ptr {{.*}}, ptr @selvage_site_base }, section "selvage_module"

// CHECK-LABEL: define {{.*}}@access(
void access(void) {
  // CHECK: [[BASE:%.*]] = load i32, ptr @selvage_site_base
  // CHECK-NEXT: [[SITE:%.*]] = add i32 [[BASE]], 0
  // CHECK-NEXT: call void @selvage_hook_write(ptr @global, i32 4, i64 1, i32 [[SITE]])
  global = 1;
  // CHECK: [[POINTER:%.*]] = load ptr, ptr @selvage_call_site_pointer
  // CHECK-NEXT: store i32 {{%.*}}, ptr [[POINTER]]
  // CHECK-NEXT: call void @selvage_hook_unseen_call(ptr @leave)
  // CHECK: call void @selvage_hook_library_call(ptr @leave, i32 {{%.*}})
  // CHECK-NEXT: call void @leave
  // CHECK-NEXT: call void @selvage_hook_unseen_return
  leave();
}
