package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.exchange.internal.caching.RequestCoalescer;
import dev.medley.exchange.internal.call.Call;
import dev.medley.exchange.internal.call.CallState;
import dev.medley.exchange.internal.request.CallRequest;
import dev.medley.partner.CacheSettings;
import dev.medley.partner.internal.cache.Arrival;
import dev.medley.partner.internal.cache.CacheEvent;
import dev.medley.partner.internal.cache.CacheRequest;
import dev.medley.partner.internal.cache.CheckedBody;
import dev.medley.partner.internal.cache.ResponseCache;
import dev.medley.partner.internal.cache.StoredResponse;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.ManualClock;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls for exchanges with a partner whose cache changes between the look-up and what follows from it. */
class RequestCoalescerTest {

    private static final DefaultOutboundRequest REQUEST = new DefaultOutboundRequest("GET", "/a", List.of(), null);

    @RegisterExtension
    final BrokerRig rig = new BrokerRig(BrokerRig.Way.HTTP_1_1);

    private Runnable duringLookup = () -> {};

    @Test
    void aStaleResponseIsNotValidatedAgainThatHasBeenValidatedSinceItWasFound() {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()).cache(c -> c.enabled(true)));
        ResponseCache cache =
                new ResponseCache(CacheSettings.builder().enabled(true).build(), new LookupClock(rig.clock()));
        store(cache);
        rig.pass(CacheSteps.BEYOND);
        duringLookup = () -> store(cache);

        Call call = new RequestCoalescer(rig.broker().services(), rig.partner(), cache)
                .call(new CallRequest(REQUEST, TestOptions.patient(false), null, false));
        assertThat(call.state()).isEqualTo(CallState.COMPLETED);
        assertThat(cache.counted(CacheEvent.STALE)).isOne();
        assertThat(cache.counted(CacheEvent.MISS)).as("validations").isZero();
        assertThat(stubs.requests()).isZero();
    }

    private void store(ResponseCache cache) {
        CacheRequest request = Objects.requireNonNull(CacheRequest.of(REQUEST));
        Clock clock = rig.clock();
        Arrival arrival = new Arrival(clock.nanoTime(), clock.nanoTime(), clock.instant());
        StoredResponse response = Objects.requireNonNull(cache.storable(request, new StorableHead(), arrival));
        assertThat(cache.store(request, response.withBody(new CheckedBody(new byte[1])), cache.epoch(request.target())))
                .isTrue();
    }

    /** Asked for the time by a look-up that has found a response: another thread does its work then, once. */
    private final class LookupClock implements Clock {

        private final ManualClock clock;

        LookupClock(ManualClock clock) {
            this.clock = clock;
        }

        @Override
        public long nanoTime() {
            Runnable now = duringLookup;
            duringLookup = () -> {};
            now.run();
            return clock.nanoTime();
        }

        @Override
        public ScheduledTask schedule(long delayNanos, Runnable task) {
            return clock.schedule(delayNanos, task);
        }
    }

    private record StorableHead() implements ResponseHead {

        private static final Header CACHE_CONTROL =
                new Header("Cache-Control", CacheSteps.MINUTE + ", stale-while-revalidate=60");

        @Override
        public int status() {
            return 200;
        }

        @Override
        public @Nullable String header(String name) {
            return name.equalsIgnoreCase(CACHE_CONTROL.name()) ? CACHE_CONTROL.value() : null;
        }

        @Override
        public List<Header> headers() {
            return List.of(CACHE_CONTROL);
        }

        @Override
        public long contentLength() {
            return 1;
        }
    }
}
