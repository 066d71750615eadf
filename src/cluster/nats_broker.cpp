// A broker that is NATS with JetStream. A run is two streams: one whose messages stay, each on a subject of its own, and one
// that is a work queue with a single consumer, which all workers pull from.
#include <fmt/format.h>
#include <nats/nats.h>
#include <signal.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "cluster/broker.h"
#include "cluster/steady_waits.h"

namespace selvage::cluster {
namespace {

using target::Error;
using target::ExitCode;
using Clock = std::chrono::steady_clock;

constexpr const char* kLogPrefix = "SELVAGE-LOG-";
constexpr const char* kKeptPrefix = "SELVAGE-KEPT-";
constexpr const char* kWorkPrefix = "SELVAGE-WORK-";
constexpr const char* kConsumer = "workers";
constexpr int64_t kRequestWait = 2000;  // ms
constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr int64_t kSilence = 5 * kNanosecondsPerSecond;  // after which an item goes to another worker
constexpr int64_t kReplicas = 3;                         // where there are so many servers
constexpr size_t kEntriesAtOnce = 256;
constexpr int kMostTold = 64;         // sentences that wait to be read
constexpr size_t kHeaderRoom = 4096;  // of a message, for headers
constexpr auto kNoticeAfter = std::chrono::seconds(5);
constexpr auto kBetweenAttempts = std::chrono::milliseconds(100);

template <typename Thing, void (*Destroy)(Thing*)>
struct Destroyer {
  void operator()(Thing* thing) const { Destroy(thing); }
};
template <typename Thing, void (*Destroy)(Thing*)>
using Owned = std::unique_ptr<Thing, Destroyer<Thing, Destroy>>;

using Options = Owned<natsOptions, natsOptions_Destroy>;
using Connection = Owned<natsConnection, natsConnection_Destroy>;
using Context = Owned<jsCtx, jsCtx_Destroy>;
using Message = Owned<natsMsg, natsMsg_Destroy>;
using Subscription = Owned<natsSubscription, natsSubscription_Destroy>;

std::string log_stream(const std::string& run) { return kLogPrefix + run; }
std::string work_stream(const std::string& run) { return kWorkPrefix + run; }
std::string kept_stream(const std::string& run) { return kKeptPrefix + run; }
std::string kept_subject(const std::string& run, std::string_view name) {
  return fmt::format("selvage.{}.kept.{}", run, name);
}
std::string log_subject(const std::string& run, std::string_view name) {
  return fmt::format("selvage.{}.log.{}", run, name);
}
std::string told_subject(const std::string& run) { return fmt::format("selvage.{}.told", run); }
std::string work_subject(const std::string& run, uint32_t generation) {
  return fmt::format("selvage.{}.work.{}", run, generation);
}

std::string text_of(const Message& message) {
  return {natsMsg_GetData(message.get()), static_cast<size_t>(natsMsg_GetDataLength(message.get()))};
}

// What a request came to.
struct Answer {
  natsStatus status = NATS_OK;
  jsErrCode code{};  // JetStream's own, 0 if it has not answered

  bool is_good() const { return status == NATS_OK; }
  bool is(int error) const { return static_cast<int>(code) == error; }
  bool is_no_room() const {
    return is(JSAccountResourcesExceededErr) || is(JSInsufficientResourcesErr) || is(JSStorageResourcesExceededErr) ||
           is(JSMemoryResourcesExceededErr) || is(JSMaximumStreamsLimitErr) || is(JSStreamStoreFailedErr);
  }
  // Whether asking again may help: nobody answered, or nobody was in charge.
  bool is_passing() const {
    if (is_good()) return false;
    if (code != 0) return is(JSClusterNotAvailErr) || is(JSClusterNotLeaderErr) || is(JSClusterNotActiveErr);
    switch (status) {
      case NATS_TIMEOUT:
      case NATS_NO_RESPONDERS:
      case NATS_NO_SERVER:
      case NATS_IO_ERROR:
      case NATS_CONNECTION_DISCONNECTED:
      case NATS_STALE_CONNECTION:
      case NATS_INSUFFICIENT_BUFFER:
        return true;
      default:
        return false;
    }
  }
};

class NatsDelivery final : public Delivery {
 public:
  explicit NatsDelivery(Message message) : message_(std::move(message)), bytes_(text_of(message_)) {
    jsMsgMetaData* data = nullptr;
    if (natsMsg_GetMetaData(&data, message_.get()) != NATS_OK) return;
    attempts_ = data->NumDelivered;
    jsMsgMetaData_Destroy(data);
  }

  const std::string& bytes() const override { return bytes_; }
  uint64_t attempts() const override { return attempts_; }
  void keep() override { natsMsg_InProgress(message_.get(), nullptr); }
  // Should the answer be lost, the item comes again, and whoever gets it finds that it is done.
  void done() override { natsMsg_AckSync(message_.get(), nullptr, nullptr); }
  void give_back(Milliseconds delay) override { natsMsg_NakWithDelay(message_.get(), delay.count(), nullptr); }

 private:
  Message message_;
  std::string bytes_;
  uint64_t attempts_ = 1;
};

class NatsBroker final : public Broker {
 public:
  explicit NatsBroker(const ConnectionOptions& options);

  std::vector<std::string> runs() override;
  std::vector<std::string> half_made() override;
  void create(const std::string& run) override;
  void remove(const std::string& run) override;
  bool write_once(const std::string& run, const std::string& name, std::string_view bytes) override;
  std::optional<std::string> read(const std::string& run, const std::string& name) override;
  std::vector<Entry> read_after(const std::string& run, uint64_t number) override;
  uint64_t last_entry(const std::string& run) override;
  void replace(const std::string& run, const std::string& name, std::string_view bytes) override;
  std::optional<std::string> latest(const std::string& run, const std::string& name) override;
  size_t most_bytes() override;
  void put(const std::string& run, uint32_t generation, const std::string& id, std::string_view bytes) override;
  std::unique_ptr<Delivery> take(const std::string& run, Milliseconds wait) override;
  QueueState queue(const std::string& run) override;
  void drop(const std::string& run, uint32_t generation) override;
  void tell(const std::string& run, const std::string& sentence) override;
  std::vector<std::string> told(const std::string& run) override;

 private:
  // Repeats a request until there is an answer. `stream`: of the run that it is about, if any; if that is not there any more,
  // nobody would ever answer.
  template <typename Request>
  Answer ask(const std::string& run, const std::string& stream, Request request);
  bool is_gone(const std::string& stream);
  [[noreturn]] void refuse(const std::string& what, const Answer& answer) const;
  void add_stream(const std::string& run, jsStreamConfig& config);
  void set_options(natsOptions* made) const;
  bool takes_connections() const;
  std::string describe_silence(const Answer& answer) const;
  struct Streams {
    std::set<std::string> logs, queues;  // the runs that have one
  };
  Streams streams();

  ConnectionOptions options_;
  Connection connection_;
  Context context_;
  std::map<std::string, Subscription> subscriptions_;  // by run
  std::map<std::string, Subscription> told_;           // by run
  std::set<std::string> kept_;                         // runs whose stream for what is replaced is there
};

void NatsBroker::set_options(natsOptions* made) const {
  std::vector<std::string> urls;
  std::string_view rest = options_.url;
  for (size_t comma = 0; comma != std::string_view::npos;) {
    comma = rest.find(',');
    urls.emplace_back(rest.substr(0, comma));
    if (comma != std::string_view::npos) rest.remove_prefix(comma + 1);
  }
  std::vector<const char*> servers;
  for (const std::string& url : urls) servers.push_back(url.c_str());
  natsStatus status = natsOptions_SetServers(made, servers.data(), static_cast<int>(servers.size()));
  bool is_secure = options_.url.starts_with("tls://") || !options_.authority_file.empty();
  if (status == NATS_OK && is_secure) status = natsOptions_SetSecure(made, true);
  if (status == NATS_OK && !options_.authority_file.empty())
    status = natsOptions_LoadCATrustedCertificates(made, options_.authority_file.c_str());
  if (status == NATS_OK && !options_.credentials_file.empty())
    status = natsOptions_SetUserCredentialsFromFiles(made, options_.credentials_file.c_str(), nullptr);
  if (status != NATS_OK)
    throw Error(ExitCode::Usage, fmt::format("{} cannot be used: {}.", options_.url, natsStatus_GetText(status)));
  natsOptions_SetName(made, "selvage");
  natsOptions_SetTimeout(made, kRequestWait);
  natsOptions_SetMaxReconnect(made, -1);
  natsOptions_SetReconnectWait(made, 200);
  natsOptions_SetReconnectJitter(made, 100, 100);
  natsOptions_SetPingInterval(made, 2000);
  natsOptions_SetMaxPingsOut(made, 2);
  natsOptions_SetFailRequestsOnDisconnect(made, true);
}

NatsBroker::NatsBroker(const ConnectionOptions& options) : options_(options) {
  signal(SIGPIPE, SIG_IGN);
  wait_steadily();
  natsOptions* made = nullptr;
  if (natsOptions_Create(&made) != NATS_OK) throw std::bad_alloc();
  Options owned(made);
  set_options(made);
  natsConnection* connection = nullptr;
  natsStatus status = natsConnection_Connect(&connection, made);
  connection_.reset(connection);
  if (status != NATS_OK)
    throw Error(ExitCode::Usage,
                fmt::format("{} cannot be reached: {}. `selvage cluster up` starts a broker on this machine.",
                            options.url, natsStatus_GetText(status)));
  jsOptions context_options;
  jsOptions_Init(&context_options);
  context_options.Wait = kRequestWait;
  jsCtx* context = nullptr;
  if (natsConnection_JetStream(&context, connection, &context_options) != NATS_OK) throw std::bad_alloc();
  context_.reset(context);
}

template <typename Request>
Answer NatsBroker::ask(const std::string& run, const std::string& stream, Request request) {
  Clock::time_point begin = Clock::now();
  bool noticed = false;
  for (;;) {
    Answer answer;
    answer.status = request(answer.code);
    // Of a broker that has the run, "not enabled" means that nobody is in charge of the stream at the moment.
    bool nobody_answers = !run.empty() && answer.status == NATS_NO_RESPONDERS;
    if (!answer.is_passing() && !nobody_answers) {
      if (noticed && options_.notice) options_.notice("The broker answers again.");
      if (!run.empty() && (answer.is(JSStreamNotFoundErr) || answer.is(JSConsumerNotFoundErr))) throw RunGone(run);
      return answer;
    }
    if (natsConnection_IsClosed(connection_.get())) refuse("goes on", answer);
    if (!run.empty() && is_gone(stream)) throw RunGone(run);
    if (options_.interrupted && options_.interrupted()) throw Interrupted();
    if (!noticed && Clock::now() - begin > kNoticeAfter) {
      noticed = true;
      if (options_.notice) options_.notice(describe_silence(answer));
    }
    std::this_thread::sleep_for(kBetweenAttempts);
  }
}

// A server whose disk is full may take connections and answer nothing that has to do with the disk.
bool NatsBroker::takes_connections() const {
  natsOptions* made = nullptr;
  if (natsOptions_Create(&made) != NATS_OK) return false;
  Options owned(made);
  set_options(made);
  natsConnection* connection = nullptr;
  natsStatus status = natsConnection_Connect(&connection, made);
  Connection closed(connection);
  return status == NATS_OK;
}

std::string NatsBroker::describe_silence(const Answer& answer) const {
  if (takes_connections())
    return fmt::format(
        "{} is there, but JetStream does not answer: there may be no room on its disk, or too few of its servers are "
        "left; its log may say more. Waiting for it.",
        options_.url);
  return fmt::format("{} does not answer ({}); waiting for it.", options_.url, natsStatus_GetText(answer.status));
}

bool NatsBroker::is_gone(const std::string& stream) {
  jsStreamInfo* info = nullptr;
  Answer answer;
  answer.status = js_GetStreamInfo(&info, context_.get(), stream.c_str(), nullptr, &answer.code);
  jsStreamInfo_Destroy(info);
  return answer.is(JSStreamNotFoundErr);
}

void NatsBroker::refuse(const std::string& what, const Answer& answer) const {
  natsStatus last = NATS_OK;
  const char* detail = nats_GetLastError(&last);
  std::string reason = natsStatus_GetText(answer.status);
  if (last == answer.status && detail != nullptr && *detail != '\0') reason += fmt::format(": {}", detail);
  if (answer.code != 0) reason += fmt::format(", JetStream error {}", static_cast<int>(answer.code));
  if (answer.is_no_room()) throw NoRoom(fmt::format("it {}: {}", what, reason));
  throw Error(ExitCode::Internal, fmt::format("The broker {} {} ({}).", options_.url, what, reason));
}

NatsBroker::Streams NatsBroker::streams() {
  jsStreamNamesList* list = nullptr;
  Answer answer = ask("", "", [&](jsErrCode& code) { return js_StreamNames(&list, context_.get(), nullptr, &code); });
  if (answer.status == NATS_NOT_FOUND) return {};
  if (!answer.is_good()) refuse("does not tell its runs: was it started with JetStream?", answer);
  Streams found;
  for (int i = 0; i < list->Count; i++) {
    std::string_view name = list->List[i];
    if (name.starts_with(kLogPrefix)) found.logs.emplace(name.substr(std::string_view(kLogPrefix).size()));
    if (name.starts_with(kWorkPrefix)) found.queues.emplace(name.substr(std::string_view(kWorkPrefix).size()));
  }
  jsStreamNamesList_Destroy(list);
  return found;
}

std::vector<std::string> NatsBroker::runs() {
  Streams found = streams();
  std::vector<std::string> result;
  for (const std::string& run : found.queues) {
    // The log is made first and removed first: a queue without it belongs to a run whose removal was cut short.
    if (found.logs.contains(run) || !is_gone(log_stream(run))) {
      result.push_back(run);
    } else {
      remove(run);
    }
  }
  return result;
}

std::vector<std::string> NatsBroker::half_made() {
  Streams found = streams();
  std::vector<std::string> result;
  std::ranges::set_difference(found.logs, found.queues, std::back_inserter(result));
  return result;
}

void NatsBroker::add_stream(const std::string& run, jsStreamConfig& config) {
  Answer answer;
  for (int64_t replicas : {kReplicas, int64_t{1}}) {
    config.Replicas = replicas;
    answer =
        ask("", "", [&](jsErrCode& code) { return js_AddStream(nullptr, context_.get(), &config, nullptr, &code); });
    if (answer.is_good()) return;
  }
  refuse(fmt::format("cannot hold run {}: was it started with JetStream?", run), answer);
}

void NatsBroker::create(const std::string& run) {
  std::string name = log_stream(run), subject = log_subject(run, ">");
  const char* subjects[] = {subject.c_str()};
  jsStreamConfig log;
  jsStreamConfig_Init(&log);
  log.Name = name.c_str();
  log.Subjects = subjects;
  log.SubjectsLen = 1;
  log.Discard = js_DiscardNew;
  add_stream(run, log);

  std::string work_name = work_stream(run);
  subject = fmt::format("selvage.{}.work.*", run);
  subjects[0] = subject.c_str();
  jsStreamConfig work;
  jsStreamConfig_Init(&work);
  work.Name = work_name.c_str();
  work.Subjects = subjects;
  work.SubjectsLen = 1;
  work.Retention = js_WorkQueuePolicy;
  work.Discard = js_DiscardNew;
  add_stream(run, work);

  jsConsumerConfig consumer;
  jsConsumerConfig_Init(&consumer);
  consumer.Durable = kConsumer;
  consumer.AckPolicy = js_AckExplicit;
  consumer.AckWait = kSilence;
  consumer.MaxDeliver = -1;
  consumer.MaxAckPending = -1;
  consumer.MaxWaiting = 16384;
  Answer answer = ask(run, work_name, [&](jsErrCode& code) {
    return js_AddConsumer(nullptr, context_.get(), work_name.c_str(), &consumer, nullptr, &code);
  });
  if (!answer.is_good()) refuse(fmt::format("cannot hold run {}", run), answer);
}

void NatsBroker::remove(const std::string& run) {
  subscriptions_.erase(run);
  told_.erase(run);
  kept_.erase(run);
  for (const std::string& stream : {kept_stream(run), log_stream(run), work_stream(run)}) {
    Answer answer =
        ask("", "", [&](jsErrCode& code) { return js_DeleteStream(context_.get(), stream.c_str(), nullptr, &code); });
    if (!answer.is_good() && !answer.is(JSStreamNotFoundErr)) refuse(fmt::format("cannot remove run {}", run), answer);
  }
}

bool NatsBroker::write_once(const std::string& run, const std::string& name, std::string_view bytes) {
  std::string subject = log_subject(run, name);
  jsPubOptions options;
  jsPubOptions_Init(&options);
  options.MaxWait = kRequestWait;
  options.ExpectNoMessage = true;
  bool repeated = false;
  Answer answer = ask(run, log_stream(run), [&](jsErrCode& code) {
    natsStatus status = js_Publish(nullptr, context_.get(), subject.c_str(), bytes.data(),
                                   static_cast<int>(bytes.size()), &options, &code);
    repeated |= status != NATS_OK && code == 0;
    return status;
  });
  if (answer.is_good()) return true;
  if (!answer.is(JSStreamWrongLastSequenceErr)) refuse(fmt::format("does not take {} of run {}", name, run), answer);
  // An attempt that went unanswered may have been the one that succeeded.
  return repeated && read(run, name) == bytes;
}

std::optional<std::string> NatsBroker::read(const std::string& run, const std::string& name) {
  std::string stream = log_stream(run), subject = log_subject(run, name);
  natsMsg* message = nullptr;
  Answer answer = ask(run, stream, [&](jsErrCode& code) {
    return js_GetLastMsg(&message, context_.get(), stream.c_str(), subject.c_str(), nullptr, &code);
  });
  Message owned(message);
  if (answer.is_good()) return text_of(owned);
  if (answer.is(JSNoMessageFoundErr) || answer.status == NATS_NOT_FOUND) return std::nullopt;
  refuse(fmt::format("does not give {} of run {}", name, run), answer);
}

void NatsBroker::replace(const std::string& run, const std::string& name, std::string_view bytes) {
  std::string stream = kept_stream(run), subject = kept_subject(run, name);
  if (!kept_.contains(run)) {
    std::string all = kept_subject(run, ">");
    const char* subjects[] = {all.c_str()};
    jsStreamConfig kept;
    jsStreamConfig_Init(&kept);
    kept.Name = stream.c_str();
    kept.Subjects = subjects;
    kept.SubjectsLen = 1;
    kept.MaxMsgsPerSubject = 1;
    add_stream(run, kept);
    kept_.insert(run);
  }
  jsPubOptions options;
  jsPubOptions_Init(&options);
  options.MaxWait = kRequestWait;
  Answer answer = ask(run, stream, [&](jsErrCode& code) {
    return js_Publish(nullptr, context_.get(), subject.c_str(), bytes.data(), static_cast<int>(bytes.size()), &options,
                      &code);
  });
  if (!answer.is_good()) refuse(fmt::format("does not take {} of run {}", name, run), answer);
}

// Not every run has something of the kind.
std::optional<std::string> NatsBroker::latest(const std::string& run, const std::string& name) {
  std::string stream = kept_stream(run), subject = kept_subject(run, name);
  natsMsg* message = nullptr;
  Answer answer = ask("", "", [&](jsErrCode& code) {
    return js_GetLastMsg(&message, context_.get(), stream.c_str(), subject.c_str(), nullptr, &code);
  });
  Message owned(message);
  if (answer.is_good()) return text_of(owned);
  if (answer.is(JSNoMessageFoundErr) || answer.is(JSStreamNotFoundErr) || answer.status == NATS_NOT_FOUND)
    return std::nullopt;
  refuse(fmt::format("does not give {} of run {}", name, run), answer);
}

uint64_t NatsBroker::last_entry(const std::string& run) {
  std::string stream = log_stream(run);
  jsStreamInfo* info = nullptr;
  Answer answer = ask(run, stream, [&](jsErrCode& code) {
    return js_GetStreamInfo(&info, context_.get(), stream.c_str(), nullptr, &code);
  });
  if (!answer.is_good()) refuse(fmt::format("does not give the log of run {}", run), answer);
  uint64_t last = info->State.LastSeq;
  jsStreamInfo_Destroy(info);
  return last;
}

std::vector<Entry> NatsBroker::read_after(const std::string& run, uint64_t number) {
  std::string stream = log_stream(run), prefix = log_subject(run, "");
  uint64_t last = last_entry(run);
  std::vector<Entry> entries;
  while (number < last && entries.size() < kEntriesAtOnce) {
    ++number;
    natsMsg* message = nullptr;
    Answer answer = ask(run, stream, [&](jsErrCode& code) {
      return js_GetMsg(&message, context_.get(), stream.c_str(), number, nullptr, &code);
    });
    Message owned(message);
    if (!answer.is_good()) refuse(fmt::format("has lost entry {} of the log of run {}", number, run), answer);
    std::string_view subject = natsMsg_GetSubject(message);
    if (subject.starts_with(prefix)) subject.remove_prefix(prefix.size());
    double seconds = static_cast<double>(natsMsg_GetTime(message)) / static_cast<double>(kNanosecondsPerSecond);
    entries.push_back({number, std::string(subject), text_of(owned), seconds});
  }
  return entries;
}

size_t NatsBroker::most_bytes() {
  auto payload = static_cast<size_t>(std::max<int64_t>(natsConnection_GetMaxPayload(connection_.get()), 0));
  return payload > 2 * kHeaderRoom ? payload - kHeaderRoom : kHeaderRoom;
}

void NatsBroker::put(const std::string& run, uint32_t generation, const std::string& id, std::string_view bytes) {
  std::string subject = work_subject(run, generation);
  jsPubOptions options;
  jsPubOptions_Init(&options);
  options.MaxWait = kRequestWait;
  options.MsgId = id.c_str();
  Answer answer = ask(run, work_stream(run), [&](jsErrCode& code) {
    return js_Publish(nullptr, context_.get(), subject.c_str(), bytes.data(), static_cast<int>(bytes.size()), &options,
                      &code);
  });
  if (!answer.is_good()) refuse(fmt::format("does not take work of run {}", run), answer);
}

std::unique_ptr<Delivery> NatsBroker::take(const std::string& run, Milliseconds wait) {
  std::string stream = work_stream(run);
  Subscription& subscription = subscriptions_[run];
  if (!subscription) {
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Stream = stream.c_str();
    options.Consumer = kConsumer;
    natsSubscription* made = nullptr;
    Answer answer = ask(run, stream, [&](jsErrCode& code) {
      return js_PullSubscribe(&made, context_.get(), nullptr, kConsumer, nullptr, &options, &code);
    });
    if (!answer.is_good()) refuse(fmt::format("gives no work of run {}", run), answer);
    subscription.reset(made);
  }
  natsMsgList list{};
  Answer answer;
  answer.status = natsSubscription_Fetch(&list, subscription.get(), 1, wait.count(), &answer.code);
  std::unique_ptr<Delivery> delivery;
  if (answer.is_good() && list.Count > 0)
    delivery = std::make_unique<NatsDelivery>(Message(std::exchange(list.Msgs[0], nullptr)));
  natsMsgList_Destroy(&list);
  if (answer.is_good() || answer.status == NATS_TIMEOUT) return delivery;
  // The consumer went, or the connection: the next attempt begins anew.
  subscriptions_.erase(run);
  if (is_gone(stream)) throw RunGone(run);
  std::this_thread::sleep_for(kBetweenAttempts);
  return nullptr;
}

QueueState NatsBroker::queue(const std::string& run) {
  std::string stream = work_stream(run);
  jsConsumerInfo* info = nullptr;
  Answer answer = ask(run, stream, [&](jsErrCode& code) {
    return js_GetConsumerInfo(&info, context_.get(), stream.c_str(), kConsumer, nullptr, &code);
  });
  if (!answer.is_good()) refuse(fmt::format("does not tell the queue of run {}", run), answer);
  QueueState state{info->NumPending, static_cast<uint64_t>(info->NumAckPending),
                   static_cast<uint64_t>(info->NumWaiting)};
  jsConsumerInfo_Destroy(info);
  return state;
}

void NatsBroker::drop(const std::string& run, uint32_t generation) {
  std::string stream = work_stream(run), subject = work_subject(run, generation);
  jsOptions options;
  jsOptions_Init(&options);
  options.Stream.Purge.Subject = subject.c_str();
  Answer answer = ask(run, stream,
                      [&](jsErrCode& code) { return js_PurgeStream(context_.get(), stream.c_str(), &options, &code); });
  if (!answer.is_good()) refuse(fmt::format("does not drop work of run {}", run), answer);
}

void NatsBroker::tell(const std::string& run, const std::string& sentence) {
  natsConnection_Publish(connection_.get(), told_subject(run).c_str(), sentence.data(),
                         static_cast<int>(sentence.size()));
}

std::vector<std::string> NatsBroker::told(const std::string& run) {
  Subscription& subscription = told_[run];
  if (!subscription) {
    natsSubscription* made = nullptr;
    natsConnection_SubscribeSync(&made, connection_.get(), told_subject(run).c_str());
    subscription.reset(made);
    if (made != nullptr) natsSubscription_SetPendingLimits(made, kMostTold, -1);
  }
  std::vector<std::string> sentences;
  natsMsg* message = nullptr;
  while (subscription && natsSubscription_NextMsg(&message, subscription.get(), 0) == NATS_OK)
    sentences.push_back(text_of(Message(message)));
  return sentences;
}

}  // namespace

std::unique_ptr<Broker> connect(const ConnectionOptions& options) {
  if (std::string danger = danger_of(options); !danger.empty()) throw Error(ExitCode::Usage, danger);
  return std::make_unique<NatsBroker>(options);
}

}  // namespace selvage::cluster
