// selvage-check: bounded
// shows: what some functions of the library do to memory is not known
// gaps: library_calls
#include <pthread.h>
#include <regex.h>

static regex_t expression;

static void* match(void* unused) { return regexec(&expression, "b", 0, 0, 0) == 0 ? unused : 0; }

int main(void) {
  regcomp(&expression, "a", REG_NOSUB);
  pthread_t thread;
  pthread_create(&thread, 0, match, 0);
  match(0);
  pthread_join(thread, 0);
  regfree(&expression);
}
