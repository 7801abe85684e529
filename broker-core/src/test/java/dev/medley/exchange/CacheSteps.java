package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.partner.internal.cache.CacheEvent;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** The steps of tests with a partner that has a cache. */
final class CacheSteps {

    /** The freshness of most responses. */
    static final String MINUTE = "max-age=60";
    /** A second more than that. */
    static final Duration BEYOND = Duration.ofSeconds(61);

    private final BrokerRig rig;

    CacheSteps(BrokerRig rig) {
        this.rig = rig;
    }

    RecordingListener get(String target) {
        return start(rig.exchange().get(target));
    }

    RecordingListener get(String target, String field, String value) {
        return start(rig.exchange().get(target).header(field, value));
    }

    /** Starts an exchange that may be answered without a connection. */
    RecordingListener start(DefaultExchangeBuilder exchange) {
        return rig.start(exchange, rig.listener(true));
    }

    /** Stores the response "old" of /a, with a validator; returns the connection that it came on. */
    HandConnection fill(HandPartner partner, String cacheControl) {
        RecordingListener first = get("/a");
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 200 OK\r\nCache-Control: " + cacheControl
                + "\r\nETag: \"1\"\r\nContent-Length: 3\r\n\r\nold");
        assertThat(first.response().text()).isEqualTo("old");
        return connection;
    }

    long counted(CacheEvent event) {
        return Objects.requireNonNull(rig.partner().cache()).counted(event);
    }

    static String cacheStatus(RecordingListener exchange) {
        return Objects.requireNonNull(exchange.response().head().header("Cache-Status"));
    }

    /** Answers that count the requests. */
    static Function<RecordedRequest, StubAnswer> numbered(String cacheControl) {
        AtomicInteger number = new AtomicInteger();
        return request -> StubAnswer.json(200, "" + number.incrementAndGet()).header("Cache-Control", cacheControl);
    }

    /** Answers with a validator, and 304 to requests that have it. */
    static Function<RecordedRequest, StubAnswer> validated(String tag, String cacheControl) {
        return request -> (tag.equals(request.header("If-None-Match"))
                        ? StubAnswer.status(304)
                        : StubAnswer.json(200, "\"body\""))
                .header("ETag", tag)
                .header("Cache-Control", cacheControl);
    }
}
