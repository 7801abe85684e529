package dev.medley.server.internal.declared.body;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declared.DeclaredRig;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The field {@code Content-Type} of an exchange decides how its body is written. */
class ContentTypeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/merge-patch+json",
                "application/vnd.api+json",
                "application/json; charset=utf-8",
                "Application/Problem+JSON"
            })
    void aTypeOfJsonKeepsItsNameWithABodyOfJson(String type) throws Exception {
        RecordedRequest sent = sent(type, "{\"name\": \"Zo\u00eb\", \"left\": null}");

        assertThat(sent.header("Content-Type")).isEqualTo(type);
        assertThat(sent.body()).isEqualTo("{\"name\":\"Zo\u00eb\",\"left\":null}");
    }

    @Test
    void aFormHasAFieldForEachMemberAndOneMoreForEachElement() throws Exception {
        RecordedRequest sent = sent(
                "application/x-www-form-urlencoded",
                "{\"grant type\": \"a&b=\u00fc\", \"scope\": [\"read\", \"write\"], \"n\": 1.25, \"yes\": true, \"no\": null}");

        assertThat(sent.header("Content-Type")).isEqualTo("application/x-www-form-urlencoded");
        assertThat(sent.body()).isEqualTo("grant+type=a%26b%3D%C3%BC&scope=read&scope=write&n=1.25&yes=true");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            text/plain                      | "h\u00e4"      | h\u00e4   | UTF-8
            text/plain; charset=iso-8859-1  | "h\u00e4"      | h\u00e4   | ISO-8859-1
            text/plain; charset="utf-16be"  | "h\u00e4"      | h\u00e4   | UTF-16BE
            application/xml                 | "<a>1</a>"     | <a>1</a>  | UTF-8
            application/soap+xml            | "<a/>"         | <a/>      | UTF-8
            application/x-ndjson            | "{}\\n[]"      | {}\\n[]   | UTF-8
            text/plain                      | 12             | 12        | UTF-8
            """)
    void anyOtherTypeHasTheTextOfTheBodyInItsCharset(String type, String body, String sent, String charset)
            throws Exception {
        RecordedRequest request = sent(type, body);

        assertThat(request.header("Content-Type")).isEqualTo(type);
        assertThat(new String(request.bytes(), charset)).isEqualTo(sent.replace("\\n", "\n"));
    }

    @Test
    void anExpressionMayChooseTheType() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    methods: [POST]
                    exchanges:
                      a: {path: /one, headers: {content-type: '{$request.query.type}'}, body: $request.body}
                """)) {
            rig.a.answer("POST", "/one", StubAnswer.status(204));

            rig.post("/m?type=application/x-www-form-urlencoded", "application/json", "{\"a\":[1,2]}");
            rig.post("/m?type=text/plain", "text/plain", "h\u00e4");
            rig.post("/m", "application/x-www-form-urlencoded", "b=1&b=2");

            assertThat(rig.a.recorded("POST", "/one"))
                    .extracting(each -> each.header("Content-Type") + ": " + each.body())
                    .containsExactly(
                            "application/x-www-form-urlencoded: a=1&a=2",
                            "text/plain: h\u00e4",
                            "application/json: {\"b\":[\"1\",\"2\"]}");
        }
    }

    @Test
    void aBodyThatIsPassedOnKeepsTheTypeOfTheClientUnlessTheExchangeHasOne() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    methods: [POST]
                    exchanges:
                      a: {path: /one, body: $request.body}
                """)) {
            rig.a.answer("POST", "/one", StubAnswer.status(204));

            rig.post("/m", "image/svg+xml", "<svg/>");

            assertThat(rig.a.recorded("POST", "/one"))
                    .extracting(each -> each.header("Content-Type") + ": " + each.body())
                    .containsExactly("image/svg+xml: <svg/>");
        }
    }

    @Test
    void anExpressionWithoutAValueLeavesOutTheBodyAndItsType() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /one, method: PUT, headers: {Content-Type: text/plain}, body: $request.query.none}
                """)) {
            rig.a.answer("PUT", "/one", StubAnswer.status(204));

            assertThat(rig.get("/m").statusCode()).isEqualTo(200);
            assertThat(rig.a.recorded("PUT", "/one")).singleElement().satisfies(request -> {
                assertThat(request.header("Content-Type")).isNull();
                assertThat(request.bodyLength()).isZero();
            });
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            text/xml                          | $request.body
            text/plain; charset=iso-8859-1    | $request.body.sign
            application/x-www-form-urlencoded | $request.body
            application/x-www-form-urlencoded | $request.body.sign
            """)
    void aBodyThatDoesNotFitIsNotSent(String type, String body) throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    methods: [POST]
                    exchanges:
                      a: {path: /one, headers: {Content-Type: '%s'}, body: '%s', optional: true}
                """.formatted(type, body))) {
            rig.a.answer("POST", "/one", StubAnswer.status(204));

            HttpResponse<String> reply = rig.post("/m", "application/json", "{\"sign\":\"\u20ac\",\"deep\":{\"a\":1}}");

            assertThat(reply.body()).startsWith("{\"a\":null,\"missing\":{\"a\":\"");
            assertThat(rig.a.requests("POST", "/one")).isZero();
        }
    }

    @Test
    void aTypeOfTheClientWithManyParametersIsTheFaultOfTheClient() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    methods: [POST]
                    exchanges:
                      a: {path: /one, headers: {Content-Type: '{$request.body.type}'}, body: $request.body.text}
                """)) {
            String type = "text/plain" + ";a=b".repeat(50_000);

            HttpResponse<String> reply =
                    rig.post("/m", "application/json", "{\"type\": \"%s\", \"text\": \"x\"}".formatted(type));

            assertThat(reply.statusCode()).isEqualTo(400);
            assertThat(reply.body()).contains("is not a media type");
            assertThat(rig.a.requests()).isZero();
        }
    }

    private static RecordedRequest sent(String type, String body) throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /one, headers: {Content-Type: '%s'}, body: '%s'}
                """.formatted(type, body))) {
            rig.a.answer("POST", "/one", StubAnswer.status(204));

            assertThat(rig.get("/m").statusCode()).isEqualTo(200);

            List<RecordedRequest> all = rig.a.recorded("POST", "/one");
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }
}
