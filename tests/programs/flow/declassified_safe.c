// shows: whether the password is right may be known: only secrets for which the answer is the same are compared
// secret-values: 1,3..5
// observational: safe
// possibilistic: safe
#include <pthread.h>
#include <selvage.h>
static int password;
static void* login(void* unused) {
  selvage_observe("login", password == 2);
  return unused;
}
int main(void) {
  pthread_t thread;
  selvage_secret(&password, sizeof password);
  pthread_create(&thread, 0, login, 0);
  pthread_join(thread, 0);
  return 0;
}
