// selvage-test: strings and containers grown by several threads under one mutex keep everything
// expect: completed
#include <cassert>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

int main() {
  std::mutex lock;
  std::map<std::string, int> sorted;
  std::unordered_map<int, std::string> hashed;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([&, i] {
      for (int j = 0; j < 2; j++) {
        std::string name = "a name of thread " + std::to_string(i) + " for item " + std::to_string(j);
        std::lock_guard guard(lock);
        sorted[name] += i * 10 + j;
        hashed.emplace(i * 10 + j, std::move(name));
      }
    });
  for (auto& thread : threads) thread.join();
  assert(sorted.size() == 6 && hashed.size() == 6);
  for (const auto& [name, value] : sorted) assert(hashed.at(value) == name);
  return 0;
}
