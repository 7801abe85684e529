"""h2spec against Medley, over h2c and h2, and against a plain Jetty of the same version for comparison."""

import xml.etree.ElementTree as xml
import partners
from support import HERE, Medley, Row, Unable

SECTION = "h2spec"
TOOLS = ("java", "openssl", "h2spec", "go")


def h2spec(run, name, port, path, tls):
    """Returns the number of cases and the failures: name to what h2spec saw."""
    report = run.work / f"{name}.xml"
    command = [run.tools["h2spec"], "-h", "localhost", "-p", port, "-P", path, "-o", "3", "-j", report]
    done = run.run(command + (["-t", "-k"] if tls else []), seconds=900)
    (run.work / f"{name}.log").write_text(done.stdout)
    if not report.exists():
        raise Unable(f"h2spec: {done.stdout.strip()[-300:]}")
    total, failures = 0, {}
    for case in xml.parse(report).iter("testcase"):
        total += 1
        # h2spec numbers the cases of a section; the report has them in order, with the section in "package".
        failure = case.find("failure")
        error = case.find("error")
        for found in (failure, error):
            if found is not None:
                seen = " ".join((found.text or "").split())
                failures[f"{case.get('package')} {case.get('classname')}"] = seen
    if total == 0:
        raise Unable(f"h2spec: {done.stdout.strip()[-300:]}")
    return total, failures


def compare(run, name, ours, plain, path, tls):
    row = Row(SECTION, name)
    slug = "h2spec-" + "".join(letter if letter.isalnum() else "-" for letter in name)
    total, failures = h2spec(run, slug, ours, path, tls)
    row.fact(f"{total - len(failures)} of {total} cases passed")
    row.expect(total > 100, f"only {total} cases; expected the 146 of h2spec")
    if failures:
        _, theirs = h2spec(run, slug + "-jetty", plain, "/", tls)
        for case, seen in failures.items():
            if case in theirs:
                row.fact(f"Jetty itself fails too: {case}")
            else:
                row.expect(False, f"{case}: {seen}")
    return row


def rows(run):
    cases = [(f"{protocol}, {path}", tls, path)
             for protocol, tls in (("h2c", False), ("h2", True))
             for path in ("/fanout?c=1&delay=0", "/fanout?c=6&delay=50", "/nothing-here")]
    chosen = [case for case in cases if not run.skips(case[0])]
    if not chosen:
        return
    partner = partners.go(run, "h2spec-partner", "http/1.1", tls=False)
    section = {"p0": partners.settings(run, partner, "http/1.1")}
    certificate, key = run.authority.issue("h2spec-server")
    store = run.work / "h2spec-server.p12"
    run.must([run.tools["openssl"], "pkcs12", "-export", "-in", certificate, "-inkey", key, "-out", store,
              "-passout", "pass:changeit"])
    plain, secure = run.port(), run.port()
    jetty = run.start("plain-jetty", [run.tools["java"], "-cp", run.jar, HERE / "java" / "PlainJetty.java",
                                      plain, secure, store])
    run.await_port(jetty, secure)
    tls_keys = {"tls": {"certificate": str(certificate), "key": str(key)}}
    servers = {}
    for name, tls, path in chosen:
        run.progress(SECTION, name)
        row = Row(SECTION, name)
        try:
            if tls not in servers:
                servers[tls] = Medley(run, f"h2spec-medley-{'tls' if tls else 'plain'}", section, tls_keys if tls else None)
            row = compare(run, name, servers[tls].port(), secure if tls else plain, path, tls)
        except (Unable, OSError, ValueError) as x:
            row.expect(False, str(x))
        yield row
    for tls, server in servers.items():
        row = Row(SECTION, f"{'h2' if tls else 'h2c'}: the server afterwards")
        after(server, row)
        yield row


def after(server, row):
    """Expects that no request is left over from streams that h2spec broke off."""
    import time
    until = time.monotonic() + 15
    while server.status()["inbound"]["inFlight"] or server.status()["outbound"]["inFlight"]:
        if time.monotonic() > until:
            break
        time.sleep(0.2)
    status = server.status()
    row.expect(status["inbound"]["inFlight"] == 0, f"{status['inbound']['inFlight']} requests are still in flight")
    row.expect(status["outbound"]["inFlight"] == 0, f"{status['outbound']['inFlight']} exchanges are still in flight")
    row.fact(f"{status['inbound']['answered']} requests answered")
    server.check_log(row)
