package dev.medley.thread.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.ManualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ThreadLedgerTest {

    private final ManualClock clock = ManualClock.inline();
    private final ThreadLedger ledger = new ThreadLedger(clock);

    @Test
    void workIsEnteredInItsOwnAccount() {
        inbound(() -> pass(3));
        exchange(() -> pass(5));
        assertAccounts(3, 5);
    }

    @Test
    void workWithinWorkInterruptsTheOuterOne() {
        inbound(() -> {
            pass(1);
            exchange(() -> pass(10));
            pass(2);
        });
        assertAccounts(3, 10);
    }

    @Test
    void workMayBeNestedDeeplyAndRepeatedly() {
        exchange(() -> {
            pass(1);
            inbound(() -> {
                pass(10);
                exchange(() -> pass(100));
                pass(20);
            });
            pass(2);
            inbound(() -> pass(40));
            pass(4);
        });
        assertAccounts(70, 107);
    }

    @Test
    void nestedWorkOfTheSameKindIsNotCountedTwice() {
        exchange(() -> {
            pass(2);
            exchange(() -> pass(3));
            pass(4);
        });
        assertAccounts(0, 9);
    }

    @Test
    void workOfOneThreadDoesNotInterruptThatOfAnother() {
        inbound(() -> {
            pass(1);
            CompletableFuture.runAsync(() -> exchange(() -> pass(10))).join();
            pass(2);
        });
        assertAccounts(13, 10);
    }

    @Test
    void requestsAreCountedFromTheirArrivalToTheirAnswer() {
        ledger.inboundStarted();
        ledger.inboundStarted();
        ledger.inboundEnded(7);
        Totals totals = ledger.totals();
        assertThat(totals.started()).isEqualTo(2);
        assertThat(totals.ended()).isOne();
        assertThat(totals.inFlight()).isOne();
        assertThat(totals.serviceNanos()).isEqualTo(7);
        assertThat(totals.atNanos()).isEqualTo(clock.nanoTime());
    }

    @Test
    void theLawCoversThePeriodBetweenTwoTotals() {
        ledger.inboundEnded(1_000);
        Totals earlier = ledger.totals();
        inbound(() -> pass(20));
        exchange(() -> pass(30));
        ledger.inboundEnded(500);
        Law law = ledger.totals().since(earlier);
        assertThat(law).isEqualTo(new Law(1, 50, 500, 20, 30));
    }

    private void inbound(Runnable task) {
        during(ledger.inboundWork(), task);
    }

    private void exchange(Runnable task) {
        during(ledger.exchangeWork(), task);
    }

    private static void during(ThreadLedger.Work work, Runnable task) {
        try (work) {
            task.run();
        }
    }

    private void pass(long nanos) {
        clock.advance(Duration.ofNanos(nanos));
    }

    private void assertAccounts(long inbound, long exchange) {
        assertThat(ledger.totals().inboundNanos()).as("inbound").isEqualTo(inbound);
        assertThat(ledger.totals().exchangeNanos()).as("exchanges").isEqualTo(exchange);
    }
}
