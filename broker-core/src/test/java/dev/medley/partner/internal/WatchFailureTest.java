package dev.medley.partner.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.internal.address.Address;
import dev.medley.partner.HealthCheckSettings;
import dev.medley.thread.internal.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The watches of a partner go on after a look that fails by a defect. */
class WatchFailureTest {

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final List<Place> HERE =
            List.of(new Place(new Address("http", "shop.test", 80).at("127.0.0.1"), 1, 0));

    private final ManualClock clock = ManualClock.inline();
    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void healthChecksGoOn() {
        HealthChecks checks = new HealthChecks(
                HealthCheckSettings.builder()
                        .path("/health")
                        .interval(INTERVAL)
                        .timeout(INTERVAL)
                        .failures(1)
                        .successes(1)
                        .build(),
                List.of(),
                null,
                clock,
                () -> {
                    failFirst();
                    return List.of();
                });
        checks.start();
        clock.advance(INTERVAL.multipliedBy(2));
        checks.stop();

        assertThat(looks).hasValue(3);
        assertThat(clock.alarms()).isZero();
    }

    @Test
    void lookUpsOfANameGoOnAfterAnAnswerThatCannotBeUsed() {
        List<List<Place>> found = new ArrayList<>();
        DnsRefresher refresh = refresh(whenDone -> whenDone.accept(HERE, null), places -> {
            failFirst();
            found.add(places);
        });
        refresh.start();
        assertThat(found).isEmpty();
        clock.advance(INTERVAL);
        refresh.stop();

        assertThat(found).containsExactly(HERE);
        assertThat(clock.alarms()).isZero();
    }

    @Test
    void lookUpsOfANameGoOnAfterAResolverThatThrows() {
        List<List<Place>> found = new ArrayList<>();
        DnsRefresher refresh = refresh(
                whenDone -> {
                    failFirst();
                    whenDone.accept(HERE, null);
                },
                found::add);
        refresh.start();
        clock.advance(INTERVAL);
        refresh.stop();

        assertThat(found).hasSize(1);
    }

    private DnsRefresher refresh(DnsRefresher.LookUp names, Consumer<List<Place>> onFound) {
        return new DnsRefresher("shop", "shop.test", INTERVAL, INTERVAL, clock, names, onFound);
    }

    private void failFirst() {
        if (looks.getAndIncrement() == 0) {
            throw new IllegalStateException("a defect");
        }
    }
}
