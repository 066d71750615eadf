// selvage-test: small writes of two threads into one pipe are never mixed
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { kRecord = 100, kRecords = 3 };

static int ends[2];

static void* writes(void* argument) {
  char record[kRecord];
  memset(record, *(char*)argument, sizeof record);
  for (int i = 0; i < kRecords; i++) assert(write(ends[1], record, kRecord) == kRecord);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  char marks[2] = {'a', 'b'}, record[kRecord];
  int count[2] = {0, 0};
  assert(pipe(ends) == 0);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, writes, &marks[i]);
  for (int i = 0; i < 2 * kRecords; i++) {
    assert(read(ends[0], record, kRecord) == kRecord);
    for (int byte = 1; byte < kRecord; byte++) assert(record[byte] == record[0]);
    count[record[0] == 'b']++;
  }
  assert(count[0] == kRecords && count[1] == kRecords);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
