package dev.medley.thread;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.Activity.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ActivityTest {

    private static final long NO_TIME = 0;
    private static final long LONG = Long.MAX_VALUE;

    private final Activity activity = new Activity();

    @Test
    void whileNobodyWatchesNothingCounts() {
        assertThat(activity.begin()).isSameAs(Activity.NONE);
        assertThat(activity.isCounted()).isFalse();
        assertThat(activity.isAtRest()).isTrue();
        assertThat(activity.counting(Runnable::run)).isNotNull();
    }

    @Test
    void aThreadCountsFromTheBeginningToTheEnd() {
        activity.watch(true);

        Stretch stretch = activity.begin();

        assertThat(activity.isCounted()).isTrue();
        assertThat(activity.isAtRest()).isFalse();
        stretch.end();
        stretch.end();
        assertThat(activity.isCounted()).isFalse();
        assertThat(activity.isAtRest()).isTrue();
    }

    @Test
    void aStretchWithinOneDoesNotCount() {
        activity.watch(true);
        Stretch outer = activity.begin();

        activity.begin().end();

        assertThat(activity.isAtRest()).isFalse();
        outer.end();
        assertThat(activity.isAtRest()).isTrue();
    }

    @Test
    void aStretchThatHasBegunEndsWhenNobodyWatchesAnyMore() {
        activity.watch(true);
        Stretch stretch = activity.begin();
        activity.watch(false);

        stretch.end();

        assertThat(activity.isAtRest()).isTrue();
    }

    @Test
    void aThreadThatWaitsDoesNotCountUntilThatHasCome() {
        activity.watch(true);
        Stretch stretch = activity.begin();
        AtomicBoolean come = new AtomicBoolean();

        Stretch pause = activity.pause(come::get);

        assertThat(activity.isAtRest()).isTrue();
        come.set(true);
        assertThat(activity.isAtRest())
                .as("it will run, although it does not yet")
                .isFalse();
        pause.end();
        pause.end();
        assertThat(activity.isAtRest()).isFalse();
        stretch.end();
        assertThat(activity.isAtRest()).isTrue();
    }

    @Test
    void aTaskCountsFromWhenItIsGivenAwayUntilItHasRun() {
        activity.watch(true);
        List<Runnable> given = new ArrayList<>();
        List<Boolean> counted = new ArrayList<>();

        activity.counting(given::add).execute(() -> counted.add(activity.isCounted()));

        assertThat(activity.isAtRest()).isFalse();
        given.get(0).run();
        assertThat(counted).containsExactly(true);
        assertThat(activity.isAtRest()).isTrue();
    }

    @Test
    void aTaskThatRunsOnAThreadThatCountsEndsNotThatOne() {
        activity.watch(true);
        Stretch stretch = activity.begin();

        activity.counting(Runnable::run).execute(() -> {});

        assertThat(activity.isCounted()).isTrue();
        assertThat(activity.isAtRest()).isFalse();
        stretch.end();
        assertThat(activity.isAtRest()).isTrue();
    }

    @Test
    void atRestOneThreadBeginsAndOthersWaitForItsEnd() throws InterruptedException {
        activity.watch(true);
        Stretch stretch = activity.beginAtRest(NO_TIME);
        assertThat(stretch).isNotNull();
        assertThat(activity.isCounted()).isTrue();
        CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(() -> begins(NO_TIME));
        assertThat(other.join()).isFalse();
        CompletableFuture<Boolean> patient = CompletableFuture.supplyAsync(() -> begins(LONG));

        stretch.end();

        assertThat(patient.join()).isTrue();
        assertThat(activity.isAtRest()).isTrue();
    }

    private boolean begins(long nanos) {
        try {
            Stretch stretch = activity.beginAtRest(nanos);
            if (stretch != null) {
                stretch.end();
            }
            return stretch != null;
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }
}
