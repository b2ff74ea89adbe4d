//===- options_test.cpp - paths, environment variables, URLs --------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/gcs/cache/expiring_cache.h"
#include "runtime_hook/gcs/http/url.h"
#include "runtime_hook/gcs/storage/gcs_options.h"
#include "runtime_hook/gcs/storage/gcs_path.h"

namespace hooktidy::runtime::gcs {
namespace {

using std::chrono::seconds;

TEST(GcsPathTest, Parses) {
  const GcsPath path = parse_object_path("gs://my-bucket_1.x/a/b c");
  EXPECT_EQ(path.bucket, "my-bucket_1.x");
  EXPECT_EQ(path.object, "a/b c");
  EXPECT_EQ(path.to_string(), "gs://my-bucket_1.x/a/b c");
  EXPECT_EQ(parse_path("gs://b").object, "");
  EXPECT_EQ(parse_path("gs://b/").object, "");
  EXPECT_EQ(parse_path("gs://b//x").object, "/x");
}

TEST(GcsPathTest, Refuses) {
  for (const char *path :
       {"", "b/o", "file:///b", "gs:/b/o", "GS://b/o", "gs://", "gs:///o", "gs://./o",
        "gs://../o", "gs://B/o", "gs://b?x/o", "gs://a b/o", "gs://b/..", "gs://b/.",
        "gs://b/a\nb", "gs://b/a\rb"})
    EXPECT_EQ(code_of([&] { parse_path(path); }), ErrorCode::kInvalidArgument) << path;
  EXPECT_EQ(code_of([&] { parse_path("gs://b/" + std::string(1025, 'x')); }),
            ErrorCode::kInvalidArgument);
  for (const char *path : {"gs://b", "gs://b/"})
    EXPECT_EQ(code_of([&] { parse_object_path(path); }), ErrorCode::kInvalidArgument)
        << path;
}

class OptionsTest : public testing::Test {
protected:
  GcsOptions read(Variables variables) {
    Platform platform;
    platform.environment = environment_of(std::move(variables));
    platform.log = &log_;
    return GcsOptions::from_environment(platform);
  }
  MemoryLog log_;
};

TEST_F(OptionsTest, Defaults) {
  const GcsOptions options = read({});
  EXPECT_EQ(options.endpoint, "https://storage.googleapis.com");
  EXPECT_FALSE(options.emulator);
  EXPECT_EQ(options.block_cache.block_size, std::size_t{64} << 20);
  EXPECT_EQ(options.block_cache.max_bytes, 0u);
  EXPECT_EQ(options.stat_cache_max_age, seconds(5));
  EXPECT_EQ(options.stat_cache_max_entries, 1024u);
  EXPECT_EQ(options.connection_timeout, seconds(120));
  EXPECT_EQ(options.idle_timeout, seconds(60));
  EXPECT_EQ(options.read_timeout, seconds(3600));
  EXPECT_TRUE(log_.lines().empty());
}

TEST_F(OptionsTest, AllVariables) {
  const GcsOptions options = read({{"GCS_READ_CACHE_BLOCK_SIZE_MB", "1"},
                                   {"GCS_READAHEAD_BUFFER_SIZE_BYTES", "17"},
                                   {"GCS_READ_CACHE_MAX_SIZE_MB", "16"},
                                   {"GCS_READ_CACHE_MAX_STALENESS", "60"},
                                   {"GCS_STAT_CACHE_MAX_AGE", "7"},
                                   {"GCS_STAT_CACHE_MAX_ENTRIES", "8"},
                                   {"GCS_REQUEST_CONNECTION_TIMEOUT_SECS", "10"},
                                   {"GCS_REQUEST_IDLE_TIMEOUT_SECS", "20"},
                                   {"GCS_METADATA_REQUEST_TIMEOUT_SECS", "30"},
                                   {"GCS_READ_REQUEST_TIMEOUT_SECS", "40"},
                                   {"GCS_WRITE_REQUEST_TIMEOUT_SECS", "50"},
                                   {"GCS_ADDITIONAL_REQUEST_HEADER", "X-Mine:a:b"}});
  EXPECT_EQ(options.block_cache.block_size, std::size_t{1} << 20);
  EXPECT_EQ(options.block_cache.max_bytes, std::size_t{16} << 20);
  EXPECT_EQ(options.block_cache.max_staleness, seconds(60));
  EXPECT_EQ(options.stat_cache_max_age, seconds(7));
  EXPECT_EQ(options.stat_cache_max_entries, 8u);
  EXPECT_EQ(options.read_timeouts().connect, seconds(10));
  EXPECT_EQ(options.read_timeouts().idle, seconds(20));
  EXPECT_EQ(options.metadata_timeouts().total, seconds(30));
  EXPECT_EQ(options.read_timeouts().total, seconds(40));
  EXPECT_EQ(options.write_timeouts().total, seconds(50));
  EXPECT_EQ(options.additional_header.first, "X-Mine");
  EXPECT_EQ(options.additional_header.second, "a:b");
  EXPECT_TRUE(log_.lines().empty());
}

TEST_F(OptionsTest, ValuesThatCannotBeUsedAreLeftOut) {
  const GcsOptions options =
      read({{"GCS_READ_CACHE_BLOCK_SIZE_MB", "-1"},
            {"GCS_READ_CACHE_MAX_STALENESS", "1h"},
            {"GCS_STAT_CACHE_MAX_ENTRIES", "99999999999999999999999"},
            {"GCS_READ_REQUEST_TIMEOUT_SECS", "0"}});
  EXPECT_EQ(options.block_cache.block_size, std::size_t{64} << 20);
  EXPECT_EQ(options.block_cache.max_staleness, seconds(0));
  EXPECT_EQ(options.stat_cache_max_entries, 1024u);
  EXPECT_EQ(options.read_timeout, seconds(3600));
  EXPECT_EQ(log_.lines().size(), 4u);
}

TEST_F(OptionsTest, CacheThatHoldsNoBlockIsMadeLarger) {
  const GcsOptions options = read({{"GCS_READ_CACHE_MAX_SIZE_MB", "1"}});
  EXPECT_EQ(options.block_cache.max_bytes, options.block_cache.block_size);
  EXPECT_EQ(log_.lines().size(), 1u);
}

TEST_F(OptionsTest, AdditionalHeaderForms) {
  for (const char *text : {"X", ":", "X:", ":v", "X:a\nY:b"}) {
    EXPECT_EQ(read({{"GCS_ADDITIONAL_REQUEST_HEADER", text}}).additional_header.first, "")
        << text;
  }
  EXPECT_EQ(log_.lines().size(), 5u);
}

TEST_F(OptionsTest, EmulatorHostForms) {
  const auto endpoint = [&](const char *host) {
    const GcsOptions options = read({{"STORAGE_EMULATOR_HOST", host}});
    EXPECT_TRUE(options.emulator);
    return options.endpoint;
  };
  EXPECT_EQ(endpoint("localhost:9023"), "http://localhost:9023");
  EXPECT_EQ(endpoint("http://localhost:9023"), "http://localhost:9023");
  EXPECT_EQ(endpoint("http://localhost:9023/"), "http://localhost:9023");
  EXPECT_EQ(endpoint("https://gcs.test"), "https://gcs.test");
  for (const char *host : {"ftp://x", "http://", "http://x/path", "a b", "u@h:1"})
    EXPECT_EQ(code_of([&] { read({{"STORAGE_EMULATOR_HOST", host}}); }),
              ErrorCode::kInvalidArgument)
        << host;
}

TEST(UrlTest, Escapes) {
  EXPECT_EQ(url_escape("aZ0-._~"), "aZ0-._~");
  EXPECT_EQ(url_escape("a/b c+d&e=%\xC3\xA9"), "a%2Fb%20c%2Bd%26e%3D%25%C3%A9");
  credentials::SecretString form;
  append_form_field(form, "a", "1&2");
  append_form_field(form, "b", "x=y");
  EXPECT_EQ(form.reveal(), "a=1%262&b=x%3Dy");
}

TEST(UrlTest, Parts) {
  EXPECT_EQ(url_origin("http://h:1/p?q"), "http://h:1");
  EXPECT_EQ(url_origin("http://h:1?q"), "http://h:1");
  EXPECT_EQ(url_origin("/p"), "");
  EXPECT_EQ(url_path_and_query("http://h:1/p?q"), "/p?q");
  EXPECT_EQ(url_path_and_query("/p?q"), "/p?q");
  EXPECT_TRUE(is_loopback_url("http://localhost:1/x"));
  EXPECT_TRUE(is_loopback_url("https://127.0.0.1/x"));
  EXPECT_FALSE(is_loopback_url("https://example.com"));
}

TEST(ExpiringCacheTest, MaxAge) {
  FakeClock clock;
  ExpiringCache<int> cache(seconds(1), 0, clock);
  cache.insert("a", 1);
  EXPECT_EQ(cache.find("a"), 1);
  clock.advance(seconds(1));
  EXPECT_EQ(cache.find("a"), 1);
  clock.advance(std::chrono::milliseconds(1));
  EXPECT_EQ(cache.find("a"), std::nullopt);
  ExpiringCache<int> off(seconds(0), 0, clock);
  off.insert("a", 1);
  EXPECT_EQ(off.find("a"), std::nullopt);
}

TEST(ExpiringCacheTest, MaxEntries) {
  FakeClock clock;
  ExpiringCache<int> cache(seconds(10), 2, clock);
  cache.insert("a", 1);
  cache.insert("b", 2);
  cache.find("a");
  cache.insert("c", 3);
  EXPECT_EQ(cache.find("a"), 1);
  EXPECT_EQ(cache.find("b"), std::nullopt);
  EXPECT_EQ(cache.find("c"), 3);
  cache.insert("c", 4);
  EXPECT_EQ(cache.find("c"), 4);
  cache.erase("c");
  EXPECT_EQ(cache.find("c"), std::nullopt);
  cache.clear();
  EXPECT_EQ(cache.find("a"), std::nullopt);
}

} // namespace
} // namespace hooktidy::runtime::gcs
