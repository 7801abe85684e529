"""h1spec against Medley: requests over HTTP/1.1 that are malformed, fragmented or valid, to a mashup that echoes their body."""

import os
import re
import socket
import time
from support import Medley, Row, mashup_jar

SECTION = "h1spec"
SOURCE = ("h1spec", "a checkout of github.com/uNetworking/h1spec")
TOOLS = ("java", "javac", "openssl", "deno")
LINE = re.compile(r"^(✅|❌) (.*)$", re.M)
TESTS = 33
REQUESTS = (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
            b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx")


def is_warm(port):
    """Whether replies come fast: each test has half a second, in which a server that has just started loads its classes."""
    began = time.monotonic()
    for request in REQUESTS:
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(request)
            client.recv(1)
    return time.monotonic() - began < 0.1


def h1spec(run, port):
    """Returns the results of the tests, passed or not with their text, and all that was printed."""
    done = run.run([run.tools["deno"], "run", "--no-check", "--no-remote", "--allow-net",
                    run.options.h1spec / "http_test.ts", "127.0.0.1", port],
                   env={**os.environ, "DENO_DIR": str(run.work / "deno"), "DENO_NO_UPDATE_CHECK": "1"})
    return [(mark == "✅", text) for mark, text in LINE.findall(done.stdout)], done.stdout.strip()


def judge(row, results, printed):
    row.expect(len(results) >= TESTS, f"only {len(results)} tests; expected {TESTS}: {printed[-300:]}")
    row.fact(f"{sum(passed for passed, _ in results)} of {len(results)} passed")
    for passed, text in results:
        row.expect(passed, text)


def rows(run):
    for mode in ("async", "blocking"):
        if run.skips(mode):
            continue
        run.progress(SECTION, mode)
        row = Row(SECTION, mode)
        unused = {"p0": {"url": "http://127.0.0.1:9"}}
        with Medley(run, f"h1spec-{mode}", unused, {"execution": mode, "samples": False},
                    mashups=mashup_jar(run, "EchoMashup")) as medley:
            run.await_true(medley.process, lambda server=medley: is_warm(server.port()))
            judge(row, *h1spec(run, medley.port()))
            medley.await_nothing_in_flight(row)
            medley.check_log(row)
        yield row
