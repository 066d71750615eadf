// shows: a password is compared up to the first wrong digit, and how many were compared is seen
// option: --secret 'password[0]: 1,2'
// option: --secret 'password[1]: 1,2'
// option: --public tries
// observational: secrets
// possibilistic: secrets
#include <pthread.h>
char password[2] = {9, 9};
static const char guess[2] = {1, 1};
int tries, accepted;
static void* login(void* unused) {
  accepted = 1;
  for (int i = 0; i < 2 && accepted; i++) {
    tries = i + 1;
    accepted = password[i] == guess[i];
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, login, 0);
  pthread_join(thread, 0);
  return accepted > 1;
}
