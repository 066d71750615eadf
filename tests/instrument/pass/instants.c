// Looks at the clock in loops: what is compared at once, what only begins a time that is measured, and what is kept.
#include <pthread.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static atomic_int done;
static pthread_mutex_t mutex;

// CHECK-LABEL: define {{.*}}@compares_at_once(
// CHECK: call void @selvage_hook_instant_clock()
// CHECK: call i64 @time(
// CHECK: ret void
void compares_at_once(time_t deadline) {
  while (time(NULL) < deadline && !done) usleep(10);
}

// Normalising is computing.
// CHECK-LABEL: define {{.*}}@normalises(
// CHECK: call void @selvage_hook_instant_clock()
// CHECK: call i32 @gettimeofday(
// CHECK: ret void
void normalises(void) {
  struct timeval start, now, passed;
  gettimeofday(&start, NULL);
  do {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    gettimeofday(&now, NULL);
    timersub(&now, &start, &passed);
  } while (passed.tv_sec < 2);
}

// What is carried round and compared first of all.
// CHECK-LABEL: define {{.*}}@compares_in_the_next_iteration(
// CHECK: call void @selvage_hook_instant_clock()
// CHECK: call i64 @time(
// CHECK: ret void
void compares_in_the_next_iteration(time_t start) {
  double passed = 0;
  while (passed < 1.0 && !done) passed = difftime(time(NULL), start);
}

// Behind the load the time still decides.
// CHECK-LABEL: define {{.*}}@compares_behind_a_load(
// CHECK-NOT: @selvage_hook_instant_clock()
// CHECK: ret void
void compares_behind_a_load(time_t deadline) {
  time_t now;
  do now = time(NULL);
  while (!done && now < deadline);
}

// So does what was chosen by it.
// CHECK-LABEL: define {{.*}}@keeps_the_answer(
// CHECK-NOT: @selvage_hook_instant_clock()
// CHECK: ret void
void keeps_the_answer(time_t deadline) {
  int late = 0;
  do {
    if (time(NULL) > deadline) late = 1;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  } while (!late);
}

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// A function that tells the time is a look where it is called: one begins a time that others measure.
// CHECK-LABEL: define {{.*}}@works_every_second(
// CHECK: call void @selvage_hook_deadline_clock()
// CHECK: call i64 @milliseconds()
// CHECK: call void @selvage_hook_instant_clock()
// CHECK: call i64 @milliseconds()
// CHECK: ret void
void works_every_second(void) {
  while (!done) {
    long next = milliseconds() + 1000;
    while (!done && milliseconds() < next) continue;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
}

int main(void) {
  compares_at_once(0);
  normalises();
  compares_in_the_next_iteration(0);
  compares_behind_a_load(0);
  keeps_the_answer(0);
  works_every_second();
}
