// A pointer that goes round a loop through a function that gives its argument back: the question whether other threads
// can reach it comes back to itself.
struct item {
  struct item* next;
  int value;
};

static struct item* same_or_next(struct item* item) { return item->value ? item : item->next; }

// CHECK-LABEL: define {{.*}}@sum(
int sum(struct item* item) {
  int total = 0;
  while (item) {
    // CHECK: call void @selvage_hook_read
    total += item->value;
    item = same_or_next(item);
  }
  return total;
}
