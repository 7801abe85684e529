"""Tokens of a foreign issuer, oidc-provider, by which partners are shown who Medley is: each client authentication, renewal,
and an issuer that ends and comes back with none of its tokens."""

import http.client
import http.server
import json
import os
import threading
import time
import urllib.parse
import urllib.request
from collections import Counter
from support import HERE, Medley, Row

SECTION = "tokens"
SOURCE = ("oidc_provider", "a folder in which npm install oidc-provider has been run")
TOOLS = ("java", "openssl", "node")
LIFETIME = 8
# A token is renewed after three quarters of its lifetime at the earliest.
RENEWAL = LIFETIME * 0.75
SECONDS = 20
PAUSE = 0.02
CLIENTS = ("basic", "post", "private-key-jwt")


class Partner(http.server.ThreadingHTTPServer):
    """A partner at /NAME that answers requests with a token that the issuer has given the client NAME. It asks the issuer once
    for each token."""

    daemon_threads = True

    def __init__(self, port, issuer):
        self.issuer, self.known = issuer, {}

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
                allowed = self.server.owner(token) == self.path[1:]
                body = b'{"ok": true}' if allowed else b'{"ok": false}'
                self.send_response(200 if allowed else 401)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                """Logs nothing."""

        super().__init__(("127.0.0.1", port), Handler)

    def owner(self, token):
        """The client that has the token; None if it has ended, or is none."""
        if token not in self.known:
            body = urllib.parse.urlencode({"token": token, "client_id": "post", "client_secret": "s3cret"}).encode()
            with urllib.request.urlopen(f"{self.issuer}/token/introspection", body, timeout=10) as reply:
                self.known[token] = json.load(reply)
        told = self.known[token]
        return told.get("client_id") if told.get("active") and told["exp"] > time.time() else None


def start_issuer(run, port, key):
    issuer = run.start("issuer", [run.tools["node"], HERE / "servers" / "issuer.mjs", run.options.oidc_provider, port, key],
                       env={**os.environ, "TTL": str(LIFETIME)})
    run.await_port(issuer, port)
    return issuer


def given(issuer, client):
    return issuer.log.read_text().count(f"token for {client}\n")


def ask(port, client, seconds):
    """Requests a mashup for so long. Returns the statuses with their numbers."""
    statuses = Counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        connection.request("GET", f"/{client}")
        reply = connection.getresponse()
        reply.read()
        statuses[reply.status] += 1
        time.sleep(PAUSE)
    connection.close()
    return statuses


def settings(client, key):
    common = {"issuer": "login", "path": "/token", "client-id": client, "client-auth": client, "scope": ["read"]}
    own = {"key": str(key), "key-id": "k1"} if client == "private-key-jwt" else {
        "client-secret": {"basic": "a:b c%", "post": "s3cret"}[client]}
    return {"oauth2": {**common, **own}}


def renewed(run, medley, issuer, client):
    row = Row(SECTION, f"{client}: renewed for {SECONDS} s")
    before = given(issuer, client)
    statuses = ask(medley.port(), client, SECONDS)
    tokens = given(issuer, client) - before
    row.expect(set(statuses) == {200}, f"statuses {dict(statuses)}")
    most = SECONDS // RENEWAL + 1
    row.expect(2 <= tokens <= most, f"{tokens} tokens; expected 2 to {most:.0f}")
    row.fact(f"{statuses[200]} replies, {tokens} tokens")
    return row


def restarted(run, medley, issuer, port, key):
    row = Row(SECTION, "an issuer that ends, and comes back without its tokens")
    ask(medley.port(), "basic", 1)
    run.end(issuer)
    down = ask(medley.port(), "basic", 1)
    row.expect(set(down) == {200}, f"statuses {dict(down)} while the issuer was down and the token held")
    time.sleep(LIFETIME)
    without = ask(medley.port(), "basic", 1)
    row.expect(set(without) == {502}, f"statuses {dict(without)} without a token")
    back = start_issuer(run, port, key)
    began = time.monotonic()
    while not ask(medley.port(), "basic", PAUSE)[200] and time.monotonic() - began < 30:
        pass
    row.fact(f"a token {time.monotonic() - began:.1f} s after it was back")
    after = ask(medley.port(), "basic", 2)
    row.expect(set(after) == {200}, f"statuses {dict(after)} after it was back")
    row.expect(given(back, "basic") >= 1, "no token was given")
    return row


def rows(run):
    port, partner_port = run.port(), run.port()
    _, key = run.authority.issue("client-key")
    issuer = start_issuer(run, port, key)
    with Partner(partner_port, f"http://127.0.0.1:{port}") as partner:
        threading.Thread(target=partner.serve_forever, daemon=True).start()
        partners = {client: {"url": f"http://127.0.0.1:{partner_port}", "auth": settings(client, key)} for client in CLIENTS}
        partners["login"] = {"url": f"http://127.0.0.1:{port}"}
        declared = {f"/{client}": {"exchanges": {"a": {"partner": client, "path": f"/{client}"}}} for client in CLIENTS}
        with Medley(run, "tokens-medley", partners, {"samples": False}, declared=declared) as medley:
            for client in CLIENTS:
                if not run.skips(client):
                    run.progress(SECTION, client)
                    yield renewed(run, medley, issuer, client)
            if not run.skips("restart"):
                run.progress(SECTION, "restart")
                yield restarted(run, medley, issuer, port, key)
            row = Row(SECTION, "the server afterwards")
            medley.await_nothing_in_flight(row)
            medley.check_log(row)
            yield row
        partner.shutdown()
