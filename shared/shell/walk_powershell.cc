// SPDX-License-Identifier: Apache-2.0
// pwsh -Command TEXT in a text of another shell.
#include "shared/shell/powershell.h"
#include "shared/shell/walker.h"

namespace cordon::shell {

/// False: no PowerShell.
bool Walker::run_powershell(const Fields& argv, const Context& outer, ByteRange range) {
  const std::string path = lower(argv[0].text());
  const std::string_view name = base_name(path);
  if (name != "pwsh" && name != "powershell" && name != "pwsh.exe" && name != "powershell.exe") return false;
  // The reader of PowerShell knows the options: it is given the call as PowerShell would write it.
  std::string text = "pwsh";
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const bool option = argv[i].is_static() && argv[i].text().starts_with('-') && argv[i].text().find_first_of(" \t\n;'\"`$&|(){}") == std::string::npos;
    text += option ? " " : " '";
    for (const Piece& p : argv[i].pieces) {
      if (p.kind != PieceKind::kLiteral) return opaque(range, "text of 'pwsh' is not wholly known: " + argv[i].text().substr(0, 200), outer), true;
      for (const char c : p.text) text.append(c == '\'' && !option ? 2 : 1, c);
    }
    if (!option) text += '\'';
  }
  if (++nested_texts_ > options_.limits.nested_texts) return opaque(range, "too many texts inside texts", outer), true;
  WalkOptions options = options_;
  options.dialect = Dialect::kPowerShell;
  WalkResult inner = walk(text, options);
  const ByteRange own = place(range, outer);
  const Certainty certainty = std::max(outer.certainty, scope_.shell.reach());
  const Directory& here = scope_.shell.directory;
  for (std::size_t i = 1; i < inner.invocations.size(); ++i) {  // the first is this very call
    Invocation& it = inner.invocations[i];
    it.range = own;
    for (Word& word : it.argv) word.range = own;
    it.certainty = std::max(it.certainty, certainty);
    it.via.insert(it.via.begin(), outer.via.begin(), outer.via.end());
    if (!here.known && !it.directory.path.starts_with('/')) it.directory.known = false;
    if (here.known && it.directory.known && !here.path.empty()) it.directory.path = join_path(here.path, it.directory.path);
    result_.invocations.push_back(std::move(it));
  }
  for (Opaque& it : inner.opaque) {
    it.range = own;
    it.certainty = std::max(it.certainty, certainty);
    result_.opaque.push_back(std::move(it));
  }
  return true;
}

}  // namespace cordon::shell
