// selvage-test: strings, containers and shared pointers are used across threads without alarm
// expect: completed
// executions: 300
#include <cassert>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

static std::mutex guard;
static std::map<std::string, std::vector<int>> table;
static std::unordered_map<int, std::string> names{{1, "one"}, {2, "a name that is too long to be kept inside"}};

struct alignas(64) Padded {
  int value = 0;
};

static void worker(int number, std::shared_ptr<std::string> shared) {
  std::lock_guard<std::mutex> hold(guard);
  auto& entry = table["the key that both of the threads use, in turn"];
  for (int i = 0; i < 10; i++) entry.push_back(number + i);
  std::ostringstream text;
  text << *shared << number << names.at(2);
  names[number + 10] = text.str();
  auto padded = std::make_unique<Padded>();
  padded->value = number;
  table.erase(std::to_string(number) + " is not there");
}

int main() {
  auto shared = std::make_shared<std::string>("shared between the two threads that are there: ");
  std::thread first(worker, 1, shared), second(worker, 2, shared);
  shared.reset();
  first.join();
  second.join();
  assert(table.begin()->second.size() == 20 && names.size() == 4);
}
