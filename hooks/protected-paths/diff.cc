// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/diff.h"

#include <algorithm>

#include "hooks/protected-paths/raw.h"

namespace cordon::protected_paths {
namespace {

bool starts(std::string_view line, std::string_view with) { return line.substr(0, with.size()) == with; }

// "a/x b/x": where the first name ends. Quoted names end at their quote; others may hold blanks, so the cut is where both
// halves say the same name.
bool cut_names(std::string_view text, std::string_view& left, std::string_view& right) {
  if (!text.empty() && text[0] == '"') {
    for (size_t i = 1; i + 1 < text.size(); ++i) {
      if (text[i] == '\\') {
        ++i;
      } else if (text[i] == '"') {
        left = text.substr(0, i + 1);
        right = text[i + 1] == ' ' ? text.substr(i + 2) : std::string_view();
        return !right.empty();
      }
    }
    return false;
  }
  if (const size_t quote = text.find(" \""); quote != text.npos && text.back() == '"') {
    left = text.substr(0, quote);
    right = text.substr(quote + 1);
    return true;
  }
  for (size_t space = text.find(' '); space != text.npos; space = text.find(' ', space + 1)) {
    left = text.substr(0, space);
    right = text.substr(space + 1);
    if (left == right || stripped(left, 1) == stripped(right, 1)) return true;
  }
  const size_t space = text.find(' ');
  if (space == text.npos || text.find(' ', space + 1) != text.npos) return false;
  left = text.substr(0, space);
  right = text.substr(space + 1);
  return true;
}

bool known_prefix(std::string_view name) { return name.size() > 2 && name[1] == '/' && std::string_view("abciow12").find(name[0]) != std::string_view::npos; }

struct Counts {
  std::vector<long> old_lines;  // one a parent
  long new_lines = 0;
  bool open() const {
    return new_lines > 0 || std::any_of(old_lines.begin(), old_lines.end(), [](long n) { return n > 0; });
  }
};

// "@@ -1,2 +3 @@", "@@@ -1 -1,2 +1,3 @@@".
bool read_counts(std::string_view line, Counts& out) {
  size_t at = line.find(' ');
  const size_t parents = at == line.npos ? 0 : at - 1;
  if (parents < 1 || line.substr(0, at).find_first_not_of('@') != line.npos) return false;
  out = {};
  for (size_t i = 0; i <= parents; ++i) {
    if (at + 2 >= line.size() || line[at] != ' ' || line[at + 1] != (i == parents ? '+' : '-')) return false;
    const size_t end = std::min(line.find(' ', at + 1), line.size());
    const std::string_view range = line.substr(at + 2, end - at - 2);
    const size_t comma = range.find(',');
    long count = 1;
    if (range.empty() || range.find_first_not_of("0123456789,") != range.npos || range.size() > 30) return false;
    if (comma != range.npos) {
      count = 0;
      for (const char c : range.substr(comma + 1)) count = std::min(count * 10 + (c - '0'), 1L << 40);
    }
    if (i == parents) {
      out.new_lines = count;
    } else {
      out.old_lines.push_back(count);
    }
    at = end;
  }
  return line.substr(at, 2 + parents) == " " + std::string(parents + 1, '@');
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Diff read() {
    while (at_ < text_.size()) {
      const size_t end = std::min(text_.find('\n', at_), text_.size());
      std::string_view line = text_.substr(at_, end - at_);
      at_ = end + 1;
      ++line_;
      if (counts_.open() && in_hunk(line)) continue;
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      header(line);
    }
    if (counts_.open()) fault("the text ends inside a hunk");
    close();
    return std::move(out_);
  }

 private:
  void fault(std::string message) { out_.faults.push_back({std::move(message), {}, line_, 1}); }

  // Counts the line off. False when it cannot belong to the hunk.
  bool in_hunk(std::string_view line) {
    const size_t parents = counts_.old_lines.size();
    if (!line.empty() && line[0] == '\\') return true;
    std::string columns(line.substr(0, parents));
    if (line.empty() || line == "\r") columns.assign(parents, ' ');  // mail programs cut trailing blanks
    if (columns.size() < parents || columns.find_first_not_of(" +-") != columns.npos) {
      fault("a line that does not belong to the hunk it stands in");
      counts_ = {};
      return false;
    }
    const bool removed = columns.find('-') != columns.npos;
    for (size_t i = 0; i < parents; ++i) {
      if (removed ? columns[i] == '-' : columns[i] == ' ') --counts_.old_lines[i];
    }
    if (!removed) --counts_.new_lines;
    if (!removed && columns[0] == '+' && link_ && link_target_.empty()) link_target_ = line.substr(parents);
    return true;
  }

  void open() {
    close();
    open_ = true;
  }

  void name(std::string_view text, std::string& to) {
    if (!unquote(text, to)) fault("a name that is not quoted rightly");
  }

  void header(std::string_view line) {
    constexpr struct {
      std::string_view mark;
      void (Reader::*read)(std::string_view);
    } kHeaders[] = {
        {"diff --git ", &Reader::git_line}, {"diff --cc ", &Reader::combined_line}, {"diff --combined ", &Reader::combined_line},
        {"rename from ", &Reader::rename_from}, {"rename to ", &Reader::rename_to}, {"copy from ", &Reader::copy_from}, {"copy to ", &Reader::copy_to},
        {"new file mode ", &Reader::mode}, {"new mode ", &Reader::mode}, {"old mode ", &Reader::mode}, {"deleted file mode ", &Reader::mode}, {"index ", &Reader::index}, {"--- ", &Reader::old_name},
        {"+++ ", &Reader::new_name}, {"@@", &Reader::hunk}, {"Binary files ", &Reader::binary}, {"Submodule ", &Reader::submodule},
        {"Only in ", &Reader::only_in}, {"Index: ", &Reader::svn_index}, {"***************", &Reader::context},
    };
    for (const auto& it : kHeaders) {
      if (!starts(line, it.mark)) continue;
      (this->*it.read)(line.substr(it.mark.size()));
      return;
    }
  }

  void git_line(std::string_view rest) {
    open();
    std::string_view left, right;
    if (!cut_names(rest, left, right)) {
      unnamed_ = true;  // a rename of names with blanks: its own lines tell
      return;
    }
    name(left, git_old_);
    name(right, git_new_);
  }
  void combined_line(std::string_view rest) {
    open();
    name(rest, renamed_to_);
  }
  void rename_from(std::string_view rest) { name(rest, renamed_from_); }
  void rename_to(std::string_view rest) { name(rest, renamed_to_); }
  void copy_from(std::string_view rest) { name(rest, copied_from_); }
  void copy_to(std::string_view rest) { name(rest, renamed_to_); }
  void mode(std::string_view rest) {
    link_ = link_ || starts(rest, "120000");
    submodule_ = submodule_ || starts(rest, "160000");
  }
  void index(std::string_view rest) {
    if (const size_t space = rest.rfind(' '); space != rest.npos) mode(rest.substr(space + 1));
  }
  static std::string_view without_time(std::string_view rest) { return rest[0] == '"' ? rest.substr(0, rest.rfind('"') + 1) : rest.substr(0, rest.find('\t')); }
  void old_name(std::string_view rest) {
    // Outside a git block every pair opens a change; inside one it belongs to it, once.
    if (!open_ || has_old_) open();
    has_old_ = true;
    if (!rest.empty()) name(without_time(rest), old_);
  }
  void new_name(std::string_view rest) {
    if (!has_old_) return;
    has_new_ = true;
    if (!rest.empty()) name(without_time(rest), new_);
  }
  void hunk(std::string_view) {
    const size_t begin = text_.rfind('\n', at_ - 2);
    const size_t from = at_ < 2 || begin == text_.npos ? 0 : begin + 1;
    const std::string_view line = text_.substr(from, std::min(at_ - 1, text_.size()) - from);
    if (!open_) return;
    if (!read_counts(line, counts_)) {
      counts_ = {};
      fault("a hunk header that cannot be read");
    }
  }
  void binary(std::string_view rest) {
    if (open_) return;  // the block's own lines have the names
    rest = rest.substr(0, rest.rfind(" differ"));
    const size_t cut = rest.find(" and ");
    if (cut == rest.npos) return;
    open();
    name(rest.substr(0, cut), old_);
    name(rest.substr(cut + 5), new_);
    has_old_ = has_new_ = true;
    close();
  }
  void submodule(std::string_view rest) {
    open();
    submodule_ = true;
    name(rest.substr(0, rest.rfind(' ')), renamed_to_);
    if (const size_t space = renamed_to_.rfind(' '); space != std::string::npos && renamed_to_.find("..", space) != std::string::npos) renamed_to_.resize(space);
    close();
  }
  void only_in(std::string_view rest) {
    const size_t colon = rest.find(": ");
    if (colon == rest.npos) return;
    open();
    renamed_to_ = std::string(rest.substr(0, colon)) + "/" + std::string(rest.substr(colon + 2));
    close();
  }
  void svn_index(std::string_view rest) {
    open();
    name(rest, renamed_to_);
  }
  void context(std::string_view) {
    if (!open_ || !has_new_) fault("a context diff, only unified ones are understood");
  }

  static bool is_null(const std::string& name) { return name.empty() || name == "/dev/null"; }

  // The names of one header pair, with and without a first component that may be a prefix.
  static void add_pair(Change& change, const std::string& left, const std::string& right) {
    const bool one = is_null(left) || is_null(right);
    for (const std::string& it : {left, right}) {
      if (is_null(it)) continue;
      change.raw_names.push_back(it);
      const bool standard = known_prefix(it);
      const bool differ = !one && left != right;
      const bool prefixed = one ? standard : differ && (standard || stripped(left, 1) == stripped(right, 1));
      if (prefixed) change.paths.push_back(stripped(it, 1));
      if (!prefixed || !standard || one) change.paths.push_back(it);
    }
  }

  void close() {
    if (!open_) return;
    Change change;
    const bool renamed = !renamed_from_.empty() || !copied_from_.empty();
    if (has_old_ && has_new_ && !renamed) add_pair(change, old_, new_);
    // A deletion's or an addition's pair has one name; the git line has both, so it settles what the prefix is.
    const bool git = !git_old_.empty();
    if (git && !renamed) {
      if (has_new_ && (is_null(old_) || is_null(new_))) change.paths.clear();
      add_pair(change, git_old_, git_new_);
    }
    for (const std::string& it : {renamed_from_, renamed_to_}) {
      if (!it.empty()) change.paths.push_back(it);
    }
    for (const std::string& it : {renamed_from_, renamed_to_, copied_from_}) {
      if (!it.empty()) change.raw_names.push_back("a/" + it);
    }
    if (change.paths.empty() && (unnamed_ || has_new_)) fault("a change whose file cannot be told");
    std::sort(change.paths.begin(), change.paths.end());
    change.paths.erase(std::unique(change.paths.begin(), change.paths.end()), change.paths.end());
    change.submodule = submodule_;
    if (link_ && !change.paths.empty()) {
      change.link_path = !renamed_to_.empty() ? renamed_to_ : git ? stripped(git_new_, known_prefix(git_new_) && git_old_ != git_new_ ? 1 : 0) : change.paths.back();
      change.link_target = link_target_;
    }
    if (!change.paths.empty()) out_.changes.push_back(std::move(change));
    reset();
  }

  void reset() {
    for (std::string* it : {&git_old_, &git_new_, &old_, &new_, &renamed_from_, &renamed_to_, &copied_from_, &link_target_}) it->clear();
    open_ = has_old_ = has_new_ = link_ = submodule_ = unnamed_ = false;
    counts_ = {};
  }

  std::string_view text_;
  size_t at_ = 0;
  uint32_t line_ = 0;
  Diff out_;
  Counts counts_;
  bool open_ = false, has_old_ = false, has_new_ = false, link_ = false, submodule_ = false, unnamed_ = false;
  std::string git_old_, git_new_, old_, new_, renamed_from_, renamed_to_, copied_from_, link_target_;
};

}  // namespace

Diff parse_diff(std::string_view text) {
  if (is_raw(text)) return parse_raw(text).diff;
  return Reader(text).read();
}

}  // namespace cordon::protected_paths
