#include "trace/compression.h"

#include <zlib.h>

#include <algorithm>
#include <stdexcept>

namespace selvage::trace {
namespace {

constexpr int kGzip = 15 + 16;  // the largest window, with a gzip header
constexpr size_t kPiece = 1 << 16;

Bytef* input_of(std::string_view bytes) { return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data())); }

}  // namespace

std::string compress(std::string_view text, bool hurried) {
  z_stream stream{};
  if (deflateInit2(&stream, hurried ? Z_BEST_SPEED : Z_BEST_COMPRESSION, Z_DEFLATED, kGzip, 9, Z_DEFAULT_STRATEGY) !=
      Z_OK)
    throw std::bad_alloc();
  std::string result;
  char piece[kPiece];
  int status = Z_OK;
  while (status == Z_OK) {
    // The library counts in 32 bits.
    if (stream.avail_in == 0) {
      stream.next_in = input_of(text);
      stream.avail_in = static_cast<uInt>(std::min<size_t>(text.size(), 1 << 30));
      text.remove_prefix(stream.avail_in);
    }
    stream.next_out = reinterpret_cast<Bytef*>(piece);
    stream.avail_out = kPiece;
    status = deflate(&stream, text.empty() ? Z_FINISH : Z_NO_FLUSH);
    result.append(piece, kPiece - stream.avail_out);
  }
  deflateEnd(&stream);
  return result;
}

bool is_compressed(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

Expanded expand(std::string_view bytes, uint64_t limit) {
  z_stream stream{};
  if (inflateInit2(&stream, kGzip) != Z_OK) throw std::bad_alloc();
  Expanded result;
  char piece[kPiece];
  int status = Z_OK;
  while (status == Z_OK) {
    if (stream.avail_in == 0) {
      stream.next_in = input_of(bytes);
      stream.avail_in = static_cast<uInt>(std::min<size_t>(bytes.size(), 1 << 30));
      bytes.remove_prefix(stream.avail_in);
    }
    stream.next_out = reinterpret_cast<Bytef*>(piece);
    stream.avail_out = kPiece;
    status = inflate(&stream, Z_NO_FLUSH);
    result.text.append(piece, kPiece - stream.avail_out);
    if (result.text.size() > limit) {
      result.problem = "it is too large";
      break;
    }
  }
  inflateEnd(&stream);
  if (result.problem == nullptr && status != Z_STREAM_END)
    result.problem = status == Z_BUF_ERROR ? "its end is missing" : "bytes in it are wrong";
  return result;
}

}  // namespace selvage::trace
