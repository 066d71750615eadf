// selvage-check: verified
// shows: what ordinary programs call does not keep them from being verified
// cflags: -std=c++20
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

static std::mutex mutex;
static std::unordered_map<std::string, int> numbers;
static std::map<int, std::string> names;
static std::string all;

static void work(int number) {
  std::ostringstream out;
  out << "thread " << number << ' ' << std::sqrt(number + 0.5) << std::endl;
  std::istringstream in("12 abc");
  int read = 0;
  std::string word;
  in >> read >> word;
  std::string text = out.str() + std::to_string(number) + word;
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%s:%d\n", text.c_str(), read);
  try {
    if (text.empty()) throw std::runtime_error(text);
    text.at(text.size() + 1);
  } catch (const std::exception& error) {
    text += error.what();
  }
  std::lock_guard<std::mutex> guard(mutex);
  numbers[text] = std::atoi("7") + static_cast<int>(std::strtol("12", nullptr, 10)) + std::stoi("3");
  names[number] = text;
  all += std::to_string(numbers.size() + std::strlen(buffer));
  std::cout << all << std::endl;
  std::printf("%d %s\n", number, all.c_str());
}

int main() {
  std::thread thread(work, 1);
  auto result = std::async(std::launch::async, [] { return std::make_shared<std::vector<int>>(3, 7); });
  work(2);
  thread.join();
  std::vector<int> values = *result.get();
  std::sort(values.begin(), values.end());
  return std::getenv("HOME") == nullptr && values.empty();
}
