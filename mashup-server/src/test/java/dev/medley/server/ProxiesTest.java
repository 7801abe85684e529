package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.config.ForwardedField;
import dev.medley.config.ProxySettings;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The word of proxies on the client counts where they are trusted, and is dropped from anyone else. */
class ProxiesTest {

    private static final String V2 = "\r\n\r\n\0\r\nQUIT\n";

    @TempDir
    private Path folder;

    @Test
    void fieldsOfAnyoneElseAreDropped() throws IOException {
        assertThat(seen(
                        proxies(ForwardedField.X_FORWARDED, "10.0.0.0/8"),
                        "Forwarded: for=1.2.3.4;proto=https;host=a",
                        "X-Forwarded-For: 1.2.3.4",
                        "X-Forwarded-Proto: https",
                        "X-Forwarded-Host: a",
                        "X-FORWARDED-Port: 1"))
                .isEqualTo("127.0.0.1 http localhost false fields:");
    }

    @Test
    void fieldsOfAnyoneElseAreDroppedOverHttp2() throws IOException {
        try (RunningServer server = start(proxies(ForwardedField.X_FORWARDED, "10.0.0.0/8"));
                Http2Wire client = Http2Wire.plain(server.port())) {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            head.writeBytes(Http2Wire.head("GET", "/seen"));
            Http2Wire.field(head, "forwarded", "for=1.2.3.4;proto=https;host=a");
            Http2Wire.field(head, "x-forwarded-for", "1.2.3.4");
            Http2Wire.field(head, "x-forwarded-proto", "https");
            Http2Wire.field(head, "x-forwarded-host", "a");
            client.send(Http2Wire.HEADERS, Http2Wire.END_STREAM | Http2Wire.END_HEADERS, 1, head.toByteArray());

            assertThat(client.awaitBody()).isEqualTo("127.0.0.1 http localhost false fields:");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.2.3.4 | 1.2.3.4",
                "9.9.9.9, 1.2.3.4 | 1.2.3.4",
                "9.9.9.9, 1.2.3.4, 127.0.0.1 | 1.2.3.4",
                "1.2.3.4:5678 | 1.2.3.4",
                "[2001:db8::1]:5678 | [2001:db8:0:0:0:0:0:1]",
                "2001:db8::1 | [2001:db8:0:0:0:0:0:1]",
                "9.9.9.9, unknown | unknown",
                "9.9.9.9, example.org | unknown",
                "127.0.0.1, 127.0.0.1 | 127.0.0.1"
            })
    void theClientIsTheLastThatIsNoTrustedProxy(String field, String address) throws IOException {
        Consumer<ProxySettings.Builder> proxies = proxies(ForwardedField.X_FORWARDED, "127.0.0.0/8");

        assertThat(seen(proxies, "X-Forwarded-For: " + field)).startsWith(address + " http localhost false ");
    }

    @Test
    void schemeAndHostAreThoseOfTheClient() throws IOException {
        assertThat(seen(
                        proxies(ForwardedField.X_FORWARDED, "127.0.0.1"),
                        "X-Forwarded-For: 1.2.3.4",
                        "X-Forwarded-Proto: evil, https",
                        "X-Forwarded-Host: shop.example:8443",
                        "Forwarded: for=9.9.9.9"))
                .isEqualTo("1.2.3.4 https shop.example true"
                        + " fields: X-Forwarded-For X-Forwarded-Proto X-Forwarded-Host");
    }

    @Test
    void theFieldOfTheStandardIsRead() throws IOException {
        assertThat(seen(
                        proxies(ForwardedField.FORWARDED, "127.0.0.1"),
                        "Forwarded: for=9.9.9.9;proto=http, for=\"[2001:db8::1]:80\";Proto=https;host=\"shop.example\"",
                        "X-Forwarded-For: 9.9.9.9"))
                .isEqualTo("[2001:db8:0:0:0:0:0:1] https shop.example true fields: Forwarded");
    }

    /** The client chooses its Host, in which a semicolon may be; the proxy quotes it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Forwarded: for=1.2.3.4;host=\"x;for=9.9.9.9;proto=https\"",
                "Forwarded: for=1.2.3.4;by=\"_x\\\";for=9.9.9.9;proto=https\"",
                "Forwarded: host=\"x;for=9.9.9.9\";for=1.2.3.4"
            })
    void whatIsQuotedInTheFieldOfTheStandardNamesNoOtherClient(String field) throws IOException {
        assertThat(seen(proxies(ForwardedField.FORWARDED, "127.0.0.1"), field)).startsWith("1.2.3.4 http ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Forwarded: ;;;", "Forwarded: by=1.2.3.4", "Forwarded:"})
    void aMalformedFieldOfATrustedProxyNamesNoClient(String field) throws IOException {
        assertThat(seen(proxies(ForwardedField.FORWARDED, "127.0.0.1"), field))
                .startsWith("127.0.0.1 http localhost false ");
    }

    /** It has not the address of the proxy, which may be allowed more. */
    @ParameterizedTest
    @ValueSource(strings = {"Forwarded: for=", "Forwarded: for=_hidden;proto=ftp", "Forwarded: for=1.2.3.4.5"})
    void aClientThatATrustedProxyHidesIsUnknown(String field) throws IOException {
        assertThat(seen(proxies(ForwardedField.FORWARDED, "127.0.0.1"), field))
                .startsWith("unknown http localhost false ");
    }

    @Test
    void aHeaderOfTheProxyProtocolNamesTheClient() throws IOException {
        Consumer<ProxySettings.Builder> proxies =
                settings -> settings.trusted("127.0.0.1").protocol(true);

        assertThat(sent(proxies, "PROXY TCP4 1.2.3.4 127.0.0.1 5678 80\r\n" + request("")))
                .contains("1.2.3.4 http localhost false");
        assertThat(sent(proxies, V2 + "!\u0011\0\14\1\2\3\4\177\0\0\1\26\56\0\120" + request("")))
                .contains("1.2.3.4 http localhost false");
    }

    @Test
    void aConnectionWithoutAHeaderOfTheProxyProtocolIsClosed() throws IOException {
        Consumer<ProxySettings.Builder> proxies =
                settings -> settings.trusted("127.0.0.1").protocol(true);

        assertThat(sent(proxies, request(""))).isEmpty();
        assertThat(sent(proxies, "PROXY TCP4 1.2.3.4\r\n" + request(""))).isEmpty();
    }

    @Test
    void aHeaderOfTheProxyProtocolFromAnyoneElseIsNotRead() throws IOException {
        Consumer<ProxySettings.Builder> proxies =
                settings -> settings.trusted("10.0.0.0/8").protocol(true);

        assertThat(sent(proxies, "PROXY TCP4 1.2.3.4 127.0.0.1 5678 80\r\n" + request("")))
                .isEmpty();
    }

    @Test
    void aHeaderOfTheProxyProtocolComesBeforeTls() throws IOException {
        TlsRig rig = new TlsRig(folder.resolve("authority"));
        try (RunningServer server = new ServerBuilder()
                        .port(0)
                        .settings(settings -> settings.tls(tls -> tls.certificate(
                                        rig.localhost().chain(), rig.localhost().key()))
                                .proxies(proxies -> proxies.trusted("127.0.0.1").protocol(true)))
                        .filter(new SeenFilter(), "/*")
                        .mashup(new SeenServlet())
                        .start();
                ClientSocket plain = ClientSocket.to(server)) {
            plain.send("PROXY TCP4 1.2.3.4 127.0.0.1 5678 443\r\n");
            try (ClientSocket client = ClientSocket.over(rig.clients().over(plain.socket()))) {
                client.send(request(""));

                assertThat(client.readToEnd()).contains("1.2.3.4 https localhost true");
            }
        }
    }

    @Test
    void aProxyProtocolThatTrustsNobodyIsRefused() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new ServerBuilder()
                        .settings(settings -> settings.proxies(proxies ->
                                proxies.field(ForwardedField.FORWARDED).protocol(true)))
                        .start())
                .withMessage("server: proxies.protocol: 'true' closes every connection; expected"
                        + " server.proxies.trusted as well");
    }

    private static Consumer<ProxySettings.Builder> proxies(ForwardedField field, String... trusted) {
        return settings -> settings.trusted(trusted).field(field);
    }

    private static String seen(Consumer<ProxySettings.Builder> proxies, String... fields) throws IOException {
        String reply = sent(proxies, request(String.join("\r\n", fields) + "\r\n"));
        assertThat(reply).startsWith("HTTP/1.1 200 ");
        return reply.substring(reply.indexOf("\r\n\r\n") + 4);
    }

    private static String sent(Consumer<ProxySettings.Builder> proxies, String bytes) throws IOException {
        try (RunningServer server = start(proxies);
                ClientSocket client = ClientSocket.to(server)) {
            client.send(bytes);
            return client.readToEnd();
        }
    }

    private static RunningServer start(Consumer<ProxySettings.Builder> proxies) throws IOException {
        return new ServerBuilder()
                .port(0)
                .settings(settings -> settings.proxies(proxies))
                .filter(new SeenFilter(), "/*")
                .mashup(new SeenServlet())
                .start();
    }

    private static String request(String fields) {
        return "GET /seen HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + fields + "\r\n";
    }

    /** Notes what the container says of the request. */
    private static final class SeenFilter extends HttpFilter {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            request.setAttribute(
                    "seen",
                    "%s %s %s %b"
                            .formatted(
                                    request.getRemoteAddr(),
                                    request.getScheme(),
                                    request.getServerName(),
                                    request.isSecure()));
            chain.doFilter(request, response);
        }
    }

    /** Replies with that, and with the fields of proxies. */
    @WebServlet("/seen")
    private static final class SeenServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            StringBuilder seen =
                    new StringBuilder(String.valueOf(mashup.inbound().attribute("seen")));
            seen.append(" fields:");
            for (String name : List.of(
                    "Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-Port")) {
                seen.append(mashup.header(name) == null ? "" : " " + name);
            }
            return CompletableFuture.completedStage(Reply.text(seen.toString()));
        }
    }
}
