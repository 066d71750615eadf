// One seed per execution, so that any execution of a random run can be run again alone.
#pragma once

#include <cstdint>

namespace selvage::sample {

// The finaliser of splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
constexpr uint64_t splitmix64(uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

constexpr uint64_t execution_seed(uint64_t seed, uint64_t execution) {
  return splitmix64(splitmix64(seed) ^ execution);
}

}  // namespace selvage::sample
