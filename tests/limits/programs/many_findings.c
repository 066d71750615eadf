// Hundreds of races: to execute each once more takes longer than to find them.
// options: --keep-going
// options: --keep-going --suppressions {limits}/suppressions
#include <pthread.h>
#define TEN(what) what what what what what what what what what what
static int values[128];
#define RACE values[__COUNTER__]++;
static void* work(void* unused) {
  TEN(RACE)
  TEN(RACE)
  TEN(RACE)
  TEN(RACE)
  TEN(RACE)
  TEN(RACE)
  return unused;
}
static void* other_work(void* unused) {
  for (int i = 0; i < 60; i++) values[i]--;
  for (int i = 59; i >= 0; i--) values[i]--;
  return unused;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, work, 0);
  pthread_create(&other, 0, other_work, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
