package dev.medley.thread.internal.ledger;

import static dev.medley.thread.internal.ledger.RequestPhase.ADMISSION;
import static dev.medley.thread.internal.ledger.RequestPhase.COMPOSING;
import static dev.medley.thread.internal.ledger.RequestPhase.COMPUTING;
import static dev.medley.thread.internal.ledger.RequestPhase.EXCHANGES;
import static dev.medley.thread.internal.ledger.RequestPhase.MERGING;
import static dev.medley.thread.internal.ledger.RequestPhase.OTHER;
import static dev.medley.thread.internal.ledger.RequestPhase.READING;
import static dev.medley.thread.internal.ledger.RequestPhase.WRITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.thread.internal.ManualClock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RequestPhasesTest {

    private final ManualClock clock = ManualClock.inline();
    private final ThreadLedger ledger = new ThreadLedger(clock);
    private final RequestPhases phases = new RequestPhases(clock, clock.nanoTime() - 5, clock.nanoTime());

    @Test
    void eachPhaseBeginsWhenTheOneBeforeItEnds() {
        pass(1);
        phases.begin(COMPOSING);
        pass(2);
        phases.begin(EXCHANGES);
        phases.end(COMPOSING);
        pass(30);
        phases.end(EXCHANGES);
        pass(4);
        phases.begin(MERGING);
        pass(6);
        phases.decided(clock.nanoTime());
        pass(7);
        phases.ended(clock.nanoTime());

        assertPhases(Map.of(READING, 5, ADMISSION, 1, COMPOSING, 2, EXCHANGES, 30, OTHER, 4, MERGING, 6, WRITING, 7));
    }

    @ParameterizedTest
    @CsvSource({
        "EXCHANGES, COMPOSING",
        "READING, COMPOSING",
        "EXCHANGES, COMPUTING",
        "COMPOSING, COMPUTING",
        "EXCHANGES, COMPUTE_QUEUE",
        "COMPUTE_QUEUE, COMPOSING",
        "COMPUTE_QUEUE, COMPUTING",
        "COMPUTING, MERGING",
        "COMPOSING, MERGING",
        "READING, EXCHANGES"
    })
    void ofTwoThatGoOnWorkCountsBeforeWaitingAndTheLaterBeforeTheEarlier(RequestPhase under, RequestPhase over) {
        phases.begin(COMPOSING);
        phases.end(COMPOSING);
        phases.begin(under);
        phases.begin(over);
        pass(3);
        phases.end(over);
        pass(5);
        phases.begin(over);
        phases.end(under);
        pass(7);
        phases.end(over);
        end();

        Map<RequestPhase, Integer> expected = new EnumMap<>(Map.of(READING, 5));
        expected.merge(over, 10, Integer::sum);
        expected.merge(under, 5, Integer::sum);
        assertPhases(expected);
    }

    @ParameterizedTest
    @EnumSource(names = {"ADMISSION", "OTHER", "WRITING"})
    void whatFollowsFromTheRestDoesNotBegin(RequestPhase kind) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> phases.begin(kind))
                .withMessageContaining(kind.name());
    }

    @Test
    void aPhaseLastsUntilTheLastOfItsThingsHasEnded() {
        phases.begin(COMPOSING);
        phases.begin(EXCHANGES);
        phases.begin(EXCHANGES);
        phases.end(COMPOSING);
        pass(1);
        phases.end(EXCHANGES);
        pass(2);
        phases.end(EXCHANGES);
        pass(4);
        end();

        assertPhases(Map.of(READING, 5, EXCHANGES, 3, OTHER, 4));
    }

    @Test
    void fromTheDecisionOnAllIsWriting() {
        phases.begin(COMPOSING);
        pass(1);
        phases.decided(clock.nanoTime());
        pass(2);
        phases.begin(EXCHANGES);
        phases.end(COMPOSING);
        phases.begin(COMPUTING);
        pass(3);
        assertThat(phases.totalNanos()).isEqualTo(5 + 1 + 2 + 3);
        phases.ended(clock.nanoTime());
        pass(100);

        assertPhases(Map.of(READING, 5, COMPOSING, 1, WRITING, 5));
    }

    @Test
    void aRequestMayEndWithoutADecision() {
        pass(3);
        phases.ended(clock.nanoTime());
        phases.decided(clock.nanoTime() + 10);
        phases.begin(COMPOSING);
        pass(4);

        assertPhases(Map.of(READING, 5, ADMISSION, 3));
    }

    @Test
    void aTimeThatWasReadBeforeTheLastChangeCountsFromThatOn() {
        long early = clock.nanoTime() + 1;
        phases.begin(COMPOSING);
        pass(5);
        phases.begin(EXCHANGES);
        phases.end(COMPOSING);
        phases.begin(COMPUTING, early);
        pass(2);
        end();

        assertPhases(Map.of(READING, 5, COMPOSING, 5, COMPUTING, 2));
    }

    @Test
    void workOfTheLedgerIsAPhaseFromItsBeginningToItsEnd() {
        pass(2);
        ThreadLedger.Work work = ledger.inboundWork().of(COMPOSING, phases);
        pass(3);
        ledger.exchangeWork().during(() -> pass(4));
        work.close();
        pass(5);
        end();

        assertPhases(Map.of(READING, 5, ADMISSION, 2, COMPOSING, 7, OTHER, 5));
    }

    @Test
    void theCodeThatGoesOnAfterAnExchangeComposesToTheEndOfTheWork() {
        phases.begin(EXCHANGES);
        phases.begin(COMPOSING);
        phases.end(COMPOSING);
        ledger.exchangeWork().during(() -> {
            pass(2);
            ThreadLedger.composes(phases, EXCHANGES, clock.nanoTime());
            pass(3);
        });
        pass(4);
        end();

        assertPhases(Map.of(READING, 5, EXCHANGES, 2, COMPOSING, 3, OTHER, 4));
    }

    @Test
    void theCodeOfAnotherRequestInTheSameWorkEndsThatOfTheFirst() {
        RequestPhases other = new RequestPhases(clock, clock.nanoTime(), clock.nanoTime());
        ledger.exchangeWork().during(() -> {
            ThreadLedger.composes(phases, null, clock.nanoTime());
            pass(2);
            assertThat(ThreadLedger.isComposing(phases)).isTrue();
            ThreadLedger.composes(other, null, clock.nanoTime());
            assertThat(ThreadLedger.isComposing(phases)).isFalse();
            pass(3);
        });
        pass(4);
        end();
        other.ended(clock.nanoTime());

        assertPhases(Map.of(READING, 5, COMPOSING, 2, OTHER, 7));
        assertThat(other.nanos(COMPOSING)).isEqualTo(3);
    }

    @Test
    void codeThatWaitsForAStageDoesNotCompose() {
        ThreadLedger.Work work = ledger.inboundWork().of(COMPOSING, phases);
        phases.begin(EXCHANGES);
        pass(1);
        ThreadLedger.Work paused = ThreadLedger.pause();
        pass(20);
        phases.end(EXCHANGES);
        assertThat(paused).isSameAs(work);
        work.resume();
        pass(3);
        work.close();
        end();

        assertPhases(Map.of(READING, 5, COMPOSING, 4, EXCHANGES, 20));
        assertThat(ThreadLedger.pause()).isNull();
    }

    @Test
    void theSumIsTheTotalHoweverManyThreadsReport() {
        AtomicLong time = new AtomicLong();
        RequestPhases busy = new RequestPhases(clock, 0, 0);
        RequestPhase[] kinds = {COMPOSING, EXCHANGES, COMPUTING, MERGING};
        ExecutorService threads = Executors.newFixedThreadPool(kinds.length);
        CompletableFuture<?>[] reports = new CompletableFuture<?>[kinds.length];
        for (int i = 0; i < kinds.length; i++) {
            RequestPhase kind = kinds[i];
            reports[i] = CompletableFuture.runAsync(
                    () -> {
                        for (int round = 0; round < 50_000; round++) {
                            busy.begin(kind, time.incrementAndGet());
                            busy.end(kind, time.incrementAndGet());
                        }
                    },
                    threads);
        }
        CompletableFuture.allOf(reports).join();
        threads.shutdown();
        long decided = time.get() + 1;
        busy.decided(decided);
        busy.ended(decided + 9);

        assertThat(busy.totalNanos()).isEqualTo(decided + 9);
        assertThat(busy.nanos(WRITING)).isEqualTo(9);
    }

    private void end() {
        phases.decided(clock.nanoTime());
        phases.ended(clock.nanoTime());
    }

    private void assertPhases(Map<RequestPhase, Integer> expected) {
        Map<RequestPhase, Integer> actual = new EnumMap<>(RequestPhase.class);
        for (RequestPhase each : RequestPhase.values()) {
            if (phases.nanos(each) != 0) {
                actual.put(each, (int) phases.nanos(each));
            }
        }
        assertThat(actual).isEqualTo(expected);
        assertThat(phases.totalNanos())
                .isEqualTo(
                        expected.values().stream().mapToInt(Integer::intValue).sum());
    }

    private void pass(long nanos) {
        clock.advance(Duration.ofNanos(nanos));
    }
}
