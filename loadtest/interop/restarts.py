"""Partners that restart, and a certificate that is replaced, while mashups are answered: none may fail."""

import os
import re
import socket
import ssl
import subprocess
import threading
import time
import urllib.request
import zipfile
import partners
from support import HERE, Load, Medley, Row, Unable

SECTION = "Restarts under load"
TOOLS = ("java", "javac", "openssl", "h2load", "go", "nginx")
RESTARTS = 3
PAUSE = 1.5  # seconds before each restart and after the last one
PATHS = {"GET": "/fanout?c=6&delay=5", "POST": "/posts?c=6&delay=5"}
RELOAD_SECONDS = 60  # within which a new certificate must be in use


def build_mashups(run):
    """Returns a folder with a JAR of the mashup that posts."""
    folder = run.work / "mashups"
    if not folder.exists():
        classes = run.work / "classes"
        run.must([run.tools["javac"], "--release", "17", "-proc:none", "-cp", run.jar, "-d", classes,
                  HERE / "java" / "PostMashup.java"])
        folder.mkdir()
        with zipfile.ZipFile(folder / "posts.jar", "w") as jar:
            for file in classes.rglob("*.class"):
                jar.write(file, file.relative_to(classes))
    return folder


class GoService:
    """The Go partner as a service manager runs it: the listening socket stays open between two processes."""

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
        with Medley(run, f"restarts-{number}", section, mashups=build_mashups(run)) as medley:
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


def replaced(run, name):
    """Replaces the server's certificate and key by renaming, as certbot and Kubernetes do."""
    row = Row(SECTION, name)
    try:
        partner = partners.go(run, "certificate-partner", "http/1.1", tls=False)
        certificate, key = run.authority.issue("inbound", serial="0x1111")
        tls = {"tls": {"certificate": str(certificate), "key": str(key)}}
        with Medley(run, "certificate", {"p0": partners.settings(run, partner, "http/1.1")}, tls) as medley:
            port = medley.port()
            row.expect(serial(run, port) == "1111", f"serial {serial(run, port)} at first; expected 1111")
            handshakes = Handshakes(run, port)
            handshakes.start()
            running = load(run, "certificate-load", f"https://localhost:{port}/fanout?c=2&delay=5", ["-m", "4"])
            time.sleep(PAUSE)
            for new, old in zip(run.authority.issue("inbound-new", serial="0x2222"), (certificate, key)):
                os.replace(new, old)
            until = time.monotonic() + RELOAD_SECONDS
            began = time.monotonic()
            while serial(run, port) != "2222" and time.monotonic() < until:
                time.sleep(0.2)
            row.expect(serial(run, port) == "2222", f"serial {serial(run, port)} after {RELOAD_SECONDS} s; expected 2222")
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
    return row


def rows(run):
    for number, (name, method, protocol, start) in enumerate(CASES):
        if not run.skips(name):
            run.progress(SECTION, name)
            yield restarted(run, number, name, method, protocol, start)
    name = "certificate of the server replaced"
    if not run.skips(name):
        run.progress(SECTION, name)
        yield replaced(run, name)
