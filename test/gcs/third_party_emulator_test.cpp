//===- third_party_emulator_test.cpp - an emulator that we did not write --===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Runs against gcp-storage-emulator from PyPI, with the Python of $HOOKTIDY_GCS_PYTHON or
// else python3, through STORAGE_EMULATOR_HOST as a user would. Skipped, with the reason,
// where that is not installed.
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include <algorithm>
#include <arpa/inet.h>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char **environ; // NOLINT: POSIX

namespace hooktidy::runtime::gcs {
namespace {

int free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ::bind(socket, reinterpret_cast<sockaddr *>(&address), size);
  ::getsockname(socket, reinterpret_cast<sockaddr *>(&address), &size);
  ::close(socket);
  return ntohs(address.sin_port);
}

/// A child process that is ended with its owner.
class Child {
public:
  explicit Child(const std::vector<std::string> &arguments) {
    std::vector<char *> argv;
    for (const std::string &argument : arguments)
      argv.push_back(const_cast<char *>(argument.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    if (::posix_spawnp(&pid_, argv[0], &actions, nullptr, argv.data(), environ) != 0)
      pid_ = -1;
    posix_spawn_file_actions_destroy(&actions);
  }
  ~Child() {
    if (pid_ > 0) {
      ::kill(pid_, SIGTERM);
      wait();
    }
  }
  Child(const Child &) = delete;
  Child &operator=(const Child &) = delete;

  /// The exit code; -1 if there is none.
  int wait() {
    if (pid_ <= 0)
      return -1;
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

private:
  pid_t pid_ = -1;
};

class ThirdPartyEmulatorTest : public testing::Test {
protected:
  void SetUp() override {
    const char *chosen = std::getenv("HOOKTIDY_GCS_PYTHON");
    const std::string python = chosen ? chosen : "python3";
    if (Child({python, "-c", "import gcp_storage_emulator"}).wait() != 0)
      GTEST_SKIP() << "gcp-storage-emulator is not installed for '" << python
                   << "' (see test/gcs/install_emulator.sh)";
    const std::string port = std::to_string(free_port());
    emulator_ = std::make_unique<Child>(std::vector<std::string>{
        python, "-m", "gcp_storage_emulator", "start", "--host=127.0.0.1",
        "--port=" + port, "--in-memory", "--default-bucket=bucket"});
    Platform platform;
    platform.environment =
        environment_of({{"STORAGE_EMULATOR_HOST", "127.0.0.1:" + port}});
    options_ = GcsOptions::from_environment(platform);
    options_.retry.initial_delay = std::chrono::milliseconds(100);
    options_.retry.max_jitter = std::chrono::milliseconds(0);
    options_.retry.max_delay = std::chrono::milliseconds(2000);
    options_.upload_chunk_size = 256 * 1024;
    file_system_ = std::make_unique<GcsFileSystem>(options_);
    // The first request waits, through retries, until the emulator is there.
    ASSERT_TRUE(file_system_->exists("gs://bucket"));
  }

  std::unique_ptr<Child> emulator_;
  GcsOptions options_;
  std::unique_ptr<GcsFileSystem> file_system_;
};

TEST_F(ThirdPartyEmulatorTest, WritesReadsListsRemoves) {
  GcsFileSystem &fs = *file_system_;
  std::string big(600 * 1024, '\0');
  for (std::size_t i = 0; i < big.size(); ++i)
    big[i] = static_cast<char>(i * 31 + i / 1000);
  fs.write("gs://bucket/dir/small file", "0123456789");
  fs.write("gs://bucket/dir/sub/big", big);
  fs.write("gs://bucket/dir/empty", "");

  EXPECT_EQ(fs.read_all("gs://bucket/dir/small file"), "0123456789");
  EXPECT_EQ(fs.read_all("gs://bucket/dir/empty"), "");
  EXPECT_TRUE(fs.read_all("gs://bucket/dir/sub/big") == big);
  fs.set_block_cache(BlockCacheParams(100 * 1024, 1 << 20));
  EXPECT_TRUE(fs.read_all("gs://bucket/dir/sub/big") == big);
  EXPECT_TRUE(fs.read_all("gs://bucket/dir/sub/big") == big);
  EXPECT_EQ(fs.cache_stats().fetches, 6u);

  EXPECT_EQ(fs.stat("gs://bucket/dir/sub/big").size, big.size());
  EXPECT_TRUE(fs.stat("gs://bucket/dir").is_directory);
  EXPECT_FALSE(fs.exists("gs://bucket/none"));
  EXPECT_FALSE(fs.exists("gs://nobucket"));

  auto names = fs.list("gs://bucket/dir");
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"empty", "small file", "sub/"}));
  EXPECT_EQ(fs.list("gs://bucket/dir", ListMode::kRecursive).size(), 3u);

  fs.remove("gs://bucket/dir/empty");
  EXPECT_FALSE(fs.exists("gs://bucket/dir/empty"));
  EXPECT_EQ(code_of([&] { fs.read_all("gs://bucket/dir/empty"); }), ErrorCode::kNotFound);

  fs.write("gs://bucket/dir/small file", "replaced");
  EXPECT_EQ(fs.read_all("gs://bucket/dir/small file"), "replaced");
}

} // namespace
} // namespace hooktidy::runtime::gcs
