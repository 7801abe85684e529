"""Callers with tokens of foreign libraries, PyJWT and jose, by three algorithms, and of a foreign issuer, oidc-provider; keys that are
rotated, and an issuer that hangs, ends and comes back, under load; a thousand tokens a second with unknown keys."""

import http.client
import http.server
import json
import os
import threading
import time
import urllib.parse
import urllib.request
from collections import Counter
from support import HERE, Medley, Row, Unable

SECTION = "callers"
SOURCE = ("oidc_provider", "a folder in which npm install oidc-provider has been run")
TOOLS = ("java", "openssl", "node")
ISSUER, AUDIENCE = "https://login.test", "medley"
REFRESH, COOLDOWN = 1, 1
SECONDS = 6


class Keys(http.server.ThreadingHTTPServer):
    """The keys of the issuer, which may be slow."""

    daemon_threads = True

    def __init__(self, port):
        self.keys, self.delay, self.asked = [], 0, 0

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.server.asked += 1
                time.sleep(self.server.delay)
                body = json.dumps({"keys": self.server.keys}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                """Logs nothing."""

        super().__init__(("127.0.0.1", port), Handler)


def python_key(algorithm, name):
    """A private key and its public JWK."""
    import jwt
    from cryptography.hazmat.primitives.asymmetric import ec, rsa
    private = ec.generate_private_key(ec.SECP256R1()) if algorithm == "ES256" else rsa.generate_private_key(65537, 2048)
    kind = jwt.algorithms.ECAlgorithm if algorithm == "ES256" else jwt.algorithms.RSAAlgorithm
    return private, {**json.loads(kind.to_jwk(private.public_key())), "kid": name, "alg": algorithm, "use": "sig"}


def python_token(private, algorithm, name):
    import jwt
    now = int(time.time())
    claims = {"iss": ISSUER, "aud": [AUDIENCE, "other"], "sub": name, "scope": "read", "iat": now, "exp": now + 600}
    return jwt.encode(claims, private, algorithm, headers={"kid": name})


def ask(port, token, seconds=0.0, pause=0.01):
    """Requests a mashup, once or for so long. Returns the replies with their numbers."""
    replies = Counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    until = time.monotonic() + seconds
    while True:
        connection.request("GET", "/known", headers={"Authorization": f"Bearer {token}"})
        reply = connection.getresponse()
        replies[f"{reply.status} {reply.read().decode()}"] += 1
        if time.monotonic() >= until:
            break
        time.sleep(pause)
    connection.close()
    return replies


def expect(row, replies, name):
    row.expect(set(replies) == {f'200 {{"n":"{name}"}}'}, f"{name}: {dict(replies)}")


def libraries(run, medley, keys):
    row = Row(SECTION, "tokens of PyJWT and of jose")
    signed = {}
    for algorithm in ("RS256", "PS256", "ES256"):
        private, public = python_key(algorithm, f"pyjwt-{algorithm}")
        keys.keys.append(public)
        signed[f"pyjwt-{algorithm}"] = python_token(private, algorithm, f"pyjwt-{algorithm}")
    made = json.loads(run.must([run.tools["node"], HERE / "servers" / "jwt.mjs", run.options.oidc_provider, ISSUER, AUDIENCE]))
    keys.keys.extend(made["keys"])
    signed.update({f"jose-{algorithm}": token for algorithm, token in made["tokens"].items()})
    time.sleep(2 * REFRESH + 0.5)
    for name, token in signed.items():
        expect(row, ask(medley.port(), token), name)
    row.fact(f"{len(signed)} tokens")
    return row


def rotated(medley, keys):
    row = Row(SECTION, f"keys that are rotated each {2 * REFRESH + 1} s, published before they sign")
    private, public = python_key("ES256", "first")
    keys.keys.append(public)
    time.sleep(2 * REFRESH + 0.5)
    total = 0
    for turn in range(3):
        following = python_key("ES256", f"turn{turn}")
        keys.keys.append(following[1])
        replies = ask(medley.port(), python_token(private, "ES256", public["kid"]), 2 * REFRESH + 1)
        expect(row, replies, public["kid"])
        total += sum(replies.values())
        private, public = following
    row.fact(f"{total} replies")
    return row


def failing(medley, keys):
    row = Row(SECTION, "an issuer that hangs, ends, and comes back")
    private, public = python_key("ES256", "steady")
    keys.keys.append(public)
    time.sleep(2 * REFRESH + 0.5)
    token = python_token(private, "ES256", "steady")
    keys.delay = 60
    expect(row, ask(medley.port(), token, SECONDS), "steady")
    keys.delay = 0
    keys.shutdown()
    keys.server_close()
    replies = ask(medley.port(), token, SECONDS)
    expect(row, replies, "steady")
    row.fact(f"{sum(replies.values())} replies without an issuer")
    return row


def unknown(medley, keys):
    row = Row(SECTION, "a thousand tokens a second with unknown keys")
    private, public = python_key("ES256", "known")
    keys.keys.append(public)
    time.sleep(2 * REFRESH + 0.5)
    strange = [python_token(private, "ES256", f"strange{number}") for number in range(2000)]
    before, began = keys.asked, time.monotonic()
    statuses, lock = Counter(), threading.Lock()

    def flood(part):
        connection = http.client.HTTPConnection("127.0.0.1", medley.port(), timeout=30)
        while time.monotonic() - began < SECONDS:
            for token in part:
                connection.request("GET", "/known", headers={"Authorization": f"Bearer {token}"})
                reply = connection.getresponse()
                reply.read()
                with lock:
                    statuses[reply.status] += 1
        connection.close()

    threads = [threading.Thread(target=flood, args=(strange[number::4],)) for number in range(4)]
    for thread in threads:
        thread.start()
    token = python_token(private, "ES256", "known")
    expect(row, ask(medley.port(), token, SECONDS), "known")
    for thread in threads:
        thread.join()
    seconds = time.monotonic() - began
    most = seconds / min(REFRESH * 0.9, COOLDOWN) + 2
    row.expect(keys.asked - before <= most, f"{keys.asked - before} fetches in {seconds:.0f} s; expected {most:.0f} at most")
    row.expect(set(statuses) == {401}, f"statuses {dict(statuses)}")
    row.fact(f"{statuses[401] / seconds:.0f} a second refused, {keys.asked - before} fetches in {seconds:.0f} s")
    return row


def signing_keys(count):
    """Private keys as JWKs."""
    import jwt
    from cryptography.hazmat.primitives.asymmetric import rsa
    keys = [rsa.generate_private_key(65537, 2048) for _ in range(count)]
    made = [{**json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key)), "kid": f"oidc{number}", "alg": "RS256", "use": "sig"}
            for number, key in enumerate(keys)]
    # The provider publishes it as it is, and what a private key may do a public one may not.
    return [{name: value for name, value in key.items() if name != "key_ops"} for key in made]


def issuer_token(port):
    """A token for the resource, by client credentials."""
    form = urllib.parse.urlencode({
        "grant_type": "client_credentials", "client_id": "post", "client_secret": "s3cret", "scope": "read",
        "resource": "https://medley.test"}).encode()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/token", form, timeout=20) as reply:
        return json.load(reply)["access_token"]


def issuer(run, medley, port):
    """Each restart of the issuer has the keys in another order: the second is published before it signs."""
    row = Row(SECTION, "tokens of oidc-provider, whose keys are rotated")
    first, second = signing_keys(2)
    _, client = run.authority.issue("oidc-client")
    file = run.work / "signing.json"
    token = None
    for turn, keys in enumerate(([first], [first, second], [second, first], [second])):
        file.write_text(json.dumps({"keys": keys}))
        process = run.start(f"oidc-{turn}", [run.tools["node"], HERE / "servers" / "issuer.mjs", run.options.oidc_provider, port, client],
                            env={**os.environ, "TTL": "600", "SIGNING": str(file)})
        run.await_port(process, port)
        if token:
            # That of before, while the issuer begins again.
            expect(row, ask(medley.port(), token, 1), "post")
        time.sleep(2 * REFRESH + 0.5)
        token = issuer_token(port)
        expect(row, ask(medley.port(), token, 1), "post")
        run.end(process)
        expect(row, ask(medley.port(), token, 1), "post")
    row.fact("4 orders of keys")
    return row


def rows(run):
    try:
        import jwt  # noqa: F401
    except ImportError as x:
        raise Unable(f"PyJWT is missing: pip install pyjwt cryptography ({x})") from x
    port = run.port()
    keys = Keys(port)
    threading.Thread(target=keys.serve_forever, daemon=True).start()
    callers = {"tokens": {"main": {
        "issuer": ISSUER, "audience": [AUDIENCE],
        "keys": {"partner": "login", "path": "/jwks", "refresh": f"{REFRESH}s", "cooldown": f"{COOLDOWN}s"}}}}
    foreign = run.port()
    callers["tokens"]["oidc"] = {**callers["tokens"]["main"], "issuer": f"http://127.0.0.1:{foreign}"}
    callers["tokens"]["oidc"]["keys"] = {**callers["tokens"]["main"]["keys"], "partner": "oidc"}
    declared = {"/known": {"access": {"scopes": ["read"]}, "reply": {"body": '{"n": $request.caller.name}'}}}
    partners = {"login": {"url": f"http://127.0.0.1:{port}", "timeout": "2s"},
                "oidc": {"url": f"http://127.0.0.1:{foreign}", "timeout": "2s"}}
    with Medley(run, "callers-medley", partners, {"samples": False}, declared=declared, more={"callers": callers}) as medley:
        for name, check in (("libraries", lambda: libraries(run, medley, keys)), ("rotated", lambda: rotated(medley, keys)),
                            ("issuer", lambda: issuer(run, medley, foreign)), ("unknown", lambda: unknown(medley, keys)),
                            ("failing", lambda: failing(medley, keys))):
            if not run.skips(name):
                run.progress(SECTION, name)
                yield check()
