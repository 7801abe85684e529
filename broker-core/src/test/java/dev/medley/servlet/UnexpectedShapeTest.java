package dev.medley.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.json.Json;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.stubs.PartnerStubs;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import tools.jackson.core.type.TypeReference;

/** An answer that does not fit the record that it is read into is the partner's fault. */
class UnexpectedShapeTest {

    @AutoClose
    private static final PartnerStubs STUBS = PartnerStubs.builder().threads(2).start();

    @InEachMode
    void aDocumentThatDoesNotFitIsABadGateway(ExecutionMode mode) throws Exception {
        assertBadGateway(
                mode,
                " at /status",
                mashup -> mashup.get("shop", "/partner/1").json().thenApply(d -> reply(d.as(Odd.class))));
    }

    @InEachMode
    void anAnswerThatIsReadIntoATypeThatItDoesNotFitIsABadGateway(ExecutionMode mode) throws Exception {
        assertBadGateway(
                mode,
                " at /status",
                mashup -> mashup.get("shop", "/partner/1").json(Odd.class).thenApply(UnexpectedShapeTest::reply));
        assertBadGateway(
                mode,
                "",
                mashup -> mashup.get("shop", "/partner/1")
                        .json(new TypeReference<List<Odd>>() {})
                        .thenApply(all -> reply(all.get(0))));
    }

    @InEachMode
    void aDocumentOfTheMashupsOwnThatDoesNotFitIsADefect(ExecutionMode mode) throws Exception {
        try (CapturedLog log = new CapturedLog();
                MashupRig rig = MashupRig.in(mode)
                        .partner("shop", STUBS.uri())
                        .serve(mashup ->
                                mashup.merge().put("status", Map.of()).json().thenApply(d -> reply(d.as(Odd.class))))) {
            assertThat(rig.get("/").statusCode()).isEqualTo(500);
            assertThat(log.ofMedley())
                    .singleElement()
                    .satisfies(line -> assertThat(line.getThrowableProxy().getMessage())
                            .contains("the document has an unexpected shape at /"));
        }
    }

    private static void assertBadGateway(
            ExecutionMode mode, String place, Function<Mashup, CompletionStage<Reply>> mashup) throws Exception {
        try (CapturedLog log = new CapturedLog();
                MashupRig rig = MashupRig.in(mode).partner("shop", STUBS.uri()).serve(mashup)) {
            HttpResponse<String> reply = rig.get("/");

            assertThat(reply.statusCode()).isEqualTo(502);
            assertThat(Json.parse(reply.body().getBytes(UTF_8))
                            .tree()
                            .get("detail")
                            .asString())
                    .isEqualTo("partner shop: unexpected shape" + place);
            assertThat(reply.body()).doesNotContain("Odd");
            assertThat(log.ofMedley()).singleElement().satisfies(line -> {
                assertThat(line.getFormattedMessage())
                        .contains("partner shop, completed: unexpected shape" + place + ": ")
                        .contains("Odd");
                assertThat(line.getThrowableProxy()).isNull();
            });
        }
    }

    private static Reply reply(Odd odd) {
        return Reply.text("status " + odd.status);
    }

    private record Odd(int partner, int status) {}
}
