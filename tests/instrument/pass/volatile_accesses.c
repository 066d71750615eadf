// Volatile accesses of a word are atomic where the option says so; others stay what they are.
// VOLATILE: atomic
struct pair {
  long first, second;
};
volatile int flag;
volatile long double wide;
volatile struct pair pair;
int plain;

// CHECK-LABEL: define {{.*}}@set(
// CHECK: call void @selvage_hook_atomic_store(ptr @flag, i32 4, i64 1, i32 5,
// CHECK: store atomic volatile i32 1, ptr @flag seq_cst
// CHECK: call void @selvage_hook_write(ptr @plain,
// CHECK: call void @selvage_hook_{{write|write_range}}(ptr @wide,
void set(void) {
  flag = 1;
  plain = 2;
  wide = 3;
}

// An increment is a load and a store.
// CHECK-LABEL: define {{.*}}@count(
// CHECK: call void @selvage_hook_atomic_load(ptr @flag, i32 4, i32 5,
// CHECK: call void @selvage_hook_atomic_store(ptr @flag,
void count(void) { flag++; }

// CHECK-LABEL: define {{.*}}@field(
// CHECK: call void @selvage_hook_atomic_load(ptr {{.*}}, i32 8, i32 5,
long field(void) { return pair.second; }
