package dev.medley.partner.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.ManualClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetryBudgetTest {

    private final ManualClock clock = ManualClock.inline();

    @Test
    void attemptsAreAShareOfTheCalls() {
        RetryBudget budget = new RetryBudget(clock, 20, 0);
        answered(budget, 1_000);
        assertThat(spend(budget, 1_000)).isEqualTo(200);
    }

    @Test
    void aQuietPartnerIsTriedAgain() {
        RetryBudget budget = new RetryBudget(clock, 20, 10);
        answered(budget, 1);
        assertThat(spend(budget, 100)).isEqualTo(10);
    }

    @Test
    void theMinimumDoesNotAddToTheShare() {
        RetryBudget budget = new RetryBudget(clock, 20, 10);
        answered(budget, 100);
        assertThat(spend(budget, 100)).isEqualTo(20);
    }

    @Test
    void whatWasSpentComesBackAfterTenSeconds() {
        RetryBudget budget = new RetryBudget(clock, 20, 5);
        assertThat(spend(budget, 100)).isEqualTo(5);
        clock.advance(Duration.ofSeconds(9));
        assertThat(spend(budget, 100)).isZero();
        clock.advance(Duration.ofSeconds(1));
        assertThat(spend(budget, 100)).isEqualTo(5);
    }

    @Test
    void aPartnerThatFailsForLongGetsNoMoreThanItsShareWhateverTheRate() {
        RetryBudget budget = new RetryBudget(clock, 20, 10);
        int calls = 0;
        int retries = 0;
        for (int second = 0; second < 60; second++) {
            boolean down = second >= 30;
            // The rate rises and falls.
            int rate = 50 + 40 * (second % 7);
            for (int i = 0; i < rate; i++) {
                if (!down) {
                    budget.onAnswered();
                } else {
                    calls++;
                    retries += budget.trySpend() ? 1 : 0;
                }
                clock.advance(Duration.ofSeconds(1).dividedBy(rate));
            }
        }
        assertThat(retries).isBetween(1, calls * 20 / 100);
    }

    @Test
    void noMoreIsSpentByManyThreads() {
        RetryBudget budget = new RetryBudget(clock, 20, 0);
        AtomicInteger spent = new AtomicInteger();
        IntStream.range(0, 50_000).parallel().forEach(i -> {
            budget.onAnswered();
            if (budget.trySpend()) {
                spent.incrementAndGet();
            }
        });
        assertThat(spent).hasValueBetween(9_000, 10_000);
    }

    @Test
    void nothingIsSpentWithoutShareAndMinimum() {
        RetryBudget budget = new RetryBudget(clock, 0, 0);
        answered(budget, 1_000);
        assertThat(budget.trySpend()).isFalse();
    }

    private static void answered(RetryBudget budget, int count) {
        for (int i = 0; i < count; i++) {
            budget.onAnswered();
        }
    }

    private static int spend(RetryBudget budget, int wanted) {
        int spent = 0;
        for (int i = 0; i < wanted; i++) {
            spent += budget.trySpend() ? 1 : 0;
        }
        return spent;
    }
}
