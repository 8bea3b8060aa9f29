// SPDX-License-Identifier: Apache-2.0
#include "shared/shell/fish_text.h"

#include <vector>

namespace cordon::shell {
namespace {

constexpr std::size_t kDeepest = 100;

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool ends_word(char c) { return is_blank(c) || c == '\n' || c == ';' || c == '|' || c == '&' || c == '(' || c == ')' || c == '<' || c == '>'; }

class Fish {
 public:
  explicit Fish(std::string_view text) : text_(text) {}

  std::optional<std::string> whole() {
    // (cmd) is split at line ends only.
    if (text_.find('(') != std::string_view::npos) out_ = "IFS=$'\\n'\n";
    return run();
  }

  std::optional<std::string> run() {
    while (at_ < text_.size() && good_) step();
    finish_statement();
    if (!good_ || !blocks_.empty()) return std::nullopt;
    return std::move(out_);
  }

 private:
  struct Block {
    std::string_view end;      // "fi", "done", "}", "esac", ")"
    std::string_view opening;  // still to come at the end of the header: "then", "do"
    bool cases = false;        // of a switch: a case has begun
  };

  void step() {
    const char c = text_[at_];
    if (is_blank(c)) {
      out_ += c;
      ++at_;
    } else if (c == '\n' || c == ';') {
      separate();
    } else if (c == '|' || c == '&') {
      operate();
    } else if (c == '#' && (at_ == 0 || ends_word(text_[at_ - 1]))) {
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    } else if (c == ')') {
      close_substitution();
    } else if (command_) {
      command_word();
    } else {
      word();
    }
  }

  // `;` or the end of a line: what is open in this statement ends; `and` and `or` of the next one may still take its place.
  void separate() {
    ++at_;
    finish_statement();
    std::size_t next = text_.find_first_not_of(" \t\n;", at_);
    for (const std::string_view word : {"and", "or"}) {
      if (next == std::string_view::npos || !is_word(next, word)) continue;
      at_ = next + word.size();
      out_ += word == "and" ? " && " : " || ";
      return;
    }
    if (!blocks_.empty() && !blocks_.back().opening.empty()) {
      out_.append("\n").append(blocks_.back().opening).append(" ");
      blocks_.back().opening = {};
    } else {
      out_ += '\n';  // a `;` may stand behind `begin` and `else`
    }
  }

  void finish_statement() {
    if (list_) out_ += ')';
    list_ = false;
    command_ = true;
  }

  void operate() {
    const bool twice = at_ + 1 < text_.size() && text_[at_ + 1] == text_[at_];
    const bool redirects = text_[at_] == '&' && at_ > 0 && (text_[at_ - 1] == '>' || text_[at_ - 1] == '<');
    if (!redirects) finish_statement();
    out_.append(text_.substr(at_, twice ? 2 : 1));
    at_ += twice ? 2 : 1;
  }

  bool is_word(std::size_t at, std::string_view word) const {
    return text_.substr(at).starts_with(word) && (at + word.size() >= text_.size() || ends_word(text_[at + word.size()]));
  }

  void open(std::string_view end, std::string_view opening) {
    if (blocks_.size() > kDeepest) good_ = false;
    blocks_.push_back({end, opening, false});
  }

  bool take(std::string_view word) {
    if (!is_word(at_, word)) return false;
    at_ += word.size();
    return true;
  }

  void command_word() {
    if (take("not")) {
      out_ += "!";
    } else if (take("and") || take("or")) {
      out_ += " ";  // nothing before it in this block
    } else if (take("begin")) {
      out_ += "{";
      open("}", {});
    } else if (take("if")) {
      out_ += "if ";
      open("fi", "then");
    } else if (take("else")) {
      otherwise();
    } else if (take("while")) {
      out_ += "while ";
      open("done", "do");
    } else if (take("for")) {
      out_ += "for ";
      open("done", "do");
      command_ = false;
    } else if (take("function")) {
      function();
    } else if (take("switch")) {
      choice();
    } else if (take("case")) {
      patterns();
    } else if (take("end")) {
      end();
    } else if (take("set")) {
      set();
    } else if (take("alias")) {
      alias();
    } else {
      command_ = false;
      word();
    }
  }

  void otherwise() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    good_ = good_ && !blocks_.empty() && blocks_.back().end == "fi";
    if (!good_) return;
    const bool again = take("if");
    out_ += again ? "elif " : "else ";
    if (again) blocks_.back().opening = "then";
  }

  // The rest of the statement as it is written; the separator is taken, too.
  std::string_view rest_of_statement() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ';' && text_[at_] != '\n') ++at_;
    const std::string_view rest = text_.substr(begin, at_ - begin);
    if (at_ < text_.size()) ++at_;
    return rest;
  }

  // function NAME --option value
  void function() {
    std::string_view header = rest_of_statement();
    header.remove_prefix(std::min(header.find_first_not_of(" \t"), header.size()));
    const std::string_view name = header.substr(0, header.find_first_of(" \t"));
    good_ = good_ && !name.empty() && name.find_first_of("'\"$(){}\\") == std::string_view::npos;
    out_.append("function ").append(name).append(" {\n");
    open("}", {});
  }

  // alias NAME VALUE, alias NAME=VALUE
  void alias() {
    std::string_view rest = rest_of_statement();
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    const std::string_view name = rest.substr(0, rest.find_first_of(" \t="));
    std::string_view value = rest.substr(name.size());
    const bool plain = value.starts_with(' ') || value.starts_with('\t');
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    const bool quoted = value.starts_with('\'') || value.starts_with('"') || value.find('\'') != std::string_view::npos;
    out_.append("alias ").append(name);
    if (plain) out_.append("=").append(quoted ? "" : "'");
    out_.append(value).append(plain && !quoted ? "'\n" : "\n");
  }

  void choice() {
    const std::string_view subject = rest_of_statement();
    const std::optional<std::string> word = Fish(subject).run();
    good_ = good_ && word.has_value() && blocks_.size() < kDeepest;
    if (!good_) return;
    out_.append("case ").append(*word).append(" in\n");
    open("esac", {});
  }

  // case 'a' b
  void patterns() {
    good_ = good_ && !blocks_.empty() && blocks_.back().end == "esac";
    if (!good_) return;
    if (blocks_.back().cases) out_ += ";;\n";
    blocks_.back().cases = true;
    std::string joined;
    for (const char c : rest_of_statement()) {
      const bool blank = is_blank(c);
      if (!blank) joined += c;
      if (blank && !joined.empty() && joined.back() != '|') joined += '|';
    }
    while (joined.ends_with('|')) joined.pop_back();
    out_.append(joined).append(") ");
  }

  void end() {
    good_ = good_ && !blocks_.empty() && blocks_.back().end != ")" && blocks_.back().opening.empty();
    if (!good_) return;
    const std::size_t last = out_.find_last_not_of(" \t\n");
    const std::string_view before = std::string_view(out_).substr(0, last + 1);
    const bool empty = before.ends_with('{') || before.ends_with("\nthen") || before.ends_with("\ndo") || before.ends_with("else");
    out_.append(blocks_.back().cases ? ";; " : empty ? ": ; " : "").append(blocks_.back().end);
    blocks_.pop_back();
    command_ = false;
  }

  // set -gx NAME a b
  void set() {
    bool erases = false, asks = false;
    for (;;) {
      while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
      if (at_ >= text_.size() || text_[at_] != '-') break;
      const std::size_t begin = at_;
      while (at_ < text_.size() && !ends_word(text_[at_])) ++at_;
      const std::string_view option = text_.substr(begin, at_ - begin);
      erases = erases || option == "-e" || option == "--erase";
      asks = asks || option.find('q') != std::string_view::npos || option.find('S') != std::string_view::npos;
    }
    std::size_t end = at_;
    while (end < text_.size() && !ends_word(text_[end])) ++end;
    const std::string_view name = text_.substr(at_, end - at_);
    const bool plain = !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == std::string_view::npos;
    command_ = false;
    if (erases || asks || !plain) {
      out_ += erases ? "unset " : "test ";  // set -q says whether there is such a variable
      return;
    }
    at_ = end;
    out_.append(name).append("=(");
    list_ = true;
  }

  void close_substitution() {
    good_ = good_ && !blocks_.empty() && blocks_.back().end == ")";
    if (!good_) return;
    finish_statement();
    blocks_.pop_back();
    list_ = !lists_.empty() && lists_.back();
    if (!lists_.empty()) lists_.pop_back();
    out_ += ')';
    command_ = false;
    ++at_;
  }

  void word() {
    const char c = text_[at_];
    if (c == '\'') {
      single();
    } else if (c == '"') {
      twofold();
    } else if (c == '(' || (c == '$' && at_ + 1 < text_.size() && text_[at_ + 1] == '(')) {
      at_ += c == '(' ? 1 : 2;
      out_ += "$(";
      lists_.push_back(list_);
      list_ = false;
      open(")", {});
      command_ = true;
    } else if (c == '\\' && at_ + 1 < text_.size()) {
      out_.append(text_.substr(at_, 2));
      at_ += 2;
    } else {
      if (c == '`') out_ += '\\';
      out_ += c;
      ++at_;
    }
  }

  // \' and \\ are escapes here.
  void single() {
    out_ += '\'';
    for (++at_; at_ < text_.size() && text_[at_] != '\''; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && (text_[at_ + 1] == '\'' || text_[at_ + 1] == '\\')) {
        out_ += text_[++at_] == '\'' ? "'\\''" : "\\";
      } else {
        out_ += text_[at_];
      }
    }
    good_ = good_ && at_ < text_.size();
    out_ += '\'';
    ++at_;
  }

  void twofold() {
    out_ += '"';
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '`') out_ += '\\';
      out_ += text_[at_];
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) out_ += text_[++at_];
    }
    good_ = good_ && at_ < text_.size();
    out_ += '"';
    ++at_;
  }

  std::string_view text_;
  std::string out_;
  std::vector<Block> blocks_;
  std::vector<bool> lists_;  // `set` around each open substitution
  std::size_t at_ = 0;
  bool command_ = true;  // a command may stand here
  bool list_ = false;    // inside set NAME …
  bool good_ = true;
};

}  // namespace

std::optional<std::string> fish_as_zsh(std::string_view text) { return Fish(text).whole(); }

}  // namespace cordon::shell
