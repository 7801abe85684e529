package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A partner that replies with another document than the one that was asked for, or with a part of it. */
class OtherResponseTest {

    @ParameterizedTest
    @ValueSource(strings = {"json", "text", "csv"})
    void aPartThatNobodyAskedForIsNotTheDocument(String format) throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /one, format: %s}}}
                """.formatted(format))) {
            rig.a.answer("GET", "/one", request -> part("[1,2]"));

            HttpResponse<String> failed = rig.get("/m");
            assertThat(failed.body())
                    .contains("partner a: the response is not " + format + ": it is a part of it (status 206)");
            assertThat(failed.statusCode()).isEqualTo(502);
        }
    }

    @Test
    void aPartThatWasAskedForIsOne() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /one, headers: {Range: items=0-1}}}}
                """)) {
            rig.a.answer("GET", "/one", request -> part("[1,2]"));

            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":[1,2]}");
        }
    }

    private static StubAnswer part(String body) {
        return body(206, "application/json", body).header("Content-Range", "items 0-1/9");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "text/html; charset=utf-8 | <html><body>We are back soon</body></html> | HTML or XML",
                "application/xml | <a/> | HTML or XML",
                "application/json | {\"error\":\"quota\"} | JSON",
                "application/problem+json | {\"title\":\"x\"} | JSON",
            })
    void aPageIsNoTable(String type, String page, String found) throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /one, format: csv}}}
                """)) {
            rig.a.answer("GET", "/one", request -> body(200, type, page));

            HttpResponse<String> failed = rig.get("/m");
            assertThat(failed.body())
                    .contains("partner a: the response is not csv: it is " + found + ", according to its content type");
            assertThat(failed.statusCode()).isEqualTo(502);
        }
    }

    @Test
    void aTableWithTheTypeOfAPageIsOne() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /one, format: csv}}}
                """)) {
            rig.a.answer("GET", "/one", request -> body(200, "text/html", "id\n1\n"));

            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":[{\"id\":\"1\"}]}");
        }
    }

    private static StubAnswer body(int status, String type, String text) {
        return StubAnswer.body(status, type, text.getBytes(StandardCharsets.UTF_8));
    }
}
