package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import dev.medley.stubs.tls.IssuedCertificate;
import dev.medley.thread.internal.BrokerPool;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Topics are the same in each mode, over each version of HTTP, with TLS and without. */
@Timeout(60)
class TopicTransportsTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MESSAGES = 50;
    /** Many records of TLS, and several writes. */
    private static final String DATA = '"' + "x".repeat(20_000) + '"';

    @TempDir
    private Path folder;

    private ReloadRig rig;
    private CertificateAuthority authority;

    @BeforeEach
    void create() {
        rig = new ReloadRig(folder);
        authority = CertificateAuthority.create(folder, "Test");
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    static Stream<Arguments> transports() {
        return Stream.of(ExecutionMode.values())
                .filter(mode -> mode != ExecutionMode.VIRTUAL || BrokerPool.virtualThreadsAvailable())
                .flatMap(mode -> Stream.of(
                        Arguments.of(mode, Version.HTTP_1_1, false),
                        Arguments.of(mode, Version.HTTP_1_1, true),
                        Arguments.of(mode, Version.HTTP_2, true)));
    }

    @ParameterizedTest
    @MethodSource("transports")
    void whatIsPublishedIsStreamedPolledAndSentOverWebSocket(ExecutionMode mode, Version version, boolean tls)
            throws Exception {
        RunningServer server = start(mode, tls);
        HttpClient client = new TlsClients(authority.certificate()).client(version);
        try (SocketClient socket = SocketClient.open(client, server.uri());
                EventClient stream = EventClient.open(client, server.uri(), version, "/topics/prices.*")) {
            assertThat(stream.response().version()).isEqualTo(version);
            String begin = stream.next().get("id");
            socket.send("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"prices.>\"}");
            assertThat(socket.next().get("position").asString()).isEqualTo(begin);

            HttpResponse<String> published = client.send(
                    request(server, "prices.eur")
                            .header("Content-Type", "application/x-ndjson")
                            .POST(HttpRequest.BodyPublishers.ofString((DATA + '\n').repeat(MESSAGES)))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(published.statusCode()).as(published.body()).isEqualTo(200);
            String previous = begin;
            for (int i = 0; i < MESSAGES; i++) {
                JsonNode streamed = JSON.readTree(stream.next().get("data"));
                JsonNode sent = socket.next();
                assertThat(streamed.get("prev").asString()).isEqualTo(previous);
                assertThat(sent.get("prev").asString()).isEqualTo(previous);
                previous = sent.get("position").asString();
                assertThat(streamed.get("position").asString()).isEqualTo(previous);
                assertThat(sent.get("data").toString()).isEqualTo(DATA);
            }
            HttpResponse<String> polled = client.send(
                    request(server, "prices.eur?after=" + begin).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(JSON.readTree(polled.body())
                            .get("messages")
                            .get(0)
                            .get("data")
                            .toString())
                    .isEqualTo(DATA);
        }
    }

    private RunningServer start(ExecutionMode mode, boolean tls) throws Exception {
        IssuedCertificate localhost = authority.issue(CertificateRequest.forHosts("localhost", "127.0.0.1"));
        rig.write(
                ", execution: " + mode.name().toLowerCase(Locale.ROOT)
                        + (tls ? ReloadTlsTest.tls(localhost.chain(), localhost.key()) : ""),
                "");
        rig.append("topics: {prices: {public: true, publish: {anybody: true}}}\n");
        return rig.start();
    }

    private static HttpRequest.Builder request(RunningServer server, String subject) {
        return HttpRequest.newBuilder(URI.create(server.uri() + "/topics/" + subject));
    }
}
