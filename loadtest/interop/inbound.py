"""Inbound: clients of others, and the versions of TLS that the server accepts."""

import json
import re
import time
import partners
from support import HERE, Load, Medley, Row, Unable

SECTION = "Inbound: clients of others"
TOOLS = ("java", "openssl", "h2load", "curl", "go")
PATH = "/fanout?c=2&delay=0"

# name, over TLS, options, version of the answer
CURL = [
    ("curl --http1.1", False, ["--http1.1"], "1.1"),
    ("curl --http2 (asks for an upgrade)", False, ["--http2"], "1.1"),
    ("curl --http2-prior-knowledge", False, ["--http2-prior-knowledge"], "2"),
    ("curl https --http1.1", True, ["--http1.1"], "1.1"),
    ("curl https --http2", True, ["--http2"], "2"),
    ("curl https --no-alpn", True, ["--no-alpn"], "1.1"),
    ("curl https --http2, TLS 1.2", True, ["--http2", "--tls-max", "1.2"], "2"),
]
# name, over TLS, arguments, protocol that h2load reports
H2LOAD = [
    ("h2load h2c", False, ["-m", "8"], "h2c"),
    ("h2load https h2", True, ["-m", "8"], "h2"),
    ("h2load https h2, small windows", True, ["-m", "8", "-w", "10", "-W", "10"], "h2"),
    ("h2load https http/1.1", True, ["--h1"], "http/1.1"),
]
# name, over TLS, version asked for, version of the answers; no upgrade is accepted
JDK = [
    ("JDK HttpClient, HTTP_1_1", False, "HTTP_1_1", "HTTP_1_1"),
    ("JDK HttpClient, HTTP_2 (asks for an upgrade)", False, "HTTP_2", "HTTP_1_1"),
    ("JDK HttpClient https, HTTP_1_1", True, "HTTP_1_1", "HTTP_1_1"),
    ("JDK HttpClient https, HTTP_2", True, "HTTP_2", "HTTP_2"),
]
# option of openssl, accepted
VERSIONS = [("-tls1", False), ("-tls1_1", False), ("-tls1_2", True), ("-tls1_3", True)]
WEAK = "NULL:aNULL:EXPORT:RC4:3DES:MD5:PSK:SRP:kRSA:@SECLEVEL=0"


class Servers:
    """A Medley over plain text, and one over TLS; the second is None if it does not start."""

    def __init__(self, run):
        self.run = run
        partner = partners.go(run, "inbound-partner", "http/1.1", tls=False)
        section = {"p0": partners.settings(run, partner, "http/1.1")}
        self.plain = Medley(run, "inbound-plain", section)
        certificate, key = run.authority.issue("inbound-server")
        self.secure, self.fault = None, None
        try:
            self.secure = Medley(run, "inbound-tls", section, {"tls": {"certificate": str(certificate), "key": str(key)}})
        except Unable as x:
            self.fault = str(x)

    def url(self, secure):
        if not secure:
            return f"http://localhost:{self.plain.port()}"
        if self.secure is None:
            raise Unable(self.fault)
        return f"https://localhost:{self.secure.port()}"


def curl(run, row, url, arguments, version):
    done = run.run([run.tools["curl"], "-sS", "--cacert", run.authority.certificate, *arguments,
                    "-w", "\n%{http_code} %{http_version}", url + PATH], seconds=60)
    body, _, result = done.stdout.strip().rpartition("\n")
    row.fact(result)
    row.expect(done.returncode == 0 and result == f"200 {version}",
               f"curl: {done.stdout.strip()[-200:]}; expected 200 {version}")
    if not row.problems:
        row.expect(sorted(json.loads(body)) == ["p0", "p1"], f"the body is {body[:200]}")


def h2load(run, row, url, arguments, protocol):
    load = Load(run, re.sub(r"\W+", "-", row.name), url + PATH,
                ["-c", run.options.clients, "-n", run.options.count, *arguments])
    load.check(row, run.options.count)
    spoken = re.search(r"^Application protocol: (\S+)", load.process.log.read_text(), re.M)
    row.expect(spoken and spoken.group(1) == protocol, f"protocol {spoken and spoken.group(1)}; expected {protocol}")


def jdk(run, row, url, asked, version):
    count = run.options.count
    done = run.run([run.tools["java"], HERE / "java" / "ClientCheck.java", url + PATH, run.authority.certificate,
                    asked, count])
    lines = done.stdout.strip().splitlines()
    row.fact("; ".join(lines[-3:])[:200])
    row.expect(f"{version} 200: {count}" in lines and len(lines) == 1, f"expected {version} 200: {count}")


def handshake(run, url, arguments):
    """Returns the version and cipher of a handshake of openssl, or None if there is none."""
    done = run.run([run.tools["openssl"], "s_client", "-connect", url.split("//")[1], "-servername", "localhost",
                    "-CAfile", run.authority.certificate, "-verify_return_error", *arguments], seconds=30)
    if "no protocols available" in done.stdout or "Error with command" in done.stdout:
        raise Unable(f"openssl cannot offer {' '.join(arguments)}: {done.stdout.strip()[:200]}")
    agreed = re.search(r"^New, (\S+), Cipher is (?!\(NONE\))(\S+)", done.stdout, re.M)
    return f"{agreed.group(1)} {agreed.group(2)}" if agreed else None


def version(run, row, url, option, accepted):
    # Debian's openssl offers TLS 1.0 and 1.1 only at security level 0.
    agreed = handshake(run, url, [option, "-cipher", "ALL:@SECLEVEL=0"])
    row.fact(agreed or "refused")
    row.expect((agreed is not None) == accepted, f"expected {'a handshake' if accepted else 'a refusal'}")


def weak(run, row, url):
    agreed = handshake(run, url, ["-tls1_2", "-cipher", WEAK])
    row.fact(agreed or "refused")
    row.expect(agreed is None, "expected a refusal")


def plain_to_tls(run, row, url):
    done = run.run([run.tools["curl"], "-sS", "-i", "--max-time", "10", url.replace("https", "http") + PATH])
    row.fact((done.stdout.strip().splitlines() or ["closed"])[0][:80])
    row.expect("HTTP/1.1 200" not in done.stdout, "expected a refusal of plain text")
    row.expect("timed out" not in done.stdout, "the connection stays open")


def leave(run, row, url):
    """Clients that end with requests in flight; the last check of the section sees whether one is left over."""
    name = re.sub(r"\W+", "-", row.name)
    for i in range(8):
        client = run.start(f"{name}-{i}", [
            run.tools["h2load"], "-c", 8, "-m", 64, "-n", 1_000_000, url + "/fanout?c=2&delay=10"])
        time.sleep(0.4)
        client.kill()
        client.wait()
    row.fact("8 clients killed")


def checks(run):
    """Yields name, whether over TLS, and the check, a function of row and URL."""
    for name, secure, arguments, spoken in CURL:
        yield name, secure, lambda row, url, a=arguments, v=spoken: curl(run, row, url, a, v)
    for name, secure, arguments, spoken in H2LOAD:
        yield name, secure, lambda row, url, a=arguments, p=spoken: h2load(run, row, url, a, p)
    for name, secure, asked, spoken in JDK:
        yield name, secure, lambda row, url, a=asked, v=spoken: jdk(run, row, url, a, v)
    yield "h2load h2c, killed", False, lambda row, url: leave(run, row, url)
    yield "h2load https h2, killed", True, lambda row, url: leave(run, row, url)
    for option, accepted in VERSIONS:
        yield (f"openssl s_client {option}", True,
               lambda row, url, o=option, a=accepted: version(run, row, url, o, a))
    yield "openssl s_client, weak ciphers of TLS 1.2", True, lambda row, url: weak(run, row, url)
    yield "curl http:// to the port of TLS", True, lambda row, url: plain_to_tls(run, row, url)


def rows(run):
    chosen = [check for check in checks(run) if not run.skips(check[0])]
    if not chosen:
        return
    servers = Servers(run)
    for name, secure, check in chosen:
        run.progress(SECTION, name)
        row = Row(SECTION, name)
        try:
            check(row, servers.url(secure))
        except (Unable, OSError, ValueError) as x:
            row.expect(False, str(x))
        yield row
    for name, server in (("plain", servers.plain), ("TLS", servers.secure)):
        if server is not None:
            row = Row(SECTION, f"the server afterwards, {name}")
            server.await_nothing_in_flight(row)
            server.check_partners(row, cancelled=True)
            server.check_log(row)
            yield row
            run.end(server.process)
