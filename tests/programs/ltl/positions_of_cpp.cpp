// shows: positions in C++: methods, templates, namespaces, and calls that are left by an exception
// atom: puts: in(Buffer::put)
// atom: takes: in(Buffer::take)
// atom: twice: in(tools::twice)
// atom: throws: in(throws)
// atom: guards: in(Guard::~Guard)
// atom: caught: caught
// holds: G !(puts && takes)
// holds: F puts && F takes
// holds: F twice && F throws
// holds: G (caught -> !throws)
// holds: F (throws && guards)
// holds: F G (!puts && !takes && !twice && !throws && !guards)
// with -DWRONG fails: G !(puts && takes)
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

std::atomic<bool> caught;
std::atomic<int> value;

class Buffer {
 public:
  void put() { value = 1; }
  void take() { value = 0; }
};

namespace tools {
template <typename Number>
Number twice(Number number) {
  return number + value;
}
}  // namespace tools

struct Guard {
  ~Guard() { value = 2; }
};

static void throws() {
  Guard guard;
  if (value < 100) throw std::runtime_error("thrown");
}

int main() {
  Buffer buffer;
  std::mutex mutex;
  std::thread other([&] {
#ifndef WRONG
    std::lock_guard lock(mutex);
#endif
    buffer.put();
  });
  {
#ifndef WRONG
    std::lock_guard lock(mutex);
#endif
    buffer.take();
  }
  other.join();
  try {
    throws();
  } catch (const std::exception&) {
    caught = true;
  }
  return tools::twice(1) + static_cast<int>(tools::twice(2L)) > 1000;
}
