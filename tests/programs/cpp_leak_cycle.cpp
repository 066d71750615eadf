// selvage-test: two objects that share each other are never destroyed
// expect: memory-error
// finding: 2 blocks of
// run-options: --leaks
#include <memory>
#include <thread>

struct Person {
  std::shared_ptr<Person> friend_of;
  char name[200] = "";
};

int main() {
  std::thread meets([] {
    auto ada = std::make_shared<Person>(), bob = std::make_shared<Person>();
    ada->friend_of = bob;
    bob->friend_of = ada;
  });
  meets.join();
}
