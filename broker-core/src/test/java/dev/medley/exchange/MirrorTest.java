package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.AT_ONCE;
import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.BrokerRig.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.RequestBody;
import dev.medley.partner.MirrorSettings;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.routing.Mirror;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import dev.medley.thread.internal.Soon;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Copies of requests for the mirror of a partner. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class MirrorTest {

    private static final int MANY = 10_000;

    @RegisterExtension
    final BrokerRig rig;

    MirrorTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    private static Consumer<MirrorSettings.Builder> to(String mirror) {
        return settings -> settings.partner(mirror);
    }

    private Mirror mirror() {
        return Objects.requireNonNull(rig.partner().mirror());
    }

    private PartnerStubs stubs(String text) {
        return rig.stubs(PartnerStubs.builder().answer("GET", "/a", 200, text).answer("POST", "/a", 201, text));
    }

    private RecordedRequest only(PartnerStubs stubs) {
        // Not their number: a request counts before it is recorded.
        Soon.until("a copy", () -> stubs.recorded().size() == 1);
        return stubs.recorded().get(0);
    }

    @Test
    void theMirrorGetsACopyAndItsResponseIsDropped() {
        PartnerStubs partner = stubs("1");
        PartnerStubs other = stubs("2");
        rig.start(at(partner.uri()).mirror(to("other")), named("other", other.uri()));
        RecordingListener exchange =
                rig.start(rig.exchange().get("/a?q={q}", "x y").header("X-Own", "1"));
        assertThat(exchange.response().text()).isEqualTo("1");
        RecordedRequest copy = only(other);
        assertThat(copy.method()).isEqualTo("GET");
        assertThat(copy.path()).isEqualTo("/a");
        assertThat(copy.header("X-Own")).isEqualTo("1");
        assertThat(mirror().sent()).isOne();
        assertThat(mirror().dropped()).isZero();
        Soon.until("the end", () -> rig.broker().exchangesInFlight() == 0);
    }

    @Test
    void theCopyHasPathAndFieldsOfTheMirrorAndNotThoseOfThePartner() {
        PartnerStubs partner = rig.stubs(PartnerStubs.builder().answer("GET", "/one/a", 200, "1"));
        PartnerStubs other = rig.stubs(PartnerStubs.builder().answer("GET", "/two/a", 200, "2"));
        rig.start(
                at(partner.uri() + "/one")
                        .mirror(to("other"))
                        .header("X-Fixed", "of the partner")
                        .header("X-Partner-Key", "secret")
                        .passHeaders("X-Passed")
                        .auth(auth -> auth.header("X-Token", "secret")),
                named("other", other.uri() + "/two").header("X-Fixed", "of the mirror"));
        rig.start(rig.exchange().get("/a").passOn(name -> List.of("of the client")))
                .response();
        RecordedRequest copy = only(other);
        assertThat(copy.path()).isEqualTo("/two/a");
        assertThat(copy.header("X-Fixed")).isEqualTo("of the mirror");
        assertThat(copy.header("X-Partner-Key")).isNull();
        assertThat(copy.header("X-Token")).isNull();
        assertThat(copy.header("X-Passed")).isNull();
        assertThat(partner.recorded().get(0).header("X-Passed")).isEqualTo("of the client");
    }

    @Test
    void theMirrorIsPassedFieldsOfTheClientIfItIsToBe() {
        PartnerStubs partner = stubs("1");
        PartnerStubs other = stubs("2");
        rig.start(
                at(partner.uri()).mirror(to("other")),
                named("other", other.uri()).passHeaders("X-Passed"));
        rig.start(rig.exchange().get("/a").passOn(name -> List.of("of the client")))
                .response();
        assertThat(only(other).header("X-Passed")).isEqualTo("of the client");
        assertThat(partner.recorded().get(0).header("X-Passed")).isNull();
    }

    @Test
    void theMirrorIsPassedNoCredentialOfTheClientWithAllElse() {
        PartnerStubs partner = stubs("1");
        PartnerStubs other = stubs("2");
        PartnerStubs listed = stubs("3");
        rig.start(
                at(partner.uri()).mirror(to("other")),
                named("second", partner.uri()).mirror(to("listed")),
                named("other", other.uri()),
                named("listed", listed.uri()).passHeaders("cookie"));
        Map<String, List<String>> inbound =
                Map.of("X-Plain", List.of("1"), "Authorization", List.of("Bearer 4711"), "Cookie", List.of("s=1"));
        rig.start(rig.exchange().get("/a").passAll(inbound)).response();
        rig.start(rig.broker().exchange("second").get("/a").passAll(inbound)).response();
        assertThat(partner.recorded()).allMatch(each -> "Bearer 4711".equals(each.header("Authorization")));
        assertThat(only(other).header("X-Plain")).isEqualTo("1");
        assertThat(only(other).header("Authorization")).isNull();
        assertThat(only(other).header("Cookie")).isNull();
        assertThat(only(listed).header("Cookie")).isEqualTo("s=1");
        assertThat(only(listed).header("Authorization")).isNull();
    }

    @Test
    void aFieldThatOnlyTheMirrorIsPassedAndThatCannotBeSentFailsNothing() {
        PartnerStubs partner = stubs("1");
        PartnerStubs other = stubs("2");
        rig.start(
                at(partner.uri()).mirror(to("other")),
                named("other", other.uri()).passHeaders("X-Passed"));
        RecordingListener exchange = rig.start(rig.exchange().get("/a").passOn(name -> List.of("no\nvalue")));
        assertThat(exchange.response().status()).isEqualTo(200);
        assertThat(mirror().dropped()).isOne();
        assertThat(other.requests()).isZero();
    }

    @Test
    void aCopyIsNotCancelledWithItsExchange() {
        HandPartner partner = rig.hand();
        HandPartner other = rig.hand();
        rig.start(at(partner.url()).mirror(to("other")), named("other", other.url()));
        RecordingListener exchange = rig.get("/a");
        HandConnection own = partner.acceptRequest();
        HandConnection copy = other.acceptRequest();
        exchange.exchange().cancel();
        own.awaitClosed();
        Soon.until("the end of the exchange", () -> rig.broker().exchangesInFlight() == 1);
        copy.answer("late");
        Soon.until("the end", () -> rig.broker().exchangesInFlight() == 0);
    }

    @Test
    void nobodyWaitsForTheMirror() {
        PartnerStubs partner = stubs("1");
        HandPartner other = rig.hand();
        rig.start(at(partner.uri()).mirror(to("other")), named("other", other.url()));
        RecordingListener exchange = rig.get("/a");
        assertThat(exchange.response().text()).isEqualTo("1");
        HandConnection copy = other.acceptRequest();
        Soon.until("the end of the exchange", () -> rig.broker().exchangesInFlight() == 1);
        copy.answer("late");
        Soon.until("the end", () -> rig.broker().exchangesInFlight() == 0);
    }

    @Test
    void aMirrorThatFailsIsAskedOnceAndChangesNothing() {
        PartnerStubs partner = stubs("1");
        PartnerStubs other = rig.stubs(PartnerStubs.builder().answer("GET", "/a", 503, "no"));
        rig.start(
                at(partner.uri()).mirror(to("other")),
                named("other", other.uri())
                        .retries(3)
                        .retry(retry -> AT_ONCE.andThen(r -> r.statuses(503)).accept(retry)));
        assertThat(rig.get("/a").response().status()).isEqualTo(200);
        Soon.until("the end", () -> rig.broker().exchangesInFlight() == 0);
        assertThat(other.requests()).isOne();
    }

    @Test
    void aRetryIsNotCopied() {
        PartnerStubs partner = rig.stubs();
        PartnerStubs other = stubs("2");
        rig.start(
                at(partner.uri())
                        .mirror(to("other"))
                        .retries(2)
                        .retry(retry -> AT_ONCE.andThen(r -> r.statuses(503)).accept(retry)),
                named("other", other.uri()));
        partner.answer(
                "GET", "/a", request -> partner.requests() < 3 ? StubAnswer.status(503) : StubAnswer.status(200));
        assertThat(rig.get("/a").response().status()).isEqualTo(200);
        assertThat(partner.requests()).isEqualTo(3);
        Soon.until("the end", () -> rig.broker().exchangesInFlight() == 0);
        assertThat(other.requests()).isOne();
    }

    @Test
    void aPostIsCopiedOnlyIfTheMirrorSaysSo() {
        PartnerStubs partner = stubs("1");
        PartnerStubs other = stubs("2");
        rig.start(at(partner.uri()).mirror(to("other")), named("other", other.uri()));
        rig.start(rig.exchange().post("/a").body(Bodies.small())).response();
        rig.get("/a").response();
        assertThat(only(other).method()).isEqualTo("GET");
        assertThat(mirror().dropped()).isZero();
    }

    @Test
    void aPostIsCopiedWithItsBody() {
        PartnerStubs partner = stubs("1");
        PartnerStubs other = stubs("2");
        rig.start(at(partner.uri()).mirror(to("other").andThen(m -> m.methods("POST"))), named("other", other.uri()));
        rig.start(rig.exchange().post("/a").body(RequestBody.json("{\"n\":1}"))).response();
        RecordedRequest copy = only(other);
        assertThat(copy.body()).isEqualTo("{\"n\":1}");
        assertThat(copy.header("Content-Type")).isEqualTo("application/json");
        Soon.until("nothing held", () -> rig.broker().heldBodyBytes() == 0);
    }

    @Test
    void aStreamThatIsSentOnceIsNotCopied() {
        PartnerStubs partner = stubs("1");
        PartnerStubs other = stubs("2");
        rig.start(at(partner.uri()).mirror(to("other").andThen(m -> m.methods("POST"))), named("other", other.uri()));
        Flow.Publisher<java.nio.ByteBuffer> empty = subscriber -> {
            try (SubmissionPublisher<java.nio.ByteBuffer> none = new SubmissionPublisher<>(Runnable::run, 1)) {
                none.subscribe(subscriber);
            }
        };
        rig.start(rig.exchange().post("/a").body(RequestBody.stream("text/plain", 0, empty)))
                .response();
        Soon.until("dropped", () -> mirror().dropped() == 1);
        assertThat(other.requests()).isZero();
    }

    @Test
    void whatTheMirrorHasNoPermitForIsDropped() {
        PartnerStubs partner = stubs("1");
        HandPartner other = rig.hand();
        rig.start(
                at(partner.uri()).mirror(to("other")),
                named("other", other.url()).maxConnections(1));
        rig.get("/a").response();
        HandConnection first = other.acceptRequest();
        rig.get("/a").response();
        Soon.until("dropped", () -> mirror().dropped() == 1);
        first.answer("late");
        Soon.until("the end", () -> rig.broker().exchangesInFlight() == 0);
        assertThat(mirror().sent()).isOne();
    }

    @Test
    void whatTheCacheAnswersIsNotCopied() {
        PartnerStubs partner = rig.stubs();
        partner.answer("GET", "/a", request -> StubAnswer.json(200, "1").header("Cache-Control", "max-age=60"));
        PartnerStubs other = stubs("2");
        rig.start(
                at(partner.uri()).cache(cache -> cache.enabled(true)).mirror(to("other")), named("other", other.uri()));
        rig.get("/a").response();
        rig.start(rig.exchange().get("/a"), rig.listener(true)).response();
        Soon.until("the end", () -> rig.broker().exchangesInFlight() == 0);
        assertThat(partner.requests()).isOne();
        assertThat(other.requests()).isOne();
    }

    @Test
    void theShareIsThatOfTheRequestsAtThePartner() {
        PartnerStubs partner = stubs("1");
        PartnerStubs other = stubs("2");
        rig.start(at(partner.uri()).mirror(to("other").andThen(m -> m.share(0.1))), named("other", other.uri()));
        for (int i = 0; i < MANY; i++) {
            rig.exchange().get("/a").start().response().toCompletableFuture().join();
        }
        Soon.until("the end", () -> rig.broker().exchangesInFlight() == 0);
        assertThat(partner.requests()).isEqualTo(MANY);
        assertThat(other.requests()).isBetween(MANY / 10 - MANY / 1000L, MANY / 10 + MANY / 1000L);
        assertThat(mirror().sent()).isEqualTo(other.requests());
    }

    @Test
    void aMirrorIsAnotherPartnerWithoutOneOfItsOwn() {
        PartnerSettings.Builder plain = named("plain", "http://127.0.0.1:1");
        for (Map.Entry<String, String> each : Map.of(
                        "partner", "partner partner: mirror.partner: partner partner is no mirror",
                        "none", "partner partner: mirror.partner: no partner is named 'none'; expected one of",
                        "other", "partner partner: mirror.partner: partner other is no mirror")
                .entrySet()) {
            assertThatThrownBy(() -> rig.start(
                            at("http://127.0.0.1:1").mirror(to(each.getKey())),
                            named("other", "http://127.0.0.1:1").mirror(to("plain")),
                            plain))
                    .hasMessageStartingWith(each.getValue());
        }
        rig.start(plain);
    }
}
