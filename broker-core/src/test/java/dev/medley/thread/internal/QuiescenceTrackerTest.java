package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.QuiescenceTracker.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class QuiescenceTrackerTest {

    private static final long NO_TIME = 0;
    private static final long LONG = Long.MAX_VALUE;

    private final QuiescenceTracker quiescence = new QuiescenceTracker();

    @Test
    void whileNobodyWatchesNothingCounts() {
        assertThat(quiescence.begin()).isSameAs(QuiescenceTracker.NONE);
        assertThat(quiescence.isCounted()).isFalse();
        assertThat(quiescence.isAtRest()).isTrue();
        assertThat(quiescence.counting(Runnable::run)).isNotNull();
    }

    @Test
    void aThreadCountsFromTheBeginningToTheEnd() {
        quiescence.watch(true);

        Stretch stretch = quiescence.begin();

        assertThat(quiescence.isCounted()).isTrue();
        assertThat(quiescence.isAtRest()).isFalse();
        stretch.end();
        stretch.end();
        assertThat(quiescence.isCounted()).isFalse();
        assertThat(quiescence.isAtRest()).isTrue();
    }

    @Test
    void aStretchWithinOneDoesNotCount() {
        quiescence.watch(true);
        Stretch outer = quiescence.begin();

        quiescence.begin().end();

        assertThat(quiescence.isAtRest()).isFalse();
        outer.end();
        assertThat(quiescence.isAtRest()).isTrue();
    }

    @Test
    void aStretchThatHasBegunEndsWhenNobodyWatchesAnyMore() {
        quiescence.watch(true);
        Stretch stretch = quiescence.begin();
        quiescence.watch(false);

        stretch.end();

        assertThat(quiescence.isAtRest()).isTrue();
    }

    @Test
    void aThreadThatWaitsDoesNotCountUntilThatHasCome() {
        quiescence.watch(true);
        Stretch stretch = quiescence.begin();
        AtomicBoolean come = new AtomicBoolean();

        Stretch pause = quiescence.pause(come::get);

        assertThat(quiescence.isAtRest()).isTrue();
        come.set(true);
        assertThat(quiescence.isAtRest())
                .as("it will run, although it does not yet")
                .isFalse();
        pause.end();
        pause.end();
        assertThat(quiescence.isAtRest()).isFalse();
        stretch.end();
        assertThat(quiescence.isAtRest()).isTrue();
    }

    @Test
    void aTaskCountsFromWhenItIsGivenAwayUntilItHasRun() {
        quiescence.watch(true);
        List<Runnable> given = new ArrayList<>();
        List<Boolean> counted = new ArrayList<>();

        quiescence.counting(given::add).execute(() -> counted.add(quiescence.isCounted()));

        assertThat(quiescence.isAtRest()).isFalse();
        given.get(0).run();
        assertThat(counted).containsExactly(true);
        assertThat(quiescence.isAtRest()).isTrue();
    }

    @Test
    void aTaskThatRunsOnAThreadThatCountsEndsNotThatOne() {
        quiescence.watch(true);
        Stretch stretch = quiescence.begin();

        quiescence.counting(Runnable::run).execute(() -> {});

        assertThat(quiescence.isCounted()).isTrue();
        assertThat(quiescence.isAtRest()).isFalse();
        stretch.end();
        assertThat(quiescence.isAtRest()).isTrue();
    }

    @Test
    void atRestOneThreadBeginsAndOthersWaitForItsEnd() throws InterruptedException {
        quiescence.watch(true);
        Stretch stretch = quiescence.beginAtRest(NO_TIME);
        assertThat(stretch).isNotNull();
        assertThat(quiescence.isCounted()).isTrue();
        CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(() -> begins(NO_TIME));
        assertThat(other.join()).isFalse();
        CompletableFuture<Boolean> patient = CompletableFuture.supplyAsync(() -> begins(LONG));

        stretch.end();

        assertThat(patient.join()).isTrue();
        assertThat(quiescence.isAtRest()).isTrue();
    }

    private boolean begins(long nanos) {
        try {
            Stretch stretch = quiescence.beginAtRest(nanos);
            if (stretch != null) {
                stretch.end();
            }
            return stretch != null;
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }
}
