// SPDX-License-Identifier: Apache-2.0
// Programs that put, move, remove and mark files.
#include "hooks/protected-paths/writes.h"
#include "shared/base/path.h"

namespace cordon::protected_paths {
namespace {

void all_operands(const Call& call) {
  for (const shell::Word& word : call.args.operands) call.add(word);
}

void entries(const Call& call) {
  for (const shell::Word& word : call.args.operands) call.add_entry(word);
}

void rm(const Call& call) {
  const Reach reach = call.program != "rm" || call.args.has("r,R,recursive") ? Reach::kTree : Reach::kFile;
  for (const shell::Word& word : call.args.operands) call.add_entry(word, reach);
}

// mode, owner or group first, unless it is taken from a file.
void change_mode(const Call& call) {
  const bool recursive = call.args.has("R,recursive");
  // `chmod -x f`: the mode looks like options.
  const bool mode_is_option = call.program == "chmod" && call.args.has("r,w,x,X,s,t,u,g,o,a");
  const size_t skip = call.args.has("reference") || mode_is_option ? 0 : 1;
  for (size_t i = skip; i < call.args.operands.size(); ++i) {
    call.add(call.args.operands[i], {recursive ? Reach::kTree : Reach::kFile, !call.args.has("h,no-dereference")});
  }
}

// Destination folder given by option, or the last operand.
struct Destination {
  const shell::Word* word = nullptr;
  std::vector<shell::Word> sources;
  bool folder = false;
};

Destination destination(const Call& call) {
  Destination out;
  out.sources = call.args.operands;
  if (const Option* option = call.args.find("t,target-directory"); option != nullptr && option->has_value) {
    out.word = &option->value;
    out.folder = true;
    return out;
  }
  if (out.sources.size() < 2) return out;
  out.sources.pop_back();
  out.word = &call.args.operands.back();
  const std::string text = out.word->text();
  out.folder = out.sources.size() > 1 || (!text.empty() && text.back() == '/') || call.is_folder(*out.word);
  if (call.args.has("T,no-target-directory")) out.folder = false;
  return out;
}

// "src/." and "src/" as source of cp -r or rsync: the members go straight into the destination.
bool gives_members(const shell::Word& source, bool slash_counts) {
  const std::string text = source.text();
  if (slash_counts && !text.empty() && text.back() == '/') return true;
  return text == "." || text == ".." || (text.size() > 1 && text.compare(text.size() - 2, 2, "/.") == 0) ||
         (text.size() > 2 && text.compare(text.size() - 3, 3, "/..") == 0);
}

// Files of a source tree, put below the destination one by one; when they cannot be listed their names are not known.
void add_members(const Call& call, const shell::Word& source, const shell::Word& to) {
  constexpr size_t kMaxMembers = 2000;
  if (source.is_static() && !call.base.empty()) {
    const std::string top = path::absolute(source.text(), call.base);
    std::vector<std::string> work{""}, files;
    bool complete = call.world.stat(top).kind == FileKind::kDirectory;
    while (complete && !work.empty()) {
      const std::string below = work.back();
      work.pop_back();
      const auto names = call.world.list_dir(path::join(top, below));
      if (!names || files.size() + work.size() + names->size() > kMaxMembers) {
        complete = false;
        break;
      }
      for (const std::string& name : *names) {
        const std::string path = path::join(below, name);
        const bool folder = call.world.lstat(path::join(top, path)).kind == FileKind::kDirectory;
        (folder ? work : files).push_back(path);
      }
    }
    if (complete) {
      for (const std::string& file : files) {
        shell::Word word = to;
        word.append_literal("/" + file, true);
        call.add(word);
      }
      return;
    }
  }
  call.add(to, Reach::kInto);
}

void put(const Call& call, const Destination& to, bool recursive, bool slash_counts, bool follows) {
  // xargs cp: the last of what it hands over is written.
  if (to.word == nullptr && call.invocation.args_open && call.args.operands.size() == 1) call.add(call.args.operands[0], {Reach::kFile, follows});
  if (to.word == nullptr) return;
  for (const shell::Word& source : to.sources) {
    if (recursive && gives_members(source, slash_counts)) {
      add_members(call, source, *to.word);
      continue;
    }
    if (to.folder || !to.word->is_static()) call.add(into(*to.word, source), {Reach::kFile, follows});
    if (!to.folder) call.add(*to.word, {Reach::kFile, follows});
    if (recursive && call.is_folder(source)) add_members(call, source, to.folder ? into(*to.word, source) : *to.word);
  }
}

// ln, cp -s, cp -l: where the names lead from now on. A symbolic link counts from its own folder.
void note_links(const Call& call, const Destination& to, bool from_link) {
  if (call.base.empty() || to.word == nullptr || !to.word->is_static()) return;
  for (const shell::Word& source : to.sources) {
    if (!source.is_static()) continue;
    for (const shell::Word& word : {*to.word, into(*to.word, source)}) {
      const std::string name = path::absolute(word.text(), call.base);
      const std::string path = path::absolute(source.text(), from_link ? std::string(path::parent(name)) : call.base);
      if (name != path) call.out.links.push_back({name, path, 0, 0});
    }
  }
}

void cp(const Call& call) {
  const bool recursive = call.args.has("r,R,a,recursive,archive");
  if (call.args.has("parents")) {
    for (const shell::Word& source : call.args.operands) {
      if (const Destination to = destination(call); to.word != nullptr) {
        shell::Word word = *to.word;
        word.append_literal("/", true);
        for (const shell::Piece& piece : source.pieces) word.append(piece);
        call.add(word, recursive ? Reach::kTree : Reach::kFile);
      }
    }
    return;
  }
  const Destination to = destination(call);
  put(call, to, recursive, false, !call.args.has("remove-destination"));
  if (call.args.has("s,symbolic-link,l,link")) note_links(call, to, call.args.has("s,symbolic-link"));
}

void mv(const Call& call) {
  const Destination to = destination(call);
  put(call, to, true, false, false);
  if (to.word == nullptr) return;
  for (const shell::Word& source : to.sources) call.add_entry(source, Reach::kTree);
}

void ln(const Call& call) {
  Destination to = destination(call);
  if (to.word == nullptr && call.args.operands.size() == 1) {
    call.add_entry(into(shell::Word::literal("."), call.args.operands[0]));
    const shell::Word folder = shell::Word::literal(".");
    note_links(call, {&folder, call.args.operands, true}, call.args.has("s,symbolic"));
    return;
  }
  if (call.args.has("n,no-dereference") && to.word == &call.args.operands.back() && to.sources.size() == 1) to.folder = false;
  put(call, to, false, false, false);
  note_links(call, to, call.args.has("s,symbolic") && !call.args.has("r,relative"));
}

void install(const Call& call) {
  if (call.args.has("d,directory")) return;
  put(call, destination(call), false, false, true);
}

bool is_remote(const shell::Word& word) {
  const std::string prefix = word.literal_prefix();
  const size_t colon = prefix.find(':');
  return colon != std::string::npos && colon > 1 && prefix.find('/') > colon;
}

void rsync(const Call& call) {
  const Destination to = destination(call);
  if (call.args.has("n,dry-run,list-only") || to.word == nullptr) return;
  if (call.args.has("remove-source-files")) {
    for (const shell::Word& source : to.sources) call.add(source, Reach::kTree);
  }
  if (is_remote(*to.word)) return;
  Destination here = to;
  here.folder = here.folder || call.args.has("r,a,archive,recursive");
  if (call.args.has("delete,delete-before,delete-during,delete-after,delete-excluded,del")) {
    for (const shell::Word& source : to.sources) call.add(gives_members(source, true) ? *to.word : into(*to.word, source), Reach::kTree);
  }
  put(call, here, call.args.has("r,a,archive,recursive"), true, true);
}

void scp(const Call& call) {
  const Destination to = destination(call);
  if (to.word == nullptr || is_remote(*to.word)) return;
  put(call, to, call.args.has("r"), false, true);
}

void dd(const Call& call) {
  for (const shell::Word& word : call.args.operands) {
    if (word.literal_prefix().compare(0, 3, "of=") == 0) call.add(without_prefix(word, 3));
  }
}

void output_option(const Call& call) {
  if (const Option* option = call.args.find("o,output"); option != nullptr && option->has_value) call.add(option->value);
}

void second_operand(const Call& call) {
  if (call.args.operands.size() > 1) call.add(call.args.operands[1]);
}

void split(const Call& call) {
  shell::Word word = call.args.operands.size() < 2 ? shell::Word::literal("x") : call.args.operands[1];
  word.append_literal("aa", true);
  call.add(word);
}

void compressor(const Call& call) {
  if (call.args.has("c,stdout,to-stdout,t,test,l,list")) return;
  for (const shell::Word& word : call.args.operands) {
    if (!call.args.has("k,keep")) call.add_entry(word);
    for (const std::string_view pair : {"gzip.gz", "bzip2.bz2", "xz.xz", "zstd.zst", "lzma.lzma", "compress.Z"}) {
      const size_t dot = pair.find('.');
      if (call.program != pair.substr(0, dot) || call.args.has("d,decompress,uncompress")) continue;
      shell::Word packed = word;
      packed.append_literal(pair.substr(dot), true);
      call.add(packed);
    }
    if (!word.is_static()) continue;
    const std::string text = word.text();
    for (const std::string_view suffix : {".gz", ".bz2", ".xz", ".zst", ".lzma", ".Z"}) {
      if (text.size() > suffix.size() && text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0) {
        call.add_path(text.substr(0, text.size() - suffix.size()));
      }
    }
  }
}

void rename_files(const Call& call) {
  if (call.args.has("n,nono,no-act")) return;
  for (size_t i = 1; i < call.args.operands.size(); ++i) call.add_entry(call.args.operands[i]);
  if (!call.args.operands.empty()) call.mention(call.args.operands[0]);
}

constexpr OptionSpec kCopy{"tSgmo", "target-directory,suffix,group,mode,owner,sparse,reflink,context", ""};

constexpr WriterRow kRows[] = {
    {"tee,sponge,mkfifo", {"m", "mode", ""}, all_operands},
    {"touch", {"drt", "date,reference,time", ""}, all_operands},
    {"fallocate", {"lo", "length,offset", ""}, all_operands},
    {"truncate", {"sr", "size,reference", ""}, all_operands},
    {"dos2unix,unix2dos,strip", {"o", "", ""}, all_operands},
    {"unlink,rmdir", {"", "", ""}, entries},
    {"shred,srm", {"ns", "iterations,size,random-source", ""}, all_operands},
    {"rm,trash,trash-put,gio-trash,rimraf", {"", "", ""}, rm},
    {"chmod,chown,chgrp,setfacl,chattr,chcon", {"", "reference,from", ""}, change_mode},
    {"cp,gcp", {"tS", "target-directory,suffix", ""}, cp},
    {"mv,gmv", {"tS", "target-directory,suffix", ""}, mv},
    {"ln", {"tS", "target-directory,suffix", ""}, ln},
    {"install,ginstall", kCopy, install},
    {"rsync", {"efBTM", "rsh,filter,exclude,include,exclude-from,include-from,files-from,rsync-path,block-size,temp-dir,compare-dest,copy-dest,link-dest,log-file,chmod,chown,port,bwlimit,timeout,backup-dir,suffix,partial-dir,max-size,min-size", ""}, rsync},
    {"scp,rcp", {"cFiJloPS", "", ""}, scp},
    {"dd", {"", "", ""}, dd},
    {"sort", {"koStT", "output,key,field-separator,buffer-size,temporary-directory", ""}, output_option},
    {"shuf", {"noi", "output,head-count,input-range,random-source", ""}, output_option},
    {"uniq", {"fsw", "skip-fields,skip-chars,check-chars", ""}, second_operand},
    {"xxd", {"cglsono", "", ""}, second_operand},
    {"split", {"abClnt", "suffix-length,bytes,line-bytes,lines,number,filter,additional-suffix", ""}, split},
    {"gzip,gunzip,bzip2,bunzip2,xz,unxz,zstd,unzstd,lzma,compress,uncompress", {"S", "suffix", ""}, compressor},
    {"rename,prename,perl-rename", {"", "", ""}, rename_files},
};

}  // namespace

std::span<const WriterRow> file_writers() { return kRows; }

}  // namespace cordon::protected_paths
