#include "cluster/sealed.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cluster/digest.h"

namespace selvage::cluster {

using target::ExitCode;

ForeignRun::ForeignRun(const std::string& run)
    : Error(ExitCode::CannotStart,
            fmt::format("Run {} was begun with another key than this one: give both the same file with --key.", run)) {}

namespace {

class OpenedDelivery final : public Delivery {
 public:
  OpenedDelivery(std::unique_ptr<Delivery> delivery, std::string bytes)
      : delivery_(std::move(delivery)), bytes_(std::move(bytes)) {}

  const std::string& bytes() const override { return bytes_; }
  uint64_t attempts() const override { return delivery_->attempts(); }
  void keep() override { delivery_->keep(); }
  void done() override { delivery_->done(); }
  void give_back(Milliseconds delay) override { delivery_->give_back(delay); }

 private:
  std::unique_ptr<Delivery> delivery_;
  std::string bytes_;
};

class SealedBroker final : public Broker {
 public:
  SealedBroker(std::unique_ptr<Broker> broker, std::string key, std::string first,
               std::function<void(const std::string&)> notice)
      : broker_(std::move(broker)), key_(std::move(key)), first_(std::move(first)), notice_(std::move(notice)) {}

  std::vector<std::string> runs() override { return broker_->runs(); }
  std::vector<std::string> half_made() override { return broker_->half_made(); }
  void create(const std::string& run) override { broker_->create(run); }
  void remove(const std::string& run) override { broker_->remove(run); }
  uint64_t last_entry(const std::string& run) override { return broker_->last_entry(run); }
  size_t most_bytes() override { return broker_->most_bytes() - kDigestBytes; }
  QueueState queue(const std::string& run) override { return broker_->queue(run); }
  void drop(const std::string& run, uint32_t generation) override { broker_->drop(run, generation); }

  bool write_once(const std::string& run, const std::string& name, std::string_view bytes) override {
    return broker_->write_once(run, name, seal_of(run, name, bytes).append(bytes));
  }

  std::optional<std::string> read(const std::string& run, const std::string& name) override {
    std::optional<std::string> bytes = broker_->read(run, name);
    if (!bytes) return std::nullopt;
    if (open(run, name, *bytes)) return bytes;
    if (name == first_) throw ForeignRun(run);
    refuse(run, name);
    return std::nullopt;
  }

  void replace(const std::string& run, const std::string& name, std::string_view bytes) override {
    broker_->replace(run, name, seal_of(run, kKept + name, bytes).append(bytes));
  }

  std::optional<std::string> latest(const std::string& run, const std::string& name) override {
    std::optional<std::string> bytes = broker_->latest(run, name);
    if (!bytes || open(run, kKept + name, *bytes)) return bytes;
    refuse(run, name);
    return std::nullopt;
  }

  std::vector<Entry> read_after(const std::string& run, uint64_t number) override {
    std::vector<Entry> entries = broker_->read_after(run, number);
    for (Entry& entry : entries) {
      if (open(run, entry.name, entry.bytes)) continue;
      refuse(run, entry.name);
      entry.bytes.clear();
      entry.is_genuine = false;
    }
    return entries;
  }

  void put(const std::string& run, uint32_t generation, const std::string& id, std::string_view bytes) override {
    broker_->put(run, generation, id, seal_of(run, kItem, bytes).append(bytes));
  }

  std::unique_ptr<Delivery> take(const std::string& run, Milliseconds wait) override {
    std::unique_ptr<Delivery> delivery = broker_->take(run, wait);
    if (!delivery) return nullptr;
    std::string bytes = delivery->bytes();
    if (open(run, kItem, bytes)) return std::make_unique<OpenedDelivery>(std::move(delivery), std::move(bytes));
    refuse(run, "an item of the queue");
    delivery->done();
    return nullptr;
  }

  void tell(const std::string& run, const std::string& sentence) override {
    broker_->tell(run, seal_of(run, kTold, sentence).append(sentence));
  }

  std::vector<std::string> told(const std::string& run) override {
    std::vector<std::string> sentences;
    for (std::string& sentence : broker_->told(run))
      if (open(run, kTold, sentence)) sentences.push_back(std::move(sentence));
    return sentences;
  }

 private:
  static constexpr std::string_view kItem = "/item", kTold = "/told";  // no entry is called like that
  static inline const std::string kKept = "/kept/";
  static constexpr size_t kLongestShown = 200;

  // One key for each run, so that nothing of one run counts in another.
  std::string seal_of(const std::string& run, std::string_view name, std::string_view bytes) {
    std::string text(name);
    text += '\0';
    text += bytes;
    return seal(seal(key_, "run " + run), text);
  }

  // Takes the seal off. False: it is not the right one.
  bool open(const std::string& run, std::string_view name, std::string& bytes) {
    if (bytes.size() < kDigestBytes) return false;
    std::string_view content = std::string_view(bytes).substr(kDigestBytes);
    if (!is_same(std::string_view(bytes).substr(0, kDigestBytes), seal_of(run, name, content))) return false;
    bytes.erase(0, kDigestBytes);
    return true;
  }

  void refuse(const std::string& run, const std::string& name) {
    std::string shown = name.substr(0, kLongestShown);
    std::ranges::replace_if(shown, [](unsigned char c) { return c < ' ' || c > '~'; }, '?');
    if (notice_)
      notice_(fmt::format("refused {} of run {}: it was not written by anybody who has the key.", shown, run));
  }

  std::unique_ptr<Broker> broker_;
  std::string key_, first_;
  std::function<void(const std::string&)> notice_;
};

}  // namespace

std::unique_ptr<Broker> sealed(std::unique_ptr<Broker> broker, std::string key, std::string first,
                               std::function<void(const std::string&)> notice) {
  return std::make_unique<SealedBroker>(std::move(broker), std::move(key), std::move(first), std::move(notice));
}

}  // namespace selvage::cluster
