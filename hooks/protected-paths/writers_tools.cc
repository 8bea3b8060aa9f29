// SPDX-License-Identifier: Apache-2.0
// Tools that rewrite files of their own or the ones they are given: gh, package managers, formatters, find, PowerShell.
#include "hooks/protected-paths/writes.h"
#include "shared/base/path.h"

namespace cordon::protected_paths {
namespace {

void gh(const Call& call) {
  const auto& operands = call.args.operands;
  if (operands.size() < 2 || !operands[1].is_static()) return;
  if (operands[0].is("pr") && operands[1].is("checkout")) {
    call.add_path(".", Reach::kInto).why = "which files differ in the pull request is not known";
  } else if (operands[0].is("repo") && operands[1].is("clone") && operands.size() > 2) {
    const std::string name = operands[2].text();
    call.add(operands.size() > 3 && call.args.operands_before_dashes > 3 ? operands[3] : shell::Word::literal(name.substr(name.rfind('/') + 1)), Reach::kTree);
  } else if (operands[1].is("download")) {
    const Option* folder = call.args.find("D,dir");
    if (const Option* file = call.args.find("O,output"); file != nullptr && file->has_value) {
      call.add(file->value);
    } else {
      call.add(folder != nullptr && folder->has_value ? folder->value : shell::Word::literal("."), Reach::kInto);
    }
  }
}

struct OwnFiles {
  std::string_view programs;
  std::string_view verbs;  // first operand
  std::string_view files;  // below the folder it runs in, or below the home folder with "~/"
};
constexpr OwnFiles kOwnFiles[] = {
    {"npm,pnpm", "install,i,add,uninstall,remove,rm,update,up,version,pkg,audit,dedupe,link", "package.json,package-lock.json,pnpm-lock.yaml"},
    {"npm,pnpm", "config,c,set,login,adduser", "~/.npmrc,.npmrc"},
    {"yarn", "add,remove,install,up,upgrade,version,set", "package.json,yarn.lock,.yarnrc.yml"},
    {"pip,pip3", "config", "~/.config/pip/pip.conf,~/.pip/pip.conf"},
    {"poetry,uv", "add,remove,lock,version,update,sync", "pyproject.toml,poetry.lock,uv.lock"},
    {"cargo", "add,remove,update,fix", "Cargo.toml,Cargo.lock"},
    {"go", "get,mod", "go.mod,go.sum"},
    {"bundle", "add,update,config", "Gemfile,Gemfile.lock,.bundle/config"},
    {"composer", "require,remove,update", "composer.json,composer.lock"},
    {"claude", "mcp,config", ".mcp.json,.claude/settings.local.json,~/.claude.json"},
    {"pre-commit,husky,lefthook", "install,init", ".git/hooks/pre-commit,.husky/pre-commit"},
};

bool reads_only(const Call& call) {
  const auto& operands = call.args.operands;
  return operands.size() > 1 && operands[1].is_static() && in_names("get,list,ls,debug,why,show,graph", operands[1].text());
}

// npm --prefix DIR, go -C DIR, pip --target DIR
void own_files(const Call& given) {
  Call call = given;
  add_output_options(call);
  const auto& operands = call.args.operands;
  for (const Option* option : call.args.all("t,target,root,prefix,d,dest,w,wheel-dir")) {
    if (in_names("pip,pip3", call.program) && option->has_value) call.add(option->value, Reach::kInto);
  }
  if (const Option* folder = call.args.find("prefix,C,dir,cwd,directory"); folder != nullptr && folder->has_value && !in_names("pip,pip3", call.program)) {
    call.base = folder->value.is_static() ? path::absolute(folder->value.text(), call.base) : "";
    if (in_names("npm,pnpm,yarn", call.program)) call.add_path("node_modules", Reach::kInto).why = "which packages it installs is not known";
  }
  if (operands.empty() || !operands[0].is_static() || reads_only(call)) return;
  for (const OwnFiles& it : kOwnFiles) {
    if (!in_names(it.programs, call.program) || !in_names(it.verbs, operands[0].text())) continue;
    for (std::string_view rest = it.files; !rest.empty();) {
      const size_t comma = std::min(rest.find(','), rest.size());
      const std::string_view file = rest.substr(0, comma);
      if (file.substr(0, 2) == "~/") {
        if (const auto home = call.world.env_set("HOME")) call.add_path(path::join(*home, file.substr(2)));
      } else {
        call.add_path(file);
      }
      rest.remove_prefix(std::min(rest.size(), comma + 1));
    }
  }
}

// In a folder these formatters take only files of their language. The others may rewrite anything: prettier has YAML and JSON.
struct Language {
  std::string_view programs;
  std::string_view endings;
};
constexpr Language kLanguages[] = {
    {"black,isort,yapf,ruff,autopep8,autoflake,pyupgrade", "py,pyi,pyx,ipynb"},
    {"gofmt,goimports", "go"},
    {"rustfmt", "rs"},
    {"rubocop", "rb,rake,gemspec,ru"},
};

void add_formatted(const Call& call, const shell::Word& word) {
  for (const Language& it : kLanguages) {
    if (!in_names(it.programs, call.program) || !call.is_folder(word)) continue;
    call.add(word);  // a link to a file
    for (std::string_view rest = it.endings; !rest.empty();) {
      const size_t comma = std::min(rest.find(','), rest.size());
      Target& below = call.add_path(word.text());
      below.tail = {{Tail::Kind::kFolders, {}}, {Tail::Kind::kPattern, "*." + std::string(rest.substr(0, comma))}};
      below.existing = true;
      rest.remove_prefix(std::min(rest.size(), comma + 1));
    }
    return;
  }
  call.add(word, Reach::kTree);
}

// {a,b}c: ac bc; no nesting.
std::vector<std::string> braces_expanded(const std::string& text) {
  const size_t open = text.find('{'), close = text.find('}', open == text.npos ? 0 : open);
  if (open == text.npos || close == text.npos) return {text};
  std::vector<std::string> out;
  for (size_t at = open + 1; at <= close;) {
    const size_t end = std::min(text.find(',', at), close);
    for (std::string& rest : braces_expanded(text.substr(close + 1))) out.push_back(text.substr(0, open) + text.substr(at, end - at) + rest);
    at = end + 1;
  }
  return out;
}

// prettier --write "src/**/*.{yml,json}": it looks for the files itself, hidden ones included.
void add_own_pattern(const Call& call, const shell::Word& word) {
  for (const std::string& pattern : braces_expanded(word.text())) {
    const size_t glob = pattern.find_first_of("*?[");
    if (glob == pattern.npos) {
      call.add_path(pattern, Reach::kTree);
      continue;
    }
    const size_t folder = pattern.rfind('/', glob), last = pattern.rfind('/');
    Target& found = call.add_path(folder == pattern.npos ? "." : folder == 0 ? "/" : pattern.substr(0, folder));
    if (last != pattern.npos && last > glob) found.tail.push_back({Tail::Kind::kFolders, {}});
    found.tail.push_back({Tail::Kind::kPattern, pattern.substr(last == pattern.npos ? 0 : last + 1)});
    found.existing = true;
  }
}

// Formatters: what they are given, when an option says that they write.
void formatter(const Call& call) {
  if (!call.args.has("w,write,i,in-place,inplace,fix,apply,a,autocorrect,r")) return;
  for (const shell::Word& word : call.args.operands) {
    const std::string text = call.program == "prettier" && word.is_static() ? word.text() : "";
    if (text.starts_with('!')) continue;
    text.find_first_of("*?[{") == text.npos ? add_formatted(call, word) : add_own_pattern(call, word);
  }
}

// Formatters that write unless told to look only.
void formats_by_default(const Call& call) {
  if (call.args.has("check,diff,check-only,c,df,dry-run,l,list-different")) return;
  const auto& operands = call.args.operands;
  const bool verb = !operands.empty() && operands[0].is("format");
  for (size_t i = verb ? 1 : 0; i < operands.size(); ++i) add_formatted(call, operands[i]);
}

// -type d without an alternative: -delete takes empty folders only.
bool only_folders(const std::vector<shell::Word>& argv) {
  bool folders = false;
  for (size_t i = 1; i < argv.size(); ++i) {
    if (in_names("-o,-or,!,-not,\\!,(", argv[i].text()) || argv[i].is(",")) return false;
    folders = folders || (argv[i].is("d") && argv[i - 1].is("-type"));
  }
  return folders;
}

void find(const Call& call) {
  const auto& argv = call.argv();
  for (size_t i = 1; i + 1 < argv.size(); ++i) {
    const std::string word = argv[i].text();
    if (in_names("-fprint,-fprint0,-fprintf,-fls", word)) call.add(argv[i + 1]);
  }
  for (const shell::Word& word : argv) {
    if (!word.is("-delete") || only_folders(argv)) continue;
    const std::vector<Target> found = found_files(argv, call.base);
    Call here = call;
    here.files = &found;
    here.add_entry(shell::Word::unknown(kFiles, false));
  }
}

// Cmdlets take their paths by name or by place; all of them are looked at.
void cmdlet(const Call& call) {
  const auto& argv = call.argv();
  for (size_t i = 1; i < argv.size(); ++i) {
    const std::string text = argv[i].literal_prefix();
    if (text.empty() || text[0] != '-') {
      call.add(argv[i], Reach::kTree);
    } else if (i + 1 < argv.size() && in_names("-Value,-ItemType,-Encoding,-Filter,-Type", text)) {
      ++i;
    }
  }
}

constexpr OptionSpec kNone{"", "", ""};
constexpr WriterRow kRows[] = {
    {"find", kNone, find},
    {"gh,hub", {"DORnpb", "dir,output,repo,name,pattern,branch", ""}, gh},
    {"npm,pnpm,yarn,pip,pip3,poetry,uv,cargo,go,bundle,composer,claude,pre-commit,husky,lefthook", {"stdwC", "scope,location,prefix,target,root,dir,cwd,directory,dest,wheel-dir", ""}, own_files},
    {"prettier,eslint,gofmt,goimports,clang-format,shfmt,yq,stylua,biome,standard,rubocop,autopep8,autoflake,pyupgrade,markdownlint,taplo,buildifier,terraform,ruff,stylelint,csharpier,dprint", {"fl", "config,style,parser,ext", ""}, formatter},
    {"black,isort,rustfmt,yapf", {"l", "line-length,config,edition", ""}, formats_by_default},
    {"set-content,add-content,out-file,clear-content,remove-item,move-item,rename-item,new-item,copy-item,set-item,tee-object,export-csv,set-acl", kNone, cmdlet},
};

}  // namespace

std::span<const WriterRow> tool_writers() { return kRows; }

}  // namespace cordon::protected_paths
