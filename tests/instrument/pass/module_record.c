// The tables and the record (of three sites: the write, the entry and the end of the function), retained whatever the linker drops, and the constructor that registers them.
int global;
void access(void) { global = 1; }

// CHECK-DAG: @selvage_site_table = internal constant [96 x i8] {{.*}}, section "selvage_sites", align 4
// CHECK-DAG: @selvage_string_table = internal constant {{.*}}module_record.c{{.*}}, section "selvage_strings", align 1
// CHECK-DAG: @selvage_function_table = internal constant [1 x i32] {{.*}}, section "selvage_functions", align 4
// CHECK-DAG: @selvage_module_record = internal constant { {{.*}} } { i32 1398164551, i32 [[#]], i32 3, i32 1, i32 0, i32 0, {{.*}} }, section "selvage_module", align 8
// CHECK-DAG: @llvm.global_ctors = {{.*}} { i32 0, ptr @selvage_register_module, ptr null }
// CHECK-DAG: @llvm.used = {{.*}}@selvage_site_table{{.*}}@selvage_module_record
// CHECK: define internal void @selvage_register_module()
// CHECK: call void @selvage_hook_register_module(ptr @selvage_module_record)
// CHECK: "frame-pointer"="all"
