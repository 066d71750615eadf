#include "instrument/wrapper/response_file.h"

#include <cctype>
#include <fstream>
#include <sstream>

namespace selvage::instrument {

namespace {

constexpr unsigned kMaxNesting = 32;  // a file that includes itself ends here

void expand_into(std::vector<std::string>& result, const std::vector<std::string>& words, unsigned nesting) {
  for (const std::string& word : words) {
    std::ifstream file;
    if (word.size() > 1 && word[0] == '@' && nesting < kMaxNesting) file.open(word.substr(1));
    if (!file.is_open() || !file) {
      result.push_back(word);
      continue;
    }
    std::ostringstream text;
    text << file.rdbuf();
    expand_into(result, split_words(text.str()), nesting + 1);
  }
}

}  // namespace

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (size_t index = 0; index < text.size(); ++index) {
    const char character = text[index];
    if (character == '\\' && index + 1 < text.size() && quote != '\'') {
      word += text[++index];
      in_word = true;
    } else if (quote != 0) {
      if (character == quote) {
        quote = 0;
      } else {
        word += character;
      }
    } else if (character == '\'' || character == '"') {
      quote = character;
      in_word = true;
    } else if (std::isspace(static_cast<unsigned char>(character)) != 0) {
      if (in_word) words.push_back(word);
      word.clear();
      in_word = false;
    } else {
      word += character;
      in_word = true;
    }
  }
  if (in_word) words.push_back(word);
  return words;
}

std::vector<std::string> expand_response_files(const std::vector<std::string>& words) {
  std::vector<std::string> result;
  expand_into(result, words, 0);
  return result;
}

}  // namespace selvage::instrument
