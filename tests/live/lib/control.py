# SPDX-License-Identifier: Apache-2.0
"""Ask a running session of the runtime what its settings are: the control protocol of `-p --input-format stream-json`.

    with Scratch() as s, StandIn({}) as api, Control(s, binary, api) as session:
        s.settings("user", {...})
        session.settings() -> {"effective": {...}, "sources": [{"source": "userSettings", "settings": {...}}, ...],
                               "errors": [{"file", "path", "message"}, ...]}

No model is called, and the files are read anew for each question (measured on 2.1.202 to 2.1.332: what a question shows is
what a session started at that moment has), so a question costs some 20 ms where a session costs a second or two. "effective"
is the plain merge of the sources: exceptions made where a key is used (a repository cannot loosen ...) do not show in it.
"""
import json
import subprocess
import threading

SOURCES = {"user": "userSettings", "project": "projectSettings", "local": "localSettings", "flag": "flagSettings",
           "managed": "policySettings"}


class Ended(RuntimeError):
    """The session ended; the text is its stderr."""


class Control:
    """Context manager around one headless session that is never given a prompt."""

    def __init__(self, scratch, binary, api, *args, cwd=None, env=None):
        argv = scratch.command(binary, "-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", *args)
        self._child = subprocess.Popen(argv, cwd=cwd or scratch.repo, env=scratch.env(api, env), stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        self._errors = []
        self._reader = threading.Thread(target=lambda: self._errors.extend(self._child.stderr), daemon=True)
        self._reader.start()
        self._asked = 0
        try:
            self.ask("initialize")
        except Ended:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def ask(self, subtype, **fields):
        """The answer to one control request; Ended when the session does not answer any more."""
        self._asked += 1
        ident = "cordon-%d" % self._asked
        try:
            self._child.stdin.write(json.dumps({"type": "control_request", "request_id": ident,
                                                "request": dict(fields, subtype=subtype)}) + "\n")
            self._child.stdin.flush()
        except OSError:
            raise Ended(self.stderr()) from None
        for line in self._child.stdout:
            try:
                answer = json.loads(line)
            except ValueError:
                continue
            if answer.get("type") == "control_response" and answer["response"].get("request_id") == ident:
                return answer["response"]
        raise Ended(self.stderr())

    def settings(self):
        return self.ask("get_settings")["response"]

    def stderr(self):
        self._reader.join(5)
        return "".join(self._errors).strip()

    def close(self):
        """End the session: it stops at the end of its input, or is stopped."""
        try:
            self._child.stdin.close()
        except OSError:
            pass
        try:
            self._child.wait(10)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        self._child.stdout.close()


def source(answer, scope):
    """What a scope contributes ({} of settings), or None when it counts for nothing."""
    for entry in answer["sources"]:
        if entry["source"] == SOURCES[scope]:
            return entry["settings"]
    return None
