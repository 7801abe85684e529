package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.json.Json;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.stubs.PartnerStubs;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;

/** An answer that does not fit the record that it is read into is the partner's fault. */
class UnexpectedShapeTest {

    @AutoClose
    private static final PartnerStubs STUBS = PartnerStubs.builder().threads(2).start();

    @InEachMode
    void anAnswerThatDoesNotFitIsABadGateway(ExecutionMode mode) throws Exception {
        assertBadGateway(
                mode, mashup -> mashup.get("shop", "/partner/1").json().thenApply(d -> reply(d.as(Odd.class))));
    }

    private static void assertBadGateway(ExecutionMode mode, Function<Mashup, CompletionStage<Reply>> mashup)
            throws Exception {
        try (MashupRig rig = MashupRig.in(mode).partner("shop", STUBS.uri()).serve(mashup)) {
            HttpResponse<String> reply = rig.get("/");

            assertThat(reply.statusCode()).isEqualTo(502);
            assertThat(Json.parse(reply.body().getBytes(java.nio.charset.StandardCharsets.UTF_8))
                            .tree()
                            .get("detail")
                            .asString())
                    .isEqualTo("partner shop: unexpected shape at /status");
            assertThat(reply.body()).doesNotContain("Odd");
        }
    }

    private static Reply reply(Odd odd) {
        return Reply.text("status " + odd.status);
    }

    private record Odd(int partner, int status) {}
}
