# Warnings are errors for everything that we compile ourselves.
add_library(selvage_warnings INTERFACE)
target_compile_options(selvage_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wcast-align -Wunused -Woverloaded-virtual -Wnull-dereference
  -Werror)
