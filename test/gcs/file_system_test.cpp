//===- file_system_test.cpp - reading gs:// files -------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/gcs/errors.h"

#include <cstring>
#include <future>

namespace hooktidy::runtime::gcs {
namespace {

using Kind = EmulatedFault::Kind;
using std::chrono::milliseconds;
using std::chrono::seconds;

class FileSystemTest : public EmulatorTest {
protected:
  static std::string read(RandomAccessFile &file, std::uint64_t offset,
                          std::size_t size) {
    std::string buffer(size, '?');
    buffer.resize(file.read(offset, buffer.data(), size));
    return buffer;
  }
};

TEST_F(FileSystemTest, ReadsWithoutCache) {
  emulator_.put_object("bucket", "dir/random access.txt", "0123456789");
  GcsFileSystem fs(options_);
  const auto file = fs.open("gs://bucket/dir/random access.txt");
  EXPECT_EQ(file->size(), 10u);
  EXPECT_EQ(file->path(), "gs://bucket/dir/random access.txt");
  EXPECT_EQ(read(*file, 0, 6), "012345");
  EXPECT_EQ(read(*file, 6, 6), "6789");
  EXPECT_EQ(read(*file, 10, 6), "");
  EXPECT_EQ(read(*file, 100, 6), "");
  EXPECT_EQ(read(*file, 3, 0), "");
  const auto requests = emulator_.requests();
  ASSERT_EQ(requests.size(), 3u) << "what is behind the end needs no request";
  EXPECT_EQ(requests[0].target, "/storage/v1/b/bucket/o/dir%2Frandom%20access.txt"
                                "?fields=size%2Cgeneration%2Cupdated");
  EXPECT_EQ(requests[1].target,
            "/download/storage/v1/b/bucket/o/dir%2Frandom%20access.txt?alt=media"
            "&ifGenerationMatch=" +
                std::to_string(file->generation()));
  EXPECT_EQ(requests[1].header("range"), "bytes=0-5");
  EXPECT_EQ(requests[2].header("range"), "bytes=6-9");
  EXPECT_EQ(requests[1].header("accept-encoding"), "gzip");
  EXPECT_EQ(requests[1].header("authorization"), "");
}

TEST_F(FileSystemTest, ReadsThroughTheCache) {
  enable_cache(9, 18);
  emulator_.put_object("bucket", "o", "0123456789");
  GcsFileSystem fs(options_);
  const auto file = fs.open("gs://bucket/o");
  EXPECT_EQ(read(*file, 0, 4), "0123");
  EXPECT_EQ(read(*file, 4, 4), "4567");
  EXPECT_EQ(downloads(), 1u);
  EXPECT_EQ(read(*file, 7, 8), "789");
  EXPECT_EQ(downloads(), 2u);
  EXPECT_EQ(read(*file, 9, 4), "9");
  EXPECT_EQ(read(*fs.open("gs://bucket/o"), 0, 10), "0123456789");
  EXPECT_EQ(downloads(), 2u);
  fs.flush_caches();
  EXPECT_EQ(read(*file, 0, 10), "0123456789");
  EXPECT_EQ(downloads(), 4u);
}

TEST_F(FileSystemTest, StaleBlocksAreFetchedAnew) {
  enable_cache(8, 16, seconds(3600));
  emulator_.put_object("bucket", "o", "01234567");
  GcsFileSystem fs(options_);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(read(*fs.open("gs://bucket/o"), 0, 8), "01234567");
    clock_.advance(seconds(361));
  }
  EXPECT_EQ(downloads(), 1u);
  clock_.advance(seconds(1));
  EXPECT_EQ(read(*fs.open("gs://bucket/o"), 0, 8), "01234567");
  EXPECT_EQ(downloads(), 2u);
}

TEST_F(FileSystemTest, EmptyObject) {
  emulator_.put_object("bucket", "o", "");
  GcsFileSystem fs(options_);
  EXPECT_EQ(fs.read_all("gs://bucket/o"), "");
  EXPECT_EQ(fs.stat("gs://bucket/o").size, 0u);
}

TEST_F(FileSystemTest, OpenFileIsOneGeneration) {
  enable_cache(4, 64);
  emulator_.put_object("bucket", "o", "old bytes");
  GcsFileSystem fs(options_);
  const auto old_file = fs.open("gs://bucket/o");
  EXPECT_EQ(read(*old_file, 0, 3), "old");
  emulator_.put_object("bucket", "o", "new bytes");
  // What is in the cache is still of that generation; what is not cannot be had any more.
  EXPECT_EQ(read(*old_file, 0, 4), "old ");
  EXPECT_THROW(read(*old_file, 0, 9), ObjectChangedError);
  const auto new_file = fs.open("gs://bucket/o");
  EXPECT_NE(new_file->generation(), old_file->generation());
  EXPECT_EQ(read(*new_file, 0, 9), "new bytes");
  EXPECT_THROW(read(*old_file, 0, 4), ObjectChangedError);
}

TEST_F(FileSystemTest, ReadAllBeginsAnewWhenTheObjectChanges) {
  enable_cache(4, 8); // read_all of 9 bytes passes the cache by
  emulator_.put_object("bucket", "o", "old bytes");
  EmulatedFault change = fault(Kind::kNone, "GET", "/download/", 2);
  change.before = [&] { emulator_.put_object("bucket", "o", "new bytes!"); };
  emulator_.inject(change);
  GcsFileSystem fs(options_);
  EXPECT_EQ(fs.read_all("gs://bucket/o"), "new bytes!");
  EXPECT_EQ(downloads(), 3u);
}

TEST_F(FileSystemTest, ReadAllGivesUpOnAnObjectThatNeverRests) {
  emulator_.put_object("bucket", "o", "0");
  EmulatedFault change = fault(Kind::kNone, "GET", "/download/", 1000);
  change.before = [&] { emulator_.put_object("bucket", "o", "1"); };
  emulator_.inject(change);
  GcsFileSystem fs(options_);
  EXPECT_THROW(fs.read_all("gs://bucket/o"), ObjectChangedError);
}

TEST_F(FileSystemTest, ChangeIsSeenThoughTheServerIgnoresTheCondition) {
  emulator_.put_object("bucket", "o", "0123");
  EmulatedFault answer = EmulatorTest::answer(206, "GET", "/download/");
  answer.body = "abcd";
  answer.headers = {{"X-Goog-Generation", "777"}};
  emulator_.inject(answer);
  GcsFileSystem fs(options_);
  const auto file = fs.open("gs://bucket/o");
  EXPECT_THROW(read(*file, 0, 4), ObjectChangedError);
}

TEST_F(FileSystemTest, RemovedObject) {
  emulator_.put_object("bucket", "o", "0123");
  GcsFileSystem fs(options_);
  const auto file = fs.open("gs://bucket/o");
  fs.remove("gs://bucket/o");
  EXPECT_EQ(code_of([&] { read(*file, 0, 4); }), ErrorCode::kNotFound);
  EXPECT_EQ(code_of([&] { fs.open("gs://bucket/o"); }), ErrorCode::kNotFound);
  EXPECT_EQ(code_of([&] { fs.remove("gs://bucket/o"); }), ErrorCode::kNotFound);
}

TEST_F(FileSystemTest, TroubleIsRetried) {
  emulator_.put_object("bucket", "o", "0123456789");
  emulator_.inject(answer(429, "GET", "?fields="));
  emulator_.inject(answer(503, "GET", "/download/"));
  emulator_.inject(fault(Kind::kCutBody, "GET", "/download/"));
  GcsFileSystem fs(options_);
  EXPECT_EQ(fs.read_all("gs://bucket/o"), "0123456789");
  EXPECT_EQ(clock_.sleeps(), (std::vector<std::int64_t>{100, 100, 200}));
}

TEST_F(FileSystemTest, StallIsRetried) {
  emulator_.put_object("bucket", "o", "0123456789");
  EmulatedFault stall = fault(Kind::kStall, "GET", "/download/");
  stall.delay = milliseconds(20000);
  emulator_.inject(stall);
  options_.idle_timeout = milliseconds(200);
  GcsFileSystem fs(options_);
  EXPECT_EQ(fs.read_all("gs://bucket/o"), "0123456789");
  EXPECT_EQ(downloads(), 2u);
}

TEST_F(FileSystemTest, LastingTroubleIsNoPreemption) {
  emulator_.put_object("bucket", "o", "0123456789");
  emulator_.inject(answer(503, "GET", "/download/", 1000));
  GcsFileSystem fs(options_);
  try {
    fs.read_all("gs://bucket/o");
    FAIL();
  } catch (const Error &error) {
    EXPECT_FALSE(is_preemption(error)) << error.what();
    EXPECT_TRUE(contains(error.message(), "gs://bucket/o")) << error.what();
  }
  EXPECT_EQ(downloads(), 11u);
}

TEST_F(FileSystemTest, PermanentErrorsAreNotRetried) {
  emulator_.put_object("bucket", "o", "0123456789");
  const std::pair<int, ErrorCode> rows[] = {{400, ErrorCode::kInvalidArgument},
                                            {401, ErrorCode::kUnauthenticated},
                                            {403, ErrorCode::kPermissionDenied},
                                            {404, ErrorCode::kNotFound},
                                            {302, ErrorCode::kFailedPrecondition}};
  GcsFileSystem fs(options_);
  for (const auto &[status, code] : rows) {
    emulator_.inject(answer(status, "GET", "/download/"));
    const std::size_t before = downloads();
    EXPECT_EQ(code_of([&] { fs.read_all("gs://bucket/o"); }), code) << status;
    EXPECT_EQ(downloads(), before + 1) << status;
  }
}

TEST_F(FileSystemTest, ShortBody) {
  for (const std::size_t cache : {0, 64}) {
    enable_cache(16, cache);
    emulator_.put_object("bucket", "o", "0123456789");
    emulator_.inject(fault(Kind::kShortBody, "GET", "/download/"));
    GcsFileSystem fs(options_);
    EXPECT_EQ(code_of([&] { fs.read_all("gs://bucket/o"); }), ErrorCode::kInternal);
    EXPECT_EQ(fs.read_all("gs://bucket/o"), "0123456789") << "nothing wrong was kept";
  }
}

TEST_F(FileSystemTest, AnswersThatMakeNoSense) {
  emulator_.put_object("bucket", "o", "0123456789");
  GcsFileSystem fs(options_);
  const auto file = fs.open("gs://bucket/o");
  EmulatedFault other_part = answer(206, "GET", "/download/");
  other_part.body = "0123";
  other_part.headers = {{"Content-Range", "bytes 0-3/10"}};
  emulator_.inject(other_part);
  EXPECT_EQ(code_of([&] { read(*file, 2, 4); }), ErrorCode::kInternal);
  EmulatedFault whole = answer(200, "GET", "/download/");
  whole.body = "0123";
  emulator_.inject(whole);
  EXPECT_EQ(code_of([&] { read(*file, 2, 4); }), ErrorCode::kInternal);
  EmulatedFault too_long = answer(206, "GET", "/download/");
  too_long.body = "0123456789";
  emulator_.inject(too_long);
  EXPECT_EQ(code_of([&] { read(*file, 2, 4); }), ErrorCode::kFailedPrecondition);
  EXPECT_EQ(read(*file, 2, 4), "2345");
}

TEST_F(FileSystemTest, MetadataThatMakesNoSense) {
  emulator_.put_object("bucket", "o", "0");
  GcsFileSystem fs(options_);
  for (const char *body :
       {"", "[]", "{}", "{\"size\": \"1\"}", "{\"size\": \"x\", \"generation\": \"1\"}",
        "{\"size\": \"-1\", \"generation\": \"1\"}",
        "{\"size\": \"1\", \"generation\": \"99999999999999999999\"}"}) {
    EmulatedFault wrong = answer(200, "GET", "?fields=");
    wrong.body = body;
    emulator_.inject(wrong);
    EXPECT_EQ(code_of([&] { fs.open("gs://bucket/o"); }), ErrorCode::kInternal) << body;
  }
}

TEST_F(FileSystemTest, ManyReadersOneRequest) {
  enable_cache(1 << 20, 1 << 24);
  emulator_.put_object("bucket", "o", std::string(1000000, 'x'));
  EmulatedFault slow = fault(Kind::kDelay, "GET", "/download/");
  slow.delay = milliseconds(100);
  emulator_.inject(slow);
  GcsFileSystem fs(options_);
  const auto file = fs.open("gs://bucket/o");
  std::vector<std::future<std::string>> readers;
  for (int i = 0; i < 64; ++i)
    readers.push_back(
        std::async(std::launch::async, [&, i] { return read(*file, 1000 * i, 3); }));
  for (auto &reader : readers)
    EXPECT_EQ(reader.get(), "xxx");
  EXPECT_EQ(downloads(), 1u);
}

TEST_F(FileSystemTest, FileOutlivesItsFileSystem) {
  emulator_.put_object("bucket", "o", "0123");
  auto fs = std::make_unique<GcsFileSystem>(options_);
  const auto file = fs->open("gs://bucket/o");
  fs.reset();
  EXPECT_EQ(read(*file, 0, 4), "0123");
}

TEST_F(FileSystemTest, SetBlockCache) {
  emulator_.put_object("bucket", "o", "0123456789");
  GcsFileSystem fs(options_);
  const auto file = fs.open("gs://bucket/o");
  fs.set_block_cache(BlockCacheParams(4, 64));
  EXPECT_EQ(read(*file, 0, 10), "0123456789") << "open files use the new cache";
  EXPECT_EQ(fs.cache_stats().cached_blocks, 3u);
  fs.set_block_cache(BlockCacheParams(4, 64));
  EXPECT_EQ(fs.cache_stats().cached_blocks, 3u) << "equal sizes: the contents are kept";
  fs.set_block_cache(BlockCacheParams(8, 64));
  EXPECT_EQ(fs.cache_stats().cached_blocks, 0u);
}

TEST_F(FileSystemTest, SetBlockCacheDuringReads) {
  emulator_.put_object("bucket", "o", std::string(1000, 'x'));
  GcsFileSystem fs(options_);
  const auto file = fs.open("gs://bucket/o");
  std::atomic<bool> stop{false};
  std::vector<std::future<bool>> readers;
  for (int i = 0; i < 4; ++i)
    readers.push_back(std::async(std::launch::async, [&] {
      bool good = true;
      while (!stop)
        good = good && read(*file, 3, 900) == std::string(900, 'x');
      return good;
    }));
  for (int i = 1; i < 50; ++i)
    fs.set_block_cache(BlockCacheParams(16 * i, 1024 * i));
  stop = true;
  for (auto &reader : readers)
    EXPECT_TRUE(reader.get());
}

TEST_F(FileSystemTest, Stat) {
  emulator_.put_object("bucket", "dir/file", "0123");
  GcsFileSystem fs(options_);
  const FileStatus file = fs.stat("gs://bucket/dir/file");
  EXPECT_FALSE(file.is_directory);
  EXPECT_EQ(file.size, 4u);
  EXPECT_GT(file.generation, 0);
  EXPECT_EQ(file.updated, "2020-01-01T00:00:00.000Z");
  for (const char *path :
       {"gs://bucket", "gs://bucket/", "gs://bucket/dir", "gs://bucket/dir/"})
    EXPECT_TRUE(fs.stat(path).is_directory) << path;
  for (const char *path : {"gs://nobucket", "gs://bucket/di", "gs://bucket/dir/file/"}) {
    EXPECT_EQ(code_of([&] { fs.stat(path); }), ErrorCode::kNotFound) << path;
    EXPECT_FALSE(fs.exists(path)) << path;
  }
  EXPECT_TRUE(fs.exists("gs://bucket/dir/file"));
  EXPECT_TRUE(fs.exists("gs://bucket/dir"));
  EXPECT_EQ(code_of([&] { fs.exists("file:///x"); }), ErrorCode::kInvalidArgument);
}

TEST_F(FileSystemTest, StatIsRemembered) {
  emulator_.put_object("bucket", "o", "0123");
  GcsFileSystem fs(options_);
  fs.stat("gs://bucket/o");
  fs.stat("gs://bucket/o");
  EXPECT_EQ(emulator_.requests().size(), 1u);
  clock_.advance(milliseconds(5001));
  fs.stat("gs://bucket/o");
  EXPECT_EQ(emulator_.requests().size(), 2u);
  fs.flush_caches();
  fs.stat("gs://bucket/o");
  EXPECT_EQ(emulator_.requests().size(), 3u);
  fs.write("gs://bucket/o", "012345");
  EXPECT_EQ(fs.stat("gs://bucket/o").size, 6u);
}

TEST_F(FileSystemTest, List) {
  using Names = std::vector<std::string>;
  for (const char *name : {"d/", "d/a", "d/b c", "d/sub/x", "d/sub/y", "d/z", "dd", "e"})
    emulator_.put_object("bucket", name, "x");
  for (const int page_size : {0, 1, 2, 3}) {
    options_.list_page_size = page_size;
    GcsFileSystem fs(options_);
    const auto sorted = [](Names names) {
      std::sort(names.begin(), names.end());
      return names;
    };
    EXPECT_EQ(sorted(fs.list("gs://bucket/d")), (Names{"a", "b c", "sub/", "z"}));
    EXPECT_EQ(sorted(fs.list("gs://bucket/d/")), (Names{"a", "b c", "sub/", "z"}));
    EXPECT_EQ(sorted(fs.list("gs://bucket/d", ListMode::kRecursive)),
              (Names{"a", "b c", "sub/x", "sub/y", "z"}));
    EXPECT_EQ(sorted(fs.list("gs://bucket")), (Names{"d/", "dd", "e"}));
    EXPECT_EQ(fs.list("gs://bucket/none"), Names());
  }
}

TEST_F(FileSystemTest, ListOfManyPagesAsksForEachOnce) {
  for (int i = 0; i < 10; ++i)
    emulator_.put_object("bucket", "d/" + std::to_string(i), "");
  options_.list_page_size = 3;
  GcsFileSystem fs(options_);
  EXPECT_EQ(fs.list("gs://bucket/d").size(), 10u);
  EXPECT_EQ(emulator_.requests().size(), 4u);
}

TEST_F(FileSystemTest, ListThatGoesRoundInACircle) {
  emulator_.add_bucket("bucket");
  EmulatedFault circle = answer(200, "GET", "/o?", 1000);
  circle.body = R"({"nextPageToken": "same"})";
  emulator_.inject(circle);
  GcsFileSystem fs(options_);
  EXPECT_EQ(code_of([&] { fs.list("gs://bucket/d"); }), ErrorCode::kInternal);
}

TEST_F(FileSystemTest, RemovalThatTookEffectThoughTheAnswerWasLost) {
  emulator_.put_object("bucket", "o", "x");
  emulator_.inject(fault(Kind::kLoseAnswer, "DELETE", "/o/o"));
  GcsFileSystem fs(options_);
  fs.remove("gs://bucket/o");
  EXPECT_FALSE(emulator_.object("bucket", "o"));
}

TEST_F(FileSystemTest, AdditionalHeader) {
  emulator_.put_object("bucket", "o", "x");
  options_.additional_header = {"X-Mine", "value"};
  GcsFileSystem fs(options_);
  fs.read_all("gs://bucket/o");
  for (const EmulatedRequest &request : emulator_.requests())
    EXPECT_EQ(request.header("x-mine"), "value");
}

TEST_F(FileSystemTest, RefusedTokenIsReplacedOnce) {
  emulator_.put_object("bucket", "o", "x");
  emulator_.require_tokens();
  GcsFileSystem fs(options_);
  EXPECT_EQ(code_of([&] { fs.read_all("gs://bucket/o"); }), ErrorCode::kUnauthenticated);
  fs.set_credentials(R"({"refresh_token": "r", "client_id": "i", "client_secret": "s",
                         "token_uri": ")" +
                     emulator_.token_url() + "\"}");
  EXPECT_EQ(fs.read_all("gs://bucket/o"), "x");
  emulator_.revoke_tokens();
  EXPECT_EQ(fs.read_all("gs://bucket/o"), "x");
  EXPECT_EQ(emulator_.count_requests("POST", "/token"), 2u);
}

TEST_F(FileSystemTest, CredentialsThatDoNotWorkLeaveTheOldOnes) {
  emulator_.put_object("bucket", "o", "x");
  emulator_.require_tokens();
  GcsFileSystem fs(options_);
  const std::string good =
      R"({"refresh_token": "r", "client_id": "i", "client_secret": "s",
                               "token_uri": ")" +
      emulator_.token_url() + "\"}";
  fs.set_credentials(good);
  emulator_.inject(answer(400, "POST", "/token"));
  EXPECT_EQ(code_of([&] { fs.set_credentials(good); }), ErrorCode::kUnauthenticated);
  EXPECT_EQ(code_of([&] { fs.set_credentials("{}"); }), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code_of([&] { fs.set_token_provider(nullptr); }),
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(fs.read_all("gs://bucket/o"), "x");
}

} // namespace
} // namespace hooktidy::runtime::gcs
