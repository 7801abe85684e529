package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupBulkhead;
import jakarta.servlet.annotation.WebServlet;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Fault 40: what a server admits, keeps waiting and refuses is in its status and in its metrics. */
class OverloadedServerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final CompletableFuture<Reply> reply = new CompletableFuture<>();

    @Test
    void theExcessIsRefusedAndShows() throws Exception {
        try (RunningServer server = new ServerBuilder()
                .port(0)
                .settings(settings -> settings.admission(
                        admission -> admission.maxConcurrent(1).maxQueued(1).maxQueueAge(Duration.ofMinutes(1))))
                .mashup(new HeldServlet())
                .mashup(new BoundedServlet())
                .start()) {
            CompletableFuture<HttpResponse<String>> first = Replies.getLater(server.uri(), "/held");
            awaitStatus(server, "\"used\" : 1");
            CompletableFuture<HttpResponse<String>> second = Replies.getLater(server.uri(), "/bounded");
            awaitStatus(server, "\"queued\" : 1,\\s+\"refused\"");
            HttpResponse<String> refused = Replies.get(server.uri(), "/held");
            HttpResponse<String> ofMashup = Replies.get(server.uri(), "/bounded");

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(ofMashup.statusCode()).isEqualTo(503);
            assertThat(Replies.get(server.adminUri(), "/status").body())
                    .containsPattern(
                            "\"admission\" : \\{\\s+\"limit\" : 1,\\s+\"used\" : 1,\\s+\"queued\" : 1,\\s+\"refused\" :"
                                    + " \\{\\s+\"queue full\" : 1,\\s+\"queue age\" : 0,\\s+\"displaced\" : 0")
                    .containsPattern("\"bulkhead\" : \\{\\s+\"max\" : 1,\\s+\"used\" : 1,\\s+\"refused\" : 1")
                    .contains("\"bulkhead\" : null");
            assertThat(Replies.get(server.adminUri(), "/metrics").body())
                    .contains("medley_admission_limit 1.0")
                    .contains("medley_admission_used 1.0")
                    .contains("medley_admission_queued 1.0")
                    .contains("medley_admission_refused_total{priority=\"normal\",reason=\"queue full\"} 1.0")
                    .contains("medley_mashup_bulkhead_max{mashup=\"/bounded\"} 1.0")
                    .contains("medley_mashup_bulkhead_used{mashup=\"/bounded\"} 1.0")
                    .contains("medley_mashup_bulkhead_refused_total{mashup=\"/bounded\"} 1.0");
            reply.complete(Reply.text("now"));
            assertThat(first.get().body()).isEqualTo("now");
            assertThat(second.get().body()).isEqualTo("now");
        }
    }

    private static void awaitStatus(RunningServer server, String pattern) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                Replies.get(server.adminUri(), "/status").body())
                        .containsPattern(pattern));
    }

    @WebServlet("/held")
    private final class HeldServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return reply;
        }
    }

    @WebServlet("/bounded")
    @MashupBulkhead(1)
    private final class BoundedServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return reply;
        }
    }
}
