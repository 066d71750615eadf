// memcpy and its like: a read range and a write range in one step, for the sides that may be shared.
#include <string.h>
#include <strings.h>

struct big {
  char bytes[100];
} source, target;
char text[32];

// CHECK-LABEL: define {{.*}}@ranges(
int ranges(size_t length) {
  // CHECK: call void @selvage_hook_with_read_range(ptr @source, i64 100, i32 [[#]])
  // CHECK-NEXT: call void @selvage_hook_write_range(ptr @target, i64 100, i32 [[#]])
  // CHECK-NEXT: call void @llvm.memcpy
  target = source;
  // CHECK: call void @selvage_hook_write_range(ptr @target, i64 %length, i32 [[#]])
  // CHECK-NEXT: call void @llvm.memset
  memset(&target, 0, length);
  // CHECK-NOT: selvage_hook_write_range
  // CHECK: call void @selvage_hook_read_range(ptr @source, i64 100, i32 [[#]])
  // CHECK-NOT: selvage_hook_write_range
  // CHECK: call void @llvm.memmove
  struct big local;
  memmove(&local, &source, sizeof local);
  // CHECK: call void @selvage_hook_with_read_range(ptr @source, i64 100, i32 [[#]])
  // CHECK-NEXT: call void @selvage_hook_read_range(ptr @target, i64 100, i32 [[#]])
  // CHECK: @memcmp
  int result = memcmp(&source, &target, sizeof source);
  // CHECK: call i64 @strlen(ptr @text)
  // CHECK: call void @selvage_hook_with_read_range(ptr @text, i64 {{%.*}}, i32 [[#]])
  // CHECK: call void @selvage_hook_write_range(ptr @target, i64 {{%.*}}, i32 [[#]])
  // CHECK: @strcpy
  strcpy(target.bytes, text);
  // CHECK: call void @selvage_hook_read_range(ptr @text
  // CHECK: @strlen
  return result + local.bytes[length % 100] + (int)strlen(text);
}

void take(struct big);

// CHECK-LABEL: define {{.*}}@by_value(
// CHECK: call void @selvage_hook_read_range(ptr @source, i64 100, i32 [[#]])
void by_value(void) { take(source); }
