// In builds for a debugger, variables that live in registers are copied to slots, and those in memory stay there.
// FLAGS: -fno-optimize-sibling-calls
int get(void);
void use(int);
static inline void set(int* out) { *out = 5; }

// CHECK-LABEL: define {{.*}} @sums(
int sums(int limit) {
  // CHECK: [[SUM:%.*]] = alloca [4 x i8], align 8
  // CHECK: [[LIMIT:%.*]] = alloca [4 x i8], align 8
  // CHECK-DAG: #dbg_declare(ptr [[SUM]], ![[#]], !DIExpression(), ![[#]])
  // CHECK-DAG: #dbg_declare(ptr [[LIMIT]], ![[#]], !DIExpression(), ![[#]])
  // CHECK: store volatile i32 %limit, ptr [[LIMIT]], align 1
  // CHECK: [[VALUE:%.*]] = call i32 @get()
  // CHECK: store volatile i32 [[VALUE]], ptr [[SUM]], align 1
  // CHECK: [[NEXT:%.*]] = add nsw i32 [[VALUE]], %limit
  // CHECK: store volatile i32 [[NEXT]], ptr [[SUM]], align 1
  int sum = get();
  sum += limit;
  return sum;
}

// CHECK-LABEL: define {{.*}} @in_memory(
int in_memory(void) {
  // CHECK: [[MEMORY:%.*]] = alloca i32
  // CHECK: call void asm sideeffect "", "r,~{memory}"(ptr [[MEMORY]])
  int value;
  set(&value);
  return value;
}
