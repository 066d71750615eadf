// Memory that only one thread can reach gets no hooks: stack variables behind pointers, variables that only the first
// thread's code uses. Fields, calls through pointers and blocks from wrappers around malloc are told apart.
// CHECK-NOT: settings
// CHECK-NOT: mine
#include <pthread.h>
#include <stdlib.h>

struct task {
  int* result;
  int (*run)(int*);
};

static int settings[4], shared, never_called_result;
static struct task tasks[2];

static void* allocate(size_t size) {
  void* block = malloc(size);
  if (!block) exit(1);
  return block;
}

static int doubled(int* number) { return *number * 2; }
static int never_called(int* number) { return never_called_result = *number; }

static void* works(void* argument) {
  struct task* task = argument;
  int mine = 2, *pointer = &mine;
  // CHECK-DAG: works:[[@LINE+2]] task->run reads {tasks+8}
  // CHECK-DAG: works:[[@LINE+1]] shared writes {shared}
  shared = task->run(pointer);
  // CHECK-DAG: works:[[@LINE+2]] task->result reads {tasks}
  // CHECK-DAG: works:[[@LINE+1]] *task->result writes {main}
  *task->result = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  settings[1] = 1;
  int* kept = allocate(sizeof(int));
  tasks[0].result = allocate(sizeof(int));
  tasks[0].run = doubled;
  pthread_create(&thread, 0, works, &tasks[0]);
  // CHECK-DAG: main:[[@LINE+1]] *kept writes {main} private
  *kept = settings[1];
  pthread_join(thread, 0);
  return 0;
}
