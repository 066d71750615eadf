#include "cluster/sealed.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "cluster/blobs.h"
#include "cluster/digest.h"
#include "cluster/kept_state.h"

namespace selvage::cluster {
namespace {

struct Contents {
  std::map<std::string, std::map<std::string, std::string>> entries;  // by run and name
  std::map<std::string, std::map<std::string, std::string>> kept;     // by run and name
  std::map<std::string, std::deque<std::string>> items;               // by run
};

class KnownDelivery final : public Delivery {
 public:
  explicit KnownDelivery(std::string bytes) : bytes_(std::move(bytes)) {}
  const std::string& bytes() const override { return bytes_; }
  uint64_t attempts() const override { return 1; }
  void keep() override {}
  void done() override {}
  void give_back(Milliseconds) override {}

 private:
  std::string bytes_;
};

// One that forgets its order, but nothing else.
class BrokerInMemory final : public Broker {
 public:
  explicit BrokerInMemory(Contents& contents) : contents_(contents) {}

  std::vector<std::string> runs() override { return {}; }
  std::vector<std::string> half_made() override { return {}; }
  void tell(const std::string&, const std::string&) override {}
  std::vector<std::string> told(const std::string&) override { return {}; }
  void create(const std::string&) override {}
  void remove(const std::string&) override {}
  bool write_once(const std::string& run, const std::string& name, std::string_view bytes) override {
    return contents_.entries[run].try_emplace(name, bytes).second;
  }
  std::optional<std::string> read(const std::string& run, const std::string& name) override {
    auto found = contents_.entries[run].find(name);
    return found == contents_.entries[run].end() ? std::nullopt : std::optional(found->second);
  }
  std::vector<Entry> read_after(const std::string& run, uint64_t number) override {
    std::vector<Entry> result;
    uint64_t next = 0;
    for (const auto& [name, bytes] : contents_.entries[run])
      if (++next > number) result.push_back({next, name, bytes});
    return result;
  }
  uint64_t last_entry(const std::string& run) override { return contents_.entries[run].size(); }
  void replace(const std::string& run, const std::string& name, std::string_view bytes) override {
    contents_.kept[run][name] = bytes;
  }
  std::optional<std::string> latest(const std::string& run, const std::string& name) override {
    auto found = contents_.kept[run].find(name);
    return found == contents_.kept[run].end() ? std::nullopt : std::optional(found->second);
  }
  size_t most_bytes() override { return 100; }
  void put(const std::string& run, uint32_t, const std::string&, std::string_view bytes) override {
    contents_.items[run].emplace_back(bytes);
  }
  std::unique_ptr<Delivery> take(const std::string& run, Milliseconds) override {
    if (contents_.items[run].empty()) return nullptr;
    std::string bytes = contents_.items[run].front();
    contents_.items[run].pop_front();
    return std::make_unique<KnownDelivery>(bytes);
  }
  QueueState queue(const std::string&) override { return {}; }
  void drop(const std::string&, uint32_t) override {}

 private:
  Contents& contents_;
};

struct Sealed : testing::Test {
  std::unique_ptr<Broker> with_key(const std::string& key) {
    return sealed(std::make_unique<BrokerInMemory>(contents), key, "run",
                  [this](const std::string& sentence) { notices.push_back(sentence); });
  }
  Contents contents;
  std::vector<std::string> notices;
};

TEST_F(Sealed, WhoHasTheKeyReadsWhatOthersWithItWrote) {
  auto one = with_key("key"), other = with_key("key");
  EXPECT_TRUE(one->write_once("r", "run", "content"));
  EXPECT_EQ(other->read("r", "run"), "content");
  EXPECT_EQ(other->read_after("r", 0).front().bytes, "content");
  one->put("r", 1, "id", "item");
  EXPECT_EQ(other->take("r", Milliseconds(1))->bytes(), "item");
  std::string name = put_blob(*one, "r", std::string(1000, 'x'));
  EXPECT_EQ(get_blob(*other, "r", name), std::string(1000, 'x'));
  EXPECT_TRUE(notices.empty());
}

TEST_F(Sealed, WhatIsForgedIsNotThere) {
  auto one = with_key("key"), forger = with_key("other");
  forger->write_once("r", "result.1.a", "content");
  contents.entries["r"]["result.1.b"] = "content";
  contents.entries["r"]["result.1.c"] = "";
  EXPECT_FALSE(one->read("r", "result.1.a"));
  EXPECT_EQ(notices.size(), 1u);
  for (const Entry& entry : one->read_after("r", 0)) EXPECT_TRUE(!entry.is_genuine && entry.bytes.empty());
  EXPECT_EQ(one->read_after("r", 0).size(), 3u);
  forger->put("r", 1, "id", "item");
  EXPECT_EQ(one->take("r", Milliseconds(1)), nullptr);
}

TEST_F(Sealed, ARunOfSomebodyElseSaysSo) {
  with_key("other")->write_once("r", "run", "content");
  EXPECT_THROW(with_key("key")->read("r", "run"), ForeignRun);
}

// What is right in one place is wrong in another.
TEST_F(Sealed, NothingCanBeMoved) {
  auto one = with_key("key");
  one->write_once("r", "result.1.a", "content");
  std::string bytes = contents.entries["r"]["result.1.a"];
  contents.entries["r"]["result.1.b"] = bytes;
  contents.entries["s"]["result.1.a"] = bytes;
  contents.items["r"].push_back(bytes);
  EXPECT_FALSE(one->read("r", "result.1.b"));
  EXPECT_FALSE(one->read("s", "result.1.a"));
  EXPECT_EQ(one->take("r", Milliseconds(1)), nullptr);
}

TEST_F(Sealed, AStateIsTheLastOneThatWasWrittenWhole) {
  auto one = with_key("key"), other = with_key("key");
  EXPECT_FALSE(kept_state(*one, "r"));
  for (size_t length : {1000, 0, 50, 3000}) {
    keep_state(*one, "r", std::string(length, 'x'));
    EXPECT_EQ(kept_state(*other, "r"), std::string(length, 'x'));
  }
  // Whoever writes the next one dies in the midst of it.
  std::map<std::string, std::string> before = contents.kept["r"];
  keep_state(*one, "r", std::string(3000, 'y'));
  contents.kept["r"]["head"] = before["head"];
  EXPECT_EQ(kept_state(*other, "r"), std::string(3000, 'x'));
  contents.kept["r"]["piece.1.0"] = contents.kept["r"]["piece.1.1"];
  contents.kept["r"]["piece.0.0"] = contents.kept["r"]["piece.0.1"];
  EXPECT_FALSE(kept_state(*other, "r"));
  EXPECT_FALSE(kept_state(*with_key("other"), "r"));
}

// RFC 4231, test case 2; FIPS 180-2, example 1.
TEST(Digest, IsWhatItIsCalled) {
  EXPECT_EQ(hexadecimal(seal("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(digest_text("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace selvage::cluster
