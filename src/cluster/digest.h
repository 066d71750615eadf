// Hashes that nobody can find another content for (SHA-256), and seals that nobody can make without a key (HMAC).
#pragma once

#include <string>
#include <string_view>

namespace selvage::cluster {

inline constexpr size_t kDigestBytes = 32;

std::string digest(std::string_view bytes);                      // kDigestBytes of them
std::string digest_text(std::string_view bytes);                 // in hexadecimal digits
std::string seal(std::string_view key, std::string_view bytes);  // kDigestBytes of them
// In a time that does not depend on where they differ.
bool is_same(std::string_view one, std::string_view other);
// So many bytes that nobody can guess.
std::string random_bytes(size_t count);
std::string hexadecimal(std::string_view bytes);

}  // namespace selvage::cluster
