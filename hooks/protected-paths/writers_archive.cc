// SPDX-License-Identifier: Apache-2.0
// Programs that unpack, apply and download.
#include "hooks/protected-paths/diff.h"
#include "hooks/protected-paths/writes.h"
#include "shared/base/path.h"

namespace cordon::protected_paths {
namespace {

const shell::Word& here() {
  static const shell::Word word = shell::Word::literal(".");
  return word;
}

const shell::Word& value_or_here(const Args& args, std::string_view names) {
  const Option* option = args.find(names);
  return option != nullptr && option->has_value ? option->value : here();
}

shell::Word joined(const shell::Word& folder, const shell::Word& name) {
  if (!name.literal_prefix().empty() && name.literal_prefix()[0] == '/') return name;
  // What is not known from its first letter on may be absolute.
  if (folder.is(".") || (name.literal_prefix().empty() && !name.is_static())) return name;
  shell::Word out = folder;
  out.append_literal("/", true);
  for (const shell::Piece& piece : name.pieces) out.append(piece);
  return out;
}

// Members that are named are all that is unpacked; else anything may come out of the archive.
void unpack(const Call& call, const shell::Word& folder, const std::vector<shell::Word>& members) {
  if (members.empty()) call.add(folder, {Reach::kInto, true, "the names of the archive's members are not known"});
  for (const shell::Word& member : members) call.add(joined(folder, member), Reach::kTree);
}

// `tar xzf a.tgz`: the first word is a bundle without its dash, its arguments follow in order.
Args tar_args(const Call& call) {
  const auto& argv = call.argv();
  if (argv.size() < 2 || !argv[1].is_static()) return call.args;
  const std::string bundle = argv[1].text();
  if (bundle.empty() || bundle[0] == '-' || bundle.find_first_not_of("ABCcdFfGgHhIiJjKklLMmNnOopPRrSsTtUuVvWwXxYyZz") != std::string::npos) return call.args;
  std::vector<shell::Word> dashed{argv[0]};
  size_t next = 2;
  for (const char c : bundle) {
    dashed.push_back(shell::Word::literal(std::string("-") + c));
    if (std::string_view("fCbTXIHgKNV").find(c) != std::string_view::npos && next < argv.size()) dashed.push_back(argv[next++]);
  }
  dashed.insert(dashed.end(), argv.begin() + static_cast<std::ptrdiff_t>(next), argv.end());
  return parse_args(dashed, 1, {"fCbTXIHgKNV", "", ""});
}

void tar(const Call& call) {
  const Args args = tar_args(call);
  if (args.has("c,create,r,append,u,update,A,catenate,concatenate,delete")) {
    if (const Option* file = args.find("f,file"); file != nullptr && file->has_value) call.add(file->value);
    if (args.has("remove-files")) {
      for (const shell::Word& word : args.operands) call.add_entry(word, Reach::kTree);
    }
    return;
  }
  if (!args.has("x,extract,get") || args.has("O,to-stdout,t,list")) return;
  unpack(call, value_or_here(args, "C,directory,cd,one-top-level"), args.has("T,files-from,transform,xform,strip-components") ? std::vector<shell::Word>{} : args.operands);
}

void unzip(const Call& call) {
  if (call.args.has("l,p,c,t,Z,v,z") || call.args.operands.empty()) return;
  unpack(call, value_or_here(call.args, "d"), {call.args.operands.begin() + 1, call.args.operands.end()});
}

void zip(const Call& call) {
  if (call.args.operands.empty()) return;
  call.add(call.args.operands[0]);
  if (!call.args.has("m,move")) return;
  for (size_t i = 1; i < call.args.operands.size(); ++i) call.add_entry(call.args.operands[i], Reach::kTree);
}

void cpio(const Call& call) {
  if (call.args.has("p,pass-through")) {
    if (!call.args.operands.empty()) call.add(call.args.operands[0], Reach::kInto);
    return;
  }
  if (call.args.has("o,create")) {
    if (const Option* file = call.args.find("O,F,file"); file != nullptr && file->has_value) call.add(file->value);
    return;
  }
  if (call.args.has("t,list,to-stdout")) return;
  unpack(call, value_or_here(call.args, "D,directory"), {});
}

void seven_zip(const Call& call) {
  const auto& operands = call.args.operands;
  if (operands.empty() || !(operands[0].is("x") || operands[0].is("e"))) return;
  unpack(call, value_or_here(call.args, "o"), {});
}

std::string input_text(const Call& call, const shell::Word* file, bool& known) {
  constexpr size_t kMaxPatch = 8u << 20;
  known = true;
  if (file == nullptr && call.invocation.input.has_text) return call.invocation.input.text.text();
  for (const shell::Redirect& redirect : call.invocation.redirects) {
    if (file == nullptr && redirect.op == shell::RedirectOp::kRead && redirect.fd <= 0) file = &redirect.target;
  }
  if (file != nullptr && file->is_static() && !call.base.empty() && !file->is("-")) {
    if (auto text = call.world.read_file(path::absolute(file->text(), call.base), kMaxPatch)) return std::move(*text);
  }
  known = false;
  return {};
}

void patch(const Call& call) {
  if (call.args.has("dry-run,C,check,v,version")) return;
  const auto& operands = call.args.operands;
  if (const Option* out = call.args.find("o,output"); out != nullptr && out->has_value) {
    call.add(out->value);
    return;
  }
  if (!operands.empty()) {
    call.add(operands[0]);
    return;
  }
  const Option* input = call.args.find("i,input");
  const shell::Word& folder = value_or_here(call.args, "d,directory");
  bool known = false;
  const std::string text = input_text(call, input != nullptr && input->has_value ? &input->value : nullptr, known);
  const Option* strip = call.args.find("p,strip");
  if (known && folder.is_static()) {
    const std::string level = strip != nullptr ? strip->value.text() : "";
    add_patch(call, text, level.size() == 1 && level[0] >= '0' && level[0] <= '9' ? level[0] - '0' : -1, folder.text());
  } else {
    call.add(folder, {Reach::kInto, true, "the patch cannot be read"});
  }
}

// The file name a download gets from its address.
std::string address_name(const shell::Word& word) {
  if (!word.is_static()) return {};
  std::string text = word.text();
  text.resize(std::min(text.find_first_of("?#"), text.size()));
  const size_t scheme = text.find("://");
  const size_t slash = text.rfind('/');
  if (slash == std::string::npos || (scheme != std::string::npos && slash < scheme + 3)) return {};
  return text.substr(slash + 1);
}

void curl(const Call& call) {
  const Args& args = call.args;
  const shell::Word& folder = value_or_here(args, "output-dir");
  for (const Option* option : args.all("o,output")) {
    if (option->has_value && !option->value.is("-")) call.add(joined(folder, option->value));
  }
  for (const Option* option : args.all("D,dump-header,c,cookie-jar,trace,trace-ascii,stderr,etag-save,libcurl,hsts,alt-svc")) {
    if (option->has_value && !option->value.is("-")) call.add(option->value);
  }
  if (args.has("J,remote-header-name")) call.add(folder, Reach::kInto);
  if (!args.has("O,remote-name,remote-name-all")) return;
  for (const shell::Word& word : args.operands) {
    if (const std::string name = address_name(word); !name.empty()) call.add(joined(folder, shell::Word::literal(name)));
  }
}

void wget(const Call& call) {
  const Args& args = call.args;
  for (const Option* option : args.all("o,output-file,a,append-output,save-cookies,warc-file")) {
    if (option->has_value) call.add(option->value);
  }
  if (const Option* out = args.find("O,output-document"); out != nullptr && out->has_value) {
    if (!out->value.is("-")) call.add(out->value);
    return;
  }
  const shell::Word& folder = value_or_here(args, "P,directory-prefix");
  if (args.has("r,recursive,m,mirror,i,input-file,content-disposition")) {
    call.add(folder, Reach::kInto);
    return;
  }
  for (const shell::Word& word : args.operands) {
    if (const std::string name = address_name(word); !name.empty()) call.add(joined(folder, shell::Word::literal(name)));
  }
}

constexpr WriterRow kRows[] = {
    {"tar,gtar,bsdtar", {"fCbTXIHgKNV", "file,directory,files-from,exclude,exclude-from,transform,xform,strip-components,use-compress-program,owner,group,mode,one-top-level", ""}, tar},
    {"unzip", {"dxP", "", ""}, unzip},
    {"zip", {"xibt", "", ""}, zip},
    {"cpio,pax", {"ODEFHIRCM", "file,directory,format,owner", ""}, cpio},
    {"7z,7za,7zr,7zz,unrar,unar", {"", "", "o"}, seven_zip},
    {"patch,gpatch", {"pidoBDFrVYzg", "strip,input,directory,output,prefix,suffix,reject-file,fuzz,version-control,reject-format", ""}, patch},
    {"curl", {"oDcbdFHAeEtTuUxXyYzKmrwCPQ", "output,output-dir,dump-header,cookie-jar,trace,trace-ascii,stderr,etag-save,libcurl,hsts,alt-svc,data,data-raw,data-binary,header,request,user,url,config,max-time,retry,connect-timeout,proxy,cacert,cert,key,form,cookie,user-agent,referer,write-out,upload-file,range", ""}, curl},
    {"wget", {"OPoaiUtTQeBlDIXAR", "output-document,directory-prefix,output-file,append-output,input-file,user-agent,header,post-data,tries,timeout,save-cookies,load-cookies,level,accept,reject,domains,user,password,warc-file", ""}, wget},
};

}  // namespace

void add_patch(const Call& call, std::string_view text, int strip, std::string_view folder) {
  for (const Change& change : parse_diff(text).changes) {
    for (const std::string& name : change.raw_names) {
      for (const int depth : {0, 1, 99}) {
        if (strip >= 0 && depth > 0) break;
        call.add_path(path::join(folder, stripped(name, strip >= 0 ? strip : depth)));
      }
    }
  }
}

std::span<const WriterRow> archive_writers() { return kRows; }

}  // namespace cordon::protected_paths
