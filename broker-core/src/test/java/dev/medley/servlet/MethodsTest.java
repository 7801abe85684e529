package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import jakarta.servlet.annotation.WebServlet;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A mashup answers the methods that it names, GET unless it names any, and HEAD with GET. */
class MethodsTest {

    @InEachContainer
    void aMashupThatNamesNoMethodAnswersGetAndHeadOnly(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        Read read = new Read();
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(read)) {
            for (String method : new String[] {"DELETE", "POST", "PUT", "PATCH", "PROPFIND"}) {
                HttpResponse<String> refused = send(rig, method);

                assertThat(refused.statusCode()).as(method).isEqualTo(405);
                assertThat(refused.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS");
                assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
                assertThat(refused.body()).contains("\"title\":\"Method Not Allowed\"", method);
            }
            assertThat(read.composed).hasValue(0);
            assertThat(rig.get("/read").body()).isEqualTo("GET");
            assertThat(send(rig, "HEAD").statusCode()).isEqualTo(200);
            assertThat(read.composed).hasValue(2);
        }
    }

    private static HttpResponse<String> send(MashupRig rig, String method) throws Exception {
        return rig.send(rig.request("/read").method(method, BodyPublishers.noBody()));
    }

    /** Names no method. */
    @WebServlet("/read")
    private static final class Read extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient AtomicInteger composed = new AtomicInteger();

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            composed.incrementAndGet();
            return CompletableFuture.completedStage(Reply.text(mashup.inbound().method()));
        }
    }
}
