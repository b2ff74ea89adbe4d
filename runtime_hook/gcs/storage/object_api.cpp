//===- object_api.cpp - the JSON API, request by request ------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/storage/object_api.h"

#include "runtime_hook/gcs/errors.h"
#include "runtime_hook/gcs/http/url.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace hooktidy::runtime::gcs {

namespace {

using nlohmann::json;

std::string bucket_url(const GcsConnection &connection, const std::string &bucket) {
  return connection.options().endpoint + "/storage/v1/b/" + url_escape(bucket);
}

std::string object_url(const GcsConnection &connection, const GcsPath &path) {
  return bucket_url(connection, path.bucket) + "/o/" + url_escape(path.object);
}

[[noreturn]] void refuse_answer(const std::string &purpose, const std::string &why) {
  throw InternalError(purpose + ": the server's answer makes no sense: " + why);
}

/// A number of up to 19 digits; the service writes 64 bit numbers as strings.
std::optional<std::int64_t> parse_number(std::string_view text) {
  if (text.empty() || text.size() > 19)
    return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9')
      return std::nullopt;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return std::nullopt;
  return static_cast<std::int64_t>(number);
}

std::int64_t number_member(const std::string &purpose, const json &object,
                           const char *name) {
  const auto member = object.find(name);
  std::optional<std::int64_t> number;
  if (member != object.end() && member->is_string())
    number = parse_number(member->get_ref<const std::string &>());
  else if (member != object.end() && member->is_number_unsigned())
    number = parse_number(std::to_string(member->get<std::uint64_t>()));
  if (!number)
    refuse_answer(purpose, std::string("'") + name + "' is no number");
  return *number;
}

json parse_object(const std::string &purpose, const HttpResponse &response) {
  const std::string_view text = response.body.reveal();
  json object = json::parse(text.begin(), text.end(), nullptr, false);
  if (!object.is_object())
    refuse_answer(purpose, "it is no JSON object");
  return object;
}

/// "bytes 5-9/20"; the total may be '*'.
struct ContentRange {
  std::int64_t first = 0;
  std::optional<std::int64_t> total;
};

std::optional<ContentRange> parse_content_range(const std::string &text) {
  constexpr std::string_view kUnit = "bytes ";
  const std::size_t dash = text.find('-');
  const std::size_t slash = text.find('/');
  if (text.compare(0, kUnit.size(), kUnit) != 0 || dash == std::string::npos ||
      slash == std::string::npos || slash < dash)
    return std::nullopt;
  const auto first =
      parse_number(std::string_view(text).substr(kUnit.size(), dash - kUnit.size()));
  if (!first)
    return std::nullopt;
  return ContentRange{*first, parse_number(std::string_view(text).substr(slash + 1))};
}

[[noreturn]] void throw_changed(const std::string &purpose) {
  throw ObjectChangedError(purpose +
                           ": the object was replaced after it had been opened; "
                           "open it again");
}

/// Throws unless the bytes are those that were asked for.
void check_read(const HttpRequest &request, const HttpResponse &response,
                std::int64_t generation, std::uint64_t offset) {
  const std::string &seen = response.header("x-goog-generation");
  if (!seen.empty() && seen != std::to_string(generation))
    throw_changed(request.purpose);
  if (response.status != 206) {
    if (offset != 0)
      refuse_answer(request.purpose, "the whole object came instead of a part of it");
    return;
  }
  const auto range = parse_content_range(response.header("content-range"));
  if (!range)
    return;
  if (range->first != static_cast<std::int64_t>(offset))
    refuse_answer(request.purpose, "another part of the object came");
  if (!range->total)
    return;
  const std::uint64_t total = static_cast<std::uint64_t>(*range->total);
  const std::uint64_t expected =
      std::min<std::uint64_t>(request.sink_size, total > offset ? total - offset : 0);
  if (response.sink_used != expected)
    refuse_answer(request.purpose, "it has " + std::to_string(response.sink_used) +
                                       " bytes instead of " + std::to_string(expected));
}

struct ListPage {
  std::vector<std::string> names;
  std::string next;
};

void add_names(const json &answer, const char *member, std::vector<std::string> &names) {
  const auto found = answer.find(member);
  if (found == answer.end() || !found->is_array())
    return;
  for (const json &item : *found) {
    const json &name = item.is_object() && item.contains("name") ? item["name"] : item;
    if (name.is_string())
      names.push_back(name.get<std::string>());
  }
}

ListPage list_page(GcsConnection &connection, const std::string &bucket,
                   const ListOptions &options, const std::string &token) {
  std::string query = "?fields=items%2Fname%2Cprefixes%2CnextPageToken";
  if (options.one_level)
    query += "&delimiter=%2F";
  if (!options.prefix.empty())
    query += "&prefix=" + url_escape(options.prefix);
  if (!token.empty())
    query += "&pageToken=" + url_escape(token);
  std::size_t page_size = static_cast<std::size_t>(connection.options().list_page_size);
  if (options.limit > 0 && (page_size == 0 || options.limit < page_size))
    page_size = options.limit;
  if (page_size > 0)
    query += "&maxResults=" + std::to_string(page_size);
  HttpRequest request;
  request.url = bucket_url(connection, bucket) + "/o" + query;
  request.purpose = "listing 'gs://" + bucket + "/" + options.prefix + "'";
  request.timeouts = connection.options().metadata_timeouts();
  const HttpResponse response = connection.send_checked(request);
  const json answer = parse_object(request.purpose, response);
  ListPage page;
  add_names(answer, "items", page.names);
  add_names(answer, "prefixes", page.names);
  const auto next = answer.find("nextPageToken");
  if (next != answer.end() && next->is_string())
    page.next = next->get<std::string>();
  if (!page.next.empty() && page.next == token)
    refuse_answer(request.purpose, "the list goes round in a circle");
  return page;
}

} // namespace

ObjectMetadata parse_object_metadata(const std::string &purpose,
                                     const HttpResponse &response) {
  const json answer = parse_object(purpose, response);
  ObjectMetadata metadata;
  metadata.size = static_cast<std::uint64_t>(number_member(purpose, answer, "size"));
  metadata.generation = number_member(purpose, answer, "generation");
  const auto updated = answer.find("updated");
  if (updated != answer.end() && updated->is_string())
    metadata.updated = updated->get<std::string>();
  return metadata;
}

ObjectMetadata get_object_metadata(GcsConnection &connection, const GcsPath &path) {
  HttpRequest request;
  request.url = object_url(connection, path) + "?fields=size%2Cgeneration%2Cupdated";
  request.purpose = "looking up '" + path.to_string() + "'";
  request.timeouts = connection.options().metadata_timeouts();
  return parse_object_metadata(request.purpose, connection.send_checked(request));
}

bool bucket_exists(GcsConnection &connection, const std::string &bucket) {
  HttpRequest request;
  request.url = bucket_url(connection, bucket) + "?fields=location";
  request.purpose = "looking up 'gs://" + bucket + "'";
  request.timeouts = connection.options().metadata_timeouts();
  try {
    connection.send_checked(request);
    return true;
  } catch (const NotFoundError &) {
    return false;
  }
}

std::size_t read_object(GcsConnection &connection, const GcsPath &path,
                        std::int64_t generation, std::uint64_t offset, char *buffer,
                        std::size_t size) {
  if (size == 0)
    return 0;
  HttpRequest request;
  request.url = connection.options().endpoint + "/download/storage/v1/b/" +
                url_escape(path.bucket) + "/o/" + url_escape(path.object) +
                "?alt=media&ifGenerationMatch=" + std::to_string(generation);
  request.purpose = "reading '" + path.to_string() + "'";
  request.timeouts = connection.options().read_timeouts();
  // "gzip" keeps the service from unpacking what is stored packed: then size and offsets
  // would be those of other bytes.
  request.headers = {{"Range", "bytes=" + std::to_string(offset) + "-" +
                                   std::to_string(offset + size - 1)},
                     {"Accept-Encoding", "gzip"}};
  request.sink = buffer;
  request.sink_size = size;
  return connection.policy().run(request.purpose, [&]() -> std::size_t {
    const HttpResponse response = connection.send(request);
    if (response.status == 412)
      throw_changed(request.purpose);
    if (response.status == 416)
      return 0;
    check_status(request, response);
    check_read(request, response, generation, offset);
    return response.sink_used;
  });
}

std::vector<std::string> list_objects(GcsConnection &connection,
                                      const std::string &bucket,
                                      const ListOptions &options) {
  std::vector<std::string> names;
  std::string token;
  do {
    ListPage page = list_page(connection, bucket, options, token);
    for (std::string &name : page.names)
      names.push_back(std::move(name));
    if (options.limit > 0 && names.size() >= options.limit)
      break;
    token = std::move(page.next);
  } while (!token.empty());
  return names;
}

void delete_object(GcsConnection &connection, const GcsPath &path) {
  HttpRequest request;
  request.method = HttpMethod::kDelete;
  request.url = object_url(connection, path);
  request.purpose = "removing '" + path.to_string() + "'";
  request.timeouts = connection.options().metadata_timeouts();
  bool first = true;
  connection.policy().run(request.purpose, [&] {
    const bool is_retry = !first;
    first = false;
    const HttpResponse response = connection.send(request);
    if (!(is_retry && response.status == 404))
      check_status(request, response);
  });
}

} // namespace hooktidy::runtime::gcs
