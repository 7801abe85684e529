package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.config.ExecutionMode;
import dev.medley.config.internal.MashupOptions;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.annotation.MashupBulkhead;
import dev.medley.servlet.internal.admission.Bulkhead;
import dev.medley.servlet.internal.routing.MashupDescription;
import jakarta.servlet.annotation.WebServlet;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** One mashup has as many requests in flight as its bulkhead admits. */
class BulkheadTest {

    private final HeldReplies mashup = new HeldReplies();

    @InEachMode
    void aRequestBeyondTheBulkheadIsRefusedAtOnce(ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode).serve(new Bounded(mashup))) {
            CompletableFuture<HttpResponse<String>> first = running(rig, "1");
            CompletableFuture<HttpResponse<String>> second = running(rig, "2");
            HttpResponse<String> refused = rig.get("/bounded?id=3");

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(refused.body()).contains("too many requests for this mashup are in flight");
            mashup.end("1");
            assertThat(first.get().body()).isEqualTo("1");
            CompletableFuture<HttpResponse<String>> fourth = running(rig, "4");
            mashup.end("2");
            mashup.end("4");
            assertThat(second.get().body()).isEqualTo("2");
            assertThat(fourth.get().body()).isEqualTo("4");
            Bulkhead bulkhead = rig.bulkheads().get(0);
            assertThat(bulkhead.max()).isEqualTo(2);
            assertThat(bulkhead.refused()).isOne();
        }
    }

    @Test
    void theConfigurationWinsOverTheAnnotation() throws Exception {
        try (MashupRig rig = MashupRig.in(ExecutionMode.ASYNC)
                .mashups(Map.of("/bounded", new MashupOptions.Given(null, 1, null, null, null, null, false, "test")))
                .serve(new Bounded(mashup))) {
            CompletableFuture<HttpResponse<String>> first = running(rig, "1");
            assertThat(rig.get("/bounded?id=2").statusCode()).isEqualTo(503);
            mashup.end("1");
            assertThat(first.get().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aRequestThatTheServerRefusesLeavesTheBulkhead() throws Exception {
        try (MashupRig rig = MashupRig.in(ExecutionMode.ASYNC)
                .admission(admission -> admission.maxConcurrent(1).maxQueued(0))
                .serve(new Bounded(mashup))) {
            CompletableFuture<HttpResponse<String>> first = running(rig, "1");
            for (int i = 0; i < 3; i++) {
                assertThat(rig.get("/bounded?id=2").body()).contains("too many requests are in flight");
            }
            mashup.end("1");
            assertThat(first.get().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aBulkheadThatAdmitsNoneIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MashupDescription.of(AdmitsNone.class))
                .withMessage(AdmitsNone.class.getName() + ": @MashupBulkhead is 0; expected 1 or more");
    }

    private CompletableFuture<HttpResponse<String>> running(MashupRig rig, String id) {
        CompletableFuture<HttpResponse<String>> response = rig.begin("/bounded?id=" + id);
        mashup.awaitRunning(id);
        return response;
    }

    @WebServlet("/bounded")
    @MashupBulkhead(2)
    private static final class Bounded extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient Function<Mashup, CompletionStage<Reply>> composer;

        Bounded(Function<Mashup, CompletionStage<Reply>> composer) {
            this.composer = composer;
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return composer.apply(mashup);
        }
    }

    @MashupBulkhead(0)
    private abstract static class AdmitsNone extends MashupServlet {

        private static final long serialVersionUID = 1L;
    }
}
