// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/writes.h"

#include "hooks/protected-paths/loops.h"
#include "hooks/protected-paths/writers_git.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

std::string program_name(const shell::Word& word) {
  if (!word.is_static()) return {};
  std::string name = text::ascii_lower(path::base_name(word.text()));
  if (name.size() > 4 && name.compare(name.size() - 4, 4, ".exe") == 0) name.resize(name.size() - 4);
  return name;
}

// python3.11 is python3: versions behind the name.
std::string without_version(const std::string& name) {
  const size_t end = name.find_last_not_of("0123456789.");
  return end == std::string::npos || end + 1 == name.size() ? name : name.substr(0, end + 1);
}

const WriterRow* find_row(std::string_view name) {
  if (name.empty()) return nullptr;
  for (const auto rows : {file_writers(), git_writers(), code_writers(), archive_writers(), tool_writers(), misc_writers()}) {
    for (const WriterRow& row : rows) {
      if (in_names(row.names, name)) return &row;
    }
  }
  return nullptr;
}

// xargs hands over more words than are written; a `{}` stands for one of them.
shell::Invocation with_files(const shell::Invocation& invocation) {
  shell::Invocation out = invocation;
  if (invocation.args_open) out.argv.push_back(shell::Word::unknown(kFiles, false));
  return out;
}

bool starts_with(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

void append_rest(Target& target, const shell::Word& word) {
  for (size_t i = 1; i < word.pieces.size(); ++i) {
    target.existing = false;
    if (target.exact() && word.pieces[i].kind == shell::PieceKind::kLiteral) {
      target.path += word.pieces[i].text;
    } else {
      target.tail.push_back({word.pieces[i].kind == shell::PieceKind::kLiteral ? Tail::Kind::kLiteral : Tail::Kind::kAnything, word.pieces[i].text});
    }
  }
}

}  // namespace

class Collector {
 public:
  Collector(const shell::WalkResult& walked, std::string_view text, World& world, GitRunner& git, std::string_view start_dir)
      : walked_(walked), text_(text), world_(world), git_(git), start_dir_(start_dir) {}

  Writes collect() {
    for (const shell::PlacedRedirect& it : walked_.redirects) redirect(it);
    for (size_t i = 0; i < walked_.invocations.size(); ++i) invocation(i);
    follow_links();
    return std::move(out_);
  }

  static void run(Call call) {
    const WriterRow* row = find_row(call.program);
    if (row == nullptr) row = find_row(without_version(call.program));
    if (run_command_of(call)) return;
    if (row == nullptr) {
      // A program that is itself unknown ($EDITOR f) may do anything with what it is given.
      for (size_t i = 1; call.program.empty() && i < call.argv().size(); ++i) call.mention(call.argv()[i]);
      add_output_options(call);
      return;
    }
    call.args = parse_args(call.argv(), 1, row->options);
    const size_t first = call.out.targets.size(), links = call.out.links.size();
    row->write(call);
    for (size_t i = links; i < call.out.links.size(); ++i) call.out.links[i].first = first, call.out.links[i].last = call.out.targets.size();
  }

  // A word that begins with a loop's variable stands for what the loop runs over, and $(find …) for what that prints.
  std::vector<Target> targets(const shell::Word& word, std::string_view base) const {
    if (auto files = substituted(word)) return std::move(*files);
    const bool unknown = !word.pieces.empty() && word.pieces[0].kind == shell::PieceKind::kUnknown;
    const std::string_view name = unknown ? variable_of(word.pieces[0].text) : std::string_view();
    std::vector<Target> out;
    if (!name.empty() && add_loop(name, base, out)) {
      for (Target& target : out) append_rest(target, word);
    } else {
      out.push_back(target_of(word, base));
    }
    return out;
  }

 private:
  bool add_loop(std::string_view name, std::string_view base, std::vector<Target>& out) const {
    if (!loops_) loops_ = loop_lists(text_);
    const auto list = loops_->find(name);
    if (list == loops_->end()) return false;
    for (const shell::Word& word : list->second.words) {
      out.push_back(target_of(word, base));
      out.back().existing = word.has_glob();
    }
    for (const shell::ByteRange& range : list->second.commands) {
      size_t last = walked_.invocations.size();
      for (size_t i = 0; i < walked_.invocations.size(); ++i) {
        const shell::ByteRange& it = walked_.invocations[i].range;
        if (it.begin >= range.begin && it.end <= range.end && walked_.invocations[i].via.empty()) last = i;
      }
      auto files = printed_files(walked_, last, start_dir_);
      if (!files) return false;
      out.insert(out.end(), files->begin(), files->end());
    }
    return true;
  }

  // $(grep -rl x src) or `find …` as a word of its own: the files its last command prints.
  std::optional<std::vector<Target>> substituted(const shell::Word& word) const {
    if (word.pieces.size() != 1 || word.pieces[0].kind != shell::PieceKind::kUnknown) return std::nullopt;
    const std::string& source = word.pieces[0].text;
    if (!(starts_with(source, "$(") || starts_with(source, "`")) || starts_with(source, "$((")) return std::nullopt;
    const size_t begin = word.range.begin;
    if (begin >= text_.size() || text_.substr(begin, source.size()) != source) return std::nullopt;  // a text within the text
    size_t last = walked_.invocations.size();
    for (size_t i = 0; i < walked_.invocations.size(); ++i) {
      const shell::Invocation& it = walked_.invocations[i];
      if (it.range.begin > begin && it.range.end < begin + source.size() && it.via.empty()) last = i;
    }
    // ls gives names without their folder.
    if (last == walked_.invocations.size() || walked_.invocations[last].argv[0].is("ls")) return std::nullopt;
    return printed_files(walked_, last, start_dir_);
  }

  // Adds what a target comes to through the links that the text makes.
  void follow_links() {
    constexpr size_t kMaxAdded = 2000;
    const size_t limit = out_.targets.size() + kMaxAdded;
    for (size_t i = 0; !out_.links.empty() && i < out_.targets.size() && out_.targets.size() < limit; ++i) {
      if (out_.targets[i].path.empty()) continue;
      const std::string path = path::clean(out_.targets[i].path);
      for (const MadeLink& link : out_.links) {
        if (i >= link.first && i < link.last) continue;
        const bool itself = path == link.name;
        if (!path::is_within(path, link.name) || (itself && !out_.targets[i].follows && out_.targets[i].exact()) || path::is_within(link.path, link.name)) continue;
        Target through = out_.targets[i];
        through.path = itself ? link.path : path::join(link.path, path::below(path, link.name));
        out_.targets.push_back(std::move(through));
      }
    }
  }

  // `>&$fd` of a descriptor that `exec {fd}>…` opened.
  bool is_descriptor(const shell::Redirect& it) const {
    if (it.op != shell::RedirectOp::kDupOut || it.target.pieces.size() != 1 || it.target.pieces[0].kind != shell::PieceKind::kUnknown) return false;
    const std::string opened = "{" + std::string(variable_of(it.target.pieces[0].text)) + "}";
    const size_t at = opened.size() > 2 ? text_.find(opened) : text_.npos;
    return at != text_.npos && at + opened.size() < text_.size() && (text_[at + opened.size()] == '>' || text_[at + opened.size()] == '<');
  }

  void redirect(const shell::PlacedRedirect& it) {
    if (!it.redirect.writes || it.certainty == shell::Certainty::kNotCalled || is_descriptor(it.redirect)) return;
    for (Target& target : targets(it.redirect.target, base_of(it.directory, start_dir_))) {
      target.program = "redirection";
      out_.targets.push_back(std::move(target));
    }
  }

  void invocation(size_t index) {
    const shell::Invocation& it = walked_.invocations[index];
    if (it.certainty == shell::Certainty::kNotCalled || it.argv.empty()) return;
    const std::string via = it.via.empty() ? std::string() : it.via.back();
    const bool handed = starts_with(via, "find ") || via == "xargs";
    const std::string name = program_name(it.argv[0]);
    if (!handed && in_names("find,fd,fdfind", name)) last_find_ = index;
    if (name == "xargs") last_xargs_ = index;
    const std::string base = base_of(it.directory, start_dir_);
    if (!handed) {
      run(Call{it, world_, name, base, {}, out_, nullptr, this, &git_, &history_});
      return;
    }
    const shell::Invocation filled = with_files(it);
    const std::optional<std::vector<Target>> files = via == "xargs" ? handed_by_xargs() : printed_files(walked_, last_find_, start_dir_);
    Call call{filled, world_, name, base, {}, out_, files ? &*files : nullptr, this, &git_, &history_};
    run(std::move(call));
  }

  std::optional<std::vector<Target>> handed_by_xargs() const {
    if (last_xargs_ >= walked_.invocations.size()) return std::nullopt;
    const shell::Input& input = walked_.invocations[last_xargs_].input;
    if (input.kind != shell::InputKind::kPipe || input.producer < 0) return std::nullopt;
    return printed_files(walked_, static_cast<size_t>(input.producer), start_dir_);
  }

  const shell::WalkResult& walked_;
  std::string_view text_;
  mutable std::optional<std::map<std::string, LoopList, std::less<>>> loops_;  // read when first needed
  World& world_;
  GitRunner& git_;
  GitHistory history_;
  std::string_view start_dir_;
  Writes out_;
  size_t last_find_ = static_cast<size_t>(-1);
  size_t last_xargs_ = static_cast<size_t>(-1);
};

void run_inner(const Call& call, const shell::Invocation& inner, const std::vector<Target>* files) {
  if (inner.argv.empty()) return;
  Collector::run(Call{inner, call.world, program_name(inner.argv[0]), call.base, {}, call.out, files, call.collector, call.git, call.history});
}

namespace {

bool is_files(const shell::Word& word) {
  return !word.pieces.empty() && word.pieces[0].kind == shell::PieceKind::kUnknown && word.pieces[0].text == kFiles;
}

}  // namespace

void Call::add(const shell::Word& word, const How& how) const {
  std::vector<Target> made;
  if (is_files(word) && files != nullptr) {
    made = *files;
    for (Target& target : made) append_rest(target, word);
  } else if (collector != nullptr) {
    made = collector->targets(word, base);
  } else {
    made.push_back(target_of(word, base));
  }
  for (Target& target : made) {
    target.reach = how.reach;
    target.follows = how.follows;
    target.why = how.why;
    target.program = program;
    out.targets.push_back(std::move(target));
  }
}

Target& Call::add_path(std::string_view path, Reach reach) const {
  Target target = target_of(path, base);
  target.reach = reach;
  target.program = program;
  out.targets.push_back(std::move(target));
  return out.targets.back();
}

void Call::mention(const shell::Word& word) const { mention(word.text()); }
void Call::mention(std::string_view text) const { out.mentions.push_back({std::string(text), program, base}); }

bool Call::is_folder(const shell::Word& word) const {
  return word.is_static() && !base.empty() && world.stat(path::absolute(word.text(), base)).kind == FileKind::kDirectory;
}

bool Call::exists(const shell::Word& word) const {
  return word.is_static() && !base.empty() && world.lstat(path::absolute(word.text(), base)).kind != FileKind::kAbsent;
}

shell::Word into(const shell::Word& folder, const shell::Word& source) {
  shell::Word out = folder;
  out.append_literal("/", true);
  size_t from = 0;
  size_t cut = 0;
  for (size_t i = 0; i < source.pieces.size(); ++i) {
    if (source.pieces[i].kind != shell::PieceKind::kLiteral) continue;
    std::string_view text = source.pieces[i].text;
    if (i + 1 == source.pieces.size()) {
      while (text.size() > 1 && text.back() == '/') text.remove_suffix(1);
    }
    if (const size_t slash = text.rfind('/'); slash != text.npos) {
      from = i;
      cut = slash + 1;
    }
  }
  for (size_t i = from; i < source.pieces.size(); ++i) {
    shell::Piece piece = source.pieces[i];
    if (i == from) piece.text.erase(0, cut);
    while (piece.kind == shell::PieceKind::kLiteral && !piece.text.empty() && piece.text.back() == '/') piece.text.pop_back();
    if (!piece.text.empty()) out.append(std::move(piece));
  }
  return out;
}

Writes collect(const shell::WalkResult& walked, std::string_view text, World& world, GitRunner& git, std::string_view start_dir) {
  return Collector(walked, text, world, git, start_dir).collect();
}

}  // namespace cordon::protected_paths
