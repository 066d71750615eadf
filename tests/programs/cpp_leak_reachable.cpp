// selvage-test: global objects are destroyed before leaks are looked for, and the library's own memory is none
// expect: completed
// run-options: --leaks
// executions: 300
#include <functional>
#include <future>
#include <iostream>
#include <locale>
#include <map>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

static std::string text = "a global string that is too long to be kept inside";
static std::vector<std::unique_ptr<std::string>> strings;
static std::map<int, std::string>* never_destroyed;
static thread_local std::vector<int> numbers;

static std::map<int, std::string>& singleton() {
  static auto* instance = new std::map<int, std::string>;
  return *instance;
}

int main() {
  never_destroyed = new std::map<int, std::string>{{1, std::string(100, 'x')}};
  std::thread worker([] {
    numbers.assign(100, 7);
    singleton()[7] = std::string(200, 'y');
    strings.push_back(std::make_unique<std::string>(300, 'z'));
  });
  worker.join();
  auto answer = std::async(std::launch::async, [] { return text + " and more"; });
  numbers.assign(50, 8);
  std::cout << answer.get() << std::locale("").name() << '\n';
  std::ostringstream stream;
  stream << std::hex << 255;
  try {
    throw std::runtime_error(stream.str());
  } catch (const std::exception& error) {
    text += error.what();
  }
}
