package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The test calls what the thread of the loop would call. */
class LoopTest {

    private final BrokerPool pool = new BrokerPool(8, false, 1);
    private final Loop loop = new Loop(Objects.requireNonNull(pool.loops()), pool.clock(), 0);
    private final List<String> ran = new ArrayList<>();

    @Test
    void whatADeferredTaskDefersHasToWaitForTheEventsOfOthers() {
        loop.defer(() -> again("first"));
        loop.defer(() -> again("second"));

        loop.runDeferred();

        assertThat(ran).containsExactly("first", "second");
        loop.runDeferred();
        assertThat(ran).containsExactly("first", "second", "first", "second");
    }

    @Test
    void aLoopWithDeferredTasksLooksForEventsAndDoesNotWaitForThem() throws IOException {
        RecordingSelector selector = new RecordingSelector();
        loop.defer(() -> again("first"));

        loop.nioSelect(selector, false);

        assertThat(ran).containsExactly("first");
        assertThat(selector.calls).containsExactly("selectNow");
    }

    @Test
    void aLoopWithoutDeferredTasksWaitsForEvents() throws IOException {
        RecordingSelector selector = new RecordingSelector();
        loop.defer(() -> ran.add("once"));

        loop.nioSelect(selector, false);

        assertThat(ran).containsExactly("once");
        assertThat(selector.calls).containsExactly("select");
    }

    @Test
    void aDeferredTaskThatFailsDoesNotKeepTheOthersFromRunning() {
        loop.defer(() -> {
            throw new IllegalStateException("for the test");
        });
        loop.defer(() -> ran.add("second"));

        loop.runDeferred();

        assertThat(ran).containsExactly("second");
    }

    @Test
    void aLoopGivesAQuarterOfALongRoundToNewRequestsByTheTimeThatTheyTake() throws IOException {
        ManualClock clock = ManualClock.inline();
        Loop timed = new Loop(Objects.requireNonNull(pool.loops()), clock, 0);
        timed.nioSelect(new RecordingSelector(), true);

        assertThat(turnsAfterRounds(timed, clock, 1, 19, 20, 40, 200)).containsExactly(10, 10, 10, 10, 50);
        timed.runTurn(() -> clock.advance(Duration.ofMillis(9)), false);
        assertThat(turnsAfterRounds(timed, clock, 1, 200)).containsExactly(5, 25);
    }

    private static List<Integer> turnsAfterRounds(Loop loop, ManualClock clock, long... millis) throws IOException {
        List<Integer> turns = new ArrayList<>();
        for (long round : millis) {
            clock.advance(Duration.ofMillis(round));
            loop.nioSelect(new RecordingSelector(), true);
            turns.add(turnsAt(loop));
        }
        return turns;
    }

    /** Takes all connects of a round, of which there are as many as events. */
    private static int turnsAt(Loop loop) {
        int taken = 0;
        while (loop.turns().takeConnect()) {
            taken++;
        }
        return taken;
    }

    private void again(String name) {
        ran.add(name);
        loop.defer(() -> again(name));
    }

    /** Selects nothing, at once. */
    private static final class RecordingSelector extends Selector {

        private final List<String> calls = new ArrayList<>();

        @Override
        public int selectNow() {
            calls.add("selectNow");
            return 0;
        }

        @Override
        public int select() {
            calls.add("select");
            return 0;
        }

        @Override
        public int select(long millis) {
            return select();
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public SelectorProvider provider() {
            return SelectorProvider.provider();
        }

        @Override
        public Set<SelectionKey> keys() {
            return Set.of();
        }

        @Override
        public Set<SelectionKey> selectedKeys() {
            return Set.of();
        }

        @Override
        public Selector wakeup() {
            return this;
        }

        @Override
        public void close() {}
    }
}
