package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.CacheSteps.BEYOND;
import static dev.medley.exchange.CacheSteps.MINUTE;
import static dev.medley.exchange.CacheSteps.cacheStatus;
import static dev.medley.exchange.CacheSteps.validated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.HandRequest;
import dev.medley.partner.internal.cache.CacheEvent;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.thread.internal.Soon;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Conditional requests of a mashup's client, and HEAD, with a partner that has a cache. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class CacheConditionsTest {

    private static final String IF_NONE_MATCH = "If-None-Match";

    @RegisterExtension
    final BrokerRig rig;

    private final CacheSteps cache;

    CacheConditionsTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
        cache = new CacheSteps(rig);
    }

    @Test
    void aClientThatHasTheStoredResponseGetsA304WithoutARequest() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", validated("\"1\"", MINUTE));
        start(stubs);
        cache.get("/a").awaitEnd();
        RecordingListener same = cache.get("/a", IF_NONE_MATCH, "\"0\", \"1\"");
        assertThat(same.response().status()).isEqualTo(304);
        assertThat(same.response().body()).isEmpty();
        assertThat(same.response().head().header("ETag")).isEqualTo("\"1\"");
        assertThat(cacheStatus(same)).isEqualTo("medley; hit; ttl=60");
        RecordingListener other = cache.get("/a", IF_NONE_MATCH, "\"0\"");
        assertThat(other.response().status()).isEqualTo(200);
        assertThat(other.response().text()).isEqualTo("\"body\"");
        assertThat(stubs.requests()).isOne();
    }

    @Test
    void aStaleResponseIsValidatedByItsOwnTagBeforeTheClientsIsCompared() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", validated("\"1\"", MINUTE));
        start(stubs);
        cache.get("/a").awaitEnd();
        rig.pass(BEYOND);
        RecordingListener other = cache.get("/a", IF_NONE_MATCH, "\"0\"");
        assertThat(other.response().status()).isEqualTo(200);
        assertThat(other.response().text()).isEqualTo("\"body\"");
        assertThat(stubs.recorded().get(1).header(IF_NONE_MATCH)).isEqualTo("\"1\"");
        rig.pass(BEYOND);
        RecordingListener same = cache.get("/a", IF_NONE_MATCH, "\"1\"");
        assertThat(same.response().status()).isEqualTo(304);
        assertThat(cacheStatus(same)).isEqualTo("medley; fwd=stale; fwd-status=304; ttl=60");
        assertThat(stubs.requests()).isEqualTo(3);
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    @Test
    void withoutAStoredResponseThePartnerChecksTheCondition() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", validated("\"1\"", MINUTE));
        start(stubs);
        RecordingListener same = cache.get("/a", IF_NONE_MATCH, "\"1\"");
        assertThat(same.response().status()).isEqualTo(304);
        RecordingListener other = cache.get("/a", IF_NONE_MATCH, "\"0\"");
        assertThat(other.response().status()).isEqualTo(200);
        assertThat(stubs.recorded().get(1).header(IF_NONE_MATCH)).isEqualTo("\"0\"");
        // What was sent whole is stored, and serves all.
        assertThat(cacheStatus(cache.get("/a"))).isEqualTo("medley; hit; ttl=60");
        assertThat(stubs.requests()).isEqualTo(2);
    }

    @Test
    void aStaleResponseThatAnswersAClientIsValidatedWithoutItsCondition() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)));
        HandConnection connection = cache.fill(partner, "max-age=60, stale-while-revalidate=30");
        rig.pass(BEYOND);
        assertThat(cache.get("/a", IF_NONE_MATCH, "\"1\"").response().status()).isEqualTo(304);
        HandRequest validation = connection.readRequest();
        assertThat(validation.values(IF_NONE_MATCH)).containsExactly("\"1\"");
        // Another one, without a condition, starts no second validation.
        assertThat(cache.get("/a").response().text()).isEqualTo("old");
        connection.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 3\r\n\r\nnew");
        Soon.until("the validation", () -> cache.get("/a").response().text().equals("new"));
        assertThat(cache.counted(CacheEvent.MISS)).isEqualTo(2);
    }

    @Test
    void aStaleResponseInPlaceOfAFailureMeetsTheCondition() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer(
                "GET",
                "/a",
                StubAnswer.json(200, "1")
                        .header("ETag", "\"1\"")
                        .header("Cache-Control", "max-age=60, stale-if-error=60"),
                StubAnswer.status(503));
        rig.start(at(stubs.uri()).cache(c -> c.enabled(true)).retries(0));
        cache.get("/a").awaitEnd();
        rig.pass(BEYOND);
        RecordingListener same = cache.get("/a", IF_NONE_MATCH, "\"1\"");
        assertThat(same.response().status()).isEqualTo(304);
        assertThat(cacheStatus(same)).contains("fwd-status=503").contains("detail=stale-if-error");
    }

    @Test
    void aHeadFreshensTheStoredResponseOrRemovesIt() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", validated("\"1\"", MINUTE));
        stubs.answer(
                "HEAD",
                "/a",
                StubAnswer.json(200, "\"body\"").header("ETag", "\"1\"").header("Cache-Control", "max-age=100"),
                StubAnswer.status(404).header("ETag", "\"2\""),
                StubAnswer.json(200, "\"body\"").header("ETag", "\"2\"").header("Cache-Control", "max-age=100"));
        start(stubs);
        cache.get("/a").awaitEnd();
        head();
        assertThat(cacheStatus(cache.get("/a"))).isEqualTo("medley; hit; ttl=100");
        head();
        assertThat(cacheStatus(cache.get("/a"))).isEqualTo("medley; hit; ttl=100");
        head();
        assertThat(cacheStatus(cache.get("/a"))).startsWith("medley; fwd=uri-miss");
    }

    @Test
    void aHeadFromBeforeAChangeDoesNotFreshenWhatIsStoredAfterIt() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)));
        HandConnection one = cache.fill(partner, MINUTE);
        RecordingListener head = rig.start(rig.exchange().request("HEAD", "/a"));
        one.readRequest();
        RecordingListener change = rig.start(rig.exchange().request("POST", "/a"));
        HandConnection two = partner.acceptRequest();
        two.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        change.awaitEnd();
        one.send("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nCache-Control: max-age=1000\r\n\r\n");
        head.assertEnded(Outcome.COMPLETED, null);
        RecordingListener after = cache.get("/a");
        HandConnection next = HandConnection.firstWithARequest(List.of(one, two));
        next.readRequest();
        next.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 5\r\n\r\nafter");
        assertThat(after.response().text()).isEqualTo("after");
    }

    private void head() {
        rig.start(rig.exchange().request("HEAD", "/a")).assertEnded(Outcome.COMPLETED, null);
    }

    private void start(PartnerStubs stubs) {
        rig.start(at(stubs.uri()).cache(c -> c.enabled(true)));
    }
}
