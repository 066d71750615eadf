// The whole way: compiled and linked by the wrapper, every hook with its line and the name of what it accesses.
struct account {
  int id;
  long balance;
  char name[16];
};
struct node {
  struct node* next;
  int value;
};
struct queue {
  struct node* head;
  int slots[8];
};

struct account account;
struct queue queue;
struct queue* shared_queue = &queue;
int counter;
static int matrix[2][3];

static void push(struct queue* target, struct node* node) {
  node->next = target->head;
  target->head = node;
  target->slots[counter & 7] = 3;
  target->slots[2]++;
}

int main(void) {
  struct node node = {0, 4};
  // CHECK: hook read 4 at variables.c:[[@LINE+2]] in main variable=counter flags=0
  // CHECK-NEXT: hook write 4 value=1 at variables.c:[[@LINE+1]] in main variable=counter flags=0
  counter++;
  // CHECK-NEXT: hook write 8 value=5 at variables.c:[[@LINE+1]] in main variable=account.balance flags=0
  account.balance = 5;
  // CHECK-NEXT: hook write 1 value=97 at variables.c:[[@LINE+1]] in main variable=account.name[3] flags=0
  account.name[3] = 'a';
  // CHECK-NEXT: hook write 4 value=6 at variables.c:[[@LINE+1]] in main variable=matrix[1][2] flags=0
  matrix[1][2] = 6;
  // CHECK: hook read 8 at variables.c:23 in push variable=target->head flags=0
  // CHECK-NEXT: hook write 8 value=0 at variables.c:23 in push variable=node->next flags=0
  // CHECK-NEXT: hook write 8 value={{[0-9]+}} at variables.c:24 in push variable=target->head flags=0
  // CHECK-NEXT: hook read 4 at variables.c:25 in push variable=counter flags=0
  // CHECK-NEXT: hook write 4 value=3 at variables.c:25 in push variable=target->slots[...] flags=0
  // CHECK-NEXT: hook read 4 at variables.c:26 in push variable=target->slots[2] flags=0
  // CHECK-NEXT: hook write 4 value=1 at variables.c:26 in push variable=target->slots[2] flags=0
  push(&queue, &node);
  // CHECK-NEXT: hook read 8 at variables.c:[[@LINE+2]] in main variable=shared_queue flags=0
  // CHECK-NEXT: hook write 4 value=9 at variables.c:[[@LINE+1]] in main variable=shared_queue->slots[1] flags=0
  shared_queue->slots[1] = 9;
  // CHECK-NEXT: hook read 8 at variables.c:[[@LINE+3]] in main variable=shared_queue flags=0
  // CHECK-NEXT: hook read 8 at variables.c:[[@LINE+2]] in main variable=shared_queue->head flags=0
  // CHECK-NEXT: hook write 4 value=8 at variables.c:[[@LINE+1]] in main variable=shared_queue->head->value flags=0
  shared_queue->head->value = 8;
  return 0;
}
