// selvage-test: benchmark: std::thread, std::mutex, thread_local, strings in a vector, and output
// expect: completed
#include <cassert>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

static std::mutex lock;
static std::vector<std::string> lines;
static thread_local int written;

static void write_lines(const char* author) {
  for (int i = 0; i < 3; i++) {
    std::string line = std::string("line ") + std::to_string(i) + " of the part that was written by " + author;
    std::lock_guard<std::mutex> guard(lock);
    lines.push_back(std::move(line));
    written++;
  }
  assert(written == 3);
}

int main() {
  std::thread first(write_lines, "first"), second(write_lines, "second");
  first.join();
  second.join();
  std::size_t length = 0;
  for (const std::string& line : lines) length += line.size();
  std::printf("%zu lines, %zu characters\n", lines.size(), length);
  assert(lines.size() == 6 && written == 0);
  return 0;
}
