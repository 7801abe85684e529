package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.MashupMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupExecution;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A mashup that blocks on the pool, in a server with the fewest threads. */
class FewThreadsTest {

    private final HoldingServlet holding = new HoldingServlet();

    @ParameterizedTest
    @CsvSource({"5, 1", "5, 2", "6, 0", "6, 3"})
    @Timeout(60)
    void itLeavesAThreadForDeadlinesAndOthers(int threads, int loops) throws Exception {
        try (RunningServer server = start(threads, loops)) {
            // Has Jetty keep a thread in reserve.
            assertThat(Replies.get(server.adminUri(), "/health/ready").statusCode())
                    .isEqualTo(200);
            List<CompletableFuture<HttpResponse<String>>> held = new ArrayList<>();
            try {
                for (int i = 0; i < 4; i++) {
                    held.add(Replies.getLater(server.uri(), "/holding"));
                }
                holding.held.await();
                assertThat(Replies.getLater(server.uri(), "/quick")
                                .get(10, TimeUnit.SECONDS)
                                .body())
                        .isEqualTo("quick");
                for (CompletableFuture<HttpResponse<String>> each : held) {
                    assertThat(each.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(504);
                }
            } finally {
                holding.release.countDown();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"5, 0, ''", "5, 3, ', or fewer server.loops'"})
    void whereItWouldTakeTheLastThreadItIsRefused(int threads, int loops, String orFewer) {
        assertThatThrownBy(() -> start(threads, loops).close())
                .hasMessageContaining(HoldingServlet.class.getName() + ": its execution is pool")
                .hasMessageEndingWith("expected a server.threads of more than 5" + orFewer);
    }

    private RunningServer start(int threads, int loops) throws IOException {
        return new ServerBuilder()
                .port(0)
                .settings(settings -> settings.threads(threads).loops(loops).deadline(Duration.ofSeconds(1)))
                .mashup(holding)
                .mashup(new QuickServlet())
                .start();
    }

    @WebServlet("/holding")
    @MashupExecution(MashupMode.POOL)
    private static final class HoldingServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient CountDownLatch held = new CountDownLatch(1);
        private final transient CountDownLatch release = new CountDownLatch(1);

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            held.countDown();
            try {
                release.await();
            } catch (InterruptedException x) {
                throw new IllegalStateException(x);
            }
            return CompletableFuture.completedStage(Reply.text("held"));
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
