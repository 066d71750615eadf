#include "target/synthetic_execution.h"

#include <cstring>
#include <stdexcept>

namespace selvage::target {

ExecutionView synthesize_execution(const SyntheticEnd& end, std::vector<uint64_t>& words) {
  size_t message_words = (end.message.size() + 7) / 8;
  words.assign(sizeof(ExecutionRecord) / 8 + message_words, 0);
  ExecutionRecord record{};
  record.magic = kRecordMagic;
  record.bytes = words.size() * 8;
  record.outcome = end.outcome;
  record.thread = end.thread < kMaxThreads ? end.thread : uint16_t{0};
  record.status = end.status;
  record.signal = end.signal;
  record.message_bytes = static_cast<uint32_t>(end.message.size());
  std::memcpy(words.data(), &record, sizeof(record));
  std::memcpy(reinterpret_cast<char*>(words.data()) + sizeof(record), end.message.data(), end.message.size());
  ExecutionView view;
  if (const char* problem = parse_execution(words, 0, view)) throw std::logic_error(problem);
  return view;
}

}  // namespace selvage::target
