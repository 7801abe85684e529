"""The tests of cache-tests.fyi against the cache of a partner, behind a mashup that passes everything on."""

import json
import os
import re
from support import Medley, Row, Unable, mashup_jar

SECTION = "cache-tests"
SOURCE = ("cache_tests", "a checkout of github.com/http-tests/cache-tests")
TOOLS = ("java", "javac", "openssl", "node")
# Each policy is on, so that the tests of what it forbids mean something.
CACHE = {"enabled": True, "heuristic-freshness": "1h", "stale-if-error": "1h"}

# Verdicts of the suite: each test with its kind, by the suite's own modules.
VERDICTS = """
import fs from 'node:fs'
const [suite, results] = process.argv.slice(1)
const tests = (await import(suite + '/tests/index.mjs')).default
const { determineTestResult, resultTypes } = await import(suite + '/test-engine/lib/results.mjs')
const found = JSON.parse(fs.readFileSync(results))
const nameOf = type => Object.keys(resultTypes).find(name => resultTypes[name] === type)
console.log(JSON.stringify(tests.flatMap(group => group.tests.map(test => ({
  id: test.id, kind: test.kind ?? 'required', verdict: nameOf(determineTestResult(tests, test.id, found)),
  seen: found[test.id] === true ? 'its condition does not hold' : found[test.id]?.[1] })))))
"""

# Tests that do not pass: their names, and the reason.
KNOWN = [
    (r"cdn-", "CDN-Cache-Control is of a CDN, which Medley is not (decision 19)"),
    (r"interim-", "a mashup's reply is its own: interim responses of a partner are passed over"),
    (r"headers-store-Set-Cookie", "a response with Set-Cookie is for one user, and not stored (decision 19)"),
    (r"other-set-cookie", "a response with Set-Cookie is for one user, and not stored (decision 19)"),
    (r"other-cookie", "a stored response is used for a request with Cookie only if it is for all (decision 19)"),
    (r"headers-store-Transfer-Encoding", "the response of the test has a Transfer-Encoding that is none, and is a 502"),
    (r"partial-", "ranges are asked of the partner, and partial responses not stored (decision 19)"),
    (r"method-POST", "responses to POST are not stored"),
    (r"vary-normalise-", "the fields that Vary names are compared as they are"),
    (r"conditional-lm-fresh-no-lm", "without Last-Modified the Date counts, which is after the test's (RFC 9111, 4.3.2)"),
    (r"freshness-expires-ansi-c", "the weekday of the test's date is not that of the date"),
]


def verdicts(run, suite, base):
    """Runs the suite against the server at base; returns a list of tests with id, kind, verdict and what was seen."""
    results = run.work / "cache-tests.json"
    # All tests run unless an id is given; npm, by which the suite is started otherwise, sets it to nothing.
    environment = {**os.environ, "npm_config_base": base, "npm_package_config_id": ""}
    with open(results, "wb") as output:
        process = run.start("cache-tests-client", [run.tools["node"], "--no-warnings", suite / "test-engine" / "cli.mjs"],
                            output=output, env=environment)
        process.wait(600)
    if process.returncode != 0:
        raise Unable(f"cache-tests: {process.log.read_text(errors='replace').strip()[-300:]}")
    return json.loads(run.must([run.tools["node"], "--input-type=module", "-e", VERDICTS, suite, results]))


def judge(row, tests):
    """Adds the tests of one kind to the row: those with a known reason as facts, others that fail as problems."""
    applicable = [test for test in tests if test["verdict"] != "untested"]
    passed = [test for test in applicable if test["verdict"] == "pass"]
    row.fact(f"{len(passed)} of {len(applicable)} passed")
    reasons = {}
    for test in applicable:
        if test in passed:
            continue
        why = next((why for name, why in KNOWN if re.match(name, test["id"])), None)
        if why is None:
            row.expect(False, f"{test['id']} ({test['verdict']}): {test['seen']}")
        else:
            reasons[why] = reasons.get(why, 0) + 1
    for why, number in reasons.items():
        row.note(f"{number}: {why}")


def rows(run):
    if run.skips(SECTION):
        return
    run.progress(SECTION, "all tests")
    suite, port = run.options.cache_tests, run.port()
    environment = {**os.environ, "npm_config_protocol": "http", "npm_config_port": str(port),
                   "npm_config_pidfile": str(run.work / "cache-tests.pid")}
    server = run.start("cache-tests-server", [run.tools["node"], suite / "test-engine" / "server" / "server.mjs"],
                       env=environment)
    run.await_port(server, port)
    partner = {"url": f"http://127.0.0.1:{port}", "timeout": "20s", "retries": 0, "request-id": False, "cache": CACHE}
    mashups = mashup_jar(run, "PassingMashup")
    with Medley(run, "cache-tests-medley", {"p0": partner}, {"samples": False}, mashups) as medley:
        tests = verdicts(run, suite, medley.uri)
        for kind, least in (("required", 150), ("optimal", 90)):
            row = Row(SECTION, kind)
            of_kind = [test for test in tests if test["kind"] == kind]
            row.expect(len(of_kind) >= least, f"only {len(of_kind)} tests; expected {least} or more")
            judge(row, of_kind)
            yield row
        row = Row(SECTION, "behaviour that the suite only asks for")
        asked = [test for test in tests if test["kind"] == "check" and test["verdict"] in ("yes", "no")]
        row.fact(f"{sum(test['verdict'] == 'yes' for test in asked)} of {len(asked)} yes")
        yield row
        row = Row(SECTION, "the server afterwards")
        medley.await_nothing_in_flight(row)
        medley.check_log(row)
        yield row
