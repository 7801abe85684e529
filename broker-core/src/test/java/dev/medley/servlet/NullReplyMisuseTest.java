package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A mashup without a reply is an internal error, whose cause is in the log. */
@SuppressWarnings("NullAway") // Forbidden, but user code may do it.
class NullReplyMisuseTest {

    @InEachMode
    void composeThatReturnsNullIsLogged(ExecutionMode mode) throws Exception {
        assertThat(failure(mode, mashup -> null))
                .contains("mashup tested", "GET /at", "compose returned null, expected a stage of a Reply");
    }

    @InEachMode
    void aStageThatCompletesWithNullIsLogged(ExecutionMode mode) throws Exception {
        assertThat(failure(mode, mashup -> CompletableFuture.completedStage(null)))
                .contains("mashup tested", "GET /at", "the stage completed with null, expected a Reply");
    }

    private static String failure(ExecutionMode mode, Function<Mashup, CompletionStage<Reply>> composer)
            throws Exception {
        try (CapturedLog log = new CapturedLog();
                MashupRig rig = MashupRig.in(mode).serve(composer)) {
            assertThat(rig.get("/at?this=path").statusCode()).isEqualTo(500);
            rig.onlyReplied();

            assertThat(log.ofMedley()).hasSize(1);
            ILoggingEvent event = log.ofMedley().get(0);
            assertThat(event.getThrowableProxy()).isNull();
            return event.getFormattedMessage();
        }
    }
}
