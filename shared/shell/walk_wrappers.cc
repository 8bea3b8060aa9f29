// SPDX-License-Identifier: Apache-2.0
// Commands inside commands: the table of wrappers. env, find, xargs and parallel have files of their own.
#include "shared/shell/option.h"
#include "shared/shell/walker.h"
#include "shared/shell/wrappers.h"

namespace cordon::shell {
namespace {

Fields tail(const Fields& argv, std::size_t from) { return from < argv.size() ? Fields(argv.begin() + static_cast<std::ptrdiff_t>(from), argv.end()) : Fields(); }

// The words from `from` on as one text.
Word joined(const Fields& argv, std::size_t from, std::string_view between) {
  Word text;
  for (; from < argv.size(); ++from) {
    if (!text.pieces.empty()) text.append_literal(between, true);
    for (const Piece& p : argv[from].pieces) text.append(p);
  }
  return text;
}

// sudo -l git add: says whether it may be run.
bool lists_only(std::string_view wrapper, std::string_view option) {
  return (wrapper == "sudo" && has_name("-l -ll -nl -ln --list -e --edit -V --version -h --help", option)) || (wrapper == "timeout" && option == "--help");
}

// How many words an option of bubblewrap takes.
std::size_t bwrap_values(std::string_view option) {
  constexpr std::string_view kNone = "--share-net --die-with-parent --new-session --clearenv --as-pid-1 --disable-userns --assert-userns-disabled --help --version";
  constexpr std::string_view kTwo = "--bind --bind-try --dev-bind --dev-bind-try --ro-bind --ro-bind-try --bind-fd --ro-bind-fd --setenv --symlink --file --bind-data --ro-bind-data --chmod";
  if (option.starts_with("--unshare-") || has_name(kNone, option)) return 0;
  return option == "--overlay" ? 3 : has_name(kTwo, option) ? 2 : 1;
}

// setarch's first operand, which may be left out.
bool is_architecture(std::string_view word) {
  for (const std::string_view prefix : {"linux", "i386", "i486", "i586", "i686", "x86", "arm", "aarch", "ppc", "powerpc", "sparc", "mips", "s390", "ia64", "alpha", "parisc", "uname26"}) {
    if (word.starts_with(prefix)) return true;
  }
  return false;
}

// First word behind the options.
std::size_t behind_options(const Fields& argv, std::size_t from, std::string_view values) {
  while (from < argv.size()) {
    const Option option = read_option(argv[from], values, "");
    if (!option.is_option) break;
    from += option.separate ? 2 : 1;
    if (option.ends) break;
  }
  return from;
}

// Programs of npm packages that start another command.
constexpr std::string_view kProjectRunners = "concurrently nodemon cross-env cross-env-shell dotenv dotenvx env-cmd lerna";

// GNU's on a system whose own are others.
std::string_view without_g(std::string_view name) {
  return has_name("genv gfind gnice gnohup gstdbuf gtime gtimeout gxargs", name) ? name.substr(1) : name;
}

// What is typed: send-keys 'git status' Enter.
Word typed_text(const Fields& argv, std::size_t from) {
  Word text;
  for (; from < argv.size() && !argv[from].is(";"); ++from) {
    if (argv[from].is("Space")) {
      text.append_literal(" ", true);
    } else if (argv[from].is("Enter") || argv[from].is("C-m") || argv[from].is("KPEnter")) {
      text.append_literal("\n", true);
    } else {
      for (const Piece& piece : argv[from].pieces) text.append(piece);
    }
  }
  return text;
}

// tmux(1) 3.3, the sub-commands that start something: their options with values. One word is shell text, several are a command.
struct TmuxCommand {
  std::string_view name, alias, values;
  bool types = false;
};
constexpr TmuxCommand kTmux[] = {
    {"new-session", "new", "ceFfnstxy"}, {"new-window", "neww", "ceFnt"},       {"split-window", "splitw", "ceFlpt"}, {"respawn-pane", "respawnp", "cet"},
    {"respawn-window", "respawnw", "cet"}, {"display-popup", "popup", "bcdehsStTwxy"}, {"run-shell", "run", "cdt"},      {"send-keys", "send", "Nt", true},
};

// The command in a tmux or screen call; empty when there is none. screen -dmS name cmd …, screen -S name -X stuff 'text'.
Fields terminal_command(std::string_view name, const Fields& argv) {
  if (name == "screen") {
    const std::size_t i = behind_options(argv, 1, "cehpsStT");
    if (i > 1 && i + 1 < argv.size() && argv[i].is("stuff")) return {typed_text(argv, i + 1)};
    return tail(argv, i);
  }
  const std::size_t at = behind_options(argv, 1, "LSfTc");
  for (const TmuxCommand& known : kTmux) {
    if (at >= argv.size() || (!argv[at].is(known.name) && !argv[at].is(known.alias))) continue;
    const std::size_t i = behind_options(argv, at + 1, known.values);
    if (known.types) return {typed_text(argv, i)};
    Fields words = tail(argv, i);
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (words[k].is(";")) words.resize(k);
    }
    return words;
  }
  return {};
}

}  // namespace

void Walker::run_inner(Fields argv, const Context& ctx, ByteRange range, bool open) {
  if (argv.empty()) return;
  if (ctx.nesting > 100 || ctx.via.size() > 100) return opaque(range, "too deeply nested", ctx);
  const std::string name = argv[0].text();
  Context own = ctx;
  ++own.nesting;
  emit(argv, own, range, open);
  if (!argv[0].is_static()) {
    dynamic_command_ = true;
    return;
  }
  // builtin and command run the shell's builtins; what other wrappers run is a program, whatever its name.
  const std::string via = ctx.via.empty() ? std::string() : ctx.via.back();
  Outcome outcome = Outcome::kMaybe;
  if ((via == "command" || via == "builtin" || via == "exec") && run_builtin(argv, own, range, outcome)) return;
  run_wrapper(argv, own, range, open);
}

bool Walker::run_wrapper(const Fields& argv, const Context& ctx, ByteRange range, bool open) {
  const std::string path = argv[0].text();
  const std::string_view name = without_g(base_name(path));
  if (name == "git") return run_git(argv, ctx, range, open), true;
  if (run_shell(argv, ctx, range, open) || run_powershell(argv, ctx, range)) return true;
  if (name == "env") return run_env(argv, ctx, range, open), true;
  if (name == "find" || name == "fd" || name == "fdfind") return run_find(argv, ctx, range), true;
  if (name == "xargs") return run_xargs(argv, ctx, range), true;
  if (name == "parallel" || name == "sem") return run_parallel(argv, ctx, range), true;
  if (name == "tmux" || name == "screen") {
    Context own = ctx.conditional();
    own.via.emplace_back(name);
    const Fields inner = terminal_command(name, argv);
    if (inner.size() > 1) run_inner(inner, own, range, open);
    if (inner.size() == 1) shell_text(inner[0], {}, open, "sh", own, range);
    return true;
  }
  if (name == "cmd" || name == "cmd.exe") return run_cmd(argv, ctx, range), true;
  const Wrapper* wrapper = find_wrapper(name);
  if (wrapper != nullptr) return run_table(*wrapper, argv, ctx, range, open);
  if (path.find('/') == std::string::npos) return true;
  if (const Word* text = file_text(argv[0]); text != nullptr) {
    // ./x.sh, written by this very text.
    Context own = ctx.conditional();
    own.via.push_back(path);
    shell_text(*text, tail(argv, 1), open, "bash", own, range);
  }
  return true;
}

/// cmd /c git add -A, cmd.exe /C "git add -A"; written //c in an msys shell.
void Walker::run_cmd(const Fields& argv, const Context& outer, ByteRange range) {
  Context ctx = outer.conditional();
  ctx.via.emplace_back("cmd /c");
  for (std::size_t i = 1; i < argv.size(); ++i) {
    if (!argv[i].is("/c") && !argv[i].is("/C") && !argv[i].is("//c") && !argv[i].is("/k") && !argv[i].is("/K")) continue;
    shell_text(joined(argv, i + 1, " "), {}, false, "sh", ctx, range);
    return;
  }
}

/// The words after a mark: op run -- git add -A.
void Walker::run_after(const Wrapper& wrapper, const Fields& argv, const Context& ctx, ByteRange range, bool open) {
  std::size_t i = 1;
  if (!wrapper.subcommand.empty()) {
    while (i < argv.size() && argv[i].text().starts_with('-')) ++i;
    if (i >= argv.size() || !has_name(wrapper.subcommand, argv[i].text())) return;
  }
  while (i < argv.size() && !(argv[i].is_static() && has_name(wrapper.text_options, argv[i].text()))) ++i;
  if (i + 2 == argv.size() && argv[i].is("-e")) return shell_text(argv[i + 1], {}, open, "sh", ctx, range);
  run_inner(tail(argv, i + 1), ctx, range, open);
}

bool Walker::run_table(const Wrapper& wrapper, const Fields& argv, const Context& outer, ByteRange range, bool open) {
  Context ctx = wrapper.sure ? outer : outer.conditional();
  ctx.via.emplace_back(wrapper.name.view());
  if (wrapper.kind == WrapperKind::kAfter) return run_after(wrapper, argv, ctx, range, open), true;
  std::size_t i = 1;
  std::size_t skip = wrapper.skip;
  bool text_seen = false, options = true, direct = false, user = false;
  for (; i < argv.size(); ++i) {
    const Option option = options ? read_option(argv[i], wrapper.value_options, wrapper.text_options) : Option();
    if (option.is_option) {
      if (option.ends) {
        options = false;
        continue;
      }
      const Word* value = option.separate ? (i + 1 < argv.size() ? &argv[i + 1] : nullptr) : &option.value;
      if (option.text && value != nullptr && !value->pieces.empty()) {
        text_seen = true;
        shell_text(*value, {}, false, "sh", ctx, range);
      }
      const std::string text = argv[i].text();
      if (lists_only(wrapper.name, text)) return true;
      user = user || (wrapper.name == "runuser" && (text.starts_with("-u") || text.starts_with("--user")));
      if (wrapper.name == "bwrap") i += bwrap_values(text);
      if (wrapper.name == "watch" && (argv[i].is("-x") || argv[i].is("--exec"))) direct = true;
      if (wrapper.name == "sudo" && (argv[i].is("-D") || argv[i].text().starts_with("--chdir"))) {
        scope_.shell.directory = value != nullptr ? resolve(*value) : scope_.shell.directory;
      }
      if (option.separate) ++i;
      continue;
    }
    std::size_t equals = 0;
    if (wrapper.assignments && is_environment(argv[i], equals)) {
      ctx.environment.push_back({argv[i].literal_prefix().substr(0, equals), without_prefix(argv[i], equals + 1), false});
      continue;
    }
    if (!wrapper.subcommand.empty() && skip == wrapper.skip && !has_name(wrapper.subcommand, argv[i].text())) {
      // yarn cross-env …: a program of the project's own, by its name.
      if (!has_name("yarn pnpm bun", wrapper.name) || !has_name(kProjectRunners, argv[i].text())) return true;
      skip = 0;
    }
    if (wrapper.name == "setarch" && skip > 0 && argv[i].is_static() && !is_architecture(argv[i].text())) break;
    if (wrapper.kind == WrapperKind::kOptionOnly || (wrapper.name == "runuser" && !user)) {
      // su - user -c text: options may follow the operands.
      continue;
    }
    if (skip == 0) break;
    --skip;
    if (wrapper.name == "flock") options = true;
    if (wrapper.skip > 0 && skip == 0 && wrapper.name != "flock") options = wrapper.subcommand.empty() ? false : true;
  }
  if (wrapper.kind == WrapperKind::kOptionOnly || i >= argv.size()) {
    // A shell without a command reads its input: sudo -s, su user < text.
    const bool shell = wrapper.name == "su" || wrapper.name == "chroot" || wrapper.name == "unshare" || wrapper.name == "script";
    if (shell && !text_seen && ctx.input.kind != InputKind::kInherited) shell_stdin(wrapper.name, {}, ctx, range);
    return true;
  }
  const ShellState before = scope_.shell;
  const std::size_t mark = scope_.mark();
  if (wrapper.clears) scope_.shell.cleared = true;
  if (wrapper.kind == WrapperKind::kText && !direct) {
    const bool several = has_name("hyperfine concurrently pee mispipe", wrapper.name);
    shell_text(joined(argv, i, several ? "\n" : " "), {}, false, "sh", ctx, range);
  } else {
    run_inner(tail(argv, i), ctx, range, open);
  }
  scope_.rollback(mark);
  scope_.shell = before;
  return true;
}

}  // namespace cordon::shell
