# SPDX-License-Identifier: Apache-2.0
"""The Messages API on loopback, in a thread: answers with scripted tool calls instead of a model.

A script belongs to a prompt: the newest user message that contains a script's key picks the script, and the number of
tool results after that message picks the step. So one stand-in serves several turns of a session (type another key)
and its sub-agents (the key stands in the `prompt` of the Agent call), and it keeps no state that could get out of step.

    with StandIn({"go": [call("Bash", command="id", description="who")], "look": [...]}) as api:
        ...start the runtime with ANTHROPIC_BASE_URL=api.url, prompt "go"...
    api.told        -> [ToolResult(id="toolu_0001", name="Bash", is_error=False, text="uid=0...")]

A step is call(...), a plain string (text that ends the turn), or a function of the stand-in that gives one of these when
its turn comes (for ids that only an earlier result names). After the last step the answer is the text "done".
"""
import collections
import http.server
import json
import threading

ToolResult = collections.namedtuple("ToolResult", "id name is_error text")


def call(tool, /, **tool_input):
    """One scripted tool call. A key "id" added to it fixes its tool_use_id, which is toolu_0001, ... otherwise."""
    return {"name": tool, "input": tool_input}


class StandIn:
    """Context manager; `url`, `told`, `requests`, `tools` are readable at any time.

    aside: optional function(request body) -> text or None, asked first: answers to requests that are not part of a
    conversation (the older auto mode's classifier, title makers). Newer versions ask the API itself to judge a call
    (`safeguards` in the request): the answer is always "not flagged", the worst case for any guard.
    """

    def __init__(self, scripts, aside=None):
        self.scripts = dict(scripts)
        self.aside = aside
        self.requests = []      # request bodies, in order
        self.told = []          # every tool result the model was given, once each
        self.tools = {}         # tool name -> its definition as the runtime sent it
        self._named = {}        # tool_use id -> tool name
        self._lock = threading.Lock()
        self._server = None

    def __enter__(self):
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self):
        return "http://127.0.0.1:%d" % self._server.server_address[1]

    def results(self, name=None):
        """The tool results told so far, of one tool or of all."""
        return [r for r in self.told if name is None or r.name == name]

    def answer(self, request):
        """(content blocks, stop reason) for one request; remembers what the model was told."""
        with self._lock:
            self.requests.append(request)
            for tool in request.get("tools") or []:
                self.tools.setdefault(tool.get("name"), tool)
            self._remember(request.get("messages", []))
            said = self.aside(request) if self.aside else None
            if said is not None:
                return [{"type": "text", "text": said}], "end_turn"
            key, done = self._position(request.get("messages", []))
            steps = self.scripts.get(key, [])
            step = steps[done] if request.get("tools") and done < len(steps) else "done"
            if callable(step):
                step = step(self)
            if isinstance(step, str):
                return [{"type": "text", "text": step}], "end_turn"
            ident = step.get("id") or "toolu_%04d" % (len(self._named) + 1)
            self._named[ident] = step["name"]
            return [{"type": "tool_use", "id": ident, "name": step["name"], "input": step["input"]}], "tool_use"

    def _position(self, messages):
        """(key of the script in force, steps of it that are done)."""
        key, done = None, 0
        for message in messages:
            parts = blocks(message)
            if message.get("role") != "user":
                continue
            results = sum(1 for block in parts if block.get("type") == "tool_result")
            text = " ".join(block.get("text", "") for block in parts if block.get("type") == "text")
            hit = [name for name in self.scripts if name in _without_reminders(text)]
            if hit and not results:
                key, done = max(hit, key=len), 0
            done += results
        return key, done

    def _remember(self, messages):
        known = {result.id for result in self.told}
        for message in messages:
            for block in blocks(message):
                ident = block.get("tool_use_id")
                if block.get("type") != "tool_result" or ident in known:
                    continue
                known.add(ident)
                text = "\n".join(part.get("text", "") for part in blocks(block))
                self.told.append(ToolResult(ident, self._named.get(ident), bool(block.get("is_error")), text))


def blocks(message):
    """The content of a message or of a tool result as a list of blocks."""
    content = message.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return content if isinstance(content, list) else []


def _without_reminders(text):
    """The text a person typed: the runtime's own notes may quote file names or prompts."""
    while "<system-reminder>" in text:
        head, _, rest = text.partition("<system-reminder>")
        text = head + rest.partition("</system-reminder>")[2]
    return text


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """The runtime drops connections when it ends: no news, no traceback."""


def _handler(standin):
    """A request handler class bound to one stand-in."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_GET(self):
            self._json({})

        do_HEAD = do_GET

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            try:
                request = json.loads(body)
            except ValueError:
                request = {}
            if "count_tokens" in self.path:
                return self._json({"input_tokens": 10})
            if not self.path.startswith("/v1/messages"):
                return self._json({})
            content, stop = standin.answer(request)
            message = _message(request.get("model"), content, stop)
            judged = _judged(content) if request.get("safeguards") else {}
            return self._stream(message, judged) if request.get("stream") else self._json(dict(message, **judged))

        def _json(self, value):
            body = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def _stream(self, message, judged):
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("connection", "close")
            self.end_headers()
            self.close_connection = True
            for event in _events(message, judged):
                line = "event: %s\ndata: %s\n\n" % (event["type"], json.dumps(event))
                self.wfile.write(line.encode())
            self.wfile.flush()

    return Handler


_USAGE = {"input_tokens": 1200, "cache_creation_input_tokens": 300, "cache_read_input_tokens": 4000,
          "output_tokens": 50}


def _message(model, content, stop):
    ident = "msg_" + (content[0].get("id") or "text")
    return {"id": ident, "type": "message", "role": "assistant", "model": model, "content": content,
            "stop_reason": stop, "stop_sequence": None, "usage": dict(_USAGE)}


def _judged(content):
    """What the API says about the tool calls of an answer when it was asked to look at them: nothing against them."""
    calls = {block["id"]: {"type": "evaluated", "outcome": "not_flagged"} for block in content if "id" in block}
    return {"safeguard_results": [{"type": "dangerous_tool_use", "status": {"type": "available", "tool_uses": calls}}]}


def _events(message, judged):
    """The server-sent events of one message."""
    opening = dict(message, content=[], stop_reason=None, usage=dict(_USAGE, output_tokens=1))
    yield {"type": "message_start", "message": opening}
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty = dict(block, input={})
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {"type": "message_delta", "delta": dict(judged, stop_reason=message["stop_reason"], stop_sequence=None),
           "usage": {"output_tokens": 50}}
    yield {"type": "message_stop"}
