// A quicksort with two threads: one half of the array is handed to a second thread. What they count together is protected by
// locks, the halves of the array by belonging to one thread each.
#include <pthread.h>
#include <stdio.h>

#ifndef LENGTH
#define LENGTH 24
#endif

static int numbers[LENGTH];
static int exchanges, sorted_parts;
static pthread_mutex_t exchanges_lock = PTHREAD_MUTEX_INITIALIZER, parts_lock = PTHREAD_MUTEX_INITIALIZER;

struct Part {
  int begin, end;
};

static void exchange(int a, int b) {
  int old = numbers[a];
  numbers[a] = numbers[b];
  numbers[b] = old;
}

static int divide(int begin, int end) {
  int pivot = numbers[end - 1], place = begin;
  for (int i = begin; i < end - 1; i++)
    if (numbers[i] < pivot) exchange(i, place++);
  exchange(place, end - 1);
  return place;
}

static int sort(int begin, int end) {
  if (end - begin < 2) return 0;
  int middle = divide(begin, end);
  return 1 + sort(begin, middle) + sort(middle + 1, end);
}

static void* sort_part(void* argument) {
  const struct Part* part = argument;
  int divisions = sort(part->begin, part->end);
  pthread_mutex_lock(&exchanges_lock);
  exchanges += divisions;
  pthread_mutex_unlock(&exchanges_lock);
  pthread_mutex_lock(&parts_lock);
  sorted_parts++;
  pthread_mutex_unlock(&parts_lock);
  return 0;
}

int main(void) {
  for (int i = 0; i < LENGTH; i++) numbers[i] = i * 7919 % 101;
  int middle = divide(0, LENGTH);
  struct Part lower = {0, middle}, upper = {middle + 1, LENGTH};
  pthread_t thread;
  pthread_create(&thread, 0, sort_part, &upper);
  sort_part(&lower);
  pthread_join(thread, 0);
  for (int i = 1; i < LENGTH; i++)
    if (numbers[i - 1] > numbers[i]) puts("not sorted");
  printf("%d divisions, %d parts\n", exchanges, sorted_parts);
  return 0;
}
