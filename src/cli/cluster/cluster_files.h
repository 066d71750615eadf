// The files that travel with a program: its libraries where those of a worker differ, and what it reads. A worker keeps what
// it was sent for the next time, and shows it to the program where it was on the machine that it comes from.
#pragma once

#include <string>
#include <vector>

#include "cli/cluster/cluster_messages.h"
#include "cli/program/program_launcher.h"
#include "cluster/broker.h"
#include "cluster/file_cache.h"
#include "target/confinement.h"
#include "target/error.h"

namespace selvage::cli {

// A library has been asked for and may come: the worker looks at the run again later.
class LibraryAwaited : public target::Error {
 public:
  explicit LibraryAwaited(const std::string& path);
};

std::string contents_of(const std::string& path);  // throws Error (usage)
void write_file(const std::string& path, const std::string& bytes, bool is_executable);

// Puts the files into the run's log, and those in folders. Throws Error if one cannot be read.
std::vector<SentFile> send_files(cluster::Broker& broker, const std::string& run,
                                 const std::vector<std::string>& names);
// The libraries of a running program. What the kernel brings along is none.
std::vector<ModuleFile> libraries_of(const ProgramLauncher& launcher, const target::ProgramTarget& program);
// A worker asked for a library. Throws Error if it is another one by now.
void send_library(cluster::Broker& broker, const std::string& run, const std::vector<ModuleFile>& libraries,
                  const std::string& digest);

// A blob, from the cache if it is there.
std::string fetch(cluster::Broker& broker, const std::string& run, const std::string& blob, cluster::FileCache& cache);
// What the program is to see otherwise than it is on this machine; contents go to `folder`. Throws LibraryAwaited.
target::Seclusion receive_files(cluster::Broker& broker, const std::string& run, const RunDescription& description,
                                const std::string& folder, cluster::FileCache& cache);
// Where the program finds a file that is there at `path`.
std::string place_here(const RunDescription& description, const std::string& path);
// The library that is not the same here; empty: all are.
std::string different_library(const std::vector<ModuleFile>& there, const std::vector<ModuleFile>& here);

}  // namespace selvage::cli
