package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.connection.HandPartner;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.PartnerParts;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.CountedPool;
import dev.medley.thread.internal.ManualClock;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An exchange ends and leaves nothing behind when Medley or its caller has a defect. */
class ExchangeDefectTest {

    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    private final CountedPool pool = CountedPool.start();
    private final HandPartner partner = HandPartner.open();
    private final FaultyClock time = new FaultyClock(new ManualClock(pool.pool()));
    private final DefaultBroker broker = DefaultBroker.builder()
            .pool(pool.pool())
            .clock(time)
            .partner(PartnerSettings.of("partner", partner.url())
                    .keepAlive(Duration.ZERO)
                    .build())
            .build();

    @AfterEach
    void close() {
        broker.close();
        pool.close();
        partner.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anAlarmThatCannotBeSetFailsTheExchange(int which) {
        broker.start();
        time.failAt(which);
        DefaultExchange exchange =
                exchange().attemptTimeout(Duration.ofSeconds(1)).start();
        assertFailed(exchange);
        assertThat(exchange.failure())
                .hasMessageContaining("internal error")
                .hasCauseInstanceOf(ArithmeticException.class);
        DefaultExchange next = exchange().start();
        partner.accept().answerNext("x");
        assertThat(next.response().toCompletableFuture())
                .succeedsWithin(Soon.PATIENCE)
                .returns("x", PartnerResponse::text);
    }

    @Test
    void aTimeThatNoClockCouldCountIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> exchange().attemptTimeout(FOREVER))
                .withMessage(
                        "an exchange with partner partner: attempt-timeout is %s, expected at most 365 days", FOREVER);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> exchange().idleTimeout(FOREVER))
                .withMessageContaining("idle-timeout");
    }

    @Test
    void theLongestTimeoutIsAccepted() {
        broker.start();
        DefaultExchange exchange = exchange().timeout(FOREVER).start();
        partner.accept().answerNext("x");
        assertThat(exchange.response().toCompletableFuture()).succeedsWithin(Soon.PATIENCE);
    }

    @Test
    void anExchangeWithoutTimeLeftExpiresAtOnce() {
        broker.start();
        Duration overdue = Duration.ofSeconds(Long.MIN_VALUE);
        DefaultExchange exchange = exchange()
                .timeout(overdue)
                .attemptTimeout(overdue)
                .idleTimeout(overdue)
                .start();
        time.manual.advance(Duration.ZERO);
        assertThat(exchange.response().toCompletableFuture()).failsWithin(Soon.PATIENCE);
        assertThat(exchange.outcome()).isEqualTo(Outcome.EXPIRED);
    }

    @Test
    void aPolicyThatThrowsLeavesNoPermitBehind() {
        PartnerSettings settings = PartnerSettings.of("partner", partner.url()).build();
        PartnerParts parts = PartnerParts.of(settings, time).policy((history, result) -> {
            throw new IllegalArgumentException("test");
        });
        try (DefaultBroker faulty = DefaultBroker.builder()
                .pool(pool.pool())
                .clock(time)
                .partner(settings, parts)
                .build()
                .start()) {
            DefaultExchange exchange = faulty.exchange("partner").get("/").start();
            partner.acceptRequest().reset();
            assertFailed(exchange);
        }
    }

    private DefaultExchangeBuilder exchange() {
        return broker.exchange("partner").get("/");
    }

    private void assertFailed(DefaultExchange exchange) {
        assertThat(exchange.response().toCompletableFuture()).failsWithin(Soon.PATIENCE);
        assertThat(exchange.outcome()).isEqualTo(Outcome.FAILED);
        Partner asked = exchange.destination();
        assertThat(asked.permitsUsed()).as("permits used").isZero();
        assertThat(asked.connections().opening()).as("connections opening").isZero();
        assertThat(time.manual.alarms()).as("alarms").isZero();
        Soon.until("rest", exchange::isAtRest);
    }

    /** A clock of which one alarm cannot be set. */
    private static final class FaultyClock implements Clock {

        private final ManualClock manual;
        private int untilFault;

        FaultyClock(ManualClock manual) {
            this.manual = manual;
        }

        /** Has the alarm that is the {@code which}th from now fail. */
        void failAt(int which) {
            untilFault = which;
        }

        @Override
        public long nanoTime() {
            return manual.nanoTime();
        }

        @Override
        public ScheduledTask schedule(long delayNanos, Runnable task) {
            if (--untilFault == 0) {
                throw new ArithmeticException("test");
            }
            return manual.schedule(delayNanos, task);
        }
    }
}
