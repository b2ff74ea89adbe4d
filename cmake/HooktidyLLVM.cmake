# What differs from target to target when LLVM is involved: its headers, once
# per LLVM version. Nothing here links an LLVM library: the tool names
# libclang-cpp itself, and a clang-tidy plugin finds the symbols in clang-tidy.

# hooktidy_find_llvm(<major> <outvar>): TRUE if Clang's headers of that version
# are installed. Sets <outvar>_INCLUDE_DIRS and <outvar>_LIBRARY_DIR as well.
function(hooktidy_find_llvm major outvar)
  find_program(HOOKTIDY_LLVM_CONFIG_${major} NAMES llvm-config-${major}
               HINTS /usr/lib/llvm-${major}/bin)
  mark_as_advanced(HOOKTIDY_LLVM_CONFIG_${major})
  set(includeDirs)
  set(libraryDir)
  if(HOOKTIDY_LLVM_CONFIG_${major})
    execute_process(COMMAND ${HOOKTIDY_LLVM_CONFIG_${major}} --includedir --libdir
                    OUTPUT_VARIABLE output RESULT_VARIABLE result
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(result EQUAL 0)
      string(REPLACE "\n" ";" output "${output}")
      list(GET output 0 includeDirs)
      list(GET output 1 libraryDir)
    endif()
  endif()
  if(includeDirs AND EXISTS ${includeDirs}/clang/AST/AST.h)
    set(found TRUE)
  else()
    set(found FALSE)
  endif()
  set(${outvar} ${found} PARENT_SCOPE)
  set(${outvar}_INCLUDE_DIRS "${includeDirs}" PARENT_SCOPE)
  set(${outvar}_LIBRARY_DIR "${libraryDir}" PARENT_SCOPE)
endfunction()

# hooktidy_llvm_target(<target> <major> [PRECOMPILE]): compiles the target
# against that LLVM's headers.
#
# Type information is switched off so that a plugin never depends on whether
# LLVM's own typeinfo is exported. NDEBUG follows LLVM, whose packages are
# release builds: its inline functions must be the same on both sides.
#
# PRECOMPILE precompiles Clang's headers for the target, or shares what
# hooktidy_extract_<major> has precompiled; only for libraries and modules.
function(hooktidy_llvm_target target major)
  cmake_parse_arguments(ARG "PRECOMPILE" "" "" ${ARGN})
  hooktidy_find_llvm(${major} llvm)
  if(NOT llvm)
    message(FATAL_ERROR "${target} needs the headers of LLVM ${major}: install libclang-${major}-dev and llvm-${major}-dev, "
                        "or choose another version with -DHOOKTIDY_LLVM=<major>")
  endif()
  target_include_directories(${target} SYSTEM PRIVATE ${llvm_INCLUDE_DIRS})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/checks)
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS
                             __STDC_LIMIT_MACROS NDEBUG HOOKTIDY_LLVM_MAJOR=${major})
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  set_target_properties(${target} PROPERTIES DEFINE_SYMBOL "")
  if(ARG_PRECOMPILE)
    if(TARGET hooktidy_extract_${major} AND NOT target STREQUAL hooktidy_extract_${major})
      target_precompile_headers(${target} REUSE_FROM hooktidy_extract_${major})
    else()
      target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/checks/extract/Precompiled.h)
    endif()
  endif()
endfunction()

# hooktidy_installed_llvm(<outvar>): the versions that extract and tidy are
# built for, those of HOOKTIDY_TIDY_LLVM that are installed.
function(hooktidy_installed_llvm outvar)
  set(installed)
  set(missing)
  foreach(major IN LISTS HOOKTIDY_TIDY_LLVM)
    hooktidy_find_llvm(${major} llvm)
    if(llvm)
      list(APPEND installed ${major})
    else()
      list(APPEND missing ${major})
    endif()
  endforeach()
  if(missing)
    list(JOIN missing ", " missing)
    message(STATUS "Left out, not installed: LLVM ${missing}")
  endif()
  set(${outvar} "${installed}" PARENT_SCOPE)
endfunction()
