// SPDX-License-Identifier: Apache-2.0
// Programs that start other programs on files, and those that make files in ways of their own.
#include "hooks/protected-paths/writes.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

// npx prettier --write x, pnpm exec …, poetry run …: the words behind are a command.
struct Runner {
  std::string_view programs;
  std::string_view verbs;   // "" for none
  std::string_view values;  // options that take the next word
};
constexpr Runner kRunners[] = {
    {"npx,bunx,pnpx,uvx,pipx", "", "-p,--package,-c,--call,-w,--workspace,--from,--with,--python,--spec"},
    {"npm,pnpm,yarn,bun", "exec,dlx,x", "-p,--package,-w,--workspace,-C,--dir,--prefix,--cwd"},
    {"pipx,poetry,uv,pdm,hatch,rye,pipenv,conda,mamba,rtx,mise", "run,x,exec", "--from,--with,--python,-p,--package,-n,--name,-e,--env-file"},
    {"bundle,rbenv,pyenv,asdf,devbox,direnv", "exec,run", ""},
};

// Where the inner command starts; 0 when the call is none of these.
size_t inner_command(const Call& call) {
  // yarn prettier …: a program of the project's own by its name.
  if (in_names("yarn,pnpm,bun", call.program) && call.argv().size() > 1 && call.argv()[1].is_static() &&
      in_names("prettier,eslint,biome,stylelint,standard,markdownlint,rimraf,tsx,ts-node,dprint", call.argv()[1].text())) return 1;
  for (const Runner& it : kRunners) {
    if (!in_names(it.programs, call.program)) continue;
    bool verb = it.verbs.empty();
    for (size_t i = 1; i < call.argv().size(); ++i) {
      const std::string text = call.argv()[i].literal_prefix();
      if (!text.empty() && text[0] == '-') {
        i += in_names(it.values, text) ? 1 : 0;
      } else if (!verb) {
        if (!in_names(it.verbs, text)) break;
        verb = true;
      } else {
        return i;
      }
    }
  }
  return 0;
}

void mktemp(const Call& call) {
  if (call.args.has("u,dry-run")) return;
  const Option* folder = call.args.find("p,tmpdir");
  const shell::Assignment* variable = call.invocation.find_env("TMPDIR");
  const bool in_folder = folder != nullptr || call.args.has("t") || call.args.operands.empty();
  shell::Word name = call.args.operands.empty() ? shell::Word::literal("tmp.XXXXXXXXXX") : call.args.operands[0];
  if (folder != nullptr && folder->has_value) {
    name = into(folder->value, name);
  } else if (in_folder) {
    if (variable == nullptr) return;
    name = into(variable->value, name);
  }
  call.add(name, {call.args.has("d,directory") ? Reach::kTree : Reach::kFile});
}

void csplit(const Call& call) {
  const Option* prefix = call.args.find("f,prefix");
  shell::Word word = prefix != nullptr && prefix->has_value ? prefix->value : shell::Word::literal("xx");
  word.append_literal("00", true);
  call.add(word);
}

// Addresses "OPEN:path,option": with -u the first is only read, with -U the second.
void socat(const Call& call) {
  const auto& operands = call.args.operands;
  for (size_t i = 0; i < operands.size(); ++i) {
    const std::string prefix = operands[i].literal_prefix();
    const size_t colon = prefix.find(':');
    if (colon == prefix.npos) continue;
    const std::string kind = text::ascii_lower(prefix.substr(0, colon));
    if (kind == "exec" || kind == "system" || kind == "shell") call.mention(operands[i]);
    if (!in_names("open,create,creat,gopen,file,pipe,unix-listen,unix-l", kind)) continue;
    const bool read_only = (call.args.has("u") && i == 0) || (call.args.has("U") && i == 1) || prefix.find(",rdonly") != prefix.npos;
    if (read_only) continue;
    shell::Word path = without_prefix(operands[i], colon + 1);
    if (path.is_static()) path = shell::Word::literal(path.text().substr(0, path.text().find(',')));
    call.add(path);
  }
}

void script(const Call& call) {
  for (const Option* option : call.args.all("O,log-out,B,log-io,I,log-in,T,log-timing")) {
    if (option->has_value) call.add(option->value);
  }
  if (call.args.operands.empty()) {
    if (!call.args.has("O,log-out,B,log-io,I,log-in,V,version,h,help")) call.add_path("typescript");
    return;
  }
  call.add(call.args.operands[0]);
}

bool is_elsewhere(const shell::Word& word) {
  const std::string prefix = word.literal_prefix();
  const size_t colon = prefix.find(':');
  return prefix == "-" || (colon != prefix.npos && colon > 1 && prefix.find('/') > colon);
}

void copy_here(const Call& call, size_t first) {
  const auto& operands = call.args.operands;
  if (operands.size() < first + 2 || is_elsewhere(operands.back())) return;
  const shell::Word& to = operands.back();
  const std::string text = to.text();
  if (call.is_folder(to) || (!text.empty() && text.back() == '/')) {
    for (size_t i = first; i + 1 < operands.size(); ++i) {
      shell::Word source = operands[i];
      if (const size_t colon = source.literal_prefix().find(':'); is_elsewhere(source) && colon != std::string::npos) source = without_prefix(source, colon + 1);
      call.add(into(to, source), Reach::kTree);
    }
  } else {
    call.add(to, Reach::kTree);
  }
}

// docker cp, kubectl cp, aws s3 cp, rclone copy, gsutil cp
void copies(const Call& call) {
  const auto& operands = call.args.operands;
  for (size_t i = 0; i < operands.size() && i < 3; ++i) {
    if (operands[i].is_static() && in_names("cp,copy,sync,mv,move,copyto,moveto,rsync", operands[i].text())) return copy_here(call, i + 1);
  }
}

void last_operand(const Call& call) {
  if (call.args.operands.size() > 1) call.add(call.args.operands.back());
  for (const Option* option : call.args.all("o,output")) {
    if (option->has_value) call.add(option->value);
  }
}

// comby MATCH REWRITE [.ending | FILE]… -i
void comby(const Call& call) {
  const auto& operands = call.args.operands;
  if (!call.args.has("i,in-place") && !in_names("ast-grep,sg", call.program)) return;
  if (in_names("ast-grep,sg", call.program) && !call.args.has("U,update-all")) return;
  const size_t first = call.program == "comby" ? 2 : 0;
  size_t files = 0;
  for (size_t i = first; i < operands.size(); ++i) {
    const std::string text = operands[i].literal_prefix();
    if (text == "run" || text == "scan") continue;
    if (text.size() > 1 && text[0] == '.' && text.find('/') == text.npos && !call.exists(operands[i])) continue;
    call.add(operands[i], Reach::kTree);
    ++files;
  }
  if (files == 0) call.add_path(".", Reach::kInto).why = "which files it rewrites is not known";
}

constexpr WriterRow kRows[] = {
    {"mktemp", {"p", "suffix", ""}, mktemp},
    {"csplit", {"bfn", "prefix,suffix-format,digits", ""}, csplit},
    {"socat", {"bdhltTx", "", "dl"}, socat},
    {"script", {"cEIOBTmo", "command,echo,log-in,log-out,log-io,log-timing,logging-format,output-limit", "t"}, script},
    {"docker,podman,nerdctl,kubectl,oc,aws,gsutil,rclone,lxc", {"nc", "namespace,container,context,profile,region,exclude,include", ""}, copies},
    {"ffmpeg,convert,magick,objcopy,lz4,qpdf,sox,gs", {"o", "output", ""}, last_operand},
    {"comby,ast-grep,sg", {"dfmpr", "directory,matcher,extensions,pattern,rewrite,lang,rule", ""}, comby},
};

}  // namespace

bool run_command_of(const Call& call) {
  const size_t at = inner_command(call);
  if (at == 0 || at >= call.argv().size()) return false;
  shell::Invocation inner = call.invocation;
  inner.argv.erase(inner.argv.begin(), inner.argv.begin() + static_cast<std::ptrdiff_t>(at));
  // prettier@3 is prettier; @scope/name keeps its name.
  const std::string name = inner.argv[0].text();
  if (const size_t mark = name.find('@', 1); inner.argv[0].is_static() && mark != name.npos) inner.argv[0] = shell::Word::literal(name.substr(0, mark));
  run_inner(call, inner, call.files);
  return true;
}

std::span<const WriterRow> misc_writers() { return kRows; }

namespace {

// What an option of many programs is given. One that cannot be told counts only for what it spells: -o "$build/app" is no
// reason to ask, -o ${X:-gates.json} and -o "$top/.claude/x" are.
void add_output(const Call& call, const shell::Word& word) {
  if (word.is_static()) return call.add(word);
  call.mention(word);
  const shell::Piece& last = word.pieces.back();
  const size_t slash = last.text.find_first_not_of('/');
  if (last.kind == shell::PieceKind::kLiteral && slash != 0 && slash != last.text.npos) call.mention(std::string_view(last.text).substr(slash));
}

}  // namespace

void add_output_options(const Call& call) {
  const auto& argv = call.argv();
  for (size_t i = 1; i < argv.size(); ++i) {
    const std::string text = argv[i].literal_prefix();
    const size_t equals = text.find('=');
    if (in_names("-o,--output,--out,--outfile,--output-file,--out-file,-out,--log-file,--write-out-file", text) && i + 1 < argv.size()) {
      add_output(call, argv[i + 1]);
    } else if (equals != text.npos && in_names("--output,--out,--outfile,--output-file,--out-file,--log-file", text.substr(0, equals))) {
      add_output(call, without_prefix(argv[i], equals + 1));
    }
  }
}

}  // namespace cordon::protected_paths
