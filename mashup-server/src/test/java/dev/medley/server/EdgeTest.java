package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.EdgeSettings;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.reload.ReloadReport;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fields that each reply has, and the addresses whose requests are answered. */
class EdgeTest {

    private static final String NO_SNIFF = "\r\nX-Content-Type-Options: nosniff\r\n";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"GET /page, 200", "GET /nothing, 404", "DELETE /page, 405", "GET /pa%2fge, 400"})
    void eachReplyHasTheFieldsOfTheConfiguration(String target, int status) throws IOException {
        assertThat(sent(EdgeTest::fields, target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status + " ")
                .containsOnlyOnce(NO_SNIFF);
    }

    @Test
    void aMalformedRequestGetsThemToo() throws IOException {
        assertThat(sent(EdgeTest::fields, "?\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ")
                .containsOnlyOnce(NO_SNIFF);
    }

    @Test
    void aFieldOfTheMashupTakesPrecedence() throws IOException {
        assertThat(sent(EdgeTest::fields, get("")))
                .contains("\r\nX-Frame-Options: SAMEORIGIN\r\n")
                .doesNotContain("DENY");
        assertThat(sent(EdgeTest::fields, "GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .contains("\r\nX-Frame-Options: DENY\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "127.0.0.0/8 | '' | 200",
                "10.0.0.0/8 | '' | 403",
                "10.0.0.0/8,127.0.0.1 | '' | 200",
                "'' | 127.0.0.1 | 403",
                "'' | 10.0.0.0/8 | 200",
                "127.0.0.0/8 | 127.0.0.1 | 403",
                "::/0 | '' | 403"
            })
    void addressesAreAllowedAndDenied(String allow, String deny, int status) throws IOException {
        assertThat(sent(addresses(allow, deny), get(""))).startsWith("HTTP/1.1 " + status + " ");
    }

    @Test
    void aRefusalIsAProblemWithTheFieldsOfCors() throws IOException {
        assertThat(sent(
                        edge -> edge.cors(cors -> cors.origins("*"))
                                .addresses(addresses -> addresses.deny("127.0.0.1")),
                        get("Origin: https://app.example\r\n")))
                .startsWith("HTTP/1.1 403 ")
                .contains(
                        "\r\nAccess-Control-Allow-Origin: *\r\n",
                        "\r\nContent-Type: application/problem+json\r\n",
                        "\r\nX-Request-Id: ",
                        "requests of this address are not answered");
    }

    @ParameterizedTest
    @CsvSource({"1.2.3.4, 200", "'9.9.9.9, 1.2.3.4', 200", "5.6.7.8, 403", "'1.2.3.4, 5.6.7.8', 403"})
    void behindATrustedProxyTheAddressIsThatOfTheClient(String forwarded, int status) throws IOException {
        try (RunningServer server = new ServerBuilder()
                .port(0)
                .settings(settings -> settings.proxies(proxies -> proxies.trusted("127.0.0.1"))
                        .edge(addresses("1.2.3.0/24", "")))
                .mashup(new PageServlet())
                .start()) {
            assertThat(sent(server, get("X-Forwarded-For: " + forwarded + "\r\n")))
                    .startsWith("HTTP/1.1 " + status + " ");
        }
    }

    @Test
    void nobodyElseNamesAnotherAddress() throws IOException {
        assertThat(sent(addresses("1.2.3.4", ""), get("X-Forwarded-For: 1.2.3.4\r\n")))
                .startsWith("HTTP/1.1 403 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "addresses: {deny: [127.0.0.1]}",
                "reply-headers: ['X-Content-Type-Options: nosniff']",
                "compression: {enabled: true, min-size: 1B}"
            })
    void aReloadChangesTheRules(String keys) throws Exception {
        ReloadRig rig = new ReloadRig(folder);
        try {
            rig.write("", "");
            RunningServer server = rig.start(new PageServlet());
            String before = sent(server, get("Accept-Encoding: gzip\r\n"));
            rig.write(", " + keys, "");

            ReloadReport report = ReloadRig.reload(server);

            assertThat(report.changed())
                    .allMatch(key -> key.startsWith("server." + keys.substring(0, keys.indexOf(':'))));
            assertThat(sent(server, get("Accept-Encoding: gzip\r\n"))
                            .contains(
                                    switch (keys.charAt(0)) {
                                        case 'a' -> "HTTP/1.1 403 ";
                                        case 'r' -> NO_SNIFF;
                                        default -> "Content-Encoding: gzip";
                                    }))
                    .isTrue();
            assertThat(before).startsWith("HTTP/1.1 200 ").doesNotContain("Content-Encoding");
        } finally {
            rig.close();
        }
    }

    private static void fields(EdgeSettings.Builder edge) {
        edge.replyHeaders("X-Content-Type-Options: nosniff", "X-Frame-Options: DENY");
    }

    private static Consumer<EdgeSettings.Builder> addresses(String allow, String deny) {
        return edge -> edge.addresses(addresses -> addresses.allow(list(allow)).deny(list(deny)));
    }

    private static String[] list(String ranges) {
        return ranges.isEmpty() ? new String[0] : ranges.split(",", -1);
    }

    private static String get(String fields) {
        return "GET /page HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + fields + "\r\n";
    }

    private static String sent(Consumer<EdgeSettings.Builder> edge, String request) throws IOException {
        try (RunningServer server = new ServerBuilder()
                .port(0)
                .settings(settings -> settings.edge(edge))
                .mashup(new PageServlet())
                .start()) {
            return sent(server, request);
        }
    }

    private static String sent(RunningServer server, String request) throws IOException {
        try (ClientSocket client = ClientSocket.to(server)) {
            return client.send(request).readToEnd();
        }
    }

    @WebServlet("/page")
    private static final class PageServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("page").header("X-Frame-Options", "SAMEORIGIN"));
        }
    }
}
