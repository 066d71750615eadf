// Where functions are entered and left, be it by an exception or a jump; inlined ones, too.
#include <setjmp.h>

extern "C" unsigned selvage_follows_positions;

static jmp_buf place;

static inline void inlined() {}

static void throws(int value) {
  inlined();
  if (value > 0) throw value;
}

static void jumps() { longjmp(place, 1); }

static int both(bool first) {
  if (first) return 1;
  inlined();
  return 2;
}

int main() {
  selvage_follows_positions = 1;
  // CHECK: hook enter at positions.cpp:10 in {{.*}}throws
  // CHECK: hook enter at positions.cpp:8 in {{.*}}inlined
  // CHECK-NEXT: hook leave at positions.cpp:8 in {{.*}}inlined
  // CHECK: hook leave at positions.cpp:{{.*}} in {{.*}}throws
  try {
    throws(1);
  } catch (int) {
  }
  // CHECK: hook come_back at positions.cpp:[[@LINE+3]] in main
  // CHECK: hook enter at positions.cpp:15 in {{.*}}jumps
  // CHECK: hook come_back at positions.cpp:[[@LINE+1]] in main
  if (setjmp(place) == 0) jumps();
  // CHECK: hook enter at positions.cpp:17 in {{.*}}both
  // CHECK: hook leave at positions.cpp:{{.*}} in {{.*}}both
  both(true);
  // CHECK: hook leave at positions.cpp:{{.*}} in main
  return 0;
}
