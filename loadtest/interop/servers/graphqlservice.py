"""A service of GraphQL by graphql-core, the port of GraphQL's reference implementation to Python. The argument is the port."""

import http.server
import json
import sys

from graphql import GraphQLError, build_schema, graphql_sync

SCHEMA = build_schema("""
    type Product { id: ID!, name(upper: Boolean = false): String!, price: Float }
    type Query { product(id: ID!): Product, products(first: Int = 10): [Product!]! }
    type Mutation { rename(id: ID!, name: String!): Product }
""")


class Product:
    def __init__(self, identity, name=None):
        self.id, self.title = identity, name or f"Café {identity}"
        self.price = 9.9

    def name(self, _info, upper):
        return self.title.upper() if upper else self.title


class Root:
    def product(self, _info, id):
        if id == "4":
            raise GraphQLError("there is no product 4 in PRICES_2", extensions={"code": "NOT_FOUND"})
        return Product(id)

    def products(self, _info, first):
        return [Product(str(i)) for i in range(first)]

    def rename(self, _info, id, name):
        return Product(id, name)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        result = graphql_sync(SCHEMA, asked["query"], Root(), variable_values=asked.get("variables"),
                              operation_name=asked.get("operationName"))
        # A document that is refused has no data (GraphQL over HTTP, section 6.4.2).
        status = 400 if result.data is None and result.errors and not any(error.path for error in result.errors) else 200
        body = json.dumps(result.formatted).encode()
        self.send_response(status)
        kind = self.headers.get("Accept", "").split(",")[0]
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Logs nothing."""


if __name__ == "__main__":
    http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
