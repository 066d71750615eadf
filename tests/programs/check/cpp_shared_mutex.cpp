// selvage-check: verified
// shows: std::shared_mutex
// strategies: source
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

int main() {
  std::shared_mutex mutex;
  int left = 0, right = 0;
  auto read = [&] {
    std::shared_lock lock(mutex);
    assert(left == right);
  };
  std::thread writer([&] {
    std::unique_lock lock(mutex);
    left++;
    right++;
  });
  std::thread reader(read);
  writer.join();
  reader.join();
}
