// selvage-check: verified
// shows: while there is one thread, it does not matter what functions of the library do to memory
// executions: 1
#include <pthread.h>
#include <regex.h>
#include <search.h>

static void* work(void* unused) { return unused; }

int main(void) {
  regex_t expression;
  regcomp(&expression, "a", REG_NOSUB);
  hcreate(3);
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  regfree(&expression);
  hdestroy();
}
