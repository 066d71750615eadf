// selvage-check: bug
// shows: static objects are destroyed in the opposite order of their construction, which threads decide
// finding: assertion
// strategies: source, classic, dfs
// cflags: -std=c++20
#include <cassert>
#include <thread>

struct Log {
  ~Log() { is_open = false; }
  bool is_open = true;
};
static Log &log() {
  static Log log;
  return log;
}

struct User {
  ~User() { assert(log->is_open); }  // finding
  Log *log = nullptr;
};
static User &user() {
  static User user;
  return user;
}

int main() {
  std::thread first([] { log(); }), second([] { user(); });
  first.join();
  second.join();
  user().log = &log();
}
