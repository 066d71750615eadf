// selvage-test: joining oneself throws resource_deadlock_would_occur
// expect: completed
#include <cassert>
#include <semaphore>
#include <system_error>
#include <thread>

static std::thread self;
static std::binary_semaphore assigned(0), tried(0);

int main() {
  self = std::thread([] {
    bool thrown = false;
    assigned.acquire();
    try {
      self.join();
    } catch (const std::system_error& error) {
      thrown = error.code() == std::errc::resource_deadlock_would_occur;
    }
    assert(thrown);
    tried.release();
  });
  assigned.release();
  tried.acquire();
  self.join();
  return 0;
}
