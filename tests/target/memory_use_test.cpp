#include "target/memory_use.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

namespace selvage::target {
namespace {

constexpr size_t kBlock = size_t{64} << 20;

// What it adds to is compared with less than all of it: the kernel counts some pages later.
constexpr size_t kMost = kBlock / 10 * 9;

// The compiler takes it for used.
void use(std::vector<char>& block) { asm volatile("" : : "r"(block.data()) : "memory"); }

TEST(MemoryUse, GrowsWithWhatIsTouched) {
  uint64_t before = memory_of_family(getpid());
  EXPECT_GT(before, 0u);
  std::vector<char> block(kBlock, 1);
  use(block);
  EXPECT_GE(memory_of_family(getpid()), before + kMost);
}

TEST(MemoryUse, CountsWhatSeveralShareOnce) {
  std::vector<char> shared(kBlock, 1);
  use(shared);
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  uint64_t before = memory_of_family(getpid());
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::vector<char> own(kBlock, 2);
    use(own);
    if (write(ready[1], own.data(), 1) != 1) _exit(1);
    for (;;) pause();
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  uint64_t together = memory_of_family(getpid());
  EXPECT_GE(together, before + kMost);
  EXPECT_LT(together, before + 2 * kMost);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(memory_of_family(child), 0u);
}

TEST(MemoryUse, OfTheMachineIsMoreThanThisProcessHas) {
  EXPECT_GT(memory_of_machine(), memory_of_family(getpid()));
  EXPECT_LE(memory_of_machine(),
            static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)));
}

}  // namespace
}  // namespace selvage::target
