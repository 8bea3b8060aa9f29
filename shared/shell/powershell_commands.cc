// SPDX-License-Identifier: Apache-2.0
// What a command of a PowerShell text does: cmdlets that run text, programs that run others (those go through the walk of bash).
#include <algorithm>
#include <cstdlib>

#include "shared/shell/powershell.h"
#include "shared/shell/walker.h"
#include "shared/shell/wrappers.h"

namespace cordon::shell {
namespace {

/// Stands before a pipe for input that is not known.
constexpr std::string_view kProducer = "cordon-input";

/// Program name without folder and .exe, lower case.
std::string program_name(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  std::string name = lower(path);
  if (name.ends_with(".exe")) name.resize(name.size() - 4);
  return name;
}

bool starts_others(std::string_view name) {
  static constexpr std::string_view kNames[] = {"bash", "sh", "dash", "zsh", "ksh", "git", "env", "find", "fd", "xargs", "parallel", "eval"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames) || find_wrapper(name) != nullptr;
}

/// Variables of this name and a number stand for what is not known.
constexpr std::string_view kStandIn = "__cordon_ps_";

/// A word for bash that means the same; what is not known becomes a variable of which bash knows nothing, either.
void spell(std::string& out, const Word& word, std::vector<std::string>& unknown) {
  if (word.pieces.empty()) out += "''";
  for (const Piece& p : word.pieces) {
    if (p.kind == PieceKind::kLiteral) {
      out += quote_word(p.text);
    } else if (p.kind == PieceKind::kGlob) {
      out += p.text;
    } else {
      const std::string variable = "${" + std::string(kStandIn) + std::to_string(unknown.size()) + "}";
      unknown.push_back(p.text);
      out += p.splits ? variable : '"' + variable + '"';
    }
  }
}

void restore(Word& word, const std::vector<std::string>& unknown) {
  for (Piece& p : word.pieces) {
    const std::size_t at = p.text.find(kStandIn);
    if (p.kind != PieceKind::kUnknown || at == std::string::npos) continue;
    const std::size_t index = std::strtoul(p.text.c_str() + at + kStandIn.size(), nullptr, 10);
    if (index < unknown.size()) p.text = unknown[index];
  }
}

/// The value of parameter -Name (or a prefix of it) and of the first positional argument.
template <typename Arguments>
const Word* parameter(const Arguments& argv, std::string_view name) {
  for (std::size_t i = 1; i + 1 < argv.size(); ++i) {
    if (!argv[i].bare) continue;
    const std::string text = lower(argv[i].word.text());
    if (text.size() > 1 && text[0] == '-' && name.starts_with(std::string_view(text).substr(1))) return &argv[i + 1].word;
  }
  return nullptr;
}

}  // namespace

void PowerShell::opaque(ByteRange range, std::string reason, const Place& place) {
  if (result_.opaque.size() < 1000) result_.opaque.push_back({range_of(range, place), std::move(reason), certainty(place)});
}

void PowerShell::emit(std::vector<Word> argv, const Input& input, const Place& place, ByteRange range) {
  if (result_.invocations.size() >= options_.limits.invocations) {
    if (!full_) opaque(range, "too many commands", place);
    full_ = true;
    return;
  }
  Invocation& i = result_.invocations.emplace_back();
  i.argv = std::move(argv);
  i.environment = environment_;
  i.directory = directory_;
  i.certainty = certainty(place);
  i.via = place.via;
  i.input = input;
  i.range = range_of(range, place);
}

void PowerShell::command(const Arguments& arguments, const Input& input, const Place& place, ByteRange range) {
  if (arguments[0].block) return block_text(cursor_.text, arguments[0].begin, arguments[0].end, place);  // & { … }
  std::string name = arguments[0].word.is_static() ? program_name(arguments[0].word.text()) : std::string();
  Arguments argv = arguments;
  if (const auto alias = aliases_.find(name); alias != aliases_.end()) {
    name = program_name(alias->second);
    argv[0].word = Word::literal(alias->second);
  }
  if (const auto found = functions_.find(name); found != functions_.end() && !name.empty()) {
    found->second.called = true;
    const Function function = found->second;
    Place own = place;
    own.via.push_back("function " + name);
    own.range = range_of(range, place);
    own.fixed = true;
    const Certainty exit = exit_;
    block_text(function.text, function.begin, function.end, own);
    exit_ = exit;
    return;
  }
  if (!name.empty() && cmdlet(name, argv, input, place, range)) return;
  // Blocks handed to a command: ForEach-Object, Where-Object, Invoke-Command, Start-Job, …
  const bool at_once = name == "invoke-command" || name == "icm" || name == "measure-command" || name == "start-job" || name == "start-threadjob";
  for (const Argument& argument : argv) {
    if (argument.block) block_text(cursor_.text, argument.begin, argument.end, at_once ? place : place.conditional());
  }
  std::vector<Word> words;
  for (const Argument& argument : argv) words.push_back(argument.word);
  run_words(std::move(words), input, place, range);
}

void PowerShell::run_words(std::vector<Word> argv, const Input& input, const Place& place, ByteRange range) {
  const std::string name = argv[0].is_static() ? program_name(argv[0].text()) : std::string();
  if (name == "wsl" && argv.size() > 1) {
    emit(argv, input, place, range);
    std::size_t first = 1;
    while (first < argv.size() && argv[first].text().starts_with('-')) first += lower(argv[first].text()) == "-d" || lower(argv[first].text()) == "-u" ? 2 : 1;
    if (first >= argv.size()) return;
    argv.erase(argv.begin(), argv.begin() + static_cast<std::ptrdiff_t>(first));
    Place own = place;
    own.via.emplace_back("wsl");
    return run_words(std::move(argv), input, own, range);
  }
  if (starts_others(name)) {
    argv[0] = Word::literal(name);
    return through_bash(argv, input, place, range);
  }
  emit(std::move(argv), input, place, range);
}

/// bash -c, git with its aliases, sudo, xargs: what they start is what they start under bash.
void PowerShell::through_bash(const std::vector<Word>& argv, const Input& input, const Place& place, ByteRange range) {
  if (++nested_ > 2000) return opaque(range, "too many texts inside texts", place);
  std::string text;
  std::vector<std::string> unknown;
  const bool piped = input.kind == InputKind::kPipe;
  if (piped && input.has_text && input.text.is_static()) {
    text = "printf %s ";
    text += quote_word(input.text.text());
    text += " | ";
  } else if (piped) {
    text = std::string(kProducer) + " | ";
  }
  for (const Word& word : argv) {
    spell(text, word, unknown);
    text += ' ';
  }
  WalkOptions options = options_;
  options.dialect = Dialect::kBash;
  WalkResult inner = walk(text, options);
  const ByteRange own = range_of(range, place);
  const auto placed = [&](Directory& directory) {
    if (!directory_.known && !directory.path.starts_with('/')) directory.known = false;
    if (directory_.known && directory.known && !directory_.path.empty()) directory.path = join_path(directory_.path, directory.path);
  };
  for (std::size_t i = piped ? 1 : 0; i < inner.invocations.size(); ++i) {
    Invocation& it = inner.invocations[i];
    it.range = own;
    for (Word& word : it.argv) {
      word.range = own;
      restore(word, unknown);
    }
    it.certainty = std::max(it.certainty, certainty(place));
    it.via.insert(it.via.begin(), place.via.begin(), place.via.end());
    it.environment.insert(it.environment.begin(), environment_.begin(), environment_.end());
    if (it.input.producer >= 0) it.input.producer = -1;
    placed(it.directory);
    result_.invocations.push_back(std::move(it));
  }
  for (PlacedRedirect& it : inner.redirects) {
    it.redirect.range = own;
    it.certainty = std::max(it.certainty, certainty(place));
    placed(it.directory);
    result_.redirects.push_back(std::move(it));
  }
  for (Opaque& it : inner.opaque) {
    it.range = own;
    it.certainty = std::max(it.certainty, certainty(place));
    result_.opaque.push_back(std::move(it));
  }
}

/// False: an ordinary command.
bool PowerShell::cmdlet(const std::string& name, const Arguments& argv, const Input& input, const Place& place, ByteRange range) {
  if (name == "iex" || name == "invoke-expression") {
    invoke_expression(argv, input, place, range);
  } else if (name == "powershell" || name == "pwsh") {
    power_shell(argv, input, place, range);
  } else if (name == "cmd") {
    cmd_text(argv, place, range);
  } else if (name == "start-process" || name == "saps" || name == "start") {
    start_process(argv, place, range);
  } else if (name == "set-alias" || name == "new-alias" || name == "sal" || name == "nal") {
    set_alias(argv);
  } else if (name == "set-location" || name == "cd" || name == "chdir" || name == "sl" || name == "push-location" || name == "pushd" || name == "pop-location" || name == "popd") {
    change_directory(name, argv, place);
  } else {
    return false;
  }
  return true;
}

void PowerShell::invoke_expression(const Arguments& argv, const Input& input, const Place& place, ByteRange range) {
  std::size_t at = 1;
  if (argv.size() > 1 && argv[1].bare && lower(argv[1].word.text()).starts_with("-c")) ++at;
  if (at < argv.size()) return nested(argv[at].word, place, range, "iex");
  if (input.has_text) return nested(input.text, place, range, "iex");
  opaque(range, "text of 'iex' is not known", place);
}

void PowerShell::power_shell(const Arguments& argv, const Input& input, const Place& place, ByteRange range) {
  std::vector<Word> words;
  for (const Argument& a : argv) words.push_back(a.word);
  emit(std::move(words), input, place, range);
  std::size_t at = 1;
  for (; at < argv.size() && argv[at].bare; ++at) {
    const std::string option = lower(argv[at].word.text());
    if (option.empty() || (option[0] != '-' && option[0] != '/')) break;
    const std::string rest = option.substr(1);
    if (rest == "c" || (rest.size() > 1 && std::string_view("command").starts_with(rest))) {
      ++at;
      break;
    }
    if (rest == "e" || rest == "ec" || (rest.size() > 2 && std::string_view("encodedcommand").starts_with(rest))) return opaque(range, "encoded text of '" + argv[0].word.text() + "' is not known", place);
    if (rest == "f" || rest == "file") return;
    if (rest.starts_with("ex") || rest == "ep" || rest.starts_with("w") || rest.starts_with("inp") || rest.starts_with("outp") || rest.starts_with("v") || rest.starts_with("settings")) ++at;
  }
  if (at >= argv.size() || argv[at].word.is("-")) {
    if (input.kind != InputKind::kPipe) return;
    return input.has_text ? nested(input.text, place, range, "pwsh") : opaque(range, "standard input of '" + argv[0].word.text() + "' is not known", place);
  }
  if (argv[at].block) return block_text(cursor_.text, argv[at].begin, argv[at].end, place);
  Word text;
  for (std::size_t i = at; i < argv.size(); ++i) {
    if (i > at) text.append_literal(" ", true);
    for (const Piece& p : argv[i].word.pieces) p.kind == PieceKind::kGlob ? text.append_literal(p.text, true) : text.append(p);
  }
  nested(text, place, range, "pwsh -Command");
}

/// cmd /c "a && b": words between blanks, "…" keep together, ^ escapes.
void PowerShell::cmd_text(const Arguments& argv, const Place& outer, ByteRange range) {
  std::vector<Word> whole;
  for (const Argument& a : argv) whole.push_back(a.word);
  emit(std::move(whole), Input(), outer, range);
  std::size_t at = 1;
  while (at < argv.size() && argv[at].word.text().starts_with('/') && lower(argv[at].word.text()) != "/c" && lower(argv[at].word.text()) != "/k") ++at;
  if (++at >= argv.size() || !argv[at - 1].word.text().starts_with('/')) return;
  Place place = outer;
  place.via.emplace_back("cmd /c");
  std::string text;
  for (std::size_t i = at; i < argv.size(); ++i) {
    if (!argv[i].word.is_static() && !argv[i].word.has_glob()) return opaque(range, "text of 'cmd /c' is not known", outer);
    if (i > at) text += ' ';
    text += argv[i].word.text();
  }
  std::vector<Word> words;
  std::string word;
  bool quoted = false, open = false;
  const auto end_word = [&] {
    if (open) words.push_back(word.find('%') != std::string::npos ? Word::unknown(word, false) : Word::literal(word));
    word.clear();
    open = false;
  };
  const auto end_command = [&] {
    end_word();
    if (!words.empty()) run_words(std::move(words), Input(), place, range);
    words.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      quoted = !quoted;
      open = true;
    } else if (!quoted && (c == '&' || c == '|')) {
      end_command();
      if (i + 1 < text.size() && text[i + 1] == c) {
        ++i;
        place = place.conditional();
      }
    } else if (!quoted && (c == ' ' || c == '\t' || c == '\n')) {
      end_word();
    } else {
      if (!quoted && c == '^' && i + 1 < text.size()) ++i;
      word += text[i];
      open = true;
    }
  }
  end_command();
}

/// Start-Process [-FilePath] PROGRAM [[-ArgumentList] WORDS]: a word with blanks is several for the program.
void PowerShell::start_process(const Arguments& argv, const Place& outer, ByteRange range) {
  static constexpr std::string_view kValued[] = {"-workingdirectory", "-verb", "-windowstyle", "-credential", "-redirectstandardoutput", "-redirectstandarderror", "-redirectstandardinput"};
  std::vector<Word> words;
  Directory directory = directory_;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string text = argv[i].bare ? lower(argv[i].word.text()) : std::string();
    if (text.size() > 1 && text[0] == '-') {
      const bool valued = text.size() > 3 && std::any_of(std::begin(kValued), std::end(kValued), [&](std::string_view v) { return v.starts_with(text); });
      if (valued && i + 1 < argv.size()) {
        ++i;
        if (text.starts_with("-wo")) directory.known = argv[i].word.is_static();
        if (text.starts_with("-wo") && directory.known) directory.path = join_path(directory.path, argv[i].word.text());
      }
      continue;
    }
    if (words.empty() || !argv[i].word.is_static()) {
      words.push_back(argv[i].word);
      if (words.size() > 1 && !words.back().is_static()) words.back() = Word::unknown(words.back().text(), true);
      continue;
    }
    std::string_view rest = words.empty() ? std::string_view() : std::string_view(texts_.emplace_back(argv[i].word.text()));
    while (!rest.empty()) {
      const std::size_t blank = rest.find(' ');
      std::string word(rest.substr(0, blank));
      std::erase(word, '"');
      if (!word.empty()) words.push_back(Word::literal(word));
      if (blank == std::string_view::npos) break;
      rest.remove_prefix(blank + 1);
    }
  }
  if (words.empty()) return;
  Place place = outer;
  place.via.emplace_back("Start-Process");
  std::swap(directory, directory_);
  const std::string name = words[0].is_static() ? program_name(words[0].text()) : std::string();
  if (name == "powershell" || name == "pwsh" || name == "cmd") {
    Arguments inner;
    for (Word& word : words) inner.push_back({std::move(word), false, 0, 0, true});
    cmdlet(name, inner, Input(), place, range);
  } else {
    run_words(std::move(words), Input(), place, range);
  }
  std::swap(directory, directory_);
}

void PowerShell::set_alias(const Arguments& argv) {
  const Word* name = parameter(argv, "name");
  const Word* value = parameter(argv, "value");
  if (name == nullptr && argv.size() > 2) {
    name = &argv[1].word;
    if (value == nullptr) value = &argv[2].word;
  }
  if (name != nullptr && value != nullptr && name->is_static() && value->is_static()) aliases_[lower(name->text())] = value->text();
}

void PowerShell::change_directory(const std::string& name, const Arguments& argv, const Place& place) {
  if (name.starts_with("pop")) {
    directory_.known = !directories_.empty();
    if (directories_.empty()) return;
    directory_ = directories_.back();
    directories_.pop_back();
    return;
  }
  std::size_t at = 1;
  while (at < argv.size() && argv[at].bare && argv[at].word.text().starts_with('-') && argv[at].word.text().size() > 1) ++at;
  if (name.starts_with("push") && directories_.size() < 64) directories_.push_back(directory_);
  const Word* path = at < argv.size() ? &argv[at].word : nullptr;
  if (path == nullptr || !path->is_static() || path->is("-") || place.certainty != Certainty::kCertain) {
    directory_.known = false;
    return;
  }
  std::string text = path->text();
  for (char& c : text) c = c == '\\' ? '/' : c;
  if (text.starts_with('/') || text.find(':') != std::string::npos) directory_.known = true;
  if (directory_.known) directory_.path = join_path(directory_.path, text);
}

}  // namespace cordon::shell
