package dev.medley.partner.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.internal.ConnectSettings;
import dev.medley.connection.internal.Connector;
import dev.medley.connection.internal.Destination;
import dev.medley.connection.internal.SharedBounds;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.pool.ConnectionManager;
import dev.medley.partner.HealthCheckSettings;
import dev.medley.thread.internal.ManualClock;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The watches of a partner go on after a look that fails by a defect. */
class WatchFailureTest {

    private static final Duration INTERVAL = Duration.ofSeconds(5);

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
        List<List<String>> found = new ArrayList<>();
        DnsRefresher refresh = refresh(new Names(), addresses -> {
            failFirst();
            found.add(addresses);
        });
        refresh.start();
        assertThat(found).isEmpty();
        clock.advance(INTERVAL);
        refresh.stop();

        assertThat(found).containsExactly(List.of("127.0.0.1"));
        assertThat(clock.alarms()).isZero();
    }

    @Test
    void lookUpsOfANameGoOnAfterAResolverThatThrows() {
        List<List<String>> found = new ArrayList<>();
        DnsRefresher refresh = refresh(
                new Names() {
                    @Override
                    public void lookUp(
                            String host, BiConsumer<@Nullable List<InetAddress>, @Nullable Throwable> whenDone) {
                        failFirst();
                        super.lookUp(host, whenDone);
                    }
                },
                found::add);
        refresh.start();
        clock.advance(INTERVAL);
        refresh.stop();

        assertThat(found).hasSize(1);
    }

    private DnsRefresher refresh(Connector names, Consumer<List<String>> onFound) {
        ConnectionManager manager = new ConnectionManager(names, clock, Runnable::run);
        return new DnsRefresher("shop", "shop.test", INTERVAL, manager, clock, onFound);
    }

    private void failFirst() {
        if (looks.getAndIncrement() == 0) {
            throw new IllegalStateException("a defect");
        }
    }

    /** Resolves each name to this machine. */
    private static class Names implements Connector {

        @Override
        public void start() {}

        @Override
        public Destination destination(Address address, ConnectSettings settings) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void lookUp(String host, BiConsumer<@Nullable List<InetAddress>, @Nullable Throwable> whenDone) {
            whenDone.accept(List.of(InetAddress.getLoopbackAddress()), null);
        }

        @Override
        public void raise(SharedBounds bounds) {}

        @Override
        public void close() {}
    }
}
