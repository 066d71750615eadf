// Numbers that must not be mixed up: a thread, a site, an address in the running program, an address in a
// file.
#pragma once

#include <cstdint>

namespace selvage::target {

enum class ThreadId : uint16_t {};       // dense number of a creation path; 0 is main
enum class SiteId : uint32_t {};         // 0: unknown
enum class TargetAddress : uint64_t {};  // in the running program
enum class FileAddress : uint64_t {};    // as an executable or shared object states it, before loading

constexpr uint64_t number(TargetAddress address) { return static_cast<uint64_t>(address); }
constexpr uint64_t number(FileAddress address) { return static_cast<uint64_t>(address); }
constexpr uint32_t number(SiteId site) { return static_cast<uint32_t>(site); }
constexpr uint16_t number(ThreadId thread) { return static_cast<uint16_t>(thread); }

}  // namespace selvage::target
