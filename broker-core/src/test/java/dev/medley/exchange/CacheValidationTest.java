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
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stale responses, which the partner says are still good or not. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class CacheValidationTest {

    @RegisterExtension
    final BrokerRig rig;

    private final CacheSteps cache;

    CacheValidationTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
        cache = new CacheSteps(rig);
    }

    @Test
    void aStaleResponseIsValidatedAndTheMashupSeesItsStatus() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/a", validated("\"1\"", MINUTE));
        start(stubs);
        assertThat(cache.get("/a").response().text()).isEqualTo("\"body\"");
        rig.pass(BEYOND);
        RecordingListener second = rig.listener()
                .on(
                        Event.HEADERS_COMPLETED,
                        exchange -> assertThat(
                                        Objects.requireNonNull(exchange.head()).status())
                                .isEqualTo(200));
        rig.start(rig.exchange().get("/a").expectJson(), second);
        assertThat(second.response().text()).isEqualTo("\"body\"");
        assertThat(second.response().status()).isEqualTo(200);
        assertThat(second.events()).contains(Event.CONNECTION_ESTABLISHED, Event.WAITING_FOR_RESPONSE);
        assertThat(second.exchange().timings().attempts()).hasSize(1);
        assertThat(cacheStatus(second)).isEqualTo("medley; fwd=stale; fwd-status=304; ttl=60");
        assertThat(stubs.recorded().get(1).header("If-None-Match")).isEqualTo("\"1\"");
        assertThat(second.exchange().request().headers()).isEmpty();
        assertThat(cacheStatus(cache.get("/a"))).isEqualTo("medley; hit; ttl=60");
        assertThat(stubs.requests()).isEqualTo(2);
        assertThat(cache.counted(CacheEvent.VALIDATED)).isOne();
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    @Test
    void aResponseThatHasChangedTakesThePlaceOfTheStaleOne() {
        PartnerStubs stubs = rig.stubs();
        stubs.answer(
                "GET",
                "/a",
                StubAnswer.json(200, "1").header("Cache-Control", MINUTE).header("ETag", "\"1\""),
                StubAnswer.json(200, "2").header("Cache-Control", MINUTE).header("ETag", "\"2\""));
        start(stubs);
        cache.get("/a").awaitEnd();
        rig.pass(BEYOND);
        assertThat(cache.get("/a").response().text()).isEqualTo("2");
        assertThat(cache.get("/a").response().text()).isEqualTo("2");
        assertThat(stubs.requests()).isEqualTo(2);
    }

    @Test
    void aStaleResponseIsUsedWhileItIsValidatedOnce() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)));
        String head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60, stale-while-revalidate=30\r\nETag: \"1\"\r\n";
        RecordingListener first = cache.get("/a");
        HandConnection connection = partner.acceptRequest();
        connection.send(head + "Content-Length: 3\r\n\r\nold");
        first.awaitEnd();
        rig.pass(BEYOND);
        RecordingListener second = cache.get("/a");
        RecordingListener third = cache.get("/a");
        assertThat(second.response().text()).isEqualTo("old");
        assertThat(third.response().text()).isEqualTo("old");
        assertThat(cacheStatus(second)).isEqualTo("medley; hit; ttl=-1");
        HandRequest validation = connection.readRequest();
        assertThat(validation.values("If-None-Match")).containsExactly("\"1\"");
        connection.send(head + "Content-Length: 3\r\n\r\nnew");
        Soon.until("the validation", () -> cache.get("/a").response().text().equals("new"));
        assertThat(cache.counted(CacheEvent.MISS)).isEqualTo(2);
        assertThat(cache.counted(CacheEvent.STALE)).isGreaterThanOrEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cache-Control: private, max-age=60", "Cache-Control: no-store, max-age=60", "Vary: *"})
    void aValidationThatIsForOneIsNotSharedWithThoseThatWait(String field) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)).maxConnections(1));
        HandConnection connection = cache.fill(partner, MINUTE);
        rig.pass(BEYOND);
        RecordingListener first = rig.get("/a");
        connection.readRequest();
        RecordingListener second = rig.get("/a").await(ExchangeState.WAITING);
        connection.send("HTTP/1.1 304 Not Modified\r\n" + field + "\r\nX-User: one\r\n\r\n");
        assertThat(first.response().head().header("X-User")).isEqualTo("one");
        connection.readRequest();
        connection.send("HTTP/1.1 200 OK\r\n" + field + "\r\nX-User: two\r\nContent-Length: 3\r\n\r\nnew");
        assertThat(second.response().head().header("X-User")).isEqualTo("two");
        assertThat(second.response().text()).isEqualTo("new");
        assertThat(cache.counted(CacheEvent.NOT_SHARED)).isOne();
    }

    private void start(PartnerStubs stubs) {
        rig.start(at(stubs.uri()).cache(c -> c.enabled(true)));
    }
}
