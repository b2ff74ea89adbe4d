// RUN: %check_hook %s hook-credentials --off

// Credentials in the source that the hook refuses when the program starts.
#include "runtime_hook/gcs/hook/configure_gcs_hook.h"

#include <memory>
#include <string>

using namespace hooktidy::runtime;
using namespace hooktidy::runtime::gcs;

constexpr const char *UserWithoutToken = R"({"type": "authorized_user"})";
const std::string KeyList = R"(["private_key"])";
static const char Unfinished[] = R"({"refresh_token": "x")";

void onTheSpot() {
  ConfigureGcsHook empty("");
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: the credentials are not well-formed JSON: {{.*}} [hook-credentials]
  ConfigureGcsHook null(R"({"refresh_token": null})");
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'refresh_token' of the credentials is null; give its value or leave it out [hook-credentials]
  ConfigureGcsHook number{R"({"private_key": 1})"};
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'private_key' of the credentials is a number, but must be a string [hook-credentials]
  new ConfigureGcsHook("null", BlockCacheParams());
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: the credentials are JSON, but no object; give the whole credentials file [hook-credentials]
}

void byWayOfAConstant() {
  auto user = std::make_unique<ConfigureGcsHook>(UserWithoutToken);
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: the credentials have neither 'refresh_token' nor 'private_key'; {{.*}} [hook-credentials]
  auto keys = std::make_shared<ConfigureGcsHook>(KeyList);
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: the credentials are JSON, but no object; {{.*}} [hook-credentials]
  ConfigureGcsHook unfinished(Unfinished);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: the credentials are not well-formed JSON: {{.*}} [hook-credentials]
}

void byWayOfALocal(Session &session) {
  const std::string json = "{}";
  ConfigureGcsHook hook(json);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: the credentials have neither {{.*}} [hook-credentials]
  std::string moved = "{}";
  ConfigureGcsHook other(std::move(moved));
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: the credentials have neither {{.*}} [hook-credentials]
  configure_gcs(session, "{}");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the credentials have neither {{.*}} [hook-credentials]
}

// Where nothing else of the program is a hook's.
class Trainer {
public:
  Trainer() {}

private:
  ConfigureGcsHook hook_{"{}"};
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: the credentials have neither {{.*}} [hook-credentials]
};
