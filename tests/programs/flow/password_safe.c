// shows: all digits are compared
// option: --secret 'password[0]: 1,2'
// option: --secret 'password[1]: 1,2'
// option: --public tries
// observational: safe
// possibilistic: safe
#include <pthread.h>
char password[2] = {9, 9};
static const char guess[2] = {1, 1};
int tries, accepted;
static void* login(void* unused) {
  int right = 1;
  for (int i = 0; i < 2; i++) {
    tries = i + 1;
    right &= password[i] == guess[i];
  }
  accepted = right;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, login, 0);
  pthread_join(thread, 0);
  return accepted > 1;
}
