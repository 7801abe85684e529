package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.Reply;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Wrong uses of the body of an inbound request that is streamed; they are in docs/wrong-uses.md. */
class UploadMisuseTest {

    private static final String ONCE = "streamedBody() after body() or streamedBody(): a body can be read only once";

    @Test
    void streamedBodyAfterBodyIsRefused() throws Exception {
        withABody(inbound -> {
            inbound.body();
            assertThatIllegalStateException().isThrownBy(inbound::streamedBody).withMessage(ONCE);
        });
    }

    @Test
    void streamedBodyTwiceIsRefused() throws Exception {
        withABody(inbound -> {
            inbound.streamedBody();
            assertThatIllegalStateException().isThrownBy(inbound::streamedBody).withMessage(ONCE);
        });
    }

    @Test
    void bodyAfterStreamedBodyFails() throws Exception {
        withABody(inbound -> {
            inbound.streamedBody();
            assertThat(inbound.body())
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withMessageContaining("the body of the request is streamed to a partner");
        });
    }

    private static void withABody(Consumer<Inbound> use) throws Exception {
        try (MashupRig rig = MashupRig.in(ExecutionMode.ASYNC).serve(mashup -> {
            try {
                use.accept(mashup.inbound());
            } catch (AssertionError x) {
                throw new CompletionException(x);
            }
            return CompletableFuture.completedStage(Reply.text("refused"));
        })) {
            assertThat(rig.send(rig.request("/").POST(BodyPublishers.ofString("so")))
                            .body())
                    .isEqualTo("refused");
        }
    }
}
