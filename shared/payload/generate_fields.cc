// SPDX-License-Identifier: Apache-2.0
// Run by the build: turns payload schemas into the tables of fields.h. Not part of any program.
//
//   generate_fields OUT.inc pre-tool-use.schema.json status-input.schema.json …
//
// It understands a small part of JSON Schema and refuses the rest by name, so that a schema never says more than the tables do.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Json = nlohmann::ordered_json;

std::string folder;
std::map<std::string, Json> documents;

const Json& document(const std::string& name) {
  const auto found = documents.find(name);
  if (found != documents.end()) return found->second;
  std::ifstream in(folder + "/" + name);
  if (!in) throw std::runtime_error("cannot read " + name);
  return documents.emplace(name, Json::parse(in)).first->second;
}

// A schema node with the file it stands in, for references.
struct Node {
  Json json;
  std::string file;
};

Node resolve(Node node) {
  while (node.json.contains("$ref")) {
    const std::string ref = node.json["$ref"];
    const size_t hash = ref.find('#');
    if (hash != 0) node.file = ref.substr(0, hash);
    node.json = document(node.file).at(Json::json_pointer(ref.substr(hash + 1)));
  }
  return node;
}

void refuse_unknown(const Json& node, const std::string& file) {
  static const std::set<std::string> kUnderstood = {"$schema", "$defs", "title", "description", "type", "properties", "required", "allOf",
                                                    "if", "then", "const", "enum", "items", "minLength", "minimum", "maximum"};
  for (const auto& [key, value] : node.items()) {
    if (kUnderstood.count(key) == 0) throw std::runtime_error(file + ": the generator does not understand '" + key + "'");
  }
}

// What is known of one field, or of the root.
struct Member;  // not a std::pair: clang wants the element complete inside the class

struct Field {
  std::vector<std::string> types;
  bool required = false;
  bool closed = false;
  std::vector<Member> members;
  std::vector<Field> element;  // none or one

  Field& member(const std::string& name);
};

struct Member {
  std::string key;
  Field field;
};

Field& Field::member(const std::string& name) {
  for (Member& member : members) {
    if (member.key == name) return member.field;
  }
  members.push_back({name, {}});
  return members.back().field;
}

struct Variant {
  std::vector<std::string> tools;
  Node then;
};

void merge(Field& into, const Node& reference, std::vector<Variant>& variants);

void merge_all_of(Field& into, const Node& node, std::vector<Variant>& variants) {
  for (const Json& part : node.json.value("allOf", Json::array())) {
    if (!part.contains("if")) {
      merge(into, {part, node.file}, variants);
      continue;
    }
    const Json& tool = part.at("if").at("properties").at("tool_name");
    Variant variant{{}, {part.at("then"), node.file}};
    if (tool.contains("const")) variant.tools.push_back(tool["const"]);
    for (const Json& name : tool.value("enum", Json::array())) variant.tools.push_back(name);
    variants.push_back(std::move(variant));
  }
}

void merge(Field& into, const Node& reference, std::vector<Variant>& variants) {
  const Node node = resolve(reference);
  refuse_unknown(node.json, node.file);
  if (node.json.contains("type")) {
    const Json& type = node.json["type"];
    into.types = type.is_string() ? std::vector<std::string>{type} : type.get<std::vector<std::string>>();
  }
  if (node.json.contains("properties")) into.closed = true;
  merge_all_of(into, node, variants);
  const Json properties = node.json.value("properties", Json::object());
  for (const auto& [name, property] : properties.items()) {
    merge(into.member(name), {property, node.file}, variants);
  }
  for (const std::string name : node.json.value("required", Json::array())) into.member(name).required = true;
  if (node.json.contains("items")) {
    if (into.element.empty()) into.element.emplace_back();
    merge(into.element.front(), {node.json["items"], node.file}, variants);
  }
}

std::string types_code(const Field& field, const std::string& path) {
  static const std::map<std::string, std::string> kBits = {{"null", "kNull"},     {"boolean", "kBoolean"}, {"number", "kNumber"}, {"integer", "kInteger"},
                                                           {"string", "kString"}, {"array", "kArray"},     {"object", "kObject"}};
  if (field.types.empty()) throw std::runtime_error(path + " has no type");
  std::string out;
  for (const std::string& type : field.types) out += (out.empty() ? "" : " | ") + kBits.at(type);
  return out;
}

void emit(std::string& out, const Field& field, const std::string& path, size_t& count) {
  if (!path.empty()) {
    out += "    {\"" + path + "\", " + types_code(field, path) + ", " + (field.required ? "true" : "false") + ", " + (field.closed ? "true" : "false") + "},\n";
    ++count;
  }
  for (const auto& [name, member] : field.members) emit(out, member, path.empty() ? name : path + "." + name, count);
  if (!field.element.empty()) emit(out, field.element.front(), path + "[]", count);
}

struct Output {
  std::string tables, shapes;
  size_t number = 0;

  void shape(const std::string& event, const std::string& tool, const Field& root) {
    const std::string name = "kRules" + std::to_string(number++);
    size_t count = 0;
    tables += "constexpr FieldRule " + name + "[] = {\n";
    emit(tables, root, "", count);
    tables += "};\n";
    shapes += "    {\"" + event + "\", \"" + tool + "\", " + name + ", " + std::to_string(count) + "},\n";
  }
};

void add_schema(Output& output, const std::string& file) {
  const Json& schema = document(file);
  std::string event;
  if (schema.at("properties").contains("hook_event_name")) event = schema["properties"]["hook_event_name"].at("const");
  Field general;
  std::vector<Variant> variants, none;
  merge(general, {schema, file}, variants);
  output.shape(event, "", general);
  std::map<std::string, Field> tools;
  for (const Variant& variant : variants) {
    for (const std::string& tool : variant.tools) merge(tools.try_emplace(tool, general).first->second, variant.then, none);
  }
  for (const auto& [tool, field] : tools) output.shape(event, tool, field);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: generate_fields OUT SCHEMA…\n"), 2;
  try {
    Output output;
    for (int i = 2; i < argc; ++i) {
      const std::string path = argv[i];
      folder = path.substr(0, path.rfind('/'));
      add_schema(output, path.substr(path.rfind('/') + 1));
    }
    std::ofstream out(argv[1]);
    out << "// Generated from schemas/*.schema.json; do not edit.\n" << output.tables << "constexpr Shape kShapes[] = {\n" << output.shapes << "};\n";
    out.close();
    if (!out) throw std::runtime_error(std::string("cannot write ") + argv[1]);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "generate_fields: %s\n", e.what());
    return 1;
  }
  return 0;
}
