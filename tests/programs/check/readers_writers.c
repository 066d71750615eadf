// selvage-check: verified
// shows: readers and writers by a count of readers and a condition variable
// strategies: source
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, data;
static bool writing;

static void* reads(void* unused) {
  pthread_mutex_lock(&mutex);
  while (writing) pthread_cond_wait(&changed, &mutex);
  readers++;
  pthread_mutex_unlock(&mutex);
  assert(data == 0 || data == 2);
  pthread_mutex_lock(&mutex);
  if (--readers == 0) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* writes(void* unused) {
  pthread_mutex_lock(&mutex);
  while (writing || readers > 0) pthread_cond_wait(&changed, &mutex);
  writing = true;
  pthread_mutex_unlock(&mutex);
  data++;
  data++;
  pthread_mutex_lock(&mutex);
  writing = false;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t reader, writer;
  pthread_create(&reader, NULL, reads, NULL);
  pthread_create(&writer, NULL, writes, NULL);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
  return 0;
}
