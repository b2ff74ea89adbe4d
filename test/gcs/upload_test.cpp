//===- upload_test.cpp - uploads, interrupted in every way ----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include <fstream>
#include <unistd.h>

namespace hooktidy::runtime::gcs {
namespace {

using Kind = EmulatedFault::Kind;

constexpr std::size_t kUnit = 256 * 1024;

std::string some_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i < size; ++i)
    bytes[i] = static_cast<char>(i * 7 + i / 251);
  return bytes;
}

class UploadTest : public EmulatorTest {
protected:
  UploadTest() {
    emulator_.add_bucket("bucket");
    options_.upload_chunk_size = kUnit;
  }

  std::vector<std::string> ranges() const {
    std::vector<std::string> found;
    for (const EmulatedRequest &request : emulator_.requests())
      if (request.method == "PUT")
        found.push_back(request.header("content-range"));
    return found;
  }
  using Ranges = std::vector<std::string>;
};

TEST_F(UploadTest, SmallObject) {
  GcsFileSystem fs(options_);
  fs.write("gs://bucket/dir/o 1", "0123456789");
  EXPECT_EQ(emulator_.object("bucket", "dir/o 1"), "0123456789");
  const auto requests = emulator_.requests();
  ASSERT_EQ(requests.size(), 2u);
  EXPECT_EQ(requests[0].method, "POST");
  EXPECT_EQ(requests[0].target,
            "/upload/storage/v1/b/bucket/o?uploadType=resumable&name=dir%2Fo%201");
  EXPECT_EQ(requests[0].header("x-upload-content-length"), "10");
  EXPECT_EQ(requests[1].header("content-range"), "bytes 0-9/10");
  EXPECT_EQ(requests[1].body, "0123456789");
}

TEST_F(UploadTest, EmptyObject) {
  GcsFileSystem fs(options_);
  fs.write("gs://bucket/o", "");
  EXPECT_EQ(emulator_.object("bucket", "o"), "");
  EXPECT_EQ(ranges(), (Ranges{"bytes */0"}));
}

TEST_F(UploadTest, Chunks) {
  const std::string bytes = some_bytes(2 * kUnit + 5);
  GcsFileSystem fs(options_);
  fs.write("gs://bucket/o", bytes);
  EXPECT_EQ(emulator_.object("bucket", "o"), bytes);
  EXPECT_EQ(ranges(), (Ranges{"bytes 0-262143/524293", "bytes 262144-524287/524293",
                              "bytes 524288-524292/524293"}));
}

TEST_F(UploadTest, ServerTakesLessThanItIsSent) {
  const std::string bytes = some_bytes(kUnit);
  emulator_.limit_upload_step(100000);
  GcsFileSystem fs(options_);
  fs.write("gs://bucket/o", bytes);
  EXPECT_EQ(emulator_.object("bucket", "o"), bytes);
  EXPECT_EQ(ranges(), (Ranges{"bytes 0-262143/262144", "bytes 100000-262143/262144",
                              "bytes 200000-262143/262144"}));
  EXPECT_TRUE(clock_.sleeps().empty());
}

TEST_F(UploadTest, AsksWhereToGoOn) {
  const std::string bytes = some_bytes(3 * kUnit);
  EmulatedFault lost = fault(Kind::kLoseAnswer, "PUT", "/upload/session/");
  lost.skip = 1;
  emulator_.inject(lost);
  GcsFileSystem fs(options_);
  fs.write("gs://bucket/o", bytes);
  EXPECT_EQ(emulator_.object("bucket", "o"), bytes);
  EXPECT_EQ(ranges(), (Ranges{"bytes 0-262143/786432", "bytes 262144-524287/786432",
                              "bytes */786432", "bytes 524288-786431/786432"}));
}

TEST_F(UploadTest, NothingArrivedSoItBeginsAtTheStart) {
  emulator_.inject(answer(503, "PUT", "/upload/session/"));
  GcsFileSystem fs(options_);
  fs.write("gs://bucket/o", "0123");
  EXPECT_EQ(emulator_.object("bucket", "o"), "0123");
  EXPECT_EQ(ranges(), (Ranges{"bytes 0-3/4", "bytes */4", "bytes 0-3/4"}));
}

TEST_F(UploadTest, TheStatusSaysThatItIsComplete) {
  emulator_.inject(fault(Kind::kLoseAnswer, "PUT", "/upload/session/"));
  GcsFileSystem fs(options_);
  fs.write("gs://bucket/o", "0123");
  EXPECT_EQ(emulator_.object("bucket", "o"), "0123");
  EXPECT_EQ(ranges(), (Ranges{"bytes 0-3/4", "bytes */4"}));
}

TEST_F(UploadTest, LostSessionBeginsAnew) {
  for (const int status : {404, 410}) {
    const std::string bytes = some_bytes(2 * kUnit);
    EmulatedFault lost = answer(status, "PUT", "/upload/session/");
    lost.skip = 1;
    emulator_.inject(lost);
    GcsFileSystem fs(options_);
    fs.write("gs://bucket/o", bytes);
    EXPECT_EQ(emulator_.object("bucket", "o"), bytes);
  }
  EXPECT_EQ(emulator_.count_requests("POST", "uploadType=resumable"), 4u);
}

TEST_F(UploadTest, GivesUpWithoutPreemptionAndLeavesTheOldObject) {
  emulator_.put_object("bucket", "o", "old");
  emulator_.inject(answer(503, "PUT", "/upload/session/", 1000));
  GcsFileSystem fs(options_);
  EXPECT_EQ(code_of([&] { fs.write("gs://bucket/o", "new"); }),
            ErrorCode::kDeadlineExceeded);
  EXPECT_EQ(emulator_.object("bucket", "o"), "old");
}

TEST_F(UploadTest, SessionsThatAreLostForEver) {
  emulator_.inject(answer(410, "PUT", "/upload/session/", 1000));
  GcsFileSystem fs(options_);
  EXPECT_EQ(code_of([&] { fs.write("gs://bucket/o", "new"); }),
            ErrorCode::kDeadlineExceeded);
  EXPECT_EQ(emulator_.count_requests("POST", "uploadType=resumable"), 11u);
}

TEST_F(UploadTest, ServerThatTakesNothing) {
  emulator_.inject(answer(308, "PUT", "/upload/session/", 1000));
  GcsFileSystem fs(options_);
  EXPECT_EQ(code_of([&] { fs.write("gs://bucket/o", "new"); }),
            ErrorCode::kDeadlineExceeded);
}

TEST_F(UploadTest, PermanentErrorsAreNotRetried) {
  emulator_.inject(answer(403, "POST", "uploadType=resumable"));
  GcsFileSystem fs(options_);
  EXPECT_EQ(code_of([&] { fs.write("gs://bucket/o", "x"); }),
            ErrorCode::kPermissionDenied);
  emulator_.inject(answer(403, "PUT", "/upload/session/"));
  EXPECT_EQ(code_of([&] { fs.write("gs://bucket/o", "x"); }),
            ErrorCode::kPermissionDenied);
  EXPECT_EQ(emulator_.requests().size(), 3u);
}

TEST_F(UploadTest, RangesThatMakeNoSense) {
  for (const char *range : {"bytes=5-9", "bytes=0-", "bytes=0-x", "bytes=0-4", "0-99",
                            "bytes=0-99999999999999999999999"}) {
    EmulatedFault wrong = answer(308, "PUT", "/upload/session/");
    wrong.headers = {{"Range", range}};
    emulator_.inject(wrong);
    GcsFileSystem fs(options_);
    EXPECT_EQ(code_of([&] { fs.write("gs://bucket/o", "0123"); }), ErrorCode::kInternal)
        << range;
  }
}

TEST_F(UploadTest, RangeWithoutUnit) {
  EmulatedFault part = answer(308, "PUT", "/upload/session/");
  part.headers = {{"Range", "0-1"}};
  emulator_.inject(part);
  GcsFileSystem fs(options_);
  // The emulator itself knows nothing of these two bytes, so the upload has to go back.
  fs.write("gs://bucket/o", "0123");
  EXPECT_EQ(emulator_.object("bucket", "o"), "0123");
  EXPECT_EQ(ranges().at(1), "bytes 2-3/4");
}

TEST_F(UploadTest, SessionElsewhere) {
  GcsFileSystem fs(options_);
  for (const char *location : {"", "nonsense"}) {
    EmulatedFault wrong = answer(200, "POST", "uploadType=resumable");
    wrong.headers = {{"Location", location}};
    emulator_.inject(wrong);
    EXPECT_EQ(code_of([&] { fs.write("gs://bucket/o", "x"); }), ErrorCode::kInternal);
  }
  options_.emulator = false;
  options_.platform.environment = environment_of({{"NO_GCE_CHECK", "true"}});
  GcsFileSystem real(options_);
  for (const char *location :
       {"https://evil.example/x", "http://storage.googleapis.com/x",
        "https://evilgoogleapis.com/x", "/upload/session/upload-1"}) {
    EmulatedFault wrong = answer(200, "POST", "uploadType=resumable");
    wrong.headers = {{"Location", location}};
    emulator_.inject(wrong);
    EXPECT_EQ(code_of([&] { real.write("gs://bucket/o", "x"); }), ErrorCode::kInternal)
        << location;
  }
}

TEST_F(UploadTest, EmulatorWithAnotherAddress) {
  GcsFileSystem fs(options_);
  fs.write("gs://bucket/first", "x");
  EmulatedFault moved = fault(Kind::kLoseAnswer, "POST", "uploadType=resumable");
  moved.status = 200;
  moved.headers = {{"Location", "http://0.0.0.0:1/upload/session/upload-2"}};
  emulator_.inject(moved);
  fs.write("gs://bucket/o", "0123");
  EXPECT_EQ(emulator_.object("bucket", "o"), "0123");
}

TEST_F(UploadTest, WrongSizeIsNoticed) {
  EmulatedFault wrong = answer(200, "PUT", "/upload/session/");
  wrong.body = R"({"size": "3", "generation": "1"})";
  emulator_.inject(wrong);
  GcsFileSystem fs(options_);
  EXPECT_EQ(code_of([&] { fs.write("gs://bucket/o", "0123"); }), ErrorCode::kInternal);
}

TEST_F(UploadTest, WritingDropsWhatIsCached) {
  enable_cache(16, 64);
  emulator_.put_object("bucket", "o", "old");
  GcsFileSystem fs(options_);
  EXPECT_EQ(fs.read_all("gs://bucket/o"), "old");
  fs.write("gs://bucket/o", "newer");
  EXPECT_EQ(fs.cache_stats().cached_blocks, 0u);
  EXPECT_EQ(fs.read_all("gs://bucket/o"), "newer");
}

TEST_F(UploadTest, Paths) {
  GcsFileSystem fs(options_);
  EXPECT_EQ(code_of([&] { fs.write("gs://bucket", "x"); }), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code_of([&] { fs.write("gs://missing/o", "x"); }), ErrorCode::kNotFound);
}

class UploadFileTest : public UploadTest {
protected:
  UploadFileTest() {
    char name[] = "/tmp/hooktidy-upload-XXXXXX";
    ::close(::mkstemp(name));
    path_ = name;
  }
  ~UploadFileTest() override { ::unlink(path_.c_str()); }
  void fill(const std::string &bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
  }
  std::string path_;
};

TEST_F(UploadFileTest, File) {
  const std::string bytes = some_bytes(kUnit + 17);
  fill(bytes);
  emulator_.inject(answer(503, "PUT", "/upload/session/"));
  GcsFileSystem fs(options_);
  fs.upload_file("gs://bucket/o", path_);
  EXPECT_EQ(emulator_.object("bucket", "o"), bytes);
}

TEST_F(UploadFileTest, FileThatBecomesShorter) {
  fill(some_bytes(2 * kUnit));
  EmulatedFault shrink = fault(Kind::kNone, "PUT", "/upload/session/");
  shrink.before = [&] { fill("x"); };
  emulator_.inject(shrink);
  GcsFileSystem fs(options_);
  EXPECT_EQ(code_of([&] { fs.upload_file("gs://bucket/o", path_); }),
            ErrorCode::kFailedPrecondition);
  EXPECT_FALSE(emulator_.object("bucket", "o")) << "no partial object";
}

TEST_F(UploadFileTest, FilesThatAreNone) {
  GcsFileSystem fs(options_);
  EXPECT_EQ(code_of([&] { fs.upload_file("gs://bucket/o", path_ + "x"); }),
            ErrorCode::kNotFound);
  EXPECT_EQ(code_of([&] { fs.upload_file("gs://bucket/o", "/tmp"); }),
            ErrorCode::kFailedPrecondition);
}

} // namespace
} // namespace hooktidy::runtime::gcs
