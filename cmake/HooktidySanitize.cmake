# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Copies of test programs, with all libraries of the project that they link, compiled with
# sanitizers in the same build tree: one build and one ctest run say everything. For a build
# tree that is sanitized as a whole, see HOOKTIDY_SANITIZE.

option(HOOKTIDY_SANITIZED_TESTS
       "Build and run tests a second and third time, under ASan, UBSan and LeakSanitizer and under TSan"
       OFF)

set(HOOKTIDY_SANITIZER_FLAGS_asan -fsanitize=address,undefined)
set(HOOKTIDY_SANITIZER_FLAGS_tsan -fsanitize=thread)
# Slow enough already; the stacks should have line numbers.
set(HOOKTIDY_SANITIZER_FLAGS_common -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g1)

# hooktidy_sanitizer_works(<asan|tsan> <outvar>): TRUE if a program that is built so can
# also run here: the run-time library may be missing, or the kernel's address space layout
# may not suit it.
function(hooktidy_sanitizer_works kind outvar)
  if(NOT DEFINED HOOKTIDY_SANITIZER_WORKS_${kind})
    set(source ${CMAKE_BINARY_DIR}/CMakeFiles/sanitizer_${kind}.cpp)
    file(WRITE ${source} "int main() { return 0; }\n")
    try_run(ran compiled ${CMAKE_BINARY_DIR}/CMakeFiles/sanitizer_${kind} ${source}
            COMPILE_DEFINITIONS ${HOOKTIDY_SANITIZER_FLAGS_${kind}}
            LINK_OPTIONS ${HOOKTIDY_SANITIZER_FLAGS_${kind}}
            COMPILE_OUTPUT_VARIABLE compileOutput RUN_OUTPUT_VARIABLE runOutput)
    if(compiled AND ran EQUAL 0)
      set(works TRUE)
    else()
      set(works FALSE)
      message(STATUS "Left out: ${HOOKTIDY_SANITIZER_FLAGS_${kind}} does not work with "
                     "${CMAKE_CXX_COMPILER}: ${compileOutput} ${runOutput}")
    endif()
    set(HOOKTIDY_SANITIZER_WORKS_${kind} ${works} CACHE INTERNAL "")
  endif()
  set(${outvar} ${HOOKTIDY_SANITIZER_WORKS_${kind}} PARENT_SCOPE)
endfunction()

# The items of a link list, with the project's compiled libraries replaced by copies.
function(hooktidy_sanitized_links kind outvar)
  set(result)
  foreach(item IN LISTS ARGN)
    set(type "")
    if(item MATCHES "^(.*[<:])?(hooktidy_[a-z0-9_]+)(>*)$")
      set(before "${CMAKE_MATCH_1}")
      set(name ${CMAKE_MATCH_2})
      set(after "${CMAKE_MATCH_3}")
      if(TARGET ${name})
        get_target_property(type ${name} TYPE)
      endif()
    endif()
    if(type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
      hooktidy_sanitized_copy(${name} ${kind})
      set(item "${before}${name}_${kind}${after}")
    endif()
    list(APPEND result "${item}")
  endforeach()
  set(${outvar} "${result}" PARENT_SCOPE)
endfunction()

# Makes <name>_<kind>, if it is not there yet, from the properties of <name>.
function(hooktidy_sanitized_copy name kind)
  set(copy ${name}_${kind})
  if(TARGET ${copy})
    return()
  endif()
  get_target_property(type ${name} TYPE)
  get_target_property(directory ${name} SOURCE_DIR)
  get_target_property(listed ${name} SOURCES)
  set(sources)
  foreach(source IN LISTS listed)
    get_filename_component(source ${source} ABSOLUTE BASE_DIR ${directory})
    list(APPEND sources ${source})
  endforeach()
  if(type STREQUAL "EXECUTABLE")
    add_executable(${copy} ${sources})
  elseif(type STREQUAL "OBJECT_LIBRARY")
    add_library(${copy} OBJECT ${sources})
  else()
    add_library(${copy} STATIC ${sources})
  endif()
  foreach(property IN ITEMS COMPILE_DEFINITIONS COMPILE_OPTIONS INCLUDE_DIRECTORIES
          INTERFACE_COMPILE_DEFINITIONS INTERFACE_COMPILE_OPTIONS
          INTERFACE_INCLUDE_DIRECTORIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES)
    get_target_property(value ${name} ${property})
    if(value)
      set_property(TARGET ${copy} PROPERTY ${property} ${value})
    endif()
  endforeach()
  foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
    get_target_property(value ${name} ${property})
    if(value)
      hooktidy_sanitized_links(${kind} links ${value})
      set_property(TARGET ${copy} PROPERTY ${property} ${links})
    endif()
  endforeach()
  set(flags ${HOOKTIDY_SANITIZER_FLAGS_${kind}} ${HOOKTIDY_SANITIZER_FLAGS_common})
  target_compile_options(${copy} PRIVATE ${flags})
  target_link_options(${copy} PRIVATE ${flags})
endfunction()

# hooktidy_sanitized_test(<test> <program> KINDS <kind>... [ARGUMENTS <argument>...]):
# for each kind a test <test>-<kind>, which runs a copy of the program. Where the kind does
# not work, the test is there as well, and ctest lists it as skipped.
function(hooktidy_sanitized_test test program)
  cmake_parse_arguments(ARG "" "" "KINDS;ARGUMENTS" ${ARGN})
  if(NOT HOOKTIDY_SANITIZED_TESTS)
    return()
  endif()
  foreach(kind IN LISTS ARG_KINDS)
    hooktidy_sanitizer_works(${kind} works)
    if(works)
      hooktidy_sanitized_copy(${program} ${kind})
      add_test(NAME ${test}-${kind} COMMAND ${program}_${kind} ${ARG_ARGUMENTS})
    else()
      add_test(NAME ${test}-${kind}
               COMMAND ${CMAKE_COMMAND} -E echo "left out, the sanitizer does not work here")
      set_tests_properties(${test}-${kind} PROPERTIES SKIP_REGULAR_EXPRESSION "left out")
    endif()
    set_tests_properties(${test}-${kind} PROPERTIES LABELS sanitized TIMEOUT 1200 ENVIRONMENT
      "ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1;UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=halt_on_error=0:second_deadlock_stack=1")
  endforeach()
endfunction()
