// Where the compiler and our own files are.
#pragma once

#include <filesystem>
#include <string>

namespace selvage::instrument {

enum class Language { C, Cxx };

struct Toolchain {
  std::filesystem::path compiler;          // clang-19 or clang++-19
  std::filesystem::path pass_plugin;       // loaded by the linker
  std::filesystem::path front_end_plugin;  // loaded by the compiler
  std::filesystem::path runtime;           // linked into executables
  std::filesystem::path hooks;             // linked into shared objects
  std::filesystem::path include;           // holds selvage.h
};

// selvage-c++ (and selvage-g++, selvage-clang++) compile C++, everything else C.
Language language_of(const std::string& program_name);

// Our files are in ../lib and ../include of the directory that this executable is in; SELVAGE_LIB_DIR names another
// library directory, which need not hold all of them. Does not check that they exist.
Toolchain find_toolchain(Language language);

}  // namespace selvage::instrument
