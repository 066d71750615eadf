// Looking words up in short lists.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace selvage::instrument {

inline bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

inline bool starts_with_one_of(std::string_view word, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return word.starts_with(prefix); });
}

}  // namespace selvage::instrument
