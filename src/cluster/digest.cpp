#include "cluster/digest.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <stdexcept>

namespace selvage::cluster {
namespace {

unsigned char* writable(std::string& bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }
const unsigned char* readable(std::string_view bytes) { return reinterpret_cast<const unsigned char*>(bytes.data()); }

}  // namespace

std::string digest(std::string_view bytes) {
  std::string result(kDigestBytes, '\0');
  if (EVP_Digest(bytes.data(), bytes.size(), writable(result), nullptr, EVP_sha256(), nullptr) != 1)
    throw std::logic_error("SHA-256 cannot be computed.");
  return result;
}

std::string digest_text(std::string_view bytes) { return hexadecimal(digest(bytes)); }

std::string seal(std::string_view key, std::string_view bytes) {
  std::string result(kDigestBytes, '\0');
  if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), readable(bytes), bytes.size(), writable(result),
           nullptr) == nullptr)
    throw std::logic_error("A seal cannot be computed.");
  return result;
}

bool is_same(std::string_view one, std::string_view other) {
  return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

std::string random_bytes(size_t count) {
  std::string result(count, '\0');
  if (RAND_bytes(writable(result), static_cast<int>(count)) != 1)
    throw std::logic_error("There are no random numbers on this machine.");
  return result;
}

std::string hexadecimal(std::string_view bytes) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (unsigned char byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace selvage::cluster
