// selvage-check: bug
// shows: threads write to a stream of their own making; the standard ones they may share
// finding: data-race
// findings: 1
#include <iostream>
#include <sstream>
#include <thread>

static std::ostringstream shared;

static void say(const char* text) {
  std::cout << text << 3 << std::endl;
  std::wcerr << L"wide" << std::endl;
  shared << text;  // finding
}

int main() {
  std::thread thread([] { say("first"); });
  say("second");
  thread.join();
  return shared.str().size() > 99;
}
