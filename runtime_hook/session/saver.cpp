//===- saver.cpp - checkpoints on disk ------------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/saver.h"

#include "runtime_hook/graph/checkpoint_format.h"
#include "runtime_hook/graph/error.h"
#include "runtime_hook/graph/file_io.h"
#include "runtime_hook/graph/graph.h"
#include "runtime_hook/session/session.h"

#include <utility>

namespace hooktidy::runtime {

namespace {

constexpr char kPathName[] = "save/path";
constexpr char kSaveName[] = "save/save";
constexpr char kRestoreName[] = "save/restore";

/// The file that names the latest checkpoint of a directory.
std::string index_of(const std::string &directory) {
  return directory + "/" + internal::kCheckpointIndex;
}

Operation add_file_operation(Graph &graph, const char *type, const char *name,
                             const Tensor &path) {
  OperationSpec spec;
  spec.type = type;
  spec.name = name;
  spec.inputs = {path};
  return graph.add_operation(spec);
}

} // namespace

Saver::Saver(Graph &graph)
    : path_(graph.add_placeholder(kPathName, DataType::kString)),
      save_(add_file_operation(graph, "SaveVariables", kSaveName, path_)),
      restore_(add_file_operation(graph, "RestoreVariables", kRestoreName, path_)) {}

Saver Saver::get_or_create(Graph &graph) {
  const Operation restore = graph.find_operation(kRestoreName);
  if (!restore)
    return Saver(graph);
  Saver saver;
  saver.path_ = graph.tensor(kPathName);
  saver.save_ = graph.operation(kSaveName);
  saver.restore_ = restore;
  return saver;
}

std::string Saver::save(Session &session, const std::string &directory,
                        std::int64_t step) const {
  const std::string name = "model-" + std::to_string(step) + ".ckpt";
  const std::string path = directory + "/" + name;
  session.run({save_}, {{path_, path}});
  internal::write_file_atomically(index_of(directory), name);
  return path;
}

void Saver::restore(Session &session, const std::string &path) const {
  session.run({restore_}, {{path_, path}});
}

std::string latest_checkpoint(const std::string &directory) {
  std::string name;
  try {
    name = internal::read_whole_file(index_of(directory));
  } catch (const NotFoundError &) {
    return std::string();
  }
  return directory + "/" +
         internal::checkpoint_name_in(std::move(name), index_of(directory));
}

} // namespace hooktidy::runtime
