//===- gcs_emulator.cpp - a gs:// service inside the process --------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/emulator/gcs_emulator.h"

#include "runtime_hook/gcs/emulator/emulated_store.h"
#include "runtime_hook/graph/error.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <httplib.h>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

namespace hooktidy::runtime::gcs {

namespace {

using nlohmann::json;

/// Connections that are kept open hold a thread each.
constexpr std::size_t kThreads = 80;

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  });
  return text;
}

void answer_json(httplib::Response &response, const json &value) {
  response.status = 200;
  response.set_content(value.dump(), "application/json");
}

void answer_error(httplib::Response &response, int status, const std::string &message) {
  response.status = status;
  response.set_content(json{{"error", {{"code", status}, {"message", message}}}}.dump(),
                       "application/json");
}

json metadata_of(const std::string &bucket, const std::string &name,
                 const EmulatedObject &object) {
  return {{"kind", "storage#object"},
          {"bucket", bucket},
          {"name", name},
          {"size", std::to_string(object.bytes->size())},
          {"generation", std::to_string(object.generation)},
          {"updated", "2020-01-01T00:00:00.000Z"}};
}

/// What comes after `prefix`, if the path begins so.
std::optional<std::string> after(const std::string &path, const std::string &prefix) {
  if (path.compare(0, prefix.size(), prefix) != 0)
    return std::nullopt;
  return path.substr(prefix.size());
}

} // namespace

std::string EmulatedRequest::header(const std::string &lower_case_name) const {
  const auto found = headers.find(lower_case_name);
  return found == headers.end() ? std::string() : found->second;
}

class GcsEmulator::Server {
public:
  Server() {
    http_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    http_.set_keep_alive_max_count(1000000);
    http_.set_keep_alive_timeout(1);
    http_.set_tcp_nodelay(true);
    const auto handler = [this](const httplib::Request &request,
                                httplib::Response &response) {
      handle(request, response);
    };
    http_.Get(".*", handler).Post(".*", handler).Put(".*", handler).Delete(".*", handler);
    const int port = http_.bind_to_any_port("127.0.0.1");
    if (port <= 0)
      throw UnavailableError("the emulator found no free port");
    endpoint = "http://127.0.0.1:" + std::to_string(port);
    thread_ = std::thread([this] { http_.listen_after_bind(); });
    while (!http_.is_running())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  ~Server() {
    stopping_ = true;
    http_.stop();
    thread_.join();
  }

  std::string endpoint;
  EmulatedStore store;

  void inject(EmulatedFault fault) {
    const std::lock_guard<std::mutex> lock(mutex_);
    faults_.push_back(std::move(fault));
  }

  std::vector<EmulatedRequest> requests() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return requests_;
  }

  void require_tokens() { tokens_required_ = true; }
  void revoke_tokens() { first_valid_token_ = tokens_given_ + 1; }

private:
  void handle(const httplib::Request &request, httplib::Response &response) {
    // httplib would cut the bytes asked for out of every answer, error texts included.
    const_cast<httplib::Request &>(request).ranges.clear();
    const EmulatedFault fault = note(request);
    if (fault.before)
      fault.before();
    if (fault.kind == EmulatedFault::Kind::kDelay)
      wait(fault.delay);
    if (fault.kind == EmulatedFault::Kind::kAnswer) {
      answer(response, fault);
      return;
    }
    dispatch(request, response);
    if (fault.kind == EmulatedFault::Kind::kLoseAnswer)
      answer(response, fault);
    else if (fault.kind == EmulatedFault::Kind::kShortBody)
      shorten(response);
    else if (fault.kind == EmulatedFault::Kind::kCutBody ||
             fault.kind == EmulatedFault::Kind::kStall)
      send_half(response, fault);
  }

  /// Records the request; returns what goes wrong with it.
  EmulatedFault note(const httplib::Request &request) {
    EmulatedRequest seen{request.method, request.target, {}, request.body};
    for (const auto &[name, value] : request.headers)
      seen.headers[lower_case(name)] = value;
    const std::lock_guard<std::mutex> lock(mutex_);
    requests_.push_back(std::move(seen));
    for (EmulatedFault &fault : faults_) {
      if (fault.times <= 0 || (!fault.method.empty() && fault.method != request.method) ||
          request.target.find(fault.target_part) == std::string::npos)
        continue;
      if (fault.skip > 0) {
        --fault.skip;
        continue;
      }
      --fault.times;
      return fault;
    }
    EmulatedFault none;
    none.kind = EmulatedFault::Kind::kNone;
    return none;
  }

  static void answer(httplib::Response &response, const EmulatedFault &fault) {
    response.headers.clear();
    response.status = fault.status;
    // After an answer that must have no body, its bytes would be taken for the next
    // answer.
    const bool has_body =
        fault.status >= 200 && fault.status != 204 && fault.status != 304;
    // Text would be packed for clients that can unpack it.
    response.set_content(has_body ? fault.body : std::string(),
                         "application/octet-stream");
    for (const auto &[name, value] : fault.headers)
      response.set_header(name.c_str(), value);
  }

  static void shorten(httplib::Response &response) {
    response.body.resize(response.body.size() / 2);
    response.headers.erase("Content-Range");
  }

  void send_half(httplib::Response &response, const EmulatedFault &fault) {
    const std::string body = std::move(response.body);
    response.body.clear();
    const bool stall = fault.kind == EmulatedFault::Kind::kStall;
    response.set_content_provider(
        body.size(), "application/octet-stream",
        [this, body, stall, delay = fault.delay](std::size_t offset, std::size_t,
                                                 httplib::DataSink &sink) {
          if (offset == 0 && body.size() > 1)
            return sink.write(body.data(), body.size() / 2);
          if (stall)
            wait(delay);
          return false;
        });
  }

  void wait(std::chrono::milliseconds time) const {
    const auto end = std::chrono::steady_clock::now() + time;
    while (!stopping_ && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }

  void dispatch(const httplib::Request &request, httplib::Response &response) {
    if (request.path == "/token" && request.method == "POST")
      return give_token(response);
    if (after(request.path, "/computeMetadata/v1/")) {
      response.set_header("Metadata-Flavor", "Google");
      return give_token(response);
    }
    if (!is_authorised(request))
      return answer_error(response, 401, "Invalid Credentials");
    if (const auto id = after(request.path, "/upload/session/"))
      return continue_upload(*id, request, response);
    for (const char *root :
         {"/storage/v1/b/", "/download/storage/v1/b/", "/upload/storage/v1/b/"})
      if (const auto rest = after(request.path, root))
        return dispatch_bucket(*rest, request, response);
    answer_error(response, 404, "there is no such method");
  }

  void dispatch_bucket(const std::string &rest, const httplib::Request &request,
                       httplib::Response &response) {
    const std::string bucket = rest.substr(0, rest.find('/'));
    const std::string tail = rest.substr(bucket.size());
    if (!store.has_bucket(bucket))
      return answer_error(response, 404, "there is no bucket " + bucket);
    if (tail.empty())
      return answer_json(response, {{"name", bucket}, {"location", "NOWHERE"}});
    if (tail == "/o" && request.method == "POST")
      return start_upload(bucket, request, response);
    if (tail == "/o")
      return list(bucket, request, response);
    const auto name = after(tail, "/o/");
    if (!name)
      return answer_error(response, 404, "there is no such method");
    if (request.method == "DELETE")
      return remove(bucket, *name, response);
    read(bucket, *name, request, response);
  }

  void give_token(httplib::Response &response) {
    const int number = ++tokens_given_;
    answer_json(response, {{"access_token", "emulated-token-" + std::to_string(number)},
                           {"expires_in", 3600},
                           {"token_type", "Bearer"}});
  }

  bool is_authorised(const httplib::Request &request) const {
    if (!tokens_required_)
      return true;
    const auto number =
        after(request.get_header_value("Authorization"), "Bearer emulated-token-");
    if (!number)
      return false;
    const int given = std::atoi(number->c_str());
    return given >= first_valid_token_ && given <= tokens_given_;
  }

  void read(const std::string &bucket, const std::string &name,
            const httplib::Request &request, httplib::Response &response) const {
    const auto object = store.find(bucket, name);
    if (!object)
      return answer_error(response, 404, "there is no object " + name);
    if (request.get_param_value("alt") != "media")
      return answer_json(response, metadata_of(bucket, name, *object));
    const std::string wanted = request.get_param_value("ifGenerationMatch");
    if (!wanted.empty() && wanted != std::to_string(object->generation))
      return answer_error(response, 412, "the generation does not match");
    response.set_header("X-Goog-Generation", std::to_string(object->generation));
    answer_bytes(request.get_header_value("Range"), *object->bytes, response);
  }

  static void answer_bytes(const std::string &range, const std::string &bytes,
                           httplib::Response &response) {
    const auto numbers = after(range, "bytes=");
    if (!numbers) {
      response.status = 200;
      response.set_content(bytes, "application/octet-stream");
      return;
    }
    const std::size_t first = std::strtoull(numbers->c_str(), nullptr, 10);
    const std::size_t dash = numbers->find('-');
    std::size_t last = std::strtoull(numbers->c_str() + dash + 1, nullptr, 10);
    if (first >= bytes.size())
      return answer_error(response, 416, "the range is behind the end");
    last = std::min(last, bytes.size() - 1);
    response.status = 206;
    response.set_header("Content-Range", "bytes " + std::to_string(first) + "-" +
                                             std::to_string(last) + "/" +
                                             std::to_string(bytes.size()));
    response.set_content(bytes.substr(first, last - first + 1),
                         "application/octet-stream");
  }

  void remove(const std::string &bucket, const std::string &name,
              httplib::Response &response) {
    if (!store.remove(bucket, name))
      return answer_error(response, 404, "there is no object " + name);
    response.status = 204;
  }

  void list(const std::string &bucket, const httplib::Request &request,
            httplib::Response &response) const {
    const std::string size = request.get_param_value("maxResults");
    const auto listing = store.list(
        bucket, request.get_param_value("prefix"),
        request.get_param_value("delimiter") == "/", request.get_param_value("pageToken"),
        size.empty() ? 1000 : std::strtoull(size.c_str(), nullptr, 10));
    json answer = json::object();
    for (const std::string &name : listing.names)
      answer["items"].push_back({{"name", name}});
    if (!listing.prefixes.empty())
      answer["prefixes"] = listing.prefixes;
    if (!listing.next.empty())
      answer["nextPageToken"] = listing.next;
    answer_json(response, answer);
  }

  void start_upload(const std::string &bucket, const httplib::Request &request,
                    httplib::Response &response) {
    const std::string id = store.start_upload(bucket, request.get_param_value("name"));
    response.set_header("Location", endpoint + "/upload/session/" + id);
    response.status = 200;
  }

  void continue_upload(const std::string &id, const httplib::Request &request,
                       httplib::Response &response) {
    const std::string range = request.get_header_value("Content-Range");
    const std::size_t slash = range.find('/');
    if (slash == std::string::npos)
      return answer_error(response, 400, "Content-Range is missing");
    const std::size_t total = std::strtoull(range.c_str() + slash + 1, nullptr, 10);
    const auto numbers = after(range, "bytes ");
    const std::size_t offset = numbers ? std::strtoull(numbers->c_str(), nullptr, 10) : 0;
    const auto state = store.continue_upload(id, offset, request.body, total);
    if (!state)
      return answer_error(response, 404, "there is no such upload");
    if (state->complete)
      return answer_json(response, metadata_of(state->bucket, state->name,
                                               *store.find(state->bucket, state->name)));
    response.status = 308;
    if (state->received > 0)
      response.set_header("Range", "bytes=0-" + std::to_string(state->received - 1));
  }

  httplib::Server http_;
  std::thread thread_;
  std::atomic<bool> stopping_{false};
  std::atomic<bool> tokens_required_{false};
  std::atomic<int> tokens_given_{0};
  std::atomic<int> first_valid_token_{1};
  mutable std::mutex mutex_;
  std::vector<EmulatedRequest> requests_;
  std::vector<EmulatedFault> faults_;
};

GcsEmulator::GcsEmulator() : server_(std::make_unique<Server>()) {}
GcsEmulator::~GcsEmulator() = default;

const std::string &GcsEmulator::endpoint() const noexcept { return server_->endpoint; }
void GcsEmulator::add_bucket(const std::string &bucket) {
  server_->store.add_bucket(bucket);
}

std::int64_t GcsEmulator::put_object(const std::string &bucket, const std::string &name,
                                     std::string bytes) {
  return server_->store.put(bucket, name, std::move(bytes));
}

std::optional<std::string> GcsEmulator::object(const std::string &bucket,
                                               const std::string &name) const {
  const auto found = server_->store.find(bucket, name);
  if (!found)
    return std::nullopt;
  return *found->bytes;
}

void GcsEmulator::require_tokens() { server_->require_tokens(); }
void GcsEmulator::revoke_tokens() { server_->revoke_tokens(); }
void GcsEmulator::limit_upload_step(std::size_t bytes) {
  server_->store.limit_upload_step(bytes);
}
void GcsEmulator::inject(EmulatedFault fault) { server_->inject(std::move(fault)); }
std::vector<EmulatedRequest> GcsEmulator::requests() const { return server_->requests(); }

std::size_t GcsEmulator::count_requests(const std::string &method,
                                        const std::string &target_part) const {
  std::size_t count = 0;
  for (const EmulatedRequest &request : server_->requests())
    if (request.method == method && request.target.find(target_part) != std::string::npos)
      ++count;
  return count;
}

} // namespace hooktidy::runtime::gcs
