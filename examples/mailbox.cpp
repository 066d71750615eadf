// A mailbox, two readers and a writer of two letters. A reader that was woken takes for granted that the letter is
// still there; another one may have come first. With the argument `patient` readers look again, and none goes away with
// empty hands.
#include <cassert>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>

namespace {

std::mutex lock;
std::condition_variable arrived;
int letters = 0;
bool patient = false;

void read_letter() {
  std::unique_lock guard(lock);
  if (letters == 0) {
    arrived.wait(guard);
  }
  while (patient && letters == 0) {
    arrived.wait(guard);
  }
  assert(letters > 0);
  letters--;
}

void write_letters() {
  for (int i = 0; i < 2; i++) {
    std::lock_guard guard(lock);
    letters++;
    arrived.notify_one();
  }
}

}  // namespace

int main(int count, char** arguments) {
  patient = count > 1 && std::strcmp(arguments[1], "patient") == 0;
  std::thread writer(write_letters), first(read_letter), second(read_letter);
  writer.join();
  first.join();
  second.join();
}
