package dev.medley.stubs.internal.endpoint;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code POST /soap}: a SOAP service, 1.1 or 1.2 as the request is, with the operation {@code GetPrice} of the products of
 * {@link ShopEndpoint}. It answers in ISO-8859-1, as the XML declaration alone says. An id that ends in 4, or none, is a fault of the
 * client, and one that ends in 5 a fault of the server.
 */
final class PriceServiceEndpoint implements StubEndpoint {

    private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";
    private static final Pattern PRODUCT = Pattern.compile("<(?:[\\w.-]+:)?product(?:\\s[^>]*)?>\\s*(\\d{1,6})\\s*</");
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int FAILED = 500;
    private static final int REQUEST_BYTES = 64 * 1024;

    @Override
    public List<String> methods() {
        return List.of("POST");
    }

    @Override
    public int bodyBytes() {
        return REQUEST_BYTES;
    }

    @Override
    public Answer prepare(EndpointRequest call) {
        return body -> {
            String request = StandardCharsets.UTF_8.decode(body.start()).toString();
            boolean is12 = request.contains(SOAP_12);
            Matcher product = PRODUCT.matcher(request);
            int id = product.find() ? Integer.parseInt(product.group(1)) : 0;
            if (id == 0 || ShopEndpoint.isUnknown(id)) {
                return fault(is12, true, "there is no product %d: an id that ends in 4 is unknown".formatted(id));
            }
            if (ShopEndpoint.isFailing(id)) {
                return fault(is12, false, "the product %d fails, as does each id that ends in 5".formatted(id));
            }
            return envelope(
                    is12,
                    OK,
                    ("<p:GetPriceResponse xmlns:p=\"urn:medley:prices\"><p:name>%s</p:name><p:price currency=\"EUR\">%s</p:price>"
                                    + "<p:maker>Café Zürich</p:maker></p:GetPriceResponse>")
                            .formatted(ShopEndpoint.name(id), ShopEndpoint.price(id)));
        };
    }

    private static StubResponse fault(boolean is12, boolean isOfClient, String reason) {
        return is12
                ? envelope(
                        true,
                        isOfClient ? BAD_REQUEST : FAILED,
                        ("<soap:Fault><soap:Code><soap:Value>soap:%s</soap:Value></soap:Code>"
                                        + "<soap:Reason><soap:Text xml:lang=\"en\">%s</soap:Text></soap:Reason></soap:Fault>")
                                .formatted(isOfClient ? "Sender" : "Receiver", reason))
                : envelope(
                        false,
                        FAILED,
                        "<soap:Fault><faultcode>soap:%s</faultcode><faultstring>%s</faultstring></soap:Fault>"
                                .formatted(isOfClient ? "Client" : "Server", reason));
    }

    private static StubResponse envelope(boolean is12, int status, String content) {
        String document =
                "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<soap:Envelope xmlns:soap=\"%s\"><soap:Body>%s</soap:Body></soap:Envelope>\n"
                        .formatted(is12 ? SOAP_12 : SOAP_11, content);
        return StubResponse.of(
                status,
                is12 ? "application/soap+xml" : "text/xml",
                Pieces.of(document.getBytes(StandardCharsets.ISO_8859_1)));
    }
}
