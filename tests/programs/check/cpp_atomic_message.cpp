// selvage-check: verified
// shows: std::atomic hands a string over
// executions: 2
// strategies: source, classic
#include <atomic>
#include <cassert>
#include <memory>
#include <string>
#include <thread>

int main() {
  std::atomic<std::string*> published{nullptr};
  auto text = std::make_unique<std::string>();
  std::thread sender([&] {
    *text = "a text that is too long to be kept inside the object";
    published.store(text.get(), std::memory_order_release);
  });
  std::thread receiver([&] {
    if (std::string* seen = published.load(std::memory_order_acquire)) assert(seen->size() > 40);
  });
  sender.join();
  receiver.join();
}
