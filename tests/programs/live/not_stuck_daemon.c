// selvage-live: verified
// shows: a thread whose function never returns may wait for jobs when the program ends
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int jobs, done;

static void* works(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (!jobs) pthread_cond_wait(&changed, &lock);
    jobs--;
    done++;
    pthread_cond_broadcast(&changed);
  }
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, works, NULL);
  pthread_detach(thread);
  pthread_mutex_lock(&lock);
  jobs = 1;
  pthread_cond_broadcast(&changed);
  while (!done) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}
