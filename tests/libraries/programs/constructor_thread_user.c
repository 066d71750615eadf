// The library's thread may be done when main looks, and is when it has been joined.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int library_look(void);
void library_join(void);

int main(int count, char** arguments) {
  assert(count < 2 || library_look() == atoi(arguments[1]));
  library_join();
  assert(library_look() == 1);
  return 0;
}
