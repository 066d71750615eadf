# SELVAGE_SANITIZE=address,undefined | thread: everything outside the runtime is built with it. The runtime is a
# guest in the tested program, owns its address space layout, and is never sanitized.
set(SELVAGE_SANITIZE "" CACHE STRING "Sanitizers for everything outside the runtime")
add_library(selvage_sanitizers INTERFACE)
if(SELVAGE_SANITIZE)
  target_compile_options(selvage_sanitizers INTERFACE -fsanitize=${SELVAGE_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(selvage_sanitizers INTERFACE -fsanitize=${SELVAGE_SANITIZE})
endif()
