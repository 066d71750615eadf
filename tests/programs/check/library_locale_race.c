// selvage-check: bug
// shows: setlocale must not be called while others ask for the locale
// finding: data-race
#include <locale.h>
#include <pthread.h>

static void* change(void* unused) {
  setlocale(LC_ALL, "C");  // finding
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, change, 0);
  struct lconv* now = localeconv();  // finding
  pthread_join(thread, 0);
  return now == 0;
}
