package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exchanges with {@code soap}: what is sent, what is read, and what of a fault reaches whom. */
class SoapExchangeTest {

    private static final String SECRET = "no row in PRICES_2";
    private static final String NAMESPACE = "http://schemas.xmlsoap.org/soap/envelope/";

    private DeclaredRig rig;

    @BeforeEach
    void start() throws Exception {
        rig = new DeclaredRig("""
              /tree:
                exchanges:
                  a:
                    path: /soap
                    soap: {action: 'urn:p#Get'}
                    body: '{"p:Get": {"@xmlns:p": "urn:p", "p:id": $request.query.id, "p:note": null}}'
              /template:
                exchanges:
                  a:
                    path: /soap
                    soap: {version: 1.2, action: 'urn:p#Get', header: '{"t:Token": {"@xmlns:t": "urn:t", "@soap:mustUnderstand": "1", "#text": "x&y"}}'}
                    template: <Get id="{$request.query.id}"><a>{$request.query.id}</a><b>{$request.query.none}</b>{{}}</Get>
              /list:
                exchanges:
                  a: {path: /soap, soap: {}, xml: {arrays: [price]}, body: '{"Get": {}}'}
                reply: {body: $a.Prices.price}
              /optional: {exchanges: {a: {path: /soap, soap: {}, body: '{"Get": {}}', optional: true}}}
              /fallback: {exchanges: {a: {path: /soap, soap: {}, body: '{"Get": {}}', fallback: {value: '{"price": 0}'}}}}
              /unknown:
                exchanges:
                  a: {path: /soap, soap: {}, body: '{"Get": {}}', optional: true}
                reply:
                  status: '$exists($a) ? 200 : $response.a.fault.ofRequest ? 404 : 502'
                  body: '{"code": $response.a.fault.code}'
              /required:
                exchanges:
                  a:
                    path: /soap
                    soap: {}
                    body: '{"Get": {}}'
                    response-body: {schema: {properties: {R: {required: [price]}}, required: [R]}}
              /passed: {exchanges: {a: {path: /soap, soap: {}, body: '{"Get": {}}', pass-status: [5xx]}}}
            """);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @ParameterizedTest
    @CsvSource({"soap:Client.NoProduct, 404", "soap:Server, 502"})
    void aMashupMayReplyByTheCodeOfAFaultAndNotByItsText(String code, int status) throws Exception {
        answer(
                500,
                "text/xml",
                envelope("<soap:Fault xmlns:soap='" + NAMESPACE + "'><faultcode>" + code + "</faultcode><faultstring>"
                        + SECRET + "</faultstring></soap:Fault>"),
                StandardCharsets.UTF_8);

        HttpResponse<String> reply = rig.get("/unknown");

        assertThat(reply.statusCode()).isEqualTo(status);
        assertThat(reply.body()).isEqualTo("{\"code\":\"" + code + "\"}");
    }

    @Test
    void aValueThatTheSchemaRequiresMustBeInTheBody() throws Exception {
        answer(200, "text/xml", envelope("<R><price>9.90</price></R>"), StandardCharsets.UTF_8);
        assertThat(rig.get("/required").body()).isEqualTo("{\"a\":{\"R\":{\"price\":\"9.90\"}}}");

        answer(200, "text/xml", envelope("<R><prize>9.90</prize></R>"), StandardCharsets.UTF_8);
        HttpResponse<String> refused = rig.get("/required");
        assertThat(refused.statusCode()).isEqualTo(502);
        assertThat(refused.body()).contains("it does not match its schema: /R/price (required)");
    }

    @Test
    void aTreeIsTheContentOfAnEnvelopeOfSoap11() throws Exception {
        answer(200, "text/xml", envelope("<p:R xmlns:p='urn:p'><p:price>9.90</p:price></p:R>"), StandardCharsets.UTF_8);

        assertThat(rig.get("/tree?id=%3C7%26").body())
                .isEqualTo("{\"a\":{\"R\":{\"@xmlns:p\":\"urn:p\",\"price\":\"9.90\"}}}");

        RecordedRequest sent = sent();
        assertThat(sent.header("Content-Type")).isEqualTo("text/xml;charset=utf-8");
        assertThat(sent.header("SOAPAction")).isEqualTo("\"urn:p#Get\"");
        assertThat(sent.header("Accept")).isEqualTo("text/xml");
        assertThat(sent.body())
                .isEqualTo(
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<soap:Envelope xmlns:soap=\"" + NAMESPACE
                                + "\"><soap:Body><p:Get xmlns:p=\"urn:p\"><p:id>&lt;7&amp;</p:id><p:note/></p:Get></soap:Body></soap:Envelope>");
    }

    @Test
    void valuesOfATemplateAreEscapedAndThoseThatAreMissingLeaveNothing() throws Exception {
        answer(200, "application/soap+xml", "<x/>", StandardCharsets.UTF_8);

        rig.get("/template?id=%22%27%3E%3C%5D%5D%3E%26amp%3B%0A%F0%9F%98%80");

        RecordedRequest sent = sent();
        assertThat(sent.header("Content-Type")).isEqualTo("application/soap+xml;charset=utf-8;action=\"urn:p#Get\"");
        assertThat(sent.header("SOAPAction")).isNull();
        String value = "&quot;&apos;&gt;&lt;]]&gt;&amp;amp;&#10;\ud83d\ude00";
        assertThat(sent.body())
                .contains(
                        "<soap:Header><t:Token xmlns:t=\"urn:t\" soap:mustUnderstand=\"1\">x&amp;y</t:Token></soap:Header>")
                .contains("<soap:Body><Get id=\"" + value + "\"><a>" + value + "</a><b></b>{}</Get></soap:Body>");
    }

    @Test
    void aValueThatXmlDoesNotHaveIsTheClientsFaultAndIsNotSent() throws Exception {
        for (String path : new String[] {"/tree?id=%00", "/template?id=%EF%BF%BF"}) {
            HttpResponse<String> reply = rig.get(path);

            assertThat(reply.statusCode()).isEqualTo(400);
            assertThat(reply.body()).contains("cannot be written as XML");
        }
        assertThat(rig.a.recorded()).isEmpty();
    }

    @Test
    void anElementMayBeAnArrayEvenIfThereIsOne() throws Exception {
        answer(200, "text/xml", envelope("<Prices><price>1</price></Prices>"), StandardCharsets.UTF_8);

        assertThat(rig.get("/list").body()).isEqualTo("[\"1\"]");
    }

    @Test
    void theCharsetOfTheDocumentIsHonoured() throws Exception {
        answer(
                200,
                "text/xml",
                "<?xml version='1.0' encoding='iso-8859-1'?>" + envelope("<name>Zoë</name>"),
                StandardCharsets.ISO_8859_1);
        assertThat(rig.get("/optional").body()).isEqualTo("{\"a\":{\"name\":\"Zoë\"}}");

        answer(200, "text/xml; charset=iso-8859-1", envelope("<name>Zoë</name>"), StandardCharsets.ISO_8859_1);
        assertThat(rig.get("/optional").body()).isEqualTo("{\"a\":{\"name\":\"Zoë\"}}");
    }

    @Test
    void anAnswerWithoutABodyHasNoValue() throws Exception {
        rig.a.answer("POST", "/soap", StubAnswer.status(202));

        assertThat(rig.get("/optional").body()).isEqualTo("{\"a\":null}");
    }

    @ParameterizedTest
    @CsvSource({"500, body", "200, completed"})
    void aFaultIsMaskedToClientsAndToldToAdministrators(int status, String phase) throws Exception {
        fault(status, "soap:Server", SECRET);

        HttpResponse<String> reply = rig.get("/tree?id=1");
        assertThat(reply.statusCode()).isEqualTo(502);
        assertThat(reply.body()).contains("\"detail\":\"partner a: soap fault\"", "\"phase\":\"%s\"".formatted(phase));
        HttpResponse<String> partial = rig.get("/optional");
        assertThat(partial.body()).isEqualTo("{\"a\":null,\"missing\":{\"a\":\"soap fault\"}}");
        HttpResponse<String> replaced = rig.get("/fallback");
        assertThat(replaced.body()).isEqualTo("{\"a\":{\"price\":0},\"missing\":{\"a\":\"soap fault\"}}");
        assertThat(reply.headers().firstValue("Medley-Manifest").orElseThrow()).contains("soap fault");
        for (HttpResponse<String> each : java.util.List.of(reply, partial, replaced)) {
            assertThat(each.body() + each.headers().map())
                    .doesNotContain("PRICES")
                    .doesNotContain("soap:Server");
        }

        assertThat(manifests()).contains("soap fault, status %d: soap:Server: %s".formatted(status, SECRET));
    }

    @Test
    void thePartnersStatusMayBeThatOfTheReply() throws Exception {
        fault(500, "soap:Client", SECRET);

        HttpResponse<String> reply = rig.get("/passed");
        assertThat(reply.statusCode()).isEqualTo(500);
        assertThat(reply.body()).contains("partner a: soap fault").doesNotContain(SECRET);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "500 | text/html | <html>PRICES</html> | unexpected status 500",
                "200 | text/html | <html>PRICES</html> | the response is not soap: the root element is html; expected an Envelope of SOAP 1.1",
                "200 | multipart/related; boundary=b | --b | the response is not soap: it has attachments, as its content type multipart/... says (MTOM, SwA), which are not supported; expected an envelope alone",
                "200 | text/xml | <!DOCTYPE a [<!ENTITY b 'bb'>]><a/> | the response is not soap: line 1, column 1: a DOCTYPE is not allowed",
                "200 | text/xml | <e:Envelope xmlns:e='http://www.w3.org/2003/05/soap-envelope'><e:Body/></e:Envelope> | the response is not soap: the envelope is of SOAP 1.2; expected 1.1",
            })
    void whatIsNoEnvelopeFailsTheExchange(int status, String type, String body, String fault) throws Exception {
        answer(status, type, body, StandardCharsets.UTF_8);

        HttpResponse<String> reply = rig.get("/tree?id=1");

        assertThat(reply.statusCode()).isEqualTo(502);
        assertThat(reply.body()).contains("\"detail\":\"partner a: " + fault + "\"");
    }

    @Test
    void theStubIsAServiceOfBothVersions() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start();
                DeclaredRig real = new DeclaredRig(
                        """
                      /m/{version}/{id}:
                        exchanges:
                          old: {partner: a, path: /soap, when: $request.path.version = "1.1", soap: {}, body: '{"GetPrice": {"product": $request.path.id}}'}
                          new: {partner: a, path: /soap, when: $request.path.version = "1.2", soap: {version: 1.2}, body: '{"GetPrice": {"product": $request.path.id}}'}
                        reply: {body: '[$old, $new].GetPriceResponse.{"maker": maker, "price": price.`#text`}'}
                    """, java.util.Map.of("partners.a.url", stubs.uri().toString()))) {
            for (String version : new String[] {"1.1", "1.2"}) {
                assertThat(real.get("/m/" + version + "/3").body())
                        .isEqualTo("{\"maker\":\"Café Zürich\",\"price\":\"26.5\"}");
                assertThat(real.get("/m/" + version + "/14").body()).contains("partner a: soap fault");
                assertThat(real.get("/m/" + version + "/15").body()).contains("partner a: soap fault");
            }
        }
    }

    private RecordedRequest sent() {
        assertThat(rig.a.recorded("POST", "/soap")).hasSize(1);
        return rig.a.recorded("POST", "/soap").get(0);
    }

    private void fault(int status, String code, String reason) {
        answer(
                status,
                "text/xml",
                envelope("<soap:Fault><faultcode>%s</faultcode><faultstring>%s</faultstring></soap:Fault>"
                        .formatted(code, reason)),
                StandardCharsets.UTF_8);
    }

    private void answer(int status, String type, String body, Charset charset) {
        rig.a.answer("POST", "/soap", StubAnswer.body(status, type, body.getBytes(charset)));
    }

    private static String envelope(String content) {
        return "<soap:Envelope xmlns:soap='%s'><soap:Body>%s</soap:Body></soap:Envelope>".formatted(NAMESPACE, content);
    }

    private String manifests() throws Exception {
        URI page = rig.server.adminUri().resolve("/manifests");
        return rig.client
                .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
                .body();
    }
}
