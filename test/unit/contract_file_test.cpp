//===- contract_file_test.cpp - contracts on disk -------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract_support.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>

using namespace hooktidy;

namespace {

class ContractFile : public testing::Test {
protected:
  void SetUp() override {
    folder = std::filesystem::path(testing::TempDir()) /
             ("hooktidy-contract-" + std::to_string(std::random_device()()));
    std::filesystem::create_directory(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string write(const std::string &name, const std::string &text) {
    std::string file = (folder / name).string();
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }
  static std::string errorOf(const std::vector<std::string> &files) {
    try {
      loadContracts(files);
      return {};
    } catch (const ContractError &error) {
      return error.what();
    }
  }

  std::filesystem::path folder;
};

TEST_F(ContractFile, MustExist) {
  std::string file = (folder / "none.json").string();
  EXPECT_EQ(errorOf({file}), file + ":1:1: error: cannot open the contract: No such file "
                                    "or directory; check the path");
}

TEST_F(ContractFile, MustBeAFile) {
  EXPECT_EQ(errorOf({folder.string()}),
            folder.string() +
                ":1:1: error: this is a directory; name a contract file in it");
}

TEST_F(ContractFile, MustBeSmall) {
  std::string file = write("big.json", std::string(1024 * 1024 + 1, ' '));
  EXPECT_EQ(errorOf({file}), file + ":1:1: error: the contract is larger than 1048576 "
                                    "bytes; is it the right file?");
}

TEST_F(ContractFile, MustNotBeEmpty) {
  std::string file = write("empty.json", "");
  EXPECT_EQ(errorOf({file}),
            file + ":1:1: error: syntax error while parsing value - unexpected end of "
                   "input; expected '[', '{', or a literal");
}

TEST_F(ContractFile, CannotBeGivenTwice) {
  std::string file = write("a.json", ContractParts().text());
  EXPECT_EQ(errorOf({file}), "");
  EXPECT_EQ(errorOf({file, file}),
            file + ":3:15: error: contract 'small' is already defined in '" + file +
                "'; choose another name or add \"extends\": \"small\"");
}

TEST_F(ContractFile, HasItsErrorsOnOneLine) {
  std::string file = write("line\nbreak.json", "{ \"a\\nb\": 1 }");
  std::string error = errorOf({file});
  EXPECT_NE(error.find("line\\x0abreak.json:1:3: error: unknown key 'a\\x0ab' in the "
                       "contract"),
            std::string::npos)
      << error;
  EXPECT_EQ(error.find('\n'), std::string::npos);
}

/// Whatever is broken, loading ends with an error of the right form or works.
TEST(ContractFileError, IsAllThatAWrongByteCanDo) {
  std::ifstream stream(HOOKTIDY_SOURCE_DIR "/checks/contracts/session-run-hook.json");
  std::string text(std::istreambuf_iterator<char>(stream), {});
  ASSERT_FALSE(text.empty());
  std::mt19937 random(7);
  for (int round = 0; round != 1500; ++round) {
    std::string broken = text;
    std::size_t at = random() % broken.size();
    switch (random() % 3) {
    case 0:
      broken[at] = static_cast<char>(random());
      break;
    case 1:
      broken.erase(at, random() % 40);
      break;
    default:
      broken.resize(at);
      break;
    }
    try {
      loadContract(broken, "broken.json", {});
    } catch (const ContractError &error) {
      std::string what = error.what();
      unsigned line = 0, column = 0;
      EXPECT_EQ(std::sscanf(what.c_str(), "broken.json:%u:%u: error: ", &line, &column),
                2)
          << what;
      EXPECT_GT(line * column, 0u) << what;
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    }
  }
}

} // namespace
