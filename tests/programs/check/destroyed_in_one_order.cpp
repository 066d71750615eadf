// selvage-check: verified
// shows: a static object outlives those whose constructors use it, whichever thread comes first
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
  User() { log(); }
  ~User() { assert(log().is_open); }
};
static User &user() {
  static User user;
  return user;
}

int main() {
  std::thread first([] { log(); }), second([] { user(); });
  first.join();
  second.join();
}
