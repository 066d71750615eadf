// selvage-test: a choice in a program without any thread is explored as well
// expect: completed, assertion
// plain-exit: 0
#include <assert.h>

int selvage_choose(int n);

int main(void) {
  int first = selvage_choose(3), second = selvage_choose(2);
  assert(!(first == 2 && second == 1));
  return 0;
}
