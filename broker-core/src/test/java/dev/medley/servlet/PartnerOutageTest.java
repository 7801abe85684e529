package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Reason;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.Soon;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;

/** A partner that is away or slow, in each execution mode: its mashups fail fast or wait, and the others go on. */
class PartnerOutageTest {

    private static final PartnerStubs SOUND = PartnerStubs.builder().start();
    private static final int MIN_ATTEMPTS = 4;
    private static final int WAITING = 6;
    private static final int OTHERS = 50;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final List<Exchange> asked = new CopyOnWriteArrayList<>();

    @AfterAll
    static void stopStubs() {
        SOUND.close();
    }

    @InEachMode
    void fault1OfAPartnerThatRefusesTheMashupsFailFastAndThenAtOnce(ExecutionMode mode) throws Exception {
        try (RawPartner refusing = RawPartner.start(Misbehaviour.REFUSE);
                MashupRig rig = MashupRig.in(mode)
                        .partner(withBreaker(refusing.uri()))
                        .partner("sound", SOUND.uri())
                        .serve(this::ask)) {
            for (int i = 0; i < MIN_ATTEMPTS; i++) {
                HttpResponse<String> reply = rig.get("/?partner=away");
                assertThat(reply.statusCode()).isEqualTo(502);
                assertThat(reply.body()).contains(Reason.CONNECT_FAILED.label());
            }
            HttpResponse<String> atOnce = rig.get("/?partner=away");
            assertThat(atOnce.statusCode()).isEqualTo(503);
            assertThat(atOnce.headers().firstValue("Retry-After")).isPresent();
            assertThat(atOnce.body())
                    .contains(Reason.NO_ENDPOINT.label())
                    .doesNotContain("127.0.0.1", String.valueOf(refusing.port()));
            assertThat(rig.get("/?partner=sound").statusCode()).isEqualTo(200);
        }
    }

    @InEachMode
    void fault2APartnerThatDoesNotAcceptTimesOutAndTheOthersAnswerMeanwhile(ExecutionMode mode) throws Exception {
        try (RawPartner deaf = RawPartner.start(Misbehaviour.NEVER_ACCEPT);
                MashupRig rig = MashupRig.in(mode)
                        .manualTime()
                        .partner(withBreaker(deaf.uri()))
                        .partner("sound", SOUND.uri())
                        .serve(this::ask)) {
            List<CompletableFuture<HttpResponse<String>>> stuck = Stream.generate(() -> rig.begin("/?partner=away"))
                    .limit(MIN_ATTEMPTS)
                    .toList();
            awaitAll(MIN_ATTEMPTS, ExchangeState.CONNECTING);
            assertOthersAnswer(rig);
            rig.clock().advance(CONNECT_TIMEOUT);
            for (CompletableFuture<HttpResponse<String>> each : stuck) {
                assertThat(each.get().statusCode()).isEqualTo(502);
                assertThat(each.get().body()).contains(Reason.CONNECT_TIMEOUT.label());
            }
            assertThat(rig.get("/?partner=away").statusCode()).isEqualTo(503);
        }
    }

    @InEachMode
    void fault41MashupsOfASlowPartnerWaitAndTheOthersAnswerMeanwhile(ExecutionMode mode) throws Exception {
        try (PartnerStubs slow =
                        PartnerStubs.builder().delay(Duration.ofMinutes(5)).start();
                MashupRig rig = MashupRig.in(mode)
                        .manualTime()
                        .partner("away", slow.uri())
                        .partner("sound", SOUND.uri())
                        .serve(this::ask)) {
            List<CompletableFuture<HttpResponse<String>>> waiting = Stream.generate(() -> rig.begin("/?partner=away"))
                    .limit(WAITING)
                    .toList();
            awaitAll(WAITING, ExchangeState.WAITING);
            assertOthersAnswer(rig);
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            rig.clock().advance(Duration.ofSeconds(60));
            for (CompletableFuture<HttpResponse<String>> each : waiting) {
                assertThat(each.get().statusCode()).isEqualTo(504);
            }
        }
    }

    private void awaitAll(int number, ExchangeState state) {
        Soon.until(
                number + " exchanges " + state,
                () -> asked.stream()
                                .filter(each -> each.partner().equals("away") && each.state() == state)
                                .count()
                        == number);
    }

    private static void assertOthersAnswer(MashupRig rig) throws Exception {
        for (int i = 0; i < OTHERS; i++) {
            assertThat(rig.get("/?partner=sound").statusCode()).isEqualTo(200);
        }
    }

    private CompletionStage<Reply> ask(Mashup mashup) {
        CompletionStage<Reply> reply = mashup.merge()
                .put("one", mashup.get(mashup.parameter("partner"), "/partner/1"))
                .reply();
        asked.addAll(mashup.exchanges());
        return reply;
    }

    private static PartnerSettings withBreaker(Object url) {
        return PartnerSettings.of("away", url.toString())
                .connectTimeout(CONNECT_TIMEOUT)
                .retry(r -> r.connectRetries(0))
                .breaker(b -> b.enabled(true)
                        .failureRate(50)
                        .window(Duration.ofSeconds(10))
                        .minAttempts(MIN_ATTEMPTS)
                        .openFor(Duration.ofMinutes(1))
                        .probes(1))
                .build();
    }
}
