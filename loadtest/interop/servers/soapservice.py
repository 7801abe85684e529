"""A SOAP service by spyne, of SOAP 1.1 at /11 and of SOAP 1.2 at /12. In ISO-8859-1 it is at /head, as the content type says; at
/declared, as the document alone says; and at /denied, where the content type says UTF-8, as spyne does. At /attachments each answer is
the first part of a message with an attachment. The argument is the port."""

import sys
from decimal import Decimal
from email.mime.application import MIMEApplication
from email.mime.multipart import MIMEMultipart
from wsgiref.simple_server import WSGIRequestHandler, make_server

from spyne import Application, Array, ComplexModel, Fault, Integer, ServiceBase, Unicode, rpc
from spyne import Decimal as DecimalType
from spyne.protocol.soap import Soap11, Soap12
from spyne.server.wsgi import WsgiApplication


class Price(ComplexModel):
    __namespace__ = "urn:prices"
    name = Unicode
    amount = DecimalType


class Prices(ServiceBase):
    @rpc(Integer, _returns=Price)
    def GetPrice(ctx, product):
        if product == 4:
            raise Fault("Client.NoProduct", "there is no product 4 in PRICES_2")
        if product == 5:
            raise Fault("Server", "PRICES_2 is locked")
        if product == 6:
            raise ZeroDivisionError("PRICES_2")
        return Price(name="Café Zürich", amount=Decimal("9.90") * product)

    @rpc(Integer, _returns=Array(Price))
    def GetPrices(ctx, count):
        return [Price(name=f"n{i}", amount=Decimal(i)) for i in range(count)]

    @rpc(Unicode, _returns=Unicode)
    def Echo(ctx, text):
        return text


class Handler(WSGIRequestHandler):
    def log_message(self, *_):
        """Logs nothing."""


def application(protocol, **options):
    return WsgiApplication(Application(
        [Prices], tns="urn:prices", name="Prices", in_protocol=protocol(validator="lxml"), out_protocol=protocol(**options)))


def with_attachment(envelope):
    """Returns content type and bytes of a message whose first part is the envelope."""
    message = MIMEMultipart("related", boundary="part")
    message.attach(MIMEApplication(envelope, "xop+xml"))
    message.attach(MIMEApplication(b"\0" * 1000, "octet-stream"))
    return "multipart/related; type=\"application/xop+xml\"; boundary=part", message.as_bytes()


LATIN = application(Soap11, encoding="iso-8859-1")
PLAIN = application(Soap11)
APPLICATIONS = {"11": PLAIN, "12": application(Soap12), "head": LATIN, "declared": LATIN, "denied": LATIN, "attachments": PLAIN}
TYPES = {"head": "text/xml; charset=ISO-8859-1", "declared": "text/xml"}


def serve(environ, start_response):
    path = environ["PATH_INFO"].strip("/")
    head = []
    body = b"".join(APPLICATIONS[path](environ, lambda *arguments: head.append(arguments)))
    (status, fields, *_), kept = head[0], {"content-type", "content-length"}
    given = dict((name.lower(), value) for name, value in fields)["content-type"]
    kind, body = with_attachment(body) if path == "attachments" else (TYPES.get(path, given), body)
    start_response(status, [pair for pair in fields if pair[0].lower() not in kept]
                   + [("Content-Type", kind), ("Content-Length", str(len(body)))])
    return [body]


if __name__ == "__main__":
    make_server("127.0.0.1", int(sys.argv[1]), serve, handler_class=Handler).serve_forever()
