"""What all sections need: a folder for the run, processes, certificates, a Medley server, load, and the table."""

import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
STARTED = re.compile(r"^Medley answers at (\S+), administration at (\S+)$", re.M)
# Debian's name of the package that has the tool.
PACKAGES = {
    "nginx": "nginx", "nghttpd": "nghttp2-server", "h2load": "nghttp2-client", "node": "nodejs", "go": "golang",
    "openssl": "openssl", "curl": "curl", "java": "default-jdk", "javac": "default-jdk",
}


class Unable(Exception):
    """The run cannot take place: a tool is missing, or a server does not start."""


def find_tools(names):
    """Returns the path of each tool, or raises with all that are missing."""
    found, missing = {}, []
    for name in names:
        home = os.environ.get("JAVA_HOME")
        inside = f"{home}/bin" if home and name in ("java", "javac") else None
        path = shutil.which(name, path=inside) or (shutil.which(name, path="/usr/local/go/bin") if name == "go" else None)
        if path:
            found[name] = path
        elif name == "deno":
            missing.append("deno is missing: npm install --global deno")
        elif name == "h2spec":
            missing.append("h2spec is missing: go install github.com/summerwind/h2spec/cmd/h2spec@latest,"
                           " and add $(go env GOPATH)/bin to PATH")
        else:
            missing.append(f"{name} is missing: apt-get install {PACKAGES[name]}")
    if missing:
        raise Unable("\n".join(missing))
    return found


class Row:
    """One line of the table; it has failed if it has a problem."""

    def __init__(self, section, name):
        self.section, self.name = section, name
        self.facts, self.notes, self.problems = [], [], []

    def fact(self, text):
        self.facts.append(text)

    def note(self, text):
        """Adds a line below the facts."""
        self.notes.append(text)

    def expect(self, true, problem):
        if not true:
            self.problems.append(problem)
        return true


def print_table(rows):
    width = max(len(row.name) for row in rows)
    section = None
    for row in rows:
        if row.section != section:
            section = row.section
            print(f"\n{section}")
        print(f"  {row.name:<{width}}  {'FAILED' if row.problems else 'ok':<6}  {', '.join(row.facts)}")
        for line in row.notes + row.problems:
            print(f"  {'':<{width}}          {line}")
    failed = sum(1 for row in rows if row.problems)
    print(f"\n{len(rows)} checks, {failed} failed")


class Run:
    """The folder, processes and options of one run; ends all of them at its exit."""

    def __init__(self, options, tools):
        self.options, self.tools = options, tools
        self.jar = Path(options.jar).resolve()
        self.work = Path(tempfile.mkdtemp(prefix="medley-interop-"))
        self.processes = []
        self.ports = set()
        self.authority = Authority(self)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        for process in reversed(self.processes):
            self.end(process)
        if self.options.keep:
            print(f"Logs and configurations: {self.work}")
        else:
            shutil.rmtree(self.work, ignore_errors=True)

    def skips(self, name):
        """True if the check of this name is not chosen by --only."""
        return self.options.only is not None and not re.search(self.options.only, name)

    def progress(self, section, name):
        print(f"{section.split(':')[0]}: {name} ...", file=sys.stderr, flush=True)

    def port(self):
        """Returns a free port of the loopback address, below those that the system gives to clients."""
        for port in random.sample(range(20000, 32000), 200):
            with socket.socket() as probe:
                try:
                    probe.bind(("127.0.0.1", port))
                except OSError:
                    continue
            if port not in self.ports:
                self.ports.add(port)
                return port
        raise Unable("no free port from 20000 to 32000")

    def start(self, name, command, output=None, **arguments):
        """Starts a process that is ended with the run; its output is in NAME.log, but for what has an output of its own."""
        log = self.work / f"{name}.log"
        with open(log, "ab") as errors:
            process = subprocess.Popen(
                [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=output or errors, stderr=errors,
                cwd=self.work, **arguments)
        process.log, process.name = log, name
        self.processes.append(process)
        return process

    def end(self, process, seconds=20):
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if process in self.processes:
            self.processes.remove(process)

    def await_port(self, process, port):
        def listening():
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0
        self.await_true(process, listening)

    def await_true(self, process, ready, seconds=60):
        until = time.monotonic() + seconds
        while not ready():
            if process.poll() is not None or time.monotonic() > until:
                last = "\n".join(process.log.read_text(errors="replace").strip().splitlines()[:6])
                raise Unable(f"{process.name} does not start: {last}")
            time.sleep(0.05)

    def run(self, command, seconds=300, **arguments):
        """Runs a command to its end and returns it; standard error is part of the output."""
        return subprocess.run(
            [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", timeout=seconds, cwd=self.work, check=False, **arguments)

    def must(self, command, **arguments):
        done = self.run(command, **arguments)
        if done.returncode != 0:
            raise Unable(f"{' '.join(str(part) for part in command)}: {done.stdout.strip()}")
        return done.stdout


class Authority:
    """A certificate authority of its own, made by openssl."""

    def __init__(self, run):
        self.run, self.certificate, self.key = run, run.work / "ca.pem", run.work / "ca.key"
        self.request(self.key, "Interop authority", "-x509", "-days", "60", "-out", self.certificate)

    def issue(self, name, serial=None, names="DNS:localhost, IP:127.0.0.1", days=60):
        """Returns certificate and key, PEM files, of a server and client on localhost, unless it is called otherwise."""
        certificate, key, request = (self.run.work / f"{name}.{end}" for end in ("pem", "key", "csr"))
        extensions = self.run.work / f"{name}.ext"
        extensions.write_text(f"subjectAltName = {names}\nextendedKeyUsage = serverAuth, clientAuth\n")
        self.request(key, "localhost", "-out", request)
        self.run.must([
            "openssl", "x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", self.key, "-days", days,
            "-set_serial", serial or random.randrange(1, 1 << 60), "-extfile", extensions, "-out", certificate])
        return certificate, key

    def request(self, key, subject, *more):
        self.run.must([
            "openssl", "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", key, "-subj", f"/CN={subject}", *more])


def mashup_jar(run, name):
    """Returns a folder with a JAR of java/NAME.java, a mashup."""
    folder = run.work / f"mashups-{name}"
    if not folder.exists():
        classes = run.work / f"classes-{name}"
        run.must([run.tools["javac"], "--release", "17", "-proc:none", "-cp", run.jar, "-d", classes,
                  HERE / "java" / f"{name}.java"])
        folder.mkdir()
        with zipfile.ZipFile(folder / f"{name}.jar", "w") as jar:
            for file in classes.rglob("*.class"):
                jar.write(file, file.relative_to(classes))
    return folder


class Medley:
    """A server of the JAR that is tested."""

    def __init__(self, run, name, partners, server=None, mashups=None, declared=None, more=None):
        self.run = run
        config = run.work / f"{name}.yaml"
        settings = {"port": 0, "host": "127.0.0.1", "admin": {"port": 0}, "access-log": False, "samples": True}
        settings.update(server or {})
        sections = {"server": settings, "partners": partners, **({"mashups": declared} if declared else {}), **(more or {})}
        config.write_text(json.dumps(sections, indent=2))  # JSON is YAML.
        command = [run.tools["java"], "-Xmx512m", "-jar", run.jar, "serve", "--config", config]
        if mashups:
            command += ["--mashups", mashups]
        self.process = run.start(name, command)
        run.await_true(self.process, lambda: STARTED.search(self.log()))
        self.uri, self.admin = STARTED.search(self.log()).groups()

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.run.end(self.process)

    def log(self):
        return self.process.log.read_text(errors="replace")

    def port(self):
        return int(self.uri.rsplit(":", 1)[1])

    def get(self, path):
        with urllib.request.urlopen(self.admin + path, timeout=10) as answer:
            return answer.read().decode()

    def status(self):
        return json.loads(self.get("/status"))

    def retries(self):
        found = re.findall(r"^medley_exchange_retries_total\{.*\} ([0-9.E+]+)$", self.get("/metrics"), re.M)
        return int(sum(float(value) for value in found))

    def await_nothing_in_flight(self, row, seconds=30):
        """Expects that all requests and exchanges end, also those whose client has left."""
        until = time.monotonic() + seconds
        status = self.status()
        while (status["inbound"]["inFlight"] or status["outbound"]["inFlight"]) and time.monotonic() < until:
            time.sleep(0.2)
            status = self.status()
        inbound, outbound = status["inbound"]["inFlight"], status["outbound"]["inFlight"]
        row.expect(inbound == 0, f"{inbound} requests are still in flight after {seconds} s")
        row.expect(outbound == 0, f"{outbound} exchanges are still in flight after {seconds} s")
        row.fact(f"{status['inbound']['answered']} requests answered")

    def check_partners(self, row, exchanges=None, cancelled=False):
        """Expects that all exchanges have completed, as many as given, or been cancelled where that is allowed."""
        outbound = self.status()["outbound"]
        for outcome, number in outbound["ended"].items():
            if outcome != "completed" and not (cancelled and outcome == "cancelled"):
                row.expect(number == 0, f"{number} exchanges {outcome}: "
                           + json.dumps({name: part.get("lastFailure") for name, part in outbound["partners"].items()}))
        completed = outbound["ended"]["completed"]
        if exchanges is not None:
            row.expect(completed == exchanges, f"{completed} exchanges completed; expected {exchanges}")
        row.expect(outbound["inFlight"] == 0, f"{outbound['inFlight']} exchanges are still in flight")
        opened = outbound["connections"]["opened"]
        row.fact(f"{opened} connections opened, {outbound['connections']['open']} open")
        retries = self.retries()
        if retries:
            row.fact(f"{retries} retries")

    def check_log(self, row):
        bad = [line for line in self.log().splitlines() if re.search(r"\b(WARN|ERROR)\b|\tat |Exception", line)]
        if bad:
            row.fact(f"{len(bad)} warnings in the log: {bad[0].strip()[:160]}")


class Load:
    """h2load, which it starts, and the check of its result."""

    def __init__(self, run, name, url, arguments):
        self.process = run.start(name, [run.tools["h2load"], *arguments, url])

    def check(self, row, requests=None, seconds=600):
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            row.expect(False, f"the load has not ended after {seconds} s")
            return
        text = self.process.log.read_text(errors="replace")
        counts = dict((word, int(number)) for number, word in re.findall(
            r"(\d+) (total|started|done|succeeded|failed|errored|timeout)\b",
            "".join(re.findall(r"^requests: .*$", text, re.M)[-1:])))
        ok = re.search(r"^status codes: (\d+) 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx", text, re.M)
        if not row.expect(counts and ok, f"h2load: {text.strip()[-300:]}"):
            return
        done = counts["done"]
        row.fact(f"{int(ok.group(1))} answers of 200")
        wrong = {word: counts[word] for word in ("failed", "errored", "timeout") if counts[word]}
        row.expect(not wrong, f"h2load: {wrong}")
        row.expect(done > 0 and int(ok.group(1)) == done,
                   f"status codes: {ok.group(0).split(': ')[1]} of {done} answers")
        if requests is not None:
            row.expect(done == requests, f"{done} answers; expected {requests}")
