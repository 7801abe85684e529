package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What partners learn of a client, and a client of partners, as docs/security.md says. */
class DisclosureTest {

    private static final String ONE = "  /m: {exchanges: {a: {path: /one}}}\n";

    private static final String[] OF_CLIENT = {
        "Authorization", "Bearer client",
        "Cookie", "id=client",
        "User-Agent", "client/1",
        "Referer", "https://client.example/",
        "Origin", "https://client.example",
        "Accept-Language", "de",
        "X-Forwarded-For", "192.0.2.1",
        "Forwarded", "for=192.0.2.1",
        "Via", "1.1 client",
        "X-Request-Id", "order-7"
    };

    @Test
    void aPartnerIsSentNothingOfAClientButTheIdOfItsRequest() throws Exception {
        RecordedRequest request = sentTo(Map.of());

        assertThat(names(request)).containsExactly("accept", "host", "user-agent", "x-request-id");
        assertThat(request.header("User-Agent")).doesNotContain("client");
        assertThat(request.header("X-Request-Id")).isEqualTo("order-7");
    }

    @Test
    void keysOfThePartnerSayMoreOrLess() throws Exception {
        RecordedRequest request =
                sentTo(Map.of("partners.a.pass-headers", "Cookie, X-Forwarded-For", "partners.a.request-id", "false"));

        assertThat(request.header("Cookie")).isEqualTo("id=client");
        assertThat(request.header("Authorization")).isNull();
        assertThat(request.header("X-Forwarded-For"))
                .as("from no trusted proxy")
                .isNull();
        assertThat(request.header("X-Request-Id")).isNull();
    }

    private static RecordedRequest sentTo(Map<String, String> settings) throws Exception {
        try (DeclaredRig rig = new DeclaredRig(ONE, settings)) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.get("/m", OF_CLIENT);
            return rig.a.recorded("GET", "/one").get(0);
        }
    }

    private static List<String> names(RecordedRequest request) {
        List<String> names = new ArrayList<>();
        request.headers().keySet().forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        names.sort(null);
        return names;
    }

    @Test
    void aClientIsSentNoFieldOfAPartner() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(ONE)) {
            rig.a.answer(
                    "GET",
                    "/one",
                    StubAnswer.json(200, "1")
                            .header("Set-Cookie", "id=partner")
                            .header("Server", "partner/1")
                            .header("X-Powered-By", "partner"));

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.headers().map().keySet())
                    .containsExactly(
                            "content-length",
                            "content-type",
                            "date",
                            "medley-manifest",
                            "server-timing",
                            "x-request-id");
            assertThat(rig.get("/m").headers().firstValue("Set-Cookie")).isEmpty();
            assertThat(rig.a.recorded("GET", "/one").get(1).header("Cookie"))
                    .as("no cookie is kept")
                    .isNull();
        }
    }

    @Test
    void aProblemNamesPartnerAndPhaseAndNoAddress() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(ONE, Map.of("partners.a.url", "http://127.0.0.1:1/base"))) {
            HttpResponse<String> reply = rig.get("/m?token=abc");

            assertThat(reply.statusCode()).isEqualTo(502);
            assertThat(reply.body())
                    .contains("\"partner\":\"a\"", "\"phase\":\"connecting\"")
                    .doesNotContain("127.0.0.1", "base", "one", "abc", "Exception");
        }
    }

    @Test
    void anErrorOfTheMashupIsNoMoreThanThat() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("  /m: {exchanges: {a: {path: /one}}, reply: {body: '$a * 2'}}\n")) {
            rig.a.answer("GET", "/one", 200, "\"text\"");

            assertThat(rig.get("/m").body()).doesNotContain("$a", "*", "text", "medley.yaml");
        }
    }
}
