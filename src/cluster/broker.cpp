#include "cluster/broker.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace selvage::cluster {

using target::ExitCode;

RunGone::RunGone(const std::string& run)
    : Error(ExitCode::Internal,
            fmt::format("The broker does not know run {}: it is over, or was removed. Start it again without --attach.",
                        run)) {}

NoRoom::NoRoom(const std::string& details)
    : Error(
          ExitCode::Internal,
          fmt::format("The broker has no room left ({}). Make room on its disk, raise its limits (max_file_store), or "
                      "end other runs (`selvage cluster status`), and start again.",
                      details)) {}

Interrupted::Interrupted() : Error(ExitCode::BudgetEnded, "Interrupted while the broker did not answer.") {}

namespace {

struct Address {
  std::string_view scheme, user, host;
};

Address parse(std::string_view url) {
  Address address;
  if (size_t end = url.find("://"); end != std::string_view::npos) {
    address.scheme = url.substr(0, end);
    url.remove_prefix(end + 3);
  }
  if (size_t end = url.rfind('@'); end != std::string_view::npos) {
    address.user = url.substr(0, end);
    url.remove_prefix(end + 1);
  }
  size_t end = url.starts_with('[') ? url.find(']') + 1 : url.find_first_of(":/");
  address.host = url.substr(0, end);
  return address;
}

bool is_loopback(std::string_view host) { return host == "localhost" || host == "[::1]" || host.starts_with("127."); }

std::vector<Address> addresses_of(const ConnectionOptions& options) {
  std::vector<Address> addresses;
  std::string_view rest = options.url;
  while (!rest.empty()) {
    size_t comma = rest.find(',');
    addresses.push_back(parse(rest.substr(0, comma)));
    rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
  }
  return addresses;
}

}  // namespace

bool is_local(const ConnectionOptions& options) {
  return std::ranges::all_of(addresses_of(options), is_loopback, &Address::host);
}

std::string danger_of(const ConnectionOptions& options) {
  for (const Address& address : addresses_of(options)) {
    if (is_loopback(address.host)) continue;
    if (address.user.empty() && options.credentials_file.empty())
      return fmt::format(
          "{} is another machine, and whoever reaches a broker without a password can have programs executed: give "
          "--credentials FILE, or nats://USER:PASSWORD@HOST.",
          address.host);
    if (address.scheme != "tls" && options.authority_file.empty())
      return fmt::format(
          "{} is another machine, and programs and results would travel readable and changeable for everybody in "
          "between: write tls://HOST, or give --ca FILE.",
          address.host);
  }
  return "";
}

}  // namespace selvage::cluster
