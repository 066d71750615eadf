// Loads and stores are announced with address, size and value, unless no other thread can reach the memory.
struct pair {
  int first;
  double second;
};
int global;
struct pair pair;
volatile char flag;
static const int table[4] = {1, 2, 3, 4};
static _Thread_local int per_thread;
static _Thread_local int published;
int* published_address;

// CHECK-LABEL: define {{.*}}@plain(
int plain(int index) {
  // CHECK: call void @selvage_hook_read(ptr @global, i32 4, i32 [[#]])
  // CHECK-NEXT: load i32, ptr @global
  // CHECK: call void @selvage_hook_write(ptr @global, i32 4, i64 {{%.*}}, i32 [[#]])
  // CHECK-NEXT: store i32 {{.*}}, ptr @global
  global += 1;
  // CHECK: call void @selvage_hook_write(ptr {{.*}}, i32 8, i64 4609434218613702656, i32 [[#]])
  // CHECK-NEXT: store double 1.5
  pair.second = 1.5;
  // CHECK: call void @selvage_hook_write(ptr @flag, i32 1, i64 1, i32 [[#]])
  // CHECK-NEXT: store volatile i8 1, ptr @flag
  flag = 1;
  // CHECK-NOT: selvage_hook_{{(read|write|with|atomic|fence)}}
  // CHECK: ret i32
  return table[index & 3];
}

// CHECK-LABEL: define {{.*}}@locals(
// CHECK-NOT: selvage_hook_{{(read|write|with|atomic|fence)}}
// CHECK: ret i32
int locals(int index) {
  int numbers[4] = {0};
  volatile int counter = index;
  numbers[index & 3] = counter;
  per_thread += 1;
  return numbers[1] + per_thread;
}

// CHECK-LABEL: define {{.*}}@escaping(
// CHECK: store ptr {{%.*}}, ptr @published_address
// CHECK: call void @selvage_hook_write(ptr {{%.*}}, i32 4, i64 7, i32 [[#]])
// CHECK: call void @selvage_hook_write(ptr {{%.*}}, i32 4, i64 8, i32 [[#]])
void escaping(void) {
  int local;
  published_address = &local;
  local = 7;
  published_address = &published;
  published = 8;
}

static void fill(int* numbers) { numbers[0] = 1; }
static void fill_shared(int* numbers) { numbers[0] = 1; }

// CHECK-LABEL: define internal {{.*}}@fill(
// CHECK-NOT: selvage_hook_{{(read|write|with|atomic|fence)}}
// CHECK: ret void
// CHECK-LABEL: define internal {{.*}}@fill_shared(
// CHECK: call void @selvage_hook_write
int arguments(void) {
  int numbers[2] = {0};
  fill(numbers);
  fill_shared(&global);
  return numbers[0];
}
