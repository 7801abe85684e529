package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.PlainReply;
import dev.medley.server.internal.lifecycle.RunningServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlainHttpTest {

    @TempDir
    static Path folder;

    private static TlsRig rig;

    @BeforeAll
    static void issue() {
        rig = new TlsRig(folder.resolve("authority"));
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void hstsIsSentOverTlsOnly(Version version) throws Exception {
        RunningServer server = rig.start(settings ->
                settings.https(https -> https.hsts(Duration.ofDays(365), true).plain(0, PlainReply.REDIRECT)));

        HttpResponse<String> secure = TlsClients.get(rig.clients().client(version), TlsRig.client(server));
        HttpResponse<String> plain = Replies.get(plain(server), "/client");

        assertThat(secure.headers().allValues("Strict-Transport-Security"))
                .containsExactly("max-age=31536000; includeSubDomains");
        assertThat(plain.headers().map()).doesNotContainKey("Strict-Transport-Security");
    }

    @Test
    void plainHttpIsRedirectedWithPathAndQuery() throws Exception {
        RunningServer server = rig.start(settings -> settings.https(https -> https.plain(0, PlainReply.REDIRECT)));

        HttpResponse<String> reply = Replies.get(plain(server), "/client?a=%20b&c");

        assertThat(reply.statusCode()).isEqualTo(308);
        assertThat(reply.headers().firstValue("Location"))
                .contains("https://127.0.0.1:" + server.port() + "/client?a=%20b&c");
        HttpClient following = HttpClient.newBuilder().build();
        HttpResponse<String> posted = following.send(
                HttpRequest.newBuilder(URI.create(plain(server) + "/client"))
                        .POST(HttpRequest.BodyPublishers.ofString("x"))
                        .build(),
                BodyHandlers.ofString());
        assertThat(posted.statusCode()).isEqualTo(308);
    }

    @Test
    void aRedirectNamesThePortThatClientsSee() throws Exception {
        RunningServer server = rig.start(settings ->
                settings.https(https -> https.plain(0, PlainReply.REDIRECT).publicPort(443)));

        assertThat(Replies.get(plain(server), "/client").headers().firstValue("Location"))
                .contains("https://127.0.0.1/client");
    }

    @Test
    void plainHttpIsRefused() throws Exception {
        RunningServer server = rig.start(settings -> settings.https(https -> https.plain(0, PlainReply.REFUSE)));

        HttpResponse<String> reply = Replies.get(plain(server), "/client");

        assertThat(reply.statusCode()).isEqualTo(403);
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(Replies.json(reply).path("detail").asString()).contains("expected https");
    }

    @Test
    void plainHttpOnThePortOfTlsGetsNoReply() throws Exception {
        RunningServer server = rig.start(settings -> {});

        URI plain = URI.create("http://127.0.0.1:" + server.port());

        assertThatThrownBy(() -> Replies.get(plain, "/client")).hasCauseInstanceOf(IOException.class);
    }

    private static URI plain(RunningServer server) {
        return URI.create("http://127.0.0.1:" + server.plainPort());
    }
}
