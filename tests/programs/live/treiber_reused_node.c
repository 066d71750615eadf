// selvage-live: bug
// shows: a node that was popped and pushed again fools the compare-exchange of Treiber's stack (ABA)
// finding: assertion
// One thread reads the top A and its successor B; the other pops A, pops B and pushes A again; then the first one's
// compare-exchange succeeds and makes B the top, although B belongs to the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  _Atomic(struct node*) next;
  atomic_int taken;
};

static struct node b, a = {&b, 0};
static _Atomic(struct node*) top = &a;

static struct node* pop(void) {
  struct node* seen = atomic_load(&top);
  while (seen && !atomic_compare_exchange_weak(&top, &seen, atomic_load(&seen->next))) continue;
  if (seen) assert(atomic_fetch_add(&seen->taken, 1) == 0);  // finding
  return seen;
}

static void push(struct node* own) {
  atomic_fetch_sub(&own->taken, 1);
  struct node* seen = atomic_load(&top);
  do {
    atomic_store(&own->next, seen);
  } while (!atomic_compare_exchange_weak(&top, &seen, own));
}

static void* pops_slowly(void* unused) {
  pop();
  pop();
  return unused;
}

static void* pops_and_returns(void* unused) {
  struct node* first = pop();
  pop();
  if (first) push(first);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, pops_slowly, NULL);
  pthread_create(&second, NULL, pops_and_returns, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
