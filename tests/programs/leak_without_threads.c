// selvage-test: a program without threads loses a block
// expect: memory-error
// finding: a block of 500000 bytes allocated at
// run-options: --leaks
#include <stdlib.h>

static char* volatile block;

int main(void) {
  block = malloc(500000);
  block = NULL;
  return 0;
}
