package dev.medley.server.internal.declared.body;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declared.DeclaredRig;
import dev.medley.stubs.StubAnswer;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An object as XML and an array as CSV, to a partner and as a reply; an XML document by a template. */
class WrittenFormatsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "text/xml | {\"a\": {\"@b\": \"€\", \"c\": [1, null]}} | <?xml version=\"1.0\" encoding=\"UTF-8\"?>/<a b=\"€\"><c>1</c><c/></a>",
                "application/xml; charset=iso-8859-1 | {\"a\": \"é€\"} | <?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>/<a>é&#8364;</a>",
                "application/vnd.a+xml | \"<b>1</b>\" | <b>1</b>",
                "text/csv | [{\"a\": 1, \"b\": \"x,y\"}, {\"b\": null}] | a,b//1,\"x,y\"//,//",
                "text/csv | [] | ~~",
                "text/csv; charset=iso-8859-1 | [{\"a\": \"é\"}] | a//é//",
                "text/csv | \"a;b\" | a;b"
            })
    void aValueIsWrittenAsItsTypeSays(String type, String value, String body) throws Exception {
        Charset charset = Charset.forName(type.contains("iso") ? "iso-8859-1" : "utf-8");
        String expected = body.replace("//", "\r\n").replace("?>/", "?>\n");
        try (DeclaredRig rig = new DeclaredRig("""
              /sent: {exchanges: {a: {path: /one, headers: {Content-Type: '%1$s'}, body: '%2$s'}}}
              /replied: {reply: {type: '%1$s', body: '%2$s'}}
            """.formatted(type, value))) {
            rig.a.answer("POST", "/one", StubAnswer.status(204));
            rig.get("/sent");

            assertThat(rig.a.recorded("POST", "/one")).singleElement().satisfies(sent -> {
                assertThat(sent.header("Content-Type")).isEqualTo(type);
                assertThat(new String(sent.bytes(), charset)).isEqualTo(expected);
            });
            HttpResponse<byte[]> reply = rig.client.send(rig.request("/replied").build(), BodyHandlers.ofByteArray());
            assertThat(reply.headers().firstValue("Content-Type")).contains(type);
            assertThat(new String(reply.body(), charset)).isEqualTo(expected);
        }
    }

    @Test
    void aValueThatDoesNotFitIsTheFaultOfItsSource() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
              /xml:
                methods: [POST]
                exchanges: {a: {path: /one, headers: {Content-Type: text/xml}, body: '$request.body.value'}}
              /csv:
                methods: [POST]
                reply: {type: text/csv, body: '$request.body.value'}
            """)) {
            for (String body : new String[] {"{\"value\": {\"secret b\": 1}}", "{\"value\": [[1]]}"}) {
                HttpResponse<String> xml = rig.post("/xml", "application/json", body);
                assertThat(xml.statusCode()).isEqualTo(400);
                assertThat(xml.body())
                        .contains("cannot be written in its Content-Type")
                        .doesNotContain("secret");
                assertThat(rig.post("/csv", "application/json", body).statusCode())
                        .isEqualTo(400);
            }
            assertThat(rig.a.recorded()).isEmpty();
        }
    }

    @Test
    void aTemplateIsADocumentWithEscapedValues() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
              /m:
                exchanges:
                  a:
                    method: PUT
                    path: /one
                    headers: {Content-Type: application/xml; charset=iso-8859-1}
                    template: |
                      <!-- an order -->
                      <order id='{$request.query.id}'><name>{$request.query.name} &amp; é</name><![CDATA[<&]]></order>
            """)) {
            rig.a.answer("PUT", "/one", StubAnswer.status(204));
            HttpRequest request = rig.request("/m?id=%27%3E&name=%E2%82%AC%3C").build();
            rig.client.send(request, BodyHandlers.discarding());

            assertThat(rig.a.recorded("PUT", "/one")).singleElement().satisfies(sent -> {
                assertThat(sent.header("Content-Type")).isEqualTo("application/xml; charset=iso-8859-1");
                assertThat(new String(sent.bytes(), Charset.forName("iso-8859-1")))
                        .isEqualTo("""
                        <?xml version="1.0" encoding="ISO-8859-1"?>
                        <!-- an order -->
                        <order id='&apos;&gt;'><name>&#8364;&lt; &amp; é</name><![CDATA[<&]]></order>
                        """);
            });
        }
    }
}
