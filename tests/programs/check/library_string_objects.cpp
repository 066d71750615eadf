// selvage-check: bug
// shows: threads share a std::string, whose functions the library has as well
// finding: data-race
#include <string>
#include <thread>

static std::string text = "abc";

int main() {
  std::thread thread([] { text += "defghijklmnopqrstuvwxyz"; });
  bool long_already = text.size() > 5;
  thread.join();
  return long_already && text.empty();
}
