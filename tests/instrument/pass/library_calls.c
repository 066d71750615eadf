// A call of a function that is not known has a hook of its own; one that only touches what its arguments point to has it where
// other threads may reach that.
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

wchar_t shared[8];
char text[8];

// CHECK-LABEL: define {{.*}}calls
// CHECK: call void @selvage_hook_library_call(ptr @globfree, i32
// CHECK: call void @globfree
void calls(glob_t* found) { globfree(found); }

// CHECK-LABEL: define {{.*}}touches
// CHECK: call void @selvage_hook_library_call(ptr @wcscspn, i32
// CHECK-NOT: selvage_hook_library_call
// CHECK: ret
unsigned long touches(void) {
  wchar_t own[2] = L"a";
  return wcscspn(shared, own) + strtoul(text, 0, 10) + (unsigned long)rand();
}

// CHECK-LABEL: define {{.*}}prints
// CHECK-NOT: selvage_hook_library_call
// CHECK: call void @selvage_hook_library_call(ptr @printf, i32
// CHECK: call {{.*}}@printf(ptr noundef{{.*}} %format, ptr
// CHECK-NOT: selvage_hook_library_call
// CHECK: ret
void prints(const char* format) {
  printf("%s", text);
  printf(format, text);
  printf(format, 7);
}
