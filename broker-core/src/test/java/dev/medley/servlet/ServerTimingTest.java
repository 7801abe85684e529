package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Merge;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.Soon;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Each reply says how long the request took until it began, in which phases, and each of its exchanges. */
class ServerTimingTest {

    private static final String MILLIS = "\\d+\\.\\d";
    /** Those phases that have taken a tenth of a millisecond. */
    private static final String PHASES = "(, (admission|composing|exchanges|merging|writing);dur=M)*";

    @AutoClose
    private static final PartnerStubs STUBS = PartnerStubs.builder().threads(2).start();

    @InEachMode
    void theTimesAreInMillisecondsWithOneDigit(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).serve(mashup -> fanOut(mashup, 2))) {
            assertThat(timing(rig.get("/")))
                    .matches(("total;dur=M" + PHASES + ", shop;dur=M, shop;dur=M").replace("M", MILLIS));
        }
    }

    @Test
    void theTimesAreThoseOfTheClock() throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                MashupRig rig = MashupRig.in(ExecutionMode.ASYNC)
                        .manualTime()
                        .deadline(Duration.ofSeconds(10))
                        .partner("silent", silent.uri())
                        .serve(mashup -> mashup.merge()
                                .put("it", mashup.get("silent", "/"))
                                .reply())) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            Soon.until("the request at the partner", () -> silent.requests() == 1);
            rig.clock().advance(Duration.ofSeconds(10));

            // It is cancelled by then, unless the thread that sent it is not done with it yet.
            assertThat(timing(response.get()))
                    .matches(
                            "total;dur=10000.0, (composing|exchanges);dur=10000.0, silent;dur=10000.0;desc=\"(cancelled|unfinished)\"");
        }
    }

    @InEachMode
    void anExchangeThatFailedSaysSoAndHowOftenItWasTried(ExecutionMode mode) throws Exception {
        try (RawPartner resetting = RawPartner.start(Misbehaviour.RESET_BEFORE_HEADERS);
                MashupRig rig = MashupRig.in(mode)
                        .partner(PartnerSettings.of("resetting", resetting.uri().toString())
                                .retries(2)
                                .build())
                        .serve(mashup -> mashup.merge()
                                .putOptional("it", mashup.get("resetting", "/"))
                                .reply())) {
            assertThat(timing(rig.get("/")))
                    .matches(("total;dur=M" + PHASES + ", resetting;dur=M;desc=\"failed, attempt 3\"")
                            .replace("M", MILLIS));
        }
    }

    @InEachMode
    void anExchangeThatTheCacheAnswersSaysSo(ExecutionMode mode) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder()
                        .answer("GET", "/a", StubAnswer.json(200, "{}").header("Cache-Control", "max-age=60"))
                        .start();
                MashupRig rig = MashupRig.in(mode)
                        .partner(PartnerSettings.of("shop", stubs.uri().toString())
                                .cache(c -> c.enabled(true))
                                .build())
                        .serve(mashup ->
                                mashup.get("shop", "/a").response().thenApply(it -> Reply.of(it, "Cache-Status")))) {
            assertThat(timing(rig.get("/"))).matches(("total;dur=M" + PHASES + ", shop;dur=M").replace("M", MILLIS));
            HttpResponse<String> second = rig.get("/");
            assertThat(timing(second))
                    .matches(("total;dur=M" + PHASES + ", shop;dur=M;desc=\"hit\"").replace("M", MILLIS));
            assertThat(second.headers().firstValue("Cache-Status"))
                    .hasValueSatisfying(status -> assertThat(status).startsWith("medley; hit; ttl="));
            assertThat(stubs.requests()).isOne();
        }
    }

    @InEachMode
    void anExchangeThatGoesOnIsUnfinished(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = MashupRig.in(mode)
                        .partner("files", partner.url())
                        .serve(mashup -> mashup.stream("files", "/"));
                RawClient client = RawClient.get(rig.port(), "/")) {
            HandConnection connection = partner.acceptRequest();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n").send("a");

            assertThat(client.readHead())
                    .containsPattern(("Server-Timing: total;dur=M" + PHASES + ", files;dur=M;desc=\"unfinished\"\r\n")
                            .replace("M", MILLIS));
            connection.send("b");
            assertThat(client.read(2)).isEqualTo("ab");
        }
    }

    @InEachMode
    void ofManyExchangesTheFirstThirtyTwoAreListed(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).serve(mashup -> fanOut(mashup, 40))) {
            assertThat(timing(rig.get("/")))
                    .matches(("total;dur=M" + PHASES + "(, shop;dur=M){32}, more;desc=\"8 exchanges\"")
                            .replace("M", MILLIS));
        }
    }

    @InEachMode
    void withoutExchangesThereIsTheTotal(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).serve(mashup -> CompletableFuture.completedStage(Reply.text("alone")))) {
            assertThat(timing(rig.get("/"))).matches(("total;dur=M" + PHASES).replace("M", MILLIS));
        }
    }

    private static MashupRig.Builder rig(ExecutionMode mode) {
        return MashupRig.in(mode).partner("shop", STUBS.uri());
    }

    private static CompletionStage<Reply> fanOut(Mashup mashup, int exchanges) {
        Merge merge = mashup.merge();
        for (int i = 0; i < exchanges; i++) {
            merge.put("p" + i, mashup.get("shop", "/partner/{i}", i));
        }
        return merge.reply();
    }

    private static String timing(HttpResponse<String> reply) {
        assertThat(reply.headers().allValues("Server-Timing")).hasSize(1);
        return reply.headers().firstValue("Server-Timing").orElse("");
    }
}
