// SPDX-License-Identifier: Apache-2.0
// Interpreters and editors. What their code does is not known: a protected path named in it counts as "cannot tell".
#include "hooks/protected-paths/scripts.h"
#include "hooks/protected-paths/writes.h"

namespace cordon::protected_paths {
namespace {

bool any_code(std::string_view) { return true; }

// The values of these options, where their code may write.
void mention_options(const Call& call, std::string_view names, bool (*may_write)(std::string_view) = any_code) {
  for (const Option* option : call.args.all(names)) {
    if (option->has_value && may_write(option->value.text())) call.mention(option->value);
  }
}

void mention_operands(const Call& call, size_t from) {
  for (size_t i = from; i < call.args.operands.size(); ++i) call.mention(call.args.operands[i]);
}

void mention_input(const Call& call) {
  if (call.invocation.input.has_text) call.mention(call.invocation.input.text);
}

// -n and -p read their operands line by line; only -i writes them.
bool edits_in_place(const Call& call) { return call.args.has("i,in-place,inplace"); }

void sed(const Call& call) {
  const bool has_script = call.args.has("e,expression,f,file");
  mention_options(call, "e,expression", sed_may_write);
  const auto& operands = call.args.operands;
  if (!has_script && !operands.empty() && sed_may_write(operands[0].text())) call.mention(operands[0]);
  if (!edits_in_place(call)) return;
  const bool follows = call.args.has("follow-symlinks");
  for (size_t i = has_script ? 0 : 1; i < operands.size(); ++i) call.add(operands[i], {Reach::kFile, follows});
}

// sd FIND REPLACE FILE…: always in place.
void sd(const Call& call) {
  if (call.args.has("p,preview")) return;
  for (size_t i = 2; i < call.args.operands.size(); ++i) call.add(call.args.operands[i]);
}

void perl(const Call& call) {
  const bool has_code = call.args.has("e,E");
  mention_options(call, "e,E", call.program == "perl" ? perl_may_write : any_code);
  const auto& operands = call.args.operands;
  const bool line_by_line = call.args.has("n,p");
  if (edits_in_place(call)) {
    for (size_t i = has_code ? 0 : 1; i < operands.size(); ++i) call.add(operands[i]);
  } else if (!line_by_line) {
    mention_operands(call, has_code ? 0 : 1);
  }
  if (!has_code && operands.empty()) mention_input(call);
}

// python, node, ruby, php, …: code by option, or on standard input, or in a file that is the first operand.
void interpreter(const Call& call) {
  constexpr std::string_view kCode = "c,e,E,p,r,eval,print,execute";
  const bool has_code = call.args.has(kCode);
  mention_options(call, kCode);
  const auto& operands = call.args.operands;
  const Option* module = call.args.find("m");
  if (module != nullptr && module->has_value && call.program.compare(0, 6, "python") == 0) {
    if (!module->value.is("json.tool")) return mention_operands(call, 0);
    if (operands.size() > 1) call.add(operands[1]);  // reads its first operand and writes its second
    return;
  }
  const bool from_input = operands.empty() || operands[0].is("-");
  if (!has_code && from_input) mention_input(call);
  mention_operands(call, has_code ? 0 : 1);
}

// deno eval CODE, bun -e
void deno(const Call& call) {
  if (!call.args.operands.empty() && (call.args.operands[0].is("eval") || call.args.operands[0].is("repl"))) mention_operands(call, 1);
  mention_options(call, "e,eval,p,print");
}

// A program that can write holds '>', '|', "system" or "inplace".
bool awk_may_write(const std::string& program) {
  return program.find('>') != std::string::npos || program.find('|') != std::string::npos || program.find("system") != std::string::npos;
}

void awk(const Call& call) {
  const bool has_file = call.args.has("f,file");
  const auto& operands = call.args.operands;
  bool inplace = false;
  for (const Option* option : call.args.all("i,include")) inplace = inplace || option->value.is("inplace");
  for (const Option* option : call.args.all("v,assign,o,pretty-print,p,profile,d,dump-variables")) {
    if (option->has_value && option->name[0] != 'v' && option->name[0] != 'a') call.add(option->value);
  }
  const std::string program = has_file || operands.empty() ? "" : operands[0].text();
  if (awk_may_write(program)) {
    call.mention(program);
    mention_options(call, "v,assign");
    // `print > v`: an operand may be "v=FILE".
    for (size_t i = 1; i < operands.size(); ++i) {
      if (operands[i].literal_prefix().find('=') != std::string::npos) call.mention(operands[i]);
    }
  }
  if (!inplace) return;
  for (size_t i = has_file ? 0 : 1; i < operands.size(); ++i) call.add(operands[i]);
}

// ed, ex, vi, emacs: the files they open, and commands that name others.
void editor(const Call& given) {
  Call call = given;
  // In ex mode -s is silence; else it takes a file of keys.
  bool ex = call.program == "ex";
  for (const shell::Word& word : call.argv()) ex = ex || word.literal_prefix().compare(0, 2, "-e") == 0 || word.literal_prefix().compare(0, 2, "-E") == 0;
  if (ex && in_names("ex,vi,vim,nvim,view", call.program)) call.args = parse_args(call.argv(), 1, {"cSuUiTwWP", "cmd", ""});
  mention_options(call, "c,cmd,S,eval,execute,e,s");
  mention_input(call);
  if (call.args.has("R,readonly,version,h,help,view") || call.program == "view") return;
  for (const shell::Word& word : call.args.operands) {
    const std::string prefix = word.literal_prefix();
    if (!prefix.empty() && prefix[0] == '+') {
      call.mention(word);
    } else {
      call.add(word);
    }
  }
}

void sqlite(const Call& call) {
  if (!call.args.operands.empty()) call.mention(call.args.operands[0]);
  mention_operands(call, 1);
  mention_input(call);
}

constexpr OptionSpec kPython{"cmWXQ", "", ""};
constexpr OptionSpec kNode{"eprCr", "eval,print,require,import,loader,input-type,conditions,env-file", ""};
constexpr OptionSpec kPerl{"eEIMmxFC", "", "il0D"};
constexpr OptionSpec kEditor{"cSuUiTwWsP", "cmd,eval,execute,load", ""};

constexpr WriterRow kRows[] = {
    {"sed,gsed", {"efl", "expression,file,line-length", "i"}, sed},
    {"sd", {"nf", "max-replacements,flags", ""}, sd},
    {"perl", kPerl, perl},
    {"ruby", {"eIrCFKEx", "", "iT0"}, perl},
    {"python,python2,python3,pypy,pypy3,ipython", kPython, interpreter},
    {"node,nodejs,bun,tsx,ts-node", kNode, interpreter},
    {"php", {"crdfFBREz", "run", ""}, interpreter},
    {"lua,luajit,lua5.3,lua5.4,rscript,osascript,guile,groovy,julia,elixir,swift,tclsh,expect", {"el", "eval", ""}, interpreter},
    {"deno", {"e", "eval", ""}, deno},
    {"awk,gawk,mawk,nawk", {"fvFiEeopd", "file,assign,field-separator,include,exec,source", ""}, awk},
    {"ed,red", {"p", "prompt", ""}, editor},
    {"ex,vi,vim,nvim,vimdiff,view,gvim,nano,pico,micro,emacs,emacsclient,joe,kak,hx", kEditor, editor},
    {"sqlite3", {"", "cmd,init,separator", ""}, sqlite},
};

}  // namespace

std::span<const WriterRow> code_writers() { return kRows; }

}  // namespace cordon::protected_paths
