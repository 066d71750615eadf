#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "cluster/digest.h"
#include "cluster/file_cache.h"
#include "cluster/key_file.h"
#include "target/error.h"
#include "target/workspace.h"

namespace selvage::cluster {
namespace {

namespace fs = std::filesystem;

struct KeptFiles : testing::Test {
  target::Workspace workspace;
  std::string folder = workspace.path() + "/files";
};

TEST_F(KeptFiles, ComeBackByTheirContent) {
  FileCache cache(folder);
  std::string name = digest_text("content");
  EXPECT_FALSE(cache.find(name));
  cache.keep(name, "content");
  EXPECT_EQ(FileCache(folder).find(name), "content");
}

TEST_F(KeptFiles, DamagedOnesAreGone) {
  FileCache cache(folder);
  std::string name = digest_text("content");
  cache.keep(name, "content");
  std::ofstream(folder + "/" + name) << "something else";
  EXPECT_FALSE(cache.find(name));
  EXPECT_FALSE(fs::exists(folder + "/" + name));
}

TEST_F(KeptFiles, TheOldestMakeRoom) {
  FileCache cache(folder, 100);
  std::string one(40, 'a'), two(40, 'b'), three(40, 'c');
  cache.keep(digest_text(one), one);
  fs::last_write_time(folder + "/" + digest_text(one), fs::file_time_type::clock::now() - std::chrono::hours(1));
  cache.keep(digest_text(two), two);
  cache.keep(digest_text(three), three);
  EXPECT_FALSE(cache.find(digest_text(one)));
  EXPECT_TRUE(cache.find(digest_text(two)));
  EXPECT_TRUE(cache.find(digest_text(three)));
}

TEST_F(KeptFiles, NamesLeadNowhereElse) {
  FileCache cache(folder);
  cache.keep("../outside", "content");
  EXPECT_FALSE(fs::exists(workspace.path() + "/outside"));
  EXPECT_FALSE(cache.find("../files"));
}

TEST_F(KeptFiles, AKeyIsMadeOnceAndIsNobodyElsesToRead) {
  std::string path = workspace.path() + "/state/key";
  EXPECT_THROW(read_key(path), target::Error);
  std::string key = make_key(path, true);
  EXPECT_EQ(make_key(path, true), key);
  EXPECT_EQ(read_key(path), key);
  EXPECT_THROW(make_key(path, false), target::Error);
  chmod(path.c_str(), 0644);
  EXPECT_THROW(read_key(path), target::Error);
}

}  // namespace
}  // namespace selvage::cluster
