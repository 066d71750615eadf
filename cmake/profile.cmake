# The search is compiled for the ways through it that were measured to be the frequent ones: 3 to 11 % faster.
#
# SELVAGE_PROFILE=generate builds a selvage that counts (scripts/profile runs it), use builds with what it counted. Functions
# that have changed since are compiled as without; so the counts are renewed when the figures say so, not with every change.
set(SELVAGE_PROFILE "" CACHE STRING "generate, use or nothing")
set(selvage_profile_counts ${CMAKE_SOURCE_DIR}/cmake/search.proftext)
# Functions are told apart by the names of their files, wherever the project lies.
set(selvage_profile_names -mllvm -static-func-full-module-prefix=false)

if(SELVAGE_PROFILE STREQUAL "generate")
  add_compile_options(-fprofile-generate ${selvage_profile_names})
  add_link_options(-fprofile-generate)
elseif(SELVAGE_PROFILE STREQUAL "use")
  # With other counts the name is another one, and so the commands, so that everything is compiled anew.
  file(SHA256 ${selvage_profile_counts} selvage_profile_hash)
  string(SUBSTRING ${selvage_profile_hash} 0 12 selvage_profile_hash)
  set(selvage_profile ${CMAKE_BINARY_DIR}/search-${selvage_profile_hash}.profdata)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${selvage_profile_counts})
  find_program(SELVAGE_PROFDATA llvm-profdata-19 REQUIRED)
  execute_process(COMMAND ${SELVAGE_PROFDATA} merge -o ${selvage_profile} ${selvage_profile_counts}
                  COMMAND_ERROR_IS_FATAL ANY)
  add_compile_options(-fprofile-use=${selvage_profile} ${selvage_profile_names}
                      -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date -Wno-backend-plugin)
endif()
