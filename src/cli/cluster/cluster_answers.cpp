#include "cli/cluster/cluster_answers.h"

#include <fmt/format.h>

#include "cli/cluster/cluster_files.h"
#include "cluster/blobs.h"

namespace selvage::cli {

void answer(cluster::Broker& broker, const std::string& run, const std::vector<ModuleFile>& libraries,
            const cluster::Entry& entry, const std::function<void(const std::string& sentence)>& notice) {
  std::string sentence;
  if (std::optional<std::string> digest = digest_of_want(entry.name)) {
    try {
      send_library(broker, run, libraries, *digest);
    } catch (const cluster::RunGone&) {
      throw;
    } catch (const cluster::Interrupted&) {
      throw;
    } catch (const target::Error& error) {
      sentence = fmt::format("A worker does not get a library that it needs: {}", error.what());
    }
  } else if (is_refusal_entry(entry.name)) {
    std::optional<Refusal> refusal = decode_refusal(cluster::unfolded(broker, run, entry.bytes));
    if (refusal) sentence = fmt::format("Worker {} does not take part: {}", refusal->worker, refusal->reason);
  }
  if (notice && !sentence.empty()) notice(sentence);
}

}  // namespace selvage::cli
