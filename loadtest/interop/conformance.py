"""h2spec against Medley, over h2c and h2, and against a plain Jetty of the same version for comparison."""

import re
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor
import partners
from support import HERE, Medley, Row, Unable

SECTION = "h2spec"
TOOLS = ("java", "openssl", "h2spec", "go")
PATHS = ("/fanout?c=1&delay=0", "/nothing-here")
# Two of these fields, with 32 bytes each as HTTP/2 counts, fit into the 8 KiB that Jetty allows a request by default.
FIELD = 3500

# Failures for which there is an issue: case, what h2spec saw, reason. A plain Jetty has them too.
KNOWN = [
    (r"http2/3\.5 Sends invalid connection preface", r"Error: .*looked like an HTTP/1\.1 header",
     "the port speaks HTTP/1.1 too, and answers a preface that is none with 505 (jetty/jetty.project#5231)"),
    (r"http2/5\.1 closed: Sends a DATA frame", r"Timeout",
     "Jetty drops DATA of a closed stream, as RFC 9113, 5.1 permits (jetty/jetty.project#13634)"),
    (r"http2/8\.1\.2(\.[1236])? ", r"DATA Frame \(length:\d+, flags:0x01",
     "a malformed request is answered with 400 before its stream ends, as RFC 9113, 8.1.1 permits (summerwind/h2spec#120)"),
]


def h2spec(run, name, port, path, tls):
    """Returns the number of cases and the failures: name of a case to what h2spec expected and saw."""
    report = run.work / f"{name}.xml"
    done = run.run([run.tools["h2spec"], "-h", "localhost", "-p", port, "-P", path, "-o", "2", "-j", report,
                    "--max-header-length", FIELD, *(["-t", "-k"] if tls else [])], seconds=900)
    (run.work / f"{name}.log").write_text(done.stdout)
    if not report.exists():
        raise Unable(f"h2spec: {done.stdout.strip()[-300:]}")
    cases = list(xml.parse(report).iter("testcase"))
    failures = {}
    for case in cases:
        for found in (case.find("failure"), case.find("error")):
            if found is not None:
                failures[f"{case.get('package')} {case.get('classname')}"] = " ".join((found.text or "").split())
    return len(cases), failures


def reason(case, seen):
    for pattern, symptom, why in KNOWN:
        if re.match(pattern, case) and re.search(symptom, seen):
            return why
    return None


def judge(row, result, theirs):
    """Adds the failures to the row: known ones as facts, those of Jetty too, and the others as problems."""
    total, failures = result
    row.expect(total > 140, f"only {total} cases; expected the 145 of h2spec")
    row.fact(f"{total - len(failures)} of {total} cases passed")
    reasons = {}
    for case, seen in failures.items():
        why = reason(case, seen)
        if why is None and case in theirs:
            why = f"a plain Jetty fails too: {case}: {seen}"
        if why is None:
            row.expect(False, f"{case}: {seen}")
        else:
            reasons[why] = reasons.get(why, 0) + 1
    for why, number in reasons.items():
        row.note(f"{number}: {why}")


class Servers:
    """Medley and a plain Jetty, both with h2c and with h2."""

    def __init__(self, run):
        partner = partners.go(run, "h2spec-partner", "http/1.1", tls=False)
        section = {"p0": partners.settings(run, partner, "http/1.1")}
        certificate, key = run.authority.issue("h2spec-server")
        store = run.work / "h2spec-server.p12"
        run.must([run.tools["openssl"], "pkcs12", "-export", "-in", certificate, "-inkey", key, "-out", store,
                  "-passout", "pass:changeit"])
        self.jetty = {False: run.port(), True: run.port()}
        process = run.start("plain-jetty", [run.tools["java"], "-cp", run.jar, HERE / "java" / "PlainJetty.java",
                                            self.jetty[False], self.jetty[True], store])
        run.await_port(process, self.jetty[True])
        self.medley, self.faults = {}, {}
        for tls in (False, True):
            try:
                keys = {"tls": {"certificate": str(certificate), "key": str(key)}} if tls else None
                self.medley[tls] = Medley(run, f"h2spec-medley-{'h2' if tls else 'h2c'}", section, keys)
            except Unable as x:
                self.faults[tls] = str(x)

    def port(self, tls):
        if tls not in self.medley:
            raise Unable(self.faults[tls])
        return self.medley[tls].port()


def rows(run):
    cases = [(f"{'h2' if tls else 'h2c'}, {path}", tls, path) for tls in (False, True) for path in PATHS]
    chosen = [case for case in cases if not run.skips(case[0])]
    if not chosen:
        return
    servers = Servers(run)
    # h2spec spends its time in waiting, so all of them run at once.
    with ThreadPoolExecutor() as pool:
        theirs = {tls: pool.submit(h2spec, run, f"h2spec-jetty-{tls}", servers.jetty[tls], "/", tls)
                  for tls in {tls for _, tls, _ in chosen}}
        ours = {}
        for number, (name, tls, path) in enumerate(chosen):
            run.progress(SECTION, name)
            if tls in servers.medley:
                ours[name] = pool.submit(h2spec, run, f"h2spec-{number}", servers.port(tls), path, tls)
        for name, tls, path in chosen:
            row = Row(SECTION, name)
            try:
                servers.port(tls)
                judge(row, ours[name].result(), theirs[tls].result()[1])
            except (Unable, OSError, ValueError) as x:
                row.expect(False, str(x))
            yield row
    for tls, server in servers.medley.items():
        row = Row(SECTION, f"{'h2' if tls else 'h2c'}: the server afterwards")
        server.await_nothing_in_flight(row)
        server.check_log(row)
        yield row
