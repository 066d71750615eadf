// selvage-test: std::async: values, exceptions, deferred in the caller, and a destructor that waits
// expect: completed
#include <cassert>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  auto caller = std::this_thread::get_id();
  auto sum = std::async(std::launch::async, [](int a, int b) { return a + b; }, 3, 4);
  auto elsewhere = std::async(std::launch::async, [] { return std::this_thread::get_id(); });
  auto deferred = std::async(std::launch::deferred, [] { return std::this_thread::get_id(); });
  auto failing = std::async(std::launch::async, []() -> int { throw std::runtime_error("failed"); });
  assert(deferred.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
  assert(sum.get() == 7);
  assert(elsewhere.get() != caller && deferred.get() == caller);
  bool caught = false;
  try {
    failing.get();
  } catch (const std::runtime_error& error) {
    caught = std::string_view(error.what()) == "failed";
  }
  assert(caught);
  bool done = false;
  {
    auto waited_for = std::async(std::launch::async, [&] {
      std::this_thread::yield();
      done = true;
    });
  }
  assert(done);
  return 0;
}
