"""Foreign services: SOAP by spyne, in both versions and in charsets of all kinds, and GraphQL by graphql-core, as partners of declared
mashups."""

import json
import urllib.error
import urllib.parse
import urllib.request
from support import HERE, Medley, Row

SECTION = "services"
SOURCE = ("services", "a virtual environment of Python in which pip install spyne lxml graphql-core has been run")
TOOLS = ("java", "openssl")
NAME = "Café Zürich"
SECRET = "PRICES_2"
# What a careless template makes markup of.
TEXTS = ["a<b>&amp;]]>c", "\"'", "</p:text></p:Echo>", "<!--", "  x  y  ".strip(), "\U0001F600 é €", "one\ntwo\tthree", "{braces}"]


def soap(path, body, version="1.1", **more):
    return {"exchanges": {"a": {"partner": "soap", "path": f"/{path}", "soap": {"version": version, "action": "GetPrice"},
                                **body, **more}}, "reply": {"body": "$a"}}


def tree(operation, argument, value):
    return {"body": json.dumps({f"p:{operation}": {"@xmlns:p": "urn:prices", f"p:{argument}": "VALUE"}}).replace('"VALUE"', value)}


def template(operation, argument, value):
    return {"template": f'<p:{operation} xmlns:p="urn:prices"><p:{argument}>{{{value}}}</p:{argument}></p:{operation}>'}


def declared():
    product, text, count = "$request.query.product", "$request.query.text", "$request.query.count"
    query = "query($id: ID!, $upper: Boolean) { product(id: $id) { id name(upper: $upper) price } }"
    many = "query A { products(first: 2) { id } } query B { products(first: 3) { id } }"
    rename = "mutation($id: ID!, $name: String!) { rename(id: $id, name: $name) { name } }"

    def graph(**content):
        return {"exchanges": {"a": {"partner": "graph", "path": "/", "graphql": content}}, "reply": {"body": "$a"}}

    paths = {f"/{path}": soap(path, tree("GetPrice", "product", product)) for path in ("11", "head", "declared", "denied", "attachments")}
    return {
        **paths,
        "/12": soap("12", template("GetPrice", "product", product), "1.2"),
        "/other": soap("12", tree("GetPrice", "product", product)),
        "/prices": soap("11", template("GetPrices", "count", count), xml={"arrays": ["Price"]}),
        "/echo/tree": soap("11", tree("Echo", "text", text)),
        "/echo/template": soap("12", template("Echo", "text", text), "1.2"),
        "/query": graph(query=query, variables={"id": product, "upper": "$exists($request.query.upper)"}),
        "/operation": graph(query=many, operation="B"),
        "/mutation": graph(query=rename, variables={"id": "'7'", "name": text}),
        "/unknown": graph(query="{ nothing }"),
    }


def ask(medley, path, **parameters):
    """Returns the status and the document of a reply."""
    query = urllib.parse.urlencode(parameters)
    try:
        with urllib.request.urlopen(f"{medley.uri}{path}?{query}", timeout=30) as reply:
            return reply.status, json.loads(reply.read())
    except urllib.error.HTTPError as x:
        return x.code, json.loads(x.read())


def priced(medley, path):
    row = Row(SECTION, f"SOAP {path}: a call")
    status, document = ask(medley, path, product=2)
    result = document.get("GetPriceResponse", {}).get("GetPriceResult")
    row.expect((status, result) == (200, {"name": NAME, "amount": "19.80"}), f"{status} {document}")
    return row


def refused(medley, path, name, detail, logged=None, **parameters):
    row = Row(SECTION, name)
    status, document = ask(medley, path, **parameters)
    row.expect((status, document.get("detail")) == (502, detail), f"{status} {document}")
    row.expect(SECRET not in json.dumps(document), f"the client sees {document}")
    if logged:
        row.expect(logged in medley.get("/manifests"), f"/manifests has no '{logged}'")
    row.fact(document.get("detail", "?"))
    return row


def echoed(medley, path):
    row = Row(SECTION, f"SOAP {path}: texts that are markup")
    for text in TEXTS:
        _, document = ask(medley, path, text=text)
        result = document.get("EchoResponse", {}).get("EchoResult")
        row.expect(result == text, f"{text!r} came back as {document}")
    row.fact(f"{len(TEXTS)} texts")
    return row


def listed(medley):
    row = Row(SECTION, "SOAP: one element and several as an array")
    for count in (1, 3):
        status, document = ask(medley, "/prices", count=count)
        prices = document.get("GetPricesResponse", {}).get("GetPricesResult", {}).get("Price")
        row.expect(isinstance(prices, list) and len(prices) == count, f"{status} {document}")
    return row


def expected(medley, name, path, document, **parameters):
    row = Row(SECTION, name)
    status, found = ask(medley, path, **parameters)
    row.expect((status, found) == (200, document), f"{status} {found}")
    return row


def checks(medley):
    for path in ("/11", "/12", "/head", "/declared"):
        yield priced(medley, path)
    soap_fault, graphql_fault = "partner soap: soap fault", "partner graph: graphql fault"
    yield refused(medley, "/11", "SOAP 1.1: a fault of the client", soap_fault, "Client.NoProduct: there is no product 4", product=4)
    yield refused(medley, "/11", "SOAP 1.1: a fault of the server", soap_fault, "Server: PRICES_2 is locked", product=5)
    yield refused(medley, "/11", "SOAP 1.1: a defect of the service", soap_fault, "Server: Internal Error", product=6)
    yield refused(medley, "/12", "SOAP 1.2: a fault of the sender", soap_fault, "Sender NoProduct: there is no product 4", product=4)
    yield refused(medley, "/12", "SOAP 1.2: a fault of the receiver", soap_fault, "Receiver: PRICES_2 is locked", product=5)
    yield refused(medley, "/11", "SOAP 1.1: a value that its schema refuses", soap_fault, "Client.SchemaValidationError", product="x")
    # spyne 2.14.0 fails on its own fault here.
    yield refused(medley, "/12", "SOAP 1.2: a status 500 without an envelope", "partner soap: unexpected status 500", product="x")
    not_soap = "partner soap: the response is not soap: "
    yield refused(medley, "/denied", "SOAP: a charset that the head denies", not_soap
                  + "line 2, column 175: bytes that are not in the charset UTF-8", product=2)
    yield refused(medley, "/attachments", "SOAP: an attachment", not_soap
                  + "it has attachments, as its content type multipart/... says (MTOM, SwA), which are not supported; expected an"
                  " envelope alone", product=2)
    yield listed(medley)
    for path in ("/echo/tree", "/echo/template"):
        yield echoed(medley, path)
    yield expected(medley, "GraphQL: a query with variables", "/query",
                   {"product": {"id": "7", "name": "CAFÉ 7", "price": 9.9}}, product="7", upper="")
    yield expected(medley, "GraphQL: one of two operations", "/operation", {"products": [{"id": "0"}, {"id": "1"}, {"id": "2"}]})
    yield expected(medley, "GraphQL: a mutation", "/mutation", {"rename": {"name": TEXTS[0] + TEXTS[1]}}, text=TEXTS[0] + TEXTS[1])
    yield refused(medley, "/query", "GraphQL: an error of a field", graphql_fault, "NOT_FOUND: there is no product 4", product="4")
    yield refused(medley, "/unknown", "GraphQL: a document that is refused", graphql_fault, "Cannot query field 'nothing'")


def rows(run):
    python = run.options.services / "bin" / "python"
    ports = {}
    for name in ("soap", "graphql"):
        ports[name] = run.port()
        run.await_port(run.start(name, [python, HERE / "servers" / f"{name}service.py", ports[name]]), ports[name])
    partners = {"soap": {"url": f"http://127.0.0.1:{ports['soap']}"}, "graph": {"url": f"http://127.0.0.1:{ports['graphql']}"}}
    run.progress(SECTION, "calls and faults")
    with Medley(run, "services-medley", partners, {"samples": False}, declared=declared()) as medley:
        yield from checks(medley)
        row = Row(SECTION, "the server afterwards")
        medley.await_nothing_in_flight(row)
        yield row
