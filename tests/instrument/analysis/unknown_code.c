// What unknown code gets hold of it may read, write, lock and call.
#include <pthread.h>

void elsewhere(int* pointer);
void registers(void (*callback)(void));

// CHECK: threads are told apart by main: call void @registers
static int handed_over, kept, called_back;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void callback(void) {
  // CHECK-DAG: callback:[[@LINE+1]] called_back writes {called_back}
  called_back = 1;
}

static void* works(void* unused) {
  pthread_mutex_lock(&lock);
  elsewhere(&handed_over);
  // CHECK-DAG: works:[[@LINE+1]] kept writes {kept} held {lock}
  kept = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  registers(callback);
  pthread_create(&thread, 0, works, 0);
  // CHECK-DAG: main:[[@LINE+1]] handed_over writes {handed_over}
  handed_over = 2;
  kept = called_back;
  pthread_join(thread, 0);
  return 0;
}
