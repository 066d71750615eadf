// selvage_call_site tells an intercepted function where it was called, and on what.
struct lock {
  int state;
};
struct box {
  int content;
  struct lock lock;
} box;

void selvage_stub_call(struct lock* lock);

__attribute__((always_inline)) static inline void lock_box(struct box* target) { selvage_stub_call(&target->lock); }

int main(void) {
  void (*indirect)(struct lock*) = selvage_stub_call;
  // CHECK: hook call at calls.c:[[@LINE+1]] in main variable=box.lock flags=4
  selvage_stub_call(&box.lock);
  // CHECK-NEXT: hook call at calls.c:12 in lock_box variable=box.lock flags=4
  lock_box(&box);
  // CHECK-NEXT: hook call at calls.c:[[@LINE+1]] in main variable=box.lock flags=4
  indirect(&box.lock);
  return 0;
}
