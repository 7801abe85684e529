"""Outbound: mashups of six exchanges with partners that Medley's authors did not write."""

import json
import os
import urllib.error
import urllib.request
from support import HERE, Load, Medley, Row, Unable

SECTION = "Partners: mashups of six exchanges"
TOOLS = ("java", "openssl", "h2load", "nginx", "nghttpd", "node", "go")
EXCHANGES = 6
SAMPLES = 20
FILLER = "x" * 880

NGINX = """daemon off; worker_processes 2; pid {work}/{name}.pid; error_log {work}/{name}.log warn;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {work}/{name}.body; proxy_temp_path {work}/{name}.proxy; fastcgi_temp_path {work}/{name}.fast;
    uwsgi_temp_path {work}/{name}.uwsgi; scgi_temp_path {work}/{name}.scgi;
    default_type application/json;
    server {{
        listen 127.0.0.1:{port} {listen};
        {certificate}
        {more}
        location /partner/ {{
            return 200 '{{"server":"nginx","protocol":"$server_protocol","method":"$request_method","path":"$uri","filler":"{filler}"}}';
        }}
    }}
}}
"""


class Partner:
    """A running server of somebody else, and its address."""

    def __init__(self, process, port, secure):
        self.process, self.port = process, port
        self.url = f"{'https' if secure else 'http'}://localhost:{port}"
        self.client = None  # certificate and key that Medley shows


def nginx(run, name, tls=True, h2=False, more="", files=None):
    port = run.port()
    certificate = ""
    if tls:
        certificate = "ssl_certificate {}; ssl_certificate_key {};".format(*(files or run.authority.issue(name)))
    config = run.work / f"{name}.conf"
    config.write_text(NGINX.format(
        work=run.work, name=name, port=port, listen=("ssl " if tls else "") + ("http2" if h2 else ""),
        certificate=certificate, more=more, filler=FILLER))
    process = run.start(name, [run.tools["nginx"], "-c", config, "-p", run.work, "-e", f"{run.work}/{name}.log"])
    run.await_port(process, port)
    partner = Partner(process, port, tls)
    partner.config = config
    return partner


def nginx_with_clients(run, name):
    """nginx that answers clients with a certificate of the authority only."""
    partner = nginx(run, name, h2=True, more=f"ssl_verify_client on; ssl_client_certificate {run.authority.certificate};")
    partner.client = run.authority.issue(f"{name}-client")
    return partner


def nghttpd(run, name, tls=True):
    port = run.port()
    folder = run.work / f"{name}.documents" / "partner"
    folder.mkdir(parents=True)
    for i in range(256):
        document = {"server": "nghttpd", "protocol": "HTTP/2.0", "path": f"/partner/{i}", "filler": FILLER}
        (folder / str(i)).write_text(json.dumps(document))
    files = reversed(run.authority.issue(name)) if tls else ()
    process = run.start(name, [
        run.tools["nghttpd"], "-a", "127.0.0.1", "-d", folder.parent, *([] if tls else ["--no-tls"]), port, *files])
    run.await_port(process, port)
    return Partner(process, port, tls)


def build_go(run):
    """Returns the Go partner; it is built once. It has no dependencies, so nothing is downloaded."""
    program = run.work / "go-partner"
    if not program.exists():
        built = run.run(
            [run.tools["go"], "build", "-o", program, HERE / "servers" / "partner.go"],
            env=dict(os.environ, GOFLAGS="-mod=mod", GOPROXY="off", GO111MODULE="off", GOTOOLCHAIN="local"))
        if built.returncode != 0:
            raise Unable(f"the Go partner cannot be built (Go 1.24 or later is required): {built.stdout.strip()}")
    return program


def go_arguments(run, name, protocol, tls):
    arguments = [build_go(run), "-protocol", protocol]
    if tls:
        certificate, key = run.authority.issue(name)
        arguments += ["-certificate", certificate, "-key", key]
    return arguments


def go(run, name, protocol="h2", tls=True):
    port = run.port()
    process = run.start(name, [*go_arguments(run, name, protocol, tls), "-port", port])
    run.await_port(process, port)
    return Partner(process, port, tls)


def node(run, name, tls=True):
    port = run.port()
    files = run.authority.issue(name) if tls else ()
    process = run.start(name, [run.tools["node"], HERE / "servers" / "partner.js", port, *files])
    run.await_port(process, port)
    return Partner(process, port, tls)


# name, protocol in the configuration, protocol of the documents, server
CASES = [
    ("nginx, http/1.1 plain", "http/1.1", "HTTP/1.1", lambda run, name: nginx(run, name, tls=False)),
    ("nginx, http/1.1 over TLS", "auto", "HTTP/1.1", nginx),
    ("nginx, http/1.1 over TLS, 20 requests a connection", "http/1.1", "HTTP/1.1",
     lambda run, name: nginx(run, name, more="keepalive_requests 20;")),
    ("nginx, h2", "auto", "HTTP/2.0", lambda run, name: nginx(run, name, h2=True)),
    ("nginx, h2, GOAWAY after 100 requests", "h2", "HTTP/2.0",
     lambda run, name: nginx(run, name, h2=True, more="keepalive_requests 100;")),
    ("nginx, h2, 4 streams a connection", "h2", "HTTP/2.0",
     lambda run, name: nginx(run, name, h2=True, more="http2_max_concurrent_streams 4;")),
    ("nginx, h2 offered, http/1.1 configured", "http/1.1", "HTTP/1.1", lambda run, name: nginx(run, name, h2=True)),
    ("nginx, h2, TLS 1.2 only", "auto", "HTTP/2.0",
     lambda run, name: nginx(run, name, h2=True, more="ssl_protocols TLSv1.2;")),
    ("nginx, h2, client certificate", "auto", "HTTP/2.0", nginx_with_clients),
    ("nghttpd, h2c", "h2c", "HTTP/2.0", lambda run, name: nghttpd(run, name, tls=False)),
    ("nghttpd, h2", "auto", "HTTP/2.0", nghttpd),
    ("Go, http/1.1 over TLS", "auto", "HTTP/1.1", lambda run, name: go(run, name, "http/1.1")),
    ("Go, h2c", "h2c", "HTTP/2.0", lambda run, name: go(run, name, "h2c", tls=False)),
    ("Go, h2", "auto", "HTTP/2.0", go),
    ("Node, h2c", "h2c", "HTTP/2.0", lambda run, name: node(run, name, tls=False)),
    ("Node, h2", "auto", "HTTP/2.0", node),
]


def settings(run, partner, protocol, **more):
    """Returns the section of a partner in the configuration."""
    section = {"url": partner.url, "protocol": protocol, "timeout": "20s", **more}
    if partner.url.startswith("https"):
        section["tls"] = {"trust": str(run.authority.certificate)}
        if partner.client:
            certificate, key = partner.client
            section["tls"].update({"certificate": str(certificate), "key": str(key)})
    return section


def unknown_authority(run, name):
    files = [run.work / f"{name}-other.pem", run.work / f"{name}-other.key"]
    run.must([run.tools["openssl"], "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "60", "-subj", "/CN=localhost",
              "-addext", "subjectAltName=DNS:localhost", "-out", files[0], "-keyout", files[1]])
    return nginx(run, name, h2=True, files=files)


# name, server that must not be answered by; Medley replies with 502 and the reason
REFUSED = [
    ("nginx, certificate of an unknown authority", unknown_authority),
    ("nginx, certificate of another host",
     lambda run, name: nginx(run, name, h2=True, files=run.authority.issue(name, names="DNS:elsewhere.example"))),
    ("nginx, certificate that has expired",
     lambda run, name: nginx(run, name, h2=True, files=run.authority.issue(name, days=-1))),
    ("nginx, TLS 1.1 only",
     lambda run, name: nginx(run, name, more="ssl_protocols TLSv1.1; ssl_ciphers ALL:@SECLEVEL=0;")),
    ("nginx, client certificate required, none configured",
     lambda run, name: withhold(nginx_with_clients(run, name))),
]


def withhold(partner):
    partner.client = None
    return partner


def check_sample(row, uri, protocol, exchanges=EXCHANGES):
    """Expects a document of each exchange, in the protocol that is given."""
    with urllib.request.urlopen(f"{uri}/fanout?c={exchanges}&delay=0", timeout=30) as answer:
        documents = json.load(answer)
    expected = [f"p{i}" for i in range(exchanges)]
    if not row.expect(sorted(documents) == sorted(expected), f"members {sorted(documents)}; expected {expected}"):
        return set()
    for i, name in enumerate(expected):
        document = documents[name]
        row.expect("error" not in document and document.get("path") == f"/partner/{i}", f"{name} is {document}")
        row.expect(document.get("protocol") == protocol,
                   f"{name} came by {document.get('protocol')}; expected {protocol}")
    return {document["server"] for document in documents.values()}


def check(run, name, partners, protocol):
    row = Row(SECTION, name)
    try:
        with Medley(run, f"medley-{len(run.ports)}", partners) as medley:
            for _ in range(SAMPLES):
                if row.problems:
                    break
                servers = check_sample(row, medley.uri, protocol)
            if not row.problems:
                row.fact(" ".join(sorted(servers)) + " " + protocol)
            load = Load(run, f"load-{len(run.ports)}", f"{medley.uri}/fanout?c={EXCHANGES}&delay=0",
                        ["--h1", "-c", run.options.clients, "-n", run.options.count])
            load.check(row, run.options.count)
            check_exchanges = (run.options.count + SAMPLES) * EXCHANGES
            medley.check_partners(row, check_exchanges if not row.problems else None)
            medley.check_log(row)
    except urllib.error.HTTPError as x:
        row.expect(False, f"the first mashup: {x}: {x.read(400).decode(errors='replace')}")
    except (Unable, OSError, ValueError) as x:
        row.expect(False, str(x))
    return row


def check_refused(run, name, partner):
    row = Row(SECTION, name)
    try:
        with Medley(run, f"medley-{len(run.ports)}", {"p0": settings(run, partner, "auto")}) as medley:
            for _ in range(3):
                try:
                    urllib.request.urlopen(f"{medley.uri}/fanout?c={EXCHANGES}", timeout=30).close()
                    row.expect(False, "answered with 200; expected 502")
                except urllib.error.HTTPError as answer:
                    problem = json.load(answer)
                    row.expect(answer.code == 502, f"answered with {answer.code}; expected 502")
            failure = medley.status()["outbound"]["partners"]["p0"]["lastFailure"]
            row.fact(f"{problem.get('status')} {problem.get('detail') or problem.get('title')}; {failure}")
            row.expect("p0" in json.dumps(problem), f"the problem names no partner: {problem}")
            medley.check_log(row)
    except (Unable, OSError, ValueError, KeyError) as x:
        row.expect(False, str(x))
    return row


def rows(run):
    for number, (name, protocol, spoken, server) in enumerate(CASES):
        if run.skips(name):
            continue
        run.progress(SECTION, name)
        partner = server(run, f"partner-{number}")
        yield check(run, name, {"p0": settings(run, partner, protocol)}, spoken)
        run.end(partner.process)
    for number, (name, server) in enumerate(REFUSED):
        if not run.skips(name):
            run.progress(SECTION, name)
            partner = server(run, f"refused-{number}")
            yield check_refused(run, name, partner)
            run.end(partner.process)
    name = "all of them with h2, six partners"
    if not run.skips(name):
        run.progress(SECTION, name)
        running = [nginx(run, "all-0", h2=True), nghttpd(run, "all-1"), go(run, "all-2"), node(run, "all-3"),
                   nginx(run, "all-4", h2=True, more="keepalive_requests 100;"), go(run, "all-5")]
        yield check(run, name, {f"p{i}": settings(run, each, "auto") for i, each in enumerate(running)}, "HTTP/2.0")
        for each in running:
            run.end(each.process)
