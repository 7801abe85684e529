package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import jakarta.servlet.annotation.WebServlet;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Uploads over one connection of HTTP/2 to mashups that do not read them, beside others. */
class SlowUploadsTest {

    private static final int UPLOADS = 20;
    private static final byte[] LARGE = new byte[1 << 20];

    @TempDir
    static Path folder;

    private final TlsRig rig = new TlsRig(folder.resolve("authority"));
    private final HttpClient client = rig.clients().client(HttpClient.Version.HTTP_2);
    private final HoldingServlet holding = new HoldingServlet();

    @Test
    @Timeout(60)
    void theyLeaveTheWindowOfTheirConnectionToTheOthers() throws Exception {
        try (RunningServer server = new ServerBuilder()
                .port(0)
                .settings(settings -> settings.tls(tls ->
                        tls.certificate(rig.localhost().chain(), rig.localhost().key())))
                .mashup(holding)
                .mashup(new UploadServlets.Length())
                .start()) {
            // The others go over the connection of the first request.
            assertThat(post(server, "/length", BodyPublishers.noBody()).join().version())
                    .isEqualTo(HttpClient.Version.HTTP_2);
            List<CompletableFuture<HttpResponse<String>>> uploads = new ArrayList<>();
            for (int i = 0; i < UPLOADS; i++) {
                uploads.add(post(server, "/holding", BodyPublishers.ofByteArray(LARGE)));
            }
            holding.held.await();

            HttpResponse<String> beside =
                    post(server, "/length", BodyPublishers.ofByteArray(LARGE)).get(20, TimeUnit.SECONDS);

            assertThat(beside.body()).isEqualTo("" + LARGE.length);
            assertThat(beside.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(uploads).noneMatch(CompletableFuture::isDone);
            holding.release.complete(Reply.text("held"));
        }
    }

    private CompletableFuture<HttpResponse<String>> post(RunningServer server, String path, BodyPublisher body) {
        return client.sendAsync(
                HttpRequest.newBuilder(server.uri().resolve(path)).POST(body).build(), BodyHandlers.ofString());
    }

    @WebServlet("/holding")
    @MashupMethods("POST")
    private static final class HoldingServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient CountDownLatch held = new CountDownLatch(UPLOADS);
        private final transient CompletableFuture<Reply> release = new CompletableFuture<>();

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            held.countDown();
            return release;
        }
    }
}
