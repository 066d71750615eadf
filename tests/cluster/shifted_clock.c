// Preloaded into a process of a test: its time of day is off by what the file SELVAGE_TEST_CLOCK says, at any moment. With
// SELVAGE_TEST_STEADY it is the clock that nobody can set instead, for a process that is to believe that time has passed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t* seconds;
static clockid_t shifted = CLOCK_REALTIME;

__attribute__((constructor)) static void open_clock(void) {
  const char* name = getenv("SELVAGE_TEST_CLOCK");
  if (getenv("SELVAGE_TEST_STEADY")) shifted = CLOCK_MONOTONIC;
  int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void* mapped = mmap(0, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) seconds = mapped;
  close(file);
}

static int64_t shift(void) { return seconds ? *seconds : 0; }

int clock_gettime(clockid_t clock, struct timespec* time) {
  static int (*real)(clockid_t, struct timespec*);
  if (!real) real = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, time);
  if (result == 0 && clock == shifted) time->tv_sec += shift();
  return result;
}

int gettimeofday(struct timeval* restrict time, void* restrict unused) {
  (void)unused;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t* out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}
