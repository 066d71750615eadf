// Deterministic damage for parser tests: the same seed gives the same damage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace selvage::test {

template <typename Element>
std::vector<Element> damaged(std::vector<Element> bytes, uint32_t seed) {
  std::mt19937 random(seed);
  auto* raw = reinterpret_cast<unsigned char*>(bytes.data());
  size_t size = bytes.size() * sizeof(Element);
  static constexpr unsigned char kInteresting[] = {0, 1, 7, 8, 0x7f, 0x80, 0xfe, 0xff};
  for (unsigned changes = 1 + random() % 8; changes > 0 && size > 0; --changes) {
    size_t position = random() % size;
    switch (random() % 3) {
      case 0:
        raw[position] ^= static_cast<unsigned char>(1U << (random() % 8));
        break;
      case 1:
        raw[position] = kInteresting[random() % sizeof(kInteresting)];
        break;
      default:
        for (size_t i = position; i < size && i < position + 8; ++i)
          raw[i] = kInteresting[random() % sizeof(kInteresting)];
    }
  }
  if (random() % 8 == 0) bytes.resize(random() % (bytes.size() + 1));
  return bytes;
}

}  // namespace selvage::test
