//===- resumable_upload.cpp - restartable uploads --------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/storage/resumable_upload.h"

#include "runtime_hook/gcs/errors.h"
#include "runtime_hook/gcs/http/url.h"
#include "runtime_hook/gcs/storage/object_api.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace hooktidy::runtime::gcs {

namespace {

/// Every request but the last must have a multiple of this.
constexpr std::size_t kChunkUnit = 256 * 1024;

/// The service does not know the upload any more; nothing of it is left.
class SessionLostError : public UnavailableError {
public:
  using UnavailableError::UnavailableError;
};

/// One session of an upload.
class UploadSession {
public:
  UploadSession(GcsConnection &connection, const GcsPath &path, UploadSource &source)
      : connection_(connection), path_(path), source_(source),
        purpose_("writing '" + path.to_string() + "'") {
    const std::size_t chunk =
        std::max<std::size_t>(connection.options().upload_chunk_size, 1);
    chunk_size_ = (chunk + kChunkUnit - 1) / kChunkUnit * kChunkUnit;
  }

  void run() {
    start();
    RetryPolicy::Attempts attempts(connection_.policy(), purpose_);
    bool position_known = true;
    for (;;) {
      try {
        if (!position_known && ask_position())
          return;
        position_known = true;
        const std::uint64_t before = best_;
        if (send_chunk())
          return;
        if (best_ == before)
          throw UnavailableError(purpose_ + ": the server took none of the bytes");
        attempts.restart();
      } catch (const SessionLostError &) {
        throw;
      } catch (const Error &error) {
        attempts.wait_after(error);
        position_known = false;
      }
    }
  }

private:
  void start() {
    HttpRequest request;
    request.method = HttpMethod::kPost;
    request.url = connection_.options().endpoint + "/upload/storage/v1/b/" +
                  url_escape(path_.bucket) +
                  "/o?uploadType=resumable&name=" + url_escape(path_.object);
    request.purpose = purpose_;
    request.headers = {{"Content-Type", "application/json; charset=UTF-8"},
                       {"X-Upload-Content-Type", "application/octet-stream"},
                       {"X-Upload-Content-Length", std::to_string(source_.size())}};
    request.body = "{}";
    request.timeouts = connection_.options().metadata_timeouts();
    const HttpResponse response = connection_.send_checked(request);
    url_ = session_url(response.header("location"));
  }

  /// Whoever has the session's URL can write to it, and it is sent data: it must be one
  /// of the service. An emulator may know its own address by another name than we do.
  std::string session_url(const std::string &location) const {
    const std::string &endpoint = connection_.options().endpoint;
    const std::string origin = url_origin(location);
    if (!origin.empty() && origin == endpoint)
      return location;
    if (connection_.options().emulator &&
        url_path_and_query(location).compare(0, 1, "/") == 0)
      return endpoint + url_path_and_query(location);
    constexpr std::string_view kHttps = "https://";
    constexpr std::string_view kDomain = ".googleapis.com";
    if (origin.compare(0, kHttps.size(), kHttps) == 0 && origin.size() > kDomain.size() &&
        origin.compare(origin.size() - kDomain.size(), kDomain.size(), kDomain) == 0)
      return location;
    throw InternalError(purpose_ +
                        ": the server's answer names no upload session of its own");
  }

  HttpRequest put(std::string_view body, const std::string &range) const {
    HttpRequest request;
    request.method = HttpMethod::kPut;
    request.url = url_;
    request.purpose = purpose_;
    request.headers = {{"Content-Type", "application/octet-stream"},
                       {"Content-Range", "bytes " + range}};
    request.body = body;
    request.timeouts = connection_.options().write_timeouts();
    return request;
  }

  /// True if the object is complete.
  bool send_chunk() {
    const std::uint64_t total = source_.size();
    const std::size_t size =
        static_cast<std::size_t>(std::min<std::uint64_t>(chunk_size_, total - position_));
    const std::string_view body =
        size == 0 ? std::string_view() : source_.read(position_, size);
    const std::string range = (size == 0 ? "*"
                                         : std::to_string(position_) + "-" +
                                               std::to_string(position_ + size - 1)) +
                              "/" + std::to_string(total);
    return take_answer(put(body, range));
  }

  /// True if the object is complete after all.
  bool ask_position() {
    return take_answer(put({}, "*/" + std::to_string(source_.size())));
  }

  bool take_answer(const HttpRequest &request) {
    const HttpResponse response = connection_.send(request);
    if (response.status == 404 || response.status == 410)
      throw SessionLostError(purpose_ + ": the server has forgotten the upload");
    if (response.status == 308) {
      position_ = next_byte(response.header("range"));
      best_ = std::max(best_, position_);
      return false;
    }
    check_status(request, response);
    check_size(response);
    return true;
  }

  /// "bytes=0-10" or "0-10": the service has 11 bytes. No header: none.
  std::uint64_t next_byte(const std::string &range) const {
    if (range.empty())
      return 0;
    constexpr std::string_view kUnit = "bytes=";
    const std::string text =
        range.compare(0, kUnit.size(), kUnit) == 0 ? range.substr(kUnit.size()) : range;
    const bool sensible = text.compare(0, 2, "0-") == 0 && text.size() > 2 &&
                          text.size() <= 20 &&
                          text.find_first_not_of("0123456789", 2) == std::string::npos;
    const std::uint64_t last = sensible ? std::stoull(text.substr(2)) : source_.size();
    if (last >= source_.size())
      throw InternalError(purpose_ +
                          ": the server's answer makes no sense: it has a part of "
                          "the object that was not sent");
    return last + 1;
  }

  /// The service tells what it has stored; an emulator may answer nothing.
  void check_size(const HttpResponse &response) const {
    if (response.body.empty())
      return;
    const ObjectMetadata stored = parse_object_metadata(purpose_, response);
    if (stored.size != source_.size())
      throw InternalError(purpose_ + ": the server has stored " +
                          std::to_string(stored.size) + " bytes instead of " +
                          std::to_string(source_.size()));
  }

  GcsConnection &connection_;
  const GcsPath &path_;
  UploadSource &source_;
  const std::string purpose_;
  std::size_t chunk_size_;
  std::string url_;
  /// What is sent next, and the furthest that it ever was.
  std::uint64_t position_ = 0;
  std::uint64_t best_ = 0;
};

} // namespace

UploadSource::~UploadSource() = default;

FileSource::FileSource(std::string path)
    : path_(std::move(path)), file_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
  struct stat status = {};
  const bool opened =
      file_ >= 0 && ::fstat(file_, &status) == 0 && S_ISREG(status.st_mode);
  if (opened) {
    size_ = static_cast<std::uint64_t>(status.st_size);
    return;
  }
  const int error = errno;
  if (file_ >= 0) {
    ::close(file_);
    throw FailedPreconditionError("cannot upload '" + path_ + "': it is no regular file");
  }
  const ErrorCode code = error == ENOENT   ? ErrorCode::kNotFound
                         : error == EACCES ? ErrorCode::kPermissionDenied
                                           : ErrorCode::kFailedPrecondition;
  throw_error(code, "cannot open '" + path_ + "': " + std::strerror(error));
}

FileSource::~FileSource() { ::close(file_); }

std::string_view FileSource::read(std::uint64_t offset, std::size_t size) {
  buffer_.resize(size);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::pread(file_, buffer_.data() + done, size - done,
                                static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      throw FailedPreconditionError(
          "cannot read '" + path_ + "': " +
          (got < 0 ? std::strerror(errno) : "it became shorter while it was uploaded"));
    done += static_cast<std::size_t>(got);
  }
  return buffer_;
}

void upload_object(GcsConnection &connection, const GcsPath &path, UploadSource &source) {
  connection.policy().run("writing '" + path.to_string() + "'",
                          [&] { UploadSession(connection, path, source).run(); });
}

} // namespace hooktidy::runtime::gcs
