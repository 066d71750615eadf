// selvage-test: an exception travels to another thread by exception_ptr and is rethrown there
// expect: completed
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::exception_ptr carried;
  std::thread thrower([&] {
    try {
      throw std::out_of_range("carried to another thread");
    } catch (...) {
      carried = std::current_exception();
    }
  });
  thrower.join();
  std::string text;
  std::thread catcher([&] {
    try {
      std::rethrow_exception(carried);
    } catch (const std::out_of_range& error) {
      text = error.what();
    }
  });
  catcher.join();
  assert(text == "carried to another thread");
  return 0;
}
