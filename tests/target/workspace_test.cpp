// However the explorer ends, its temporary directory goes.
#include "target/workspace.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

#include "target/error.h"

namespace selvage::target {
namespace {

namespace fs = std::filesystem;

// What workspaces are made in, for as long as a test runs.
class TemporaryRoot {
 public:
  TemporaryRoot() : path_(fs::temp_directory_path() / ("workspace-test-" + std::to_string(getpid()))) {
    fs::create_directory(path_);
    setenv("TMPDIR", path_.c_str(), 1);
  }
  ~TemporaryRoot() {
    unsetenv("TMPDIR");
    fs::remove_all(path_);
  }
  const fs::path& path() const { return path_; }
  bool becomes_empty() const {
    auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!fs::is_empty(path_)) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }

 private:
  fs::path path_;
};

TEST(Workspace, GoesWithItsOwner) {
  TemporaryRoot root;
  {
    Workspace workspace;
    EXPECT_TRUE(fs::is_directory(workspace.path()));
    EXPECT_EQ(fs::path(workspace.path()).parent_path(), root.path());
    EXPECT_EQ(fs::status(workspace.path()).permissions(), fs::perms::owner_all);
  }
  EXPECT_TRUE(fs::is_empty(root.path()));
}

TEST(Workspace, SaysWhyThereIsNone) {
  TemporaryRoot root;
  setenv("TMPDIR", (root.path() / "nowhere").c_str(), 1);
  try {
    Workspace workspace;
    FAIL() << workspace.path();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("No such file or directory"), std::string::npos) << error.what();
  }
}

// Most of these come while it is being made.
TEST(Workspace, GoesWhenItsOwnerIsKilled) {
  TemporaryRoot root;
  std::mt19937 draw(1);
  for (int round = 0; round < 200; round++) {
    pid_t owner = fork();
    if (owner == 0) {
      for (;;) Workspace workspace;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(draw() % 3000));
    kill(owner, SIGKILL);
    waitpid(owner, nullptr, 0);
    ASSERT_TRUE(root.becomes_empty()) << "round " << round;
  }
}

}  // namespace
}  // namespace selvage::target
