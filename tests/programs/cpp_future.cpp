// selvage-test: promise and future: value, reference, exception, shared future, wait_for, and the errors
// expect: completed
#include <cassert>
#include <chrono>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::promise<std::string> text;
  std::promise<void> signal;
  std::promise<int> broken, failing;
  std::future<std::string> future_text = text.get_future();
  std::future<int> future_broken = broken.get_future(), future_failing = failing.get_future();
  std::shared_future<void> shared = signal.get_future().share();
  assert(future_text.wait_for(std::chrono::seconds(0)) == std::future_status::timeout);
  std::thread worker([&] {
    shared.wait();
    text.set_value("a string too long for the small buffer");
    failing.set_exception(std::make_exception_ptr(std::logic_error("failed")));
    std::promise<int> dies = std::move(broken);
  });
  signal.set_value();
  shared.get();
  assert(future_text.get() == "a string too long for the small buffer");
  assert(!future_text.valid());
  int errors = 0;
  try {
    future_failing.get();
  } catch (const std::logic_error&) {
    errors++;
  }
  try {
    future_broken.get();
  } catch (const std::future_error& error) {
    errors += error.code() == std::future_errc::broken_promise;
  }
  try {
    signal.set_value();
  } catch (const std::future_error& error) {
    errors += error.code() == std::future_errc::promise_already_satisfied;
  }
  worker.join();
  assert(errors == 3);
  return 0;
}
