#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every lint rule finds its fault and leaves good text alone; the command fails on a bad tree and passes a good one."""
import os
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import rules  # noqa: E402
from source import code_only  # noqa: E402

H = "// SPDX-License-Identifier: Apache-2.0\n#pragma once\n"
SCHEMAS = {
    "schemas/pre-tool-use.schema.json": '{"allOf":[{"$ref":"c.schema.json#/$defs/s"}],"properties":{"tool_input":{"properties":{"command":{"type":"string"}}}}}',
    "schemas/c.schema.json": '{"$defs":{"s":{"properties":{"cwd":{"type":"string"}}}}}',
}

# (rule, name, files, number of findings)
ROWS = [
    ("dependency_direction", "json sees payload", {"shared/json/a.cc": '#include "shared/payload/p.h"\n'}, 1),
    ("dependency_direction", "base sees json", {"shared/base/a.cc": '#include "shared/json/p.h"\n'}, 1),
    ("dependency_direction", "json sees shell", {"shared/json/a.cc": '#include "shared/shell/p.h"\n'}, 1),
    ("dependency_direction", "payload sees settings", {"shared/payload/a.h": '#include "shared/settings/p.h"\n'}, 1),
    ("dependency_direction", "settings sees payload", {"shared/settings/a.h": '#  include <shared/payload/p.h>\n'}, 1),
    ("dependency_direction", "settings sees hook", {"shared/settings/a.h": '#include "shared/hook/p.h"\n'}, 1),
    ("dependency_direction", "hook sees a hook", {"hooks/a/x.cc": '#include "hooks/b/rule.h"\n'}, 1),
    ("dependency_direction", "statusline sees a hook", {"statusline/x.cc": '#include "hooks/b/rule.h"\n'}, 1),
    ("dependency_direction", "shared sees cordon", {"shared/hook/x.cc": '#include "cordon/table.h"\n'}, 1),
    ("dependency_direction", "upwards", {"hooks/a/x.cc": '#include "../b/rule.h"\n'}, 1),
    ("dependency_direction", "good", {"hooks/a/x.cc": '#include "hooks/a/y.h"\n#include "shared/hook/hook.h"\n#include "shared/shell/ast.h"\n',
                                      "shared/settings/a.cc": '#include "shared/git/g.h"\n#include "shared/base/b.h"\n',
                                      "shared/json/c.cc": '// #include "shared/hook/hook.h"\n'}, 0),
    ("third_party_doors", "simdjson outside json", {"shared/payload/a.cc": "#include <simdjson.h>\n"}, 1),
    ("third_party_doors", "re2 in a hook", {"hooks/a/a.cc": "#include <re2/re2.h>\n"}, 1),
    ("third_party_doors", "toml in hook", {"shared/hook/a.cc": "#include <toml++/toml.h>\n"}, 1),
    ("third_party_doors", "nlohmann in a library", {"shared/json/a.cc": "#include <nlohmann/json.hpp>\n"}, 1),
    ("third_party_doors", "good", {"shared/json/a.cc": "#include <simdjson.h>\n", "shared/match/a.cc": "#include <re2/re2.h>\n",
                                   "cordon/a.cc": "#include <nlohmann/json.hpp>\n", "shared/payload/generate_x.cc": "#include <nlohmann/json.hpp>\n"}, 0),
    ("bans", "iostream", {"hooks/a/a.cc": "#include <iostream>\n"}, 1),
    ("bans", "fstream", {"statusline/a.cc": "#include <fstream>\n"}, 1),
    ("bans", "regex, locale, filesystem", {"shared/base/a.cc": "#include <regex>\n#include <locale>\n#include <filesystem>\n"}, 3),
    ("bans", "system", {"hooks/a/a.cc": 'int x = system("ls");\n'}, 1),
    ("bans", "std::system and popen", {"hooks/a/a.cc": 'int x = std::system("ls"); popen("a", "r");\n'}, 2),
    ("bans", "getpwnam", {"shared/base/a.cc": 'auto p = ::getpwuid(0); getpwnam("x");\n'}, 2),
    ("bans", "throw", {"shared/shell/a.cc": "void f() { throw 1; }\n"}, 1),
    ("bans", "global string", {"shared/shell/a.cc": 'const std::string kName = "x";\nstd::map<int, int> table{};\nstatic std::vector<int> v;\n'}, 3),
    ("bans", "good", {"shared/hook/a.cc": "void f() { throw 1; }\n", "cordon/a.cc": "#include <fstream>\nvoid f() { throw 1; }\n",
                      "shared/base/b.cc": '// throw system("x")\nconst char* s = "throw popen(1)";\nstd::string f(std::string s) {\n  std::string t = s;\n}\n'
                                          "int y = file.system(1); constexpr std::string_view kX = \"\";\n#include <string>\n"}, 0),
    ("unfinished", "a note", {"hooks/a/a.cc": "// TODO later\n", "README.md": "FIXME\n", "cmake/x.cmake": "# XXX\n"}, 3),
    ("unfinished", "good", {"hooks/a/a.cc": "// cordon-test-XXXXXX todo TODOS\n", "fixtures/a.json": "TODO"}, 0),
    ("licence_line", "missing", {"hooks/a/a.cc": "#pragma once\n", "x/CMakeLists.txt": "a()\n", "t.py": "import os\n", "tests/run": "#!/bin/sh\ntrue\n"}, 4),
    ("licence_line", "good", {"a.h": H, "tests/run": "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n", "README.md": "x", "a.json": "{}", "fixtures/a.py": "x"}, 0),
    ("pragma_once", "missing", {"a.h": "// SPDX\n// #pragma once\n"}, 1),
    ("pragma_once", "good", {"a.h": H, "a.cc": ""}, 0),
    ("lengths", "too long", {"shared/a/a.cc": "x\n" * 401, "shared/a/a.h": "x\n" * 401, "tests/a.cc": "x\n" * 701}, 3),
    ("lengths", "good", {"shared/a/a.cc": "x\n" * 300, "shared/a/a.h": "x\n" * 160, "tests/a.cc": "x\n" * 400}, 0),
    ("machine_traces", "hosts and paths", {"a.py": "x = '/work/" + "main/x'\n", "b.sh": "curl registry." + "npmjs.org\n", "c.md": "cd /root" + "/x\n"}, 3),
    ("machine_traces", "good", {"a.py": "x = '/work/repo'\n", "b.md": "npm install; the root folder; /home/u/rooted\n"}, 0),
    ("listed_sources", "not listed", {"shared/a/a.cc": "", "shared/a/CMakeLists.txt": "cordon_library(a SOURCES b.cc)\n# a.cc\n"}, 1),
    ("listed_sources", "part of another name", {"shared/a/a.cc": "", "shared/a/CMakeLists.txt": "cordon_library(a SOURCES ba.cc)\n"}, 1),
    ("listed_sources", "no CMakeLists.txt", {"hooks/a/a.cc": ""}, 1),
    ("listed_sources", "good", {"shared/a/a.cc": "", "shared/a/CMakeLists.txt": "cordon_library(a SOURCES a.cc)\n", "tests/unit/x/y/t.cc": "",
                                "tests/unit/x/CMakeLists.txt": "cordon_test(t SOURCES y/t.cc)\n"}, 0),
    ("payload_paths", "unknown field", {**SCHEMAS, "hooks/a/a.cc": 'payload.text("cwt"); call.payload.flag("nope.x");\n'}, 2),
    ("payload_paths", "another type", {**SCHEMAS, "statusline/a.cc": 'facts.payload.number("cwd");\n'}, 1),
    ("payload_paths", "unknown input", {**SCHEMAS, "hooks/a/a.cc": 'call.input("comand");\n'}, 1),
    ("payload_paths", "good", {**SCHEMAS, "hooks/a/a.cc": 'call.input("command"); call.payload.value("tool_input"); p->payload->text("cwd");\n// payload.text("x")\n'}, 0),
]


class Rules(unittest.TestCase):
    def test_rows(self):
        for rule, name, files, want in ROWS:
            with self.subTest(rule=rule, name=name):
                found = [f for f in getattr(rules, rule)(files) if not f.startswith("warning")]
                self.assertEqual(len(found), want, found)

    def test_every_rule_has_rows_both_ways(self):
        for rule in rules.RULES:
            counts = [want for name, _, _, want in ROWS if name == rule.__name__]
            self.assertTrue(any(counts) and 0 in counts, rule.__name__)

    def test_code_only(self):
        self.assertEqual(code_only('a = "x // y"; // z\nb'), 'a = "";  \nb')
        self.assertEqual(code_only("n = 1'000'000; c = '\"'; d"), "n = 1'000'000; c = ' '; d")
        self.assertEqual(code_only('r = R"(a "b" // c)"; d'), 'r = ""; d')
        self.assertEqual(code_only("a /* x\ny */ b"), "a  \n b")


class Command(unittest.TestCase):
    def run_on(self, files, small=True):
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8") as f:
                    f.write(text)
            env = {**os.environ, **({"CORDON_LINT_SMALL": "1"} if small else {})}
            return subprocess.run([sys.executable, os.path.join(HERE, "lint.py"), root], env=env, capture_output=True, text=True, check=False)

    def test_bad_tree(self):
        done = self.run_on({"shared/json/a.h": H + "#include <iostream>\n"})
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("shared/json/a.h:3: <iostream> is banned in programs [bans]", done.stdout)

    def test_good_tree(self):
        done = self.run_on({"shared/json/a.h": H})
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_wrong_folder(self):
        self.assertEqual(self.run_on({"a.h": H}, small=False).returncode, 2)


unittest.main()
