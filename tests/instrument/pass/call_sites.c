// Calls that leave the program store their site; calls inside it and computations do not.
#include <pthread.h>
#include <string.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int inside(int value) { return value + 1; }

// CHECK-LABEL: define {{.*}}@calls(
int calls(int (*indirect)(int), const char* text) {
  // CHECK: store i32 [[#]], ptr @selvage_call_site
  // CHECK-NEXT: call i32 @pthread_mutex_lock
  pthread_mutex_lock(&mutex);
  // CHECK-NOT: @selvage_call_site
  // CHECK: call i32 @inside
  // CHECK-NOT: @selvage_call_site
  // CHECK: call i32 @strcmp
  int result = inside(1) + strcmp(text, "x");
  // CHECK: store i32 [[#]], ptr @selvage_call_site
  // CHECK-NEXT: call i32 %indirect
  return result + indirect(2);
}

// What is known about library functions by their names no longer holds once they are intercepted.
// CHECK: declare {{.*}}i32 @pthread_mutex_lock({{.*}}) [[ATTRIBUTES:#[0-9]+]]
// CHECK: attributes [[ATTRIBUTES]] = { {{.*}}nobuiltin
