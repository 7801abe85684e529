"""Partners that restart, and a certificate that is replaced, while mashups are answered: none may fail."""

import os
import re
import socket
import ssl
import subprocess
import threading
import time
import urllib.request
import partners
from support import Load, Medley, Row, Unable, mashup_jar

SECTION = "Restarts under load"
TOOLS = ("java", "javac", "openssl", "h2load", "go", "nginx")
RESTARTS = 3
PAUSE = 1.5  # seconds before each restart and after the last one
PATHS = {"GET": "/fanout?c=6&delay=5", "POST": "/posts?c=6&delay=5"}
RELOAD_SECONDS = 15  # length of the load within which a new certificate must be in use
OLD, NEW = "1111", "2222"  # serial numbers of the server's certificates


class GoService:
    """The Go partner as a service manager runs it: the listening socket stays open between two processes."""

    client = None

    def __init__(self, run, name, protocol, tls):
        self.run, self.name, self.arguments = run, name, partners.go_arguments(run, name, protocol, tls)
        self.socket = socket.create_server(("127.0.0.1", run.port()), backlog=1024)
        self.port = self.socket.getsockname()[1]
        self.url = f"{'https' if tls else 'http'}://localhost:{self.port}"
        self.processes = 0
        self.process = self.begin()

    def begin(self):
        self.processes += 1
        fd = self.socket.fileno()
        process = self.run.start(f"{self.name}-{self.processes}", [*self.arguments, "-fd", fd], pass_fds=(fd,))
        self.run.await_true(process, lambda: "ready" in process.log.read_text(), 10)
        return process

    def restart(self):
        old, self.process = self.process, self.begin()
        self.run.end(old)
        if old.returncode != 0:
            raise Unable(f"{old.name} did not stop cleanly: {old.log.read_text()[-300:]}")

    def close(self):
        self.run.end(self.process)
        self.socket.close()

    def served(self):
        """Returns the requests that all processes received in full; the last one must have ended."""
        logs = [self.run.work / f"{self.name}-{i + 1}.log" for i in range(self.processes)]
        return sum(int(re.search(r"^served (\d+)$", log.read_text(), re.M).group(1)) for log in logs)


class NginxService:
    """nginx, whose workers are replaced by a reload."""

    client = None

    def __init__(self, run, name, **arguments):
        self.run = run
        self.partner = partners.nginx(run, name, **arguments)
        self.url = self.partner.url

    def restart(self):
        before = self.workers()
        self.run.must([self.run.tools["nginx"], "-c", self.partner.config, "-p", self.run.work,
                       "-e", self.partner.process.log, "-s", "reload"])
        self.run.await_true(self.partner.process, lambda: not before & self.workers(), 10)

    def workers(self):
        found = self.run.run(["cat", f"/proc/{self.partner.process.pid}/task/{self.partner.process.pid}/children"])
        return set(found.stdout.split())

    def close(self):
        self.run.end(self.partner.process)


# name, method of the exchanges, protocol in the configuration, service
CASES = [
    ("Go h2, GET", "GET", "h2", lambda run, name: GoService(run, name, "h2", True)),
    ("Go h2, POST", "POST", "h2", lambda run, name: GoService(run, name, "h2", True)),
    ("Go h2c, POST", "POST", "h2c", lambda run, name: GoService(run, name, "h2c", False)),
    ("Go http/1.1 plain, GET", "GET", "http/1.1", lambda run, name: GoService(run, name, "http/1.1", False)),
    ("nginx http/1.1 plain, GET", "GET", "http/1.1", lambda run, name: NginxService(run, name, tls=False)),
    ("Go http/1.1 over TLS, GET", "GET", "http/1.1", lambda run, name: GoService(run, name, "http/1.1", True)),
    ("nginx h2, GET", "GET", "h2", lambda run, name: NginxService(run, name, h2=True)),
    ("nginx h2, POST", "POST", "h2", lambda run, name: NginxService(run, name, h2=True)),
    ("nginx http/1.1 over TLS, GET", "GET", "http/1.1", lambda run, name: NginxService(run, name)),
]


def load(run, name, url, more=()):
    seconds = (RESTARTS + 1) * PAUSE
    return Load(run, name, url, ["-c", min(run.options.clients, 16), "-D", f"{seconds + 1:.0f}", *more])


def restarted(run, number, name, method, protocol, start):
    row = Row(SECTION, name)
    service = None
    try:
        service = start(run, f"service-{number}")
        section = {"p0": partners.settings(run, service, protocol)}
        with Medley(run, f"restarts-{number}", section, mashups=mashup_jar(run, "PostMashup")) as medley:
            url = medley.uri + PATHS[method]
            urllib.request.urlopen(url, timeout=30).close()
            running = load(run, f"restarts-load-{number}", url, ["--h1"])
            for _ in range(RESTARTS):
                time.sleep(PAUSE)
                row.expect(running.process.poll() is None, "the load ended before the last restart")
                service.restart()
            running.check(row, seconds=60)
            # The load ends with requests in flight, whose exchanges are cancelled.
            ended = medley.status()["outbound"]["ended"]
            row.expect(ended["failed"] == 0 and ended["expired"] == 0, f"exchanges {ended}: " + str(
                medley.status()["outbound"]["partners"]["p0"].get("lastFailure")))
            if method == "POST" and isinstance(service, GoService):
                service.close()
                row.expect(service.served() <= sum(ended.values()),
                           f"the partner received {service.served()} requests of {sum(ended.values())} exchanges")
            row.fact(f"{medley.retries()} retries")
            row.fact(f"{medley.status()['outbound']['connections']['opened']} connections opened")
            medley.check_log(row)
    except (Unable, OSError, ValueError) as x:
        row.expect(False, str(x))
    finally:
        if service:
            service.close()
    return row


class Handshakes(threading.Thread):
    """Requests on a new TLS connection each, one after another, until it is stopped."""

    def __init__(self, run, port):
        super().__init__(daemon=True)
        self.context = ssl.create_default_context(cafile=str(run.authority.certificate))
        self.url = f"https://localhost:{port}/fanout?c=1&delay=0"
        self.stopped, self.answered, self.failures = threading.Event(), 0, []

    def run(self):
        while not self.stopped.wait(0.02):
            try:
                with urllib.request.urlopen(self.url, timeout=10, context=self.context) as answer:
                    answer.read()
                self.answered += 1
            except OSError as x:
                self.failures.append(str(x))


def serial(run, port):
    shown = subprocess.run(
        f"'{run.tools['openssl']}' s_client -connect localhost:{port} -servername localhost </dev/null 2>/dev/null"
        f" | '{run.tools['openssl']}' x509 -noout -serial", shell=True, capture_output=True, text=True, check=False)
    return shown.stdout.strip().removeprefix("serial=")


def renamed(run):
    """Certificate and key replaced by renaming, as certbot and scripts do; returns both and the replacement."""
    certificate, key = run.authority.issue("renamed", serial=f"0x{OLD}")

    def replace():
        for new, old in zip(run.authority.issue("renamed-new", serial=f"0x{NEW}"), (certificate, key)):
            os.replace(new, old)
    return certificate, key, replace


def relinked(run):
    """A folder replaced by a symbolic link, as Kubernetes does with a secret; returns both files and the replacement."""
    secret = run.work / "secret"
    secret.mkdir()

    def link(version, serial_number):
        folder = secret / version
        folder.mkdir()
        for file, name in zip(run.authority.issue(version, serial=f"0x{serial_number}"), ("tls.crt", "tls.key")):
            file.rename(folder / name)
        (secret / "..new").symlink_to(version)
        os.replace(secret / "..new", secret / "..data")

    link("first", OLD)
    for name in ("tls.crt", "tls.key"):
        (secret / name).symlink_to(f"..data/{name}")
    return secret / "tls.crt", secret / "tls.key", lambda: link("second", NEW)


def replaced(run, name, prepare):
    """Replaces the server's certificate and key under load, and waits until new connections get the new one."""
    row = Row(SECTION, name)
    handshakes = None
    try:
        slug = prepare.__name__
        partner = partners.go(run, f"{slug}-partner", "http/1.1", tls=False)
        certificate, key, replace = prepare(run)
        tls = {"tls": {"certificate": str(certificate), "key": str(key)}}
        with Medley(run, f"{slug}-medley", {"p0": partners.settings(run, partner, "http/1.1")}, tls) as medley:
            port = medley.port()
            row.expect(serial(run, port) == OLD, f"serial {serial(run, port)} at first; expected {OLD}")
            handshakes = Handshakes(run, port)
            handshakes.start()
            # Few clients, as it is the connections that count and not the rate.
            running = Load(run, f"{slug}-load", f"https://localhost:{port}/fanout?c=2&delay=20",
                           ["-c", 8, "-m", 2, "-D", RELOAD_SECONDS])
            time.sleep(PAUSE)
            replace()
            began = time.monotonic()
            while serial(run, port) != NEW and running.process.poll() is None:
                time.sleep(0.2)
            if row.expect(serial(run, port) == NEW, f"serial {serial(run, port)} after {RELOAD_SECONDS} s; expected {NEW}"):
                row.fact(f"new certificate in use after {time.monotonic() - began:.1f} s")
            running.check(row, seconds=60)
            handshakes.stopped.set()
            handshakes.join(15)
            row.fact(f"{handshakes.answered} new connections")
            row.expect(handshakes.answered > 0 and not handshakes.failures,
                       f"{len(handshakes.failures)} new connections failed: {handshakes.failures[:2]}")
            medley.check_log(row)
        run.end(partner.process)
    except (Unable, OSError, ValueError) as x:
        row.expect(False, str(x))
    finally:
        if handshakes:
            handshakes.stopped.set()
    return row


CERTIFICATES = [
    ("certificate of the server renamed", renamed),
    ("certificate of the server in a Kubernetes secret", relinked),
]


def rows(run):
    for number, (name, method, protocol, start) in enumerate(CASES):
        if not run.skips(name):
            run.progress(SECTION, name)
            yield restarted(run, number, name, method, protocol, start)
    for name, prepare in CERTIFICATES:
        if not run.skips(name):
            run.progress(SECTION, name)
            yield replaced(run, name, prepare)
