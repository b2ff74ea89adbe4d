//===- bench_cache.cpp - ratios of the block cache ------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Prints ratios of things measured side by side in this run, against a server on this
// machine:
//   hit/memcpy        throughput of cache hits over that of memcpy of the same blocks
//   requests/readers  requests that 64 readers of one block cause (must be 1)
//   cached/libcurl    sequential read through the file system and an empty cache, over
//                     range reads of the same size with libcurl and nothing else
// Usage: bench_cache [repetitions]; exits with 1 if the second is not 1.
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/cache/block_cache.h"
#include "runtime_hook/gcs/emulator/gcs_emulator.h"
#include "runtime_hook/gcs/storage/gcs_file_system.h"
#include "test/bench/ratios.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <curl/curl.h>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace hooktidy::runtime::gcs {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;
constexpr std::size_t kBlocks = 64;
constexpr std::size_t kSize = kBlock * kBlocks;

using bench::median_ratio;

double hits_against_memcpy(int repetitions) {
  BlockCache cache(
      {kBlock, kSize, std::chrono::seconds(0)},
      [](const FileVersion &, std::uint64_t offset, char *buffer, std::size_t size) {
        std::memset(buffer, static_cast<int>(offset / kBlock), size);
        return size;
      });
  const FileVersion file{"gs://bucket/object", 1};
  std::vector<std::unique_ptr<char[]>> plain;
  for (std::size_t i = 0; i < kBlocks; ++i) {
    plain.emplace_back(new char[kBlock]);
    std::memset(plain.back().get(), static_cast<int>(i), kBlock);
  }
  const std::unique_ptr<char[]> target(new char[kBlock]);
  const auto read_all = [&] {
    for (std::size_t i = 0; i < kBlocks; ++i)
      cache.read(file, i * kBlock, target.get(), kBlock);
  };
  const auto copy_all = [&] {
    for (std::size_t i = 0; i < kBlocks; ++i) {
      std::memcpy(target.get(), plain[i].get(), kBlock);
      // Keeps the compiler from leaving copies out.
      asm volatile("" : : "r"(target.get()) : "memory");
    }
  };
  read_all();
  return median_ratio(4 * repetitions, read_all, copy_all);
}

std::size_t requests_of_readers(const GcsOptions &options, GcsEmulator &emulator) {
  GcsFileSystem file_system(options);
  const auto file = file_system.open("gs://bucket/object");
  const std::size_t before = emulator.count_requests("GET", "/download/");
  std::atomic<bool> go{false};
  std::vector<std::thread> readers;
  for (int i = 0; i < 64; ++i)
    readers.emplace_back([&] {
      while (!go)
        std::this_thread::yield();
      char byte = 0;
      file->read(7, &byte, 1);
    });
  go = true;
  for (std::thread &reader : readers)
    reader.join();
  return emulator.count_requests("GET", "/download/") - before;
}

struct CurlSink {
  char *next;
};

std::size_t take(char *data, std::size_t, std::size_t size, void *sink) {
  char *&next = static_cast<CurlSink *>(sink)->next;
  std::memcpy(next, data, size);
  next += size;
  return size;
}

/// What a program without this library would do.
void read_with_libcurl(const std::string &url, char *target) {
  CURL *handle = curl_easy_init();
  CurlSink sink{target};
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &take);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &sink);
  for (std::size_t i = 0; i < kBlocks; ++i) {
    const std::string range =
        std::to_string(i * kBlock) + "-" + std::to_string((i + 1) * kBlock - 1);
    curl_easy_setopt(handle, CURLOPT_RANGE, range.c_str());
    if (curl_easy_perform(handle) != CURLE_OK)
      std::abort();
  }
  curl_easy_cleanup(handle);
}

double cache_against_libcurl(const GcsOptions &options, const std::string &endpoint,
                             int repetitions) {
  const std::string url = endpoint + "/download/storage/v1/b/bucket/o/object?alt=media";
  const std::unique_ptr<char[]> target(new char[kSize]);
  const auto plain = [&] { read_with_libcurl(url, target.get()); };
  const auto cached = [&] {
    GcsFileSystem file_system(options);
    const auto file = file_system.open("gs://bucket/object");
    for (std::size_t i = 0; i < kBlocks; ++i)
      file->read(i * kBlock, target.get() + i * kBlock, kBlock);
  };
  plain();
  cached();
  return median_ratio(repetitions, cached, plain);
}

int run(int repetitions) {
  GcsEmulator emulator;
  emulator.put_object("bucket", "object", std::string(kSize, 'x'));
  GcsOptions options;
  options.endpoint = emulator.endpoint();
  options.emulator = true;
  options.block_cache = {kBlock, kSize, std::chrono::seconds(0)};
  std::printf("hit/memcpy        %.2f\n", hits_against_memcpy(repetitions));
  const std::size_t requests = requests_of_readers(options, emulator);
  std::printf("requests/readers  %zu/64\n", requests);
  std::printf("cached/libcurl    %.2f\n",
              cache_against_libcurl(options, emulator.endpoint(), repetitions));
  return requests == 1 ? 0 : 1;
}

} // namespace
} // namespace hooktidy::runtime::gcs

int main(int argc, char **argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 5;
  return hooktidy::runtime::gcs::run(repetitions > 0 ? repetitions : 5);
}
