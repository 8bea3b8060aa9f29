// SPDX-License-Identifier: Apache-2.0
// No payload breaks the reader, its drift or the answer: what goes out is one line of JSON whose updatedInput equals the
// input but for its description.
#include <cstdlib>

#include "shared/payload/decision.h"
#include "shared/payload/payload.h"

using namespace cordon;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_updated_input(const payload::ToolCall& call, const json::Document& answer) {
  const json::Value* updated = answer.root.at({"hookSpecificOutput", "updatedInput"});
  const json::Value* input = call.payload.value("tool_input");
  if (updated == nullptr) return;
  require(input != nullptr && updated->find("description") != nullptr && updated->find("description")->string == "new text");
  const size_t added = input->find("description") == nullptr ? 1 : 0;
  require(updated->items.size() == input->items.size() + added);
  for (size_t i = 0; i < input->items.size(); ++i) {
    require(updated->items[i].key == input->items[i].key);
    if (input->items[i].key == "description") continue;
    std::string before(call.payload.document().raw(input->items[i]));
    for (char& c : before) c = c == '\n' || c == '\r' ? ' ' : c;  // white space between values is put on one line
    require(answer.raw(updated->items[i]) == before);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto read = payload::Payload::read(std::string(reinterpret_cast<const char*>(data), size));
  if (!read) return 0;
  require(read->drift().size() <= 256);
  const auto call = payload::ToolCall::from(std::move(*read));
  auto decision = payload::Decision::ask("reason " + call.input("command").value);
  decision.description = "new text";
  const std::string line = payload::to_json(decision, &call);
  require(!line.empty() && line.find('\n') == line.size() - 1);
  const auto answer = json::parse(line);
  require(answer.has_value());
  check_updated_input(call, *answer);
  return 0;
}
