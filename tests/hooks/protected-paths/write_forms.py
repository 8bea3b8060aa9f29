# SPDX-License-Identifier: Apache-2.0
"""Commands that write, move, remove and read files, made at random: program x operand form x spelling x folder x wrapper.

A template's fields: {T} the file, spelled in some way as one shell word; {t} the same plainly, safe inside quotes; {D} {d} its
folder; {B} its base name; {G} a glob that means it; {A} a folder beside the project with files to take from; {O} a folder of
the command's own below /tmp; {K} "prot" or "plain", the archive whose member is protected or not.
"""
import os
import re
import shlex
import shutil

PROTECTED = [".claude/settings.json", ".claude/hooks/guard.sh", ".github/workflows/ci.yml", "gates.json", "sub/gates.json", ".claude/new", "src/gates.json", ".claude/hooks/new.sh"]
ORDINARY = ["src/a.py", "src/b.txt", "docs/x.md", "README.md", "deep/er/y.txt", ".github/dependabot.yml", "src/new", "deep/gates.jsonx", "docs/.claude.md"]

WRITERS = """
echo x > {T}
echo x >> {T}
echo x >| {T}
echo x &> {T}
echo x &>> {T}
echo x >& {T}
ls nope 2> {T}
> {T}
echo x 1<> {T}
{{ echo x; }} > {T}
(echo x) >{T}
exec 3> {T}; echo x >&3
exec {{fd}}> {T}; echo x >&$fd
printf x | cat > {T}
cat <<E > {T}
x
E
cat {A}/evil.json | tee {T}
echo x | tee -a {O}/log {T} > /dev/null
echo x | tee -- {T}
echo x | sponge {T}
cp {A}/evil.json {T}
cp -f -- {A}/evil.json {T}
cp -T {A}/evil.json {T}
cp -p --remove-destination {A}/evil.json {T}
cp -b {A}/evil.json {T}
cp -l {A}/evil.json {T}
cp -sf {A}/evil.json {T}
cp -r {A}/evil.json {T}
cp -t {D} {A}/evil.json
cp --target-directory={D} {A}/evil.json
cp {A}/evil.json {A}/two.txt {D}/
cp -a {A}/tree/. {D}/
cp -rt {D} {A}/tree
(cd {A} && cp --parents evil.json "$OLDPWD"/{d})
mv {A}/evil.json {T}
mv -f {A}/evil.json {T}
mv -t {D} {A}/evil.json
mv {A}/tree {D}/
mv {T} {O}/gone
mv {T} {t}.bak
mv {t}{{,.old}}
mv -n {A}/evil.json {D}/fresh
ln -sf /etc/hostname {T}
ln -f {A}/evil.json {T}
ln -sfn {A}/tree {D}/sym
ln -st {D} {A}/two.txt
install -m 600 {A}/evil.json {T}
install -D {A}/evil.json {T}
install -t {D} {A}/evil.json
rsync {A}/evil.json {T}
rsync -a {A}/tree/ {D}/
rsync -a --delete {A}/tree/ {D}/
rsync -a --remove-source-files {T} {O}/
dd if={A}/evil.json of={T} status=none
dd of={T} < {A}/evil.json 2>/dev/null
truncate -s 1 {T}
truncate --size=0 {T}
fallocate -l 10 {T}
touch {T}
touch -d 2001-01-01 {T}
touch -r {A}/evil.json {T}
mkfifo {D}/pipe
rm {T}
rm -f -- {T}
rm -rf {D}
rm -r {D}/
unlink {T}
shred -u {T}
shred -n 1 {T}
chmod 700 {T}
chmod u+x,g-r {T}
chmod -w {T}
chmod --reference={A}/evil.json {T}
chmod -R go-r {D}
sed -i s/2/3/ {T}
sed -i.bak s/2/3/ {T}
sed -i -e s/2/3/ -e s/x/y/ {T}
sed --in-place=.b s/2/3/ {T}
sed -n -i p {T}
sed -ni p {T}
sed -i '1d;$d' {T}
sed -n 'w {t}' {A}/evil.json
sed 's/2/3/w {t}' {A}/evil.json
sed -e '1e cp {A}/evil.json {t}' {A}/two.txt
sed -f {A}/s.sed -i {T}
perl -pi -e s/2/3/ {T}
perl -i.bak -pe s/2/3/ {T}
perl -0777 -i -pe s/2/3/ {T}
perl -e 'open F,">","{t}"; print F 1'
perl -e 'unlink "{t}"'
perl - {T} <<'E'
open F,">",$ARGV[0]; print F 1
E
python3 -c "open('{t}','w').write('x')"
python3 -c 'import sys; open(sys.argv[1],"w").write("x")' {T}
python3 -c "import os; os.remove('{t}')"
python3 - <<E
open('{t}','w').write('x')
E
python3 - {T} <<'E'
import sys; open(sys.argv[1],'w').write('x')
E
echo "open('{t}','w')" | python3
python3 -m json.tool {A}/evil.json {T}
node -e "require('fs').writeFileSync('{t}','x')"
node -e 'require("fs").appendFileSync(process.argv[1],"x")' {T}
node <<E
require('fs').writeFileSync('{t}','x')
E
awk 'BEGIN{{print 1 > "{t}"}}'
awk -v f={t} 'BEGIN{{print 1 > f}}'
awk '{{print > "{t}"}}' {A}/evil.json
awk 'BEGIN{{print 1 | "cat > {t}"}}'
awk 'BEGIN{{system("cp {A}/evil.json {t}")}}'
gawk -i inplace '{{print 7}}' {T}
gawk -o{t} '{{print 7}}' /dev/null
ed -s {T} <<< $'1s/.*/3/\\nw'
printf '1d\\nw\\n' | ed -s {T}
ed -s {A}/evil.json <<< 'w {t}'
ex -sc '%s/2/3/|x' {T}
ex -s {T} -c 'wq'
vim -es -c '%s/2/3/' -c wq {T}
vim -es +%s/2/3/ +wq {T}
vim -es -c 'w! {t}' -c q {A}/evil.json
find {D} -name {B} -delete
find {D} -name {B} -exec rm {{}} +
find {D} -name {B} -exec sh -c 'rm "$1"' _ {{}} \\;
find {D} -type f -name {B} | xargs rm -f
find {D} -name {B} -print0 | xargs -0 -I@ cp {A}/evil.json @
find {D} -type f -exec sed -i s/2/3/ {{}} \\;
find {D} -maxdepth 1 -name '*.json' -delete
find {A} -fprint {T}
find {A} -name evil.json -fprintf {T} '%p'
find {A} -name evil.json -fls {T}
find {A} -name evil.json -exec cp {{}} {T} \\;
find {T} -delete
grep -rl 2 {D} | xargs sed -i s/2/3/
grep -rlZ 2 {D} | xargs -0 sed -i s/2/3/
sed -i s/2/3/ $(grep -rl 2 {D})
sed -i s/2/3/ $(find {D} -type f)
sed -i s/2/3/ `grep -rl 2 {D}`
ls {D}/* | xargs rm -rf
echo {T} | xargs rm
echo {A}/evil.json {T} | xargs cp
printf '%s\\0' {T} | xargs -0 rm -f
printf '%s\\n' {T} | xargs -I% sh -c 'echo x > %'
printf '%s\\n' {T} | while read -r f; do echo x > "$f"; done
for f in {T}; do echo x > $f; done
for f in {G}; do sed -i s/2/3/ "$f"; done
for f in $(ls {D}); do echo x > {D}/$f; done
for d in {D}; do rm -rf "$d"; done
f={T}; echo x > $f
f={T}; echo x > "$f"
d={D}; echo x > "$d/{B}"
d={D}; echo x > ${{d}}/{B}
a=({T}); rm -f "${{a[0]}}"
set -- {T}; rm -f "$1"
read f <<< {T}; rm -f "$f"
g() {{ echo x > "$1"; }}; g {T}
g() {{ cp {A}/evil.json "$2"; }}; g 1 {T}
echo x > {G}
sed -i s/2/3/ {G}
rm -f {G}
cp {A}/evil.json {G}
sort -o {T} {A}/evil.json
sort --output={T} {A}/evil.json
shuf -o {T} {A}/evil.json
uniq {A}/evil.json {T}
split -l 1 {A}/evil.json {T}
split -d {A}/evil.json {D}/part
csplit -s -f {D}/cut {A}/two.txt 2
xxd {A}/evil.json {T}
xxd -r -p {A}/hex {T}
iconv -f utf8 -t utf8 -o {T} {A}/evil.json
base64 -d {A}/b64 > {T}
openssl rand -out {T} 4
tr 2 3 < {A}/evil.json > {T}
jq . {A}/evil.json > {T}
tar -cf {T} -C {A} evil.json
tar czf {T} -C {A} evil.json
tar -xf {A}/flat.tar -C {D}
tar xf {A}/flat.tar -C {D} evil.json
tar -C {D} -xzf {A}/flat.tgz
tar x -C {D} < {A}/flat.tar
cat {A}/flat.tar | (cd {D} && tar xf -)
zip -q {T}.zip {A}/evil.json
zip -qm {O}/z.zip {T}
unzip -qo {A}/flat.zip -d {D}
unzip -qo {A}/flat.zip evil.json -d {D}
cd {D} && unzip -qo {A}/flat.zip
cpio -i --quiet -D {D} < {A}/flat.cpio
(cd {A} && echo evil.json | cpio -p --quiet -u "$OLDPWD"/{d})
gzip -f {T}
gzip -kf {T}
bzip2 -f {T}
xz -f {T}
patch -s {T} < one.diff
patch -s {T} one.diff
patch -s -o {T} {A}/evil.json {A}/evil.diff
curl -s -o {T} file:///etc/hostname
curl -s --output {T} file:///etc/hostname
curl -so{t} file:///etc/hostname
curl -s file:///etc/hostname > {T}
cd {D} && curl -sO file:///etc/hostname
curl -s --output-dir {D} -O file:///etc/hostname
curl -s -D {T} file:///etc/hostname
git diff --output={T} HEAD~1
git log -1 --output={T}
git archive -o {T} --format=tar HEAD
git show HEAD:README.md > {T}
git format-patch -q -1 -o {D}
git bundle create -q {T} HEAD
git config -f {T} a.b c
git worktree add -q {D}/wt
git clone -q . {D}/cl
git init -q {D}/repo2
script -qc true {T}
script -qac true {T}
socat -u OPEN:{A}/evil.json CREATE:{T}
socat -u FILE:{A}/evil.json OPEN:{t},creat,trunc
mktemp -p {D} tmp.XXXX
mktemp {D}/tmp.XXXX
mktemp --tmpdir={D} tmp.XXXX
TMPDIR={D} mktemp
npm --prefix {D} pkg set a=b
sqlite3 {D}/x.db 'create table t(a)'
sqlite3 {A}/x.db '.output {t}' 'select 1'
bash -c "echo x > {t}"
bash -c 'echo x > "$0"' {T}
bash -c 'rm -f "$@"' _ {T}
sh -c "cp {A}/evil.json {t}"
eval 'echo x > {t}'
echo 'echo x > {t}' | bash
bash <<< 'echo x > {t}'
bash -s {T} <<'E'
echo x > "$1"
E
source /dev/stdin <<< 'echo x > {t}'
env A=1 cp {A}/evil.json {T}
env -i /bin/cp {A}/evil.json {T}
/usr/bin/env rm -f {T}
/bin/rm -f {T}
\\rm -f {T}
command rm -f {T}
'rm' -f {T}
r""m -f {T}
c=rm; $c -f {T}
alias zz='rm -f'; \\rm -f {T}
busybox rm -f {T}
time rm -f {T}
coproc cp {A}/evil.json {T}; wait
ln -s {t} {O}/q && echo x > {O}/q
ln -s $PWD/{d} {O}/q && echo x > {O}/q/{B}
ln -s {d} q1 && echo x > q1/{B}
cp -rs $PWD/{d} {O}/q 2>/dev/null; echo x >> {T}
mkdir -p {D}/n && echo x > {D}/n/f
mkdir {O}/e && cd {O}/e && echo x > "$OLDPWD"/{t}
pushd {D} > /dev/null && cp {A}/evil.json {B}
pushd {D} > /dev/null; popd > /dev/null; echo x > {T}
cd {D} && rm -f {B}
cd {D}; cd - > /dev/null; rm -f {T}
cd {D} && git -C . init -q inner
(cd {D}; rm -f {B})
cd {D} && echo x > ./{B}
cd {D} && cp {A}/evil.json .
cd {D} && mv {A}/evil.json .
cd {D} && ln -sf {A}/evil.json
while :; do echo x > {T}; break; done
until rm -f {T}; do :; done
case x in x) rm -f {T};; esac
if [ -n x ]; then cp {A}/evil.json {T}; fi
[ -d {D} ] && echo x > {T}
test -e nope || echo x > {T}
true & wait; echo x > {T}
! rm -f {T}
: $(echo x > {T})
echo `rm -f {T}`
cat <(echo x > {T}) > /dev/null
echo x | tee >(cat > {T}) > /dev/null; sleep 0.05
trap 'rm -f {t}' EXIT
trap "echo x > {t}" EXIT
"""

# Only from the top of the project: patches, git, whole folders.
TOP_WRITERS = """
git mv {t} moved
git mv README.md {d}/readme
git rm -qf {t}
git rm -rqf {d}
git checkout -q HEAD~1 -- {T}
git checkout HEAD~1 {T} 2>/dev/null
git checkout -q HEAD~1 -- {D}
git checkout -q HEAD~1
git checkout -q -
git switch -q --detach HEAD~1
git restore --source=HEAD~1 {T}
git restore -s HEAD~1 -- {D}
git restore -s HEAD~1 .
git reset -q --hard HEAD~1
git stash -q
git revert -n HEAD
git apply one.git.diff
git apply --index one.git.diff 2>/dev/null || git apply one.git.diff
git apply -p1 < one.git.diff
git apply --directory=sub2 one.git.diff; rm -rf sub2
patch -sp1 < one.git.diff
patch -sp1 -i one.git.diff
patch -sNp1 < one.git.diff
patch -d . -sp1 < one.git.diff
cat one.git.diff | patch -sp1
cat one.git.diff | git apply
git am -q {A}/{K}.mbox
git merge -q {K}-side
git cherry-pick {K}-side > /dev/null 2>&1
git rebase -q {K}-side
git pull -q . {K}-side
git checkout -q {K}-side
git clean -fdxq {D}
tar xf {A}/{K}.tar
tar -xzf {A}/{K}.tgz
unzip -qo {A}/{K}.zip
rsync -a {A}/{K}/ ./
cp -a {A}/{K}/. .
cp -r {A}/{K}/. ./
(cd {A}/{K} && tar cf - .) | tar xf -
cpio -idu --quiet < {A}/{K}.cpio
git archive HEAD~1 {t} | tar x
git show HEAD~1:{t} | tee {T} > /dev/null
rm -rf {d} && git checkout -q .
git worktree add -q {d}/w2 HEAD~1
git config core.hooksPath /tmp/h
git config --global user.name x
git config alias.zz status
git config --local --unset user.name
git remote add origin /tmp/none
cp {A}/evil.json .git/hooks/pre-commit
echo x >> .git/config
echo x >> ~/.bashrc
echo x >> $HOME/.profile
cp {A}/evil.json ~/.claude/settings.json
git branch -u main topic 2>/dev/null; true
git submodule --quiet init
git update-index --chmod=+x README.md
"""

READERS = """
cat {T}
cat {T} 2>/dev/null
cat {T} > {O}/out
cat {T} >&2
cat < {T} > /dev/null
cp {T} {O}/out
cp -r {D} {O}/copy
install -m 644 {T} {O}/out
rsync {T} {O}/out
grep -n 2 {T}
grep -rn 2 {D} | head -3
rg -n 2 {T}
echo 'x > {t}'
echo "rm -rf {t}"
echo x # > {t}
diff {T} {A}/evil.json > /dev/null
cmp {T} {A}/evil.json
sed -n 1p {T}
sed s/2/3/ {T} > {O}/out
sed -e s/2/3/ -e s/i/j/ {T}
awk '{{print}}' {T}
awk '$1 > 1 {{print $1}}' {T}
awk -F: '{{print $1}}' {T} > {O}/out
wc -l < {T}
ls -l {D}
ls -la {T} 2>&1 | head -1
stat {T}
file {T}
head -1 {T} | tee {O}/out
tail -n +1 {T}
md5sum {T} >&2
sha256sum {T} | cut -c1-8
od -c {T} | head -2
xxd {T} | head -1
strings {T}
base64 {T} > {O}/b
sort {T}
sort -u {T} -o {O}/out
uniq {T}
tr 2 3 < {T}
cut -c1 {T}
jq . {T}
jq -r .a < {T}
python3 -m json.tool {T}
python3 -m json.tool < {T}
perl -ne print {T}
perl -ne 'print if /2/' {T}
find {D} -name {B}
find {D} -type f -print0 | xargs -0 cat
find {D} -type f -exec grep -l 2 {{}} +
find {D} -newer {A}/evil.json | wc -l
git diff -- {T}
git diff HEAD~1 --stat -- {T}
git log --oneline -- {T}
git show HEAD:{t}
git add {T}
git blame {T} 2>/dev/null | head -1
git status --short {D}
git ls-files {D}
git grep -n 2 -- {T}
git check-ignore {T}
git apply --check one.git.diff
git apply --stat one.git.diff
patch -p1 --dry-run < one.git.diff
tar -cf {O}/o.tar {T}
tar -tf {A}/{K}.tar
zip -q {O}/o.zip {T}
unzip -l {A}/{K}.zip
gzip -c {T} > {O}/o.gz
xz -kc {T} > {O}/o.xz
[[ a > {T} ]]
test -f {T}
[ -s {T} ] && echo yes
for f in {T}; do cat "$f"; done
for f in {D}/*; do echo "$f"; done
while read -r l; do echo "$l"; done < {T}
if grep -q 2 {T}; then echo y; fi > {O}/out
cat <<'E'
echo x > {t}
E
cat <<E > {O}/doc
rm -rf {t}
E
ln -s {T} {O}/l
ln -s $PWD/{t} {O}/l && cat {O}/l
dd if={T} of=/dev/null status=none
source {T} 2>/dev/null
bash -n {T}
x=$(cat {T}); echo "$x" > {O}/out
mapfile -t a < {T}
printf '%s\\n' {T}
echo {T} | xargs cat
echo {T} >> {O}/list
xargs -a {T} echo
basename {T}
realpath {T}
dirname {T}
readlink -f {T}
cd {D} && cat {B}
cd {D} && ls > {O}/ls
(cd {D}; wc -c *)
curl -s file://$PWD/{t} > /dev/null
node -e 'console.log(1)'
python3 -c 'print(1)'
env A=1 cat {T}
timeout 5 cat {T}
chmod +x {O}
vim -es -c q {A}/two.txt
less {T} | head -1
git -C . log -1 --format=%s -- {T} > {O}/out
diff -r {D} {A}/tree | head
du -sh {D}
tee {O}/copy < {T} > /dev/null
comm {T} {T}
paste {T} {T}
"""

# What people do all day and what touches nothing that is protected, whatever {T} is.
DAILY = """
rm -rf build && mkdir build
npm test > {O}/log 2>&1
mkdir -p build/out && cp src/a.py build/out/
sed -i s/2/3/ src/*.py docs/*.md
sed -i s/2/3/ $(grep -rl 2 src)
grep -rl 2 src | xargs sed -i s/2/3/
rg -l 2 src | xargs sed -i s/2/3/
find . -type d -empty -delete
find . -name '*.pyc' -delete
find src docs -mtime +9999 -delete
find . -name __pycache__ -type d -exec rm -rf {{}} +
touch $(date +%F).log
echo x > $(date +%s).txt
git checkout .
git checkout -q -b topic2
git checkout -- src
git restore src docs
git stash list
git bisect start
git add -A && git commit -qm "rm -rf .claude > x"
git commit -q --allow-empty -m '.claude/settings.json'
git rebase -q HEAD~1
GIT_SEQUENCE_EDITOR=true git rebase -q -i HEAD~1
git merge -q --ff-only HEAD
git reset -q HEAD
git fetch -q . main
git config --get user.name
git config user.name
git rm -q --cached docs/x.md
git clean -nd
git log -3 --stat
tar czf {O}/x.tgz .
cp -r .claude {O}/c
tmp=$(mktemp) && echo x > "$tmp" && mv "$tmp" src/a.py
d=$(mktemp -d) && cp src/a.py "$d/" && rm -rf "$d"
cd "$(mktemp -d)" && echo x > f
for f in src/*; do sed -i s/2/3/ "$f"; done
for i in 1 2 3; do echo $i > {O}/f$i; done
cat > src/new.py <<'E'
print(".claude/settings.json")
E
python3 - <<'E'
open('src/x','w').write('y')
E
python3 -c "open('src/x','w').write('y')"
node -e "require('fs').writeFileSync('src/x','y')"
awk '{{print > "src/out.txt"}}' src/a.py
perl -pi -e s/2/3/ src/*.py
find src -name '*.py' -exec sed -i s/2/3/ {{}} +
ls src | xargs -I@ touch src/@
rm -f *.log *.tmp
mv src/b.txt src/c.txt
chmod +x src/*.py
cp {{src,docs}}/x* build/ 2>/dev/null; true
ln -sf a.py src/link.py
patch -sp1 --dry-run < one.git.diff > /dev/null
echo "see .claude/settings.json" >> docs/x.md
printf '.claude\\n' >> .gitignore
export X=.claude/settings.json; echo $X
"""


def commands(text):
    """One template a line; here-documents (<<E, <<'E') take the lines up to E."""
    out, lines = [], iter(text.strip("\n").split("\n"))
    for line in lines:
        if re.search(r"<<-?'?E\b", line):
            for body in lines:
                line += "\n" + body
                if body == "E":
                    break
        out.append(line)
    programs = {"rsync", "cpio", "gawk", "sponge", "rg", "busybox", "npm", "node", "vim", "ex", "ed", "socat", "sqlite3", "jq", "openssl", "zip", "unzip", "xxd", "file", "strings", "curl"}
    absent = {it for it in programs if shutil.which(it) is None}
    usable = [it for it in out if not any(re.search(rf"(^|[|&;(] *){name}\b", it) for name in absent)]
    return usable, len(out) - len(usable), absent


ALIASES = {".claude": "lnk", ".claude/hooks": "src/hk"}  # links that stand in the project: see real_writes.build


def odd_quotes(rng, path):
    at = rng.randrange(1, len(path)) if len(path) > 1 else 1
    return rng.choice([f'{path[:at]}""{path[at:]}', f"{path[:at]}'{path[at:]}'", f'"{path[:at]}"{path[at:]}', f"{path[:at]}\\{path[at:]}", f"$'{path}'", f"{path[:at]}$'{path[at:]}'"])


def spell(rng, path, place):
    """`path`, from the folder `place.cwd`, as one shell word."""
    root, rel = place["repo"], os.path.relpath(path, place["cwd"])
    folder, base = os.path.split(path)
    forms = [rel] * 4 + ["./" + rel, rel.replace("/", "//", 1), f"{root}/{path}", f"$PWD/{rel}", f"\"$PWD\"/{rel}", f"~+/{rel}", f"{root}/./{path}", f"{root}/src/../{path}", f"{root}//{path}",
                        f"{place['root']}/alias/{path}", f"~/../repo/{path}", f"$HOME/../repo/{path}", f"${{HOME}}/../repo/{path}", f"'{rel}'", f'"{rel}"',
                        odd_quotes(rng, rel), f"$(echo {rel})", f"`echo {rel}`", f"$(pwd)/{rel}", "${X:-" + rel + "}",
                        f"{root}/deep/../deep/er/../../{path}", f"$(git rev-parse --show-toplevel)/{path}", f"../{os.path.basename(os.path.join(root, place['cwd']).rstrip('/.')) or 'repo'}/{rel}"]
    for real, alias in ALIASES.items():
        if path.startswith(real + "/"):
            forms += [f"{root}/{alias}{path[len(real):]}"] * 2
    if folder:
        forms += [f"{root}/{folder}/../{folder}/{base}", f"$CLAUDE_PROJECT_DIR/{path}" if place["cwd"] == "." else rel]
    return rng.choice(forms)


def wrap(rng, text):
    """The command as a part of another."""
    if rng.random() < 0.6 or "\nE" in text:
        return text
    q = shlex.quote(text)
    return rng.choice([f"bash -c {q}", f"sh -c {q}" if "<(" not in text and "<<<" not in text and "$'" not in text and "&>" not in text else f"bash -c {q}", f"eval {q}", f"{{ {text}\n}}", f"( {text}\n)", f"if true; then {text}\nfi",
                       f"true && {{ {text}\n}}", f"false || {{ {text}\n}}", f"f() {{ {text}\n}}; f", f"for i in 1; do {text}\ndone", f"bash <<'Q'\n{text}\nQ", f"echo {q} | bash", f": \"$({text}\n)\"",
                       f"timeout 9 bash -c {q}", f"env X=1 bash -c {q}", f"nohup bash -c {q} 2>/dev/null", f"nice bash -c {q}", f"setsid -w bash -c {q}", f"flock /tmp/lock bash -c {q}", f"time bash -c {q}",
                       f"set -e; {text}", f"true; {text}", f"{text}\ntrue", f"# note\n{text}", f"stdbuf -o0 bash -c {q}", f"command eval {q}", f"xargs -I@ bash -c {q} < /dev/null; {text}",
                       f"git -c alias.zq={shlex.quote('!' + 'bash -c ' + q)} zq", f"script -qc {q} /dev/null", f"while true; do {text}\nbreak; done", f"trap {q} EXIT", f"find . -maxdepth 0 -exec bash -c {q} \\;"])


def move(rng, text, cwd):
    if cwd == ".":
        return text
    return rng.choice([f"cd {cwd} && {text}", f"cd {cwd}; {text}", f"(cd {cwd} && {text}\n)", f"pushd {cwd} >/dev/null; {text}", f"cd ./{cwd}/ || exit 1\n{text}", f"d={cwd}; cd \"$d\" && {text}", f"cd -- {cwd} && {text}"])


def make(rng, place, tables):
    """(path, command, kind, folder of the session) with kind write, top, read, daily."""
    kind = rng.choices(["write", "top", "read", "daily"], [66, 10, 18, 6])[0]
    path = rng.choice(PROTECTED if rng.random() < 0.55 else ORDINARY)
    template = rng.choice(tables[kind])
    folder = os.path.dirname(path) or "."
    whole = "{D}" in template or "{d}" in template
    if folder == "." and whole and kind != "read":  # the whole project is a case of its own
        return make(rng, place, tables)
    if kind == "top" and re.search(r"git (config|remote|branch -u|submodule)|\.git/|~/\.|\$HOME/\.", template):
        path = ".git/config"
    place = dict(place)
    bound = kind in ("top", "daily") or "one.diff" in template or "one.git" in template or "q1" in template
    place["cwd"] = "." if bound or rng.random() < 0.7 else rng.choice(["src", "docs", ".github", "deep/er", ".claude"])
    in_session = place["cwd"] != "." and rng.random() < 0.4
    plain = os.path.relpath(path, place["cwd"])
    base = os.path.basename(path)
    glob = os.path.join(os.path.dirname(plain), rng.choice([base[:2] + "*", base[:-1] + "?", "[" + base[0] + "]" + base[1:], base.replace(".", "[.]")]))
    fields = {"T": spell(rng, path, place), "t": plain, "D": spell(rng, folder, place) if folder != "." else ".", "d": os.path.relpath(folder, place["cwd"]), "B": base, "G": glob,
              "A": place["root"] + "/aux", "O": place["own"], "K": "prot" if path in PROTECTED else "plain"}
    text = wrap(rng, template.format(**fields))
    return path, text if in_session else move(rng, text, place["cwd"]), kind, place["cwd"] if in_session else "."
