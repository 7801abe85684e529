"""Traces as the protocol's published definitions in Python read them: one tree for a mashup with a retry, a hedge, a stored response, a
shared request, a missing part and a reply in parts, in each execution mode, with partners over HTTP/1.1 and HTTP/2; and a receiver that
hangs."""

import gzip
import http.client
import http.server
import json
import re
import threading
import time
import urllib.request
from support import HERE, Medley, Row, Unable

SECTION = "traces"
TOOLS = ("java", "openssl", "node")
SERVER, INTERNAL, CLIENT = 2, 1, 3
# The SDK sends each five seconds.
PATIENCE = 20


class Receiver(http.server.ThreadingHTTPServer):
    """A receiver of OTLP over HTTP, which may hang."""

    daemon_threads = True

    def __init__(self, port, request_type):
        self.spans, self.hangs, self.asked = [], threading.Event(), 0

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.server.asked += 1
                while self.server.hangs.is_set():
                    time.sleep(0.1)
                body = self.rfile.read(int(self.headers["Content-Length"]))
                message = request_type()
                message.ParseFromString(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body)
                for resource in message.resource_spans:
                    for scope in resource.scope_spans:
                        self.server.spans.extend(scope.spans)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                """Logs nothing."""

        super().__init__(("127.0.0.1", port), Handler)

    def trace(self, identity):
        """Waits for the span of the inbound request of a trace, and returns all of the trace."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            spans = [span for span in self.spans if span.trace_id.hex() == identity]
            if any(span.kind == SERVER for span in spans):
                return spans
            time.sleep(0.1)
        return []


def attribute(span, key):
    for each in span.attributes:
        if each.key == key:
            value = each.value
            return getattr(value, value.WhichOneof("value"))
    return None


def children(spans, parent):
    return [span for span in spans if span.parent_span_id == parent.span_id]


def named(spans, name):
    return next((span for span in spans if span.name == name), None)


def get(medley, path, **fields):
    request = urllib.request.Request(medley.uri + path, headers=fields)
    with urllib.request.urlopen(request, timeout=30) as reply:
        return reply.headers["X-Request-Id"], reply.read().decode()


def told(row, spans, name, body):
    """Expects that the partner has been told of the span of the last attempt."""
    attempt = max(children(spans, named(spans, f"exchange {name}")), key=lambda span: span.start_time_unix_nano)
    expected = f"{attempt.trace_id.hex()}-{attempt.span_id.hex()}"
    row.expect(expected in (body[name] or {}).get("traceparent", ""), f"{name} was told {body[name]}, expected {expected}")


def tree(row, receiver, medley, run):
    get(medley, f"/m?id={run}-kept")
    identity, text = get(medley, f"/m?id={run}")
    body, spans = json.loads(text), receiver.trace(identity)
    if not row.expect(spans, f"no trace {identity}"):
        return
    root = next(span for span in spans if span.kind == SERVER)
    names = sorted(span.name for span in children(spans, root))
    row.expect(names == [f"exchange {name}" for name in ("again", "gone", "hedged", "kept", "plain")], f"exchanges {names}")
    statuses = [attribute(span, "http.response.status_code") for span in children(spans, named(spans, "exchange again"))]
    row.expect(statuses == [503, 200], f"the attempts of again have {statuses}")
    hedges = sorted(str(attribute(span, "medley.hedge")) for span in children(spans, named(spans, "exchange hedged")))
    row.expect(hedges == ["None", "True"], f"the attempts of hedged have {hedges}")
    row.expect(attribute(named(spans, "exchange kept"), "medley.cache") == "hit", "kept is no hit")
    row.expect(not children(spans, named(spans, "exchange kept")), "a stored response has an attempt")
    row.expect(named(spans, "exchange gone").status.code == 2, "gone has not failed")
    row.expect(root.status.code == 0, "a reply with a missing part has failed")
    told(row, spans, "plain", body)
    told(row, spans, "again", body)
    row.expect(all(span.parent_span_id in {each.span_id for each in spans} for span in spans if span is not root), "a span has no parent")
    row.fact(f"{len(spans)} spans")


def shared(row, receiver, medley, run):
    found = []
    threads = [threading.Thread(target=lambda: found.append(get(medley, f"/shared?id={run}")[0])) for _ in range(2)]
    for thread in threads:
        thread.start()
        time.sleep(0.1)
    for thread in threads:
        thread.join()
    traces = [receiver.trace(identity) for identity in found]
    attempts = [span for spans in traces for span in spans if span.kind == CLIENT]
    links = [link for spans in traces for span in spans for link in span.links]
    if row.expect(len(attempts) == 1 and len(links) == 1, f"{len(attempts)} attempts, {len(links)} links of a shared request"):
        row.expect(links[0].span_id == attempts[0].span_id, "the link is to another span")


def parts(row, receiver, medley, run):
    identity, text = get(medley, f"/parts?id={run}", Accept="application/x-ndjson")
    spans = receiver.trace(identity)
    row.expect(len(text.splitlines()) == 4 and len(spans) == 5, f"{len(text.splitlines())} lines, {len(spans)} spans of a reply in parts")


def samples(row, receiver, medley, run):
    identity, _ = get(medley, f"/trip?city={run}")
    spans = receiver.trace(identity)
    row.expect(sum(span.kind == INTERNAL for span in spans) == 3, f"{len(spans)} spans of a mashup in Java")
    exemplars = urllib.request.Request(medley.admin + "/metrics", headers={"Accept": "application/openmetrics-text"})
    with urllib.request.urlopen(exemplars, timeout=10) as reply:
        row.expect(f'trace_id="{identity}"' in reply.read().decode(), "no exemplar of the last request")


def hanging(receiver, medley):
    row = Row(SECTION, "a receiver that hangs")
    receiver.hangs.set()
    try:
        connection = http.client.HTTPConnection("127.0.0.1", medley.port(), timeout=30)
        begun, number = time.monotonic(), 0
        while time.monotonic() - begun < 25:
            connection.request("GET", "/parts?id=hangs")
            reply = connection.getresponse()
            row.expect(reply.status == 200, f"status {reply.status}")
            reply.read()
            number += 1
        lines = [line for line in medley.log().splitlines() if "traces:" in line]
        row.expect(len(lines) <= 1, f"{len(lines)} lines of the log in 25 s")
        row.fact(f"{number} replies in 25 s, {len(lines)} lines of the log")
    finally:
        receiver.hangs.clear()
    return row


def rows(run):
    try:
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
    except ImportError as x:
        raise Unable(f"opentelemetry-proto is missing: pip install opentelemetry-proto ({x})") from x
    port = run.port()
    receiver = Receiver(port, ExportTraceServiceRequest)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    plain, secure = run.port(), run.port()
    certificate, key = run.authority.issue("traced")
    for name, command in (("traced", [plain]), ("traced-h2", [secure, certificate, key])):
        process = run.start(name, [run.tools["node"], HERE / "servers" / "traced.mjs", *command])
        run.await_port(process, command[0])
    urls = {"HTTP/1.1": {"url": f"http://127.0.0.1:{plain}"},
            "HTTP/2": {"url": f"https://localhost:{secure}", "protocol": "h2", "tls": {"trust": str(run.authority.certificate)}}}
    version = run.must([run.tools["java"], "-version"])
    modes = ("async", "blocking", "virtual") if int(re.search(r'version "(\d+)', version).group(1)) >= 21 else ("async", "blocking")
    for mode in modes:
        for protocol, url in urls.items():
            name = f"{mode}, partners over {protocol}"
            if run.skips(name):
                continue
            run.progress(SECTION, name)
            row = Row(SECTION, name)
            partners = {"p": {**url, "retry": {"statuses": [503], "backoff": "1ms"}}, "hedged": {**url, "hedge": {"after": "100ms"}},
                        "cached": {**url, "cache": {"enabled": True}}, **{each: url for each in ("weather", "hotels", "news")}}
            declared = {
                "/m": {"exchanges": {
                    "plain": {"partner": "p", "path": "/plain"}, "again": {"partner": "p", "path": "/flaky?id={$request.query.id}"},
                    "hedged": {"partner": "hedged", "path": "/slow?id={$request.query.id}"}, "kept": {"partner": "cached", "path": "/kept"},
                    "gone": {"partner": "p", "path": "/gone", "optional": True}}},
                "/shared": {"exchanges": {"shared": {"partner": "cached", "path": "/shared?id={$request.query.id}"}}},
                "/parts": {"parts": True, "exchanges": {
                    "one": {"partner": "p", "path": "/one?id={$request.query.id}"}, "two": {"partner": "p", "path": "/two"}}}}
            server = {"execution": mode, "traces": {"endpoint": f"http://127.0.0.1:{port}"}}
            with Medley(run, f"traces-{len(name)}-{mode}", partners, server, declared=declared) as medley:
                for check in (tree, shared, parts, samples):
                    check(row, receiver, medley, f"{mode}-{protocol[-1]}")
                yield row
                if mode == modes[0] and protocol == "HTTP/1.1" and not run.skips("hangs"):
                    run.progress(SECTION, "hangs")
                    yield hanging(receiver, medley)
