# Compile through ccache where it is installed. Included by CMakePresets.json before project().
find_program(SELVAGE_CCACHE ccache)
if(SELVAGE_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${SELVAGE_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SELVAGE_CCACHE})
endif()
