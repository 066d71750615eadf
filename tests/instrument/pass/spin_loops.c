// Loops in which a thread may wait report what they carry round, as far as it matters, and where they are left.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

static atomic_int locked;
static int total;

// CHECK-LABEL: define {{.*}}@exchanges(
// CHECK: [[NUMBER:%[0-9]+]] = call i64 @selvage_hook_loop_enter()
// CHECK: [[ACTIVATION:%[0-9]+]] = phi i64
// CHECK: call void @selvage_hook_loop(i64 [[ACTIVATION]], i64 0, i32 [[#]])
// CHECK-NOT: @selvage_hook_leaving_call
// CHECK: call i32 @sched_yield
// CHECK: call void @selvage_hook_loop_exit(i64 [[ACTIVATION]])
void exchanges(void) {
  while (atomic_exchange(&locked, 1)) sched_yield();
}

// How long it pauses makes no difference to anything else.
// CHECK-LABEL: define {{.*}}@backs_off(
// CHECK: call void @selvage_hook_loop(i64 %{{[0-9]+}}, i64 0, i32 [[#]])
// CHECK-NOT: @selvage_hook_loop(
// CHECK: ret void
void backs_off(void) {
  int delay = 1;
  while (atomic_exchange(&locked, 1)) {
    for (int i = 0; i < delay; i++) __builtin_ia32_pause();
    if (delay < 64) delay *= 2;
  }
}

// What a compare-exchange found is what the next one expects.
// CHECK-LABEL: define {{.*}}@carries_a_value(
// CHECK: [[VALUE:%[0-9]+]] = zext i32 %{{.*}} to i64
// CHECK: call void @selvage_hook_loop(i64 %{{[0-9]+}}, i64 [[VALUE]], i32 [[#]])
void carries_a_value(void) {
  int value = atomic_load(&locked);
  while (!atomic_compare_exchange_weak(&locked, &value, value + 1)) continue;
}

// A counter that ends the loop never comes back to where it was.
// CHECK-LABEL: define {{.*}}@counts(
// CHECK-NOT: @selvage_hook_loop
// CHECK: ret i32
int counts(void) {
  for (int i = 0; i < 10; i++)
    if (!atomic_exchange(&locked, 1)) return 1;
  return 0;
}

// What is taken may be given back.
// CHECK-LABEL: define {{.*}}@waits_otherwise(
// CHECK: call void @selvage_hook_loop(
// CHECK: call i32 @pthread_cond_wait
// CHECK: call void @selvage_hook_loop(
// CHECK: ret void
static pthread_mutex_t mutex;
static void takes(void) { pthread_mutex_lock(&mutex); }
void waits_otherwise(pthread_cond_t* condition) {
  while (!total) pthread_cond_wait(condition, &mutex);
  while (total) takes();
}

// Every time round something is done that cannot be followed.
// CHECK-LABEL: define {{.*}}@prints(
// CHECK-NOT: @selvage_hook_loop
// CHECK: ret void
void prints(void) {
  while (total) printf("%d\n", total);
}

// A time that nothing depends on but a deadline is not compared.
// CHECK-LABEL: define {{.*}}@tries_for_a_second(
// CHECK-NOT: @selvage_hook_private_write
// CHECK-NOT: @selvage_hook_leaving_call
// CHECK: call void @selvage_hook_deadline_clock()
// CHECK: call i32 @clock_gettime
// CHECK: ret void
void tries_for_a_second(void) {
  struct timespec deadline;
  do {
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 1;
  } while (pthread_mutex_timedlock(&mutex, &deadline) != 0);
}

// One that is compared is no deadline. It is read anew in every iteration, so that what it was does not matter.
// CHECK-LABEL: define {{.*}}@tries_until_later(
// CHECK-NOT: @selvage_hook_private_write
// CHECK-NOT: @selvage_hook_leaving_call
// CHECK-NOT: @selvage_hook_deadline_clock
// CHECK: call i32 @clock_gettime
// CHECK: ret void
void tries_until_later(void) {
  struct timespec now;
  do {
    clock_gettime(CLOCK_REALTIME, &now);
    if (now.tv_sec > total) return;
  } while (pthread_mutex_timedlock(&mutex, &now) != 0);
}

// The thread's own memory is compared, and calls that leave the program are effects.
// CHECK-LABEL: define {{.*}}@has_effects(
// CHECK: call void @selvage_hook_private_write(ptr %own, i64 4)
// CHECK: call void @selvage_hook_leaving_call()
// CHECK: call i32 {{.*}}@printf
void has_effects(void) {
  volatile int own = 0;
  while (!atomic_load(&locked)) {
    own = own & 1;
    if (own > total) printf("%d\n", own);
  }
  own = 2;
}

static void called(int* result);

// What nobody looks at is not compared.
// CHECK-LABEL: define {{.*}}@only_writes(
// CHECK: call void @selvage_hook_loop(
// CHECK-NOT: @selvage_hook_private_write
// CHECK: ret void
static _Thread_local unsigned looks;
void only_writes(void) {
  while (!atomic_load(&locked)) looks++;
}

// CHECK-LABEL: define {{.*}}@calls(
// CHECK: call void @selvage_hook_loop(
void calls(void) {
  int result[2] = {0, 0};
  while (!atomic_load(&locked)) called(&result[total & 1]);
}

// CHECK-LABEL: define {{.*}}@called(
// CHECK: call void @selvage_hook_private_write(
static void called(int* result) { *result = 1; }
