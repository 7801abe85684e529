"""JSONata's own suite, whose cases are posed to the expressions of declared mashups; no server runs."""

import re
from collections import Counter
from support import HERE, Row

SECTION = "jsonata"
SOURCE = ("jsonata", "a checkout of github.com/jsonata-js/jsonata, such as at its tag v2.2.2")
TOOLS = ("java",)

# Cases that are evaluated to something else than the suite expects, and why.
KNOWN = {
    "function-string/case001": "22/7 has 34 digits, in text as well; JSONata writes 15",
    "matchers/case000": "a function is no regular expression: it would search without a bound of its time",
    "range-operator/case021": "a list has 1,000,000 items at most; JSONata 10,000,000",
    "range-operator/case024": "a list has 1,000,000 items at most; JSONata 10,000,000",
    "regex/case022": "a regular expression may match nothing; JSONata fails",
    "tail-recursion/case001": "calls are 160 evaluations deep at most; 99! is one that is no tail call",
    "tail-recursion/case004": "150! is exact; JSONata's is wrong from the 15th digit on",
}

# Messages of the compiler for cases that expect a value: what expressions cannot have.
REFUSED = [
    (r"\$eval is not available", "$eval"),
    (r"'\$\$' is undefined", "$$, because there is no input document"),
    (r"'\$\w+' is unknown", "a variable that is not there"),
    (r"a regular expression stands alone", "a regular expression as a step of a path"),
]

CASES = 1600
LEAST_SHARE = 0.995


def judge(row, lines):
    """Judges lines of an outcome, a name, what came of the case, and its expression."""
    outcomes, refused = Counter(), Counter()
    for outcome, name, detail, text in lines:
        outcomes[outcome] += 1
        if outcome == "agrees":
            row.expect(name not in KNOWN, f"{name} agrees, and is among the exceptions")
        elif outcome == "differs":
            if row.expect(name in KNOWN, f"{name}: {detail}: {text}"):
                row.note(f"{name}: {KNOWN[name]}")
        else:
            reason = next((reason for pattern, reason in REFUSED if re.search(pattern, detail)), None)
            if row.expect(reason, f"{name} is refused: {detail}: {text}"):
                refused[reason] += 1
    evaluated = outcomes["agrees"] + outcomes["differs"]
    row.expect(evaluated >= CASES, f"only {evaluated} cases; expected {CASES} or more")
    row.expect(outcomes["agrees"] >= LEAST_SHARE * evaluated, f"less than {LEAST_SHARE:.1%} agree")
    row.fact(f"{outcomes['agrees']} of {evaluated} evaluated agree")
    row.fact(f"{outcomes['refused']} not available")
    for reason, number in refused.most_common():
        row.note(f"{number} not available: {reason}")


def rows(run):
    if run.skips("cases"):
        return
    run.progress(SECTION, "cases")
    row = Row(SECTION, "cases")
    printed = run.must([run.tools["java"], "-cp", run.jar, HERE / "java" / "JsonataSuite.java", run.options.jsonata])
    lines = [line.split("\t", 3) for line in printed.splitlines()]
    judge(row, [line for line in lines if line[0] in ("agrees", "differs", "refused")])
    yield row
