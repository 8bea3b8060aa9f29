// SPDX-License-Identifier: Apache-2.0
// Which files a command prints (or, find, acts on): what xargs hands to the next one.
#include <algorithm>

#include "hooks/protected-paths/writes.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

using Words = std::vector<shell::Word>;

Target found_below(std::string_view folder, std::string_view base, std::vector<Tail> tail) {
  Target out = target_of(folder, base);
  if (out.path.empty()) {
    out.tail = {{Tail::Kind::kAnything, {}}};
  } else {
    out.tail = std::move(tail);
  }
  out.existing = true;
  return out;
}

// What a search that passes over hidden files finds: nothing below a name that begins with a dot, unless it starts there.
void add_found(std::vector<Target>& out, std::string_view folder, std::string_view base, const std::string& name, bool hidden) {
  if (hidden) {
    out.push_back(found_below(folder, base, {{Tail::Kind::kFolders, {}}, {Tail::Kind::kPattern, name}}));
    return;
  }
  out.push_back(found_below(folder, base, {{Tail::Kind::kGlob, name}}));
  out.push_back(found_below(folder, base, {{Tail::Kind::kGlob, "*"}, {Tail::Kind::kLiteral, "/"}, {Tail::Kind::kFolders, {}}, {Tail::Kind::kPattern, name}}));
}

// A pattern of find -path: its wildcards also match '/'.
std::vector<Tail> path_pattern(std::string_view pattern) {
  std::vector<Tail> out;
  while (pattern.substr(0, 2) == "./") pattern.remove_prefix(2);
  for (size_t at = 0; at < pattern.size();) {
    const size_t wild = std::min(pattern.find_first_of("*?[", at), pattern.size());
    if (wild > at) out.push_back({Tail::Kind::kLiteral, std::string(pattern.substr(at, wild - at))});
    if (wild == pattern.size()) break;
    out.push_back({Tail::Kind::kAnything, std::string(pattern.substr(wild, 1))});
    at = pattern[wild] == '[' ? std::min(pattern.find(']', wild), pattern.size() - 1) + 1 : wild + 1;
  }
  return out;
}

// Tests joined by -o each let their files through; anything else only narrows. One that is negated is left out.
std::vector<std::vector<Tail>> find_filters(const Words& argv, size_t from, bool& shallow) {
  std::vector<std::vector<Tail>> out;
  size_t alternatives = 0;
  bool negated = false;
  for (size_t i = from; i < argv.size(); ++i) {
    const std::string word = argv[i].text();
    const bool has_value = i + 1 < argv.size();
    if (word == "!" || word == "-not") {
      negated = true;
      continue;
    }
    if (word == "-o" || word == "-or") ++alternatives;
    if (word == "-maxdepth" && has_value && (argv[i + 1].is("1") || argv[i + 1].is("0"))) shallow = true;
    if ((word == "-name" || word == "-iname") && has_value) {
      const shell::Word& value = argv[++i];
      if (!negated) out.push_back({{Tail::Kind::kFolders, {}}, value.is_static() ? Tail{Tail::Kind::kPattern, value.text()} : Tail{Tail::Kind::kAnything, {}}});
    } else if ((word == "-path" || word == "-ipath" || word == "-wholename") && has_value) {
      const shell::Word& value = argv[++i];
      if (!negated && value.is_static() && out.empty()) out.push_back(path_pattern(value.text()));
    }
    negated = false;
  }
  if (out.empty() || (alternatives > 0 && alternatives + 1 > out.size())) return {{{Tail::Kind::kFolders, {}}, {Tail::Kind::kPattern, "*"}}};
  if (alternatives == 0) out.resize(1);
  return out;
}

}  // namespace

std::vector<Target> found_files(const Words& argv, std::string_view base) {
  size_t at = 1;
  while (at < argv.size() && (argv[at].is("-L") || argv[at].is("-H") || argv[at].is("-P"))) ++at;
  Words starts;
  for (; at < argv.size(); ++at) {
    const std::string text = argv[at].literal_prefix();
    if (!text.empty() && (text[0] == '-' || text[0] == '(' || text[0] == '!')) break;
    starts.push_back(argv[at]);
  }
  if (starts.empty()) starts.push_back(shell::Word::literal("."));
  bool shallow = false;
  const auto filters = find_filters(argv, at, shallow);
  std::vector<Target> out;
  for (const shell::Word& start : starts) {
    for (std::vector<Tail> tail : filters) {
      if (shallow && tail.size() == 2 && tail[0].kind == Tail::Kind::kFolders) tail.erase(tail.begin());
      const std::string folder = start.is_static() ? start.text() : "";
      if (!start.is_static()) {
        Target any = target_of(start, base);
        any.tail.push_back({Tail::Kind::kAnything, {}});
        any.existing = true;
        out.push_back(std::move(any));
        continue;
      }
      // -path patterns are written with the start folder in front.
      if (!tail.empty() && tail[0].kind == Tail::Kind::kLiteral && folder != "." && tail[0].text.compare(0, folder.size() + 1, folder + "/") == 0) {
        tail[0].text.erase(0, folder.size() + 1);
      }
      out.push_back(found_below(folder, base, std::move(tail)));
      if (starts.size() < 100) {
        Target itself = target_of(folder, base);  // a start that is a file
        itself.existing = true;
        if (filters.size() == 1 && filters[0].back().text == "*") out.push_back(std::move(itself));
      }
    }
  }
  return out;
}

// fd [-e ENDING] [PATTERN [FOLDER…]] [-x COMMAND]: the pattern is not looked at.
std::vector<Target> fd_files(const Words& call, std::string_view base) {
  const Words argv(call.begin(), std::find_if(call.begin(), call.end(), [](const shell::Word& word) { return in_names("-x,-X,--exec,--exec-batch", word.text()); }));
  const Args args = parse_args(argv, 1, {"etdEcSjo", "extension,type,max-depth,exclude,color,size,threads,changed-within,changed-before,base-directory,search-path,owner", ""});
  const bool hidden = args.has("H,hidden,u,unrestricted");
  std::vector<std::string> names;
  for (const Option* option : args.all("e,extension")) {
    if (option->has_value) names.push_back(option->value.is_static() ? "*." + option->value.text() : "*");
  }
  if (names.empty()) names.push_back("*");
  Words folders(args.operands.begin() + (args.operands.empty() ? 0 : 1), args.operands.end());
  for (const Option* option : args.all("search-path,base-directory")) folders.push_back(option->value);
  if (folders.empty()) folders.push_back(shell::Word::literal("."));
  std::vector<Target> out;
  for (const shell::Word& folder : folders) {
    if (!folder.is_static()) {
      out.push_back(target_of(folder, base));
      out.back().reach = Reach::kTree;
      continue;
    }
    for (const std::string& name : names) add_found(out, folder.text(), base, name, hidden);
  }
  return out;
}

namespace {

// grep -rl PATTERN [PATH…] --include=GLOB, rg -l PATTERN [PATH…] -g GLOB, git grep -l.
std::vector<Target> of_grep(const Words& argv, size_t first, std::string_view base, bool passes_hidden) {
  const Args args = parse_args(argv, first, {"efmABCdDgtT", "regexp,file,include,exclude,exclude-dir,glob,type,max-count", ""});
  const size_t skip = args.has("e,regexp,f,file") ? 0 : 1;
  std::vector<std::string> names;
  for (const Option* option : args.all("include,g,glob")) {
    if (option->has_value && option->value.text().compare(0, 1, "!") != 0) names.push_back(option->value.text());
  }
  if (names.empty()) names.push_back("*");
  Words folders(args.operands.begin() + static_cast<std::ptrdiff_t>(std::min(skip, args.operands.size())), args.operands.end());
  if (folders.empty()) folders.push_back(shell::Word::literal("."));
  std::vector<Target> out;
  for (const shell::Word& folder : folders) {
    for (const std::string& name : names) {
      if (folder.is_static()) {
        add_found(out, folder.text(), base, name, !passes_hidden || args.has("hidden,.,u,unrestricted"));
      }
      Target itself = target_of(folder, base);
      itself.existing = true;
      if (!folder.is("." )) out.push_back(std::move(itself));
    }
  }
  return out;
}

// ls a b, git ls-files 'src/*.c': the operands.
std::vector<Target> of_operands(const Words& argv, size_t first, std::string_view base) {
  const Args args = parse_args(argv, first, {"I", "ignore", ""});
  std::vector<Target> out;
  for (const shell::Word& word : args.operands) {
    if (!word.is_static()) {
      out.push_back(target_of(word, base));
    } else {
      const std::string text = word.text();
      const size_t slash = text.substr(0, text.find_first_of("*?[")).rfind('/');
      const std::string folder = slash == text.npos ? "." : text.substr(0, slash);
      const bool wild = text.find_first_of("*?[") != text.npos;
      std::vector<Tail> tail = path_pattern(slash == text.npos ? text : text.substr(slash + 1));
      tail.insert(tail.begin(), {Tail::Kind::kFolders, {}});
      out.push_back(wild ? found_below(folder, base, std::move(tail)) : found_below(text, base, {{Tail::Kind::kFolders, {}}, {Tail::Kind::kPattern, "*"}}));
      if (!wild) out.push_back(target_of(text, base));
    }
    out.back().existing = true;
  }
  if (out.empty()) out.push_back(found_below(".", base, {{Tail::Kind::kFolders, {}}, {Tail::Kind::kPattern, "*"}}));
  return out;
}

// echo a b, printf '%s\0' a b: what they are given, if that is one path a word.
std::optional<std::vector<Target>> of_words(const Words& argv, std::string_view base) {
  const bool formatted = argv[0].is("printf");
  if (formatted && (argv.size() < 3 || !(argv[1].is("%s\\n") || argv[1].is("%s\\0") || argv[1].is("%s ")))) return std::nullopt;
  std::vector<Target> out;
  for (size_t i = formatted ? 2 : 1; i < argv.size(); ++i) {
    const std::string text = argv[i].text();
    if (!formatted && (text.find_first_of(" \t\n\\") != text.npos || text.compare(0, 1, "-") == 0)) return std::nullopt;
    out.push_back(target_of(argv[i], base));
  }
  return out;
}

}  // namespace

std::optional<std::vector<Target>> printed_files(const shell::WalkResult& walked, size_t index, std::string_view start_dir) {
  for (int steps = 0; steps < 20 && index < walked.invocations.size(); ++steps) {
    const shell::Invocation& it = walked.invocations[index];
    if (!it.argv[0].is_static()) return std::nullopt;
    const std::string name(path::base_name(it.argv[0].text()));
    const std::string base = base_of(it.directory, start_dir);
    if (name == "find") return found_files(it.argv, base);
    const bool reads_pipe = it.input.kind == shell::InputKind::kPipe && it.input.producer >= 0;
    if (reads_pipe && in_names("grep,egrep,fgrep,rg,sort,head,tail,uniq,cat,shuf,tac,tee", name)) {
      index = static_cast<size_t>(it.input.producer);
      continue;
    }
    if (in_names("grep,egrep,fgrep,rg,ag,ack", name)) return of_grep(it.argv, 1, base, in_names("rg,ag", name));
    if (name == "fd" || name == "fdfind") return fd_files(it.argv, base);
    if (name == "printf" || name == "echo") return of_words(it.argv, base);
    if (name == "ls") return of_operands(it.argv, 1, base);
    if (name != "git" || it.argv.size() < 2) return std::nullopt;
    if (it.argv[1].is("ls-files")) return of_operands(it.argv, 2, base);
    if (it.argv[1].is("grep")) return of_grep(it.argv, 2, base, false);
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace cordon::protected_paths
