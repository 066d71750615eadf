#include "cluster/blobs.h"

#include <fmt/format.h>

#include <charconv>

#include "cluster/digest.h"

namespace selvage::cluster {
namespace {

using target::Error;
using target::ExitCode;

std::string piece_name(std::string_view hash, size_t index) { return fmt::format("blob.{}.{}", hash, index); }

}  // namespace

DamagedBlob::DamagedBlob(const std::string& run, const std::string& name)
    : Error(ExitCode::Internal, fmt::format("What run {} keeps under {} is damaged.", run, name)) {}

std::string put_blob(Broker& broker, const std::string& run, std::string_view bytes) {
  std::string hash = digest_text(bytes);
  size_t most = broker.most_bytes();
  size_t count = (bytes.size() + most - 1) / most;
  // Whoever was first wrote the same.
  for (size_t i = 0; i < count; i++) broker.write_once(run, piece_name(hash, i), bytes.substr(i * most, most));
  return fmt::format("{}-{}", hash, count);
}

std::string get_blob(Broker& broker, const std::string& run, const std::string& name) {
  auto damaged = [&] { return DamagedBlob(run, name); };
  size_t dash = name.find('-');
  if (dash == std::string::npos) throw damaged();
  std::string_view count_text = std::string_view(name).substr(dash + 1);
  uint32_t count = 0;
  auto parsed = std::from_chars(count_text.data(), count_text.data() + count_text.size(), count);
  if (parsed.ec != std::errc() || parsed.ptr != count_text.data() + count_text.size()) throw damaged();
  std::string hash = name.substr(0, dash);
  std::string bytes;
  for (uint32_t i = 0; i < count; i++) {
    std::optional<std::string> piece = broker.read(run, piece_name(hash, i));
    if (!piece) throw damaged();
    bytes += *piece;
  }
  if (digest_text(bytes) != hash) throw damaged();
  return bytes;
}

std::string fitted(Broker& broker, const std::string& run, std::string message) {
  return message.size() <= broker.most_bytes() ? std::move(message) : kElsewhere + put_blob(broker, run, message);
}

std::string unfolded(Broker& broker, const std::string& run, std::string message) {
  if (!message.starts_with(kElsewhere)) return message;
  try {
    return get_blob(broker, run, message.substr(1));
  } catch (const DamagedBlob&) {
    return "";
  }
}

}  // namespace selvage::cluster
