// shows: whether the password is right is told: that much leaks
// secret-values: 1..3
// observational: secrets
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
