package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a request has been that is passed on, how far it may go, and what no client may say beside what Medley says. */
class PassedHopsTest {

    private static final String PASS = "  /api/*: {pass: {partner: api, path: /v1}}\n";

    @Test
    void aRequestThatComesBackAgainAndAgainIsRefused() throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, "  /api/*: {pass: {partner: api, path: /api}}\n");
                ClientSocket client = rig.client()) {
            String nine = "1.1 medley, 1.1 proxy, ".repeat(8) + "1.1 medley";
            client.send("GET /api/x HTTP/1.1\r\nHost: localhost\r\nVia: " + nine + "\r\n\r\n");
            PartnerByHand.Connection api = rig.partner.accept();
            String ten = nine + ", 1.1 medley";
            assertThat(api.readHead()).contains("Via: " + ten + "\r\n");
            api.send("HTTP/1.1 204 No Content\r\n\r\n");
            assertThat(client.status()).isEqualTo(204);
            client.send("GET /api/x HTTP/1.1\r\nHost: localhost\r\nVia: " + ten + "\r\n\r\n");

            assertThat(client.readUntil("}"))
                    .startsWith("HTTP/1.1 508 ")
                    .contains("\"the request has been passed on 10 times, according to its field Via;");
        }
    }

    @Test
    void othersMayHavePassedARequestOnAsOftenAsTheyLike() throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS);
                ClientSocket client = rig.client()) {
            String via = "1.1 other, 1.1 medley-like, HTTP/1.1 x (medley), medley, ".repeat(12) + "2 last";
            client.send("GET /api/x HTTP/1.1\r\nHost: localhost\r\nVia: " + via + "\r\n\r\n");

            assertThat(rig.partner.accept().readHead()).contains("Via: " + via + ", 1.1 medley\r\n");
        }
    }

    @Test
    void theLastThatMayAnswerOptionsAnswersItself() throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS);
                ClientSocket client = rig.client()) {
            client.send("OPTIONS /api/x HTTP/1.1\r\nHost: localhost\r\nMax-Forwards: 0\r\n\r\n");

            assertThat(client.status()).isEqualTo(204);
        }
    }

    @ParameterizedTest
    @CsvSource({"OPTIONS, 1, 0", "OPTIONS, 70, 69", "GET, 0, 0", "GET, 3, 3", "OPTIONS, x, x", "OPTIONS, -1, -1"})
    void optionsMayGoOneServerLess(String method, String given, String sent) throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS);
                ClientSocket client = rig.client()) {
            client.send(method + " /api/x HTTP/1.1\r\nHost: localhost\r\nMax-Forwards: " + given + "\r\n\r\n");

            assertThat(rig.partner.accept().readHead()).contains("Max-Forwards: " + sent + "\r\n");
        }
    }

    @Test
    void aFieldIsNotSentBesideOneThatAPartnerMayTakeForTheSame() throws IOException {
        String mashup = "  /api/*: {pass: {partner: api, headers: {X-User: ada, X-Role: ''}}}\n";
        Map<String, String> settings =
                Map.of("partners.api.headers.X-Api-Key", "own", "server.request-id.trust", "false");
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, mashup, "", settings);
                ClientSocket client = rig.client()) {
            client.send("""
                    GET /api/x HTTP/1.1
                    Host: localhost
                    X_User: forged
                    X_Role: forged
                    X-api_Key: forged
                    X_Request_Id: forged
                    Proxy: http://forged
                    X-HTTP-Method-Override: forged
                    X_Other: kept

                    """.replace("\n", "\r\n"));

            assertThat(rig.partner.accept().readHead().toLowerCase(Locale.ROOT))
                    .contains("x-user: ada\r\n", "x-api-key: own\r\n", "x_other: kept\r\n")
                    .doesNotContain("forged");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://example.org/api/x", "http://example.org/api/x", "/api/x"})
    void aClientCannotSayThatItsConnectionIsSecure(String target) throws IOException {
        String mashup = "  /api/*: {pass: {partner: api, forwarded: x-forwarded}}\n";
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, mashup);
                ClientSocket client = rig.client()) {
            client.send("GET " + target + " HTTP/1.1\r\nHost: example.org\r\n\r\n");

            assertThat(rig.partner.accept().readHead()).contains("X-Forwarded-Proto: http\r\n");
        }
    }

    @Test
    void aTrustedProxySaysByTheTargetThatItsConnectionIsSecure() throws IOException {
        String mashup = "  /api/*: {pass: {partner: api, forwarded: x-forwarded}}\n";
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, mashup, "", Map.of("server.proxies.trusted", "127.0.0.1"));
                ClientSocket client = rig.client()) {
            client.send("GET https://example.org/api/x HTTP/1.1\r\nHost: example.org\r\n\r\n");

            assertThat(rig.partner.accept().readHead()).contains("X-Forwarded-Proto: https\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "OPTIONS", "POST"})
    void aRequestOfHttp2WithoutABodyHasNoneAtThePartner(String method) throws Exception {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS);
                Http2Wire client = Http2Wire.plain(rig.server.port())) {
            client.send(
                    Http2Wire.HEADERS,
                    Http2Wire.END_STREAM | Http2Wire.END_HEADERS,
                    1,
                    Http2Wire.head(method, "/api/x"));
            client.flush();
            PartnerByHand.Connection api = rig.partner.accept();

            assertThat(api.readHead().toLowerCase(Locale.ROOT))
                    .startsWith(method.toLowerCase(Locale.ROOT) + " /v1/x ")
                    .doesNotContain("transfer-encoding", "content-type");
        }
    }

    @ParameterizedTest
    @MethodSource("dev.medley.server.GalleryRig#modes")
    void anEmptyBodyThatEndsLaterIsStreamed(ExecutionMode mode) throws Exception {
        try (PassRig rig = new PassRig(mode, PASS);
                Http2Wire client = Http2Wire.plain(rig.server.port())) {
            client.send(Http2Wire.HEADERS, Http2Wire.END_HEADERS, 1, Http2Wire.head("POST", "/api/x"));
            client.flush();
            PartnerByHand.Connection api = rig.partner.accept();
            assertThat(api.readHead().toLowerCase(Locale.ROOT)).contains("transfer-encoding: chunked\r\n");
            client.send(Http2Wire.DATA, Http2Wire.END_STREAM, 1);
            client.flush();

            assertThat(api.read(5)).isEqualTo("0\r\n\r\n");
        }
    }
}
