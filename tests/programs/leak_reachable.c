// selvage-test: what can still be reached when the program ends is no leak
// expect: completed
// run-options: --leaks
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct node {
  struct node* next;
  long value;
};

static struct node* list;         // by a global
static long* interior;            // by a pointer into the middle
static _Thread_local char* mine;  // by thread-local storage of a thread that is alive
static pthread_key_t key;         // by a thread-specific value
static char** mapped;             // by memory that the program mapped
static char* large;
static sem_t ready, never;

static void* stays(void* argument) {
  char* on_stack = malloc(33);
  strcpy(on_stack, argument);
  mine = malloc(17);
  pthread_setspecific(key, malloc(18));
  sem_post(&ready);
  sem_wait(&never);
  free(on_stack);
  return NULL;
}

static void* builds(void* unused) {
  for (int i = 0; i < 3; i++) {
    struct node* node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  long* numbers = calloc(100, sizeof *numbers);
  interior = &numbers[50];
  mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mapped[7] = malloc(19);
  large = (char*)malloc(400000) + 200000;
  free(malloc(20));
  return unused;
}

static void* returns(void* unused) {
  (void)unused;
  return malloc(21);
}

int main(void) {
  pthread_t detached, builder, never_joined;
  char* volatile early = malloc(22);
  char* volatile argument = strdup("given to the thread");
  sem_init(&ready, 0, 0);
  sem_init(&never, 0, 0);
  pthread_key_create(&key, NULL);
  pthread_create(&detached, NULL, stays, argument);
  pthread_detach(detached);
  pthread_create(&builder, NULL, builds, NULL);
  pthread_create(&never_joined, NULL, returns, NULL);
  pthread_join(builder, NULL);
  sem_wait(&ready);
  FILE* file = fopen("/dev/null", "w");
  fprintf(file, "%s\n", argument);
  printf("done\n");
  setenv("LEAK_TEST", "a value of the environment", 1);
  memset(early, 0, 22);
  exit(early[0] + argument[0] == 0);  // main's locals are in use
}
