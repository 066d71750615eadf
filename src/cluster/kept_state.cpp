#include "cluster/kept_state.h"

#include <fmt/format.h>

#include <sstream>

#include "cluster/digest.h"

namespace selvage::cluster {
namespace {

constexpr const char* kHead = "head";

// Pieces go to one of two places in turn. The head says in which one the last whole state is.
struct Head {
  unsigned place = 0;
  size_t pieces = 0;
  std::string digest;
};

std::optional<Head> read_head(Broker& broker, const std::string& run) {
  std::optional<std::string> text = broker.latest(run, kHead);
  if (!text) return std::nullopt;
  std::istringstream words(*text);
  Head head;
  if (!(words >> head.place >> head.pieces >> head.digest)) return std::nullopt;
  return head;
}

std::string piece_name(unsigned place, size_t index) { return fmt::format("piece.{}.{}", place, index); }

}  // namespace

void keep_state(Broker& broker, const std::string& run, std::string_view bytes) {
  std::optional<Head> last = read_head(broker, run);
  Head head{last && last->place == 0 ? 1u : 0u, 0, digest_text(bytes)};
  size_t most = broker.most_bytes();
  for (; head.pieces * most < bytes.size(); head.pieces++)
    broker.replace(run, piece_name(head.place, head.pieces), bytes.substr(head.pieces * most, most));
  broker.replace(run, kHead, fmt::format("{} {} {}", head.place, head.pieces, head.digest));
}

std::optional<std::string> kept_state(Broker& broker, const std::string& run) {
  std::optional<Head> head = read_head(broker, run);
  if (!head) return std::nullopt;
  std::string bytes;
  for (size_t i = 0; i < head->pieces; i++) {
    std::optional<std::string> piece = broker.latest(run, piece_name(head->place, i));
    if (!piece) return std::nullopt;
    bytes += *piece;
  }
  if (digest_text(bytes) != head->digest) return std::nullopt;
  return bytes;
}

}  // namespace selvage::cluster
