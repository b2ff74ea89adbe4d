# Facts of snippets of C++, extracted with HOOKTIDY_LLVM.

add_executable(hooktidy_extract_tests
  extractCallsTest.cpp
  extractControlTest.cpp
  extractLibraryTest.cpp
  extractNamesTest.cpp
  extractRobustnessTest.cpp
  extractValuesTest.cpp
  ExtractTesting.cpp)
hooktidy_target_options(hooktidy_extract_tests)
target_link_libraries(hooktidy_extract_tests PRIVATE hooktidy_parse GTest::gtest_main)

# Only this file sees Clang, whose headers want no run-time type information.
hooktidy_find_llvm(${HOOKTIDY_LLVM} extractTestsLLVM)
set_source_files_properties(ExtractTesting.cpp PROPERTIES
  COMPILE_OPTIONS "-fno-rtti;-isystem${extractTestsLLVM_INCLUDE_DIRS}")
gtest_discover_tests(hooktidy_extract_tests)
