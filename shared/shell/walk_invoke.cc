// SPDX-License-Identifier: Apache-2.0
// Redirections and the moment a command is run: builtin, function, wrapper, shell, git or just a program.
#include "shared/shell/walker.h"

namespace cordon::shell {

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string join_path(std::string_view base, std::string_view path) {
  std::string all;
  if (!path.empty() && path[0] == '/') {
    all = path;
  } else {
    all = base;
    if (!all.empty() && !path.empty()) all += '/';
    all += path;
  }
  const bool absolute = !all.empty() && all[0] == '/';
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at < all.size();) {
    std::size_t end = all.find('/', at);
    if (end == std::string::npos) end = all.size();
    const std::string_view part = std::string_view(all).substr(at, end - at);
    at = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (part != ".." || !absolute) {
      parts.push_back(part);
    }
  }
  std::string out = absolute ? "/" : "";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += '/';
    out += parts[i];
  }
  return out;
}

Directory Walker::resolve(const Word& path) const {
  Directory directory = scope_.shell.directory;
  if (!path.is_static()) {
    directory.known = false;
    return directory;
  }
  const std::string text = path.text();
  if (!text.empty() && text[0] == '/') directory.known = true;
  if (directory.known) directory.path = join_path(directory.path, text);
  return directory;
}

namespace {

RedirectOp op_of(RedirectKind kind) { return static_cast<RedirectOp>(kind); }
static_assert(static_cast<int>(RedirectKind::kHereString) == 10);

bool reads(RedirectKind kind) {
  return kind == RedirectKind::kRead || kind == RedirectKind::kReadWrite || kind == RedirectKind::kDupIn || kind == RedirectKind::kHereDoc ||
         kind == RedirectKind::kHereString;
}

/// `2`, `-`, `2-`: a descriptor, not a file.
bool is_descriptor(const std::string& text) {
  if (text == "-") return true;
  const std::size_t digits = text.find_first_not_of("0123456789");
  return !text.empty() && digits != 0 && (digits == std::string::npos || text.substr(digits) == "-");
}

}  // namespace

Redirect Walker::expand_redirect(const RedirectNode& node, const Context& ctx) {
  Redirect r;
  static_assert(static_cast<int>(RedirectOp::kHereDoc) == 9 && static_cast<int>(RedirectOp::kHereString) == 10);
  r.op = op_of(node.kind);
  r.fd = node.fd >= 0 ? node.fd : !node.fd_name.empty() ? -1 : reads(node.kind) ? 0 : 1;
  r.range = place(node.range, ctx);
  if (node.doc != nullptr) {
    r.target = expand_body(*node.doc);
    r.expanded = !node.doc->quoted;
  } else if (node.kind == RedirectKind::kHereString) {
    r.target = expand_joined(node.target, true);
    r.target.append_literal("\n", true);
  } else {
    r.target = expand_target(node.target);
  }
  switch (node.kind) {
    case RedirectKind::kWrite:
    case RedirectKind::kAppend:
    case RedirectKind::kClobber:
    case RedirectKind::kReadWrite:
    case RedirectKind::kBothWrite:
    case RedirectKind::kBothAppend: r.writes = true; break;
    case RedirectKind::kDupOut: r.writes = (node.fd < 0 || node.fd == 1) && !(r.target.is_static() && is_descriptor(r.target.text())); break;
    default: break;
  }
  if (ctx.fixed) r.target.range = ctx.range;
  return r;
}

/// Expands the redirections of a command, notes those that name files, and says what its standard input is.
Context Walker::with_redirects(const Command& command, const Context& outer) {
  Context ctx = outer;
  for (const RedirectNode& node : command.redirects) {
    Redirect r = expand_redirect(node, outer);
    const bool file = r.writes || r.op == RedirectOp::kRead || r.op == RedirectOp::kReadWrite;
    if (file) {
      PlacedRedirect placed;
      placed.redirect = r;
      placed.directory = scope_.shell.directory;
      placed.certainty = std::max(ctx.certainty, scope_.shell.reach());
      result_.redirects.push_back(std::move(placed));
    }
    if (r.fd == 0) {
      ctx.input = Input();
      if (r.op == RedirectOp::kHereDoc || r.op == RedirectOp::kHereString) {
        ctx.input.kind = InputKind::kText;
        ctx.input.has_text = true;
        ctx.input.text = r.target;
      } else if (r.op == RedirectOp::kRead || r.op == RedirectOp::kReadWrite) {
        const Word* text = file_text(r.target);
        ctx.input.kind = InputKind::kFile;
        ctx.input.has_text = text != nullptr;
        ctx.input.text = text != nullptr ? *text : Word();
        const auto source = process_text_.find(r.target.text());
        if (source != process_text_.end() && r.target.has_unknown()) {
          ctx.input.has_text = true;
          ctx.input.text = source->second;
        } else if (r.target.has_unknown()) {
          ctx.input.kind = InputKind::kUnknown;
        }
      } else {
        ctx.input.kind = InputKind::kUnknown;
      }
    }
    ctx.redirects.push_back(std::move(r));
  }
  return ctx;
}

/// What the text itself writes to a file may be run by it later.
void Walker::note_file(const Command& command, const Fields& argv, const Context& ctx) {
  bool append = false;
  std::vector<Word> files = redirected_files(command, append);
  if (!argv.empty() && argv[0].text() == "tee") {
    for (std::size_t i = 1; i < argv.size(); ++i) {
      if (argv[i].is("-a")) append = true;
      if (!argv[i].text().starts_with('-')) files.push_back(argv[i]);
    }
  }
  if (!files.empty()) keep_files(std::move(files), append, output_of(argv, ctx.input.has_text ? &ctx.input.text : nullptr));
}

/// { echo a; echo b; } > x.sh
void Walker::note_group_file(const Command& command, const Context& ctx) {
  bool append = false;
  std::vector<Word> files = redirected_files(command, append);
  if (files.empty() || command.body == nullptr) return;
  reset_choices();
  combinations_ = 1;
  std::optional<Word> text = output_of(*command.body, ctx.input.has_text ? &ctx.input.text : nullptr);
  if (combinations_ > 1) text = std::nullopt;
  reset_choices();
  combinations_ = 1;
  keep_files(std::move(files), append, text);
}

std::vector<Word> Walker::redirected_files(const Command& command, bool& append) {
  std::vector<Word> files;
  for (const RedirectNode& node : command.redirects) {
    const bool plain = node.kind == RedirectKind::kWrite || node.kind == RedirectKind::kAppend || node.kind == RedirectKind::kClobber;
    if (!plain || (node.fd >= 0 && node.fd != 1)) continue;
    append = node.kind == RedirectKind::kAppend;
    files.push_back(expand_target(node.target));
  }
  return files;
}

void Walker::keep_files(std::vector<Word> files, bool append, const std::optional<Word>& text) {
  std::erase_if(files, [](const Word& file) { return file.literal_prefix().starts_with("/dev/"); });  // what goes to /dev/null is not read from there
  for (const Word& file : files) {
    const std::string key = file_key(file);
    if (key.ends_with("/.gitconfig") || key.ends_with(".git/config") || key.ends_with("/git/config")) {
      // git's settings: an alias may be among them.
      Cell settings;
      settings.value.kind = !text || !text->is_static() || text->text().find("alias") != std::string::npos || text->text().find("include") != std::string::npos ? Value::Kind::kUnknown : Value::Kind::kScalar;
      if (settings.value.kind == Value::Kind::kUnknown) scope_.set("g?", std::move(settings));
    }
    const Cell* old = scope_.find(key);
    Cell cell;
    cell.value.kind = text ? Value::Kind::kScalar : Value::Kind::kUnknown;
    Word whole;
    if (append && old != nullptr && old->value.kind == Value::Kind::kScalar) whole = old->value.items[0];
    if (append && (old == nullptr || old->value.kind != Value::Kind::kScalar)) cell.value.kind = Value::Kind::kUnknown;
    if (text) {
      for (const Piece& p : text->pieces) whole.append(p);
    }
    cell.value.items = {std::move(whole)};
    scope_.set(key, std::move(cell));
  }
}

/// Where in the scope the content of a file is kept. A path that is not known goes by its spelling: `> $tmp; bash $tmp`.
std::string Walker::file_key(const Word& path) const {
  const Directory place = resolve(path);
  if (path.is_static() && place.known) return "F:" + place.path;
  return "F:?" + (path.is_static() ? join_path("", path.text()) : path.text());
}

const Word* Walker::file_text(const Word& path) const {
  const Cell* cell = scope_.find(file_key(path));
  if (cell == nullptr || cell->value.kind != Value::Kind::kScalar || cell->value.items.size() != 1) return nullptr;
  return &cell->value.items[0];
}

void Walker::emit(const Fields& argv, const Context& ctx, ByteRange range, bool open) {
  if (result_.invocations.size() >= options_.limits.invocations) {
    if (!full_) opaque(range, "too many commands", ctx);
    full_ = true;
    return;
  }
  Invocation& i = result_.invocations.emplace_back();
  i.argv = argv;
  i.range = place(range, ctx);
  if (ctx.fixed) {
    for (Word& word : i.argv) word.range = ctx.range;
  }
  const ShellState& shell = scope_.shell;
  constexpr std::size_t kMostNames = 64;
  const std::size_t first = shell.exported.size() > kMostNames ? shell.exported.size() - kMostNames : 0;
  for (std::size_t k = first; k < shell.exported.size(); ++k) {
    const Value value = variable(shell.exported[k]);
    if (value.kind == Value::Kind::kUnset) continue;
    Assignment a;
    a.name = shell.exported[k];
    a.value = value.kind == Value::Kind::kScalar && value.items.size() == 1 ? value.items[0] : Word::unknown("$" + a.name, false);
    i.environment.push_back(std::move(a));
  }
  i.environment.insert(i.environment.end(), ctx.environment.begin(), ctx.environment.end());
  i.unset = shell.removed;
  i.unset.insert(i.unset.end(), ctx.unset.begin(), ctx.unset.end());
  i.environment_cleared = ctx.cleared || shell.cleared;
  i.redirects = shell.exec_redirects;
  i.redirects.insert(i.redirects.end(), ctx.redirects.begin(), ctx.redirects.end());
  i.directory = shell.directory;
  i.certainty = std::max(ctx.certainty, shell.reach());
  i.via = ctx.via;
  i.input = ctx.input;
  i.args_open = open;
}

Outcome Walker::run_argv(const Fields& argv, const Context& ctx, ByteRange range) {
  if (full_) return Outcome::kMaybe;
  if (argv[0].may_vanish() && argv.size() > 1) {
    // `$maybe git add`: the first word may be nothing.
    const Fields rest(argv.begin() + 1, argv.end());
    branch([&] { run_argv(rest, ctx.conditional(), range); });
  }
  if (scope_.shell.zsh_own_options && argv[0].is_static() && argv[0].text().starts_with('=')) {  // =git is where git lies
    Fields named = argv;
    named[0].pieces = Word::literal(argv[0].text().substr(1)).pieces;
    return run_argv(named, ctx, range);
  }
  emit(argv, ctx, range, false);
  if (!argv[0].is_static()) {
    dynamic_command_ = true;
    return Outcome::kMaybe;
  }
  const Cell* cell = functions_.empty() ? nullptr : scope_.find("f:" + argv[0].text());
  if (cell != nullptr && !cell->functions.empty() && (cell->level == scope_.shell.level || cell->value.exported)) {
    const Cell found = *cell;
    // export -f: bash hands it on, and sh takes it up if it is a bash.
    const bool taken_up = found.level == scope_.shell.level || !scope_.shell.posix;
    const bool certain = found.functions.size() == 1 && !found.maybe_undefined && taken_up;
    // A function is no invocation of its own: its commands are.
    if (certain && !result_.invocations.empty()) result_.invocations.pop_back();
    if (!certain && !result_.invocations.empty()) {
      Certainty& c = result_.invocations.back().certainty;
      c = std::max(c, Certainty::kConditional);
    }
    std::vector<Path> paths;
    for (FunctionDef* f : found.functions) {
      const Context own = certain ? ctx : ctx.conditional();
      paths.push_back(branch([&] { call_function(*f, argv, own); }));
    }
    scope_.join(std::move(paths));
    return Outcome::kMaybe;
  }
  Outcome outcome = Outcome::kMaybe;
  if (run_builtin(argv, ctx, range, outcome)) return outcome;
  run_wrapper(argv, ctx, range, false);
  return Outcome::kMaybe;
}

}  // namespace cordon::shell
