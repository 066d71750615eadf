// shows: two threads write to a location each: only who sees both can tell how they were scheduled
// option: --secret 'pin: 0..1'
// option: --public shown
// observational: safe
// joint observational: interleavings
// joint possibilistic: safe
#include <pthread.h>
#include <selvage.h>
int pin, shown, used;
static void* one(void* unused) {
  used = pin;
  shown = 1;
  return unused;
}
static void* two(void* unused) {
  selvage_observe("b", 1);
  return unused;
}
int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, one, 0);
  pthread_create(&y, 0, two, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return shown > 5;
}
