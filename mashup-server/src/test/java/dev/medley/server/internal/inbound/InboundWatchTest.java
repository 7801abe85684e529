package dev.medley.server.internal.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ServerSettings;
import dev.medley.server.internal.admin.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.junit.jupiter.api.Test;

class InboundWatchTest {

    private static final Duration PERIOD = Duration.ofMillis(500);

    @Test
    void itGoesOnAfterALookThatFails() {
        ManualClock clock = new ManualClock();
        AtomicInteger looks = new AtomicInteger();
        AtomicInteger open = new AtomicInteger(1);
        ServerSettings settings = ServerSettings.builder().build();
        try (InboundWatch watch = new InboundWatch(
                clock, PERIOD, settings.clients(), settings.idleTimeout(), new ClosedConnections(), () -> {
                    if (looks.getAndIncrement() == 0) {
                        throw new IllegalStateException("a defect");
                    }
                    return open.get() == 0 ? List.of() : List.of(new ByteArrayEndPoint());
                })) {
            watch.connectionOpened();
            clock.pass(PERIOD.multipliedBy(3));
            assertThat(looks).hasValue(3);

            open.set(0);
            clock.pass(PERIOD);
            assertThat(clock.alarms()).as("without connections").isZero();
            open.set(1);
            watch.connectionOpened();
            clock.pass(PERIOD);
            assertThat(looks).hasValue(5);
        }
        assertThat(clock.alarms()).isZero();
    }
}
