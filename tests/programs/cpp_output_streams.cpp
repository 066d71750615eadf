// selvage-test: cout, cerr, string streams and synchronised streams from several threads
// expect: completed
#include <cassert>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <syncstream>
#include <thread>
#include <vector>

int main() {
  std::ostringstream collected;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([&collected, i] {
      std::cout << "thread " << i << ' ' << std::setw(4) << i * 1.5 << '\n';
      std::cerr << "to error " << i << std::endl;
      std::ostringstream own;
      own << std::hex << 255 + i;
      assert(own.str() == std::string(i == 0 ? "ff" : i == 1 ? "100" : "101"));
      std::osyncstream(collected) << "line " << i << '\n';
    });
  for (auto& thread : threads) thread.join();
  assert(collected.str().size() == 21);
  assert(collected.str().find("line 2\n") != std::string::npos);
  return 0;
}
