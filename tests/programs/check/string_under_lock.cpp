// selvage-check: bug
// shows: what the standard library does inside a critical section is not seen: the order of such sections matters all the same
// finding: assertion
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

static std::mutex lock;
static std::string text;
static std::size_t seen;

int main() {
  std::thread reader([] {
    std::lock_guard guard(lock);
    seen = text.size();
  });
  std::thread writer([] {
    std::lock_guard guard(lock);
    text += "appended by code that the wrappers did not compile";
  });
  reader.join();
  writer.join();
  assert(seen == 0);  // finding
}
