package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A mashup that blocks in {@code compose} stalls the loops of a server. */
class StalledMashupTest {

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final int OTHERS = 8;

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.medley.thread.internal.BlockedThreadChecker");
    private final Lines lines = new Lines();
    private final StallingServlet stalling = new StallingServlet();

    @BeforeEach
    void readTheLog() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void leaveTheLog() {
        logger.detachAppender(lines);
    }

    @Test
    void itIsNamedWithItsStackAndMovedAndOthersGoOn() throws Exception {
        try (RunningServer server = start(Duration.ofMillis(50))) {
            for (int stalls = 1; stalls <= 3; stalls++) {
                CompletableFuture<HttpResponse<String>> request = Replies.getLater(server.uri(), "/stalling");
                awaitLines("has held the loop medley-", stalls);
                stalling.releases.release();
                assertThat(request.get().statusCode()).isEqualTo(200);
            }
            assertThat(lines.texts)
                    .first()
                    .asString()
                    .contains("mashup /stalling", "waiting", "StallingServlet.compose");
            awaitLines("has stalled a loop 3 times within 60 s: from now on it runs on the pool", 1);

            List<CompletableFuture<HttpResponse<String>>> held = new ArrayList<>();
            for (int i = 0; i < OTHERS; i++) {
                held.add(Replies.getLater(server.uri(), "/stalling"));
            }
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> stalling.releases.getQueueLength()
                            == server.broker().pool().share().maxThreads() - 1);
            for (int i = 0; i < OTHERS; i++) {
                assertThat(Replies.get(server.uri(), "/quick").body()).isEqualTo("quick");
            }
            assertThat(Replies.get(server.adminUri(), "/status").body())
                    .containsPattern(
                            "\"/stalling\" : \\{\\s+\"execution\" : \"pool\",\\s+\"decidedBy\" : \"stalls\",\\s+\"moved\" : true,"
                                    + "\\s+\"lastMove\" : \"stalls\",\\s+\"stalls\" : 3");
            assertThat(Replies.get(server.adminUri(), "/metrics").body())
                    .contains("medley_mashup_stalls_total{mashup=\"/stalling\"} 3.0")
                    .contains(
                            "medley_mashup_moves_total{from=\"async\",mashup=\"/stalling\",reason=\"stalls\",to=\"pool\"} 1.0")
                    .contains("medley_mashup_moved{mashup=\"/stalling\"} 1.0")
                    .contains("medley_loops_lag_seconds_count");
            stalling.releases.release(OTHERS);
            for (CompletableFuture<HttpResponse<String>> each : held) {
                assertThat(each.get().statusCode()).isEqualTo(200);
            }
            assertThat(lines.texts).as("stalls after it was moved").hasSize(4);
        }
    }

    private RunningServer start(Duration warning) throws IOException {
        return new ServerBuilder()
                .port(0)
                .settings(settings -> settings.loops(2).threads(16).stallWarning(warning))
                .mashup(stalling)
                .mashup(new QuickServlet())
                .start();
    }

    private void awaitLines(String text, int count) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(lines.texts)
                        .filteredOn(line -> line.contains(text))
                        .hasSize(count));
    }

    private static final class Lines extends AppenderBase<ILoggingEvent> {

        private final List<String> texts = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent event) {
            IThrowableProxy stack = event.getThrowableProxy();
            texts.add(event.getFormattedMessage() + (stack == null ? "" : ThrowableProxyUtil.asString(stack)));
        }
    }

    @WebServlet("/stalling")
    private static final class StallingServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient Semaphore releases = new Semaphore(0);

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            releases.acquireUninterruptibly();
            return CompletableFuture.completedStage(Reply.text("stalled"));
        }
    }

    @WebServlet("/quick")
    private static final class QuickServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("quick"));
        }
    }
}
