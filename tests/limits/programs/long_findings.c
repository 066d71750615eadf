// Dozens of findings at the end of executions of eight thousand steps, and all the time in the world to make them smaller.
// options: --keep-going --minimise-time 60s
// options: --keep-going --no-minimise --html {folder}/page --json {folder}/json --sarif {folder}/sarif --junit {folder}/junit
#include <pthread.h>
#include <stdatomic.h>
static atomic_int value;
static int values[40];
static void* work(void* unused) {
  for (int i = 0; i < 4000; i++) atomic_fetch_add_explicit(&value, 1, memory_order_relaxed);
  for (int i = 0; i < 40; i += 4) {
    values[i]++;
    values[i + 1]++;
    values[i + 2]++;
    values[i + 3]++;
  }
  return unused;
}
static void* other_work(void* unused) {
  for (int i = 0; i < 4000; i++) atomic_fetch_sub_explicit(&value, 1, memory_order_relaxed);
  for (int i = 0; i < 40; i += 2) {
    values[i]--;
    values[i + 1]--;
  }
  return unused;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, work, 0);
  pthread_create(&other, 0, other_work, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
