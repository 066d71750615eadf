// The optimiser must not remove or move allocations: they are operations of the program, and may be intercepted.
#include <stdlib.h>

extern "C" void selvage_stub_call();

// Definitions that count stand in for the runtime's.
static int allocations = 0;
void* operator new(size_t size) {
  ++allocations;
  selvage_stub_call();
  return malloc(size);
}
void operator delete(void* memory) noexcept { free(memory); }
void operator delete(void* memory, size_t) noexcept { free(memory); }

int main() {
  // CHECK-COUNT-2: hook call
  delete new int(1);
  int* number = new int(2);
  const int value = *number;
  delete number;
  return allocations - value;
}
