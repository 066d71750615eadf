// C++: function names stay mangled in sites, containers on the stack are private, exceptions and threads work.
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Account {
  long balance = 0;
  void deposit(long amount);
};

void Account::deposit(long amount) {
  if (amount < 0) throw std::invalid_argument("negative");
  balance += amount;
}

Account account;
std::atomic<int> done{0};
thread_local int calls = 0;

int main() {
  // CHECK: module shared=0
  std::vector<int> numbers = {3, 1, 2};
  int sum = 0;
  for (size_t index = 0; index < numbers.size(); ++index) sum += numbers[index];
  std::thread thread([] {
    ++calls;
    account.deposit(2);
    done.store(1, std::memory_order_release);
  });
  thread.join();
  // CHECK: hook read 8 at cplusplus.cpp:15 in _ZN7Account7depositEl variable=this->balance
  // CHECK: hook write 8 value=2 at cplusplus.cpp:15 in _ZN7Account7depositEl variable=this->balance
  // CHECK: hook atomic_store 4 value=1 order=3 at atomic_base.h:{{[0-9]+}} in {{.*}}store{{.*}} variable=done._M_i
  try {
    account.deposit(-1);
    return 1;
  } catch (const std::invalid_argument& error) {
    return std::string(error.what()) == "negative" && sum == 6 && calls == 0 ? 0 : 2;
  }
}
