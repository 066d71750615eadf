// Waiting on a word that is shared between processes.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace selvage::target {

// Returns when woken, when the word no longer holds `expected`, when a signal arrived, or at the time-out.
void futex_wait(uint32_t& word, uint32_t expected, std::chrono::nanoseconds timeout);
void futex_wake(uint32_t& word);

inline uint32_t load(uint32_t& word) { return std::atomic_ref(word).load(std::memory_order_acquire); }
inline uint64_t load(uint64_t& word) { return std::atomic_ref(word).load(std::memory_order_acquire); }
inline void store(uint32_t& word, uint32_t value) { std::atomic_ref(word).store(value, std::memory_order_release); }

}  // namespace selvage::target
