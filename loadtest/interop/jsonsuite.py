"""The documents of JSONTestSuite as bodies of a partner: nothing that is not JSON goes out, and each request has its reply."""

import http.client
import http.server
import json
import re
import threading
from collections import Counter
from support import Medley, Row, mashup_jar

SECTION = "json"
SOURCE = ("json_test_suite", "a checkout of github.com/nst/JSONTestSuite")
TOOLS = ("java", "javac", "openssl")
FOLDERS = ("test_parsing", "test_transform")
WAYS = {
    "merged": "into a document as it is",
    "tree": "read into a tree, and written again",
    "declared": "through an expression of a declared mashup",
}
DECLARED = {"/declared": {
    "parameters": {"doc": {"required": True}},
    "exchanges": {"doc": {"partner": "p0", "path": "/doc/{$request.query.doc}"}},
    "reply": {"body": '{"doc": $doc, "names": $keys($doc)}'},
}}

# Documents that must be accepted and are not: ways, names, and the reason.
KNOWN = [
    (r".*", r"y_object_duplicated_key", "a name that occurs twice is refused (fault 17)"),
]


class Documents(http.server.ThreadingHTTPServer):
    """A partner that serves each file at /doc/N, whatever is in it."""

    daemon_threads = True

    def __init__(self, files, port):
        bodies = [file.read_bytes() for file in files]

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                body = bodies[int(self.path.rsplit("/", 1)[1])]
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                """Logs nothing."""

        super().__init__(("127.0.0.1", port), Handler)


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def strict(body):
    """The value of a document; ValueError if it is none."""
    return json.loads(body.decode("utf-8"), parse_constant=refuse)


def kind_of(file):
    """What a parser must do with the file: y accept it, n refuse it, i either."""
    return file.name[0] if file.name[:2] in ("y_", "n_") else "i"


def fault(file, status, body):
    """What is wrong with the reply to a request for a file, or None."""
    try:
        value = strict(body)
    except ValueError as x:
        return f"{status} with a body that is not JSON: {x}"
    kind = kind_of(file)
    if status == 200 and kind != "n":
        return "the value has changed" if kind == "y" and value["doc"] != strict(file.read_bytes()) else None
    return None if status == 502 and kind != "y" else f"status {status}: {body.decode()[:200]}"


def ask(row, way, files, port):
    """Requests each document, over one connection as long as that lasts."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    passed, statuses, reasons = 0, Counter(), Counter()
    for number, file in enumerate(files):
        try:
            client.request("GET", f"/{way}?doc={number}")
            answer = client.getresponse()
            status, wrong = answer.status, fault(file, answer.status, answer.read())
        except (OSError, http.client.HTTPException) as x:
            client.close()
            status, wrong = "none", f"no reply: {x!r}"
        statuses[f"{kind_of(file)} {status}"] += 1
        why = next((why for ways, names, why in KNOWN if re.fullmatch(ways, way) and re.match(names, file.name)), None)
        if wrong is None:
            passed += 1
        elif why and status == 502:
            reasons[why] += 1
        else:
            row.expect(False, f"{file.name}: {wrong}")
    client.close()
    row.fact(f"{passed} of {len(files)} as they should be")
    row.fact(", ".join(f"{number} {kind}" for kind, number in sorted(statuses.items())))
    for why, number in reasons.items():
        row.note(f"{number}: {why}")


def rows(run):
    chosen = [way for way in WAYS if not run.skips(way)]
    if not chosen:
        return
    files = sorted(file for folder in FOLDERS for file in (run.options.json_test_suite / folder).glob("*.json"))
    port = run.port()
    with Documents(files, port) as documents:
        threading.Thread(target=documents.serve_forever, daemon=True).start()
        partner = {"p0": {"url": f"http://127.0.0.1:{port}"}}
        with Medley(run, "json-medley", partner, {"samples": False}, mashup_jar(run, "DocumentMashup"),
                    DECLARED) as medley:
            for way in chosen:
                run.progress(SECTION, way)
                row = Row(SECTION, f"{way}: {WAYS[way]}")
                row.expect(len(files) >= 300, f"only {len(files)} documents; expected 300 or more")
                ask(row, way, files, medley.port())
                yield row
            row = Row(SECTION, "the server afterwards")
            medley.await_nothing_in_flight(row)
            medley.check_log(row)
            yield row
        documents.shutdown()
