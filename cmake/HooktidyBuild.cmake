# Settings that every target of the project shares.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

find_program(HOOKTIDY_CCACHE ccache)
if(HOOKTIDY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers are cacheable only with these two exceptions.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${HOOKTIDY_CCACHE})
endif()

find_package(nlohmann_json 3.11 REQUIRED)
find_package(Threads REQUIRED)

# hooktidy_library(<name> <sources>...): a static library of the project.
function(hooktidy_library name)
  add_library(${name} STATIC ${ARGN})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/checks)
  hooktidy_target_options(${name})
endfunction()

# Warnings and hidden symbols; sanitizers if they were asked for.
function(hooktidy_target_options name)
  target_compile_options(${name} PRIVATE -Wall -Wextra)
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden
                        VISIBILITY_INLINES_HIDDEN ON)
  if(HOOKTIDY_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${HOOKTIDY_SANITIZE} -fno-omit-frame-pointer -g)
    target_link_options(${name} PRIVATE -fsanitize=${HOOKTIDY_SANITIZE})
  endif()
endfunction()
