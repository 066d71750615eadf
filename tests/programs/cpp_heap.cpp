// selvage-test: new and delete in all forms, across threads, and bad_alloc for an impossible size
// expect: completed
#include <cassert>
#include <cstdint>
#include <memory>
#include <new>
#include <thread>
#include <vector>

struct alignas(128) Wide {
  char bytes[128];
};

static volatile std::size_t huge = PTRDIFF_MAX;

int main() {
  std::unique_ptr<int[]> array;
  std::shared_ptr<std::vector<int>> shared = std::make_shared<std::vector<int>>(100, 7);
  Wide* wide = nullptr;
  std::thread first([&] {
    array.reset(new int[1000]());
    array[999] = 5;
    wide = new Wide;
    assert(reinterpret_cast<std::uintptr_t>(wide) % 128 == 0);
  });
  std::thread second([copy = shared] { assert(copy->at(99) == 7); });
  std::thread third([copy = shared] { assert(copy->size() == 100); });
  first.join();
  second.join();
  third.join();
  assert(shared.use_count() == 1);
  std::thread([&] {
    assert(array[0] == 0 && array[999] == 5);
    array.reset();
    delete wide;
    bool thrown = false;
    try {
      ::operator delete(::operator new(huge));
    } catch (const std::bad_alloc&) {
      thrown = true;
    }
    assert(thrown);
    void* none = ::operator new(huge, std::nothrow);
    assert(none == nullptr);
  }).join();
  return 0;
}
