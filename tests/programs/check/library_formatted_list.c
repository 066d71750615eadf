// selvage-check: bug
// shows: what a format that is no constant asks for is read
// finding: data-race
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static char name[] = "abc";

__attribute__((noinline)) static void say(char* buffer, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(buffer, 32, format, arguments);  // finding
  va_end(arguments);
}

static void* rename_it(void* unused) {
  name[1] = 'x';  // finding
  return unused;
}

int main(int count, char** arguments) {
  char own[32];
  pthread_t thread;
  pthread_create(&thread, 0, rename_it, 0);
  say(own, count > 1 ? arguments[1] : "%5d %-*.3f %s", 7, 9, 1.5, name);
  pthread_join(thread, 0);
}
