// RUN: %check_hook %s hook-credentials

#include "runtime_hook/gcs/hook/configure_gcs_hook.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

using namespace hooktidy::runtime;
using namespace hooktidy::runtime::gcs;

constexpr const char *User = R"({"type": "authorized_user", "client_id": "id",
                                 "client_secret": "s", "refresh_token": "r"})";

void withAll() {
  ConfigureGcsHook user(User);
  ConfigureGcsHook key(R"({"private_key": "k", "extra": [null, {"a": null}]})");
  ConfigureGcsHook none;
  ConfigureGcsHook null(std::nullopt, BlockCacheParams(16));
  auto made = std::make_unique<ConfigureGcsHook>(User, BlockCacheParams(16));
}

// What is not known here is no literal.
std::string readFile(const char *path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void computed(bool isTest, std::string given) {
  ConfigureGcsHook fromFile(readFile("adc.json"));
  ConfigureGcsHook fromCaller(given);
  const char *text = "{}";
  if (const char *set = std::getenv("CREDENTIALS"))
    text = set;
  ConfigureGcsHook fromEnvironment(text);
  std::string json = "{";
  json += "\"refresh_token\": \"x\"}";
  ConfigureGcsHook assembled(json);
  std::string filled;
  filled.assign(User);
  ConfigureGcsHook assigned(filled);
  std::string output;
  std::getline(std::ifstream("adc.json") >> std::ws, output);
  ConfigureGcsHook line(output);
  std::string viaPointer = "{}";
  std::string *pointer = &viaPointer;
  *pointer = User;
  ConfigureGcsHook changed(viaPointer);
  std::string viaReference = "{}";
  std::string &reference = viaReference;
  reference = User;
  ConfigureGcsHook changedToo(viaReference);
  ConfigureGcsHook chosen(isTest ? "{}" : User);
}

void append(std::string &text) { text += "}"; }
void byCallee() {
  std::string text = R"({"refresh_token": "x")";
  append(text);
  ConfigureGcsHook hook(text);
  std::string captured = "{}";
  auto fill = [&] { captured = User; };
  fill();
  ConfigureGcsHook filled(captured);
}

// Another class of that shape.
namespace mine {
class ConfigureHook {
public:
  explicit ConfigureHook(const char *) {}
};
void configure(int, const char *) {}
} // namespace mine
void others() {
  mine::ConfigureHook hook("{}");
  mine::configure(1, "{}");
}
