#!/bin/bash
# A CMake project (with compiler detection, try_compile, C and C++, a shared library) and a make project.
# shellcheck source=tests/instrument/wrapper/environment.sh
source "$(dirname "$0")/environment.sh"

mkdir project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(test C CXX)
include(CheckFunctionExists)
check_function_exists(pthread_create HAVE_PTHREAD_CREATE)
check_function_exists(no_such_function HAVE_NO_SUCH_FUNCTION)
if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang" OR NOT HAVE_PTHREAD_CREATE OR HAVE_NO_SUCH_FUNCTION)
  message(FATAL_ERROR "detection: ${CMAKE_C_COMPILER_ID} ${HAVE_PTHREAD_CREATE} ${HAVE_NO_SUCH_FUNCTION}")
endif()
find_package(Threads REQUIRED)
add_library(part SHARED part.cpp)
add_library(helper STATIC helper.c)
add_executable(program main.c)
target_link_libraries(program part helper Threads::Threads)
END
cat >project/part.cpp <<'END'
#include <thread>
int parts;
extern "C" void run_part() { std::thread([] { parts++; }).join(); }
END
cat >project/helper.c <<'END'
int helpers;
void help(void) { helpers++; }
END
cat >project/main.c <<'END'
void help(void);
void run_part(void);
int main(void) { help(); run_part(); return 0; }
END
for type in Debug Release RelWithDebInfo; do
  CC=$cc CXX=$cxx cmake -S project -B "build-$type" -DCMAKE_BUILD_TYPE=$type >log 2>&1 || { cat log; fail "cmake"; }
  cmake --build "build-$type" >log 2>&1 || { cat log; fail "cmake --build"; }
  hooks "build-$type/program" >hooks.log
  matches 'in help variable=helpers' hooks.log || fail "static library, $type"
  matches 'variable=parts' hooks.log || fail "shared library, $type"
done

cat >project/Makefile <<'END'
CFLAGS = -O2 -Wall
program: main.o helper.o part.o
	$(CXX) $(LDFLAGS) -o $@ $^ -lpthread
END
make -s -C project CC="$cc" CXX="$cxx" LDFLAGS=-Wl,--as-needed,-z,relro
hooks project/program | matches 'in help variable=helpers' || fail "make"
