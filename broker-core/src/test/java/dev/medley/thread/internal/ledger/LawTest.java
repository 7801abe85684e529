package dev.medley.thread.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LawTest {

    private static final Offset<Double> A_BIT = within(1e-9);

    /** 100 requests of 2 s each in 10 s are 20 at a time; each takes 10 ms of a thread, and its exchanges 30 ms. */
    private static final Law LAW = new Law(100, seconds(10), seconds(200), seconds(1), seconds(3));

    @Test
    void eachQuantityIsThatOfThePaper() {
        assertThat(LAW.demandMillis()).as("D").isEqualTo(10, A_BIT);
        assertThat(LAW.serviceMillis()).as("S").isEqualTo(2_000, A_BIT);
        assertThat(LAW.demandPerService()).as("D/S").isEqualTo(0.005, A_BIT);
        assertThat(LAW.exchangeThreads()).as("c").isEqualTo(0.015, A_BIT);
        assertThat(LAW.concurrency()).as("N").isEqualTo(20, A_BIT);
    }

    @Test
    void threadsAreEquationTwo() {
        assertThat(LAW.threads())
                .as("n")
                .isEqualTo(LAW.concurrency() * (LAW.demandPerService() + LAW.exchangeThreads()), A_BIT)
                .isEqualTo(0.4, A_BIT);
    }

    @Test
    void nothingIsDividedByNothing() {
        Law nothing = new Law(0, 0, 0, 0, 0);
        assertThat(nothing.demandMillis()).isZero();
        assertThat(nothing.serviceMillis()).isZero();
        assertThat(nothing.demandPerService()).isZero();
        assertThat(nothing.exchangeThreads()).isZero();
        assertThat(nothing.concurrency()).isZero();
        assertThat(nothing.threads()).isZero();
    }

    private static long seconds(long seconds) {
        return seconds * 1_000_000_000;
    }
}
