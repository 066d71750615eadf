// A function of the verification suites that is to run without interruption.
int shared;

int __VERIFIER_atomic_take(void) {
  if (shared == 0) return 0;
  shared = 0;
  return 1;
}

int main(void) {
  shared = 1;
  // CHECK: hook write 4 value=1 at atomic_block.c:11
  // CHECK-NEXT: hook atomic_begin
  // CHECK-NEXT: hook read 4 at atomic_block.c:5
  // CHECK-NEXT: hook write 4 value=0 at atomic_block.c:6
  // CHECK-NEXT: hook atomic_end
  return __VERIFIER_atomic_take() - 1;
}
